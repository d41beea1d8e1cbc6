//! The answer in the words and numbers of GAMESMAN.

use std::io::{self, Write};

use merels_rules::morris::gamesman::position_text;
use merels_rules::{Position, Value};

use super::answer::Answer;
use crate::gamesman::{move_number, position_number, tier};

/// A value in GAMESMAN's words. A tie would be a finished game without a winner, which `six` has
/// not; endless play is a draw and has no remoteness.
fn words(value: Value) -> String {
    match value {
        Value::Win(plies) => format!("win, remoteness {plies}"),
        Value::Loss(plies) => format!("lose, remoteness {plies}"),
        Value::Draw => "draw, remoteness infinite".to_owned(),
    }
}

/// Prints number, tier, value and moves. A move's value is from the mover's side, and its
/// remoteness counts the move itself.
pub(crate) fn print(answer: &Answer, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", answer.position)?;
    writeln!(out, "position {}", position_text(&answer.position))?;
    match position_number(&answer.position) {
        Some(number) => writeln!(out, "number {number}")?,
        None => writeln!(out, "number none: White places first, and the sides in turn")?,
    }
    writeln!(out, "tier {}", tier(&answer.position))?;
    writeln!(out, "{}", words(answer.value))?;
    for (mv, value) in &answer.moves {
        let number = move_number(&answer.position, *mv);
        writeln!(out, "  {number:>4} {:<10} {}", answer.position.move_text(*mv), words(*value))?;
    }
    Ok(())
}
