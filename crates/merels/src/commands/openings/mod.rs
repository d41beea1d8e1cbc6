//! `merels openings`: who wins in every position of the first plies, in a file for the engine.

mod lines;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use merels_engine::{Openings, OpeningsBuilder, Oracle};
use merels_rules::Value;
use merels_rules::Wdl;
use merels_rules::morris::{MorrisPosition, Variant};

use super::exact_values::ExactArgs;
use crate::cli::{VARIANT_HELP, variant_parser};
use crate::input::check_writable;
use crate::output::{self, note};
use lines::Lines;

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
    /// How many plies
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
    if args.drawn_lines.is_some_and(|last| last < args.plies) {
        bail!("drawn lines go beyond the exact plies: --drawn-lines must not be less than --plies");
    }
    check_writable(&args.out)?;
    args.exact.check(args.variant)?;
    let builder = OpeningsBuilder::new(args.variant, args.plies.into());
    let positions: Vec<MorrisPosition> = builder.positions().collect();
    note!("{} positions listed in {:.0?}", positions.len(), begun.elapsed());
    let values = args.exact.values(args.variant, &positions)?;
    let results: Vec<Wdl> = values.into_iter().map(Wdl::from).collect();
    let lines = drawn_lines(args)?;
    let hashes: Vec<u64> =
        lines.iter().flat_map(|lines| &lines.chosen).map(|(hash, _)| *hash).collect();
    let bytes = builder.pack(&results, lines.as_ref().map(|lines| [&hashes[..], &lines.beside]))?;
    check(&bytes, &positions, &results)?;
    if let Some(lines) = &lines {
        check_lines(args, &bytes, lines)?;
    }
    fs::write(&args.out, &bytes).with_context(|| format!("cannot write {}", args.out.display()))?;
    let count = |wanted: Wdl| results.iter().filter(|result| **result == wanted).count();
    writeln!(
        output::stdout(),
        "{} positions of {} plies in {} bytes and {:.0?}: {} won, {} drawn, {} lost",
        positions.len(),
        args.plies,
        bytes.len(),
        begun.elapsed(),
        count(Wdl::Win),
        count(Wdl::Draw),
        count(Wdl::Loss)
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Reads the file back and asks it for every position.
fn check(bytes: &[u8], positions: &[MorrisPosition], results: &[Wdl]) -> Result<()> {
    let openings = Openings::from_bytes(bytes.to_vec())?;
    for (position, result) in positions.iter().zip(results) {
        if openings.result(position) != Some(*result) {
            bail!("the file would say {:?} of {position}", openings.result(position));
        }
    }
    Ok(())
}

/// The drawn lines, if any are wanted: from the last ply but one of those that are known.
fn drawn_lines(args: &Args) -> Result<Option<Lines>> {
    let Some(last) = args.drawn_lines else { return Ok(None) };
    let plies = (usize::from(args.plies) - 1, usize::from(last));
    let values = |positions: &[MorrisPosition]| args.exact.values(args.variant, positions);
    lines::drawn_lines(args.variant, plies, &values).map(Some)
}

/// Asks the file for every position of the drawn lines and beside them, and for the value of each
/// that it knows once more.
fn check_lines(args: &Args, bytes: &[u8], lines: &Lines) -> Result<()> {
    let openings = Openings::from_bytes(bytes.to_vec())?;
    let positions: Vec<MorrisPosition> =
        lines.chosen.iter().map(|(_, position)| *position).collect();
    let values = args.exact.values(args.variant, &positions)?;
    if values.iter().any(|value| *value != Value::Draw) {
        bail!("the drawn lines would leave the draw");
    }
    let known = positions.iter().filter(|position| openings.is_on_drawn_line(position)).count();
    writeln!(
        output::stdout(),
        "drawn lines with {known} positions ({} are hidden by exceptions), {} beside them",
        positions.len() - known,
        lines.beside.len()
    )?;
    Ok(())
}
