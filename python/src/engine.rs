//! The computer player.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use merels_engine::{EngineOptions, Level, Limits, Oracle, Report, endgames};
use merels_rules::{AnyPosition, Game, GameId, Position};
use pyo3::prelude::*;

use crate::board::Board;
use crate::tables::{self, Tables};
use crate::wrong;

/// A search without limits would never end: it gets this much time.
const USUAL_TIME: f64 = 1.0;

/// How often a search looks whether Ctrl-C was pressed.
const PATIENCE: Duration = Duration::from_millis(50);

/// What a search has found.
#[pyclass(module = "merels", frozen, get_all)]
pub(crate) struct PlayResult {
    /// The move to play.
    r#move: String,
    /// For the side to move: `+0.35`, `win in 7`, …
    score: String,
    /// Hundredths of a man for the side to move; None where the end is known.
    cp: Option<i32>,
    /// In how many plies the side to move wins, if that is certain.
    win: Option<u32>,
    /// In how many plies the side to move loses, if that is certain.
    loss: Option<u32>,
    /// The depth searched.
    depth: u32,
    /// Positions visited.
    nodes: u64,
    /// The best line.
    pv: Vec<String>,
}

#[pymethods]
impl PlayResult {
    fn __repr__(&self) -> String {
        format!("<PlayResult {} ({}, depth {})>", self.r#move, self.score, self.depth)
    }
}

/// The computer player.
#[pyclass(module = "merels", frozen)]
pub(crate) struct Engine(Mutex<State>);

struct State {
    engine: merels_engine::Engine,
    tables: Option<PathBuf>,
    /// The game whose tables the engine has.
    opened: Option<GameId>,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (level = None, *, hash_mib = 16, threads = 1, seed = None, tables = None))]
    fn new(
        level: Option<&Bound<'_, PyAny>>,
        hash_mib: usize,
        threads: usize,
        seed: Option<u64>,
        tables: Option<PathBuf>,
    ) -> PyResult<Engine> {
        let level: Level = match level {
            Some(level) => level.str()?.to_string().parse().map_err(wrong)?,
            None => Level::FULL,
        };
        if level == Level::Perfect && tables.is_none() {
            return Err(wrong("level perfect needs tables"));
        }
        let options = EngineOptions {
            hash_mib,
            threads,
            level,
            seed,
            endgames: endgames(),
            ..EngineOptions::default()
        };
        let engine = merels_engine::Engine::try_new(options).map_err(wrong)?;
        Ok(Engine(Mutex::new(State { engine, tables, opened: None })))
    }

    /// Chooses a move. `time` is in seconds; without any limit it thinks for a second.
    #[pyo3(signature = (board, *, depth = None, nodes = None, time = None))]
    fn play(
        &self,
        py: Python<'_>,
        board: &Board,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<PlayResult> {
        let unlimited = depth.is_none() && nodes.is_none();
        let time = time.or(unlimited.then_some(USUAL_TIME));
        let time = time.map(Duration::try_from_secs_f64).transpose().map_err(wrong)?;
        let limits = Limits { depth, nodes, time, ..Limits::default() };
        let game = board.game.clone();
        let report = py.detach(|| self.search(&game, &limits))?;
        let report = report.ok_or_else(|| wrong("the game is over"))?;
        Ok(result(game.position(), &report))
    }
}

impl Engine {
    /// Searches on a thread of its own, so that Ctrl-C is heard.
    fn search(&self, game: &Game<AnyPosition>, limits: &Limits) -> PyResult<Option<Report>> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.open_tables(game.position().game())?;
        let stop = AtomicBool::new(false);
        let (sender, done) = mpsc::channel();
        let engine = &mut state.engine;
        thread::scope(|scope| {
            let stop = &stop;
            scope.spawn(move || {
                let report = engine.search(game, limits, stop, &mut |_| {});
                // The other end waits for it.
                let _ = sender.send(report);
            });
            loop {
                match done.recv_timeout(PATIENCE) {
                    Ok(report) => return Ok(report),
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(wrong("the search broke down"));
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(interrupted) = Python::attach(|py| py.check_signals()) {
                            stop.store(true, Ordering::Relaxed);
                            return Err(interrupted);
                        }
                    }
                }
            }
        })
    }
}

impl State {
    /// Gives the engine the tables of this game; only the level `perfect` cannot do without.
    fn open_tables(&mut self, game: GameId) -> PyResult<()> {
        let Some(folder) = &self.tables else { return Ok(()) };
        if self.opened == Some(game) {
            return Ok(());
        }
        let perfect = self.engine.options().level == Level::Perfect;
        let oracle = match tables::open(folder, game) {
            Ok(opened) => Some(Arc::new(Tables(opened)) as Arc<dyn Oracle>),
            Err(error) if perfect => return Err(error),
            Err(_) => None,
        };
        let options = EngineOptions { oracle, ..self.engine.options().clone() };
        self.engine.try_set_options(options).map_err(wrong)?;
        self.opened = Some(game);
        Ok(())
    }
}

fn result(position: &AnyPosition, report: &Report) -> PlayResult {
    let info = &report.info;
    let (win, loss) = (info.score.win(), info.score.loss());
    let known = win.is_some() || loss.is_some();
    let mut pv = Vec::new();
    let mut at = position.clone();
    for mv in &info.pv {
        let Ok(next) = at.play(*mv) else { break };
        pv.push(at.move_text(*mv));
        at = next;
    }
    PlayResult {
        r#move: position.move_text(report.best),
        score: info.score.to_string(),
        cp: (!known).then(|| info.score.hundredths()),
        win,
        loss,
        depth: info.depth,
        nodes: info.nodes,
        pv,
    }
}
