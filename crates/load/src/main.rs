//! Plays many games at once against a running site, with real sockets, and measures it.
//!
//! Accounts, sessions and games are put into the database directly, as signing up thousands of
//! players would measure the hashing of passwords. Then every game is played by two sockets: the
//! mover sends, waits for the acknowledgement, and both wait for the news. At the end every
//! acknowledged move is looked up in the database.

mod plan;
mod play;
mod report;
mod server;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Parser;
use merels_store::Store;

use crate::plan::Plan;
use crate::report::Report;
use crate::server::{OwnServer, Target};

/// Plays many games at once against the site and prints moves a second, the time to the
/// acknowledgement, errors, and moves lost or doubled.
///
/// Without --server it starts one itself, with a database of its own that is deleted afterwards.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask load")]
struct Args {
    /// How many games are played at once, with two sockets each
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Seconds between the moves of a game; 0 plays as fast as it goes
    #[arg(long, default_value_t = 0.0)]
    pace: f64,
    /// For how many seconds
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Which game
    #[arg(long, default_value = "nine")]
    game: String,
    /// A running server, such as http://127.0.0.1:8080 (then --database is its database)
    #[arg(long, requires = "database")]
    server: Option<String>,
    /// The database: by default a new SQLite file
    #[arg(long)]
    database: Option<String>,
    /// The program to start
    #[arg(long, default_value = "target/release/merels")]
    binary: PathBuf,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let run = || -> Result<bool> {
        let runtime = tokio::runtime::Runtime::new()?;
        runtime.block_on(run(&args))
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

/// Whether nothing went wrong.
async fn run(args: &Args) -> Result<bool> {
    let folder = tempfile::tempdir()?;
    let file = format!("sqlite://{}", folder.path().join("load.db").display());
    let database = args.database.clone().unwrap_or(file);
    let game = args.game.parse().context("--game")?;
    let length = Duration::from_secs(args.seconds);
    let pace = Duration::from_secs_f64(args.pace.max(0.0));

    eprintln!("seeding {} pairs of players", args.games);
    let store = Store::open(&database).await?;
    let plan = Plan::seed(&store, game, args.games, pace, length).await?;
    store.close().await;

    let target = match &args.server {
        Some(address) => Target::Running(address.clone()),
        None => Target::Own(OwnServer::start(&args.binary, &database).await?),
    };
    eprintln!("playing at {} for {} s", target.address(), args.seconds);
    let played = play::play(&plan, target.address(), pace, length).await?;
    let usage = target.usage();
    target.stop().await?;

    let store = Store::open(&database).await?;
    let report = Report::new(&store, &plan, &played, usage).await?;
    store.close().await;
    print!("{report}");
    Ok(report.is_clean())
}
