//! Plays many games at once against a running site, with real sockets, and measures it.
//!
//! Accounts, sessions and games are put into the database directly, as signing up thousands of
//! players would measure the hashing of passwords. Then every game is played by two sockets: the
//! mover sends, waits for the acknowledgement, and both wait for the news. At the end every
//! acknowledged move is looked up in the database.
//!
//! One thread does all of it, so that as little as possible is taken from the server beside it.

mod abuse;
mod addresses;
mod args;
mod attack;
mod backup;
mod client;
mod http;
mod kills;
mod logins;
mod node;
mod plan;
mod play;
mod questions;
mod report;
mod run;
mod watchers;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use tokio::task::LocalSet;

use crate::args::Args;

fn main() -> ExitCode {
    let args = Args::parse();
    let run = || -> Result<bool> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(LocalSet::new().run_until(run::run(&args)))
    };
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("load: {error:#}");
            ExitCode::FAILURE
        }
    }
}
