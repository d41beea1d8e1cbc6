//! The computer's moves.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use merels_engine::{Engine, EngineOptions, Limits};
use merels_rules::{AnyPosition, Game, Position};
use serde::Serialize;

use crate::answer::{Answer, json};
use crate::pocket::Pocket;
use crate::request::{self, Bounds};

/// The size of the transposition table: little enough for a phone.
const HASH_MIB: usize = 16;

/// A move of the computer.
#[derive(Serialize)]
struct Thought {
    #[serde(rename = "move")]
    mv: String,
    /// In hundredths of a man, for the side to move.
    score: i32,
    depth: u32,
    nodes: u64,
    /// The expected line, this move first.
    line: Vec<String>,
}

pub(crate) fn think(
    pocket: &mut Pocket,
    game: &Game<AnyPosition>,
    level: &str,
    seed: u64,
    bounds: &Bounds,
) -> Answer {
    let level = request::level(level)?;
    let options =
        EngineOptions { hash_mib: HASH_MIB, level, seed: Some(seed), ..options(pocket, game) };
    match &mut pocket.engine {
        Some(engine) => engine.try_set_options(options).map_err(|error| error.to_string())?,
        none => *none = Some(Engine::try_new(options).map_err(|error| error.to_string())?),
    }
    let engine = pocket.engine.as_mut().ok_or("there is no engine")?;
    let limits = Limits {
        depth: bounds.depth,
        nodes: bounds.nodes,
        time: bounds.milliseconds.map(Duration::from_millis),
        ..Limits::default()
    };
    let report = engine.search(game, &limits, &AtomicBool::new(false), &mut |_| {});
    let report = report.ok_or("the game is over")?;
    let text = |mv| game.position().move_text(mv);
    json(&Thought {
        mv: text(report.best),
        score: report.info.score.hundredths(),
        depth: report.info.depth,
        nodes: report.info.nodes,
        line: report.info.pv.into_iter().map(text).collect(),
    })
}

/// The options of an engine with all that was handed in for a game.
pub(crate) fn options(pocket: &Pocket, game: &Game<AnyPosition>) -> EngineOptions {
    let id = game.position().game();
    EngineOptions {
        evaluation: pocket.kept.evaluation(id),
        openings: pocket.kept.openings(id),
        endgames: pocket.kept.endgames,
        clock: pocket.clock,
        ..EngineOptions::default()
    }
}
