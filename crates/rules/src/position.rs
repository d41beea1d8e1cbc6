use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::Hash;

use crate::{Illegal, Outcome, Side, TextError};

/// What every game's positions can do: the trait for code that is generic over the games.
///
/// A position is always legal. [`Display`](fmt::Display) writes its canonical text. Rules that look
/// back over the game (repetition) are kept by `Game`, which holds the history; a position says
/// by [`Position::repetition`] which of them applies.
pub trait Position: Clone + Eq + fmt::Debug + fmt::Display {
    /// A whole turn. Ordered canonically.
    type Move: Copy + Eq + Ord + Hash + fmt::Debug;

    /// Who is to move.
    fn side(&self) -> Side;

    /// How the game ended, if this position ends it whatever came before.
    fn outcome(&self) -> Option<Outcome>;

    /// Adds all legal moves to `list`, in canonical order; none if the game is over.
    fn moves_into(&self, list: &mut Vec<Self::Move>);

    /// Checks a move against the rules, independently of the move list.
    ///
    /// # Errors
    ///
    /// The rule that the move breaks.
    fn check(&self, mv: Self::Move) -> Result<(), Illegal>;

    /// Plays a move known to be legal. For searches; never for moves from outside.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// A hash of all that makes two positions the same for the repetition rules.
    fn hash(&self) -> u64;

    /// The hash without the side to move.
    fn arrangement(&self) -> u64;

    /// What happens when a position comes again.
    fn repetition(&self) -> Repetition;

    /// How many plies back an equal position may lie at most, as far as the position knows.
    fn reversible_plies(&self) -> usize;

    /// The same position with the automatic draws (repetition, quiet plies) on or off.
    #[must_use]
    fn with_automatic_draws(self, on: bool) -> Self;

    /// Reads a move. Whether it is legal is another question: see [`Position::check`].
    ///
    /// # Errors
    ///
    /// Says which character is wrong and why.
    fn parse_move_as(&self, text: &str, coordinates: Coordinates) -> Result<Self::Move, TextError>;

    /// The canonical text of a move.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Reads a move in its canonical text.
    ///
    /// # Errors
    ///
    /// Says which character is wrong and why.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError> {
        self.parse_move_as(text, Coordinates::Names)
    }

    /// All legal moves, in canonical order; none if the game is over.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut list = Vec::new();
        self.moves_into(&mut list);
        list
    }

    /// How many legal moves there are.
    fn count_moves(&self) -> usize {
        self.legal_moves().len()
    }

    /// Whether the move is legal.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.check(mv).is_ok()
    }

    /// The position after a move.
    ///
    /// # Errors
    ///
    /// The rule that the move breaks.
    fn play(&self, mv: Self::Move) -> Result<Self, Illegal> {
        self.check(mv)?;
        let mut next = self.clone();
        next.play_unchecked(mv);
        Ok(next)
    }
}

/// What happens when a position comes again.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Nothing.
    Allowed,
    /// The third occurrence with the same side to move draws.
    ThirdDraws,
    /// A move that recreates an earlier arrangement, whoever is to move, is not legal.
    Forbidden,
}

/// How points are written in a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Coordinates {
    /// By name only, as in records and protocols.
    Names,
    /// By name or by number, as people type.
    NamesOrNumbers,
}
