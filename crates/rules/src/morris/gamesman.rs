//! Positions and moves in the notation of GAMESMAN's web interface (UC Berkeley).
//!
//! A position is `1_` or `2_` for White or Black to move, then one letter for each point (`W`, `B`,
//! `-`), row by row from the top and from the left, then the men in White's and in Black's hand:
//! one digit each, two on boards with ten men or more. Two empty hands are written as `-`; zeros
//! are read too. A move is `e5`, `e5Rb4`, `a5-a3` or `a5-a3Rb4`.
//!
//! ```
//! use merels_rules::Position;
//! use merels_rules::morris::{Variant, gamesman, parse_position};
//!
//! let position = parse_position(Variant::SIX, "WWxBBxxxxWxxxBxx w 0 0")?;
//! let text = gamesman::position_text(&position);
//! assert_eq!(text, "1_B--------WBB-WW---");
//! assert_eq!(gamesman::read_position(Variant::SIX, &text)?, position);
//! let mv = position.parse_move("e3-e1xb2")?;
//! assert_eq!(gamesman::move_text(&position, mv), "e3-e1Rb2");
//! # Ok::<(), merels_rules::TextError>(())
//! ```

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::board::Board;
use super::moves::Move;
use super::points::{Point, Points};
use super::position::MorrisPosition;
use super::setup::Setup;
use super::variant::Variant;
use crate::{Position, Side, TextError};

/// The number of men from which a hand takes two digits.
const TWO_DIGITS: u8 = 10;

/// The points of a board in GAMESMAN's order: the rows from the top, each from the left.
pub fn order(board: &Board) -> Vec<Point> {
    let mut points: Vec<Point> = board.points().into_iter().collect();
    points.sort_by_key(|point| place(board, *point));
    points
}

/// The number of a point in that order.
pub fn slot(board: &Board, point: Point) -> usize {
    let comes_before = |other: &Point| place(board, *other) < place(board, point);
    board.points().into_iter().filter(comes_before).count()
}

fn place(board: &Board, point: Point) -> (Reverse<usize>, usize) {
    let (column, row) = board.coordinates(point);
    (Reverse(row), column)
}

/// A position as text.
pub fn position_text(position: &MorrisPosition) -> String {
    let side = match position.side() {
        Side::White => "1_",
        Side::Black => "2_",
    };
    let letter = |point| match position.owner(point) {
        Some(Side::White) => 'W',
        Some(Side::Black) => 'B',
        None => '-',
    };
    let board: String = order(position.board()).into_iter().map(letter).collect();
    let width = hand_width(position.variant());
    let hands = Side::ALL.map(|side| position.hand(side));
    let hands = match hands {
        [0, 0] => "-".repeat(2 * width),
        [white, black] => format!("{white:0width$}{black:0width$}"),
    };
    format!("{side}{board}{hands}")
}

fn hand_width(variant: Variant) -> usize {
    if variant.rules().men >= TWO_DIGITS { 2 } else { 1 }
}

/// Reads a position.
///
/// # Errors
///
/// A [`TextError`] names the character and the reason, or the impossible count.
pub fn read_position(variant: Variant, text: &str) -> Result<MorrisPosition, TextError> {
    let letters: Vec<char> = text.chars().collect();
    let side = match letters.first() {
        Some('1') => Side::White,
        Some('2') => Side::Black,
        _ => return Err(TextError::at(1, "the turn is missing: 1 or 2 is wanted")),
    };
    if letters.get(1) != Some(&'_') {
        return Err(TextError::at(2, "'_' is wanted behind the turn"));
    }
    let (points, width) = (order(variant.board()), hand_width(variant));
    let wanted = 2 + points.len() + 2 * width;
    if letters.len() != wanted {
        let reason = format!(
            "the position has {} characters; {wanted} are wanted for {}",
            letters.len(),
            variant.id()
        );
        return Err(TextError::whole(reason));
    }
    let mut men = [Points::EMPTY; 2];
    for (number, (point, letter)) in points.iter().zip(&letters[2..]).enumerate() {
        match letter {
            'W' => men[0] = men[0].with(*point),
            'B' => men[1] = men[1].with(*point),
            '-' => {}
            _ => {
                let reason = format!("'{letter}' is no man: W, B or - is wanted");
                return Err(TextError::at(number + 3, reason));
            }
        }
    }
    let hand = read_hands(&letters[2 + points.len()..], 3 + points.len())?;
    let setup = Setup { variant, men, hand, side, quiet: 0 };
    setup.position().map_err(|error| TextError::whole(error.to_string()))
}

/// Reads the men in hand, which begin at `column`.
fn read_hands(letters: &[char], column: usize) -> Result<[u8; 2], TextError> {
    if letters.iter().all(|letter| *letter == '-') {
        return Ok([0, 0]);
    }
    let mut hands = [0u8; 2];
    let width = letters.len() / 2;
    for (number, letter) in letters.iter().enumerate() {
        let Some(digit) = letter.to_digit(10) else {
            let reason = format!("'{letter}' is no digit of a number of men in hand");
            return Err(TextError::at(column + number, reason));
        };
        let hand = &mut hands[number / width];
        *hand = *hand * 10 + digit as u8;
    }
    Ok(hands)
}

/// A move as text.
pub fn move_text(position: &MorrisPosition, mv: Move) -> String {
    let name = |point| position.board().name(point);
    let made = made_text(position, mv);
    match mv.removed {
        Some(removed) => format!("{made}R{}", name(removed)),
        None => made,
    }
}

/// A move as text without its removal.
pub fn made_text(position: &MorrisPosition, mv: Move) -> String {
    let name = |point| position.board().name(point);
    match mv.from {
        Some(from) => format!("{}-{}", name(from), name(mv.to)),
        None => name(mv.to).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix;
    use crate::morris::{BoardName, parse_position};

    #[test]
    fn starts_are_written_as_gamesman_writes_them() {
        for (id, text) in [
            ("six", "1_----------------66"),
            ("nine", "1_------------------------99"),
            ("ten", "1_------------------------1010"),
            ("twelve", "1_------------------------1212"),
        ] {
            let start = MorrisPosition::start(id.parse().unwrap());
            assert_eq!(position_text(&start), text);
        }
    }

    #[test]
    fn played_positions_of_every_board_are_read_as_they_are_written() {
        let mut random = SplitMix::new(14);
        for board in BoardName::ALL {
            let mut position = MorrisPosition::start(Variant::usual(board));
            while let Some(mv) = position.random_move(&mut random) {
                position.play_unchecked(mv);
                let text = position_text(&position);
                let back = read_position(position.variant(), &text).unwrap();
                assert_eq!(back, Setup { quiet: 0, ..position.setup() }.position().unwrap());
            }
        }
    }

    #[test]
    fn points_are_counted_from_the_top_left() {
        let six = MorrisPosition::start(Variant::SIX);
        let names: Vec<&str> =
            order(six.board()).into_iter().map(|point| six.board().name(point)).collect();
        assert_eq!(names[..4], ["a5", "c5", "e5", "b4"]);
        for (number, point) in order(six.board()).into_iter().enumerate() {
            assert_eq!(slot(six.board(), point), number);
        }
    }

    #[test]
    fn zeros_are_read_as_empty_hands() {
        let text = "1_B--------WBB-WW-00";
        let position = read_position(Variant::SIX, text).unwrap();
        assert_eq!(position, parse_position(Variant::SIX, "WWxBBxxxxWxxxBxx w 0 0").unwrap());
    }

    #[test]
    fn what_is_no_position_gets_a_reason() {
        for (text, reason) in [
            ("", "character 1: the turn is missing: 1 or 2 is wanted"),
            ("3_----------------66", "character 1: the turn is missing: 1 or 2 is wanted"),
            ("1-----------------66", "character 2: '_' is wanted behind the turn"),
            ("1_---", "the position has 5 characters; 20 are wanted for six"),
            ("1_-x--------------66", "character 4: 'x' is no man: W, B or - is wanted"),
            ("1_----------------6-", "character 20: '-' is no digit of a number of men in hand"),
            ("1_W---------------66", "White has 7 men (1 on the board, 6 in hand); 6 are allowed"),
        ] {
            assert_eq!(read_position(Variant::SIX, text).unwrap_err().to_string(), reason);
        }
    }
}
