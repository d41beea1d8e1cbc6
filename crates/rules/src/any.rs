use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::mingmang::{self, MingMangPosition};
use crate::morris::{self, MorrisPosition};
use crate::nimble::{self, NimblePosition};
use crate::{Coordinates, GameId, Illegal, Outcome, Position, Repetition, Side, TextError, perft};

/// A position of any game, for code that picks the game at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyPosition {
    /// A game of the morris family.
    Morris(MorrisPosition),
    /// Ming Mang.
    MingMang(MingMangPosition),
    /// Nimble.
    Nimble(NimblePosition),
}

/// A move of any game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnyMove {
    /// A game of the morris family.
    Morris(morris::Move),
    /// Ming Mang.
    MingMang(mingmang::Move),
    /// Nimble.
    Nimble(nimble::Move),
}

/// Forwards a call to the position inside, whichever game it belongs to.
macro_rules! dispatch {
    ($any:expr, $position:ident => $answer:expr) => {
        match $any {
            AnyPosition::Morris($position) => $answer,
            AnyPosition::MingMang($position) => $answer,
            AnyPosition::Nimble($position) => $answer,
        }
    };
}

/// Forwards a call about a move to a position of the same game.
macro_rules! dispatch_move {
    ($any:expr, $mv:expr, ($position:ident, $inner:ident) => $answer:expr, else $other:expr) => {
        match ($any, $mv) {
            (AnyPosition::Morris($position), AnyMove::Morris($inner)) => $answer,
            (AnyPosition::MingMang($position), AnyMove::MingMang($inner)) => $answer,
            (AnyPosition::Nimble($position), AnyMove::Nimble($inner)) => $answer,
            _ => $other,
        }
    };
}

/// Applies the same expression to each game and wraps the result.
macro_rules! wrap {
    ($any:expr, $type:ident, $position:ident => $answer:expr) => {
        match $any {
            AnyPosition::Morris($position) => $type::Morris($answer),
            AnyPosition::MingMang($position) => $type::MingMang($answer),
            AnyPosition::Nimble($position) => $type::Nimble($answer),
        }
    };
}

/// The positions of each game.
impl GameId {
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

impl AnyPosition {
    /// The game that this position belongs to.
    pub fn game(&self) -> GameId {
        match self {
            AnyPosition::Morris(position) => GameId::Morris(position.variant()),
            AnyPosition::MingMang(position) if position.no_repeat() => GameId::MingMangNoRepeat,
            AnyPosition::MingMang(_) => GameId::MingMang,
            AnyPosition::Nimble(_) => GameId::Nimble,
        }
    }

    /// The [`perft`] count through the game's own type, which is quicker than through the enum.
    pub fn perft(&self, depth: u32) -> u64 {
        dispatch!(self, position => perft(position, depth))
    }

    /// The same arrangement with this side to move.
    #[must_use]
    pub fn with_side(self, side: Side) -> AnyPosition {
        wrap!(self, AnyPosition, position => position.with_side(side))
    }
}

/// [`Position::check`] refuses moves of another game; they must not reach any other method.
const OTHER_GAME: &str = "a move of another game";

impl Position for AnyPosition {
    type Move = AnyMove;

    fn side(&self) -> Side {
        dispatch!(self, position => position.side())
    }

    fn outcome(&self) -> Option<Outcome> {
        dispatch!(self, position => position.outcome())
    }

    fn moves_into(&self, list: &mut Vec<AnyMove>) {
        match self {
            AnyPosition::Morris(p) => list.extend(p.legal_moves().into_iter().map(AnyMove::Morris)),
            AnyPosition::MingMang(p) => {
                list.extend(p.legal_moves().into_iter().map(AnyMove::MingMang));
            }
            AnyPosition::Nimble(p) => list.extend(p.legal_moves().into_iter().map(AnyMove::Nimble)),
        }
    }

    fn count_moves(&self) -> usize {
        dispatch!(self, position => position.count_moves())
    }

    fn check(&self, mv: AnyMove) -> Result<(), Illegal> {
        dispatch_move!(self, mv, (position, mv) => position.check(mv), else Err(Illegal::OtherGame))
    }

    fn play_unchecked(&mut self, mv: AnyMove) {
        dispatch_move!(self, mv, (position, mv) => position.play_unchecked(mv),
            else unreachable!("{OTHER_GAME}"));
    }

    fn hash(&self) -> u64 {
        dispatch!(self, position => position.hash())
    }

    fn arrangement(&self) -> u64 {
        dispatch!(self, position => position.arrangement())
    }

    fn repetition(&self) -> Repetition {
        dispatch!(self, position => position.repetition())
    }

    fn reversible_plies(&self) -> usize {
        dispatch!(self, position => position.reversible_plies())
    }

    fn with_automatic_draws(self, on: bool) -> AnyPosition {
        wrap!(self, AnyPosition, position => position.with_automatic_draws(on))
    }

    fn parse_move_as(&self, text: &str, coordinates: Coordinates) -> Result<AnyMove, TextError> {
        Ok(wrap!(self, AnyMove, position => position.parse_move_as(text, coordinates)?))
    }

    fn move_text(&self, mv: AnyMove) -> String {
        dispatch_move!(self, mv, (position, mv) => position.move_text(mv),
            else unreachable!("{OTHER_GAME}"))
    }
}

impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        dispatch!(self, position => position.fmt(f))
    }
}
