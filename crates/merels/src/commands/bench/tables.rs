//! `merels bench tables`: how long a probe of a random position takes.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use merels_rules::SplitMix;
use merels_rules::morris::{MorrisPosition, Variant};
use merels_tables::{Sector, Tables};

use super::super::random_index::Indices;
use crate::cli::{TablesFolder, VARIANT_HELP, variant_parser};
use crate::output;

/// Measures probes of random positions, each with all its moves.
///
/// A position is probed three times: with nothing of it in memory (cold), with its pages in the memory
/// of the system (warm), and once more with everything unpacked (asked again). The files are opened
/// before.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels bench tables six
  merels bench tables nine --tables wdl --probes 1000 --seed 7")]
pub(crate) struct Args {
    #[arg(value_parser = variant_parser(), help = VARIANT_HELP)]
    variant: Variant,
    #[command(flatten)]
    folder: TablesFolder,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    probes: u32,
    /// Seed of the choice of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The states of memory that a position is probed in.
const STATES: [&str; 3] = ["cold", "warm", "asked again"];

pub(crate) fn run(args: &Args) -> Result<()> {
    let tables = Tables::new(&args.folder.tables, args.variant);
    let indices = open_all(&tables)?;
    let mut random = SplitMix::new(args.seed);
    let mut times = STATES.map(|_| Vec::with_capacity(args.probes as usize));
    for _ in 0..args.probes {
        let position = random_position(&tables, &indices, &mut random).with_context(|| {
            format!("{} has no tables of {}", args.folder.tables.display(), args.variant.id())
        })?;
        tables.forget_pages();
        tables.forget();
        times[0].push(timed_probe(&tables, &position)?);
        tables.forget();
        times[1].push(timed_probe(&tables, &position)?);
        times[2].push(timed_probe(&tables, &position)?);
    }
    let mut out = output::stdout();
    writeln!(out, "{} random positions of {}, in milliseconds", args.probes, args.variant.id())?;
    writeln!(out, "{:12} {:>8} {:>8} {:>8} {:>8}", "", "median", "90 %", "99 %", "most")?;
    for (state, mut times) in STATES.into_iter().zip(times) {
        times.sort_unstable();
        let at = |percent: usize| {
            times[(times.len() * percent / 100).min(times.len() - 1)].as_secs_f64() * 1e3
        };
        let [median, most_of, nearly_all, most] = [50, 90, 99, 100].map(at);
        writeln!(out, "{state:12} {median:8.3} {most_of:8.3} {nearly_all:8.3} {most:8.3}")?;
    }
    Ok(())
}

/// Opens the file of every sector; gives the indices of those that are there.
fn open_all(tables: &Tables) -> Result<Indices> {
    let mut sectors = Vec::new();
    for sector in Sector::all(tables.variant()) {
        if let Some(file) = tables.file(sector)? {
            sectors.push((sector, file.cells()));
        }
    }
    Ok(Indices::of(sectors))
}

/// A position in which the game goes on; `None` if there are no tables.
fn random_position(
    tables: &Tables,
    indices: &Indices,
    random: &mut SplitMix,
) -> Option<MorrisPosition> {
    loop {
        let (sector, index) = indices.random(random)?;
        let position = tables.indexer().position(sector, index);
        if let Some(position) = position.filter(|position| position.outcome().is_none()) {
            return Some(position);
        }
    }
}

fn timed_probe(tables: &Tables, position: &MorrisPosition) -> Result<Duration> {
    let begun = Instant::now();
    let (value, moves) = (tables.value(position)?, tables.moves(position)?);
    let took = begun.elapsed();
    if value.is_none() || moves.is_none() {
        bail!("the tables are not complete: they do not reach {position}");
    }
    Ok(took)
}
