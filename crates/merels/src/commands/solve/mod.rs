//! `merels solve`: makes the perfect tables of a variant.

mod bars;
mod card;
mod size;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::ValueEnum;
use merels_rules::morris::Variant;
use merels_solver::{Backend, Cpu, InFiles, InMemory, SolveError, SolveOptions, solve};
use merels_tables::{Counts, Folder, Sector};

pub(crate) use self::bars::Bars;
use self::size::Size;
pub(crate) use self::size::usual_memory;
use crate::cli::{TablesFolder, variant_parser};

/// Computes the exact value of every position of a morris variant.
///
/// Each finished sector is written at once. Stopped at any moment, the same command goes on
/// where it was. At the end the sectors are printed as CSV, then the value of the start.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels solve six --tables tables        a second's work
  merels solve nine --memory 12G          the whole game
  merels solve nine --device cuda --no-save   on the graphics card, for the counts alone
  merels solve nine --men 5               only the sectors with up to five men a side")]
pub(crate) struct Args {
    /// The variant
    #[arg(value_parser = variant_parser())]
    variant: Variant,
    #[command(flatten)]
    folder: TablesFolder,
    /// How many threads to use [default: one per processor]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// How much memory to use, such as 12G [default: three quarters of the machine's,
    /// or the container's]
    #[arg(long, value_name = "SIZE")]
    memory: Option<Size>,
    /// Stop after the sectors with at most this many men a side, on the board and in hand
    #[arg(long, value_name = "N")]
    men: Option<u8>,
    /// Where to compute: on the graphics card if there is one with enough memory, or as told
    #[arg(long, value_enum, default_value_t = Device::Auto)]
    device: Device,
    /// Compute and report without reading or writing files
    #[arg(long)]
    no_save: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Device {
    Auto,
    Cpu,
    Cuda,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let begun = Instant::now();
    let bars = Bars::new();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.unwrap_or(0))
        .build()
        .context("cannot start the threads")?;
    let solved = pool.install(|| compute(args, &bars));
    let counts = solved.inspect_err(|_| bars.clear()).map_err(|error| {
        match error.downcast_ref() {
        Some(SolveError::Table(_)) => error.context(
            "a table cannot be read or written; what is finished stays, and when this is put right \
             the same command goes on",
        ),
        _ => error,
    }
    })?;
    bars.end(begun.elapsed());
    print_counts(&counts)?;
    let start = counts.iter().find(|(sector, _)| *sector == Sector::start(args.variant));
    let mut out = io::stdout().lock();
    match start {
        Some((_, counts)) => writeln!(out, "start: {}", value_of_only(counts))?,
        None => writeln!(out, "start: not among the sectors asked for")?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Solves on the device that was asked for, or on the one that suits.
fn compute(args: &Args, bars: &Bars) -> Result<Vec<(Sector, Counts)>> {
    if args.device == Device::Cpu {
        return compute_on(&mut Cpu::new(args.variant), args, bars);
    }
    let solved = card::open(args.variant)
        .map_err(anyhow::Error::from)
        .and_then(|mut card| compute_on(&mut *card, args, bars));
    match solved {
        Err(error) if args.device == Device::Auto && is_about_device(&error) => {
            eprintln!("solving on the processor: {error:#}");
            compute_on(&mut Cpu::new(args.variant), args, bars)
        }
        solved => solved,
    }
}

/// Whether the graphics card is missing or does not suffice; a full disk would stop the processor
/// too.
fn is_about_device(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(SolveError::Device(_)))
}

fn compute_on(
    backend: &mut dyn Backend,
    args: &Args,
    bars: &Bars,
) -> Result<Vec<(Sector, Counts)>> {
    let memory = args.memory.unwrap_or_else(usual_memory).0;
    let options = SolveOptions { men: args.men, memory };
    if args.no_save {
        return Ok(solve(backend, options, &mut InMemory::new(args.variant), bars)?);
    }
    let folder = Folder::new(&args.folder.tables, args.variant);
    Ok(solve(backend, options, &mut InFiles::new(folder), bars)?)
}

/// The sectors as CSV.
fn print_counts(counts: &[(Sector, Counts)]) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "mover,opponent,mover_hand,opponent_hand,win,loss,draw,longest_win,longest_loss"
    )?;
    for (sector, counts) in counts {
        let Sector { mover, opponent, mover_hand, opponent_hand } = sector;
        let Counts { win, loss, draw, longest_win, longest_loss } = counts;
        write!(out, "{mover},{opponent},{mover_hand},{opponent_hand},")?;
        writeln!(out, "{win},{loss},{draw},{longest_win},{longest_loss}")?;
    }
    Ok(())
}

/// The value of the one position of a sector, in words.
fn value_of_only(counts: &Counts) -> String {
    if counts.win > 0 {
        format!("win in {}", counts.longest_win)
    } else if counts.loss > 0 {
        format!("loss in {}", counts.longest_loss)
    } else {
        "draw".to_owned()
    }
}
