//! `merels engine`: the computer player for other programs, over a UCI-style protocol.

mod protocol;
mod session;

use std::io::{self, BufRead};
use std::process::ExitCode;
use std::sync::mpsc::{self, Sender};
use std::thread;

use anyhow::Result;
use merels_engine::{EngineOptions, Level};
use merels_rules::GameId;

use crate::cli::{OptionalTables, game_parser};
use session::{Event, Session};

/// Plays by a UCI-style protocol on standard input and output, for other programs.
///
/// The options set what `setoption` can change later. The protocol is written down in
/// docs/engine-protocol.md.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  printf 'position startpos moves d6\\ngo depth 8\\n' | merels engine")]
pub(crate) struct Args {
    /// The game
    #[arg(long, value_parser = game_parser(), default_value = "nine")]
    game: GameId,
    /// Level of play: 1 (newcomer) to 10 (master), by number or name; classic; random, beginner or
    /// careful, the reference players; or perfect (with --tables)
    #[arg(long, default_value_t = Level::FULL)]
    level: Level,
    /// Size of the transposition table in MiB
    #[arg(long, default_value_t = protocol::USUAL_HASH, value_parser = protocol::hash_parser())]
    hash: usize,
    /// Number of threads
    #[arg(long, default_value_t = 1, value_parser = protocol::threads_parser())]
    threads: usize,
    /// Makes the choices of weaker levels repeatable
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    tables: OptionalTables,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let options = EngineOptions {
        hash_mib: args.hash,
        threads: args.threads,
        level: args.level,
        seed: args.seed,
        ..EngineOptions::default()
    };
    let (sender, events) = mpsc::channel();
    let tables = args.tables.tables.clone();
    let session = Session::new(args.game, options, tables, sender.clone())?;
    thread::spawn(move || hear(&sender));
    session.run(&events)?;
    Ok(ExitCode::SUCCESS)
}

/// Passes the input on line by line, so that `stop` is heard whatever else goes on.
fn hear(session: &Sender<Event>) {
    let lines = io::stdin().lock().split(b'\n').map(Event::Line);
    for event in lines.chain([Event::InputEnded]) {
        if session.send(event).is_err() {
            return;
        }
    }
}
