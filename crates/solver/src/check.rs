//! An independent check while sectors are solved: recomputes the values of random positions from
//! their moves, by the rules and single lookups. It serves runs that leave no files to verify.

use std::collections::HashMap;

use merels_rules::morris::MorrisPosition;
use merels_rules::{Position, SplitMix, Value};
use merels_tables::{Code, Coding, Index, Indexer, Sector};
use rayon::prelude::*;

use crate::error::{Disagreement, Result, SolveError};

/// Looks up the codes of a finished sector at some indices.
pub(crate) type LookUp<'a> = &'a mut dyn FnMut(Sector, &[Index]) -> Result<Vec<Code>>;

/// A position to check, with its children.
struct Question {
    position: MorrisPosition,
    /// The value that the rules alone determine: the game is over, or a move ends it.
    known: Option<Value>,
    /// The positions after the other moves.
    children: Vec<(Sector, Index)>,
}

/// Checks `count` random positions of a sector that has just been solved.
/// Fails with [`SolveError::Disagrees`] at the first position whose value does not follow from its
/// moves.
pub(crate) fn check_some(
    indexer: &Indexer,
    sector: Sector,
    count: u64,
    random: &mut SplitMix,
    look_up: LookUp<'_>,
) -> Result<()> {
    if count == 0 {
        return Ok(());
    }
    let coding = Coding::of(indexer.variant());
    let chosen: Vec<Index> =
        (0..count).map(|_| Index(random.below(indexer.len(sector) as usize) as u64)).collect();
    let stored = look_up(sector, &chosen)?;
    let questions: Vec<Question> =
        chosen.par_iter().filter_map(|index| question(indexer, sector, *index)).collect();
    // There is one lookup for each sector that the moves lead to.
    let mut wanted: HashMap<Sector, Vec<Index>> = HashMap::new();
    for (sector, index) in questions.iter().flat_map(|question| &question.children) {
        wanted.entry(*sector).or_default().push(*index);
    }
    let mut answers = HashMap::new();
    for (sector, indices) in wanted {
        answers.insert(sector, look_up(sector, &indices)?.into_iter());
    }
    for (question, stored) in questions.into_iter().zip(stored) {
        let mut best = question.known;
        for (sector, _) in &question.children {
            let code = answers.get_mut(sector).and_then(Iterator::next);
            let code = code.ok_or(SolveError::Missing(*sector))?;
            best = better(best, coding.before_move(coding.value(code)));
        }
        let stored = coding.value(stored);
        if best != Some(stored) {
            let position = question.position;
            return Err(SolveError::Disagrees(Disagreement { position, stored, computed: best }));
        }
    }
    Ok(())
}

fn question(indexer: &Indexer, sector: Sector, index: Index) -> Option<Question> {
    let position = indexer.position(sector, index)?.with_automatic_draws(false);
    let known = position.outcome().map(|end| Value::of_outcome(end, position.side()));
    let mut question = Question { position, known, children: Vec::new() };
    for mv in position.legal_moves() {
        let next = position.after_unchecked(mv);
        match next.outcome() {
            Some(end) => {
                let value = Value::of_outcome(end, next.side()).before_move();
                question.known = better(question.known, value);
            }
            None => question.children.push((Sector::of(&next), indexer.index(&next))),
        }
    }
    Some(question)
}

/// The value that the side to move prefers.
fn better(best: Option<Value>, value: Value) -> Option<Value> {
    match best {
        Some(best) if best.preference() >= value.preference() => Some(best),
        _ => Some(value),
    }
}
