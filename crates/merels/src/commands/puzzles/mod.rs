//! `merels puzzles`: finds puzzles with the perfect tables, checks sets, and trains with them.

mod train;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use merels_engine::{Oracle, PuzzleSet};
use merels_lab::puzzles::{self, Search};
use merels_rules::GameId;
use merels_rules::morris::Variant;

use self::train::TrainArgs;
use super::exact_values::ExactArgs;
use crate::cli::{VARIANT_HELP, variant_parser};
use crate::input::{check_writable, read_text};
use crate::{output, table_oracle};

/// Finds puzzles: positions in which exactly one move wins, or holds the draw.
///
/// Positions come from games between players of several strengths and from all over the tables.
/// Kept are those with one keeping move that some level of the computer does not find, without
/// symmetric twins, spread over the themes; each with what every legal move comes to. With --check a
/// set is verified against the tables by another way than it was made; with --play it is trained
/// with. docs/analysis.md describes the file.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels puzzles six --tables tables --count 200 --out six.puzzles
  merels puzzles nine --solve --device cuda --count 1000 --out nine.puzzles
  merels puzzles six --tables tables --check six.puzzles
  merels puzzles six --play
  merels puzzles six --play --theme zugzwang --file six.puzzles")]
pub(crate) struct Args {
    #[arg(value_parser = variant_parser(), help = VARIANT_HELP)]
    variant: Variant,
    #[command(flatten)]
    exact: ExactArgs,
    /// Number of puzzles to find
    #[arg(long, value_name = "N", default_value_t = 200)]
    count: usize,
    /// Number of positions to look at [default: 300 for each puzzle]
    #[arg(long, value_name = "N")]
    candidates: Option<u64>,
    /// Another number gives other puzzles
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The file to write
    #[arg(long, value_name = "FILE", required_unless_present_any = ["check", "play"])]
    out: Option<PathBuf>,
    /// Verify this file against the tables
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "play", "solve"])]
    check: Option<PathBuf>,
    #[command(flatten)]
    train: TrainArgs,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    if let Some(path) = &args.check {
        let set = read(path, args.variant)?;
        let tables = &args.exact.folder.tables;
        let oracle: Arc<dyn Oracle> = table_oracle::open(tables, GameId::Morris(set.variant))?;
        puzzles::check(&set, &oracle)?;
        writeln!(output::stdout(), "{} puzzles agree with the tables", set.puzzles.len())?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.train.play {
        let set = match &args.train.file {
            Some(path) => read(path, args.variant)?,
            None => PuzzleSet::built_in(args.variant).cloned().with_context(|| {
                let id = args.variant.id();
                format!("no puzzles of {id} come with the program: make some and give --file")
            })?,
        };
        return train::run(&set, &args.train, args.seed);
    }
    let out = args.out.as_ref().context("--out is missing")?;
    check_writable(out)?;
    let Args { variant, count, candidates, seed, .. } = *args;
    let search = Search { count, candidates, seed };
    let set = args.exact.with_lab(variant, |lab| puzzles::find(lab, search))?;
    if set.puzzles.is_empty() {
        bail!("no puzzle was found: look at more positions with --candidates");
    }
    fs::write(out, set.to_string()).with_context(|| format!("cannot write {}", out.display()))?;
    writeln!(output::stdout(), "{} puzzles", set.puzzles.len())?;
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path, variant: Variant) -> Result<PuzzleSet> {
    let text = read_text(path)?;
    let set = PuzzleSet::parse(&text).with_context(|| format!("{} is no set", path.display()))?;
    if set.variant != variant {
        bail!("{} has puzzles of {}", path.display(), set.variant.id());
    }
    Ok(set)
}
