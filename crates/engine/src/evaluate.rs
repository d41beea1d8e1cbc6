//! The trait that connects the search to a game.

use std::sync::Arc;

use merels_rules::{DrawRank, Position, Value, Wdl};

use crate::evaluation::Evaluation;
use crate::network::Network;
use crate::openings::{Openings, OpeningsChoice};
use crate::oracle::Oracle;

/// Everything the search needs from a game beyond its rules.
pub(crate) trait Evaluate: Position<Move: Send + Sync> + Send + Sync {
    /// The number of slots of the history table: a power of two.
    const HISTORY: usize;

    /// The static evaluation for the side to move, in hundredths of a man. The game must not be
    /// over.
    fn evaluate(&self) -> i32;

    /// The network that evaluates this game's positions, if there is one.
    fn network(&self, _: &Evaluation) -> Option<Arc<Network>> {
        None
    }

    /// The evaluation by a network of this game.
    fn evaluate_with(&self, _: &Network) -> i16 {
        0
    }

    /// The simple part of [`Evaluate::evaluate`]: men against men.
    fn material(&self) -> i32;

    /// Returns `true` while men are placed.
    fn is_placing(&self) -> bool {
        false
    }

    /// Gives every move a rank for move ordering, by its appearance alone: [`TACTICAL`] or more for
    /// captures, less for other moves.
    fn rank(&self, moves: &[Self::Move], ranks: &mut Vec<i32>);

    /// Returns `true` if a move that leads to `next` captures nothing.
    fn is_quiet(&self, mv: Self::Move, next: &Self) -> bool;

    /// A move in 16 bits, never 0. Modulo [`Evaluate::HISTORY`] it is the move without its capture.
    fn pack(&self, mv: Self::Move) -> u16;

    /// The inverse of [`Evaluate::pack`]; `None` if the move is not legal here.
    fn unpack(&self, packed: u16) -> Option<Self::Move>;

    /// The key of this position in the transposition table.
    fn table_key(&self) -> u64 {
        self.hash()
    }

    /// The exact value, if the oracle knows this game and this position.
    fn probe(&self, _: &dyn Oracle) -> Option<Value> {
        None
    }

    /// The result, if the oracle knows it for this game and this position.
    fn probe_result(&self, _: &dyn Oracle) -> Option<Wdl> {
        None
    }

    /// The rank of a drawn position, if the oracle knows it for this game and this position.
    fn probe_rank(&self, _: &dyn Oracle) -> Option<DrawRank> {
        None
    }

    /// The exact openings of this game, which need no tables.
    fn openings<'o>(&self, _: &'o OpeningsChoice) -> Option<&'o Openings> {
        None
    }

    /// Returns `true` if a move of the drawn lines beyond the openings leads here.
    fn is_on_drawn_line(&self, _: &Openings) -> bool {
        false
    }
}

/// The least rank of a capture.
pub(crate) const TACTICAL: i32 = 1 << 20;
