use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::Hash;

use crate::{Illegal, Outcome, Side, TextError};

/// The operations of every game's positions: the trait for code that is generic over the games.
///
/// A position is always legal. [`Display`](fmt::Display) writes its canonical text. `Game` holds
/// the history and keeps the rules about repetition; [`Position::repetition`] names the one that
/// applies.
pub trait Position: Clone + Eq + fmt::Debug + fmt::Display {
    /// A whole turn. Its order is the canonical order of moves.
    type Move: Copy + Eq + Ord + Hash + fmt::Debug;

    /// The side to move.
    fn side(&self) -> Side;

    /// The outcome, if this position ends the game regardless of its history.
    fn outcome(&self) -> Option<Outcome>;

    /// Adds all legal moves to `list`, in canonical order; none if the game is over.
    fn moves_into(&self, list: &mut Vec<Self::Move>);

    /// Checks a move against the rules, independently of the move list.
    ///
    /// # Errors
    ///
    /// Returns the rule that the move breaks.
    fn check(&self, mv: Self::Move) -> Result<(), Illegal>;

    /// Plays a move known to be legal. Meant for searches, never for input from outside.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// A hash of everything that makes two positions equal for the repetition rules.
    fn hash(&self) -> u64;

    /// The hash without the side to move.
    fn arrangement(&self) -> u64;

    /// The rule for a position that occurs again.
    fn repetition(&self) -> Repetition;

    /// The greatest distance in plies to an earlier equal position, as far as the position knows.
    fn reversible_plies(&self) -> usize;

    /// The same position with the automatic draws (repetition, quiet plies) on or off.
    #[must_use]
    fn with_automatic_draws(self, on: bool) -> Self;

    /// Reads a move. [`Position::check`] tells if it is legal.
    ///
    /// # Errors
    ///
    /// A [`TextError`] names the character and the reason.
    fn parse_move_as(&self, text: &str, coordinates: Coordinates) -> Result<Self::Move, TextError>;

    /// The canonical text of a move.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Reads a move in its canonical text.
    ///
    /// # Errors
    ///
    /// A [`TextError`] names the character and the reason.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError> {
        self.parse_move_as(text, Coordinates::Names)
    }

    /// All legal moves, in canonical order; empty if the game is over.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut list = Vec::new();
        self.moves_into(&mut list);
        list
    }

    /// The number of legal moves.
    fn count_moves(&self) -> usize {
        self.legal_moves().len()
    }

    /// Returns `true` if the move is legal.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.check(mv).is_ok()
    }

    /// The position after a move.
    ///
    /// # Errors
    ///
    /// Returns the rule that the move breaks.
    fn play(&self, mv: Self::Move) -> Result<Self, Illegal> {
        self.check(mv)?;
        Ok(self.after_unchecked(mv))
    }

    /// The position after a move that is assumed to be legal, as [`Position::play_unchecked`] plays it.
    #[inline]
    fn after_unchecked(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(mv);
        next
    }
}

/// The rule for a position that occurs again.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Repetition has no effect.
    Allowed,
    /// The third occurrence with the same side to move is a draw.
    ThirdDraws,
    /// A move that recreates an earlier arrangement is illegal, whichever side was to move.
    Forbidden,
}

/// The notation of points in a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Coordinates {
    /// By name only, as in records and protocols.
    Names,
    /// By name or by number, as people type them.
    NamesOrNumbers,
}
