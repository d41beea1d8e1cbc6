use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::mingmang::{self, MingMangPosition};
use crate::morris::{self, MorrisPosition};
use crate::nimble::{self, NimblePosition};
use crate::{Coordinates, GameId, Illegal, Outcome, Position, Repetition, Side, TextError};

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

/// Asks the position inside, whichever game it is of.
macro_rules! ask {
    ($any:expr, $position:ident => $answer:expr) => {
        match $any {
            AnyPosition::Morris($position) => $answer,
            AnyPosition::MingMang($position) => $answer,
            AnyPosition::Nimble($position) => $answer,
        }
    };
}

/// Asks the position inside about a move of its own game.
macro_rules! ask_about {
    ($any:expr, $mv:expr, ($position:ident, $inner:ident) => $answer:expr, else $other:expr) => {
        match ($any, $mv) {
            (AnyPosition::Morris($position), AnyMove::Morris($inner)) => $answer,
            (AnyPosition::MingMang($position), AnyMove::MingMang($inner)) => $answer,
            (AnyPosition::Nimble($position), AnyMove::Nimble($inner)) => $answer,
            _ => $other,
        }
    };
}

/// Does the same for each game, wrapping what comes out.
macro_rules! wrap {
    ($any:expr, $type:ident, $position:ident => $answer:expr) => {
        match $any {
            AnyPosition::Morris($position) => $type::Morris($answer),
            AnyPosition::MingMang($position) => $type::MingMang($answer),
            AnyPosition::Nimble($position) => $type::Nimble($answer),
        }
    };
}

impl AnyPosition {
    /// Which game this is a position of.
    pub fn game(&self) -> GameId {
        match self {
            AnyPosition::Morris(position) => GameId::Morris(position.variant()),
            AnyPosition::MingMang(position) if position.no_repeat() => GameId::MingMangNoRepeat,
            AnyPosition::MingMang(_) => GameId::MingMang,
            AnyPosition::Nimble(_) => GameId::Nimble,
        }
    }

    /// The same arrangement with this side to move.
    #[must_use]
    pub fn with_side(self, side: Side) -> AnyPosition {
        wrap!(self, AnyPosition, position => position.with_side(side))
    }
}

/// Moves of another game are refused by [`Position::check`]; they must not come elsewhere.
const OTHER_GAME: &str = "a move of another game";

impl Position for AnyPosition {
    type Move = AnyMove;

    fn side(&self) -> Side {
        ask!(self, position => position.side())
    }

    fn outcome(&self) -> Option<Outcome> {
        ask!(self, position => position.outcome())
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
        ask!(self, position => position.count_moves())
    }

    fn check(&self, mv: AnyMove) -> Result<(), Illegal> {
        ask_about!(self, mv, (position, mv) => position.check(mv), else Err(Illegal::OtherGame))
    }

    fn play_unchecked(&mut self, mv: AnyMove) {
        ask_about!(self, mv, (position, mv) => position.play_unchecked(mv),
            else unreachable!("{OTHER_GAME}"));
    }

    fn hash(&self) -> u64 {
        ask!(self, position => position.hash())
    }

    fn arrangement(&self) -> u64 {
        ask!(self, position => position.arrangement())
    }

    fn repetition(&self) -> Repetition {
        ask!(self, position => position.repetition())
    }

    fn reversible_plies(&self) -> usize {
        ask!(self, position => position.reversible_plies())
    }

    fn with_automatic_draws(self, on: bool) -> AnyPosition {
        wrap!(self, AnyPosition, position => position.with_automatic_draws(on))
    }

    fn parse_move_as(&self, text: &str, coordinates: Coordinates) -> Result<AnyMove, TextError> {
        Ok(wrap!(self, AnyMove, position => position.parse_move_as(text, coordinates)?))
    }

    fn move_text(&self, mv: AnyMove) -> String {
        ask_about!(self, mv, (position, mv) => position.move_text(mv),
            else unreachable!("{OTHER_GAME}"))
    }
}

impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ask!(self, position => position.fmt(f))
    }
}
