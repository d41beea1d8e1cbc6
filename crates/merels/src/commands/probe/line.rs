use std::io::Write;

use anyhow::Result;
use merels_messages::Language;
use merels_rules::morris::MorrisPosition;
use merels_rules::{Position, Value};

use super::answer::Answer;
use super::exact::Exact;

/// A line whose end is not known is cut after this many plies.
const ENDLESS_LINE: usize = 40;

/// Prints best play of both sides from a position to the end of the game.
pub(crate) fn print(
    exact: &Exact,
    answer: &Answer,
    out: &mut impl Write,
    language: Language,
) -> Result<()> {
    let (line, last) = best_line(exact, answer)?;
    let end = match last.outcome() {
        Some(outcome) => language.outcome_of(answer.game(), outcome),
        None if answer.value == Value::Draw => language.say("probe-endless"),
        None => language.say("probe-no-distances"),
    };
    writeln!(out, "{}", language.say_with("probe-line", &[("line", line.join(" ").into())]))?;
    writeln!(out, "  {end}")?;
    Ok(())
}

fn best_line(exact: &Exact, answer: &Answer) -> Result<(Vec<String>, MorrisPosition)> {
    let mut position = answer.position;
    let mut line = Vec::new();
    let most = if answer.value.plies().is_none() { ENDLESS_LINE } else { usize::MAX };
    while line.len() < most {
        let moves = exact.moves(&position)?.unwrap_or_default();
        let Some((best, _)) = moves.first() else { break };
        line.push(position.move_text(*best));
        position.play_unchecked(*best);
    }
    Ok((line, position))
}
