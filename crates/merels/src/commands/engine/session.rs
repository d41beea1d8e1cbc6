//! A conversation: commands go in, a search runs beside it, answers come out.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use anyhow::{Result, anyhow};
use merels_engine::{Engine, EngineOptions, Limits, Oracle};
use merels_rules::{AnyPosition, Game, GameId, Position};

use super::protocol::{self, Command, Go, Setting};
use crate::exact;
use merels_engine::Strength;

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
    pub(super) fn new(game_id: GameId, options: EngineOptions, tables: Option<PathBuf>) -> Session {
        let mut session = Session {
            game_id,
            game: Game::new(game_id.start()),
            worker: Worker::Idle(Engine::new(options)),
            stop: Arc::new(AtomicBool::new(false)),
            tables,
        };
        session.open_tables();
        session
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
                self.game_id = *game;
                self.game = Game::new(game.start());
                self.with_engine(Engine::new_game);
                self.open_tables();
            }
            Setting::TablePath(path) => {
                if let Some(path) = path {
                    exact::open(path, self.game_id).map_err(|error| format!("{error:#}"))?;
                }
                self.tables.clone_from(path);
                self.open_tables();
            }
            Setting::Level(Strength::Perfect) if !self.has_tables() => {
                return Err("level perfect needs the tables of the game: set TablePath".into());
            }
            Setting::Hash(mib) => self.change_options(|options| options.hash_mib = *mib),
            Setting::Threads(threads) => self.change_options(|options| options.threads = *threads),
            Setting::Level(strength) => {
                self.change_options(|options| options.level = strength.level());
            }
            Setting::Seed(seed) => self.change_options(|options| options.seed = *seed),
        }
        Ok(())
    }

    /// Lets the engine ask the tables of the game, where there are any.
    fn open_tables(&mut self) {
        let opened = self.tables.as_ref().and_then(|path| exact::open(path, self.game_id).ok());
        let oracle = opened.map(|exact| exact as Arc<dyn Oracle>);
        self.change_options(|options| options.oracle = oracle);
    }

    fn has_tables(&self) -> bool {
        match &self.worker {
            Worker::Idle(engine) => engine.options().oracle.is_some(),
            _ => false,
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

/// Searches and says how far it comes; gives the last line to say.
fn search(
    engine: &mut Engine,
    game: &Game<AnyPosition>,
    limits: &Limits,
    stop: &AtomicBool,
) -> io::Result<String> {
    let position = game.position();
    let mut said = Ok(());
    let mut last_depth = 0;
    let report = engine.search(game, limits, stop, &mut |info| {
        last_depth = info.depth;
        said = say(&protocol::info_line(position, info));
    });
    said?;
    let Some(report) = report else { return Ok("bestmove (none)".into()) };
    if report.info.depth != last_depth {
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
