//! The words of the protocol: commands as they are read, information as it is written.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::{RangedI64ValueParser, RangedU64ValueParser, TypedValueParser};
use merels_engine::{Clock, Info, Level, Limits};
use merels_rules::{AnyMove, AnyPosition, Game, GameId, Position, Side};

/// The size of the table in MiB unless told otherwise.
pub(super) const USUAL_HASH: usize = 64;
const MAX_HASH: usize = 65_536;
const MAX_THREADS: usize = 512;
const MAX_CONTEMPT: i32 = 200;

/// Reads the size of the table on the command line.
pub(super) fn hash_parser() -> impl TypedValueParser<Value = usize> {
    RangedU64ValueParser::<usize>::new().range(1..=MAX_HASH as u64)
}

/// Reads the number of threads on the command line.
pub(super) fn threads_parser() -> impl TypedValueParser<Value = usize> {
    RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS as u64)
}

pub(super) fn contempt_parser() -> impl TypedValueParser<Value = i32> {
    RangedI64ValueParser::<i32>::new().range(-i64::from(MAX_CONTEMPT)..=MAX_CONTEMPT.into())
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    Set(Setting),
    /// The text of the position, `None` for the start, and the moves.
    Position(Option<String>, Vec<String>),
    Go(Go),
    Stop,
    Quit,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    Game(GameId),
    Hash(usize),
    Threads(usize),
    Level(Level),
    /// `None` for no tables.
    TablePath(Option<PathBuf>),
    Seed(Option<u64>),
    Variety(bool),
    Ranks(bool),
    Eval(EvalName),
    /// `None` for the networks that come with the program.
    EvalFile(Option<PathBuf>),
    /// `None` for the openings that come with the program.
    OpeningsFile(Option<PathBuf>),
    Contempt(i32),
}

/// The judge of positions at full strength.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EvalName {
    /// A network, in games that have one
    Network,
    /// Hand-made rules
    Handcrafted,
}

/// The limits of `go` before it is known who is to move.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    /// White's and Black's clock.
    remaining: [Option<Duration>; 2],
    increment: [Duration; 2],
    infinite: bool,
}

pub(super) fn greeting() -> Vec<String> {
    let id = ["id name Merels ", env!("CARGO_PKG_VERSION")].concat();
    let mut lines = vec![id, "id author the Merels authors".into()];
    lines.extend(option_lines());
    lines.push("uciok".into());
    lines
}

fn option_lines() -> Vec<String> {
    let games: String = GameId::ALL.map(|game| format!(" var {game}")).concat();
    let levels: String = Level::all().map(|level| format!(" var {level}")).collect();
    vec![
        format!("option name Game type combo default nine{games}"),
        format!("option name Hash type spin default {USUAL_HASH} min 1 max {MAX_HASH}"),
        format!("option name Threads type spin default 1 min 1 max {MAX_THREADS}"),
        format!("option name Level type combo default {}{levels}", Level::FULL),
        "option name TablePath type string default <empty>".into(),
        "option name Seed type string default <empty>".into(),
        "option name Variety type check default false".into(),
        "option name Ranks type check default false".into(),
        "option name Eval type combo default network var network var handcrafted".into(),
        "option name EvalFile type string default <empty>".into(),
        "option name OpeningsFile type string default <empty>".into(),
        format!("option name Contempt type spin default 0 min -{MAX_CONTEMPT} max {MAX_CONTEMPT}"),
    ]
}

/// Reads a line; `None` if it is empty. An error says what is wrong.
pub(super) fn parse(line: &str) -> Result<Option<Command>, String> {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return Ok(None) };
    let rest: Vec<&str> = words.collect();
    let bare = |command: Command| match rest.first() {
        None => Ok(command),
        Some(extra) => Err(format!("'{first}' stands alone, but '{extra}' follows")),
    };
    let command = match first {
        "uci" => bare(Command::Uci),
        "isready" => bare(Command::IsReady),
        "ucinewgame" => bare(Command::NewGame),
        "stop" => bare(Command::Stop),
        "quit" => bare(Command::Quit),
        "setoption" => parse_option(&rest).map(Command::Set),
        "position" => parse_position(&rest),
        "go" => parse_go(&rest).map(Command::Go),
        _ => Err(format!("unknown command '{first}'")),
    };
    command.map(Some)
}

fn parse_option(words: &[&str]) -> Result<Setting, String> {
    let ["name", name, rest @ ..] = words else {
        return Err("setoption wants: name NAME value VALUE".into());
    };
    let value = match rest {
        [] => String::new(),
        ["value", value @ ..] => value.join(" "),
        [other, ..] => return Err(format!("'value' is wanted before '{other}'")),
    };
    let number = |most: usize| match value.parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("'{value}' is no {name}: a number from 1 to {most} is wanted")),
    };
    let is_empty = value.is_empty() || value == "<empty>";
    let path = || (!is_empty).then(|| PathBuf::from(&value));
    match name.to_lowercase().as_str() {
        "game" => value.parse().map(Setting::Game).map_err(|error| error.to_string()),
        "hash" => number(MAX_HASH).map(Setting::Hash),
        "threads" => number(MAX_THREADS).map(Setting::Threads),
        "level" => value.parse().map(Setting::Level).map_err(|error| error.to_string()),
        "tablepath" => Ok(Setting::TablePath(path())),
        "seed" if is_empty => Ok(Setting::Seed(None)),
        "seed" => value
            .parse()
            .map(|seed| Setting::Seed(Some(seed)))
            .map_err(|_| format!("'{value}' is no seed: a whole number is wanted")),
        "variety" => value
            .parse()
            .map(Setting::Variety)
            .map_err(|_| format!("'{value}' is no Variety: true or false is wanted")),
        "ranks" => value
            .parse()
            .map(Setting::Ranks)
            .map_err(|_| format!("'{value}' is no Ranks: true or false is wanted")),
        "eval" => EvalName::from_str(&value, true)
            .map(Setting::Eval)
            .map_err(|_| format!("'{value}' is no Eval: network or handcrafted is wanted")),
        "evalfile" => Ok(Setting::EvalFile(path())),
        "openingsfile" => Ok(Setting::OpeningsFile(path())),
        "contempt" => match value.parse() {
            Ok(number) if (-MAX_CONTEMPT..=MAX_CONTEMPT).contains(&number) => {
                Ok(Setting::Contempt(number))
            }
            _ => Err(format!(
                "'{value}' is no Contempt: a number from -{MAX_CONTEMPT} to {MAX_CONTEMPT} is wanted"
            )),
        },
        _ => Err(format!("there is no option '{name}'")),
    }
}

fn parse_position(words: &[&str]) -> Result<Command, String> {
    let cut = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (place, moves) = words.split_at(cut);
    let moves = moves.iter().skip(1).map(ToString::to_string).collect();
    match place {
        ["startpos"] => Ok(Command::Position(None, moves)),
        ["startpos", extra, ..] => Err(format!("'moves' is wanted before '{extra}'")),
        ["fen", fields @ ..] if !fields.is_empty() => {
            Ok(Command::Position(Some(fields.join(" ")), moves))
        }
        _ => Err("position wants: startpos or fen POSITION, then moves MOVE ...".into()),
    }
}

fn parse_go(words: &[&str]) -> Result<Go, String> {
    let mut go = Go::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if *word == "infinite" {
            go.infinite = true;
            continue;
        }
        let mut number = || -> Result<u64, String> {
            let text = words.next().ok_or_else(|| format!("'{word}' wants a number"))?;
            text.parse().map_err(|_| format!("'{text}' is no number for '{word}'"))
        };
        match *word {
            "depth" => go.depth = Some(number()?.min(u32::MAX.into()) as u32),
            "nodes" => go.nodes = Some(number()?),
            "movetime" => go.time = Some(Duration::from_millis(number()?)),
            "wtime" => go.remaining[0] = Some(Duration::from_millis(number()?)),
            "btime" => go.remaining[1] = Some(Duration::from_millis(number()?)),
            "winc" => go.increment[0] = Duration::from_millis(number()?),
            "binc" => go.increment[1] = Duration::from_millis(number()?),
            _ => return Err(format!("go does not know '{word}'")),
        }
    }
    Ok(go)
}

impl Go {
    /// The limits for the side to move. Without any the search goes on until it is stopped.
    pub(super) fn limits(&self, side: Side) -> Limits {
        let clock = self.remaining[side.index()]
            .map(|remaining| Clock { remaining, increment: self.increment[side.index()] });
        let Go { depth, nodes, time, .. } = *self;
        let unlimited = depth.is_none() && nodes.is_none() && time.is_none() && clock.is_none();
        Limits { depth, nodes, time, clock, infinite: self.infinite || unlimited }
    }
}

pub(super) fn info_line(position: &AnyPosition, info: &Info) -> String {
    let score = match (info.score.classic(), info.score.win(), info.score.loss()) {
        (Some(value), ..) => format!("classic {value}"),
        (_, Some(plies), _) => format!("win {plies}"),
        (_, _, Some(plies)) => format!("loss {plies}"),
        _ => format!("cp {}", info.score.hundredths()),
    };
    format!(
        "info depth {} seldepth {} score {score} nodes {} nps {} time {} pv{}",
        info.depth,
        info.seldepth,
        info.nodes,
        info.nps(),
        info.time.as_millis(),
        line_text(position, &info.pv)
    )
}

/// The moves of a line, each with a space before it.
fn line_text(position: &AnyPosition, line: &[AnyMove]) -> String {
    line.iter().map(|mv| format!(" {}", position.move_text(*mv))).collect()
}

/// A game from the text of its first position and its moves.
pub(super) fn replay(
    game: GameId,
    start: Option<&str>,
    moves: &[String],
) -> Result<Game<AnyPosition>, String> {
    let start = match start {
        None => game.start(),
        Some(text) => game.parse_position(text).map_err(|error| error.to_string())?,
    };
    let mut played = Game::new(start);
    for (i, text) in moves.iter().enumerate() {
        let wrong = |reason: String| format!("move {} ({text}): {reason}", i + 1);
        let mv = played.position().parse_move(text).map_err(|error| wrong(error.to_string()))?;
        played.play(mv).map_err(|error| wrong(error.to_string()))?;
    }
    Ok(played)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_takes_the_clock_of_the_side_to_move() {
        let go = parse_go(&["wtime", "1000", "btime", "2000", "binc", "5"]).unwrap();
        let clock = go.limits(Side::Black).clock.unwrap();
        assert_eq!(clock.remaining, Duration::from_secs(2));
        assert_eq!(clock.increment, Duration::from_millis(5));
        assert!(!go.limits(Side::White).infinite);
        assert!(Go::default().limits(Side::White).infinite);
    }

    #[test]
    fn wrong_lines_say_why() {
        for (line, reason) in [
            ("fly", "unknown command 'fly'"),
            ("stop now", "'stop' stands alone, but 'now' follows"),
            ("setoption name Hash value 0", "'0' is no Hash: a number from 1 to 65536 is wanted"),
            ("setoption Hash", "setoption wants: name NAME value VALUE"),
            ("setoption name Colour value red", "there is no option 'Colour'"),
            (
                "setoption name Eval value guess",
                "'guess' is no Eval: network or handcrafted is wanted",
            ),
            (
                "setoption name Contempt value 201",
                "'201' is no Contempt: a number from -200 to 200 is wanted",
            ),
            ("position", "position wants: startpos or fen POSITION, then moves MOVE ..."),
            ("position startpos d6", "'moves' is wanted before 'd6'"),
            ("go depth", "'depth' wants a number"),
            ("go depth x", "'x' is no number for 'depth'"),
            ("go away", "go does not know 'away'"),
        ] {
            assert_eq!(parse(line), Err(reason.into()));
        }
        assert_eq!(parse("  "), Ok(None));
    }
}
