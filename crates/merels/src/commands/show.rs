//! `merels show`: a position as a picture and in words.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use merels_rules::{GameId, Position};

use super::position_of;
use crate::cli::game_parser;
use crate::draw::{Labels, Style, draw};
use crate::words;

/// Draws a position and says what there is to know: whose turn, phase, hands, mills, result.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels show nine 'WWWBBxxxxxxxxxxxxxxxxxxx b 6 7 0'
  merels show mingmang xoo/x.o/xxo w
  merels show twelve 'xxxxxxxxxxxxxxxxxxxxxxxx w 12 12' --style ascii")]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = game_parser())]
    game: GameId,
    /// The position; quotation marks are not needed
    #[arg(required = true)]
    position: Vec<String>,
    /// How to draw the board
    #[arg(long, value_enum, default_value_t = Style::Blocks)]
    style: Style,
    /// How to label the points
    #[arg(long, value_enum, default_value_t = Labels::Names)]
    coords: Labels,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let position = position_of(args.game, &args.position)?;
    let mut out = io::stdout().lock();
    write!(out, "{}", draw(&position, args.style, args.coords))?;
    writeln!(out, "\n{}", args.game.title())?;
    for line in words::facts(&position) {
        writeln!(out, "{line}")?;
    }
    match position.outcome() {
        Some(outcome) => writeln!(out, "{}", words::outcome(&position, outcome))?,
        None => writeln!(out, "{}", words::to_move(&position))?,
    }
    writeln!(out, "{position}")?;
    Ok(ExitCode::SUCCESS)
}
