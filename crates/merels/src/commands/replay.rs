//! `merels replay`: checks game records and shows their ends.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use merels_rules::Record;

use crate::cli::Speech;
use crate::draw::{Labels, Style, draw};
use crate::input::read_records;
use crate::output;
use crate::told::Reader;

/// Checks game records move by move and shows how each game ended.
///
/// A file may hold many games, as `merels match --records` writes them. An illegal move is reported
/// with its line, its number and the reason.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels replay game.merels
  merels replay match.merels --game 3")]
pub(crate) struct Args {
    /// The file with the records; - for standard input
    file: PathBuf,
    /// Show only this game of the file, counted from 1
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// Style of the board
    #[arg(long, value_enum, default_value_t = Style::Blocks)]
    style: Style,
    #[command(flatten)]
    speech: Speech,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let records = read_records(&args.file)?;
    let reader = Reader { language: args.speech.language(), labels: Labels::Names };
    let mut out = output::stdout();
    if let Some(number) = args.game {
        let record = number.checked_sub(1).and_then(|index| records.get(index));
        let record = record.with_context(|| {
            let (file, count) = (args.file.display(), records.len());
            format!("there is no game {number} in {file}: it holds {count}")
        })?;
        show(&mut out, reader, record, args.style)?;
        return Ok(ExitCode::SUCCESS);
    }
    for (index, record) in records.iter().enumerate() {
        if records.len() > 1 {
            let gap = if index > 0 { "\n" } else { "" };
            let values = [("number", (index + 1).into()), ("total", records.len().into())];
            writeln!(out, "{gap}{}", reader.language.say_with("replay-number", &values))?;
        }
        show(&mut out, reader, record, args.style)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn show(out: &mut impl Write, reader: Reader, record: &Record, style: Style) -> io::Result<()> {
    let (game, language) = (&record.game, reader.language);
    let title = language.title(game.position().game());
    writeln!(out, "{title}: {} - {}, {}", record.white, record.black, record.date)?;
    let moves = [("moves", game.ply().into())];
    writeln!(out, "{}\n", language.say_with("replay-moves", &moves))?;
    writeln!(out, "{}", draw(game.position(), style, reader.labels))?;
    let told = reader.told(game.position());
    for line in told.counts() {
        writeln!(out, "{line}")?;
    }
    match game.outcome() {
        Some(outcome) => writeln!(out, "{}", told.outcome(outcome)),
        None => writeln!(out, "{} {}", language.say("replay-unfinished"), told.turn_of()),
    }
}
