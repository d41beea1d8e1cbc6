//! What happens in a game, as it is kept.

use std::borrow::Cow;

use jiff::Timestamp;
use merels_rules::{GameScore, Side};

use crate::database::Row;
use crate::{Phrase, StoreError};

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The game began. Always version 1, and nothing else is.
    Start,
    /// A whole turn was played.
    Move {
        /// Its number, counted from 0.
        ply: u32,
        /// Its canonical text.
        text: String,
    },
    /// A turn that was taken back later.
    Undone {
        /// Its canonical text.
        text: String,
    },
    /// A side took its last turn back, and the answer to it.
    TakenBack {
        /// Who.
        side: Side,
        /// The number of the turn that is played anew.
        to: u32,
    },
    /// A side would like to take its last turn back, and the other is asked.
    TakeBackAsked(Side),
    /// A side does not let the other take its turn back.
    TakeBackDeclined(Side),
    /// A side asked for a hint, for the first time.
    Hinted(Side),
    /// A side proposed a draw.
    DrawOffered(Side),
    /// A side declined the other's proposal.
    DrawDeclined(Side),
    /// A side took the other's proposal: the game is drawn.
    DrawAgreed(Side),
    /// A side claimed a draw because the other was away.
    DrawClaimed(Side),
    /// A side gave the game up.
    Forfeit {
        /// Who lost by it.
        side: Side,
        /// How it came about.
        cause: ForfeitCause,
    },
    /// The game was broken off before both had moved: it counts for nobody.
    Aborted(Side),
    /// A side said something friendly. It changes nothing in the game, and may come after its end.
    Said {
        /// Who.
        side: Side,
        /// What.
        phrase: Phrase,
    },
}

/// How a game came to be forfeited.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ForfeitCause {
    /// The player said so.
    Resigned,
    /// The player did not move for too long.
    Idle,
    /// The player deleted the account.
    Left,
    /// The player's time was up.
    Time,
    /// The player was away, and the other one claimed the win.
    Away,
}

/// The kind of an [`Event`] by itself, as the database and the pages name it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// [`Event::Start`]
    Start,
    /// [`Event::Move`]
    Move,
    /// [`Event::Undone`]
    Undone,
    /// [`Event::TakenBack`]
    TakenBack,
    /// [`Event::TakeBackAsked`]
    TakeBackAsked,
    /// [`Event::TakeBackDeclined`]
    TakeBackDeclined,
    /// [`Event::Hinted`]
    Hinted,
    /// [`Event::DrawOffered`]
    DrawOffered,
    /// [`Event::DrawDeclined`]
    DrawDeclined,
    /// [`Event::DrawAgreed`]
    DrawAgreed,
    /// [`Event::DrawClaimed`]
    DrawClaimed,
    /// [`Event::Forfeit`] by [`ForfeitCause::Resigned`]
    Resigned,
    /// [`Event::Forfeit`] by [`ForfeitCause::Idle`]
    Idle,
    /// [`Event::Forfeit`] by [`ForfeitCause::Left`]
    Left,
    /// [`Event::Forfeit`] by [`ForfeitCause::Time`]
    Time,
    /// [`Event::Forfeit`] by [`ForfeitCause::Away`]
    Away,
    /// [`Event::Aborted`]
    Aborted,
    /// [`Event::Said`]
    Said,
}

impl EventKind {
    const ALL: [EventKind; 18] = [
        EventKind::Start,
        EventKind::Move,
        EventKind::Undone,
        EventKind::TakenBack,
        EventKind::TakeBackAsked,
        EventKind::TakeBackDeclined,
        EventKind::Hinted,
        EventKind::DrawOffered,
        EventKind::DrawDeclined,
        EventKind::DrawAgreed,
        EventKind::DrawClaimed,
        EventKind::Resigned,
        EventKind::Idle,
        EventKind::Left,
        EventKind::Time,
        EventKind::Away,
        EventKind::Aborted,
        EventKind::Said,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            EventKind::Start => "start",
            EventKind::Move => "move",
            EventKind::Undone => "undone",
            EventKind::TakenBack => "undo",
            EventKind::TakeBackAsked => "undo-asked",
            EventKind::TakeBackDeclined => "undo-declined",
            EventKind::Hinted => "hint",
            EventKind::DrawOffered => "draw-offered",
            EventKind::DrawDeclined => "draw-declined",
            EventKind::DrawAgreed => "draw-agreed",
            EventKind::DrawClaimed => "draw-claimed",
            EventKind::Resigned => "resigned",
            EventKind::Idle => "idle",
            EventKind::Left => "left",
            EventKind::Time => "time",
            EventKind::Away => "away",
            EventKind::Aborted => "aborted",
            EventKind::Said => "said",
        }
    }
}

impl Event {
    /// What kind of event this is.
    pub const fn kind(&self) -> EventKind {
        match self {
            Event::Start => EventKind::Start,
            Event::Move { .. } => EventKind::Move,
            Event::Undone { .. } => EventKind::Undone,
            Event::TakenBack { .. } => EventKind::TakenBack,
            Event::TakeBackAsked(_) => EventKind::TakeBackAsked,
            Event::TakeBackDeclined(_) => EventKind::TakeBackDeclined,
            Event::Hinted(_) => EventKind::Hinted,
            Event::DrawOffered(_) => EventKind::DrawOffered,
            Event::DrawDeclined(_) => EventKind::DrawDeclined,
            Event::DrawAgreed(_) => EventKind::DrawAgreed,
            Event::DrawClaimed(_) => EventKind::DrawClaimed,
            Event::Forfeit { cause: ForfeitCause::Resigned, .. } => EventKind::Resigned,
            Event::Forfeit { cause: ForfeitCause::Idle, .. } => EventKind::Idle,
            Event::Forfeit { cause: ForfeitCause::Left, .. } => EventKind::Left,
            Event::Forfeit { cause: ForfeitCause::Time, .. } => EventKind::Time,
            Event::Forfeit { cause: ForfeitCause::Away, .. } => EventKind::Away,
            Event::Aborted(_) => EventKind::Aborted,
            Event::Said { .. } => EventKind::Said,
        }
    }

    /// Whose doing it was, where that does not follow from the turn.
    pub fn side(&self) -> Option<Side> {
        match self {
            Event::Start | Event::Move { .. } | Event::Undone { .. } => None,
            Event::TakenBack { side, .. }
            | Event::TakeBackAsked(side)
            | Event::TakeBackDeclined(side)
            | Event::Hinted(side)
            | Event::DrawOffered(side)
            | Event::DrawDeclined(side)
            | Event::DrawAgreed(side)
            | Event::DrawClaimed(side)
            | Event::Aborted(side)
            | Event::Said { side, .. }
            | Event::Forfeit { side, .. } => Some(*side),
        }
    }

    pub(crate) fn ply(&self) -> Option<u32> {
        match self {
            Event::Move { ply, .. } => Some(*ply),
            _ => None,
        }
    }

    /// The text of a turn; of a turn taken back, the number of the one that is played anew; the name of
    /// what was said.
    pub(crate) fn move_text(&self) -> Option<Cow<'_, str>> {
        match self {
            Event::Move { text, .. } | Event::Undone { text } => Some(text.into()),
            Event::TakenBack { to, .. } => Some(to.to_string().into()),
            Event::Said { phrase, .. } => Some(phrase.name().into()),
            _ => None,
        }
    }
}

/// The milliseconds that White and Black have left.
pub type TimesLeft = [i64; 2];

/// An event in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// Counts up from 1 without gaps.
    pub version: u32,
    /// When it was stored.
    pub at: Timestamp,
    /// What happened.
    pub event: Event,
    /// What both sides had left after it, in a game with a clock.
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
    /// How many times turns were taken back.
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
        let known = EventKind::ALL.into_iter().find(|known| known.name() == kind);
        let event = match known.ok_or_else(|| corrupt("the kind of an event", &kind))? {
            EventKind::Start => Event::Start,
            EventKind::Move => Event::Move {
                ply: number("a ply", row.get(4)?)?,
                text: row.get::<Option<String>>(5)?.unwrap_or_default(),
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
                let phrase = Phrase::named(&name).ok_or_else(|| corrupt("a phrase", &name))?;
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
