//! Spacing: a puzzle of one's own comes again on later days, until it was solved often enough.
//!
//! It comes the day after the mistake, and three days after it was solved once; solved twice it is done. A
//! wrong try begins again. A try before its day may fail, but does not count as solved.

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan, tz::TimeZone};

/// The days to the next time, by how often it was solved in a row.
const DAYS: [i64; 2] = [1, 3];

/// The progress of somebody with a puzzle that comes again.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Spacing {
    /// Solved in a row, on days on which it was due.
    pub solved: u32,
    /// The last try that counted, or the moment when the puzzle was found.
    pub last: Timestamp,
}

impl Spacing {
    /// A puzzle that was found at this moment.
    pub const fn new(last: Timestamp) -> Spacing {
        Spacing { solved: 0, last }
    }

    /// The day on which it comes again; `None` once it was solved often enough.
    pub fn due(self, zone: &TimeZone) -> Option<Date> {
        let days = DAYS.get(self.solved as usize)?;
        self.last.to_zoned(zone.clone()).date().checked_add(days.days()).ok()
    }

    pub fn is_due(self, now: Timestamp, zone: &TimeZone) -> bool {
        let today = now.to_zoned(zone.clone()).date();
        self.due(zone).is_some_and(|day| day <= today)
    }

    /// Returns `true` once it was solved often enough.
    pub fn is_done(self) -> bool {
        self.solved as usize >= DAYS.len()
    }

    /// After a try at this moment.
    #[must_use]
    pub fn after(self, solved: bool, now: Timestamp, zone: &TimeZone) -> Spacing {
        match (solved, self.is_due(now, zone)) {
            (false, _) => Spacing::new(now),
            (true, true) => Spacing { solved: self.solved + 1, last: now },
            (true, false) => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    /// Tries on days after the mistake, `+` solved and `-` failed; then the times solved in a row and the
    /// day on which it comes again.
    #[test]
    fn a_puzzle_comes_again_until_it_was_solved_twice() {
        let found = at("2026-03-01T20:00:00Z");
        let day = |days: i64| found + jiff::SignedDuration::from_hours(24 * days);
        for (tries, solved, due) in [
            ("", 0, Some(1)),
            // The same day does not count.
            ("0+", 0, Some(1)),
            ("1+", 1, Some(4)),
            ("1+ 1+", 1, Some(4)),
            ("1+ 3+", 1, Some(4)),
            ("1+ 4+", 2, None),
            ("5+ 8+", 2, None),
            ("1-", 0, Some(2)),
            ("1- 1+", 0, Some(2)),
            ("1- 2+ 5+", 2, None),
            ("1+ 4-", 0, Some(5)),
            // Failing counts on any day, even when all was done.
            ("1+ 2-", 0, Some(3)),
            ("1+ 4+ 9-", 0, Some(10)),
        ] {
            let mut spacing = Spacing::new(found);
            for attempt in tries.split_whitespace() {
                let (days, mark) = attempt.split_at(attempt.len() - 1);
                spacing = spacing.after(mark == "+", day(days.parse().unwrap()), &TimeZone::UTC);
            }
            let expected = due.map(|days| day(days).to_zoned(TimeZone::UTC).date());
            assert_eq!(
                (spacing.solved, spacing.due(&TimeZone::UTC)),
                (solved, expected),
                "{tries}"
            );
            assert_eq!(spacing.is_done(), due.is_none(), "{tries}");
        }
    }

    #[test]
    fn the_next_day_is_that_of_the_time_zone() {
        let spacing = Spacing::new(at("2026-03-01T22:30:00Z"));
        let berlin = TimeZone::fixed(jiff::tz::offset(1));
        let later = at("2026-03-01T23:10:00Z");
        assert!(!spacing.is_due(later, &TimeZone::UTC));
        assert!(spacing.is_due(later, &berlin));
    }
}
