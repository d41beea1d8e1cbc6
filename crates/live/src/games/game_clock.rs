//! The clock of a game: arithmetic on its events, nothing that ticks.
//!
//! Every event carries what both sides had left after it, so that whoever replays the game has the
//! same clock. The side to move has been on the clock since the last event; time in which no server
//! was there moves that moment (`Store::beat`).
//!
//! Lag compensation gives network latency back to the player: a client says how long its player took, and
//! the time that the server waited longer than that is lag. Nobody can check what a client says, so no more
//! than [`MOST_PER_TURN`] is given back for a turn, and on average no more than [`REFILL`]. A client that
//! lies gains that and nothing else.

use jiff::{SignedDuration, Timestamp};
use merels_model::TimeControl;
use merels_rules::Side;
use merels_store::TimesLeft;

/// The most that is given back for one turn, in milliseconds.
pub(super) const MOST_PER_TURN: i64 = 500;

/// The lag compensation that a side may have saved up, and the part that each turn adds to it.
const QUOTA: i64 = 1000;
const REFILL: i64 = 400;

/// Taking turns back takes back what was added for them, but leaves nobody with less than this.
const LEAST_AFTER_TAKE_BACK: i64 = 10_000;

/// Turns of both sides before a live clock begins to run.
const OPENING_PLIES: u32 = 2;

/// The time of a turn as the server saw it.
#[derive(Copy, Clone, Debug)]
pub struct Timing {
    pub at: Timestamp,
    /// The milliseconds that the player took by the client's own account.
    pub took: Option<i64>,
}

impl Timing {
    /// Of something whose player says nothing about time.
    pub fn at(at: Timestamp) -> Timing {
        Timing { at, took: None }
    }
}

/// Both sides' time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameClock {
    pub control: TimeControl,
    pub left: TimesLeft,
    /// Since when the side to move is on the clock.
    pub since: Timestamp,
    /// The lag compensation left to each side.
    quota: [i64; 2],
}

impl GameClock {
    /// A clock that is set and does not run yet.
    pub fn new(control: TimeControl, since: Timestamp) -> GameClock {
        let whole = control.whole().as_millis() as i64;
        GameClock { control, left: [whole; 2], since, quota: [QUOTA; 2] }
    }

    /// Returns `true` if the clock runs at this ply: a live clock waits until both have moved.
    pub fn runs(&self, ply: u32) -> bool {
        self.control.first_turn().is_none() || ply >= OPENING_PLIES
    }

    fn elapsed(&self, now: Timestamp) -> i64 {
        now.duration_since(self.since).as_millis().max(0) as i64
    }

    /// The lag of a side's turn, as far as it is compensated.
    fn given_back(&self, side: Side, timing: Timing) -> i64 {
        let Some(took) = timing.took else { return 0 };
        let most = MOST_PER_TURN.min(self.quota[side.index()]);
        (self.elapsed(timing.at) - took.max(0)).clamp(0, most)
    }

    /// The times left after the side to move has made its turn `ply`.
    pub fn after_turn(&self, side: Side, ply: u32, timing: Timing) -> TimesLeft {
        let mut left = self.after_pause(side, ply, timing.at);
        if self.runs(ply) {
            left[side.index()] += self.given_back(side, timing);
        }
        left[side.index()] = match self.control {
            TimeControl::Live { increment, .. } if self.runs(ply) => {
                left[side.index()] + 1000 * i64::from(increment)
            }
            TimeControl::Live { .. } => left[side.index()],
            TimeControl::Days(_) => self.control.whole().as_millis() as i64,
        };
        left
    }

    /// The times left after an event that is no turn, while `side` is to make turn `ply`.
    pub fn after_pause(&self, side: Side, ply: u32, at: Timestamp) -> TimesLeft {
        let mut left = self.left;
        if self.runs(ply) {
            left[side.index()] -= self.elapsed(at);
        }
        left
    }

    /// The times left after turns were taken back, `undone` of each side on a running clock, while `side` is
    /// to make turn `ply`. Spent time stays spent, and the increments of those turns are lost.
    pub fn after_take_back(
        &self,
        side: Side,
        ply: u32,
        undone: [u32; 2],
        at: Timestamp,
    ) -> TimesLeft {
        let left = self.after_pause(side, ply, at);
        match self.control {
            TimeControl::Days(_) => [self.control.whole().as_millis() as i64; 2],
            TimeControl::Live { increment, .. } => Side::ALL.map(|side| {
                let has = left[side.index()].max(0);
                let added = 1000 * i64::from(increment) * i64::from(undone[side.index()]);
                (has - added).max(has.min(LEAST_AFTER_TAKE_BACK))
            }),
        }
    }

    /// Turns were taken back: what was given back for them is forgotten, as it is when the game is
    /// replayed.
    pub fn forget_quota(&mut self) {
        self.quota = [QUOTA; 2];
    }

    /// Takes up what both have left after an event at `at`. Of a turn of `side`, what was given back
    /// for it is taken from the side's quota.
    pub fn take_up(&mut self, left: TimesLeft, at: Timestamp, turn: Option<(Side, u32)>) {
        if let Some((side, ply)) = turn.filter(|(_, ply)| self.runs(*ply)) {
            let plain = self.after_turn(side, ply, Timing::at(at));
            let given = (left[side.index()] - plain[side.index()]).clamp(0, MOST_PER_TURN);
            let quota = &mut self.quota[side.index()];
            *quota = (*quota - given + REFILL).clamp(0, QUOTA);
        }
        self.left = left;
        self.since = at;
    }

    /// Returns `true` if a turn `ply` of a side comes too late.
    pub fn is_late(&self, side: Side, ply: u32, timing: Timing) -> bool {
        if self.runs(ply) {
            let given_back = self.given_back(side, timing);
            self.left[side.index()] + given_back < self.elapsed(timing.at)
        } else {
            self.flag(side, ply) <= timing.at
        }
    }

    /// The moment when the time of a side that is to make turn `ply` is up, whatever the line may have taken.
    pub fn flag(&self, side: Side, ply: u32) -> Timestamp {
        let left = match self.control.first_turn() {
            Some(first) if !self.runs(ply) => first,
            _ => {
                let grace = MOST_PER_TURN.min(self.quota[side.index()]);
                SignedDuration::from_millis(self.left[side.index()].max(0) + grace)
            }
        };
        self.since + left
    }
}

#[cfg(test)]
mod tests {
    use merels_rules::SplitMix;

    use super::*;

    const FIVE: TimeControl = TimeControl::Live { minutes: 5, increment: 5 };

    fn milliseconds(number: i64) -> SignedDuration {
        SignedDuration::from_millis(number)
    }

    /// Plays turns on a clock whose lines take some time each way; gives the clock and what both
    /// really thought.
    fn play(
        turns: u32,
        mut think: impl FnMut(u32) -> i64,
        mut way: impl FnMut() -> i64,
        says: impl Fn(i64) -> Option<i64>,
    ) -> (GameClock, [i64; 2]) {
        let mut now = Timestamp::UNIX_EPOCH;
        let mut clock = GameClock::new(FIVE, now);
        let mut thought = [0; 2];
        for ply in 0..turns {
            let side = if ply % 2 == 0 { Side::White } else { Side::Black };
            let took = think(ply);
            now += milliseconds(way() + took + way());
            let timing = Timing { at: now, took: says(took) };
            assert!(!clock.is_late(side, ply, timing));
            let left = clock.after_turn(side, ply, timing);
            clock.take_up(left, now, Some((side, ply)));
            if clock.runs(ply) {
                thought[side.index()] += took;
            }
        }
        (clock, thought)
    }

    /// The expected time of a side: all it got less the time it thought.
    fn due(turns: u32, thought: i64) -> i64 {
        let counted = i64::from(turns / 2 - 1);
        300_000 + 5_000 * counted - thought
    }

    #[test]
    fn after_200_moves_over_a_slow_line_with_jitter_a_clock_is_right_to_100_ms() {
        for seed in 0..50 {
            let mut random = SplitMix::new(seed);
            let mut other = SplitMix::new(seed + 1000);
            // 300 ms there and back, 100 ms more or less.
            let way = || 100 + random.below(101) as i64;
            let think = |_| 500 + other.below(5_000) as i64;
            let (clock, thought) = play(200, think, way, Some);
            for side in Side::ALL {
                let error = clock.left[side.index()] - due(200, thought[side.index()]);
                assert!(error.abs() < 100, "seed {seed}: {error} ms");
            }
        }
    }

    #[test]
    fn a_client_that_lies_gains_no_more_than_the_bound() {
        let (clock, thought) = play(200, |_| 4_000, || 0, |_| Some(0));
        for side in Side::ALL {
            let gained = clock.left[side.index()] - due(200, thought[side.index()]);
            assert!(gained <= 99 * REFILL + QUOTA, "{gained} ms");
            assert!(gained <= 99 * MOST_PER_TURN, "{gained} ms");
        }
        // Not for one turn either.
        let mut clock = GameClock::new(FIVE, Timestamp::UNIX_EPOCH);
        let at = Timestamp::UNIX_EPOCH + milliseconds(10_000);
        for took in [Some(0), Some(i64::MIN), Some(-5)] {
            let left = clock.after_turn(Side::White, 2, Timing { at, took });
            assert_eq!(left[0], 300_000 - 10_000 + MOST_PER_TURN + 5_000);
        }
        // Nor is anything taken from one who says too much.
        let left = clock.after_turn(Side::White, 2, Timing { at, took: Some(i64::MAX) });
        assert_eq!(left[0], 300_000 - 10_000 + 5_000);
        // And a flag falls at last, whatever is said.
        clock.left = [1_000; 2];
        assert!(clock.is_late(Side::White, 2, Timing { at, took: Some(0) }));
        assert_eq!(clock.flag(Side::White, 2), Timestamp::UNIX_EPOCH + milliseconds(1_500));
    }

    #[test]
    fn a_live_clock_stands_until_both_have_moved() {
        let (clock, _) = play(2, |_| 30_000, || 0, |_| None);
        assert_eq!(clock.left, [300_000; 2]);
        assert!(!clock.runs(1) && clock.runs(2));
        let minute = milliseconds(60_000);
        assert_eq!(clock.flag(Side::White, 1), clock.since + minute, "a minute to begin");
    }

    #[test]
    fn days_are_for_each_turn() {
        let mut clock = GameClock::new(TimeControl::Days(3), Timestamp::UNIX_EPOCH);
        let day = SignedDuration::from_hours(24);
        assert_eq!(clock.flag(Side::White, 0), Timestamp::UNIX_EPOCH + 3 * day + milliseconds(500));
        let timing = Timing::at(Timestamp::UNIX_EPOCH + 2 * day);
        assert_eq!(clock.after_pause(Side::White, 0, timing.at)[0], day.as_millis() as i64);
        let left = clock.after_turn(Side::White, 0, timing);
        assert_eq!(left, [3 * day.as_millis() as i64; 2]);
        clock.take_up(left, timing.at, Some((Side::White, 0)));
        assert!(clock.is_late(Side::Black, 1, Timing::at(timing.at + 3 * day + milliseconds(1))));
    }

    #[test]
    fn a_turn_taken_back_takes_its_increment_along_and_leaves_enough_to_go_on() {
        let mut clock = GameClock::new(FIVE, Timestamp::UNIX_EPOCH);
        let at = Timestamp::UNIX_EPOCH + milliseconds(2_000);
        clock.left = [100_000, 12_000];
        // White took 2 s over turn 4; Black's turn 3 and White's turn 2 go back.
        let left = clock.after_take_back(Side::White, 4, [1, 1], at);
        assert_eq!(left, [100_000 - 2_000 - 5_000, 10_000]);
        clock.left = [100_000, 3_000];
        assert_eq!(clock.after_take_back(Side::White, 4, [0, 1], at), [98_000, 3_000]);
        let days = GameClock::new(TimeControl::Days(1), Timestamp::UNIX_EPOCH);
        let day = milliseconds(86_400_000).as_millis() as i64;
        assert_eq!(days.after_take_back(Side::White, 4, [1, 1], at), [day; 2]);
    }

    #[test]
    fn a_replayed_clock_has_the_same_quota() {
        let mut clock = GameClock::new(FIVE, Timestamp::UNIX_EPOCH);
        let mut again = clock.clone();
        for ply in 0..20 {
            let side = if ply % 2 == 0 { Side::White } else { Side::Black };
            let timing = Timing { at: clock.since + milliseconds(900), took: Some(300) };
            let left = clock.after_turn(side, ply, timing);
            clock.take_up(left, timing.at, Some((side, ply)));
            again.take_up(left, timing.at, Some((side, ply)));
            assert_eq!(clock, again);
        }
        assert!(clock.quota.iter().all(|quota| *quota < QUOTA));
    }
}
