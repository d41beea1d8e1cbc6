//! `merels probe`: the truth about a position.

mod answer;
mod gamesman;
mod line;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use merels_rules::morris::{MorrisPosition, Variant, parse_position};
use merels_tables::Tables;

use self::answer::Answer;
use crate::cli::{TablesFolder, variant_parser};

/// Says the exact value of a position, the plies to the end, and the same for each move.
///
/// A move's value is from the mover's side, its plies count the move itself; the best come first.
/// Without a position, positions are read from standard input, one a line.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels probe six 'xxxxxxxxxxxxxxxx w 6 6'
  merels probe nine --json < positions.txt
  merels probe three --line 'xxxxxxxxx w 3 3'
  merels probe six --gamesman 'xxxxxxxxxxxxxxxx w 6 6'")]
pub(crate) struct Args {
    /// The variant
    #[arg(value_parser = variant_parser())]
    variant: Variant,
    /// The position, as one argument or as its fields
    position: Vec<String>,
    #[command(flatten)]
    folder: TablesFolder,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
    /// Show a whole line of best play
    #[arg(long, conflicts_with_all = ["json", "gamesman"])]
    line: bool,
    /// Show tier, value and move numbers as GAMESMAN has them (`six` only)
    #[arg(long, conflicts_with = "json")]
    gamesman: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    if args.gamesman && args.variant != Variant::Six {
        bail!("--gamesman is for six only");
    }
    let tables = Tables::new(&args.folder.tables, args.variant);
    let mut out = io::stdout().lock();
    if !args.position.is_empty() {
        answer(args, &tables, &args.position.join(" "), &mut out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut code = ExitCode::SUCCESS;
    for (number, line) in io::stdin().lock().lines().enumerate() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        if let Err(error) = answer(args, &tables, &line, &mut out) {
            if error.is::<io::Error>() {
                return Err(error);
            }
            eprintln!("merels: line {}: {error:#}", number + 1);
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}

fn answer(args: &Args, tables: &Tables, text: &str, out: &mut impl Write) -> Result<()> {
    let position = parse_position(args.variant, text.trim())
        .with_context(|| format!("not a position of {}", args.variant.id()))?;
    let answer =
        Answer::of(tables, position)?.with_context(|| not_reached(&position, &args.folder))?;
    if args.json {
        serde_json::to_writer(&mut *out, &answer.json())?;
        writeln!(out)?;
    } else if args.gamesman {
        gamesman::print(&answer, out)?;
    } else {
        answer.print(out)?;
        if args.line {
            line::print(tables, &answer, out)?;
        }
    }
    Ok(())
}

/// Why the tables have no answer.
fn not_reached(position: &MorrisPosition, folder: &TablesFolder) -> String {
    let variant = position.variant();
    let sector = merels_tables::Sector::of(position);
    if merels_tables::Sector::all(variant).contains(&sector) {
        let folder = folder.tables.display();
        format!("the tables in {folder} do not reach this position: solve {} first", variant.id())
    } else {
        "no game can come to these men in hand: the sides place in turn".to_owned()
    }
}
