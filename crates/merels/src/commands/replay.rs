//! `merels replay`: checks a game record and shows its end.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use merels_rules::Record;

use crate::draw::{Labels, Style, draw};
use crate::words;

/// Checks a game record move by move and shows how the game ended.
///
/// An illegal move is reported with its number and the reason.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  merels replay game.merels")]
pub(crate) struct Args {
    /// The game record
    file: PathBuf,
    /// How to draw the board
    #[arg(long, value_enum, default_value_t = Style::Blocks)]
    style: Style,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let record = read_record(&args.file)?;
    let game = &record.game;
    let mut out = io::stdout().lock();
    let title = game.position().game().title();
    writeln!(out, "{title}: {} - {}, {}", record.white, record.black, record.date)?;
    writeln!(out, "{} moves, all legal\n", game.ply())?;
    writeln!(out, "{}", draw(game.position(), args.style, Labels::Names))?;
    for line in words::facts(game.position()) {
        writeln!(out, "{line}")?;
    }
    match game.outcome() {
        Some(outcome) => writeln!(out, "{}", words::outcome(game.position(), outcome))?,
        None => writeln!(out, "The game is not finished. {}", words::to_move(game.position()))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a game record from a file.
pub(crate) fn read_record(file: &std::path::Path) -> Result<Record> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let text = String::from_utf8(bytes)
        .with_context(|| format!("{} is not a text file", file.display()))?;
    Record::parse(&text).with_context(|| format!("{} is no good record", file.display()))
}
