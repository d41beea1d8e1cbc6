//! `merels claims`: the coach's claims, checked against the tables.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use merels_engine::Oracle;
use merels_lab::claims::{Asked, check_games};
use merels_rules::GameId;
use merels_rules::morris::Variant;

use crate::cli::{TablesFolder, VARIANT_HELP, variant_parser};
use crate::output::{self, note};
use crate::table_oracle;

/// Checks what reviews say of moves: plays games between levels 1 to 6, and compares every claim
/// about their moves with the rules and the perfect tables.
///
/// The check is written apart from the coach, from the definitions of the claims. It prints how many
/// mistakes have a reason, how often each kind is claimed, and every claim that is not true; if there
/// is one, the command fails. The same seed gives the same games.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels claims six --tables tables
  merels claims nine --tables tables --mistakes 20000 --good 20000 --seed 7")]
pub(crate) struct Args {
    #[arg(value_parser = variant_parser(), help = VARIANT_HELP)]
    variant: Variant,
    #[command(flatten)]
    folder: TablesFolder,
    /// Number of moves to check that give something away
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    mistakes: usize,
    /// Number of other moves to check
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    good: usize,
    /// Another number gives other games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let Args { variant, mistakes, good, seed, .. } = *args;
    let oracle = table_oracle::open(&args.folder.tables, GameId::Morris(variant))?;
    let oracle: Arc<dyn Oracle> = oracle;
    let asked = Asked { mistakes, good, seed };
    let report = check_games(variant, &oracle, asked, &|line| note!("{line}"));
    writeln!(output::stdout(), "{report}")?;
    let is_true = report.faults.is_empty();
    Ok(if is_true { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
