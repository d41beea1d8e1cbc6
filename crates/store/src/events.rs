//! Events of games as they are kept, and values of columns.

use std::borrow::Cow;

use jiff::Timestamp;
use merels_rules::Side;

use merels_model::{EventKind, ForfeitCause, GameEvent};

use crate::Result;
use crate::database::{Columns, Line, corrupt};

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
    pub taken_back: u32,
}

impl StoredEvent {
    pub(crate) const SELECT_AFTER: &'static str = "SELECT version, at, kind, side, ply, move, \
        white_left, black_left FROM events WHERE game = $1 AND version > $2 ORDER BY version";

    /// All after a version, and of those before it what no taking back concerns.
    pub(crate) const SELECT_HISTORY: &'static str = "SELECT version, at, kind, side, ply, move, \
        white_left, black_left FROM events WHERE game = $1 AND (version > $2 \
        OR kind NOT IN ('undone', 'undo', 'undo-asked', 'undo-declined')) ORDER BY version";
}

impl Columns for StoredEvent {
    fn read(line: &mut Line<'_>) -> Result<StoredEvent> {
        let (version, at, kind, side): (_, _, EventKind, Option<Side>) = line.take()?;
        let (ply, text): (Option<u32>, Option<String>) = line.take()?;
        let (white, black): (Option<i64>, _) = line.take()?;
        let side = || side.ok_or_else(|| corrupt("the side of an event", "nothing"));
        let text = text.unwrap_or_default();
        let event = match kind {
            EventKind::Start => Event::Start,
            EventKind::Move => {
                Event::Move { ply: ply.ok_or_else(|| corrupt("a ply", "nothing"))?, mv: text }
            }
            EventKind::Undone => Event::Undone { text },
            EventKind::TakenBack => {
                let to = text.parse().map_err(|_| corrupt("a ply", &text))?;
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
                let phrase = text.parse().map_err(|_| corrupt("a phrase", &text))?;
                Event::Said { side: side()?, phrase }
            }
        };
        let left = white.zip(black).map(|(white, black)| [white, black]);
        Ok(StoredEvent { version, at, event, left })
    }
}
