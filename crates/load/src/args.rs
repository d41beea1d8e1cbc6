//! Arguments of the load.

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use merels_model::TimeControl;
use merels_rules::GameId;

use crate::attack::Attack;

/// Plays many games at once against the site and prints moves a second, the time to the
/// acknowledgement and to the opponent's page, processor and memory of the server, errors, and moves
/// lost or doubled.
///
/// Without --server it starts one itself, with a database of its own that is deleted afterwards.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "cargo xtask load",
    after_help = "\
Examples:
  cargo xtask load                                      200 games as fast as they go
  cargo xtask load --games 1000 --pace 2                a thousand, a move every 2 s each
  cargo xtask load --games 5000 --pace 5 --seconds 60   ten thousand sockets
  cargo xtask load --games 1 --pace 1 --watchers 1000   one game that a thousand watch
  cargo xtask load --clock 15+10 --watchers 500 --spread with clocks, 500 who watch different games
  cargo xtask load --games 50 --kills 200               killed and started again under play
  cargo xtask load --games 1000 --pace 1 --backup       backed up under play, restored, compared
  cargo xtask load --games 100 --pace 1 --questions 200 --serve=--tables --serve=DIR
                                                        what positions are worth, beside the games
  cargo xtask load --logins 1000                        logins, for the memory they leave
  cargo xtask load --addresses 300                      whether known addresses take longer than unknown
  cargo xtask load --abuse                              every attack of one visitor, then all at once
  cargo xtask load --abuse lobby --seconds 10           one of them
  cargo xtask load --all                                all of these, one after the other
  cargo xtask load --nodes 3 --database postgres://merels@localhost/merels --serve=--bus \\
      --serve=nats://127.0.0.1:4222 --games 500 --pace 2      players of a game on different nodes"
)]
pub(crate) struct Args {
    /// Games played at once, with two sockets each
    #[arg(long, default_value_t = 200)]
    pub(crate) games: usize,
    /// Seconds between the moves of a game; 0 plays as fast as it goes
    #[arg(long, default_value_t = 0.0, value_parser = pace)]
    pub(crate) pace: f64,
    /// Seconds of play
    #[arg(long, default_value_t = 30)]
    pub(crate) seconds: u64,
    /// The game
    #[arg(long, default_value = "nine", value_parser = str::parse::<GameId>)]
    pub(crate) game: GameId,
    /// The clock of every game, such as 15+10 [default: none]
    #[arg(long, value_name = "CLOCK", value_parser = str::parse::<TimeControl>)]
    pub(crate) clock: Option<TimeControl>,
    /// Sockets that watch the first game
    #[arg(long, default_value_t = 0)]
    pub(crate) watchers: usize,
    /// The watchers watch different games
    #[arg(long, requires = "watchers")]
    pub(crate) spread: bool,
    /// Questions a second at the analysis board beside the games
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with_all = ["kills", "logins"])]
    pub(crate) questions: u32,
    /// Kill the server (with several nodes, one after the other) so often with -9 and start it again,
    /// instead of playing for some seconds
    #[arg(long, default_value_t = 0, conflicts_with_all = ["server", "watchers"])]
    pub(crate) kills: u32,
    /// Take a backup half way, restore it elsewhere, look for every move that was acknowledged before,
    /// and play on with it
    #[arg(long, conflicts_with_all = ["server", "kills"])]
    pub(crate) backup: bool,
    /// Log in so often, in place of games, and print the memory that leaves
    #[arg(long, default_value_t = 0, conflicts_with_all = ["server", "kills", "watchers"])]
    pub(crate) logins: u32,
    /// Ask the login, the forgotten password and the recovery code so often about addresses that have an
    /// account and about as many that have none, in place of games, and compare how long that takes
    #[arg(long, default_value_t = 0, conflicts_with_all = ["server", "kills", "watchers", "logins"])]
    pub(crate) addresses: u32,
    /// Look whether one visitor's abuse slows the others: every attack, one after the other and all at once,
    /// or the one named, each for --seconds beside twenty games
    #[arg(long, value_name = "ATTACK", num_args = 0..=1, conflicts_with_all = ["server", "kills", "watchers", "logins", "nodes", "backup"])]
    pub(crate) abuse: Option<Option<Attack>>,
    /// Seconds after an attack until the memory is looked at again
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "abuse")]
    pub(crate) settle: u64,
    /// Judge an attack only by whether anything is refused to the others, not by how long they wait
    #[arg(long, requires = "abuse")]
    pub(crate) no_bounds: bool,
    /// Every scenario of docs/load.md on one server, one after the other
    #[arg(long, conflicts_with_all = ["server", "kills", "watchers", "logins", "nodes", "backup"])]
    pub(crate) all: bool,
    /// Running servers, such as http://127.0.0.1:8080, that share --database; the two players of a
    /// game sit on different ones
    #[arg(long, value_name = "URL", value_delimiter = ',', requires = "database")]
    pub(crate) server: Vec<String>,
    /// Servers to start; more than one need a --database they can share
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub(crate) nodes: u8,
    /// The database: by default a new SQLite file
    #[arg(long, value_name = "URL")]
    pub(crate) database: Option<String>,
    /// The program to start
    #[arg(long, value_name = "FILE", default_value = "target/dist/merels")]
    pub(crate) binary: PathBuf,
    /// One more argument for `merels serve`; may be given several times
    #[arg(long, value_name = "ARG", allow_hyphen_values = true)]
    pub(crate) serve: Vec<String>,
}

impl Args {
    pub(crate) fn pace(&self) -> Duration {
        Duration::from_secs_f64(self.pace)
    }

    pub(crate) fn length(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }

    pub(crate) fn settle(&self) -> Duration {
        Duration::from_secs(self.settle)
    }
}

fn pace(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds from 0 to 3600 is wanted".to_owned()),
    }
}
