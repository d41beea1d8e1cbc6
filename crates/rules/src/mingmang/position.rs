use alloc::string::String;
use alloc::vec::Vec;

use thiserror::Error;

use super::squares::{DOWN, Direction, LEFT, MAX_SIZE, MIN_SIZE, RIGHT, Square, Squares, UP};
use super::text;
use crate::{
    Coordinates, DrawReason, Illegal, Outcome, Position, QUIET_LIMIT, Repetition, Side, TextError,
    WinReason, zobrist,
};

/// A slide of one pawn. Ordered by the pawn, then by its destination, row by row from the top.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The square the pawn stands on.
    pub from: Square,
    /// The square it goes to.
    pub to: Square,
}

/// A position of Ming Mang. Any arrangement of pawns is legal.
///
/// The quiet plies (since the last capture) are stored beside the board and are not part of the
/// position's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MingMangPosition {
    pub(super) size: u8,
    no_repeat: bool,
    automatic_draws: bool,
    pub(super) side: Side,
    quiet: u16,
    pawns: [Squares; 2],
    arrangement: u64,
}

/// A board size that the game does not allow.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
#[error("a Ming Mang board has {MIN_SIZE} to {MAX_SIZE} rows, not {0}")]
pub struct SizeError(pub usize);

impl MingMangPosition {
    /// The start on a board of `size`×`size`: White on the first column and the last row without
    /// its last square, Black on the last column and the first row without its first square.
    ///
    /// With `no_repeat`, a move may not recreate an earlier arrangement.
    ///
    /// # Errors
    ///
    /// Returns an error if the size is not from [`MIN_SIZE`] to [`MAX_SIZE`].
    pub fn start(size: usize, no_repeat: bool) -> Result<MingMangPosition, SizeError> {
        let mut position = MingMangPosition::empty(size, no_repeat, Side::White)?;
        let last = size - 1;
        for i in 0..size {
            for (row, column, side) in [
                (i, 0, Side::White),
                (last, i, Side::White),
                (i, last, Side::Black),
                (0, i, Side::Black),
            ] {
                // Each side's row gives way where it meets the other side's column.
                let of_other = match side {
                    Side::White => column == last,
                    Side::Black => column == 0,
                };
                if let Some(square) = Square::new(row, column)
                    && !of_other
                    && position.owner(square).is_none()
                {
                    position.toggle(side, square);
                }
            }
        }
        Ok(position)
    }

    /// A board without pawns.
    pub(super) fn empty(
        size: usize,
        no_repeat: bool,
        side: Side,
    ) -> Result<MingMangPosition, SizeError> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(SizeError(size));
        }
        Ok(MingMangPosition {
            size: size as u8,
            no_repeat,
            automatic_draws: true,
            side,
            quiet: 0,
            pawns: [Squares::default(); 2],
            arrangement: 0,
        })
    }

    /// The number of rows (and columns) of the board.
    pub fn size(&self) -> usize {
        self.size as usize
    }

    /// Returns `true` if a move may not recreate an earlier arrangement.
    pub fn no_repeat(&self) -> bool {
        self.no_repeat
    }

    /// The same arrangement with this side to move.
    #[must_use]
    pub fn with_side(self, side: Side) -> MingMangPosition {
        MingMangPosition { side, ..self }
    }

    /// The pawns of a side.
    pub fn pawns(&self, side: Side) -> &Squares {
        &self.pawns[side.index()]
    }

    /// Plies since the last capture.
    pub fn quiet(&self) -> u16 {
        self.quiet
    }

    /// The owner of the pawn on a square.
    pub fn owner(&self, square: Square) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.pawns(*side).contains(square))
    }

    /// The squares the pawn on a square may slide to, regardless of the side to move, row by row
    /// from the top.
    pub fn destinations(&self, from: Square) -> Vec<Square> {
        let mut list = Vec::new();
        if self.owner(from).is_some() {
            self.slides(from, |to| list.push(to));
        }
        list
    }

    /// The number of enemy pawns in an unbroken run between `from` and a pawn of the side to move.
    fn enclosed(&self, from: Square, direction: Direction) -> usize {
        let mut square = from;
        for run in 0.. {
            match square.next(direction, self.size()) {
                Some(next) if self.pawns(!self.side).contains(next) => square = next,
                Some(next) if self.pawns(self.side).contains(next) => return run,
                _ => break,
            }
        }
        0
    }

    /// Visits the squares that a pawn on `from` can slide to, row by row from the top.
    fn slides(&self, from: Square, mut visit: impl FnMut(Square)) {
        for direction in [UP, LEFT] {
            // In these directions the farthest square comes first in reading order.
            let steps = self.free_run(from, direction);
            for distance in (1..=steps).rev() {
                visit(shifted(from, direction, distance));
            }
        }
        for direction in [RIGHT, DOWN] {
            for distance in 1..=self.free_run(from, direction) {
                visit(shifted(from, direction, distance));
            }
        }
    }

    /// The number of consecutive empty squares from `from` in a direction.
    fn free_run(&self, from: Square, direction: Direction) -> i8 {
        let mut square = from;
        let mut steps = 0;
        while let Some(next) = square.next(direction, self.size())
            && self.owner(next).is_none()
        {
            square = next;
            steps += 1;
        }
        steps
    }

    /// Puts a pawn on a square or takes it off, and updates the hash.
    pub(super) fn toggle(&mut self, side: Side, square: Square) {
        self.pawns[side.index()].toggle(square);
        self.arrangement ^= pawn_key(side, square);
    }

    /// The hash without the side to move, computed from scratch.
    pub fn arrangement_from_scratch(&self) -> u64 {
        let keys = |side: Side| self.pawns(side).iter().map(move |pawn| pawn_key(side, pawn));
        Side::ALL.into_iter().flat_map(keys).fold(0, |hash, key| hash ^ key)
    }
}

impl Position for MingMangPosition {
    type Move = Move;

    fn side(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        for side in [self.side, !self.side] {
            if self.pawns(side).is_empty() {
                return Some(Outcome::win(!side, WinReason::NoPawns));
            }
        }
        let can_move = self.pawns(self.side).iter().any(|pawn| {
            [UP, LEFT, RIGHT, DOWN].into_iter().any(|direction| {
                pawn.next(direction, self.size()).is_some_and(|next| self.owner(next).is_none())
            })
        });
        if !can_move {
            return Some(Outcome::win(!self.side, WinReason::Blocked));
        }
        let drawn = !self.no_repeat && self.automatic_draws && self.quiet >= QUIET_LIMIT;
        drawn.then_some(Outcome::Draw(DrawReason::Quiet))
    }

    // Moves that would recreate an earlier arrangement count: only a game knows its history.
    fn moves_into(&self, list: &mut Vec<Move>) {
        if self.outcome().is_none() {
            for from in self.pawns(self.side).iter() {
                self.slides(from, |to| list.push(Move { from, to }));
            }
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        let Move { from, to } = mv;
        if let Some(outcome) = self.outcome() {
            return Err(Illegal::GameOver(outcome));
        }
        match self.owner(from) {
            None => return Err(Illegal::NothingThere(from.name())),
            Some(side) if side != self.side => return Err(Illegal::NotYours(from.name())),
            Some(_) => {}
        }
        let down = (to.row as i8 - from.row as i8).signum();
        let right = (to.column as i8 - from.column as i8).signum();
        if (down == 0) == (right == 0) {
            return Err(Illegal::NotStraight);
        }
        let mut square = from;
        while square != to {
            let next = square.next((down, right), self.size());
            square = next.ok_or_else(|| Illegal::OffBoard(to.name()))?;
            if self.owner(square).is_some() {
                return Err(if square == to {
                    Illegal::Occupied(to.name())
                } else {
                    Illegal::InTheWay(square.name())
                });
            }
        }
        Ok(())
    }

    fn play_unchecked(&mut self, mv: Move) {
        let us = self.side;
        self.toggle(us, mv.from);
        self.toggle(us, mv.to);
        let mut captured = false;
        for direction in [UP, LEFT, RIGHT, DOWN] {
            let mut run = mv.to;
            for _ in 0..self.enclosed(mv.to, direction) {
                let Some(next) = run.next(direction, self.size()) else { break };
                run = next;
                self.toggle(!us, run);
                self.toggle(us, run);
                captured = true;
            }
        }
        self.quiet = if captured { 0 } else { self.quiet.saturating_add(1) };
        self.side = !us;
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

/// The square at this distance, which must lie on the board.
fn shifted(from: Square, (down, right): Direction, distance: i8) -> Square {
    Square {
        row: from.row.wrapping_add_signed(down * distance),
        column: from.column.wrapping_add_signed(right * distance),
    }
}

fn pawn_key(side: Side, square: Square) -> u64 {
    zobrist::key((square.index() * 2 + side.index()) as u64)
}
