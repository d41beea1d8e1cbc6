//! `merels tables win`: the level `perfect` plays won positions out.

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result};
use merels_engine::{Engine, EngineOptions, Level, Limits, Oracle};
use merels_rules::morris::{MorrisPosition, Variant};
use merels_rules::{AnyMove, AnyPosition, Game, Position, SplitMix, Value};
use merels_tables::{Holds, Sector, SectorFile, Tables};
use rayon::prelude::*;

use super::random_index::Indices;
use crate::cli::{TablesFolder, VARIANT_HELP, variant_parser};
use crate::output;
use crate::table_oracle::TableOracle;

/// The transposition table of each player, in MiB.
const HASH_MIB: usize = 16;

/// The plies that a win may take: this many times the shortest way, and as many more.
const MOST_TIMES: usize = 4;
const MOST_MORE: usize = 40;

/// Plays won positions out: the level `perfect` with these tables against the longest defence.
///
/// The positions are chosen at random among those that tables with distances call won, and these
/// tables defend. Games that are not won, or take more than four times the shortest way and 40
/// plies, are printed, and the exit status is 1.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels tables win six --tables wdl --against distances
  merels tables win nine --tables wdl --against distances --positions 2000 --movetime 200")]
pub(crate) struct Args {
    #[arg(value_parser = variant_parser(), help = VARIANT_HELP)]
    variant: Variant,
    #[command(flatten)]
    folder: TablesFolder,
    /// The folder of the tables with distances
    #[arg(long, value_name = "DIR")]
    against: PathBuf,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 2000)]
    positions: usize,
    /// Time for a move in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 200)]
    movetime: u64,
    /// Positions to visit for a move, instead of a time
    #[arg(long, value_name = "N", conflicts_with = "movetime")]
    nodes: Option<u64>,
    /// Only positions with at least this many plies to the end
    #[arg(long, value_name = "PLIES", default_value_t = 1)]
    at_least: u16,
    /// Only positions with at most this many plies to the end
    #[arg(long, value_name = "PLIES", default_value_t = u16::MAX)]
    at_most: u16,
    /// Seed of the choice of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

struct Played {
    position: MorrisPosition,
    shortest: usize,
    plies: usize,
    won: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let tables = Tables::new(&args.folder.tables, args.variant);
    let player: Arc<dyn Oracle> = Arc::new(TableOracle::new(tables));
    let defence = Tables::new(&args.against, args.variant);
    let positions = won_positions(args, &defence)?;
    let play = |(position, shortest): &(MorrisPosition, u16)| {
        play_out(args, Arc::clone(&player), &defence, *position, *shortest)
    };
    let played: Vec<Played> = positions.par_iter().map(play).collect::<Result<_>>()?;
    let mut out = output::stdout();
    let bad: Vec<&Played> = played.iter().filter(|played| !played.is_good()).collect();
    for Played { position, shortest, plies, won } in &bad {
        let end = if *won { "won" } else { "not won" };
        writeln!(out, "{position}: {end} in {plies} plies, the shortest way takes {shortest}")?;
    }
    let won = played.iter().filter(|played| played.won).count();
    let sum = |plies: fn(&Played) -> usize| played.iter().map(plies).sum::<usize>() as f64;
    let share = sum(|played| played.plies) / sum(|played| played.shortest).max(1.0);
    writeln!(out, "{won} of {} won, in {share:.2} times the shortest way", played.len())?;
    Ok(if bad.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Played {
    fn is_good(&self) -> bool {
        self.won && self.plies <= MOST_TIMES * self.shortest + MOST_MORE
    }
}

/// Positions chosen at random among those that the tables call won, with the plies to the end.
fn won_positions(args: &Args, tables: &Tables) -> Result<Vec<(MorrisPosition, u16)>> {
    let mut sectors = Vec::new();
    let mut files: HashMap<Sector, &SectorFile> = HashMap::new();
    for sector in Sector::all(args.variant) {
        if let Some(file) = tables.file(sector)?
            && file.holds() == Holds::Distances
            && file.counts().win > 0
            && file.counts().longest_win >= args.at_least
        {
            files.insert(sector, file);
            sectors.push((sector, file.cells()));
        }
    }
    let indices = Indices::of(sectors);
    let mut random = SplitMix::new(args.seed);
    let mut found = Vec::with_capacity(args.positions);
    while found.len() < args.positions {
        let (sector, index) = indices.random(&mut random).with_context(|| {
            format!(
                "{} has no tables with distances that call a position won",
                args.against.display()
            )
        })?;
        let value = tables.stored(files[&sector], sector, index)?;
        let position = tables.indexer().position(sector, index);
        if let (Value::Win(plies), Some(position)) = (value, position)
            && (args.at_least.max(1)..=args.at_most).contains(&plies)
        {
            found.push((position, plies));
        }
    }
    Ok(found)
}

/// Plays a position that its side to move wins.
fn play_out(
    args: &Args,
    oracle: Arc<dyn Oracle>,
    defence: &Tables,
    position: MorrisPosition,
    shortest: u16,
) -> Result<Played> {
    let options = EngineOptions {
        hash_mib: HASH_MIB,
        level: Level::Perfect,
        oracle: Some(oracle),
        ..EngineOptions::default()
    };
    let limits = match args.nodes {
        Some(nodes) => Limits::nodes(nodes),
        None => Limits::time(Duration::from_millis(args.movetime)),
    };
    let mut engine = Engine::new(options);
    let mut game: Game<AnyPosition> = Game::new(AnyPosition::Morris(position));
    while game.outcome().is_none() {
        let mv = if game.side() == position.side() {
            let stop = AtomicBool::new(false);
            engine.search(&game, &limits, &stop, &mut |_| {}).map(|report| report.best)
        } else {
            longest_defence(defence, game.position())?
        };
        game.play(mv.context("a side to move has a move")?)?;
    }
    Ok(Played {
        position,
        shortest: shortest.into(),
        plies: game.moves().len(),
        won: game.outcome().and_then(|outcome| outcome.winner()) == Some(position.side()),
    })
}

fn longest_defence(tables: &Tables, position: &AnyPosition) -> Result<Option<AnyMove>> {
    let AnyPosition::Morris(position) = position else { return Ok(None) };
    let moves = tables.moves(position)?.context("the tables are not complete")?;
    Ok(moves.first().map(|(mv, _)| AnyMove::Morris(*mv)))
}
