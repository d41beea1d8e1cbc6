use std::io::{self, Write};

use anyhow::Result;
use merels_engine::Verdict;
use merels_messages::{Language, Worth};
use merels_rules::morris::{MorrisPosition, Move};
use merels_rules::{GameId, Position, Value};
use serde::Serialize;

use super::exact::Exact;

/// All that the tables say about a position.
pub(crate) struct Answer {
    pub(crate) position: MorrisPosition,
    pub(crate) value: Value,
    /// The moves with their values, best first.
    pub(crate) moves: Vec<(Move, Value)>,
}

/// The answer as JSON.
#[derive(Serialize)]
pub(crate) struct AnswerJson {
    position: String,
    value: &'static str,
    plies: Option<u16>,
    /// Whether it may take more plies.
    at_least: bool,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    text: String,
    value: &'static str,
    plies: Option<u16>,
    at_least: bool,
}

impl Answer {
    /// Asks for the exact values; `None` if the position or one of its moves is not known.
    pub(crate) fn of(exact: &Exact, position: MorrisPosition) -> Result<Option<Answer>> {
        let position = position.with_automatic_draws(false);
        let Some(value) = exact.value(&position)? else { return Ok(None) };
        let Some(moves) = exact.moves(&position)? else { return Ok(None) };
        Ok(Some(Answer { position, value, moves }))
    }

    pub(crate) fn game(&self) -> GameId {
        GameId::Morris(self.position.variant())
    }

    pub(crate) fn json(&self) -> AnswerJson {
        let moves = self.moves.iter().map(|(mv, value)| MoveJson {
            text: self.position.move_text(*mv),
            value: value.word(),
            plies: value.plies(),
            at_least: value.is_at_least(),
        });
        AnswerJson {
            position: self.position.to_string(),
            value: self.value.word(),
            plies: self.value.plies(),
            at_least: self.value.is_at_least(),
            moves: moves.collect(),
        }
    }

    pub(crate) fn print(&self, out: &mut impl Write, language: Language) -> io::Result<()> {
        let worth = |value| language.worth_of_move(Worth::from(Verdict::Exact(value)));
        writeln!(out, "{}: {}", self.position, worth(self.value))?;
        if let Some(outcome) = self.position.outcome() {
            writeln!(out, "  {}", language.outcome_of(self.game(), outcome))?;
        }
        for (mv, value) in &self.moves {
            writeln!(out, "  {:<10} {}", self.position.move_text(*mv), worth(*value))?;
        }
        Ok(())
    }
}
