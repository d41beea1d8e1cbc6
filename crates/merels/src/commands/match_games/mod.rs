//! `merels match`: engines against each other, each in a process of its own.

mod ladder;
mod mistakes;
mod openings;
pub(crate) mod player;
mod referee;
mod tally;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::builder::RangedU64ValueParser;
use merels_engine::Level;
use merels_rules::{AnyPosition, Game, GameId, Record};

use crate::cli::{GAME_HELP, OptionalTables, game_parser};
use crate::input::check_writable;
use crate::{output, table_oracle};
use player::Player;
use referee::{Order, Pairing, Verdict};
use tally::Tally;

/// Plays engines that speak the engine protocol against each other.
///
/// Every opening is played twice, with colours swapped. The rules of the game decide; an illegal
/// move, a crash or an answer later than the time and its margin loses.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels match --engine1 'merels engine' --engine2 'merels engine --level 9' \\
      --games 100 --movetime 200
  merels match --level1 10 --level2 perfect --tables DIR --drawn --games 200
  merels match --level1 2 --level2 perfect --game six --tables DIR --games 20
  merels match --level1 beginner --level2 2 --plies 0 --games 200
  merels match --ladder --jobs 2")]
pub(crate) struct Args {
    /// Command of the first engine
    #[arg(long, required_unless_present_any = ["level1", "ladder"])]
    engine1: Option<String>,
    /// Command of the second engine
    #[arg(long, required_unless_present_any = ["level2", "ladder"])]
    engine2: Option<String>,
    /// Instead of --engine1: this program at a level, such as 3 or beginner
    #[arg(long, value_name = "LEVEL", conflicts_with = "engine1")]
    level1: Option<Level>,
    /// Instead of --engine2: this program at a level
    #[arg(long, value_name = "LEVEL", conflicts_with = "engine2")]
    level2: Option<Level>,
    /// Play every level against the level below it instead
    #[arg(long, conflicts_with_all = ["engine1", "engine2", "level1", "level2"])]
    ladder: bool,
    /// The first level of the ladder that meets the one below
    #[arg(long, default_value_t = 2, requires = "ladder", value_parser = clap::value_parser!(u8).range(2..=10))]
    from: u8,
    #[arg(long, value_parser = game_parser(), help = GAME_HELP, default_value = "nine")]
    game: GameId,
    /// Number of games [default: 100, of each step of the ladder 400]
    #[arg(long, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    games: Option<usize>,
    #[command(flatten)]
    limit: Limit,
    /// Openings, one a line: moves from the start, or `fen POSITION [moves MOVE ...]`
    #[arg(long)]
    openings: Option<PathBuf>,
    /// Without --openings: begin with this many random moves that leave the game balanced
    #[arg(long, default_value_t = 6)]
    plies: usize,
    /// Random openings of 2 to --plies plies that the tables call drawn (with --tables)
    #[arg(long, conflicts_with = "openings", requires = "tables")]
    drawn: bool,
    /// Seed of the random openings, and of what engines leave to chance if they have the option Seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    #[command(flatten)]
    tables: OptionalTables,
    /// Write the records of all games to this file
    #[arg(long)]
    records: Option<PathBuf>,
}

/// How long an engine may think about a move.
#[derive(Debug, Clone, clap::Args)]
struct Limit {
    /// Time for each move in milliseconds [default: 100, unless another limit is given]
    #[arg(long)]
    movetime: Option<u64>,
    /// Time for each move of the second engine, if it is to have another
    #[arg(long)]
    movetime2: Option<u64>,
    /// Positions for each move
    #[arg(long)]
    nodes: Option<u64>,
    /// Plies to look ahead in each move
    #[arg(long)]
    depth: Option<u32>,
    /// How much later than --movetime an answer may come, in milliseconds
    #[arg(long, default_value_t = 100)]
    margin: u64,
}

/// How long an engine may take to answer anything but a move.
const PATIENCE: Duration = Duration::from_secs(60);

/// Time for each move in milliseconds when nothing is said.
const USUAL_MOVETIME: u64 = 100;

impl Limit {
    /// The time for each move, unless another limit is set.
    fn milliseconds(&self) -> Option<u64> {
        let other = self.nodes.is_some() || self.depth.is_some();
        self.movetime.or((!other).then_some(USUAL_MOVETIME))
    }

    /// The command that begins a search.
    fn go(&self) -> String {
        let limits = [
            self.milliseconds().map(|ms| format!(" movetime {ms}")),
            self.nodes.map(|nodes| format!(" nodes {nodes}")),
            self.depth.map(|depth| format!(" depth {depth}")),
        ];
        format!("go{}", limits.into_iter().flatten().collect::<String>())
    }

    /// The limits of both engines.
    fn both(&self) -> [Limit; 2] {
        [self.clone(), Limit { movetime: self.movetime2.or(self.movetime), ..self.clone() }]
    }

    /// After this much the answer is too late.
    fn latest(&self) -> Duration {
        self.milliseconds().map_or(PATIENCE, |ms| Duration::from_millis(ms + self.margin))
    }
}

impl Args {
    fn games(&self) -> usize {
        self.games.unwrap_or(if self.ladder { 400 } else { 100 })
    }
}

/// The command that starts this program at a level.
fn own_engine(args: &Args, level: Level) -> Result<String> {
    let command = player::own_engine(args.game, level, args.tables.tables.as_deref())?;
    Ok(format!("{command} --hash 16"))
}

/// The command of a player that is given as a command or as a level.
fn command(args: &Args, engine: Option<&String>, level: Option<Level>) -> Result<String> {
    match (engine, level) {
        (Some(engine), _) => Ok(engine.clone()),
        (None, Some(level)) => own_engine(args, level),
        (None, None) => bail!("two players are wanted"),
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    if let Some(file) = &args.records {
        check_writable(file)?;
    }
    if args.ladder {
        ladder::run(args)?;
        return Ok(ExitCode::SUCCESS);
    }
    let first = &command(args, args.engine1.as_ref(), args.level1)?;
    let second = &command(args, args.engine2.as_ref(), args.level2)?;
    let openings = openings::openings(args)?;
    let mut out = output::stdout();
    let mut announce = |tally: &Tally| {
        // Progress is for people; a broken terminal shows up in the result below.
        let _ = writeln!(io::stderr(), "{tally}");
    };
    let (tally, records) = play_all(args, [first, second], &args.limit, &openings, &mut announce)?;
    if let Some(file) = &args.records {
        write_records(file, &records)?;
    }
    writeln!(out, "engine1: {first}\nengine2: {second}\n{tally}")?;
    writeln!(out, "{}", tally.troubles())?;
    if let Some(folder) = &args.tables.tables
        && let Ok(tables) = table_oracle::open(folder, args.game)
    {
        mistakes::print(&mut out, &records, &openings, &tables)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays all games of a match, several at a time.
fn play_all(
    args: &Args,
    commands: [&str; 2],
    limit: &Limit,
    openings: &[Game<AnyPosition>],
    announce: &mut (dyn FnMut(&Tally) + Send),
) -> Result<(Tally, Vec<Record>)> {
    let next = AtomicUsize::new(0);
    let shared = Mutex::new((Tally::default(), Vec::new(), announce));
    let work = || -> Result<()> {
        let mut players = Players::new(commands, args.game, args.tables.tables.as_deref());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= args.games() {
                return Ok(());
            }
            let opening = &openings[number / 2 % openings.len()];
            let seed = args.seed.wrapping_add(number as u64);
            let pairing = Pairing { opening, swapped: number % 2 == 1, seed };
            let verdict = players.play(&pairing, limit)?;
            let mut shared = shared.lock().expect("no job panics while it counts");
            let (tally, records, announce) = &mut *shared;
            tally.add(&verdict);
            records.push((number, record(&verdict, commands, pairing.swapped)));
            announce(tally);
        }
    };
    std::thread::scope(|scope| {
        let jobs: Vec<_> = (0..args.jobs).map(|_| scope.spawn(work)).collect();
        jobs.into_iter().try_for_each(|job| job.join().expect("jobs do not panic"))
    })?;
    let (tally, mut records, _) = shared.into_inner().expect("no job panics while it counts");
    records.sort_by_key(|(number, _)| *number);
    Ok((tally, records.into_iter().map(|(_, record)| record).collect()))
}

/// The two engines of one job; one that broke down is started again.
struct Players<'a> {
    commands: [&'a str; 2],
    game: GameId,
    tables: Option<&'a Path>,
    running: [Option<Player>; 2],
}

impl<'a> Players<'a> {
    fn new(commands: [&'a str; 2], game: GameId, tables: Option<&'a Path>) -> Players<'a> {
        Players { commands, game, tables, running: [None, None] }
    }

    fn play(&mut self, pairing: &Pairing<'_>, limit: &Limit) -> Result<Verdict> {
        for (running, command) in self.running.iter_mut().zip(self.commands) {
            if running.is_none() {
                let started = Player::start(command, self.game, self.tables, PATIENCE);
                *running = Some(started.with_context(|| format!("cannot use '{command}'"))?);
            }
        }
        let [Some(first), Some(second)] = &mut self.running else {
            bail!("an engine is missing");
        };
        let orders = limit.both().map(|limit| Order { go: limit.go(), latest: limit.latest() });
        let verdict = referee::play(pairing, [first, second], &orders);
        if let Some(trouble) = &verdict.trouble {
            self.running[trouble.by] = None;
        }
        Ok(verdict)
    }
}

fn record(verdict: &Verdict, commands: [&str; 2], swapped: bool) -> Record {
    let mut record = Record::new(verdict.game.clone());
    let [white, black] = if swapped { [commands[1], commands[0]] } else { commands };
    record.white = white.into();
    record.black = black.into();
    record.date = jiff::Zoned::now().strftime("%Y.%m.%d").to_string();
    if let Some(trouble) = &verdict.trouble {
        record.other_tags.push(("Trouble".into(), trouble.kind.to_string()));
    }
    record
}

fn write_records(file: &std::path::Path, records: &[Record]) -> Result<()> {
    let text: Vec<String> = records.iter().map(ToString::to_string).collect();
    fs::write(file, text.join("\n")).with_context(|| format!("cannot write {}", file.display()))
}
