//! `merels move`: the computer makes one move in a position from a file.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use merels_engine::{
    ClassicChoice, ClassicSearch, Engine, EngineOptions, Evaluation, Level, Limits, Score,
    classic_search, endgames,
};
use merels_messages::Language;
use merels_rules::morris::{Setup, Variant, parse_bare_board};
use merels_rules::{AnyMove, AnyPosition, Game, GameId, Position, Side};

use crate::cli::{GAME_HELP, game_parser};
use crate::input::{check_writable, read_text};
use crate::output;

/// Reads a position from a file, makes a move and writes the position after it.
///
/// The file holds a position as its game writes it. For the morris games the letters of the board
/// alone are enough: --side and --phase then say the rest, each side's hand in the placing phase
/// being the men that are not on the board (at least one for the side to move), and a bare board is
/// written as well.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  merels move --game nine --in board1.txt --out board2.txt --side white --phase placing
  merels move --in board1.txt --out board2.txt --eval classic --depth 4 --search minimax")]
pub(crate) struct Args {
    #[arg(long, value_parser = game_parser(), help = GAME_HELP, default_value = "nine")]
    game: GameId,
    /// The file with the position
    #[arg(long = "in", value_name = "FILE")]
    input: PathBuf,
    /// The file for the position after the move
    #[arg(long = "out", value_name = "FILE")]
    output: PathBuf,
    /// The side to move, for a bare board [default: white]
    #[arg(long, value_enum)]
    side: Option<SideArg>,
    /// Phase of the game, for a bare board [default: placing]
    #[arg(long, value_enum)]
    phase: Option<PhaseArg>,
    /// Plies to look ahead [default: 8, with --eval classic 1]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Valuation of positions
    #[arg(long, value_enum, default_value_t = EvalArg::Full)]
    eval: EvalArg,
    /// Search of --eval classic; the result is the same, the number of positions is not [default:
    /// alphabeta]
    #[arg(long, value_enum)]
    search: Option<SearchArg>,
}

const USUAL_DEPTH: u32 = 8;

#[derive(Copy, Clone, Debug, ValueEnum)]
enum SideArg {
    White,
    Black,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum PhaseArg {
    Placing,
    Moving,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum EvalArg {
    /// With all that the computer player knows: a network, in games that have one
    Full,
    /// By hand-made rules
    Handcrafted,
    /// Men and room to move
    Classic,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum SearchArg {
    /// Every line of play
    Minimax,
    /// Without what cannot change the result
    Alphabeta,
}

struct Decision {
    mv: AnyMove,
    score: Score,
    evaluated: u64,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    check_writable(&args.output)?;
    let text = read_text(&args.input)?;
    let text = text.trim();
    let is_bare = matches!(args.game, GameId::Morris(_)) && !text.contains(' ');
    let position = match args.game {
        GameId::Morris(variant) if is_bare => bare_position(variant, text, args),
        _ => full_position(text, args),
    };
    let position = position.with_context(|| format!("{}", args.input.display()))?;
    let game = Game::new(position);
    if let Some(outcome) = game.outcome() {
        bail!("the game is over: {outcome}");
    }
    let decision = decide(&game, args)?;
    let after = game.position().play(decision.mv)?;
    let written = match &after {
        AnyPosition::Morris(after) if is_bare => after.bare_board(),
        after => after.to_string(),
    };
    fs::write(&args.output, written + "\n")
        .with_context(|| format!("cannot write {}", args.output.display()))?;
    let mut out = output::stdout();
    writeln!(out, "move: {}", game.position().move_text(decision.mv))?;
    writeln!(out, "positions evaluated: {}", decision.evaluated)?;
    writeln!(out, "score: {}", decision.score)?;
    if let Some(prospect) = prospect(&game, &decision, args) {
        writeln!(out, "result: {prospect}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A position as its game writes it, which says side and phase itself.
fn full_position(text: &str, args: &Args) -> Result<AnyPosition> {
    if args.side.is_some() || args.phase.is_some() {
        bail!("--side and --phase are for bare boards; this position says its own");
    }
    Ok(args.game.parse_position(text)?)
}

/// A position from the letters of its board.
fn bare_position(variant: Variant, text: &str, args: &Args) -> Result<AnyPosition> {
    let men = parse_bare_board(variant, text)?;
    let side = match args.side {
        Some(SideArg::Black) => Side::Black,
        _ => Side::White,
    };
    let mut hand = [0; 2];
    if args.phase != Some(PhaseArg::Moving) {
        for (hand, men) in hand.iter_mut().zip(men) {
            *hand = (variant.rules().men).saturating_sub(men.len() as u8);
        }
        let own = &mut hand[side.index()];
        *own = (*own).max(1);
    }
    let setup = Setup { variant, men, hand, side, quiet: 0 };
    Ok(AnyPosition::Morris(setup.position()?))
}

fn decide(game: &Game<AnyPosition>, args: &Args) -> Result<Decision> {
    if args.eval == EvalArg::Classic {
        let search = match args.search {
            Some(SearchArg::Minimax) => ClassicSearch::Minimax,
            Some(SearchArg::Alphabeta) | None => ClassicSearch::AlphaBeta,
        };
        let choice = classic_search(game, args.depth.unwrap_or(1), search);
        let choice = choice.context("there is no move")?;
        let ClassicChoice { mv, evaluated, .. } = choice;
        return Ok(Decision { mv, score: choice.score(), evaluated });
    }
    if args.search.is_some() {
        bail!("--search is for --eval classic");
    }
    let evaluation = match args.eval {
        EvalArg::Handcrafted => Evaluation::Handcrafted,
        EvalArg::Full | EvalArg::Classic => Evaluation::BuiltIn,
    };
    let options = EngineOptions {
        level: Level::FULL,
        evaluation,
        endgames: endgames(),
        ..EngineOptions::default()
    };
    let stop = AtomicBool::new(false);
    let limits = Limits::depth(args.depth.unwrap_or(USUAL_DEPTH));
    let report = Engine::new(options).search(game, &limits, &stop, &mut |_| {});
    let report = report.context("there is no move")?;
    Ok(Decision { mv: report.best, score: report.info.score, evaluated: report.info.nodes })
}

/// The outlook after the move, if it is certain: the game is over, or its end was seen.
fn prospect(game: &Game<AnyPosition>, decision: &Decision, args: &Args) -> Option<String> {
    let mut after = game.clone();
    after.play(decision.mv).ok()?;
    let mover = Language::ENGLISH.side(args.game, game.side());
    match (after.outcome(), decision.score.is_won()) {
        (Some(outcome), _) => Some(format!("the game is over: {outcome}")),
        (None, Some(true)) => Some(format!("{mover} wins by force")),
        (None, Some(false)) => Some(format!("{mover} loses against best play")),
        (None, None) => None,
    }
}
