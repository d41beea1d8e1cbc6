//! Nimble: pawns on a strip move to the left; the side that cannot move loses.
//!
//! A position is the number of pawns on each square, joined by commas, then the player to move, `1`
//! or `2`. A move is `4-2`, from square 4 to square 2, squares counted from 1.
//!
//! ```
//! use merels_rules::{GameId, Position};
//!
//! let position = GameId::Nimble.parse_position("0,0,1,2,0,2 1")?;
//! let mv = position.parse_move("4-2")?;
//! assert_eq!(position.play(mv)?.to_string(), "0,1,1,1,0,2 2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use thiserror::Error;

use crate::text::{Field, TextError, fields};
use crate::{
    Coordinates, Illegal, Outcome, Position, Repetition, Side, SplitMix, WinReason, zobrist,
};

/// The longest strip.
pub const MAX_SQUARES: usize = 64;

/// The most pawns that a square may hold at the start.
pub const MAX_PAWNS: u16 = 99;

/// The most pawns on a whole strip: all of them can gather on one square.
const MAX_TOTAL: u32 = MAX_SQUARES as u32 * MAX_PAWNS as u32;

/// The default length of a strip and its most pawns per square.
pub const USUAL_STRIP: Strip = Strip { squares: 10, pawns: 3 };

/// The size of a random start.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    /// The number of squares.
    pub squares: usize,
    /// The most pawns that a square may hold at the start.
    pub pawns: u16,
}

/// A strip that the game does not allow.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
pub enum StripError {
    /// Too short or too long.
    #[error("a strip has 1 to {MAX_SQUARES} squares, not {0}")]
    Squares(usize),
    /// Too many pawns.
    #[error("a square starts with at most {MAX_PAWNS} pawns, not {0}")]
    Pawns(u16),
    /// Too many pawns in all.
    #[error("a strip holds at most {MAX_TOTAL} pawns, not {0}")]
    Total(u32),
    /// No pawn could ever stand where it can move from.
    #[error("a game needs at least two squares and one pawn on a square")]
    Decided,
}

/// A pawn's move to the left, squares counted from 1.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The square it leaves.
    pub from: u8,
    /// The square it goes to.
    pub to: u8,
}

/// A position of Nimble.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NimblePosition {
    pawns: Vec<u16>,
    side: Side,
    arrangement: u64,
}

impl NimblePosition {
    /// A random strip on which a pawn can move, the same for the same seed. Player 1 (White) begins.
    ///
    /// # Errors
    ///
    /// Returns an error if the size is out of bounds, or leaves no strip on which a pawn can move.
    pub fn random(strip: Strip, seed: u64) -> Result<NimblePosition, StripError> {
        let Strip { squares, pawns } = strip;
        if pawns > MAX_PAWNS {
            return Err(StripError::Pawns(pawns));
        }
        if squares == 1 || pawns == 0 {
            return Err(StripError::Decided);
        }
        let mut random = SplitMix::new(seed);
        loop {
            let laid = core::iter::repeat_with(|| random.below(pawns as usize + 1) as u16);
            let laid = laid.take(squares.min(MAX_SQUARES + 1)).collect();
            let start = NimblePosition::new(laid, Side::White)?;
            if start.outcome().is_none() {
                return Ok(start);
            }
        }
    }

    fn new(pawns: Vec<u16>, side: Side) -> Result<NimblePosition, StripError> {
        if !(1..=MAX_SQUARES).contains(&pawns.len()) {
            return Err(StripError::Squares(pawns.len()));
        }
        let total = pawns.iter().map(|pawns| *pawns as u32).sum();
        if total > MAX_TOTAL {
            return Err(StripError::Total(total));
        }
        let mut position = NimblePosition { pawns, side, arrangement: 0 };
        position.arrangement = position.arrangement_from_scratch();
        Ok(position)
    }

    /// The number of squares of the strip.
    pub fn squares(&self) -> usize {
        self.pawns.len()
    }

    /// The same arrangement with this side to move.
    #[must_use]
    pub fn with_side(self, side: Side) -> NimblePosition {
        NimblePosition { side, ..self }
    }

    /// The number of pawns on each square, from the leftmost square on.
    pub fn pawns(&self) -> &[u16] {
        &self.pawns
    }

    /// The number of pawns on a square counted from 1; 0 on a square that does not exist.
    pub fn pawns_on(&self, square: u8) -> u16 {
        let index = (square as usize).checked_sub(1);
        index.and_then(|index| self.pawns.get(index)).copied().unwrap_or(0)
    }

    /// The hash without the side to move, computed from scratch.
    pub fn arrangement_from_scratch(&self) -> u64 {
        self.pawns.iter().enumerate().fold(0, |hash, (i, pawns)| hash ^ pawns_key(i, *pawns))
    }

    fn add(&mut self, square: u8, change: i16) {
        let index = square as usize - 1;
        self.arrangement ^= pawns_key(index, self.pawns[index]);
        self.pawns[index] = self.pawns[index].wrapping_add_signed(change);
        self.arrangement ^= pawns_key(index, self.pawns[index]);
    }
}

fn pawns_key(index: usize, pawns: u16) -> u64 {
    zobrist::key((index as u64) << 16 | pawns as u64)
}

impl Position for NimblePosition {
    type Move = Move;

    fn side(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let stuck = self.pawns.iter().skip(1).all(|pawns| *pawns == 0);
        stuck.then_some(Outcome::win(!self.side, WinReason::Blocked))
    }

    fn moves_into(&self, list: &mut Vec<Move>) {
        for from in 2..=self.squares() as u8 {
            if self.pawns_on(from) > 0 {
                list.extend((1..from).map(|to| Move { from, to }));
            }
        }
    }

    fn check(&self, Move { from, to }: Move) -> Result<(), Illegal> {
        if let Some(outcome) = self.outcome() {
            return Err(Illegal::GameOver(outcome));
        }
        for square in [from, to] {
            if square == 0 || square as usize > self.squares() {
                return Err(Illegal::OffBoard(format!("square {square}")));
            }
        }
        if self.pawns_on(from) == 0 {
            Err(Illegal::NothingThere(from.to_string()))
        } else if to >= from {
            Err(Illegal::NotLeft)
        } else {
            Ok(())
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.add(mv.from, -1);
        self.add(mv.to, 1);
        self.side = !self.side;
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
        Repetition::Allowed // Never happens: pawns do not move back.
    }

    fn reversible_plies(&self) -> usize {
        0
    }

    fn with_automatic_draws(self, _: bool) -> NimblePosition {
        self
    }

    fn parse_move_as(&self, text: &str, _: Coordinates) -> Result<Move, TextError> {
        let mut ends = fields(text, '-');
        let mut square = || match ends.next() {
            Some(end) if end.text.is_empty() => {
                Err(end.error("a square is missing: a move is two squares, as in 4-2"))
            }
            Some(end) => end.number("square", u8::MAX as u32).map(|number| number as u8),
            None => {
                let end = text.chars().count() + 1;
                Err(TextError::at(end, "a move is two squares, as in 4-2"))
            }
        };
        let mv = Move { from: square()?, to: square()? };
        match ends.next() {
            Some(extra) => Err(extra.error("a move has one '-'")),
            None => Ok(mv),
        }
    }

    fn move_text(&self, mv: Move) -> String {
        format!("{}-{}", mv.from, mv.to)
    }
}

impl fmt::Display for NimblePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, pawns) in self.pawns.iter().enumerate() {
            let separator = if i == 0 { "" } else { "," };
            write!(f, "{separator}{pawns}")?;
        }
        write!(f, " {}", self.side.index() + 1)
    }
}

/// Reads a position.
///
/// # Errors
///
/// A [`TextError`] names the character and the reason.
pub fn parse_position(text: &str) -> Result<NimblePosition, TextError> {
    let mut parts = fields(text, ' ');
    let strip = parts.next().unwrap_or(Field { text: "", column: 1 });
    let counts = fields(strip.text, ',').map(|field| field.number("count", MAX_TOTAL));
    let pawns = counts.map(|count| count.map(|count| count as u16)).collect::<Result<_, _>>()?;
    let side = match parts.next() {
        Some(Field { text: "1", .. }) => Side::White,
        Some(Field { text: "2", .. }) => Side::Black,
        Some(other) => {
            return Err(other.error(format!("'{}' is no player: 1 or 2 is wanted", other.text)));
        }
        None => {
            let end = text.chars().count() + 1;
            return Err(TextError::at(end, "the player to move (1 or 2) is missing"));
        }
    };
    if let Some(extra) = parts.next() {
        return Err(extra.error("the position should end here"));
    }
    NimblePosition::new(pawns, side).map_err(|error| strip.error(error.to_string()))
}
