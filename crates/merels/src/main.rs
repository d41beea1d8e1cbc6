//! Merels: the old line-and-capture board games in one program.
//!
//! This crate is where the rooms meet: it reads the command line and the terminal and asks the
//! libraries. Each command is a module of [`commands`] with its arguments and a `run`.

// What is printed goes through `output`, which knows that nobody may be listening.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod cli;
mod commands;
mod draw;
mod gamesman;
mod input;
mod output;
mod play;
mod table_oracle;
mod told;

use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, Parser, Subcommand};

use crate::output::note;

#[cfg(feature = "serve")]
use crate::commands::{admin, backup, bot};
use crate::commands::{
    atlas, bench, claims, completions, engine, manual, match_games, moves, mv, openings, perft,
    probe, puzzles, replay, review, sample, serve, show, solve, tables, tiers, verify,
};

#[cfg(all(feature = "jemalloc", target_os = "linux"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// The old line-and-capture board games: play them, look at them, check them.
///
/// Games: nine, six, six-nofly, five, three, lasker, twelve (the morris family), mingmang,
/// mingmang-norepeat and nimble. `merels COMMAND --help` explains each command with examples.
///
/// The morris family has more: the boards three, five, six, seven, nine, ten, eleven, twelve and
/// sesotho, and behind the board with + who flies (nofly, fly3, fly4, flyalways), lasker (place or
/// move), who is taken (strict, lenient) and misere: nine+nofly+misere, seven+lasker.
#[derive(Debug, Parser)]
#[command(name = "merels", version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Args),
    Serve(Box<serve::Args>),
    #[cfg(feature = "serve")]
    Backup(backup::BackupArgs),
    #[cfg(feature = "serve")]
    Restore(backup::RestoreArgs),
    #[cfg(feature = "serve")]
    Import(backup::ImportArgs),
    #[cfg(feature = "serve")]
    Bot(Box<bot::Args>),
    #[cfg(feature = "serve")]
    Admin(admin::Args),
    Moves(moves::Args),
    Show(show::Args),
    Perft(perft::Args),
    Replay(replay::Args),
    Review(review::Args),
    Claims(claims::Args),
    Bench(bench::Args),
    Solve(solve::Args),
    Verify(verify::Args),
    Probe(probe::Args),
    Puzzles(puzzles::Args),
    Sample(sample::Args),
    Openings(openings::Args),
    Tables(tables::Args),
    Atlas(atlas::Args),
    Tiers(tiers::Args),
    Engine(engine::Args),
    Match(match_games::Args),
    Move(mv::Args),
    Completions(completions::Args),
    Manual(manual::Args),
}

/// A refused input. Bad usage is answered by clap with 2.
const REFUSED: u8 = 1;

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(code) => code,
        Err(error) if output::is_closed(&error) => ExitCode::SUCCESS,
        Err(error) => {
            note!("merels: {error:#}");
            ExitCode::from(REFUSED)
        }
    }
}

fn run(command: Command) -> Result<ExitCode> {
    match command {
        Command::Play(args) => play::run(&args),
        Command::Serve(args) => serve::run(&args),
        #[cfg(feature = "serve")]
        Command::Backup(args) => backup::back_up(&args),
        #[cfg(feature = "serve")]
        Command::Restore(args) => backup::restore(&args),
        #[cfg(feature = "serve")]
        Command::Import(args) => backup::import(&args),
        #[cfg(feature = "serve")]
        Command::Bot(args) => bot::run(&args),
        #[cfg(feature = "serve")]
        Command::Admin(args) => admin::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Review(args) => review::run(&args),
        Command::Claims(args) => claims::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Probe(args) => probe::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Sample(args) => sample::run(&args),
        Command::Openings(args) => openings::run(&args),
        Command::Tables(args) => tables::run(&args),
        Command::Atlas(args) => atlas::run(&args),
        Command::Tiers(args) => tiers::run(&args),
        Command::Engine(args) => engine::run(&args),
        Command::Match(args) => match_games::run(&args),
        Command::Move(args) => mv::run(&args),
        Command::Completions(args) => completions::run(&args, Cli::command()),
        Command::Manual(args) => manual::run(&args, Cli::command()),
    }
}
