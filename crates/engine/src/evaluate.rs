//! The trait by which the search reaches a game.

use std::sync::Arc;

use merels_rules::{Position, Value};

use crate::evaluation::Evaluation;
use crate::network::Network;
use crate::openings::{Openings, OpeningsChoice};
use crate::oracle::{Oracle, Wdl};

/// What the search must know of a game beyond its rules.
pub(crate) trait Evaluate: Position<Move: Send + Sync> + Send + Sync {
    /// How many slots the history of moves needs: a power of two.
    const HISTORY: usize;

    /// What the position is worth to the side to move, in hundredths of a man. The game is not
    /// over.
    fn evaluate(&self) -> i32;

    /// The network that judges this game's positions, if there is one.
    fn network(&self, _: &Evaluation) -> Option<Arc<Network>> {
        None
    }

    /// What a network of this game takes the position to be worth.
    fn evaluate_with(&self, _: &Network) -> i16 {
        0
    }

    /// The part of [`Evaluate::evaluate`] that is plain to everybody: men against men.
    fn material(&self) -> i32;

    /// Whether men are still placed.
    fn is_placing(&self) -> bool {
        false
    }

    /// Gives every move a rank by its looks alone, in order: [`TACTICAL`] and more for moves that
    /// capture, less and below that for others.
    fn rank(&self, moves: &[Self::Move], ranks: &mut Vec<i32>);

    /// Whether a move that leads to `next` captures nothing.
    fn is_quiet(&self, mv: Self::Move, next: &Self) -> bool;

    /// A move in 16 bits, never 0. Modulo [`Evaluate::HISTORY`] it is the move without what it
    /// captures.
    fn pack(&self, mv: Self::Move) -> u16;

    /// The inverse of [`Evaluate::pack`]; `None` if the move is not legal here.
    fn unpack(&self, packed: u16) -> Option<Self::Move>;

    /// Under which key the table keeps this position.
    fn table_key(&self) -> u64 {
        self.hash()
    }

    /// The exact value, if the oracle knows this game and this position.
    fn ask(&self, _: &dyn Oracle) -> Option<Value> {
        None
    }

    /// Who wins, if the oracle knows that of this game and this position.
    fn ask_result(&self, _: &dyn Oracle) -> Option<Wdl> {
        None
    }

    /// What is known exactly of the beginnings of this game without tables.
    fn openings<'o>(&self, _: &'o OpeningsChoice) -> Option<&'o Openings> {
        None
    }

    /// Whether a move of the drawn lines beyond the openings leads here.
    fn is_on_drawn_line(&self, _: &Openings) -> bool {
        false
    }
}

/// The least rank of a move that captures.
pub(crate) const TACTICAL: i32 = 1 << 20;
