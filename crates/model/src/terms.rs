//! Terms of a game: its clock, and whether it is rated.

use std::fmt;
use std::str::FromStr;

use jiff::{SignedDuration, Timestamp};
use thiserror::Error;

/// The time for each side's first turn with a live clock; the clock itself begins to run
/// when both have moved.
const FIRST_TURN: SignedDuration = SignedDuration::from_secs(60);

const MOST_MINUTES: u32 = 180;
const MOST_INCREMENT: u32 = 60;
const MOST_DAYS: u32 = 14;

/// The clock of a game. Written `5+5` (minutes, and seconds added with each
/// turn) or `3d` (days for each turn).
///
/// ```
/// use merels_model::TimeControl;
///
/// let control: TimeControl = "15+10".parse()?;
/// assert_eq!(control, TimeControl::Live { minutes: 15, increment: 10 });
/// assert_eq!("3d".parse::<TimeControl>()?.to_string(), "3d");
/// assert!("0+0".parse::<TimeControl>().is_err());
/// # Ok::<(), merels_model::UnknownTimeControl>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// Both sit at the board.
    Live {
        /// For the whole game.
        minutes: u32,
        /// Seconds added with each turn.
        increment: u32,
    },
    /// Days for each turn.
    Days(u32),
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no clock: write minutes and seconds such as 5+5, or days such as 3d")]
pub struct UnknownTimeControl(pub String);

impl TimeControl {
    pub const PRESETS: [TimeControl; 6] = [
        TimeControl::Live { minutes: 3, increment: 2 },
        TimeControl::Live { minutes: 5, increment: 5 },
        TimeControl::Live { minutes: 15, increment: 10 },
        TimeControl::Days(1),
        TimeControl::Days(3),
        TimeControl::Days(7),
    ];

    /// The time of each side at the beginning.
    pub const fn whole(self) -> SignedDuration {
        match self {
            TimeControl::Live { minutes, .. } => SignedDuration::from_mins(minutes as i64),
            TimeControl::Days(days) => SignedDuration::from_hours(24 * days as i64),
        }
    }

    /// The time for a side's first turn, before the clock runs; `None` if the clock runs from the start.
    pub const fn first_turn(self) -> Option<SignedDuration> {
        match self {
            TimeControl::Live { .. } => Some(FIRST_TURN),
            TimeControl::Days(_) => None,
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Live { minutes, increment } => write!(f, "{minutes}+{increment}"),
            TimeControl::Days(days) => write!(f, "{days}d"),
        }
    }
}

impl FromStr for TimeControl {
    type Err = UnknownTimeControl;

    fn from_str(text: &str) -> Result<TimeControl, UnknownTimeControl> {
        let number = |text: &str, from: u32, to: u32| {
            let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = text.parse().ok().filter(|_| is_plain);
            number.filter(|number| (from..=to).contains(number))
        };
        let live = |(minutes, increment)| {
            Some(TimeControl::Live {
                minutes: number(minutes, 1, MOST_MINUTES)?,
                increment: number(increment, 0, MOST_INCREMENT)?,
            })
        };
        let days = |days| Some(TimeControl::Days(number(days, 1, MOST_DAYS)?));
        let read = text.split_once('+').map_or_else(|| text.strip_suffix('d').and_then(days), live);
        read.ok_or_else(|| UnknownTimeControl(text.to_owned()))
    }
}

/// Terms that the players of a game have agreed on.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// The clock, if there is one.
    pub time: Option<TimeControl>,
    /// The game counts for the players' ratings.
    pub rated: bool,
}

impl Terms {
    /// The moment when the time of the side to move is up in a game that begins now.
    pub fn first_flag(self, now: Timestamp) -> Option<Timestamp> {
        self.time.map(|time| now + time.first_turn().unwrap_or(time.whole()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_read_as_it_is_written() {
        for preset in TimeControl::PRESETS {
            assert_eq!(preset.to_string().parse(), Ok(preset));
        }
    }

    #[test]
    fn what_is_no_clock_is_refused() {
        for text in [
            "", "+", "5", "5+", "+5", "0+5", "181+0", "5+61", "d", "0d", "15d", "-1+2", "5+5+5",
            "+5+5", "3D", " 5+5",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
