//! `merels tables`: what perfect tables there are; and the way to carry them elsewhere.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use merels_rules::morris::{MorrisPosition, Variant};
use merels_solver::{Reachable, count_reachable};
use merels_tables::{Counts, Folder, Holds, Sector, Tables};

use super::{carry, endgames, shrink, win};
use crate::cli::{TablesFolder, variant_parser};
use crate::output;

/// Lists the perfect tables that are there: how many sectors, complete or not, and their size.
///
/// Sectors whose values follow from others by a short search keep their counts only. A damaged
/// file is named with the reason, and the exit status is 1.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  merels tables
  merels tables --sectors --tables /srv/tables    each sector as well
  merels tables --reachable five                  what play can reach, colours not merged
  merels tables shrink nine                       without distances, in an eighth of the space
  merels tables export nine --out nine.tables     to carry them to another host"
)]
pub(crate) struct Args {
    #[command(flatten)]
    folder: TablesFolder,
    /// List each sector too
    #[arg(long)]
    sectors: bool,
    /// Count the positions of a solved variant that play can reach, by their values, as CSV
    #[arg(long, value_name = "VARIANT", value_parser = variant_parser(), conflicts_with = "sectors")]
    reachable: Option<Variant>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Endgames(endgames::Args),
    Export(carry::ExportArgs),
    Import(carry::ImportArgs),
    Shrink(shrink::Args),
    Win(win::Args),
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Some(Command::Endgames(args)) => return endgames::run(args),
        Some(Command::Export(args)) => return carry::export(args),
        Some(Command::Import(args)) => return carry::import(args),
        Some(Command::Shrink(args)) => return shrink::run(args),
        Some(Command::Win(args)) => return win::run(args),
        None => {}
    }
    if let Some(variant) = args.reachable {
        return print_reachable(&args.folder.tables, variant);
    }
    let mut out = output::stdout();
    let mut code = ExitCode::SUCCESS;
    let mut any = false;
    for variant in Variant::all() {
        let folder = Folder::new(&args.folder.tables, variant);
        if !folder.path().is_dir() {
            continue;
        }
        any = true;
        let contents = Contents::of(&folder);
        writeln!(out, "{}: {}", variant.id(), contents.summary())?;
        for line in contents.sectors.iter().filter(|_| args.sectors) {
            writeln!(out, "  {line}")?;
        }
        for fault in &contents.faults {
            writeln!(out, "  {fault}")?;
            code = ExitCode::FAILURE;
        }
    }
    if !any {
        writeln!(out, "no tables in {}", args.folder.tables.display())?;
    }
    Ok(code)
}

/// Counts what play from the start can reach, with each colour and ended games included.
fn print_reachable(tables: &Path, variant: Variant) -> Result<ExitCode> {
    let tables = Tables::new(tables, variant);
    let start = tables.value(&MorrisPosition::start(variant))?;
    let start = start.with_context(|| {
        format!("the tables of {0} are not complete: merels solve {0} makes them", variant.id())
    })?;
    let Reachable { orientations, counts } = count_reachable(&tables, &())?;
    let longest =
        |count: u64, plies: u16| if count > 0 { plies.to_string() } else { String::new() };
    let Counts { win, loss, draw, longest_win, longest_loss } = counts;
    let mut out = output::stdout();
    writeln!(out, "variant,start,reachable,canonical,win,loss,draw,longest_win,longest_loss")?;
    writeln!(
        out,
        "{},{},{orientations},{},{win},{loss},{draw},{},{}",
        variant.id(),
        start.word(),
        counts.total(),
        longest(win, longest_win),
        longest(loss, longest_loss)
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The contents of a variant's folder.
#[derive(Default)]
struct Contents {
    wanted: usize,
    with_distances: usize,
    without_distances: usize,
    counts_only: usize,
    with_ranks: usize,
    bytes: u64,
    rank_bytes: u64,
    sectors: Vec<String>,
    faults: Vec<String>,
}

impl Contents {
    fn of(folder: &Folder) -> Contents {
        let all = Sector::all(folder.variant());
        let mut contents = Contents { wanted: all.len(), ..Contents::default() };
        for sector in all {
            match folder.open(sector) {
                Ok(None) => {}
                Ok(Some(file)) => {
                    contents.bytes += file.bytes();
                    let (number, holds) = match file.holds() {
                        Holds::Distances => (&mut contents.with_distances, "values"),
                        Holds::Results => (&mut contents.without_distances, "win, draw or loss"),
                        Holds::Counts => (&mut contents.counts_only, "counts only"),
                    };
                    *number += 1;
                    let (bytes, cells) = (file.bytes(), file.cells());
                    contents
                        .sectors
                        .push(format!("{sector}: {holds}, {bytes} bytes for {cells} indices"));
                }
                Err(error) => contents.faults.push(format!("refused: {error}")),
            }
            match folder.open_ranks(sector) {
                Ok(None) => {}
                Ok(Some(file)) => {
                    contents.with_ranks += 1;
                    contents.rank_bytes += file.bytes();
                    let holds = if file.has_ranks() { "ranks" } else { "no ranks, by search" };
                    contents.sectors.push(format!("{sector}: {holds}, {} bytes", file.bytes()));
                }
                Err(error) => contents.faults.push(format!("refused: {error}")),
            }
        }
        contents
    }

    fn summary(&self) -> String {
        let Contents { wanted, with_distances, without_distances, counts_only, bytes, .. } = self;
        let there = with_distances + without_distances + counts_only;
        let state = if there == *wanted { "complete" } else { "not complete" };
        let kind = match (with_distances, without_distances) {
            (_, 0) => "",
            (0, _) => ", win/draw/loss without distances",
            _ => ", partly without distances",
        };
        format!(
            "{state}, {there} of {wanted} sectors ({counts_only} by search), {:.1} MB{kind}",
            *bytes as f64 / 1e6
        ) + &self.ranks()
    }

    fn ranks(&self) -> String {
        let megabytes = self.rank_bytes as f64 / 1e6;
        match self.with_ranks {
            0 => String::new(),
            all if all == self.wanted => format!("; ranks of draws, {megabytes:.1} MB"),
            some => format!("; ranks of draws in {some} sectors, {megabytes:.1} MB"),
        }
    }
}
