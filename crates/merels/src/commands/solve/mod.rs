//! `merels solve`: makes the perfect tables of a variant.

mod bars;
mod size;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use merels_rules::morris::Variant;
use merels_solver::{Cpu, Order, SolveError, solve};
use merels_tables::{Counts, Folder, Sector};

pub(crate) use self::bars::Bars;
use self::size::{Size, usual_memory};
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
    /// How much memory to use, such as 12G [default: three quarters of the machine's]
    #[arg(long, value_name = "SIZE")]
    memory: Option<Size>,
    /// Stop after the sectors with at most this many men a side, on the board and in hand
    #[arg(long, value_name = "N")]
    men: Option<u8>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let order = Order {
        folder: Folder::new(&args.folder.tables, args.variant),
        men: args.men,
        memory: args.memory.unwrap_or_else(usual_memory).0,
    };
    let begun = Instant::now();
    let bars = Bars::new();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.unwrap_or(0))
        .build()
        .context("cannot start the threads")?;
    let solved = pool.install(|| solve(&mut Cpu::new(args.variant), &order, &bars));
    bars.end(begun.elapsed());
    let counts = match solved {
        Err(error @ SolveError::Table(_)) => {
            return Err(error).context(
                "a table cannot be read or written; what is finished stays, and when this is put \
                 right the same command goes on",
            );
        }
        solved => solved?,
    };
    print_counts(&counts)?;
    let start = counts.iter().find(|(sector, _)| *sector == Sector::start(args.variant));
    let mut out = io::stdout().lock();
    match start {
        Some((_, counts)) => writeln!(out, "start: {}", value_of_only(counts))?,
        None => writeln!(out, "start: not among the sectors asked for")?,
    }
    Ok(ExitCode::SUCCESS)
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
