//! Ming Mang: pawns slide like rooks and turn enclosed enemy pawns over to their side.

mod position;
mod squares;
mod text;

pub use position::{MingMangPosition, Move, SizeError};
pub use squares::{MAX_SIZE, MIN_SIZE, Square, Squares};
pub use text::parse_position;
pub(crate) use text::parse_square;

use alloc::string::String;
use alloc::vec::Vec;

use crate::{Coordinates, Illegal, Outcome, Position, Repetition, Side, TextError, zobrist};

/// The number of rows and columns of the usual board.
pub const USUAL_SIZE: usize = 8;

impl Position for MingMangPosition {
    type Move = Move;

    fn side(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn moves_into(&self, list: &mut Vec<Move>) {
        self.moves_into(list);
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.check(mv)
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.play_unchecked(mv);
    }

    fn hash(&self) -> u64 {
        match self.side {
            Side::White => self.arrangement,
            Side::Black => self.arrangement ^ zobrist::SIDE,
        }
    }

    fn arrangement(&self) -> u64 {
        self.arrangement
    }

    fn repetition(&self) -> Repetition {
        if self.no_repeat {
            Repetition::Forbidden
        } else if self.automatic_draws {
            Repetition::ThirdDraws
        } else {
            Repetition::Allowed
        }
    }

    fn reversible_plies(&self) -> usize {
        // A recoloured pawn can be won back, so any earlier position may occur again.
        usize::MAX
    }

    fn with_automatic_draws(mut self, on: bool) -> MingMangPosition {
        self.automatic_draws = on;
        self
    }

    fn parse_move_as(&self, text: &str, _: Coordinates) -> Result<Move, TextError> {
        text::parse_move(self.size(), text)
    }

    fn move_text(&self, mv: Move) -> String {
        text::move_text(mv)
    }
}
