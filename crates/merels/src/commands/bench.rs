//! `merels bench`: how fast the parts are on this machine.

mod engine;
mod tables;

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::output;
use anyhow::Result;
use merels_lab::random_games;
use merels_rules::AnyPosition;
use merels_rules::morris::{MorrisPosition, Variant};

/// Measures speed on this machine, on one thread.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// The rules of nine: perft leaves and random games per second
    Rules(RulesArgs),
    /// The computer player: node-count signature, speed, time to depth, time limits kept
    Engine(engine::Args),
    Tables(tables::Args),
}

#[derive(Debug, clap::Args)]
struct RulesArgs {
    /// Depth of the perft
    #[arg(long, default_value_t = 7)]
    depth: u32,
    /// Number of random games
    #[arg(long, default_value_t = 300_000)]
    games: u32,
    /// Seed of the random games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    match &args.what {
        What::Rules(args) => bench_rules(args)?,
        What::Engine(args) => engine::run(args)?,
        What::Tables(args) => tables::run(args)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn bench_rules(args: &RulesArgs) -> Result<()> {
    let mut out = output::stdout();
    let start = MorrisPosition::start(Variant::NINE);
    let (leaves, time) = timed(|| AnyPosition::Morris(start).perft(args.depth));
    writeln!(
        out,
        "perft nine {}: {leaves} leaves in {:.2} s: {:.0} million leaves a second",
        args.depth,
        time.as_secs_f64(),
        leaves as f64 / time.as_secs_f64() / 1e6
    )?;

    let (tally, time) = timed(|| random_games::play(start, args.games, args.seed));
    let games = f64::from(args.games);
    writeln!(
        out,
        "random games of nine: {} in {:.2} s: {:.0} games a second, {:.1} million plies a second",
        args.games,
        time.as_secs_f64(),
        games / time.as_secs_f64(),
        tally.plies as f64 / time.as_secs_f64() / 1e6
    )?;
    let [white, black, drawn] = tally.results.map(|count| 100.0 * f64::from(count) / games);
    writeln!(
        out,
        "  {:.1} plies a game; White won {white:.1} %, Black {black:.1} %, drawn {drawn:.1} %",
        tally.plies as f64 / games
    )?;
    Ok(())
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}
