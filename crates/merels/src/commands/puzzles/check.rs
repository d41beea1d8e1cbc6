//! Verifying a set by another way than it was made: with the tables' own list of moves, as `merels
//! probe` has it, and with the player that never errs. The levels try every puzzle again, for they
//! may have learned something since.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail, ensure};
use merels_engine::{Engine, EngineOptions, Level, Limits, Oracle, Puzzle, PuzzleSet, canonical};
use merels_rules::morris::Move;
use merels_rules::{AnyMove, AnyPosition, Game, GameId, Position, Value, Wdl};
use rayon::prelude::*;

use super::levels;
use crate::output;
use crate::table_oracle;

pub(super) fn run(set: &PuzzleSet, tables: &Path) -> Result<ExitCode> {
    let oracle = table_oracle::open(tables, GameId::Morris(set.variant))?;
    let mut twins = HashMap::new();
    for (index, puzzle) in set.puzzles.iter().enumerate() {
        let number = index + 1;
        verify(puzzle, &oracle).with_context(|| format!("puzzle {number}: {}", puzzle.position))?;
        if let Some(first) = twins.insert(canonical(&puzzle.position), number) {
            bail!("puzzles {first} and {number} are symmetric twins");
        }
    }
    set.puzzles.par_iter().enumerate().try_for_each(|(index, puzzle)| {
        let (now, then) = (levels::that_fail(puzzle), &puzzle.failed_by);
        ensure!(now == *then, "puzzle {}: the levels {now:?} fail it, not {then:?}", index + 1);
        Ok(())
    })?;
    writeln!(output::stdout(), "{} puzzles agree with the tables", set.puzzles.len())?;
    Ok(ExitCode::SUCCESS)
}

fn verify(puzzle: &Puzzle, oracle: &Arc<table_oracle::TableOracle>) -> Result<()> {
    let position = puzzle.position.with_automatic_draws(false);
    let known = oracle.moves(&position).context("the tables do not reach it")?;
    let (best, value) = *known.first().context("the game is over")?;
    let kept = known.iter().filter(|(_, other)| Wdl::from(*other) == Wdl::from(value)).count();
    ensure!(kept == 1 && best == puzzle.solution().mv, "the solution is not the only move");
    ensure!(value.covers(puzzle.value), "it is worth {value}, not {}", puzzle.value);
    ensure!(value != Value::Draw || known.len() > 1, "there is no choice");
    for (mv, value) in &known {
        let answer = puzzle.answer(*mv).context("a legal move is missing")?;
        ensure!(value.covers(answer.value), "a move is worth {value}, not {}", answer.value);
        verify_line(puzzle, *mv, &answer.line, oracle)?;
    }
    ensure!(!puzzle.failed_by.is_empty(), "no level fails it");
    let options = EngineOptions {
        hash_mib: 1,
        level: Level::Perfect,
        oracle: Some(Arc::clone(oracle) as Arc<dyn Oracle>),
        ..EngineOptions::default()
    };
    let (game, never) = (Game::new(AnyPosition::Morris(puzzle.position)), AtomicBool::new(false));
    let report = Engine::new(options).search(&game, &Limits::depth(1), &never, &mut |_| {});
    let solved = report.is_some_and(|report| report.best == AnyMove::Morris(best));
    ensure!(solved, "the perfect player does not solve it");
    Ok(())
}

/// Every ply of a line is best play.
fn verify_line(
    puzzle: &Puzzle,
    mv: Move,
    line: &[Move],
    oracle: &Arc<table_oracle::TableOracle>,
) -> Result<()> {
    let mut position = puzzle.position.with_automatic_draws(false);
    position.play_unchecked(mv);
    for mv in line {
        let known = oracle.moves(&position).context("the tables do not reach a line")?;
        let best = known.first().map(|(_, value)| *value);
        let value = known.iter().find(|(other, _)| other == mv).map(|(_, value)| *value);
        ensure!(value.is_some() && value == best, "a line is not best play");
        position.play_unchecked(*mv);
    }
    Ok(())
}
