use std::fmt;
use std::str::FromStr;

/// The playing strength of the computer. Terminal, protocol, matches and site all name their
/// players by it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// From 1, a player who learned the rules today, to 10, full strength without tables.
    Numbered(LevelNumber),
    /// Looks one move ahead, judging men and mobility; always plays the same move.
    Classic,
    /// The first reference player: plays any legal move.
    Random,
    /// The second reference player: closes mills, stops those of the enemy, makes pairs.
    Beginner,
    /// The third reference player: as [`Level::Beginner`], but leaves the enemy as few mills to
    /// close as possible.
    Careful,
    /// The fourth reference player: as [`Level::Beginner`], but a quarter of its moves are any moves.
    Hasty,
    /// Never gives value away: the only level that asks an [`Oracle`](crate::Oracle). It searches
    /// at full strength when the oracle does not know.
    Perfect,
}

/// The number of a level, from 1 to 10.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LevelNumber(u8);

/// The names of levels 1 to 10.
const NAMES: [&str; 10] = [
    "newcomer", "learner", "casual", "regular", "skilled", "seasoned", "strong", "expert",
    "champion", "master",
];

impl LevelNumber {
    /// All numbers, from the weakest level to the strongest.
    pub const ALL: [LevelNumber; 10] = {
        let mut all = [LevelNumber(1); 10];
        let mut i = 0;
        while i < all.len() {
            all[i] = LevelNumber(i as u8 + 1);
            i += 1;
        }
        all
    };

    /// Creates a level number; `None` unless it is from 1 to 10.
    pub const fn new(number: u8) -> Option<LevelNumber> {
        if 1 <= number && number <= 10 { Some(LevelNumber(number)) } else { None }
    }

    /// The number itself.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl Level {
    /// Full strength without tables.
    pub const FULL: Level = Level::Numbered(LevelNumber(10));

    /// The default opponent.
    pub const USUAL: Level = Level::Numbered(LevelNumber(2));

    /// All levels: the numbered ones from the weakest to the strongest, then the others.
    pub fn all() -> impl Iterator<Item = Level> {
        LevelNumber::ALL.into_iter().map(Level::Numbered).chain([
            Level::Classic,
            Level::Random,
            Level::Beginner,
            Level::Careful,
            Level::Hasty,
            Level::Perfect,
        ])
    }

    /// The level of a number from 1 to 10.
    pub fn numbered(number: u8) -> Option<Level> {
        LevelNumber::new(number).map(Level::Numbered)
    }

    /// One word for the level, such as `newcomer` for the first; message catalogues use it as a
    /// key.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Numbered(number) => NAMES[number.0 as usize - 1],
            Level::Classic => "classic",
            Level::Random => "random",
            Level::Beginner => "beginner",
            Level::Careful => "careful",
            Level::Hasty => "hasty",
            Level::Perfect => "perfect",
        }
    }

    /// Returns `true` for the players that measure the low levels.
    pub const fn is_reference(self) -> bool {
        matches!(self, Level::Random | Level::Beginner | Level::Careful | Level::Hasty)
    }
}

/// A word that names no level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel(pub String);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = Level::all()
            .map(|level| match level {
                Level::Numbered(number) => format!("{} ({})", number.0, level.name()),
                _ => level.name().to_owned(),
            })
            .collect();
        write!(f, "there is no level '{}'; levels are {}", self.0, words.join(", "))
    }
}

impl std::error::Error for UnknownLevel {}

/// Reads the number or the name of a level.
impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let level = Level::all().find(|level| level.to_string() == text || level.name() == text);
        level.ok_or_else(|| UnknownLevel(text.into()))
    }
}

/// Writes the number of a numbered level, the name of another.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Numbered(number) => f.pad(&number.0.to_string()),
            level => f.pad(level.name()),
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
            assert_eq!(level.name().parse(), Ok(level));
        }
        assert!("0".parse::<Level>().is_err() && "11".parse::<Level>().is_err());
        assert_eq!(Level::numbered(10), Some(Level::FULL));
        assert_eq!(Level::numbered(0), None);
    }

    #[test]
    fn the_unknown_level_message_names_all_levels() {
        let message = UnknownLevel("11".into()).to_string();
        for level in Level::all() {
            assert!(message.contains(level.name()), "{message}");
            assert!(message.contains(&level.to_string()), "{message}");
        }
    }
}
