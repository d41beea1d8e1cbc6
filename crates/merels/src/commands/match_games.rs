//! `merels match`: engines against each other, each in a process of its own.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::builder::RangedU64ValueParser;
use merels_engine::{Level, Oracle};
use merels_lab::matches::{self, Limit, Match, Mistakes, Tally};
use merels_rules::{AnyPosition, Game, GameId, Record};

use super::engine;
use crate::cli::{GAME_HELP, OptionalTables, game_parser};
use crate::input::{check_writable, read_text};
use crate::{output, table_oracle};

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
    limit: LimitArgs,
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

/// The limit of an engine's thought about a move.
#[derive(Debug, clap::Args)]
struct LimitArgs {
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
    /// Delay after --movetime that an answer may have, in milliseconds
    #[arg(long, default_value_t = 100)]
    margin: u64,
}

/// Time for each move in milliseconds when nothing is said.
const USUAL_MOVETIME: u64 = 100;

impl LimitArgs {
    /// The limits of both engines. Without any the ladder counts nodes, and a match the time.
    fn both(&self, ladder: bool) -> [Limit; 2] {
        let LimitArgs { movetime, movetime2, nodes, depth, margin } = *self;
        let (usual_nodes, usual_time) = match (movetime, nodes, depth) {
            (None, None, None) if ladder => (Some(matches::FULL_NODES), None),
            (None, None, None) => (None, Some(USUAL_MOVETIME)),
            _ => (None, None),
        };
        let nodes = nodes.or(usual_nodes);
        let first = movetime.or(usual_time);
        [first, movetime2.or(first)].map(|milliseconds| Limit {
            milliseconds,
            nodes,
            depth,
            margin,
        })
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    if let Some(file) = &args.records {
        check_writable(file)?;
    }
    if args.ladder {
        climb(args)?;
        return Ok(ExitCode::SUCCESS);
    }
    let first = &command(args, args.engine1.as_ref(), args.level1)?;
    let second = &command(args, args.engine2.as_ref(), args.level2)?;
    let openings = openings(args)?;
    let mut out = output::stdout();
    let mut announce = |tally: &Tally| {
        // Progress is for people; a broken terminal shows up in the result below.
        let _ = writeln!(io::stderr(), "{tally}");
    };
    let (tally, records) = play(args, [first, second], &openings, &mut announce)?;
    if let Some(file) = &args.records {
        let text: Vec<String> = records.iter().map(ToString::to_string).collect();
        fs::write(file, text.join("\n"))
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    writeln!(out, "engine1: {first}\nengine2: {second}\n{tally}")?;
    writeln!(out, "{}", tally.troubles())?;
    if let Some(folder) = &args.tables.tables
        && let Ok(tables) = table_oracle::open(folder, args.game)
    {
        write!(out, "{}", Mistakes::of(&records, &openings, &*tables))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays the ladder and prints a line for each step.
fn climb(args: &Args) -> Result<()> {
    let openings = openings(args)?;
    let mut out = output::stdout();
    for [upper, lower] in matches::ladder(args.from) {
        let commands = [own_engine(args, upper)?, own_engine(args, lower)?];
        let (tally, _) = play(args, commands.each_ref().map(|c| &**c), &openings, &mut |_| {})?;
        writeln!(out, "level {upper} against {lower}: {tally}")?;
        out.flush()?;
    }
    Ok(())
}

fn play(
    args: &Args,
    commands: [&str; 2],
    openings: &[Game<AnyPosition>],
    announce: &mut (dyn FnMut(&Tally) + Send),
) -> Result<(Tally, Vec<Record>)> {
    let planned = Match {
        game: args.game,
        commands,
        limits: args.limit.both(args.ladder),
        openings,
        games: args.games(),
        jobs: args.jobs,
        seed: args.seed,
        tables: args.tables.tables.as_deref(),
        date: &jiff::Zoned::now().strftime("%Y.%m.%d").to_string(),
    };
    Ok(planned.play(announce)?)
}

impl Args {
    fn games(&self) -> usize {
        self.games.unwrap_or(if self.ladder { 400 } else { 100 })
    }
}

fn command(args: &Args, engine: Option<&String>, level: Option<Level>) -> Result<String> {
    match (engine, level) {
        (Some(engine), _) => Ok(engine.clone()),
        (None, Some(level)) => own_engine(args, level),
        (None, None) => bail!("two players are wanted"),
    }
}

fn own_engine(args: &Args, level: Level) -> Result<String> {
    let command = engine::own_command(args.game, level, args.tables.tables.as_deref())?;
    Ok(format!("{command} --hash 16"))
}

/// The openings of a match: from the file, else random ones, one for every two games.
fn openings(args: &Args) -> Result<Vec<Game<AnyPosition>>> {
    let game = args.game;
    let Some(file) = &args.openings else {
        let tables = match &args.tables.tables {
            Some(folder) if args.drawn => Some(table_oracle::open(folder, game)?),
            _ => None,
        };
        let tables = tables.as_deref().map(|tables| tables as &dyn Oracle);
        let count = args.games().div_ceil(2);
        return Ok(matches::random_openings(game, args.plies, count, args.seed, tables));
    };
    let found = matches::parse_openings(game, &read_text(file)?)
        .with_context(|| format!("{} is no list of openings", file.display()))?;
    if found.is_empty() {
        bail!("{} holds no opening", file.display());
    }
    Ok(found)
}
