use std::fmt;
use std::str::FromStr;

/// How well the computer plays.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// One move ahead, by men and room to move.
    Classic,
    /// From 1, a beginner, to 10, full strength. Other numbers count as the nearest of these.
    Numbered(u8),
}

/// What makes a level weaker than full strength.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Handicap {
    /// The most plies it looks ahead.
    pub(crate) depth: u32,
    /// The most positions it visits.
    pub(crate) nodes: u64,
    /// How many times in a hundred it thinks of a second-best move.
    pub(crate) doubts: u32,
    /// How much worse than the best that move may be, in hundredths of a man.
    pub(crate) slack: i32,
}

/// Levels 1 to 9.
const HANDICAPS: [Handicap; 9] = [
    Handicap { depth: 1, nodes: 100, doubts: 60, slack: 200 },
    Handicap { depth: 1, nodes: 100, doubts: 20, slack: 100 },
    Handicap { depth: 2, nodes: 500, doubts: 30, slack: 80 },
    Handicap { depth: 3, nodes: 1_500, doubts: 30, slack: 60 },
    Handicap { depth: 4, nodes: 2_500, doubts: 25, slack: 60 },
    Handicap { depth: 5, nodes: 4_500, doubts: 25, slack: 60 },
    Handicap { depth: 7, nodes: 7_000, doubts: 25, slack: 50 },
    Handicap { depth: 9, nodes: 16_000, doubts: 12, slack: 40 },
    Handicap { depth: 13, nodes: 40_000, doubts: 8, slack: 40 },
];

impl Level {
    /// Full strength.
    pub const FULL: Level = Level::Numbered(10);

    /// All levels, `classic` first, then from the weakest to the strongest.
    pub fn all() -> impl Iterator<Item = Level> {
        std::iter::once(Level::Classic).chain((1..=10).map(Level::Numbered))
    }

    /// What holds a numbered level back; nothing holds back full strength.
    pub(crate) fn handicap(self) -> Option<Handicap> {
        match self {
            Level::Classic => None,
            Level::Numbered(number) => HANDICAPS.get(number.max(1) as usize - 1).copied(),
        }
    }
}

/// A word that names no level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel(pub String);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no level '{}'; levels are 1 to 10 and classic", self.0)
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let level = Level::all().find(|level| level.to_string() == text);
        level.ok_or_else(|| UnknownLevel(text.into()))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Classic => f.pad("classic"),
            Level::Numbered(number) => f.pad(&number.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_as_they_are_written() {
        for level in Level::all() {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert!("0".parse::<Level>().is_err() && "11".parse::<Level>().is_err());
        assert!(Level::FULL.handicap().is_none());
        assert_eq!(Level::Numbered(0).handicap(), Level::Numbered(1).handicap());
    }
}
