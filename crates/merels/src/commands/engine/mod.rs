//! `merels engine`: the computer player for other programs, over a UCI-style protocol.

mod protocol;
mod session;

use crate::input;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;

use anyhow::{Context, Result, bail};
use merels_engine::{
    EngineOptions, Evaluation, Level, Network, Openings, OpeningsChoice, SearchOptions, endgames,
};
use merels_rules::GameId;

use crate::cli::{GAME_HELP, OptionalTables, game_parser};
use crate::table_oracle;
use protocol::EvalName;
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
    #[arg(long, value_parser = game_parser(), help = GAME_HELP, default_value = "nine")]
    game: GameId,
    /// Level of play: 1 (newcomer) to 10 (master), by number or name; classic; random, beginner,
    /// careful or hasty, the reference players; or perfect (with --tables)
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
    /// The judge of positions at full strength
    #[arg(long, value_enum, default_value_t = EvalName::Network)]
    eval: EvalName,
    /// A network to judge positions with, instead of the one that comes with the program
    #[arg(long, value_name = "FILE", conflicts_with = "eval")]
    eval_file: Option<PathBuf>,
    /// Exact openings to know by heart instead of those that come with the program, or none
    #[arg(long, value_name = "FILE")]
    openings_file: Option<PathBuf>,
    /// Do without the small exact endgames that come with the program
    #[arg(long)]
    no_endgames: bool,
    /// Let level perfect choose among draws by their rank, where the tables have ranks
    #[arg(long)]
    ranks: bool,
    /// Distance of a draw below equality at full strength, in hundredths of a man
    #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_parser = protocol::contempt_parser())]
    contempt: i32,
    #[command(flatten)]
    tables: OptionalTables,
}

/// The command that starts this program as an engine for a game. Which tables it needs depends on the
/// game, so that it is told when it starts.
pub(crate) fn own_command(game: GameId, level: Level, tables: Option<&Path>) -> Result<String> {
    if level == Level::Perfect {
        table_oracle::open_for(level, tables, game)?;
    }
    let program = std::env::current_exe().context("cannot find this program")?;
    let program = program.to_str().context("the path of this program is no text")?;
    Ok(format!("{} engine --game {game} --level {level}", shlex::try_quote(program)?))
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let options = EngineOptions {
        hash_mib: args.hash,
        threads: args.threads,
        level: args.level,
        ranks: args.ranks,
        seed: args.seed,
        evaluation: evaluation(args)?,
        openings: match &args.openings_file {
            Some(file) => read_openings(file, args.game)?,
            None => OpeningsChoice::BuiltIn,
        },
        endgames: endgames().filter(|_| !args.no_endgames),
        search: SearchOptions { contempt: args.contempt, ..SearchOptions::default() },
        ..EngineOptions::default()
    };
    let (sender, events) = mpsc::channel();
    let tables = args.tables.tables.clone();
    let session = Session::new(args.game, options, tables, sender.clone())?;
    thread::spawn(move || hear(&sender));
    session.run(&events)?;
    Ok(ExitCode::SUCCESS)
}

fn evaluation(args: &Args) -> Result<Evaluation> {
    match &args.eval_file {
        Some(file) => read_network(file, args.game),
        None => Ok(args.eval.evaluation()),
    }
}

fn read_network(file: &Path, game: GameId) -> Result<Evaluation> {
    let name = file.display();
    let bytes = fs::read(file).with_context(|| format!("cannot read {name}"))?;
    let network = Network::from_bytes(&bytes).with_context(|| format!("{name} is no network"))?;
    if GameId::Morris(network.variant()) != game {
        bail!("the network in {name} is for {}, not for {game}", network.variant().id());
    }
    Ok(Evaluation::Network(Arc::new(network)))
}

/// Reads openings for a game; instead of a file the word `none` may stand.
fn read_openings(file: &Path, game: GameId) -> Result<OpeningsChoice> {
    if file == Path::new("none") {
        return Ok(OpeningsChoice::None);
    }
    let name = file.display();
    let bytes = fs::read(file).with_context(|| format!("cannot read {name}"))?;
    let openings =
        Openings::from_bytes(bytes).with_context(|| format!("{name} holds no openings"))?;
    if GameId::Morris(openings.variant()) != game {
        bail!("the openings in {name} are for {}, not for {game}", openings.variant().id());
    }
    Ok(OpeningsChoice::Own(Arc::new(openings)))
}

impl EvalName {
    fn evaluation(self) -> Evaluation {
        match self {
            EvalName::Network => Evaluation::BuiltIn,
            EvalName::Handcrafted => Evaluation::Handcrafted,
        }
    }
}

/// Passes the input on line by line, so that `stop` is heard whatever else goes on.
fn hear(session: &Sender<Event>) {
    let lines = input::lines().map(Event::Line);
    for event in lines.chain([Event::InputEnded]) {
        if session.send(event).is_err() {
            return;
        }
    }
}
