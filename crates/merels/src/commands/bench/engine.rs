//! `merels bench engine`: fixed positions, searched to fixed depths.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::output;
use anyhow::{Context, Result};
use merels_engine::{Engine, EngineOptions, Evaluation, Limits, OpeningsChoice, endgames};
use merels_rules::{AnyPosition, Game, GameId};

/// Measures the computer player on fixed positions.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Plies to look ahead from the start of nine, with the time for each
    #[arg(long, default_value_t = 14)]
    depth: u32,
    /// Size of the transposition table in MiB
    #[arg(long, default_value_t = 64)]
    hash: usize,
    /// Number of threads for the time to depth
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Print the signature alone
    #[arg(long)]
    signature: bool,
}

/// Positions of all kinds of games and phases, and how deep to look.
const POSITIONS: [(&str, u32, &str); 12] = [
    ("nine", 8, "xxxxxxxxxxxxxxxxxxxxxxxx w 9 9 0"),
    ("nine", 9, "xxxxWxxxxxxxxWxxxxxBxBxx w 7 7 0"),
    ("nine", 9, "xWxxBxxBWxWBxWxxBxxxxxxx b 4 5 0"),
    ("nine", 12, "WBBxWxBWBWWBWBxWxxBBWBxW w 0 0 0"),
    ("nine", 10, "xxWxBxxWxxWBxxBxBxxWBxWx b 0 0 3"),
    ("nine", 8, "WxxxBxxBxxxWxxxBxxxxWxxx w 0 0 0"),
    ("six", 10, "xxxxxxxxxxxxxxxx w 6 6 0"),
    ("three", 12, "xxxxxxxxx w 3 3 0"),
    ("lasker", 6, "xxxxxxxxxxxxxxxxxxxxxxxx w 10 10 0"),
    ("twelve", 7, "xxxxWxxxxxxxxxxxxxxBxxxx w 11 11 0"),
    ("mingmang", 3, "xooooooo/x......o/x......o/x......o/x......o/x......o/x......o/xxxxxxxo w"),
    ("mingmang-norepeat", 3, "xoo.o/..o.o/x.x.o/x...o/xx.xo b"),
];

/// A position with one man more than the endgames have, and how many positions to look at.
const BEFORE_ENDGAMES: &str = "WxxBxxWBxWxBxxWxxBxxBWWB w 0 0 0";
const ENDGAMES_NODES: u64 = 1_000_000;

/// Time limits to be kept, and how often each is tried.
const LIMITS_MS: [u64; 4] = [10, 50, 200, 500];
const TRIES: u32 = 3;

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut out = output::stdout();
    let begun = Instant::now();
    let nodes = signature()?;
    let seconds = begun.elapsed().as_secs_f64();
    writeln!(out, "signature {nodes}")?;
    if args.signature {
        return Ok(());
    }
    let speed = nodes as f64 / seconds / 1e6;
    writeln!(out, "  {seconds:.2} s, {speed:.2} million positions a second")?;
    let speeds = [("network", Evaluation::BuiltIn), ("handcrafted", Evaluation::Handcrafted)]
        .map(|(name, evaluation)| time_to_depth(&mut out, args, name, evaluation));
    let [network, handcrafted] = speeds;
    let share = network? / handcrafted? * 100.0;
    writeln!(out, "the network looks at {share:.0} % of the positions a second")?;
    before_endgames(&mut out, args)?;
    time_kept(&mut out, args)
}

/// The number of positions that searching all of [`POSITIONS`] visits: it changes only when the
/// search does.
fn signature() -> Result<u64> {
    let mut engine = Engine::new(EngineOptions { hash_mib: 16, ..EngineOptions::default() });
    let mut nodes = 0;
    for (id, depth, text) in POSITIONS {
        let game = game_from(id, text)?;
        engine.new_game();
        let stop = AtomicBool::new(false);
        let report = engine.search(&game, &Limits::depth(depth), &stop, &mut |_| {});
        nodes += report.with_context(|| format!("{id} {text} is over"))?.info.nodes;
    }
    Ok(nodes)
}

fn game_from(id: &str, text: &str) -> Result<Game<AnyPosition>> {
    let game: GameId = id.parse()?;
    Ok(Game::new(game.parse_position(text)?))
}

/// Measures the time of each depth from the start of nine; returns the positions a second.
fn time_to_depth(
    out: &mut impl Write,
    args: &Args,
    name: &str,
    evaluation: Evaluation,
) -> Result<f64> {
    let mut engine = new_engine(args, evaluation);
    let stop = AtomicBool::new(false);
    let game = Game::new(GameId::NINE.start());
    let mut done = Vec::new();
    engine.search(&game, &Limits::depth(args.depth), &stop, &mut |info| done.push(info.clone()));
    writeln!(out, "nine from the start, {name}, {} MiB, {} threads", args.hash, args.threads)?;
    for info in &done {
        let (depth, ms) = (info.depth, info.time.as_millis());
        let speed = info.nps() as f64 / 1e6;
        writeln!(out, "  depth {depth}: {ms} ms, {} nodes, {speed:.2} M/s", info.nodes)?;
    }
    Ok(done.last().map_or(0.0, |info| info.nps() as f64))
}

/// The positions a second with the small endgames and without, where they are asked for.
fn before_endgames(out: &mut impl Write, args: &Args) -> Result<()> {
    let game = game_from("nine", BEFORE_ENDGAMES)?;
    for (name, endgames) in [("without", None), ("with", endgames()), ("again with", endgames())] {
        let options = EngineOptions { hash_mib: args.hash, endgames, ..EngineOptions::default() };
        let stop = AtomicBool::new(false);
        let limits = Limits::nodes(ENDGAMES_NODES);
        let report = Engine::new(options).search(&game, &limits, &stop, &mut |_| {});
        let info = report.with_context(|| format!("{BEFORE_ENDGAMES} is over"))?.info;
        let speed = info.nps() as f64 / 1e6;
        writeln!(
            out,
            "six men against six, {name} the endgames: depth {}, {}, {speed:.2} M/s",
            info.depth, info.score
        )?;
    }
    Ok(())
}

/// By how much the answers to limited searches come late.
fn time_kept(out: &mut impl Write, args: &Args) -> Result<()> {
    let mut engine = new_engine(args, Evaluation::BuiltIn);
    let game = Game::new(GameId::NINE.start());
    for ms in LIMITS_MS {
        let limit = Duration::from_millis(ms);
        let mut slowest = Duration::ZERO;
        for _ in 0..TRIES {
            let stop = AtomicBool::new(false);
            let begun = Instant::now();
            engine.search(&game, &Limits::time(limit), &stop, &mut |_| {});
            slowest = slowest.max(begun.elapsed());
        }
        let late = slowest.as_secs_f64() * 1e3 - ms as f64;
        writeln!(out, "limit {ms} ms: slowest answer {late:+.1} ms")?;
    }
    Ok(())
}

/// An engine that knows no openings: the start shall be searched.
fn new_engine(args: &Args, evaluation: Evaluation) -> Engine {
    Engine::new(EngineOptions {
        evaluation,
        openings: OpeningsChoice::None,
        hash_mib: args.hash,
        threads: args.threads,
        ..EngineOptions::default()
    })
}
