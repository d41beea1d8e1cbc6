//! `merels probe`: the truth about a position.

mod answer;
mod exact;
mod gamesman;
mod line;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use merels_rules::morris::gamesman::read_position;
use merels_rules::morris::{MorrisPosition, Variant, parse_position};
use serde::Serialize;

use self::answer::Answer;
use self::exact::Exact;
use self::gamesman::GamesmanAnswer;
use crate::cli::{Speech, TablesFolder, VARIANT_HELP, variant_parser};
use crate::gamesman::numbered_position;
use crate::input::lines;
use crate::output::{self, note};

/// Says the exact value of a position, the plies to the end, and the same for each move.
///
/// A move's value is from the mover's side, its plies count the move itself; the best come first.
/// Without a position, positions are read from standard input, one a line. GAMESMAN's strings are read
/// too, for every variant.
///
/// Without a folder with tables, the small exact endgames that come with the program answer,
/// without distances: all of six, and nine when all men are placed and neither side has more than
/// five.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels probe six 'xxxxxxxxxxxxxxxx w 6 6'
  merels probe nine --json < positions.txt
  merels probe three --line 'xxxxxxxxx w 3 3'
  merels probe six --gamesman '1_----------------66'
  merels probe six --number 12000000000")]
pub(crate) struct Args {
    #[arg(value_parser = variant_parser(), help = VARIANT_HELP)]
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
    #[arg(long)]
    gamesman: bool,
    /// The position by its number as GAMESMAN ranks it (`six` only)
    #[arg(long, value_name = "N", conflicts_with = "position")]
    number: Option<u64>,
    #[command(flatten)]
    speech: Speech,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    for (asked, option) in [(args.gamesman, "--gamesman"), (args.number.is_some(), "--number")] {
        if asked && args.variant != Variant::SIX {
            bail!("{option} is for six only");
        }
    }
    let exact = Exact::open(&args.folder.tables, args.variant);
    let mut out = output::stdout();
    if let Some(number) = args.number {
        answer(args, &exact, numbered_position(number)?, &mut out)?;
        return Ok(ExitCode::SUCCESS);
    }
    if !args.position.is_empty() {
        answer(args, &exact, parse(args.variant, &args.position.join(" "))?, &mut out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut code = ExitCode::SUCCESS;
    for (number, line) in lines().enumerate() {
        let line = line?;
        if line.is_empty() {
            continue;
        }
        let answered = parse(args.variant, &line)
            .and_then(|position| answer(args, &exact, position, &mut out));
        if let Err(error) = answered {
            if error.is::<io::Error>() {
                return Err(error);
            }
            note!("merels: line {}: {error:#}", number + 1);
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}

fn parse(variant: Variant, text: &str) -> Result<MorrisPosition> {
    let text = text.trim();
    let is_gamesman = text.starts_with("1_") || text.starts_with("2_");
    let read = if is_gamesman { read_position } else { parse_position };
    let position = read(variant, text);
    position.with_context(|| format!("not a position of {}", variant.id()))
}

fn answer(
    args: &Args,
    exact: &Exact,
    position: MorrisPosition,
    out: &mut impl Write,
) -> Result<()> {
    let answer =
        Answer::of(exact, position)?.with_context(|| not_reached(&position, &args.folder))?;
    if args.gamesman {
        let answer = GamesmanAnswer::of(&answer);
        if args.json { print_json(&answer, out)? } else { answer.print(out)? }
    } else if args.json {
        print_json(&answer.json(), out)?;
    } else {
        let language = args.speech.language();
        answer.print(out, language)?;
        if args.line {
            line::print(exact, &answer, out, language)?;
        }
    }
    Ok(())
}

fn print_json(answer: &impl Serialize, out: &mut impl Write) -> Result<()> {
    Ok(writeln!(out, "{}", serde_json::to_string(answer)?)?)
}

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
