//! `merels atlas`: the value of many variants, one row each.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use merels_rules::morris::{BoardName, Flying, MorrisPosition, Options, Removal, Variant};
use merels_rules::{Position, Value};
use merels_solver::{InMemory, Solution, SolveError, SolveOptions, solve};
use merels_tables::{Counts, Sector};

use super::solve::{CHECKS, DeviceArgs};
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

const HEADER: &str = "variant,start,plies,first_moves,longest_win,longest_loss,win,loss,draw,\
                      indices,checked,seconds";

/// Stands in the place of the value in rows of what was not computed.
const NOT_COMPUTED: &str = "not computed";

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let begun = Instant::now();
    check_writable(&args.out)?;
    check_writable(&unfinished(&args.out))?;
    let mut rows = read_rows(&args.out)?;
    let variants = if args.variants.is_empty() { all_by_size() } else { args.variants.clone() };
    for variant in variants {
        if rows.iter().any(|row| is_computed(row, variant)) {
            continue;
        }
        if args.minutes.is_some_and(|minutes| begun.elapsed() > Duration::from_secs(60 * minutes)) {
            note!("the time is over; the same command goes on");
            break;
        }
        let row = row_of(args, variant)?;
        note!("{row}");
        rows.retain(|row| row.split(',').next() != Some(variant.id()));
        rows.push(row);
        write_rows(&args.out, &rows)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Every variant: first the boards without Lasker's rule and with usual flying or none, from small
/// to large; then other flying; then Lasker's rule.
fn all_by_size() -> Vec<Variant> {
    let mut all: Vec<Variant> = Variant::all().collect();
    all.sort_by_key(|variant| {
        let Options { flying, lasker, removal, misere } = variant.options();
        let small = variant.board_name() < BoardName::Nine;
        let rare = matches!(flying, Flying::AtFour | Flying::Always);
        let plain = removal == Removal::Usual && !misere;
        (!small, lasker, rare, variant.board_name(), !plain, variant.id())
    });
    all
}

/// Solves a variant; what does not fit gets a row that says so.
fn row_of(args: &Args, variant: Variant) -> Result<String> {
    let begun = Instant::now();
    let options = SolveOptions { men: None, memory: args.device.memory(), checks: CHECKS };
    let solved = args
        .device
        .with_backend(variant, |backend| solve(backend, options, &mut InMemory::new(variant), &()));
    match solved {
        Ok(solution) => row(variant, &solution, begun.elapsed()),
        Err(error) => match error.downcast_ref() {
            Some(
                SolveError::Memory { .. } | SolveError::Unsaved { .. } | SolveError::Device(_),
            ) => Ok(format!("{},{NOT_COMPUTED},,{}", variant.id(), quoted(&error.to_string()))),
            _ => Err(error.context(format!("while solving {}", variant.id()))),
        },
    }
}

fn row(variant: Variant, solution: &Solution, took: Duration) -> Result<String> {
    let plies = |value: Value| match value.plies() {
        None => String::new(),
        Some(plies) if value.is_at_least() => format!("{plies}+"),
        Some(plies) => plies.to_string(),
    };
    let start = MorrisPosition::start(variant);
    let (_, best) = solution.first_moves.first().context("the start has moves")?;
    let first_moves: Vec<String> = solution
        .first_moves
        .iter()
        .map(|(mv, value)| format!("{} {} {}", start.move_text(*mv), value.word(), plies(*value)))
        .map(|text| text.trim_end().to_owned())
        .collect();
    let mut total = Counts::default();
    for (_, counts) in &solution.counts {
        total.merge(counts);
    }
    let longest = |count: u64, value: Value| if count > 0 { plies(value) } else { String::new() };
    let indexer = merels_tables::Indexer::new(variant);
    let indices: u64 = solution.counts.iter().map(|(sector, _)| indexer.len(*sector)).sum();
    debug_assert!(solution.counts.iter().any(|(sector, _)| *sector == Sector::start(variant)));
    let Counts { win, loss, draw, longest_win, longest_loss } = total;
    Ok(format!(
        "{},{},{},{},{},{},{win},{loss},{draw},{indices},{CHECKS},{:.1}",
        variant.id(),
        best.word(),
        plies(*best),
        first_moves.join("; "),
        longest(win, Value::Win(longest_win)),
        longest(loss, Value::Loss(longest_loss)),
        took.as_secs_f64()
    ))
}

fn is_computed(row: &str, variant: Variant) -> bool {
    let mut fields = row.split(',');
    fields.next() == Some(variant.id()) && fields.next() != Some(NOT_COMPUTED)
}

/// A field that may hold commas.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// The rows of an earlier run.
fn read_rows(path: &Path) -> Result<Vec<String>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = read_text(path)?;
    let mut lines = text.lines();
    match lines.next() {
        None | Some(HEADER) => Ok(lines.map(str::to_owned).collect()),
        Some(_) => anyhow::bail!("{} is not an atlas: its first line differs", path.display()),
    }
}

/// Where the file grows before it gets its name.
fn unfinished(path: &Path) -> PathBuf {
    path.with_added_extension("unfinished")
}

/// Replaces the file in one go, so that a run may be stopped at any moment.
fn write_rows(path: &Path, rows: &[String]) -> Result<()> {
    let unfinished = unfinished(path);
    let write = || {
        let mut file = fs::File::create(&unfinished)?;
        writeln!(file, "{HEADER}")?;
        rows.iter().try_for_each(|row| writeln!(file, "{row}"))?;
        file.sync_all()?;
        fs::rename(&unfinished, path)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_every_variant_once_and_small_boards_first() {
        let list = all_by_size();
        assert_eq!(list.len(), Variant::all().count());
        let place = |id: &str| list.iter().position(|variant| variant.id() == id).expect(id);
        let order = ["three", "seven+lasker", "nine", "nine+nofly+misere", "twelve", "nine+fly4"];
        assert!(order.windows(2).all(|pair| place(pair[0]) < place(pair[1])));
        assert!(place("sesotho+nofly") < place("nine+fly4"));
        assert!(place("sesotho+flyalways") < place("lasker"));
    }

    /// As in `nine+strict`, whose longest wins take more plies than a byte of the tables can say.
    #[test]
    fn a_row_says_where_plies_are_that_many_or_more() {
        let start = MorrisPosition::start(Variant::NINE);
        let first = *start.legal_moves().first().expect("the start has moves");
        let counts = Counts { win: 2, loss: 1, draw: 1, longest_win: 251, longest_loss: 250 };
        let row_of = |variant: Variant, counts: Counts, value: Value| {
            let solution = Solution {
                counts: vec![(Sector::start(variant), counts)],
                first_moves: vec![(first, value)],
            };
            row(variant, &solution, Duration::from_secs(3)).expect("a row")
        };
        let saturated = row_of(Variant::NINE, counts, Value::Win(251));
        assert!(saturated.starts_with("nine,win,251+,a1 win 251+,251+,250+,2,1,1,"), "{saturated}");
        let shorter = Counts { longest_win: 249, longest_loss: 248, ..counts };
        let exact = row_of(Variant::NINE, shorter, Value::Win(249));
        assert!(exact.starts_with("nine,win,249,a1 win 249,249,248,2,1,1,"), "{exact}");
        // In misère the same bytes mean one ply less.
        let misere = "nine+misere".parse().expect("a variant");
        let counts = Counts { longest_win: 250, longest_loss: 249, ..counts };
        let row = row_of(misere, counts, Value::Loss(249));
        assert!(row.starts_with("nine+misere,loss,249+,a1 loss 249+,250+,249+,2,1,1,"), "{row}");
    }
}
