//! `six` as GAMESMAN numbers it. Points are numbered in point order.

use std::io::{self, Write};

use merels_rules::morris::{MorrisPosition, Move};
use merels_rules::{Position, Side, Value};

use super::answer::Answer;

/// The tier of a position: the men left to place, White's and Black's men on the board, as
/// decimal digits.
pub(crate) fn tier(position: &MorrisPosition) -> usize {
    let in_hand = position.hand(Side::White) + position.hand(Side::Black);
    100 * in_hand + 10 * position.men(Side::White).len() + position.men(Side::Black).len()
}

/// A move as one number over the points of the board.
fn move_number(position: &MorrisPosition, mv: Move) -> usize {
    let points = position.board().len();
    let to = mv.to.number();
    let [first, second, third] = match (mv.from, mv.removed) {
        (None, None) => [to, to, to],
        (None, Some(removed)) => [to, removed.number(), to],
        (Some(from), None) => [from.number(), to, from.number()],
        (Some(from), Some(removed)) => [from.number(), to, removed.number()],
    };
    (first * points + second) * points + third
}

/// A value in GAMESMAN's words. A tie would be a finished game without a winner, which `six` has
/// not; endless play is a draw and has no remoteness.
fn words(value: Value) -> String {
    match value {
        Value::Win(plies) => format!("win, remoteness {plies}"),
        Value::Loss(plies) => format!("lose, remoteness {plies}"),
        Value::Draw => "draw, remoteness infinite".to_owned(),
    }
}

/// Prints tier, value and moves. A move's value is from the mover's side, and its remoteness
/// counts the move itself.
pub(crate) fn print(answer: &Answer, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", answer.position)?;
    writeln!(out, "tier {}", tier(&answer.position))?;
    writeln!(out, "{}", words(answer.value))?;
    for (mv, value) in &answer.moves {
        let number = move_number(&answer.position, *mv);
        writeln!(out, "  {number:>4} {:<10} {}", answer.position.move_text(*mv), words(*value))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use merels_rules::morris::{Variant, parse_position};

    use super::*;

    #[test]
    fn moves_are_numbered_over_the_points() {
        let numbered = |text, mv| {
            let position = parse_position(Variant::Six, text).expect("a position");
            let mv = position.parse_move(mv).expect("a move");
            assert!(position.is_legal(mv), "{text}");
            move_number(&position, mv)
        };
        let start = "xxxxxxxxxxxxxxxx w 6 6";
        assert_eq!(numbered(start, "b2"), 3 * 256 + 3 * 16 + 3);
        assert_eq!(numbered("WWxBBxxxxxxxxxxx w 4 4", "e1xb2"), 2 * 256 + 3 * 16 + 2);
        assert_eq!(numbered("WWxBBxxxxWxxxBxx w 0 0", "e3-e1xb2"), 9 * 256 + 2 * 16 + 3);
        assert_eq!(numbered("WWxBBxxxxWxxWBxx w 0 0", "e3-e5"), 9 * 256 + 15 * 16 + 9);
    }

    #[test]
    fn tiers_count_men_left_and_on_the_board() {
        let position = parse_position(Variant::Six, "WWxBxxxxxxxxxxxx b 4 5").expect("a position");
        assert_eq!(tier(&position), 921);
    }
}
