//! `merels openings`: who wins in every position of the first plies, in a file for the engine.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use merels_engine::{Openings, OpeningsBuilder, Oracle, Wdl};
use merels_rules::morris::{MorrisPosition, Variant};

use super::exact_values::ExactArgs;
use crate::cli::variant_parser;

/// Writes who wins in every position of the first plies of a game, up to symmetry.
///
/// Values come from the perfect tables, or with --solve from solving the game for the purpose. The
/// file is read back and compared with them, position by position, before it is written. The engine
/// is built with such files (crates/engine/openings); docs/network.md describes them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels openings six --plies 12 --solve --out six.openings
  merels openings nine --tables DIR --out nine.openings")]
pub(crate) struct Args {
    /// The variant
    #[arg(value_parser = variant_parser())]
    variant: Variant,
    #[command(flatten)]
    exact: ExactArgs,
    /// How many plies
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=24))]
    plies: u8,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let begun = Instant::now();
    args.exact.check(args.variant)?;
    let builder = OpeningsBuilder::new(args.variant, args.plies.into());
    let positions: Vec<MorrisPosition> = builder.positions().collect();
    eprintln!("{} positions listed in {:.0?}", positions.len(), begun.elapsed());
    let values = args.exact.values(args.variant, &positions)?;
    let results: Vec<Wdl> = values.into_iter().map(Wdl::from).collect();
    let bytes = builder.pack(&results)?;
    check(&bytes, &positions, &results)?;
    fs::write(&args.out, &bytes).with_context(|| format!("cannot write {}", args.out.display()))?;
    let count = |wanted: Wdl| results.iter().filter(|result| **result == wanted).count();
    println!(
        "{} positions of {} plies in {} bytes and {:.0?}: {} won, {} drawn, {} lost",
        positions.len(),
        args.plies,
        bytes.len(),
        begun.elapsed(),
        count(Wdl::Win),
        count(Wdl::Draw),
        count(Wdl::Loss)
    );
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
