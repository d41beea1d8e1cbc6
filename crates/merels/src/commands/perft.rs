//! `merels perft`: counts of move sequences.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use merels_rules::{GameId, Position, divide};

use crate::cli::{GAME_HELP, game_parser};
use crate::input::position_of;
use crate::output;

/// Counts the move sequences of a given length, the usual check of a move generator.
///
/// Every choice of a man to remove is a move of its own. The last line printed is the count alone.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels perft nine 5                 24 places, then 23, ...: 5140800
  merels perft six 3 --divide         the count below each first move
  merels perft nimble 4 --position '0,0,1,2,0,2 1'")]
pub(crate) struct Args {
    #[arg(value_parser = game_parser(), help = GAME_HELP)]
    game: GameId,
    /// Number of plies
    depth: u32,
    /// The position to start from, if not the usual one
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Show the count below each first move as well
    #[arg(long)]
    divide: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let position = match &args.position {
        Some(text) => position_of(args.game, std::slice::from_ref(text))?,
        None => args.game.start(),
    };
    let mut out = output::stdout();
    if args.divide {
        for (mv, count) in divide(&position, args.depth) {
            writeln!(out, "{} {count}", position.move_text(mv))?;
        }
    }
    writeln!(out, "{}", position.perft(args.depth))?;
    Ok(ExitCode::SUCCESS)
}
