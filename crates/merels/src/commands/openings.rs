//! `merels openings`: who wins in every position of the first plies, in a file for the engine.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use merels_lab::openings::{self, DrawnLines, Made};
use merels_rules::Wdl;
use merels_rules::morris::Variant;

use super::exact_values::ExactArgs;
use crate::cli::{VARIANT_HELP, variant_parser};
use crate::input::check_writable;
use crate::output;

/// Writes who wins in every position of the first plies of a game, up to symmetry.
///
/// Values come from the perfect tables, or with --solve from solving the game for the purpose. The
/// file is read back and compared with them, position by position, before it is written. The engine
/// is built with such files (crates/engine/openings); docs/network.md describes them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels openings six --plies 12 --solve --out six.openings
  merels openings nine --tables DIR --out nine.openings
  merels openings twelve --plies 7 --drawn-lines 17 --tables DIR --out twelve.openings")]
pub(crate) struct Args {
    #[arg(value_parser = variant_parser(), help = VARIANT_HELP)]
    variant: Variant,
    #[command(flatten)]
    exact: ExactArgs,
    /// Number of plies
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=24))]
    plies: u8,
    /// Beyond them keep lines that hold a draw: a move for each position that they meet up to this
    /// ply, for games in which few moves hold it
    #[arg(long, value_name = "PLY", value_parser = clap::value_parser!(u8).range(1..=40))]
    drawn_lines: Option<u8>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let begun = Instant::now();
    let Args { variant, plies, drawn_lines, .. } = *args;
    if drawn_lines.is_some_and(|last| last < plies) {
        bail!("drawn lines go beyond the exact plies: --drawn-lines must not be less than --plies");
    }
    check_writable(&args.out)?;
    let made = args.exact.with_lab(variant, |lab| openings::make(lab, plies, drawn_lines))?;
    let Made { bytes, results, drawn_lines } = made;
    let mut out = output::stdout();
    if let Some(DrawnLines { known, hidden, beside }) = drawn_lines {
        writeln!(
            out,
            "drawn lines with {known} positions ({hidden} are hidden by exceptions), {beside} beside them"
        )?;
    }
    fs::write(&args.out, &bytes).with_context(|| format!("cannot write {}", args.out.display()))?;
    let count = |wanted: Wdl| results.iter().filter(|result| **result == wanted).count();
    writeln!(
        out,
        "{} positions of {plies} plies in {} bytes and {:.0?}: {} won, {} drawn, {} lost",
        results.len(),
        bytes.len(),
        begun.elapsed(),
        count(Wdl::Win),
        count(Wdl::Draw),
        count(Wdl::Loss)
    )?;
    Ok(ExitCode::SUCCESS)
}
