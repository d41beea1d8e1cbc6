//! The answer in the words and numbers of GAMESMAN.

use std::io::{self, Write};

use merels_rules::morris::gamesman::position_text;
use merels_rules::{Position, Value};
use serde::Serialize;

use super::answer::Answer;
use crate::gamesman::{move_number, position_number, tier};

/// All that the tables say about a position of `six`. A move's value is from the mover's side, and its
/// remoteness counts the move itself.
#[derive(Serialize)]
pub(crate) struct GamesmanAnswer {
    /// As this program writes it.
    #[serde(skip)]
    own_text: String,
    position: String,
    /// None where White does not place first and the sides in turn.
    number: Option<u64>,
    tier: usize,
    #[serde(flatten)]
    worth: Worth,
    moves: Vec<MoveAnswer>,
}

#[derive(Serialize)]
struct MoveAnswer {
    number: usize,
    #[serde(rename = "move")]
    text: String,
    #[serde(flatten)]
    worth: Worth,
}

/// GAMESMAN's remoteness of an end whose distance is not known.
const UNKNOWN: i32 = -100;

/// A value in GAMESMAN's words. A tie would be a finished game without a winner, which `six` has
/// not; endless play is a draw and has no remoteness.
#[derive(Serialize)]
struct Worth {
    value: &'static str,
    remoteness: Option<i32>,
}

impl Worth {
    fn of(value: Value) -> Worth {
        let word = match value {
            Value::Win(_) => "win",
            Value::Loss(_) => "lose",
            Value::Draw => "draw",
        };
        let known = value.plies().map_or(UNKNOWN, i32::from);
        Worth { value: word, remoteness: (value != Value::Draw).then_some(known) }
    }

    fn text(&self) -> String {
        let remoteness = self.remoteness.map_or("infinite".to_owned(), |plies| plies.to_string());
        format!("{}, remoteness {remoteness}", self.value)
    }
}

impl GamesmanAnswer {
    pub(crate) fn of(answer: &Answer) -> GamesmanAnswer {
        let position = &answer.position;
        let moves = answer.moves.iter().map(|(mv, value)| MoveAnswer {
            number: move_number(position, *mv),
            text: position.move_text(*mv),
            worth: Worth::of(*value),
        });
        GamesmanAnswer {
            own_text: position.to_string(),
            position: position_text(position),
            number: position_number(position),
            tier: tier(position),
            worth: Worth::of(answer.value),
            moves: moves.collect(),
        }
    }

    /// Prints number, tier, value and moves.
    pub(crate) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", self.own_text)?;
        writeln!(out, "position {}", self.position)?;
        match self.number {
            Some(number) => writeln!(out, "number {number}")?,
            None => writeln!(out, "number none: White places first, and the sides in turn")?,
        }
        writeln!(out, "tier {}", self.tier)?;
        writeln!(out, "{}", self.worth.text())?;
        for MoveAnswer { number, text, worth } in &self.moves {
            writeln!(out, "  {number:>4} {text:<10} {}", worth.text())?;
        }
        Ok(())
    }
}
