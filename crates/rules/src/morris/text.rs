//! Positions and moves of the morris games as text.
//!
//! A position is `BOARD SIDE WHITE_HAND BLACK_HAND [QUIET]`: one letter per point in point order
//! (`W`, `B`, `x` for empty; `.` is read too), `w` or `b` to move, the men in hand, and the plies
//! since the last placement or removal (0 when left out).
//!
//! A move is `d6` (place), `d6-d5` (move or fly), with `xa1` behind it for the man taken.
//!
//! ```
//! use merels_rules::Position;
//! use merels_rules::morris::{MorrisPosition, Variant, parse_position};
//!
//! let text = "WWxBBxxxxxxxxxxxxxxxxxxx w 7 7 0";
//! let position = parse_position(Variant::NINE, text)?;
//! assert_eq!(position.to_string(), text);
//!
//! let mv = position.parse_move("g1xb2")?;
//! assert!(position.is_legal(mv));
//! assert_eq!(position.move_text(mv), "g1xb2");
//! # Ok::<(), merels_rules::TextError>(())
//! ```

use alloc::format;
use alloc::string::String;
use core::fmt;

use super::board::Board;
use super::moves::Move;
use super::points::{Point, Points};
use super::position::MorrisPosition;
use super::setup::Setup;
use super::variant::Variant;
use crate::text::{Field, TextError, fields};
use crate::{Coordinates, Side};

/// Reads a position of `variant`.
///
/// # Errors
///
/// A [`TextError`] names the character and the reason, or the impossible count.
pub fn parse_position(variant: Variant, text: &str) -> Result<MorrisPosition, TextError> {
    let mut fields = fields(text, ' ');
    let mut field = |what: &str| {
        fields.next().ok_or_else(|| {
            TextError::at(text.chars().count() + 1, format!("the {what} is missing"))
        })
    };
    let men = parse_board(variant.board(), field("board")?)?;
    let side = parse_side(field("side to move (w or b)")?)?;
    let most = variant.rules().men as u32;
    let white_hand = field("number of White's men in hand")?.number("number of men", most)?;
    let black_hand = field("number of Black's men in hand")?.number("number of men", most)?;
    let quiet = match fields.next() {
        Some(field) => field.number("number of quiet plies", u16::MAX as u32)? as u16,
        None => 0,
    };
    if let Some(extra) = fields.next() {
        return Err(extra.error("the position should end here"));
    }
    let hand = [white_hand as u8, black_hand as u8];
    let setup = Setup { variant, men, hand, side, quiet };
    setup.position().map_err(|error| TextError::whole(format!("{error}")))
}

/// Reads the letters of a bare board: White's and Black's men.
///
/// # Errors
///
/// A [`TextError`] names the wrong character, or says that there are too few or too many.
pub fn parse_bare_board(variant: Variant, text: &str) -> Result<[Points; 2], TextError> {
    parse_board(variant.board(), Field { text, column: 1 })
}

fn parse_board(board: &Board, field: Field<'_>) -> Result<[Points; 2], TextError> {
    let mut men = [Points::EMPTY; 2];
    let wanted = board.len();
    let found = field.text.chars().count();
    for (number, (column, letter)) in field.chars().enumerate() {
        let Some(point) = Point::new(number).filter(|point| point.number() < wanted) else {
            return Err(TextError::at(
                column,
                format!("the board has {found} letters; {wanted} are wanted"),
            ));
        };
        match letter {
            'W' => men[0] = men[0].with(point),
            'B' => men[1] = men[1].with(point),
            'x' | '.' => {}
            _ => {
                let reason = format!("'{letter}' is no man: W, B or x is wanted");
                return Err(TextError::at(column, reason));
            }
        }
    }
    if found < wanted {
        let reason = format!("the board has {found} letters; {wanted} are wanted");
        return Err(TextError::at(field.column + found, reason));
    }
    Ok(men)
}

pub(crate) fn parse_side(field: Field<'_>) -> Result<Side, TextError> {
    let mut letters = field.text.chars();
    match (letters.next().and_then(Side::from_letter), letters.next()) {
        (Some(side), None) => Ok(side),
        _ => Err(field.error(format!("'{}' is no side: w or b is wanted", field.text))),
    }
}

/// The canonical text, with the quiet plies.
impl fmt::Display for MorrisPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bare_board().fmt(f)?;
        let [white_hand, black_hand] = self.hand;
        write!(f, " {} {white_hand} {black_hand} {}", self.side.letter(), self.quiet)
    }
}

impl MorrisPosition {
    /// The letters of the board alone.
    pub fn bare_board(&self) -> String {
        let letter = |point| match self.owner(point) {
            Some(Side::White) => 'W',
            Some(Side::Black) => 'B',
            None => 'x',
        };
        self.board().points().into_iter().map(letter).collect()
    }
}

/// Reads a point as people type it: by its name or its number.
pub(crate) fn parse_typed_point(board: &Board, field: Field<'_>) -> Result<Point, TextError> {
    parse_point(board, field, Coordinates::NamesOrNumbers)
}

/// Reads a point of the board: a name, or a number where `coordinates` allow it.
fn parse_point(
    board: &Board,
    field: Field<'_>,
    coordinates: Coordinates,
) -> Result<Point, TextError> {
    if let Some(point) = board.point(field.text) {
        return Ok(point);
    }
    if coordinates == Coordinates::NamesOrNumbers
        && !field.text.is_empty()
        && field.text.bytes().all(|b| b.is_ascii_digit())
    {
        let number = field.number("point", board.len() as u32 - 1)? as usize;
        return Point::new(number).ok_or_else(|| field.error("no such point"));
    }
    Err(field.error(match field.text {
        "" => String::from("a point is missing"),
        text => format!("'{text}' is no point of this board"),
    }))
}

/// Reads a move without checking that it is legal.
pub(super) fn parse_move(
    board: &Board,
    text: &str,
    coordinates: Coordinates,
) -> Result<Move, TextError> {
    let point = |field| parse_point(board, field, coordinates);
    let mut halves = fields(text, 'x');
    let first = halves.next().unwrap_or(Field { text: "", column: 1 });
    let mut ends = fields(first.text, '-').map(point);
    let start = ends.next().unwrap_or_else(|| Err(first.error("a move is missing")))?;
    let mv = match ends.next() {
        Some(to) => Move::step(start, to?),
        None => Move::place(start),
    };
    if ends.next().is_some() {
        return Err(first.error("a move has one '-' at most"));
    }
    let mv = match halves.next() {
        Some(removed) => mv.taking(point(removed)?),
        None => mv,
    };
    match halves.next() {
        Some(extra) => Err(extra.error("a move takes one man at most")),
        None => Ok(mv),
    }
}

pub(super) fn move_text(board: &Board, mv: Move) -> String {
    let mut text = String::new();
    if let Some(from) = mv.from {
        text += board.name(from);
        text.push('-');
    }
    text += board.name(mv.to);
    if let Some(removed) = mv.removed {
        text.push('x');
        text += board.name(removed);
    }
    text
}
