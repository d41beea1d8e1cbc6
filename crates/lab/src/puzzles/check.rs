//! Verifying a set by another way than it was made: with the tables' own list of moves, as `merels
//! probe` has it, and with the player that never errs. The levels try every puzzle again, for they
//! may have learned something since.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use merels_engine::{Engine, EngineOptions, Level, Limits, Oracle, Puzzle, PuzzleSet, canonical};
use merels_rules::morris::Move;
use merels_rules::{AnyMove, AnyPosition, Game, Position, Value, Wdl};
use rayon::prelude::*;

use super::levels;
use crate::{LabError, Result};

/// Checks every puzzle of a set. The error names the first that is wrong, and why.
pub fn check(set: &PuzzleSet, oracle: &Arc<dyn Oracle>) -> Result<()> {
    verify_all(set, oracle).map_err(LabError::Wrong)
}

fn ensure(holds: bool, fault: impl Into<String>) -> Result<(), String> {
    if holds { Ok(()) } else { Err(fault.into()) }
}

fn verify_all(set: &PuzzleSet, oracle: &Arc<dyn Oracle>) -> Result<(), String> {
    let mut twins = HashMap::new();
    for (index, puzzle) in set.puzzles.iter().enumerate() {
        let number = index + 1;
        verify(puzzle, oracle)
            .map_err(|fault| format!("puzzle {number}: {}: {fault}", puzzle.position))?;
        if let Some(first) = twins.insert(canonical(&puzzle.position), number) {
            return Err(format!("puzzles {first} and {number} are symmetric twins"));
        }
    }
    set.puzzles.par_iter().enumerate().try_for_each(|(index, puzzle)| {
        let (now, then) = (levels::that_fail(puzzle), &puzzle.failed_by);
        let number = index + 1;
        ensure(now == *then, format!("puzzle {number}: the levels {now:?} fail it, not {then:?}"))
    })
}

fn verify(puzzle: &Puzzle, oracle: &Arc<dyn Oracle>) -> Result<(), String> {
    let position = puzzle.position.with_automatic_draws(false);
    let known = oracle.moves(&position).ok_or("the tables do not reach it")?;
    let (best, value) = *known.first().ok_or("the game is over")?;
    let kept = known.iter().filter(|(_, other)| Wdl::from(*other) == Wdl::from(value)).count();
    let is_only = kept == 1 && best == puzzle.solution().mv;
    ensure(is_only, "the solution is not the only move")?;
    ensure(value.covers(puzzle.value), format!("it is worth {value}, not {}", puzzle.value))?;
    ensure(value != Value::Draw || known.len() > 1, "there is no choice")?;
    for (mv, value) in &known {
        let answer = puzzle.answer(*mv).ok_or("a legal move is missing")?;
        let stated = answer.value;
        ensure(value.covers(stated), format!("a move is worth {value}, not {stated}"))?;
        verify_line(puzzle, *mv, &answer.line, oracle)?;
    }
    ensure(!puzzle.failed_by.is_empty(), "no level fails it")?;
    let options = EngineOptions {
        hash_mib: 1,
        level: Level::Perfect,
        oracle: Some(Arc::clone(oracle)),
        ..EngineOptions::default()
    };
    let (game, never) = (Game::new(AnyPosition::Morris(puzzle.position)), AtomicBool::new(false));
    let report = Engine::new(options).search(&game, &Limits::depth(1), &never, &mut |_| {});
    let solved = report.is_some_and(|report| report.best == AnyMove::Morris(best));
    ensure(solved, "the perfect player does not solve it")
}

/// Every ply of a line is best play.
fn verify_line(
    puzzle: &Puzzle,
    mv: Move,
    line: &[Move],
    oracle: &Arc<dyn Oracle>,
) -> Result<(), String> {
    let mut position = puzzle.position.with_automatic_draws(false).after_unchecked(mv);
    for mv in line {
        let known = oracle.moves(&position).ok_or("the tables do not reach a line")?;
        let best = known.first().map(|(_, value)| *value);
        let value = known.iter().find(|(other, _)| other == mv).map(|(_, value)| *value);
        ensure(value.is_some() && value == best, "a line is not best play")?;
        position.play_unchecked(*mv);
    }
    Ok(())
}
