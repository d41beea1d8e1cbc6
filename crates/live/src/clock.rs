//! The one clock of the site.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};

/// Tells the time by steps that are always as long as they seem: when the machine's clock is set, or
/// the machine sleeps, it goes on as if nothing had happened until `follow` is called.
///
/// Tests can move it.
#[derive(Clone, Debug)]
pub struct Clock(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    known: Timestamp,
    since: Instant,
    /// The distance by which tests have set the machine's clock.
    moved: SignedDuration,
    /// The time that tests let go by.
    passed: SignedDuration,
}

/// Two looks at the machine's clocks were taken at once if no more went by between them.
const AT_ONCE: Duration = Duration::from_millis(5);

impl Clock {
    pub fn of_machine() -> Clock {
        let (moved, passed) = (SignedDuration::ZERO, SignedDuration::ZERO);
        let state = State { known: Timestamp::now(), since: Instant::now(), moved, passed };
        Clock(Arc::new(Mutex::new(state)))
    }

    fn with<T>(&self, look: impl FnOnce(&mut State) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The time, as precisely as the store keeps it: a game reads the same from memory and from there.
    pub fn now(&self) -> Timestamp {
        let now = self.with(|state| state.known + state.since.elapsed() + state.passed);
        Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now)
    }

    /// The distance of the machine's clock from this one: it was set, or the machine slept.
    pub fn jump(&self) -> SignedDuration {
        self.with(|state| {
            loop {
                let before = state.since.elapsed();
                let machine = Timestamp::now() + state.moved;
                // Whatever kept this thread between the two looks is no jump.
                if state.since.elapsed() - before < AT_ONCE {
                    return machine.duration_since(state.known + before);
                }
            }
        })
    }

    /// Follows the machine's clock by a jump that was seen. Should it have jumped again meanwhile, that is
    /// seen the next time.
    pub fn follow(&self, jump: SignedDuration) {
        self.with(|state| state.known += jump);
    }

    /// Lets time go by, while the server is there: nobody is away.
    pub fn pass(&self, time: SignedDuration) {
        self.with(|state| state.passed += time);
    }

    /// Does as if somebody had set the machine's clock, or as if the machine had slept.
    pub fn set_machine(&self, by: SignedDuration) {
        self.with(|state| state.moved += by);
    }
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::of_machine()
    }
}

#[cfg(test)]
mod tests {
    use jiff::Unit;

    use super::*;

    #[test]
    fn a_machine_whose_clock_is_set_is_followed_only_when_asked() {
        let clock = Clock::of_machine();
        let (begun, day) = (clock.now(), SignedDuration::from_hours(24));
        clock.set_machine(day);
        assert!(clock.now() < begun + day);
        assert_eq!(clock.jump().round(Unit::Minute).unwrap(), day);
        clock.follow(clock.jump());
        assert!(clock.now() >= begun + day);
        assert!(clock.jump().round(Unit::Minute).unwrap().is_zero());
        clock.pass(day);
        assert!(clock.now() >= begun + 2 * day);
        assert!(clock.jump().round(Unit::Minute).unwrap().is_zero(), "nobody has set it");
    }
}
