//! Days in a row: how long somebody has come back, day after day.
//!
//! A day counts by a puzzle solved, a lesson done or a game finished. One missed day a week is forgiven:
//! of any seven days in a row at most one may be missed. A missed day does not count, and today is not
//! missed before it is over.

use std::collections::BTreeSet;

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan, tz::TimeZone};

/// The days from one forgiven day to the next, at least.
const FORGIVEN_AGAIN: i32 = 7;

/// The days that a week shows.
const WEEK: usize = 7;

/// A day of the last week.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Day {
    Counted,
    /// Missed, and the row goes on.
    Forgiven,
    Missed,
    /// Today, as long as nothing was done.
    Open,
}

/// A player's days in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Streak {
    /// The days that count, up to today or yesterday.
    pub days: u32,
    /// The last seven days, today last.
    pub week: [Day; WEEK],
}

impl Streak {
    /// The streak of one who did something at these moments, in a time zone.
    pub fn of(
        moments: impl IntoIterator<Item = Timestamp>,
        now: Timestamp,
        zone: &TimeZone,
    ) -> Streak {
        let date = |at: Timestamp| at.to_zoned(zone.clone()).date();
        Streak::of_days(&moments.into_iter().map(date).collect(), date(now))
    }

    /// The streak of one who did something on these days.
    pub fn of_days(days: &BTreeSet<Date>, today: Date) -> Streak {
        let row = Row::before(days, today);
        let mut week = [Day::Missed; WEEK];
        for (back, day) in week.iter_mut().rev().enumerate() {
            let Ok(date) = today.checked_sub((back as i64).days()) else { continue };
            *day = match days.contains(&date) {
                true => Day::Counted,
                false if back == 0 => Day::Open,
                false if row.forgiven.contains(&date) => Day::Forgiven,
                false => Day::Missed,
            };
        }
        Streak { days: row.days, week }
    }

    /// Returns `true` if today counts already.
    pub fn counts_today(&self) -> bool {
        self.week[WEEK - 1] == Day::Counted
    }
}

/// The days of a row that count, and those between them that are forgiven.
#[derive(Default)]
struct Row {
    days: u32,
    forgiven: Vec<Date>,
}

impl Row {
    /// The row that ends today, or yesterday if today is still open.
    fn before(days: &BTreeSet<Date>, today: Date) -> Row {
        let mut row = Row { days: u32::from(days.contains(&today)), ..Row::default() };
        let mut missed: Option<Date> = None;
        let mut date = today;
        while let Ok(before) = date.yesterday() {
            date = before;
            if days.contains(&date) {
                row.days += 1;
                row.forgiven.extend(missed.filter(|missed| !row.forgiven.contains(missed)));
                continue;
            }
            if missed.is_some_and(|later| days_between(date, later) < FORGIVEN_AGAIN) {
                break;
            }
            missed = Some(date);
        }
        row
    }
}

fn days_between(early: Date, late: Date) -> i32 {
    late.since(early).map_or(i32::MAX, |span| span.get_days())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    /// The days as marks up to today: `x` for one on which something was done.
    fn streak(marks: &str) -> (u32, String) {
        let today = date(2026, 3, 31);
        let back = marks.len() as i64 - 1;
        let day = |place: usize| today - (back - place as i64).days();
        let days = marks.char_indices().filter(|(_, mark)| *mark == 'x');
        let streak = Streak::of_days(&days.map(|(place, _)| day(place)).collect(), today);
        let sign = |day: &Day| match day {
            Day::Counted => 'x',
            Day::Forgiven => 'f',
            Day::Missed => '.',
            Day::Open => 'o',
        };
        (streak.days, streak.week.iter().map(sign).collect())
    }

    #[test]
    fn one_missed_day_a_week_is_forgiven() {
        for (marks, days, week) in [
            (".", 0, "......o"),
            ("x", 1, "......x"),
            ("x.", 1, ".....xo"),
            ("xx", 2, ".....xx"),
            // Yesterday may be missed, if the days before it go on.
            ("x..", 1, "....xfo"),
            ("x.x", 2, "....xfx"),
            ("xxx.x.", 4, ".xxxfxo"),
            // Two days in a row end it.
            ("xx...", 0, "..xx..o"),
            ("xx..x", 1, "..xx..x"),
            // Six days lie between two forgiven ones, not fewer.
            ("xx.xxxxxx.x", 9, "xxxxxfx"),
            ("xx.xxxxx.xx", 7, "xxxxfxx"),
            ("x.x.x", 2, "..x.xfx"),
            ("xxxxxxxxxxxxxxx", 15, "xxxxxxx"),
        ] {
            assert_eq!(streak(marks), (days, week.to_owned()), "{marks}");
        }
    }

    /// A second computation: the longest end of the days in which no seven miss two.
    #[test]
    fn a_row_is_the_longest_end_without_two_missed_days_in_a_week() {
        for pattern in 0..1u32 << 12 {
            let marks: String =
                (0..12).map(|bit| if pattern >> bit & 1 == 1 { 'x' } else { '.' }).collect();
            // Today is no missed day; and a row begins with a day that counts.
            let closed = marks.strip_suffix('.').unwrap_or(&marks);
            let fits = |row: &&str| {
                let row = row.as_bytes();
                row.windows(7.min(row.len().max(1)))
                    .all(|week| week.iter().filter(|mark| **mark == b'.').count() < 2)
            };
            let rows = (0..closed.len()).map(|from| &closed[from..]);
            let longest = rows.filter(|row| row.starts_with('x')).find(fits);
            let days = longest.map_or(0, |row| row.matches('x').count());
            assert_eq!(streak(&marks).0 as usize, days, "{marks}");
        }
    }

    #[test]
    fn a_day_is_the_one_of_the_time_zone() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let moments = [at("2026-03-01T23:30:00Z"), at("2026-03-02T01:00:00Z")];
        let days = |zone: &TimeZone| Streak::of(moments, at("2026-03-02T12:00:00Z"), zone).days;
        assert_eq!(days(&TimeZone::UTC), 2);
        assert_eq!(days(&TimeZone::fixed(jiff::tz::offset(1))), 1);
    }
}
