//! The command line as a whole; each command's arguments stand in its own module.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use merels_rules::GameId;
use merels_rules::morris::Variant;

use crate::commands::{
    bench, completions, engine, match_games, moves, mv, perft, probe, replay, serve, show, solve,
    tables, tiers, verify,
};
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
    Serve(serve::Args),
    Moves(moves::Args),
    Show(show::Args),
    Perft(perft::Args),
    Replay(replay::Args),
    Bench(bench::Args),
    Solve(solve::Args),
    Verify(verify::Args),
    Probe(probe::Args),
    Tables(tables::Args),
    Tiers(tiers::Args),
    Engine(engine::Args),
    Match(match_games::Args),
    Move(mv::Args),
    Completions(completions::Args),
}

/// Reads a game id; the list of ids shows in the help and in the complaint about a wrong one.
pub(crate) fn game_parser() -> impl TypedValueParser<Value = GameId> {
    PossibleValuesParser::new(GameId::ALL.map(GameId::id)).try_map(|id| id.parse::<GameId>())
}

/// Reads the id of a morris variant.
pub(crate) fn variant_parser() -> impl TypedValueParser<Value = Variant> {
    PossibleValuesParser::new(Variant::ALL.map(Variant::id)).map(|id| {
        let named = |variant: &Variant| variant.id() == id;
        Variant::ALL.into_iter().find(named).expect("clap takes listed ids only")
    })
}

/// Where the perfect tables are, in commands that can do without.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct OptionalTables {
    /// The folder of the perfect tables, for exact play
    #[arg(long, value_name = "DIR", env = "MERELS_TABLES")]
    pub(crate) tables: Option<PathBuf>,
}

/// Where the perfect tables are, in commands that cannot do without.
#[derive(Debug, clap::Args)]
pub(crate) struct TablesFolder {
    /// The folder of the perfect tables
    #[arg(long, value_name = "DIR", env = "MERELS_TABLES", default_value = "tables")]
    pub(crate) tables: PathBuf,
}
