//! `merels atlas`: the value of many variants, one row each.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use merels_lab::atlas::{self, Atlas, CHECKS};
use merels_rules::morris::Variant;
use merels_solver::{InMemory, SolveOptions, solve};

use super::solve::DeviceArgs;
use crate::cli::variant_parser;
use crate::input::{check_writable, read_text};
use crate::output::note;

/// Solves many variants without saving their tables, and writes a row of CSV for each.
///
/// Rows that the file has already are kept and not computed again, so that a run may be stopped
/// and repeated. What does not fit into memory gets a row that says so, and is tried again next
/// time. Without variants it goes through all of them, the small boards first.
///
/// Columns: the variant, the value of its start and the plies to the end, the first moves up to
/// symmetry with their values, the plies of the longest win and loss, the positions by value for
/// the side to move (up to symmetry, colours merged), the indices gone through, the random
/// positions checked by their moves, and the seconds it took. A + behind plies means that many or
/// more.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels atlas --out atlas.csv three five five+misere
  merels atlas --out atlas.csv --device cuda --minutes 8")]
pub(crate) struct Args {
    /// The variants, listed ones or boards with rules behind a +, such as seven+lasker [default: all]
    #[arg(value_parser = variant_parser())]
    variants: Vec<Variant>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    device: DeviceArgs,
    /// Begin no further variant after this many minutes
    #[arg(long, value_name = "N")]
    minutes: Option<u64>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let begun = Instant::now();
    let out = &args.out;
    check_writable(out)?;
    check_writable(&Atlas::unfinished(out))?;
    let text = if out.exists() { read_text(out)? } else { String::new() };
    let mut atlas = Atlas::parse(&text)
        .with_context(|| format!("{} is not an atlas: its first line differs", out.display()))?;
    let all = args.variants.is_empty();
    for variant in if all { atlas::all_by_size() } else { args.variants.clone() } {
        if atlas.knows(variant) {
            continue;
        }
        if args.minutes.is_some_and(|minutes| begun.elapsed() > Duration::from_secs(60 * minutes)) {
            note!("the time is over; the same command goes on");
            break;
        }
        let row = row_of(args, variant)?;
        note!("{row}");
        atlas.enter(variant, row);
        atlas.save(out).with_context(|| format!("cannot write {}", out.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Solves a variant; what does not fit gets a row that says so.
fn row_of(args: &Args, variant: Variant) -> Result<String> {
    let begun = Instant::now();
    let options = SolveOptions { men: None, memory: args.device.memory(), checks: CHECKS };
    let solved = args
        .device
        .with_backend(variant, |backend| solve(backend, options, &mut InMemory::new(variant), &()));
    match solved {
        Ok(solution) => {
            atlas::row(variant, &solution, begun.elapsed()).context("the start has moves")
        }
        Err(error) => error
            .downcast_ref()
            .and_then(|error| atlas::row_without_value(variant, error))
            .map_or_else(|| Err(error.context(format!("while solving {}", variant.id()))), Ok),
    }
}
