//! A conversation: commands go in, a search runs beside it, answers come out.
//!
//! A search with a limit is finished and answered before the next command is carried out: what
//! comes meanwhile waits in a queue. `stop` and `quit` do not wait.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use anyhow::{Result, anyhow};
use merels_engine::{Engine, EngineOptions, Evaluation, Level, Limits, OpeningsChoice, Oracle};
use merels_rules::{AnyPosition, Game, GameId, Position};

use super::protocol::{self, Command, Go, Setting};
use super::{read_network, read_openings};
use crate::commands::solve::usual_memory;
use crate::output;
use crate::table_oracle;

pub(super) enum Event {
    /// A line of the input, or why there is none.
    Line(io::Result<String>),
    InputEnded,
    /// The search of this number is over, its answer said.
    SearchEnded(u64),
}

pub(super) struct Session {
    game_id: GameId,
    game: Game<AnyPosition>,
    /// Held by the search while one runs.
    engine: Arc<Mutex<Engine>>,
    search: Option<Search>,
    searches: u64,
    /// Commands that came while a limited search was running.
    waiting: VecDeque<Command>,
    input_ended: bool,
    tables: Option<PathBuf>,
    events: Sender<Event>,
}

struct Search {
    number: u64,
    thread: JoinHandle<()>,
    stop: Arc<AtomicBool>,
    /// True if it ends only when it is stopped.
    infinite: bool,
}

/// Says that a search has ended, however it ended.
struct EndSignal(u64, Sender<Event>);

impl Drop for EndSignal {
    fn drop(&mut self) {
        // The session may be over.
        let _ = self.1.send(Event::SearchEnded(self.0));
    }
}

impl Session {
    /// A session whose searches report to `events`.
    pub(super) fn new(
        game_id: GameId,
        mut options: EngineOptions,
        tables: Option<PathBuf>,
        events: Sender<Event>,
    ) -> Result<Session> {
        check_memory(options.hash_mib).map_err(|reason| anyhow!(reason))?;
        options.oracle = oracle(options.level, tables.as_deref(), game_id)?;
        Ok(Session {
            game_id,
            game: Game::new(game_id.start()),
            engine: Arc::new(Mutex::new(Engine::try_new(options)?)),
            search: None,
            searches: 0,
            waiting: VecDeque::new(),
            input_ended: false,
            tables,
            events,
        })
    }

    /// Answers until the input ends or says `quit`.
    pub(super) fn run(mut self, events: &Receiver<Event>) -> Result<()> {
        for event in events {
            match event {
                Event::Line(line) => {
                    if !self.hear(&line?)? {
                        return Ok(());
                    }
                }
                Event::InputEnded => self.input_ended = true,
                // An older one was waited for when it was stopped.
                Event::SearchEnded(number) => {
                    if self.search.as_ref().is_some_and(|search| search.number == number) {
                        self.wait_for_search()?;
                    }
                }
            }
            self.catch_up()?;
            if self.input_ended {
                match &self.search {
                    None => return Ok(()),
                    // Nobody is left who could stop it.
                    Some(search) if search.infinite => search.stop.store(true, Ordering::Relaxed),
                    Some(_) => {}
                }
            }
        }
        Ok(())
    }

    /// Takes a line; false when it was the last.
    fn hear(&mut self, line: &str) -> Result<bool> {
        match protocol::parse(line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => {
                self.stop_search()?;
                return Ok(false);
            }
            Ok(Some(Command::Stop)) => self.stop_all()?,
            Ok(Some(command)) => self.take(command)?,
            Err(reason) => say_error(&reason)?,
        }
        Ok(true)
    }

    /// Carries a command out now, or keeps it until the search has ended.
    fn take(&mut self, command: Command) -> Result<()> {
        let answered_any_time = matches!(command, Command::Uci | Command::IsReady);
        match &self.search {
            _ if answered_any_time && self.waiting.is_empty() => self.obey(command),
            None => self.obey(command),
            Some(search) if search.infinite => say_error("a search is running; stop it first"),
            Some(_) => {
                self.waiting.push_back(command);
                Ok(())
            }
        }
    }

    /// Carries out what has waited, up to the next search.
    fn catch_up(&mut self) -> Result<()> {
        while self.search.is_none()
            && let Some(command) = self.waiting.pop_front()
        {
            self.obey(command)?;
        }
        Ok(())
    }

    /// `stop` concerns all that was asked before it: the search that runs, and those that wait.
    fn stop_all(&mut self) -> Result<()> {
        self.stop_search()?;
        while let Some(command) = self.waiting.pop_front() {
            self.obey(command)?;
            self.stop_search()?;
        }
        Ok(())
    }

    fn obey(&mut self, command: Command) -> Result<()> {
        let done = match command {
            Command::Uci => return say_all(&protocol::greeting()),
            Command::IsReady => return say("readyok").map_err(Into::into),
            // Heard before they come here.
            Command::Stop | Command::Quit => Ok(()),
            Command::NewGame => {
                self.game = Game::new(self.game_id.start());
                self.engine().new_game();
                Ok(())
            }
            Command::Set(setting) => self.set(&setting),
            Command::Position(start, moves) => {
                protocol::replay(self.game_id, start.as_deref(), &moves)
                    .map(|game| self.game = game)
            }
            Command::Go(go) => self.go(go),
        };
        done.or_else(|reason| say_error(&reason))
    }

    fn set(&mut self, setting: &Setting) -> Result<(), String> {
        match setting {
            Setting::Game(game) => {
                self.open_tables(*game, self.level(), self.tables.clone())?;
                self.game_id = *game;
                self.game = Game::new(game.start());
                self.engine().new_game();
                Ok(())
            }
            Setting::TablePath(path) => {
                if let Some(path) = path {
                    table_oracle::open(path, self.game_id).map_err(|error| format!("{error:#}"))?;
                }
                self.open_tables(self.game_id, self.level(), path.clone())
            }
            Setting::Hash(mib) => {
                check_memory(*mib)?;
                self.change_options(|options| options.hash_mib = *mib)
            }
            Setting::Threads(threads) => self.change_options(|options| options.threads = *threads),
            Setting::Level(level) => {
                self.open_tables(self.game_id, *level, self.tables.clone())?;
                self.change_options(|options| options.level = *level)
            }
            Setting::Variety(variety) => self.change_options(|options| options.variety = *variety),
            Setting::Ranks(ranks) => self.change_options(|options| options.ranks = *ranks),
            Setting::Eval(name) => {
                self.change_options(|options| options.evaluation = name.evaluation())
            }
            Setting::EvalFile(None) => {
                self.change_options(|options| options.evaluation = Evaluation::BuiltIn)
            }
            Setting::EvalFile(Some(file)) => {
                let read =
                    read_network(file, self.game_id).map_err(|error| format!("{error:#}"))?;
                self.change_options(|options| options.evaluation = read)
            }
            Setting::OpeningsFile(None) => {
                self.change_options(|options| options.openings = OpeningsChoice::BuiltIn)
            }
            Setting::OpeningsFile(Some(file)) => {
                let read =
                    read_openings(file, self.game_id).map_err(|error| format!("{error:#}"))?;
                self.change_options(|options| options.openings = read)
            }
            Setting::Contempt(contempt) => {
                self.change_options(|options| options.search.contempt = *contempt)
            }
            Setting::Seed(seed) => self.change_options(|options| options.seed = *seed),
        }
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
        self.change_options(|options| options.oracle = oracle)?;
        self.tables = folder;
        Ok(())
    }

    fn level(&self) -> Level {
        self.engine().options().level
    }

    /// Changes options, or leaves them all as they are.
    fn change_options(&self, change: impl FnOnce(&mut EngineOptions)) -> Result<(), String> {
        let mut engine = self.engine();
        let mut options = engine.options().clone();
        change(&mut options);
        engine.try_set_options(options).map_err(|error| error.to_string())
    }

    /// The engine, while no search has it.
    fn engine(&self) -> MutexGuard<'_, Engine> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn go(&mut self, go: Go) -> Result<(), String> {
        self.searches += 1;
        let number = self.searches;
        let (game, limits) = (self.game.clone(), go.limits(self.game.side()));
        let stop = Arc::new(AtomicBool::new(false));
        let (engine, told) = (Arc::clone(&self.engine), Arc::clone(&stop));
        let signal = EndSignal(number, self.events.clone());
        let work = move || {
            let _signal = signal;
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            // An answer that nobody reads any more is no reason to fail.
            let _ = search(&mut engine, &game, &limits, &told);
        };
        let thread = thread::Builder::new()
            .spawn(work)
            .map_err(|error| format!("the search cannot be started: {error}"))?;
        self.search = Some(Search { number, thread, stop, infinite: limits.infinite });
        Ok(())
    }

    fn stop_search(&mut self) -> Result<()> {
        if let Some(search) = &self.search {
            search.stop.store(true, Ordering::Relaxed);
        }
        self.wait_for_search()
    }

    fn wait_for_search(&mut self) -> Result<()> {
        match self.search.take() {
            Some(search) => search.thread.join().map_err(|_| anyhow!("the search broke down")),
            None => Ok(()),
        }
    }
}

/// Refuses a table that would leave too little memory for the rest of the machine.
fn check_memory(mib: usize) -> Result<(), String> {
    let most = usual_memory().0 >> 20;
    if mib as u64 <= most {
        return Ok(());
    }
    Err(format!("Hash {mib} is more than three quarters of the memory: at most {most} here"))
}

fn oracle(level: Level, folder: Option<&Path>, game: GameId) -> Result<Option<Arc<dyn Oracle>>> {
    Ok(table_oracle::open_for(level, folder, game)?.map(|tables| tables as Arc<dyn Oracle>))
}

/// Searches, says how far it comes, and answers.
fn search(
    engine: &mut Engine,
    game: &Game<AnyPosition>,
    limits: &Limits,
    stop: &AtomicBool,
) -> io::Result<()> {
    let position = game.position();
    let mut said = Ok(());
    let mut last = None;
    let report = engine.search(game, limits, stop, &mut |info| {
        last = Some((info.depth, info.score, info.pv.clone()));
        said = say(&protocol::info_line(position, info));
    });
    said?;
    let Some(report) = report else { return say("bestmove (none)") };
    // The last depth's word is not the last: tables know better, and weaker levels think again.
    if last != Some((report.info.depth, report.info.score, report.info.pv.clone())) {
        say(&protocol::info_line(position, &report.info))?;
    }
    say(&format!("bestmove {}", position.move_text(report.best)))
}

fn say_error(reason: &str) -> Result<()> {
    Ok(say(&format!("info string error: {reason}"))?)
}

fn say_all(lines: &[String]) -> Result<()> {
    Ok(lines.iter().try_for_each(|line| say(line))?)
}

/// One line, at once.
fn say(line: &str) -> io::Result<()> {
    let mut out = output::stdout();
    writeln!(out, "{line}")?;
    out.flush()
}
