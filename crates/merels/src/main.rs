//! Merels: the old line-and-capture board games in one program.
//!
//! This crate is where the rooms meet: it reads the command line and the terminal and asks the
//! libraries. Each command is a module of [`commands`] with its arguments and a `run`.

mod cli;
mod commands;
mod draw;
mod exact;
mod gamesman;
mod input;
mod play;
mod words;

use std::io;
use std::process::ExitCode;

use clap::Parser;

/// A refused input. Bad usage is answered by clap with 2.
const REFUSED: u8 = 1;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    match commands::run(cli.command) {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("merels: {error:#}");
            ExitCode::from(REFUSED)
        }
    }
}

/// Whether the reader of our output went away, as `| head` does: nothing to complain about.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io_error = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
    io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
