use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::morris::{UnknownVariant, Variant};

/// Every game that Merels plays. Text forms use its id, such as `six-nofly`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameId {
    /// A game of the morris family.
    Morris(Variant),
    /// Ming Mang.
    MingMang,
    /// Ming Mang in which no arrangement may occur twice.
    MingMangNoRepeat,
    /// Nimble.
    Nimble,
}

/// An id that names no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct UnknownGame(pub String);

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no game '{}'", self.0)?;
        match self.0.parse::<Variant>() {
            // The board exists, but its options contain a mistake.
            Err(fault) if !matches!(fault, UnknownVariant::Board(_)) => write!(f, ": {fault}"),
            _ => {
                let list = GameId::ALL.map(GameId::id).join(", ");
                write!(f, "; the games are {list}, and any board with options: nine+misere")
            }
        }
    }
}

impl GameId {
    /// Nine Men's Morris, the main game.
    pub const NINE: GameId = GameId::Morris(Variant::NINE);

    /// The games that are offered by name. Other games are boards with options: see [`Variant`].
    pub const ALL: [GameId; 10] = [
        GameId::NINE,
        GameId::Morris(Variant::SIX),
        GameId::Morris(Variant::SIX_NO_FLY),
        GameId::Morris(Variant::FIVE),
        GameId::Morris(Variant::THREE),
        GameId::Morris(Variant::LASKER),
        GameId::Morris(Variant::TWELVE),
        GameId::MingMang,
        GameId::MingMangNoRepeat,
        GameId::Nimble,
    ];

    /// The id, such as `six-nofly`.
    pub const fn id(self) -> &'static str {
        match self {
            GameId::Morris(variant) => variant.id(),
            GameId::MingMang => "mingmang",
            GameId::MingMangNoRepeat => "mingmang-norepeat",
            GameId::Nimble => "nimble",
        }
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// Reads an id. In the names of variants a blank or `%2B` counts as `+`, because URLs write it so.
impl FromStr for GameId {
    type Err = UnknownGame;

    fn from_str(id: &str) -> Result<GameId, UnknownGame> {
        let found = GameId::ALL.into_iter().find(|game| game.id() == id);
        let variant = || id.parse().ok().map(GameId::Morris);
        found.or_else(variant).ok_or_else(|| UnknownGame(id.into()))
    }
}
