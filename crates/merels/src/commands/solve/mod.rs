//! `merels solve`: makes the perfect tables of a variant.

mod bars;
mod card;
mod device;
mod ranks;
mod size;

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::ValueEnum;
use merels_lab::atlas::CHECKS;
use merels_rules::morris::Variant;
use merels_solver::{Backend, InFiles, InMemory, Solution, SolveError, SolveOptions, solve};
use merels_tables::{Counts, Folder, Sector};

pub(crate) use self::bars::Bars;
pub(crate) use self::device::DeviceArgs;
pub(crate) use self::size::usual_memory;
use crate::cli::{TablesFolder, VARIANT_HELP, variant_parser};
use crate::output;

/// Computes the exact value of every position of a morris variant.
///
/// Each finished sector is written at once. Stopped at any moment, the same command goes on
/// where it was. At the end the sectors are printed as CSV, then the value of the start.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels solve six --tables tables        a second's work
  merels solve nine --memory 12G          the whole game
  merels solve nine --values wdl          the whole game without distances, in an eighth of the space
  merels solve nine --device cuda --no-save   on the graphics card, for the counts alone
  merels solve nine --men 5               only the sectors with up to five men a side
  merels solve six --ranks                rank the draws as well")]
pub(crate) struct Args {
    #[arg(value_parser = variant_parser(), help = VARIANT_HELP)]
    variant: Variant,
    #[command(flatten)]
    folder: TablesFolder,
    #[command(flatten)]
    device: DeviceArgs,
    /// Stop after the sectors with at most this many men a side, on the board and in hand
    #[arg(long, value_name = "N")]
    men: Option<u8>,
    /// Keep the distances to the end, or in an eighth of the space only who wins
    #[arg(long, value_enum, default_value_t = Values::Distances, conflicts_with = "no_save")]
    values: Values,
    /// Compute and report without reading or writing files; 100,000 random positions are checked by
    /// their moves before their values go
    #[arg(long)]
    no_save: bool,
    /// Rank the draws too, by where play can be held; this needs tables with distances, which may
    /// be shrunk afterwards
    #[arg(long, conflicts_with = "no_save")]
    ranks: bool,
}

/// The part of a value that files keep.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Values {
    /// Win, draw or loss, with the plies to the end.
    Distances,
    /// Win, draw or loss alone.
    Wdl,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    if args.ranks && args.values == Values::Wdl {
        bail!(
            "ranks are made from distances: solve with --ranks alone, then `merels tables shrink {}`",
            args.variant.id()
        );
    }
    let begun = Instant::now();
    let bars = Bars::new();
    let solved = args.device.with_backend(args.variant, |backend| compute(backend, args, &bars));
    let Solution { counts, .. } = solved.inspect_err(|_| bars.clear()).map_err(explained)?;
    bars.end(begun.elapsed());
    if args.ranks {
        ranks::run(args)?;
        return Ok(ExitCode::SUCCESS);
    }
    print_counts(&counts)?;
    let start = counts.iter().find(|(sector, _)| *sector == Sector::start(args.variant));
    let mut out = output::stdout();
    match start {
        Some((_, counts)) => writeln!(out, "start: {}", value_of_only(counts))?,
        None => writeln!(out, "start: not among the sectors asked for")?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Adds to the error of a file that the same command goes on from there.
fn explained(error: anyhow::Error) -> anyhow::Error {
    match error.downcast_ref() {
        Some(SolveError::Table(_)) => error.context(
            "a table cannot be read or written; what is finished stays, and when this is put right \
             the same command goes on",
        ),
        _ => error,
    }
}

/// Solves into files or, where nothing is to be kept, with a check of random positions.
fn compute(backend: &mut dyn Backend, args: &Args, bars: &Bars) -> Result<Solution, SolveError> {
    let options = SolveOptions { men: args.men, memory: args.device.memory(), checks: 0 };
    if args.no_save {
        let options = SolveOptions { checks: CHECKS, ..options };
        return solve(backend, options, &mut InMemory::new(args.variant), bars);
    }
    let folder = Folder::new(&args.folder.tables, args.variant);
    let mut files = match args.values {
        Values::Distances => InFiles::new(folder),
        Values::Wdl => InFiles::without_distances(folder),
    };
    solve(backend, options, &mut files, bars)
}

fn print_counts(counts: &[(Sector, Counts)]) -> Result<()> {
    let mut out = output::stdout();
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
