//! The answers of the computer's levels to a puzzle. The same levels always answer the same: they
//! visit so many positions, however fast the machine is, and draw the same numbers.

use std::sync::atomic::AtomicBool;

use merels_engine::{Engine, EngineOptions, Level, Limits, Puzzle};
use merels_rules::{AnyMove, AnyPosition, Game};

/// The positions that a level may visit.
const NODES: u64 = 100_000;

/// The levels that do not find the solution.
pub(super) fn that_fail(puzzle: &Puzzle) -> Vec<u8> {
    let game = Game::new(AnyPosition::Morris(puzzle.position));
    let solution = AnyMove::Morris(puzzle.solution().mv);
    let fails = |number: &u8| {
        let Some(level) = Level::numbered(*number) else { return false };
        let options =
            EngineOptions { hash_mib: 4, level, seed: Some(1), ..EngineOptions::default() };
        let never = AtomicBool::new(false);
        let report = Engine::new(options).search(&game, &Limits::nodes(NODES), &never, &mut |_| {});
        report.is_none_or(|report| report.best != solution)
    };
    (1..=10).filter(fails).collect()
}
