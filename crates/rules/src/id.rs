use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::mingmang::{self, MingMangPosition};
use crate::morris::{self, MorrisPosition, UnknownVariant, Variant};
use crate::nimble::{self, NimblePosition};
use crate::{AnyPosition, TextError};

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

    /// The name that people use.
    pub const fn title(self) -> &'static str {
        match self {
            GameId::Morris(variant) => variant.title(),
            GameId::MingMang => "Ming Mang",
            GameId::MingMangNoRepeat => "Ming Mang without repeats",
            GameId::Nimble => "Nimble",
        }
    }

    /// The usual start, or `None` for Nimble, whose strips are random.
    pub fn usual_start(self) -> Option<AnyPosition> {
        match self {
            GameId::Nimble => None,
            _ => Some(self.start()),
        }
    }

    /// A start: the usual one, or the random strip of seed 0 in Nimble.
    pub fn start(self) -> AnyPosition {
        let ming_mang = |no_repeat| {
            let start = MingMangPosition::start(mingmang::USUAL_SIZE, no_repeat);
            AnyPosition::MingMang(start.expect("the usual size is allowed"))
        };
        match self {
            GameId::Morris(variant) => AnyPosition::Morris(MorrisPosition::start(variant)),
            GameId::MingMang => ming_mang(false),
            GameId::MingMangNoRepeat => ming_mang(true),
            GameId::Nimble => {
                let start = NimblePosition::random(nimble::USUAL_STRIP, 0);
                AnyPosition::Nimble(start.expect("the usual strip is allowed"))
            }
        }
    }

    /// Reads a position of this game.
    ///
    /// # Errors
    ///
    /// A [`TextError`] names the character and the reason.
    pub fn parse_position(self, text: &str) -> Result<AnyPosition, TextError> {
        Ok(match self {
            GameId::Morris(variant) => AnyPosition::Morris(morris::parse_position(variant, text)?),
            GameId::MingMang => AnyPosition::MingMang(mingmang::parse_position(text, false)?),
            GameId::MingMangNoRepeat => {
                AnyPosition::MingMang(mingmang::parse_position(text, true)?)
            }
            GameId::Nimble => AnyPosition::Nimble(nimble::parse_position(text)?),
        })
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
