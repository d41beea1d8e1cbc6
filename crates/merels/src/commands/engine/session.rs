//! A conversation: commands go in, a search runs beside it, answers come out.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use anyhow::{Result, anyhow};
use merels_engine::{Engine, EngineOptions, Level, Limits, Oracle};
use merels_rules::{AnyPosition, Game, GameId, Position};

use super::protocol::{self, Command, Go, Setting};
use crate::exact;

/// What the conversation has come to.
pub(super) struct Session {
    game_id: GameId,
    game: Game<AnyPosition>,
    worker: Worker,
    stop: Arc<AtomicBool>,
    /// The folder of the perfect tables.
    tables: Option<PathBuf>,
}

/// The engine is at hand, or away searching.
enum Worker {
    Idle(Engine),
    Searching {
        thread: JoinHandle<Engine>,
        infinite: bool,
        /// Set before the answer is said: whoever has read it may go on at once.
        answered: Arc<AtomicBool>,
    },
    /// Only while the engine changes hands.
    Gone,
}

impl Session {
    pub(super) fn new(
        game_id: GameId,
        mut options: EngineOptions,
        tables: Option<PathBuf>,
    ) -> Result<Session> {
        options.oracle = oracle(options.level, tables.as_deref(), game_id)?;
        Ok(Session {
            game_id,
            game: Game::new(game_id.start()),
            worker: Worker::Idle(Engine::new(options)),
            stop: Arc::new(AtomicBool::new(false)),
            tables,
        })
    }

    /// Answers a line; false when it was the last.
    pub(super) fn hear(&mut self, line: &str) -> Result<bool> {
        match protocol::parse(line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => {
                self.stop_search()?;
                return Ok(false);
            }
            Ok(Some(command)) => {
                if let Err(reason) = self.obey(command)? {
                    say(&error_line(&reason))?;
                }
            }
            Err(reason) => say(&error_line(&reason))?,
        }
        Ok(true)
    }

    /// Waits for a search that will end by itself, stops one that would not.
    pub(super) fn finish(&mut self) -> Result<()> {
        if matches!(self.worker, Worker::Searching { infinite: true, .. }) {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.join()
    }

    /// Carries out a command; the inner error is the other side's mistake.
    fn obey(&mut self, command: Command) -> Result<Result<(), String>> {
        match command {
            Command::Uci => {
                say(concat!("id name Merels ", env!("CARGO_PKG_VERSION")))?;
                say("id author the Merels authors")?;
                for line in protocol::option_lines() {
                    say(&line)?;
                }
                say("uciok")?;
            }
            Command::IsReady => say("readyok")?,
            Command::Stop => self.stop_search()?,
            Command::Quit => {}
            Command::NewGame | Command::Set(_) | Command::Position(..) | Command::Go(_) => {
                return self.obey_when_idle(command);
            }
        }
        Ok(Ok(()))
    }

    fn obey_when_idle(&mut self, command: Command) -> Result<Result<(), String>> {
        if let Worker::Searching { answered, .. } = &self.worker {
            if !answered.load(Ordering::Acquire) {
                return Ok(Err("a search is running; stop it first".into()));
            }
            self.join()?;
        }
        Ok(match command {
            Command::NewGame => {
                self.game = Game::new(self.game_id.start());
                self.with_engine(Engine::new_game);
                Ok(())
            }
            Command::Set(setting) => self.set(&setting),
            Command::Position(start, moves) => {
                protocol::replay(self.game_id, start.as_deref(), &moves)
                    .map(|game| self.game = game)
            }
            Command::Go(go) => {
                self.go(go);
                Ok(())
            }
            _ => Ok(()),
        })
    }

    fn set(&mut self, setting: &Setting) -> Result<(), String> {
        match setting {
            Setting::Game(game) => {
                self.open_tables(*game, self.level(), self.tables.clone())?;
                self.game_id = *game;
                self.game = Game::new(game.start());
                self.with_engine(Engine::new_game);
            }
            Setting::TablePath(path) => {
                if let Some(path) = path {
                    exact::open(path, self.game_id).map_err(|error| format!("{error:#}"))?;
                }
                self.open_tables(self.game_id, self.level(), path.clone())?;
            }
            Setting::Hash(mib) => self.change_options(|options| options.hash_mib = *mib),
            Setting::Threads(threads) => self.change_options(|options| options.threads = *threads),
            Setting::Level(level) => {
                self.open_tables(self.game_id, *level, self.tables.clone())?;
                self.change_options(|options| options.level = *level);
            }
            Setting::Seed(seed) => self.change_options(|options| options.seed = *seed),
        }
        Ok(())
    }

    /// Gives the engine the tables that this level of this game may ask. Where they are wanting
    /// nothing changes.
    fn open_tables(
        &mut self,
        game: GameId,
        level: Level,
        folder: Option<PathBuf>,
    ) -> Result<(), String> {
        let opened = oracle(level, folder.as_deref(), game);
        let oracle = opened.map_err(|error| format!("{error:#}"))?;
        self.tables = folder;
        self.change_options(|options| options.oracle = oracle);
        Ok(())
    }

    fn level(&self) -> Level {
        match &self.worker {
            Worker::Idle(engine) => engine.options().level,
            _ => Level::FULL,
        }
    }

    fn change_options(&mut self, change: impl FnOnce(&mut EngineOptions)) {
        self.with_engine(|engine| {
            let mut options = engine.options().clone();
            change(&mut options);
            engine.set_options(options);
        });
    }

    fn with_engine(&mut self, work: impl FnOnce(&mut Engine)) {
        if let Worker::Idle(engine) = &mut self.worker {
            work(engine);
        }
    }

    /// Sends the engine off to search.
    fn go(&mut self, go: Go) {
        let Worker::Idle(mut engine) = std::mem::replace(&mut self.worker, Worker::Gone) else {
            return;
        };
        self.stop.store(false, Ordering::Relaxed);
        let (game, stop) = (self.game.clone(), Arc::clone(&self.stop));
        let limits = go.limits(game.side());
        let answered = Arc::new(AtomicBool::new(false));
        let about_to_answer = Arc::clone(&answered);
        let thread = thread::spawn(move || {
            let answer = search(&mut engine, &game, &limits, &stop);
            about_to_answer.store(true, Ordering::Release);
            // An answer that nobody reads any more is no reason to fail.
            let _ = answer.and_then(|answer| say(&answer));
            engine
        });
        self.worker = Worker::Searching { thread, infinite: limits.infinite, answered };
    }

    fn stop_search(&mut self) -> Result<()> {
        self.stop.store(true, Ordering::Relaxed);
        self.join()
    }

    /// Waits for the engine to come back.
    fn join(&mut self) -> Result<()> {
        self.worker = match std::mem::replace(&mut self.worker, Worker::Gone) {
            Worker::Searching { thread, .. } => {
                Worker::Idle(thread.join().map_err(|_| anyhow!("the search broke down"))?)
            }
            worker => worker,
        };
        Ok(())
    }
}

fn oracle(level: Level, folder: Option<&Path>, game: GameId) -> Result<Option<Arc<dyn Oracle>>> {
    Ok(exact::open_for(level, folder, game)?.map(|exact| exact as Arc<dyn Oracle>))
}

/// Searches and says how far it comes; gives the last line to say.
fn search(
    engine: &mut Engine,
    game: &Game<AnyPosition>,
    limits: &Limits,
    stop: &AtomicBool,
) -> io::Result<String> {
    let position = game.position();
    let mut said = Ok(());
    let mut last = None;
    let report = engine.search(game, limits, stop, &mut |info| {
        last = Some((info.depth, info.score, info.pv.clone()));
        said = say(&protocol::info_line(position, info));
    });
    said?;
    let Some(report) = report else { return Ok("bestmove (none)".into()) };
    // The last depth's word is not the last: tables know better, and weaker levels think again.
    if last != Some((report.info.depth, report.info.score, report.info.pv.clone())) {
        say(&protocol::info_line(position, &report.info))?;
    }
    Ok(format!("bestmove {}", position.move_text(report.best)))
}

fn error_line(reason: &str) -> String {
    format!("info string error: {reason}")
}

/// One line, at once.
fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
