//! `merels replay`: checks game records and shows their ends.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use merels_rules::Record;

use crate::draw::{Labels, Style, draw};
use crate::input::read_records;
use crate::messages;
use crate::output;

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
    /// How to draw the board
    #[arg(long, value_enum, default_value_t = Style::Blocks)]
    style: Style,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let records = read_records(&args.file)?;
    let mut out = output::stdout();
    if let Some(number) = args.game {
        let record = number.checked_sub(1).and_then(|index| records.get(index));
        let record = record.with_context(|| {
            let (file, count) = (args.file.display(), records.len());
            format!("there is no game {number} in {file}: it holds {count}")
        })?;
        show(&mut out, record, args.style)?;
        return Ok(ExitCode::SUCCESS);
    }
    for (index, record) in records.iter().enumerate() {
        if records.len() > 1 {
            let gap = if index > 0 { "\n" } else { "" };
            writeln!(out, "{gap}Game {} of {}", index + 1, records.len())?;
        }
        show(&mut out, record, args.style)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn show(out: &mut impl Write, record: &Record, style: Style) -> io::Result<()> {
    let game = &record.game;
    let title = game.position().game().title();
    writeln!(out, "{title}: {} - {}, {}", record.white, record.black, record.date)?;
    writeln!(out, "{} moves, all legal\n", game.ply())?;
    writeln!(out, "{}", draw(game.position(), style, Labels::Names))?;
    for line in messages::facts(game.position(), Labels::Names) {
        writeln!(out, "{line}")?;
    }
    match game.outcome() {
        Some(outcome) => writeln!(out, "{}", messages::outcome(game.position(), outcome)),
        None => writeln!(out, "The game is not finished. {}", messages::to_move(game.position())),
    }
}
