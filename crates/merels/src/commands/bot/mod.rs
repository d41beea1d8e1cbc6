//! `merels bot`: an engine that plays on a site.

mod game;
mod lobby;
mod site;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use merels_engine::Level;
use merels_rules::GameId;
use url::Url;

use crate::cli::{OptionalTables, game_parser};
use crate::commands::serve::end_signal;
use crate::table_oracle;
use game::{Engine, Program};
use lobby::{Lobby, Opponent};
use site::Site;

/// The time that engines have to end.
const FAREWELL: Duration = Duration::from_secs(1);

/// Connects an engine to a site, where it takes challenges and plays them
///
/// Make an account for the bot on the site, and under Account, Programs and bots, make it a bot's
/// account and a token with the scope play. The bot then takes every challenge it has room for,
/// goes on with its games after a restart, its own or the site's, and ends with Ctrl-C; games that
/// are not over then wait for it.
///
/// The engine is this program at a level, or any program that speaks the engine protocol: see
/// docs/engine-protocol.md. Each game has an engine of its own.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  MERELS_BOT_TOKEN=merels_… merels bot --site https://games.example --level 4
  merels bot --site http://127.0.0.1:8080 --token-file token --engine 'my-engine --fast' --games nine,six
  merels bot --site https://games.example --token-file token --level 10 --challenge Ada --count 4 --clock 5+3

Exit codes: 0 when it was told to end or has played the games of --count, 1 when the site refuses the
token or the engine cannot be used, 2 for wrong usage.")]
pub(crate) struct Args {
    /// The address of the site
    #[arg(long, value_name = "URL")]
    site: Url,
    /// The bot's token. Others on this machine can see it in the list of processes: better use the
    /// environment or --token-file
    #[arg(long, env = "MERELS_BOT_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// A file with the bot's token
    #[arg(long, value_name = "FILE", conflicts_with = "token")]
    token_file: Option<PathBuf>,
    /// The level of this program's own engine
    #[arg(long, default_value_t = Level::USUAL, conflicts_with = "engine")]
    level: Level,
    /// The command of another engine
    #[arg(long, value_name = "CMD")]
    engine: Option<String>,
    /// Milliseconds for a move where there is no clock
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    movetime: u64,
    /// The games it plays; all if none are named, at the level perfect all that there are tables of
    #[arg(long, value_delimiter = ',', value_parser = game_parser())]
    games: Vec<GameId>,
    /// Number of games at the same time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    most: u32,
    /// Challenge this player, one game after the other, and take no other challenges
    #[arg(long, value_name = "NAME")]
    challenge: Option<String>,
    /// Number of games to play with --challenge
    #[arg(long, value_name = "N", default_value_t = 1, requires = "challenge")]
    count: u32,
    /// The clock of --challenge: none, minutes and seconds for each move such as 5+3, or days such as 3d
    #[arg(long, default_value = "none", requires = "challenge")]
    clock: String,
    #[command(flatten)]
    tables: OptionalTables,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let ended = runtime.block_on(serve(args));
    // An engine that still thinks is not waited for.
    runtime.shutdown_timeout(FAREWELL);
    ended.map(|()| ExitCode::SUCCESS)
}

async fn serve(args: &Args) -> Result<()> {
    let end = end_signal()?;
    let site = Site::new(args.site.clone(), &token(args)?)?;
    let games = games(args)?;
    let engine = engine(args);
    let first = games.first().copied().unwrap_or(GameId::NINE);
    let tried = engine.clone();
    tokio::task::spawn_blocking(move || tried.start(first).map(drop))
        .await?
        .context("the engine")?;
    let opponent = match &args.challenge {
        None => Opponent::WhoeverAsks,
        Some(name) => Opponent::Named {
            name: name.clone(),
            count: args.count,
            game: first,
            clock: args.clock.clone(),
        },
    };
    let lobby = Lobby::new(site, engine, games, args.most, opponent);
    lobby.run(end).await
}

/// The token, from where it is hidden best.
fn token(args: &Args) -> Result<String> {
    let token = match (&args.token_file, &args.token) {
        (Some(file), _) => fs::read_to_string(file)
            .with_context(|| format!("cannot read the token in {}", file.display()))?,
        (None, Some(token)) => token.clone(),
        (None, None) => bail!(
            "a bot needs a token: make one on the site under Account, Programs and bots, and give it \
             in MERELS_BOT_TOKEN or with --token-file"
        ),
    };
    Ok(token.trim().to_owned())
}

/// The games it plays; none for all. The level perfect plays those whose tables there are.
fn games(args: &Args) -> Result<Vec<GameId>> {
    if args.engine.is_some() || args.level != Level::Perfect {
        return Ok(args.games.clone());
    }
    let Some(folder) = args.tables.tables.as_deref() else {
        bail!("level perfect needs perfect tables: give --tables DIR");
    };
    for game in &args.games {
        table_oracle::open(folder, *game)?;
    }
    if !args.games.is_empty() {
        return Ok(args.games.clone());
    }
    let solved: Vec<GameId> =
        GameId::ALL.into_iter().filter(|game| table_oracle::open(folder, *game).is_ok()).collect();
    if solved.is_empty() {
        bail!("level perfect needs perfect tables: none in {} are complete", folder.display());
    }
    let names: Vec<&str> = solved.iter().map(|game| game.id()).collect();
    say(&format!("plays the games whose tables there are: {}", names.join(", ")));
    Ok(solved)
}

/// The engine: this program itself, if no other is named.
fn engine(args: &Args) -> Engine {
    let program = match &args.engine {
        Some(command) => Program::Other(command.clone()),
        None => Program::Own(args.level),
    };
    let tables = args.tables.tables.clone();
    Engine { program, tables, movetime: Duration::from_millis(args.movetime) }
}

/// Tells what happens, a line each; a closed output ends nothing.
fn say(words: &str) {
    let mut out = io::stdout();
    let _ = writeln!(out, "{words}").and_then(|()| out.flush());
}

/// Tells what goes wrong.
fn complain(words: &str) {
    let _ = writeln!(io::stderr(), "merels: {words}");
}
