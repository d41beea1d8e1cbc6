//! Time as the engine reads it: from a clock that is handed in, because not every machine has one of
//! the system.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The time since some moment that stays the same; never less than before.
pub(crate) type Clock = fn() -> Duration;

/// The clock of the operating system. WebAssembly in a browser has none.
pub(crate) fn system_clock() -> Duration {
    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    FIRST.elapsed()
}

/// The time since a search began.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Stopwatch {
    clock: Clock,
    begun: Duration,
}

impl Stopwatch {
    pub(crate) fn start(clock: Clock) -> Stopwatch {
        Stopwatch { clock, begun: clock() }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        (self.clock)().saturating_sub(self.begun)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elapsed_time_follows_the_clock_that_was_handed_in() {
        fn standing() -> Duration {
            Duration::from_secs(7)
        }
        assert_eq!(Stopwatch::start(standing).elapsed(), Duration::ZERO);
        let watch = Stopwatch { clock: standing, begun: Duration::from_secs(5) };
        assert_eq!(watch.elapsed(), Duration::from_secs(2));
        let ahead = Stopwatch { clock: standing, begun: Duration::from_secs(9) };
        assert_eq!(ahead.elapsed(), Duration::ZERO);
    }
}
