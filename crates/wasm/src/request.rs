//! The requests of a page.

use merels_engine::Level;
use merels_rules::{AnyPosition, Coordinates, Game, GameId, Position, Side};
use serde::Deserialize;

/// A request: an object with one name, and below it what it is about.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Request {
    /// Keeps the file that comes with the request.
    Keep(File),
    /// The places of a board's spots.
    Shape { game: GameText },
    /// A game as it stands, and its turns since a ply.
    Show { game: GameText, since: usize, you: Option<String>, language: String },
    /// A turn in progress: the next choices, or why the last spot may not be chosen.
    Choose { game: GameText, spots: Vec<String>, language: String },
    /// The computer's move.
    Think { game: GameText, level: String, seed: u64, limits: Bounds },
    /// The values of the moves.
    Judge { game: GameText, nodes: Option<u64>, language: String },
    /// The statements about a move that are true.
    Claims {
        game: GameText,
        #[serde(rename = "move")]
        mv: String,
        nodes: Option<u64>,
        language: String,
    },
    /// A puzzle of a set that was handed in; the first is 1.
    Puzzle { kind: String, number: usize, language: String },
    /// A move tried in a puzzle.
    Solve {
        kind: String,
        number: usize,
        #[serde(rename = "move")]
        mv: String,
        language: String,
    },
    /// A step of a lesson; the first is 1. With a move, what comes of it.
    Lesson {
        kind: String,
        number: usize,
        #[serde(rename = "move")]
        mv: Option<String>,
        language: String,
    },
    /// The number of games of this many plies, to compare this build with another.
    Perft { game: GameText, depth: u32 },
}

/// A file to keep.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum File {
    Network,
    Openings,
    Endgames,
    Puzzles,
    /// The catalogue of a language.
    Catalogue(String),
}

/// A game as text: its kind, the position it began with unless that was the usual one, its moves.
#[derive(Debug, Deserialize)]
pub(crate) struct GameText {
    kind: String,
    #[serde(default)]
    start: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
}

/// The limits of a search.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Bounds {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) milliseconds: Option<u64>,
}

impl GameText {
    /// The game, every move checked.
    pub(crate) fn read(&self) -> Result<Game<AnyPosition>, String> {
        let id = game_id(&self.kind)?;
        let start = match &self.start {
            Some(text) => id.parse_position(text).map_err(|error| error.to_string())?,
            None => id.start(),
        };
        let mut game = Game::new(start);
        for text in &self.moves {
            play(&mut game, text)?;
        }
        Ok(game)
    }
}

/// Plays a move as people type it.
pub(crate) fn play(game: &mut Game<AnyPosition>, text: &str) -> Result<(), String> {
    let mv = game.position().parse_move_as(text, Coordinates::NamesOrNumbers);
    let mv = mv.map_err(|error| error.to_string())?;
    game.play(mv).map_err(|illegal| illegal.to_string())
}

pub(crate) fn game_id(text: &str) -> Result<GameId, String> {
    text.parse().map_err(|unknown: merels_rules::UnknownGame| unknown.to_string())
}

/// A side, as the protocol writes it.
pub(crate) fn side(text: &str) -> Result<Side, String> {
    let side = Side::ALL.into_iter().find(|side| side.to_string().eq_ignore_ascii_case(text));
    side.ok_or_else(|| format!("there is no side '{text}'"))
}

pub(crate) fn level(text: &str) -> Result<Level, String> {
    text.parse().map_err(|unknown: merels_engine::UnknownLevel| unknown.to_string())
}
