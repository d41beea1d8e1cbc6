//! The morris family: one rules code over bitboards, driven by a table of boards and options.
//!
//! - [`Board`] is the graph, [`Variant`] the table of rules;
//! - [`Setup`] is a free arrangement, [`MorrisPosition`] a checked one;
//! - [`Move`] is a whole turn with its removal.

pub mod gamesman;

mod board;
mod generate;
mod legality;
mod lines;
mod moves;
mod points;
mod position;
mod queries;
mod setup;
mod symmetry;
mod text;
mod variant;
mod variant_text;

pub use board::{
    Board, GRID_DIAGONAL, THREE_SQUARES, THREE_SQUARES_CENTRE, THREE_SQUARES_DIAGONAL, TWO_SQUARES,
    TWO_SQUARES_CENTRE,
};
pub use lines::{MAX_LINES, MAX_LINES_THROUGH};
pub use moves::Move;
pub use points::{MAX_POINTS, Point, Points, PointsIter};
pub use position::MorrisPosition;
pub use queries::Phase;
pub use setup::{Setup, SetupError, SetupFault};
pub use symmetry::{MAX_SYMMETRIES, Symmetry};
pub use text::{parse_bare_board, parse_position};
pub(crate) use text::{parse_side, parse_typed_point};
pub use variant::{
    BoardName, FEWEST_MEN, Flying, LineEarns, Options, Removal, Variant, VariantRules,
};
pub use variant_text::UnknownVariant;

use alloc::string::String;
use alloc::vec::Vec;

use crate::{Coordinates, Illegal, Outcome, Position, Repetition, Side, TextError};

impl Position for MorrisPosition {
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

    fn count_moves(&self) -> usize {
        self.count_moves()
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.check(mv)
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.play_unchecked(mv);
    }

    fn hash(&self) -> u64 {
        self.hash()
    }

    fn arrangement(&self) -> u64 {
        match self.side {
            Side::White => self.hash(),
            Side::Black => self.hash() ^ crate::zobrist::SIDE,
        }
    }

    fn repetition(&self) -> Repetition {
        if self.automatic_draws { Repetition::ThirdDraws } else { Repetition::Allowed }
    }

    fn reversible_plies(&self) -> usize {
        self.quiet as usize
    }

    fn with_automatic_draws(mut self, on: bool) -> MorrisPosition {
        self.automatic_draws = on;
        self
    }

    fn parse_move_as(&self, text: &str, coordinates: Coordinates) -> Result<Move, TextError> {
        text::parse_move(self.board(), text, coordinates)
    }

    fn move_text(&self, mv: Move) -> String {
        text::move_text(self.board(), mv)
    }
}
