//! One module per command.

pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod engine;
pub(crate) mod match_games;
pub(crate) mod moves;
pub(crate) mod mv;
pub(crate) mod perft;
pub(crate) mod probe;
pub(crate) mod replay;
#[cfg(feature = "serve")]
pub(crate) mod serve;
#[cfg(not(feature = "serve"))]
#[path = "serve_missing.rs"]
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod tables;
pub(crate) mod tiers;
pub(crate) mod verify;

use std::process::ExitCode;

use anyhow::Result;

use crate::cli::Command;
use crate::play;

pub(crate) fn run(command: Command) -> Result<ExitCode> {
    match command {
        Command::Play(args) => play::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Probe(args) => probe::run(&args),
        Command::Tables(args) => tables::run(&args),
        Command::Tiers(args) => tiers::run(&args),
        Command::Engine(args) => engine::run(&args),
        Command::Match(args) => match_games::run(&args),
        Command::Move(args) => mv::run(&args),
        Command::Completions(args) => completions::run(&args),
    }
}
