//! `merels verify`: checks perfect tables against the rules.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use merels_rules::DrawRank;
use merels_rules::morris::Variant;
use merels_solver::{RankVerification, WrongRank, verify, verify_ranks};
use merels_tables::Tables;

use super::solve::Bars;
use crate::cli::{TablesFolder, VARIANT_HELP, variant_parser};
use crate::output;

/// The bytes of unpacked frames to keep at hand while verifying.
const CACHE: usize = 1 << 30;

/// Recomputes every value of the tables from the moves of its position.
///
/// A move's value is looked up, the best of them must be what the table says. Exits with 1 at the
/// first disagreement and shows the position. Ranks of draws are recomputed in the same way, where
/// there are any.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels verify six                       every position
  merels verify nine --sample 100000      positions chosen at random
  merels verify six --ranks               the ranks of draws alone")]
pub(crate) struct Args {
    #[arg(value_parser = variant_parser(), help = VARIANT_HELP)]
    variant: Variant,
    #[command(flatten)]
    folder: TablesFolder,
    /// Number of threads to use [default: one per processor]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Check only this many positions, chosen at random
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Check only the ranks of draws
    #[arg(long)]
    ranks: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let tables = Tables::with_cache(&args.folder.tables, args.variant, CACHE);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.unwrap_or(0))
        .build()
        .context("cannot start the threads")?;
    pool.install(|| {
        let right = args.ranks || check_values(args, &tables)?;
        let right = right && check_ranks(args, &tables)?;
        Ok(if right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    })
}

/// Checks the values; returns `true` if none is wrong.
fn check_values(args: &Args, tables: &Tables) -> Result<bool> {
    let begun = Instant::now();
    let bars = Bars::new();
    let found = verify(tables, args.sample, &bars).inspect_err(|_| bars.clear())?;
    let mut out = output::stdout();
    if let Some(wrong) = found.disagreement {
        bars.clear();
        writeln!(out, "wrong: {}", wrong.position)?;
        writeln!(out, "  the table says {}", wrong.stored)?;
        match wrong.computed {
            Some(value) => writeln!(out, "  its moves say {value}")?,
            None => writeln!(out, "  its moves lead to a sector that is not there")?,
        }
        return Ok(false);
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
    Ok(true)
}

/// Checks the ranks of draws; returns `true` if none is wrong. Tables without ranks are right.
fn check_ranks(args: &Args, tables: &Tables) -> Result<bool> {
    let begun = Instant::now();
    let bars = Bars::new();
    let found = verify_ranks(tables, args.sample, &bars).inspect_err(|_| bars.clear())?;
    let RankVerification { checked, skipped, wrong, sectors } = found;
    let mut out = output::stdout();
    if let Some(WrongRank { position, stored, computed }) = wrong {
        bars.clear();
        writeln!(out, "wrong: {position}")?;
        writeln!(out, "  its rank is stored as {}", in_words(&stored))?;
        match computed {
            Some(rank) => writeln!(out, "  its moves say {}", in_words(&rank))?,
            None => writeln!(out, "  its moves lead to a sector without ranks")?,
        }
        return Ok(false);
    }
    if sectors == 0 {
        bars.clear();
        if args.ranks {
            let folder = args.folder.tables.display();
            bail!("there are no ranks of {} in {folder}", args.variant.id());
        }
        return Ok(true);
    }
    bars.end(begun.elapsed());
    writeln!(out, "the ranks of {checked} draws agree with their moves")?;
    if !skipped.is_empty() {
        writeln!(out, "{} sectors have no ranks, and were not checked", skipped.len())?;
    }
    Ok(true)
}

fn in_words(rank: &DrawRank) -> String {
    let exit = rank.plies.map(|plies| format!(", {plies} plies to the exit"));
    format!("{} ({} of {}){}", rank.payoff, rank.place, rank.places, exit.unwrap_or_default())
}
