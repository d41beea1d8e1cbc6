//! Positions and moves of Ming Mang as text.
//!
//! A position is its rows from the top joined by `/`, `x` for White, `o` for Black, `.` for empty,
//! then `w` or `b`. A move is `a4-f4`; rows count from the top.
//!
//! ```
//! use merels_rules::{GameId, Position};
//!
//! let start = GameId::MingMang.parse_position("xoo/x.o/xxo w")?;
//! assert_eq!(start.to_string(), "xoo/x.o/xxo w");
//! assert_eq!(start.move_text(start.parse_move("a2-b2")?), "a2-b2");
//! # Ok::<(), merels_rules::TextError>(())
//! ```

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::position::{MingMangPosition, Move};
use super::squares::{MAX_SIZE, Square};
use crate::text::{Field, TextError, fields};
use crate::{Side, morris};

/// Reads a position, with or without the rule against repetition.
///
/// # Errors
///
/// A [`TextError`] names the character and the reason.
pub fn parse_position(text: &str, no_repeat: bool) -> Result<MingMangPosition, TextError> {
    let mut parts = fields(text, ' ');
    let board = parts.next().unwrap_or(Field { text: "", column: 1 });
    let Some(side) = parts.next() else {
        let end = text.chars().count() + 1;
        return Err(TextError::at(end, "the side to move (w or b) is missing"));
    };
    let side = morris::parse_side(side)?;
    if let Some(extra) = parts.next() {
        return Err(extra.error("the position should end here"));
    }
    let rows: Vec<_> = fields(board.text, '/').collect();
    let size = rows.len();
    let mut position = MingMangPosition::empty(size, no_repeat, side)
        .map_err(|error| board.error(format!("{error}")))?;
    for (row, field) in rows.into_iter().enumerate() {
        let found = field.text.chars().count();
        if found != size {
            let number = row + 1;
            let reason = format!("row {number} has {found} squares; {size} rows need {size} each");
            return Err(field.error(reason));
        }
        for (column, (place, letter)) in field.chars().enumerate() {
            let side = match letter {
                'x' => Side::White,
                'o' => Side::Black,
                '.' => continue,
                _ => {
                    let reason = format!("'{letter}' is no pawn: x, o or . is wanted");
                    return Err(TextError::at(place, reason));
                }
            };
            if let Some(square) = Square::new(row, column) {
                position.toggle(side, square);
            }
        }
    }
    Ok(position)
}

impl fmt::Display for MingMangPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.size() {
            if row > 0 {
                f.write_str("/")?;
            }
            for column in 0..self.size() {
                let owner = Square::new(row, column).and_then(|square| self.owner(square));
                f.write_str(match owner {
                    Some(Side::White) => "x",
                    Some(Side::Black) => "o",
                    None => ".",
                })?;
            }
        }
        write!(f, " {}", self.side.letter())
    }
}

pub(super) fn parse_move(size: usize, text: &str) -> Result<Move, TextError> {
    let mut ends = fields(text, '-');
    let mut square = || match ends.next() {
        Some(end) => parse_square(size, end),
        None => Err(TextError::at(text.chars().count() + 1, "a move is two squares, as in a4-f4")),
    };
    let mv = Move { from: square()?, to: square()? };
    match ends.next() {
        Some(extra) => Err(extra.error("a move has one '-'")),
        None => Ok(mv),
    }
}

pub(crate) fn parse_square(size: usize, field: Field<'_>) -> Result<Square, TextError> {
    let text = field.text;
    let wrong = || field.error(format!("'{text}' is no square of this board"));
    let column =
        text.bytes().next().and_then(|letter| letter.checked_sub(b'a')).ok_or_else(wrong)?;
    let row = text.get(1..).ok_or_else(wrong)?;
    let row = Field { text: row, column: field.column + 1 }
        .number("row", MAX_SIZE as u32)
        .map_err(|_| wrong())?;
    let row = (row as usize).checked_sub(1).ok_or_else(wrong)?;
    Square::new(row, column as usize)
        .filter(|square| (square.row.max(square.column) as usize) < size)
        .ok_or_else(wrong)
}

pub(super) fn move_text(mv: Move) -> String {
    format!("{}-{}", mv.from.name(), mv.to.name())
}
