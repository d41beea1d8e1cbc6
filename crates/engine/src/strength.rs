use std::fmt;
use std::str::FromStr;

use crate::level::{Level, UnknownLevel};

/// How well the computer plays: a level, or perfectly with the help of tables.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Strength {
    /// A level of the search.
    Level(Level),
    /// By the tables.
    Perfect,
}

impl Strength {
    /// The engine's level; full strength asks the tables.
    pub fn level(self) -> Level {
        match self {
            Strength::Level(level) => level,
            Strength::Perfect => Level::FULL,
        }
    }
}

impl FromStr for Strength {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Strength, UnknownLevel> {
        match text {
            "perfect" => Ok(Strength::Perfect),
            _ => text.parse().map(Strength::Level),
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strength::Level(level) => level.fmt(f),
            Strength::Perfect => f.pad("perfect"),
        }
    }
}
