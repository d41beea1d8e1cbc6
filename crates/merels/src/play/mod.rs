//! `merels play`: people and the computer at one terminal.

mod command;
mod plain;
mod saves;
mod screen;
mod table;
mod thinker;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};
use clap::error::ErrorKind;
use clap::{CommandFactory, ValueEnum};
use merels_engine::{EngineOptions, Level, Oracle};
use merels_rules::mingmang::{self, MingMangPosition};
use merels_rules::nimble::{self, NimblePosition, Strip};
use merels_rules::{AnyPosition, Game, GameId, Position, Record, Side};

use self::plain::{Asking, Dialogue};
use self::saves::Autosave;
use self::screen::Computer;
use self::table::{Player, Table};
use self::thinker::Thinker;
use crate::cli::{Cli, OptionalTables, game_parser};
use crate::draw::{Labels, Style};
use crate::exact;
use crate::input::position_of;

/// Plays a game at this terminal: two people, or against the computer.
///
/// On a terminal the board fills the screen and is played with the cursor keys or the mouse. With
/// --plain, or when input or output is piped, it is a dialogue of questions and answers. Type help
/// (or press ? on the full screen) to see all that can be done. A game in progress is kept by
/// itself and offered again after a crash.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels play nine                              two people
  merels play nine --black computer --level 3   against the computer
  merels play six --white computer --level perfect --tables tables
  merels play mingmang --size 6 --no-repeat
  merels play nimble --squares 8 --pawns 2 --seed 7
  merels play six --position 'WBxxxxxxxxxxxxxx w 5 5' --plain")]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = game_parser())]
    game: GameId,
    /// Ask and answer line by line instead of filling the screen
    #[arg(long)]
    plain: bool,
    /// Who plays White
    #[arg(long, value_enum, default_value_t = Who::Human)]
    white: Who,
    /// Who plays Black
    #[arg(long, value_enum, default_value_t = Who::Human)]
    black: Who,
    /// How well the computer plays: 1 (newcomer) to 10 (master, full strength), by number or name;
    /// classic (one move ahead); random, beginner or careful (simple rules and chance); or perfect
    /// (with --tables)
    #[arg(long, default_value_t = Level::USUAL)]
    level: Level,
    #[command(flatten)]
    tables: OptionalTables,
    /// The most time the computer takes for a move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    movetime: u64,
    /// Who begins
    #[arg(long, value_enum, default_value_t = First::White)]
    first: First,
    /// Begin from this position
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["first", "resume"])]
    position: Option<String>,
    /// Go on with the game of this kind that was left unfinished
    #[arg(long)]
    resume: bool,
    /// How to draw the board (ascii for Ming Mang, else blocks)
    #[arg(long, value_enum)]
    style: Option<Style>,
    /// How to label the points
    #[arg(long, value_enum, default_value_t = Labels::Names)]
    coords: Labels,
    /// Switch off the draws by repetition and after 100 quiet plies
    #[arg(long)]
    no_draws: bool,
    /// Ming Mang: rows and columns of the board, 3 to 19 [default: 8]
    #[arg(long, value_name = "N", conflicts_with = "position")]
    size: Option<usize>,
    /// Ming Mang: no arrangement of the board may come again
    #[arg(long)]
    no_repeat: bool,
    /// Nimble: how many squares, 1 to 64 [default: 10]
    #[arg(long, value_name = "N", conflicts_with = "position")]
    squares: Option<usize>,
    /// Nimble: at most this many pawns on a square [default: 3]
    #[arg(long, value_name = "N", conflicts_with = "position")]
    pawns: Option<u16>,
    /// Makes the random strip of Nimble and the computer's choices repeatable
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Who {
    Human,
    Computer,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum First {
    White,
    Black,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    args.refuse_options_of_other_games();
    let game = args.game();
    let resumed = if args.resume { saves::resume(game)? } else { offer_interrupted(game)? };
    if args.resume && resumed.is_none() {
        bail!("no unfinished game of {game} was kept");
    }
    let players = args.players();
    let exact = exact::open_for(args.level, args.tables.tables.as_deref(), game)?;
    let record = match resumed {
        Some(record) => record,
        None => {
            let start = args.start()?.with_automatic_draws(!args.no_draws);
            let [white, black] = players.map(player_name);
            Record { date: today(), white, black, ..Record::new(Game::new(start)) }
        }
    };
    let autosave = Autosave::start(game)
        .inspect_err(|error| eprintln!("merels: this game is not kept safe: {error:#}"))
        .ok();
    let table = Table::new(record, players, autosave);
    let oracle = exact.clone().map(|exact| exact as Arc<dyn Oracle>);
    let options = EngineOptions { seed: args.seed, oracle, ..EngineOptions::default() };
    let thinker = Thinker::start(options);
    let movetime = Duration::from_millis(args.movetime);
    let on_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if on_terminal && !args.plain {
        screen::run(table, Computer::new(thinker, movetime, exact), args.coords)?;
        return Ok(ExitCode::SUCCESS);
    }
    let usual_style = match table.position() {
        AnyPosition::MingMang(_) => Style::Ascii,
        _ => Style::Blocks,
    };
    let dialogue = Dialogue {
        table,
        thinker,
        movetime,
        exact,
        style: args.style.unwrap_or(usual_style),
        labels: args.coords,
        input: io::stdin().lock(),
        output: io::stdout().lock(),
        echo: !io::stdin().is_terminal(),
        asking: Asking::Turn,
    };
    dialogue.run()?;
    Ok(ExitCode::SUCCESS)
}

impl Args {
    /// The game, with `--no-repeat` taken into account.
    fn game(&self) -> GameId {
        match self.game {
            GameId::MingMang if self.no_repeat => GameId::MingMangNoRepeat,
            game => game,
        }
    }

    fn players(&self) -> [Player; 2] {
        [self.white, self.black].map(|who| match who {
            Who::Human => Player::Human,
            Who::Computer => Player::Computer(self.level),
        })
    }

    /// An option of another game is bad usage: it would be ignored.
    fn refuse_options_of_other_games(&self) {
        let ming_mang = matches!(self.game, GameId::MingMang | GameId::MingMangNoRepeat);
        let nimble = self.game == GameId::Nimble;
        let wrong = [
            ("--size", "Ming Mang", self.size.is_some() && !ming_mang),
            ("--no-repeat", "Ming Mang", self.no_repeat && !ming_mang),
            ("--squares", "Nimble", self.squares.is_some() && !nimble),
            ("--pawns", "Nimble", self.pawns.is_some() && !nimble),
        ];
        if let Some((option, game, _)) = wrong.into_iter().find(|(_, _, wrong)| *wrong) {
            let message = format!("{option} belongs to {game}, not to {}", self.game.title());
            Cli::command().error(ErrorKind::ArgumentConflict, message).exit();
        }
    }

    /// Where the game begins.
    fn start(&self) -> Result<AnyPosition> {
        let game = self.game();
        if let Some(text) = &self.position {
            return position_of(game, std::slice::from_ref(text));
        }
        let start = match game {
            GameId::Morris(_) => game.start(),
            GameId::MingMang | GameId::MingMangNoRepeat => {
                let size = self.size.unwrap_or(mingmang::USUAL_SIZE);
                let no_repeat = game == GameId::MingMangNoRepeat;
                AnyPosition::MingMang(MingMangPosition::start(size, no_repeat)?)
            }
            GameId::Nimble => {
                let strip = Strip {
                    squares: self.squares.unwrap_or(nimble::USUAL_STRIP.squares),
                    pawns: self.pawns.unwrap_or(nimble::USUAL_STRIP.pawns),
                };
                let seed = self.seed.unwrap_or_else(seed_from_clock);
                AnyPosition::Nimble(NimblePosition::random(strip, seed)?)
            }
        };
        Ok(match self.first {
            First::White => start,
            First::Black => start.with_side(Side::Black),
        })
    }
}

/// A game that a crash interrupted is offered where somebody can answer, and mentioned elsewhere:
/// a question would swallow the first line of a script.
fn offer_interrupted(game: GameId) -> Result<Option<Record>> {
    if saves::interrupted(game).is_none() {
        return Ok(None);
    }
    if !io::stdin().is_terminal() {
        eprintln!("A game of {game} was interrupted: merels play {game} --resume goes on with it.");
        return Ok(None);
    }
    let mut out = io::stdout().lock();
    loop {
        write!(out, "A game of {game} was interrupted. Go on with it? (yes or no) ")?;
        out.flush()?;
        let mut line = String::new();
        if io::stdin().read_line(&mut line)? == 0 {
            return Ok(None);
        }
        match line.trim().to_lowercase().as_str() {
            "yes" | "y" | "" => return saves::resume(game),
            "no" | "n" => {
                saves::set_aside(game)?;
                return Ok(None);
            }
            _ => {}
        }
    }
}

/// How a player is named in the record.
fn player_name(player: Player) -> String {
    match player {
        Player::Human => "?".to_owned(),
        Player::Computer(level) => format!("Merels {level}"),
    }
}

fn today() -> String {
    jiff::Zoned::now().strftime("%Y.%m.%d").to_string()
}

fn seed_from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64
}
