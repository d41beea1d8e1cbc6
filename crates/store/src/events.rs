//! Events of games as they are kept, and values of columns.

use std::borrow::Cow;

use jiff::Timestamp;
use merels_rules::{GameScore, Side};

use merels_model::{EventKind, ForfeitCause, GameEvent, Terms};

use crate::StoreError;
use crate::database::Row;

/// An event with its move as text.
pub type Event = GameEvent<String>;

/// The text of a turn; of a turn taken back, the number of the one that is played anew; the name of
/// what was said.
pub(crate) fn move_text(event: &Event) -> Option<Cow<'_, str>> {
    match event {
        Event::Move { mv: text, .. } | Event::Undone { text } => Some(text.into()),
        Event::TakenBack { to, .. } => Some(to.to_string().into()),
        Event::Said { phrase, .. } => Some(phrase.name().into()),
        _ => None,
    }
}

/// The milliseconds that White and Black have left.
pub type TimesLeft = [i64; 2];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// Counts up from 1 without gaps.
    pub version: u32,
    pub at: Timestamp,
    pub event: Event,
    /// The time left to both sides after it, in a game with a clock.
    pub left: Option<TimesLeft>,
}

/// The past of a game as far as it matters: of a game in which very much was taken back, what became
/// of that long ago is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredHistory {
    /// In their order.
    pub events: Vec<StoredEvent>,
    /// The last version before which some may be missing; after it they are complete.
    pub complete_after: u32,
    /// The number of take-backs.
    pub taken_back: u32,
}

impl StoredEvent {
    pub(crate) const SELECT_AFTER: &'static str = "SELECT version, at, kind, side, ply, move, \
        white_left, black_left FROM events WHERE game = $1 AND version > $2 ORDER BY version";

    /// All after a version, and of those before it what no taking back concerns.
    pub(crate) const SELECT_HISTORY: &'static str = "SELECT version, at, kind, side, ply, move, \
        white_left, black_left FROM events WHERE game = $1 AND (version > $2 \
        OR kind NOT IN ('undone', 'undo', 'undo-asked', 'undo-declined')) ORDER BY version";

    pub(crate) fn read(row: &Row) -> Result<StoredEvent, StoreError> {
        let kind: String = row.get(2)?;
        let side: Option<String> = row.get(3)?;
        let side = || match side.as_deref() {
            Some(name) => side_named(name),
            None => Err(corrupt("the side of an event", "nothing")),
        };
        let event = match kind.parse().map_err(|_| corrupt("the kind of an event", &kind))? {
            EventKind::Start => Event::Start,
            EventKind::Move => Event::Move {
                ply: number("a ply", row.get(4)?)?,
                mv: row.get::<Option<String>>(5)?.unwrap_or_default(),
            },
            EventKind::Undone => {
                Event::Undone { text: row.get::<Option<String>>(5)?.unwrap_or_default() }
            }
            EventKind::TakenBack => {
                let to: String = row.get::<Option<String>>(5)?.unwrap_or_default();
                let to = to.parse().map_err(|_| corrupt("a ply", &to))?;
                Event::TakenBack { side: side()?, to }
            }
            EventKind::TakeBackAsked => Event::TakeBackAsked(side()?),
            EventKind::TakeBackDeclined => Event::TakeBackDeclined(side()?),
            EventKind::Hinted => Event::Hinted(side()?),
            EventKind::DrawOffered => Event::DrawOffered(side()?),
            EventKind::DrawDeclined => Event::DrawDeclined(side()?),
            EventKind::DrawAgreed => Event::DrawAgreed(side()?),
            EventKind::DrawClaimed => Event::DrawClaimed(side()?),
            EventKind::Resigned => Event::Forfeit { side: side()?, cause: ForfeitCause::Resigned },
            EventKind::Idle => Event::Forfeit { side: side()?, cause: ForfeitCause::Idle },
            EventKind::Left => Event::Forfeit { side: side()?, cause: ForfeitCause::Left },
            EventKind::Time => Event::Forfeit { side: side()?, cause: ForfeitCause::Time },
            EventKind::Away => Event::Forfeit { side: side()?, cause: ForfeitCause::Away },
            EventKind::Aborted => Event::Aborted(side()?),
            EventKind::Said => {
                let name: String = row.get::<Option<String>>(5)?.unwrap_or_default();
                let phrase = name.parse().map_err(|_| corrupt("a phrase", &name))?;
                Event::Said { side: side()?, phrase }
            }
        };
        let version = number("a version", Some(row.get(0)?))?;
        let left = row.get::<Option<i64>>(6)?.zip(row.get(7)?);
        let left = left.map(|(white, black)| [white, black]);
        Ok(StoredEvent { version, at: time(row.get(1)?)?, event, left })
    }
}

/// A side as the database writes it.
pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

pub(crate) fn side_named(name: &str) -> Result<Side, StoreError> {
    let named = |side: &Side| side_name(*side) == name;
    Side::ALL.into_iter().find(named).ok_or_else(|| corrupt("a side", name))
}

pub(crate) fn score(text: &str) -> Result<GameScore, StoreError> {
    text.parse().map_err(|_| corrupt("a score", text))
}

pub(crate) fn number(what: &'static str, value: Option<i64>) -> Result<u32, StoreError> {
    let number = value.and_then(|value| u32::try_from(value).ok());
    number.ok_or_else(|| corrupt(what, &format!("{value:?}")))
}

pub(crate) fn time(milliseconds: i64) -> Result<Timestamp, StoreError> {
    Timestamp::from_millisecond(milliseconds)
        .map_err(|_| corrupt("a time", &milliseconds.to_string()))
}

pub(crate) fn corrupt(what: &'static str, value: &str) -> StoreError {
    StoreError::Corrupt { what, value: value.to_owned() }
}

/// Reads two columns: the clock and whether the game is rated.
pub(crate) fn terms(row: &Row, column: usize) -> Result<Terms, StoreError> {
    let clock: Option<String> = row.get(column)?;
    let time = clock.map(|text| text.parse().map_err(|_| corrupt("a clock", &text)));
    Ok(Terms { time: time.transpose()?, rated: row.get::<i64>(column + 1)? != 0 })
}
