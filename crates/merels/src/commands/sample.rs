//! `merels sample`: positions with their exact values, for programs that learn.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use merels_lab::sample::{self, Sample};
use merels_rules::morris::Variant;

use super::exact_values::ExactArgs;
use crate::cli::{VARIANT_HELP, variant_parser};
use crate::input::check_writable;
use crate::output;

/// Writes positions with their exact values, for programs that learn from them.
///
/// Most positions come from games between players of several strengths, and from the placing phase,
/// where games are decided; the rest are random, more from sectors where the sides are nearly even.
/// The same seed gives the same file. docs/network.md describes it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels sample six --solve --positions 100000 --out six.lessons
  merels sample nine --tables DIR --positions 50000000 --seed 7 --out nine.lessons
  merels sample twelve --solve --along-draws 12 --positions 30000000 --out twelve.lessons")]
pub(crate) struct Args {
    #[arg(value_parser = variant_parser(), help = VARIANT_HELP)]
    variant: Variant,
    #[command(flatten)]
    exact: ExactArgs,
    /// Number of positions to choose; a few less are written
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    positions: u64,
    /// Follow drawn lines for so many plies after the opening as well, and take what holds the draw and
    /// what gives it away; for games in which few moves hold it
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    along_draws: usize,
    /// Another number gives other positions
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let begun = Instant::now();
    check_writable(&args.out)?;
    let Args { variant, positions, along_draws, seed, .. } = *args;
    let chosen = Sample { positions, along_draws, seed };
    let lessons = args.exact.with_lab(variant, |lab| sample::lessons(lab, chosen))?;
    let write = || {
        let mut out = BufWriter::new(File::create(&args.out)?);
        sample::write(&mut out, variant, &lessons)?;
        out.flush()
    };
    write().with_context(|| format!("cannot write {}", args.out.display()))?;
    writeln!(output::stdout(), "{} positions in {:.0?}", lessons.len(), begun.elapsed())?;
    Ok(ExitCode::SUCCESS)
}
