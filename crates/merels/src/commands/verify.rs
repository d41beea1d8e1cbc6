//! `merels verify`: checks perfect tables against the rules.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use merels_rules::morris::Variant;
use merels_solver::verify;
use merels_tables::Tables;

use super::solve::Bars;
use crate::cli::{TablesFolder, VARIANT_HELP, variant_parser};
use crate::output;

/// The bytes of unpacked frames to keep at hand while verifying.
const CACHE: usize = 1 << 30;

/// Recomputes every value of the tables from the moves of its position.
///
/// A move's value is looked up, the best of them must be what the table says. Exits with 1 at the
/// first disagreement and shows the position.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels verify six                       every position
  merels verify nine --sample 100000      positions chosen at random")]
pub(crate) struct Args {
    #[arg(value_parser = variant_parser(), help = VARIANT_HELP)]
    variant: Variant,
    #[command(flatten)]
    folder: TablesFolder,
    /// How many threads to use [default: one per processor]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Check only this many positions, chosen at random
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let begun = Instant::now();
    let tables = Tables::with_cache(&args.folder.tables, args.variant, CACHE);
    let bars = Bars::new();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.unwrap_or(0))
        .build()
        .context("cannot start the threads")?;
    let found = pool.install(|| verify(&tables, args.sample, &bars));
    let found = found.inspect_err(|_| bars.clear())?;
    let mut out = output::stdout();
    if let Some(wrong) = found.disagreement {
        bars.clear();
        writeln!(out, "wrong: {}", wrong.position)?;
        writeln!(out, "  the table says {}", wrong.stored)?;
        match wrong.computed {
            Some(value) => writeln!(out, "  its moves say {value}")?,
            None => writeln!(out, "  its moves lead to a sector that is not there")?,
        }
        return Ok(ExitCode::FAILURE);
    }
    if found.checked == 0 {
        bars.clear();
        bail!("there is no table of {} in {}", args.variant.id(), args.folder.tables.display());
    }
    bars.end(begun.elapsed());
    writeln!(out, "{} positions agree with their moves", found.checked)?;
    if !found.skipped.is_empty() {
        let count = found.skipped.len();
        writeln!(out, "{count} sectors are missing or hold counts only, and were not checked")?;
    }
    Ok(ExitCode::SUCCESS)
}
