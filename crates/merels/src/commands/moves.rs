//! `merels moves`: the legal moves of positions.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use merels_rules::{AnyPosition, GameId, Outcome, Position};
use serde::Serialize;

use crate::cli::{GAME_HELP, game_parser};
use crate::input::{lines, position_of};
use crate::output::{self, note};

/// Lists the legal moves of a position, or of many.
///
/// The moves come on one line, separated by spaces: placements first, then by the man that moves,
/// its destination and the man taken, each in point order. A finished game gives an empty line.
///
/// Without POSITION, positions are read from standard input, one a line, and each is answered by
/// one line. A line that is no position gives an empty line, its reason goes to standard error,
/// and the exit code is 1 at the end.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels moves nine 'xxxxxxxxxxxxxxxxxxxxxxxx w 9 9 0'
  merels moves nimble 0,0,1,2,0,2 1
  merels moves six --json < positions.txt")]
pub(crate) struct Args {
    #[arg(value_parser = game_parser(), help = GAME_HELP)]
    game: GameId,
    /// The position; quotation marks are not needed
    position: Vec<String>,
    /// Print an object a line: position, moves, and result if the game is over
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let mut out = output::stdout();
    if !args.position.is_empty() {
        let position = position_of(args.game, &args.position)?;
        answer(&mut out, &position, args.json)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut code = ExitCode::SUCCESS;
    for (number, line) in lines().enumerate() {
        match args.game.parse_position(&line?) {
            Ok(position) => answer(&mut out, &position, args.json)?,
            Err(error) => {
                code = ExitCode::FAILURE;
                writeln!(out)?;
                out.flush()?;
                note!("merels: line {}: {error}", number + 1);
            }
        }
    }
    Ok(code)
}

#[derive(Serialize)]
struct Answer {
    position: String,
    moves: Vec<String>,
    result: Option<&'static str>,
    reason: Option<&'static str>,
}

fn answer(out: &mut impl Write, position: &AnyPosition, json: bool) -> Result<()> {
    let moves = position.legal_moves();
    let moves: Vec<_> = moves.iter().map(|mv| position.move_text(*mv)).collect();
    if json {
        let outcome = position.outcome();
        let answer = Answer {
            position: position.to_string(),
            moves,
            result: outcome.map(Outcome::result),
            reason: outcome.map(Outcome::termination),
        };
        writeln!(out, "{}", serde_json::to_string(&answer)?)?;
    } else {
        writeln!(out, "{}", moves.join(" "))?;
    }
    Ok(())
}
