//! The command line as a whole; each command's arguments stand in its own module.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use merels_rules::GameId;

use crate::commands::{bench, completions, engine, match_games, moves, mv, perft, replay, show};
use crate::play;

/// The old line-and-capture board games: play them, look at them, check them.
///
/// Games: nine, six, six-nofly, five, three, lasker, twelve (the morris family), mingmang,
/// mingmang-norepeat and nimble. `merels COMMAND --help` explains each command with examples.
#[derive(Debug, Parser)]
#[command(name = "merels", version, propagate_version = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Play(play::Args),
    Moves(moves::Args),
    Show(show::Args),
    Perft(perft::Args),
    Replay(replay::Args),
    Bench(bench::Args),
    Engine(engine::Args),
    Match(match_games::Args),
    Move(mv::Args),
    Completions(completions::Args),
}

/// Reads a game id; the list of ids shows in the help and in the complaint about a wrong one.
pub(crate) fn game_parser() -> impl TypedValueParser<Value = GameId> {
    PossibleValuesParser::new(GameId::ALL.map(GameId::id)).try_map(|id| id.parse::<GameId>())
}
