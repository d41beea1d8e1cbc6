//! The arguments of `merels play`.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};
use clap::ValueEnum;
use clap::error::ErrorKind;
use merels_engine::Level;
use merels_rules::mingmang::{self, MingMangPosition};
use merels_rules::nimble::{self, NimblePosition, Strip};
use merels_rules::{AnyPosition, Game, GameId, Position, Side};

use super::players::Player;
use crate::cli::{GAME_HELP, OptionalTables, Speech, game_parser};
use crate::draw::{Labels, Style};
use crate::input::position_of;
use crate::told::Reader;

/// Plays a game at this terminal: two people, or against the computer.
///
/// On a terminal the board fills the screen and is played with the cursor keys or the mouse. With
/// --plain, or when input or output is piped, it is a dialogue of questions and answers. Type help
/// (or press ? on the full screen) to see all that can be done. A game in progress is kept by
/// itself, as many as you leave; it is offered again after a crash.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels play nine                              two people
  merels play nine --black computer --level 3   against the computer
  merels play nine --names Ada,Bo               two people, named in the record
  merels play --list                            the games that were left unfinished
  merels play --resume                          go on with the newest of them
  merels play nine --quiet --coords numbers     for people who listen
  merels play nine --language de                in German
  merels play six --white computer --level perfect --tables tables
  merels play mingmang --size 6 --no-repeat
  merels play nimble --squares 8 --pawns 2 --seed 7
  merels play six --position 'WBxxxxxxxxxxxxxx w 5 5' --plain")]
pub(crate) struct Args {
    #[arg(value_parser = game_parser(), help = GAME_HELP, required_unless_present_any = ["list", "resume"])]
    game: Option<GameId>,
    /// Ask and answer line by line instead of filling the screen
    #[arg(long)]
    pub(crate) plain: bool,
    /// As --plain, and draw the board only when asked to (board): for people who listen
    #[arg(long)]
    pub(crate) quiet: bool,
    /// The player of White [default: human, or whoever played in a game that is resumed]
    #[arg(long, value_enum)]
    white: Option<Who>,
    /// The player of Black [default: human, or whoever played in a game that is resumed]
    #[arg(long, value_enum)]
    black: Option<Who>,
    /// The names of the people who play, White's before Black's, for the record
    #[arg(long, value_name = "FIRST,SECOND", value_delimiter = ',')]
    pub(crate) names: Vec<String>,
    /// Strength of the computer: 1 (newcomer) to 10 (master, full strength), by number or name;
    /// classic (one move ahead); random, beginner, careful or hasty (simple rules and chance); or
    /// perfect (with --tables) [default: 2]
    #[arg(long)]
    level: Option<Level>,
    #[command(flatten)]
    pub(crate) tables: OptionalTables,
    /// The most time the computer takes for a move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    pub(crate) movetime: u64,
    /// The side that begins
    #[arg(long, value_enum, default_value_t = First::White)]
    first: First,
    /// Begin from this position
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["first", "resume"])]
    position: Option<String>,
    /// Go on with an unfinished game: the newest (of this kind, if the game is given too), or number
    /// N of --list
    #[arg(long, value_name = "N", num_args = 0..=1)]
    resume: Option<Option<String>>,
    /// Show the games that were left unfinished
    #[arg(long, conflicts_with = "resume")]
    pub(crate) list: bool,
    /// Style of the board [default: letters on stones on the full screen; in the dialogue ascii for
    /// Ming Mang, else blocks]
    #[arg(long, value_enum)]
    pub(crate) style: Option<Style>,
    /// Labels of the points
    #[arg(long, value_enum, default_value_t = Labels::Names)]
    coords: Labels,
    #[command(flatten)]
    pub(crate) speech: Speech,
    /// Switch off the draws by repetition and after 100 quiet plies
    #[arg(long)]
    no_draws: bool,
    /// Ming Mang: rows and columns of the board, 3 to 19 [default: 8]
    #[arg(long, value_name = "N", conflicts_with = "position")]
    size: Option<usize>,
    /// Ming Mang: no arrangement of the board may come again
    #[arg(long)]
    no_repeat: bool,
    /// Nimble: how many squares, 2 to 64 [default: 10]
    #[arg(long, value_name = "N", conflicts_with = "position")]
    squares: Option<usize>,
    /// Nimble: at most this many pawns on a square [default: 3]
    #[arg(long, value_name = "N", conflicts_with = "position")]
    pawns: Option<u16>,
    /// Makes the random strip of Nimble and the computer's choices repeatable
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
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

/// A kept game that is to be gone on with.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Resumed {
    Newest,
    /// Its place in the list, from 1.
    Number(usize),
}

impl Args {
    /// The game that is wanted, with `--no-repeat` taken into account; `None` with `--list` and
    /// `--resume`, where any will do.
    pub(crate) fn game(&self) -> Option<GameId> {
        match self.game.or(self.resumed_kind()) {
            Some(GameId::MingMang) if self.no_repeat => Some(GameId::MingMangNoRepeat),
            game => game,
        }
    }

    /// `--resume nine` means what `nine --resume` does.
    fn resumed_kind(&self) -> Option<GameId> {
        self.resume.as_ref()?.as_ref()?.parse().ok()
    }

    pub(crate) fn reader(&self) -> Reader {
        Reader { language: self.speech.language(), labels: self.coords }
    }

    /// The kept game that is to be continued, if one is.
    ///
    /// # Errors
    ///
    /// If its number is none.
    pub(crate) fn resumed(&self) -> Result<Option<Resumed>> {
        let Some(which) = &self.resume else { return Ok(None) };
        match which {
            Some(text) if self.game.is_some() || self.resumed_kind().is_none() => {
                match text.parse() {
                    Ok(number @ 1..) => Ok(Some(Resumed::Number(number))),
                    _ => bail!("--resume takes a number of merels play --list, not '{text}'"),
                }
            }
            _ => Ok(Some(Resumed::Newest)),
        }
    }

    /// The players: from the arguments, else from a record, else people.
    pub(crate) fn players(&self, recorded: [Option<Player>; 2]) -> [Player; 2] {
        let player = |chosen: Option<Who>, recorded: Option<Player>| match (chosen, recorded) {
            (Some(Who::Human), _) => Player::Human,
            (Some(Who::Computer), Some(Player::Computer(level))) => Player::Computer(level),
            (Some(Who::Computer), _) => Player::Computer(Level::USUAL),
            (None, recorded) => recorded.unwrap_or(Player::Human),
        };
        let players = [player(self.white, recorded[0]), player(self.black, recorded[1])];
        players.map(|player| self.level.map_or(player, |level| player.at(level)))
    }

    /// Returns `true` if perfect play was asked for by name.
    pub(crate) fn wants_perfect(&self) -> bool {
        self.level == Some(Level::Perfect)
    }

    /// An option of another game is bad usage: it would be ignored.
    pub(crate) fn refuse_options_of_other_games(&self) {
        let Some(game) = self.game() else { return };
        let ming_mang = matches!(game, GameId::MingMang | GameId::MingMangNoRepeat);
        let nimble = game == GameId::Nimble;
        let wrong = [
            ("--size", "Ming Mang", self.size.is_some() && !ming_mang),
            ("--no-repeat", "Ming Mang", self.no_repeat && !ming_mang),
            ("--squares", "Nimble", self.squares.is_some() && !nimble),
            ("--pawns", "Nimble", self.pawns.is_some() && !nimble),
        ];
        if let Some((option, owner, _)) = wrong.into_iter().find(|(_, _, wrong)| *wrong) {
            let message = format!("{option} belongs to {owner}, not to {game}");
            let mut command = <Args as clap::Args>::augment_args(clap::Command::new("merels play"));
            command.error(ErrorKind::ArgumentConflict, message).exit();
        }
    }

    pub(crate) fn start(&self, game: GameId) -> Result<AnyPosition> {
        if let Some(text) = &self.position {
            let position = position_of(game, std::slice::from_ref(text))?;
            if let Some(outcome) = Game::new(position.clone()).outcome() {
                bail!("nothing can be played from this position: {outcome}");
            }
            return Ok(position.with_automatic_draws(!self.no_draws));
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
        let start = match self.first {
            First::White => start,
            First::Black => start.with_side(Side::Black),
        };
        Ok(start.with_automatic_draws(!self.no_draws))
    }
}

fn seed_from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64
}
