//! Games as text files, in the manner of PGN.
//!
//! Tag pairs come first, one per line; then, after an empty line, the numbered moves and the
//! result. A `Position` tag gives the start of the game unless it is the usual one; a `Draws "off"`
//! tag says that the automatic draws were switched off. Other tags are kept unchanged. A value
//! writes `"` as `\"`, `\` as `\\` and a line break as `\n`. A file may hold many games, one after the other, and may begin with a byte-order mark.
//!
//! ```
//! use merels_rules::Record;
//!
//! let text = r#"[Game "three"]
//! [White "Ada"]
//! [Black "Bo \"B\" Lee"]
//! [Date "2026.11.15"]
//! [Result "1-0"]
//! [Termination "first line"]
//!
//! 1. a1 b1 2. a2 b2 3. a3 1-0
//! "#;
//! let record = Record::parse(text)?;
//! assert_eq!(record.black, "Bo \"B\" Lee");
//! assert_eq!(record.game.moves().len(), 5);
//! assert_eq!(record.to_string(), text);
//! # Ok::<(), merels_rules::TextError>(())
//! ```

mod read;
mod write;

use alloc::string::String;
use alloc::vec::Vec;

use self::read::Lines;
use crate::text::TextError;
use crate::{AnyPosition, Game, GameScore, Outcome};

/// The placeholder for an unknown player or date.
const UNKNOWN_NAME: &str = "?";
const UNKNOWN_DATE: &str = "????.??.??";

/// The termination of an unfinished game; its result is that of an aborted one.
const UNFINISHED: &str = "unterminated";

/// A game with its players and its date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The name of White's player.
    pub white: String,
    /// The name of Black's player.
    pub black: String,
    /// The day, as `YYYY.MM.DD`, with question marks for unknown digits.
    pub date: String,
    /// Tags that the format does not define, in their order.
    pub other_tags: Vec<(String, String)>,
    /// The game itself.
    pub game: Game<AnyPosition>,
}

impl Record {
    /// A record of a game between unknown players on an unknown day.
    pub fn new(game: Game<AnyPosition>) -> Record {
        Record {
            white: UNKNOWN_NAME.into(),
            black: UNKNOWN_NAME.into(),
            date: UNKNOWN_DATE.into(),
            other_tags: Vec::new(),
            game,
        }
    }

    /// Reads a record and replays its moves.
    ///
    /// # Errors
    ///
    /// A [`TextError`] names the line, the character and the mistake: the text itself, an illegal
    /// move with its number and reason, or a result that the moves contradict.
    pub fn parse(text: &str) -> Result<Record, TextError> {
        let mut lines = Lines::of(text);
        let record = lines.record()?;
        match lines.after_blanks() {
            None => Ok(record),
            Some(line) => {
                Err(TextError::whole("another game begins here; one is wanted").on_line(line))
            }
        }
    }

    /// Reads all games of a text, at least one.
    ///
    /// ```
    /// use merels_rules::Record;
    ///
    /// let records = Record::parse_all("[Game \"nine\"]\n\n1. d6 *\n\n[Game \"six\"]\n\n*\n")?;
    /// assert_eq!(records.len(), 2);
    /// # Ok::<(), merels_rules::TextError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Record::parse`], for the first game with a mistake.
    pub fn parse_all(text: &str) -> Result<Vec<Record>, TextError> {
        let mut lines = Lines::of(text);
        let mut records = Vec::new();
        loop {
            let first = lines.after_blanks();
            let wrong = |error: TextError| match (error.line, first) {
                (None, Some(first)) => error.on_line(first),
                _ => error,
            };
            records.push(lines.record().map_err(wrong)?);
            if lines.after_blanks().is_none() {
                return Ok(records);
            }
        }
    }
}

fn result_words(outcome: Option<Outcome>) -> (GameScore, &'static str) {
    match outcome {
        Some(outcome) => (outcome.score(), outcome.termination()),
        None => (GameScore::Void, UNFINISHED),
    }
}
