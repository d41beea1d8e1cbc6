//! `merels play`: people and the computer at one terminal.

mod args;
pub(crate) mod board_screen;
pub(crate) mod command;
mod list;
mod plain;
pub(crate) mod players;
pub(crate) mod question;
mod saves;
pub(crate) mod screen;
pub(crate) mod session;
mod signals;
mod thinker;

pub(crate) use self::args::Args;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use merels_engine::{EngineOptions, Level, Oracle, endgames};
use merels_messages::Language;
use merels_rules::{AnyPosition, Game, GameId, Record};

use self::args::Resumed;
use self::plain::{Dialogue, Input, Manner};
use self::players::Player;
use self::question::yes_or_no;
use self::saves::{Autosave, KeptGame};
use self::screen::Computer;
use self::session::Session;
use self::thinker::Thinker;
use crate::draw::Style;
use crate::output::{self, note};
use crate::table_oracle::{self, TableOracle};

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    args.refuse_options_of_other_games();
    if args.list {
        list::show(args.game(), args.speech.language())?;
        return Ok(ExitCode::SUCCESS);
    }
    let kept = match (args.resumed()?, args.game()) {
        (Some(which), game) => Some(resumed(which, game)?),
        (None, Some(game)) => offer_interrupted(game, args.speech.language())?,
        (None, None) => None,
    };
    let (session, tables) = match kept {
        Some(kept) => resume(args, &kept)?,
        None => begin(args)?,
    };
    let oracle = tables.clone().map(|tables| tables as Arc<dyn Oracle>);
    let options =
        EngineOptions { seed: args.seed, oracle, endgames: endgames(), ..EngineOptions::default() };
    let thinker = Thinker::start(options);
    let movetime = Duration::from_millis(args.movetime);
    let on_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if on_terminal && !args.plain && !args.quiet {
        screen::run(session, Computer::new(thinker, movetime, tables), args.style)?;
        return Ok(ExitCode::SUCCESS);
    }
    let usual_style = match session.position() {
        AnyPosition::MingMang(_) => Style::Ascii,
        _ => Style::Blocks,
    };
    let manner = Manner {
        movetime,
        style: args.style.unwrap_or(usual_style),
        echo: !io::stdin().is_terminal(),
        live: on_terminal,
        quiet: args.quiet,
    };
    let output = output::stdout();
    Dialogue::new(session, thinker, tables, manner, Input::start()?, output).run()?;
    Ok(ExitCode::SUCCESS)
}

fn begin(args: &Args) -> Result<(Session, Option<Arc<TableOracle>>)> {
    let Some(game) = args.game() else { bail!("which game? merels play --help lists them") };
    let players = args.players([None; 2]);
    let tables = open_tables(args, players, game)?;
    let mut record = Record { date: saves::today(), ..Record::new(Game::new(args.start(game)?)) };
    players::enter_names(&mut record, players, &args.names)?;
    let autosave = Autosave::start(game)
        .inspect_err(|error| note!("merels: this game is not kept safe: {error:#}"))
        .ok();
    Ok((Session::new(record, players, args.reader(), autosave), tables))
}

/// A kept game, between the players that its record names unless the arguments say otherwise. Until
/// everything is checked it stays as it is.
fn resume(args: &Args, kept: &KeptGame) -> Result<(Session, Option<Arc<TableOracle>>)> {
    let (autosave, mut record) = Autosave::take_over(kept)?;
    let players = args.players(players::named_in(&record));
    let tables = open_tables(args, players, kept.game()).and_then(|tables| {
        players::enter(&mut record, players);
        players::enter_names(&mut record, players, &args.names)?;
        Ok(tables)
    });
    match tables {
        Ok(tables) => Ok((Session::new(record, players, args.reader(), Some(autosave)), tables)),
        Err(error) => {
            autosave.give_back(kept);
            Err(error)
        }
    }
}

/// The tables of the game, if there are any; perfect play cannot do without.
fn open_tables(
    args: &Args,
    players: [Player; 2],
    game: GameId,
) -> Result<Option<Arc<TableOracle>>> {
    let perfect = players.contains(&Player::Computer(Level::Perfect)) || args.wants_perfect();
    let level = if perfect { Level::Perfect } else { Level::USUAL };
    table_oracle::open_for(level, args.tables.tables.as_deref(), game)
}

fn resumed(which: Resumed, game: Option<GameId>) -> Result<KeptGame> {
    let mut games = saves::kept_games();
    let (index, found) = match which {
        Resumed::Newest => {
            let wanted = |kept: &KeptGame| game.is_none_or(|game| kept.game() == game);
            (
                games.iter().position(wanted),
                game.map_or(String::new(), |game| format!(" of {game}")),
            )
        }
        Resumed::Number(number) => (
            Some(number - 1).filter(|index| *index < games.len()),
            format!(" with number {number}"),
        ),
    };
    let Some(index) = index else {
        bail!("no unfinished game{found} was kept: merels play --list shows those that were");
    };
    let kept = games.swap_remove(index);
    match game {
        Some(game) if kept.game() != game => {
            bail!("game {} is one of {}, not of {game}", index + 1, kept.game())
        }
        _ => Ok(kept),
    }
}

/// A game that a crash interrupted is offered where somebody can answer, and mentioned elsewhere:
/// a question would swallow the first line of a script.
fn offer_interrupted(game: GameId, language: Language) -> Result<Option<KeptGame>> {
    let mut games = saves::kept_games().into_iter();
    let Some(kept) = games.find(|kept| kept.interrupted && kept.game() == game) else {
        return Ok(None);
    };
    if !io::stdin().is_terminal() {
        note!("{}", language.say_with("play-interrupted", &[("game", game.id().into())]));
        return Ok(None);
    }
    let mut out = output::stdout();
    loop {
        let title = ("game", language.title(game).into());
        write!(out, "{} ", language.say_with("play-ask-interrupted", &[title]))?;
        out.flush()?;
        let mut line = String::new();
        if io::stdin().read_line(&mut line)? == 0 {
            return Ok(None);
        }
        match yes_or_no(language, &line) {
            Some(false) => {
                kept.set_aside();
                return Ok(None);
            }
            None if !line.trim().is_empty() => {}
            Some(true) | None => return Ok(Some(kept)),
        }
    }
}
