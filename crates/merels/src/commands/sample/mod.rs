//! `merels sample`: positions with their exact values, for programs that learn.
//!
//! Positions are chosen first, without looking at values: at random from every sector, and from
//! games that were played for the purpose. Then they are looked up and written.

mod along_draws;
mod lesson;
pub(super) mod played;
pub(super) mod random;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use merels_rules::morris::{MorrisPosition, Variant};
use merels_rules::{SplitMix, Value};
use merels_tables::Indexer;

use super::exact_values::ExactArgs;
use crate::cli::{VARIANT_HELP, variant_parser};
use crate::input::check_writable;
use crate::output::{self, note};
use lesson::Lesson;

/// How many of a hundred positions come from games, from random placing positions, and from random
/// positions without men in hand.
const PLAYED: u64 = 45;
const PLACING: u64 = 30;
const MOVING: u64 = 25;

/// Of positions that a single ply decides only one in so many is kept: any search sees those.
const OBVIOUS: usize = 8;

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
    /// How many positions to choose; a few less are written
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
    args.exact.check(args.variant)?;
    let share = |percent: u64| args.positions * percent / 100;
    let mut positions = played::positions(args.variant, share(PLAYED), args.seed);
    note!("{} positions played in {:.0?}", positions.len(), begun.elapsed());
    let indexer = Indexer::new(args.variant);
    positions.extend(random::positions(&indexer, share(PLACING), share(MOVING), args.seed));
    positions.retain(|position| position.outcome().is_none());
    let values = args.exact.values(args.variant, &positions)?;
    let mut lessons = lessons(&positions, &values, args.seed);
    if args.along_draws > 0 {
        let followed = along_draws::positions(args)?;
        lessons.extend(followed.iter().map(|(position, value)| Lesson::new(position, *value)));
    }
    shuffle(&mut lessons, args.seed);
    let path = &args.out;
    write(path, args.variant, &lessons)
        .with_context(|| format!("cannot write {}", path.display()))?;
    writeln!(output::stdout(), "{} positions in {:.0?}", lessons.len(), begun.elapsed())?;
    Ok(ExitCode::SUCCESS)
}

/// The positions with their values; most of those that are obvious are left out.
fn lessons(positions: &[MorrisPosition], values: &[Value], seed: u64) -> Vec<Lesson> {
    let mut random = SplitMix::new(seed);
    let mut is_kept = |value: Value| {
        let obvious = value.plies().is_some_and(|plies| plies <= 1);
        !obvious || random.below(OBVIOUS) == 0
    };
    let valued = positions.iter().zip(values).filter(|(_, value)| is_kept(**value));
    valued.map(|(position, value)| Lesson::new(position, *value)).collect()
}

fn shuffle(lessons: &mut [Lesson], seed: u64) {
    let mut random = SplitMix::new(!seed);
    for last in (1..lessons.len()).rev() {
        lessons.swap(last, random.below(last + 1));
    }
}

fn write(path: &std::path::Path, variant: Variant, lessons: &[Lesson]) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    out.write_all(lesson::header(variant).as_bytes())?;
    for lesson in lessons {
        out.write_all(&lesson.to_bytes())?;
    }
    out.flush()
}
