//! What happened in a game so far, shared by all its snapshots.

use std::sync::Arc;

use jiff::Timestamp;
use merels_engine::DrawDeclined;
use merels_rules::{AnyMove, AnyPosition, Happening, Outcome, Position, Side, TextError};
use merels_store::{Event, EventKind, ForfeitCause, Phrase};

/// Something that happened in a game: a stored [`Event`] whose move is no text any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEvent {
    Start,
    Move {
        ply: u32,
        mv: AnyMove,
    },
    /// A turn that was taken back before it was read here.
    Undone,
    TakenBack {
        side: Side,
        to: u32,
    },
    TakeBackAsked(Side),
    TakeBackDeclined(Side),
    Hinted(Side),
    DrawOffered(Side),
    DrawDeclined(Side),
    DrawAgreed(Side),
    DrawClaimed(Side),
    Forfeit {
        side: Side,
        cause: ForfeitCause,
    },
    Aborted(Side),
    Said {
        side: Side,
        phrase: Phrase,
    },
}

impl GameEvent {
    /// Reads an event as it is stored, in the position before it.
    pub fn read(event: &Event, before: &AnyPosition) -> Result<GameEvent, TextError> {
        Ok(match event {
            Event::Start => GameEvent::Start,
            Event::Move { ply, text } => {
                GameEvent::Move { ply: *ply, mv: before.parse_move(text)? }
            }
            Event::Undone { .. } => GameEvent::Undone,
            Event::TakenBack { side, to } => GameEvent::TakenBack { side: *side, to: *to },
            Event::TakeBackAsked(side) => GameEvent::TakeBackAsked(*side),
            Event::TakeBackDeclined(side) => GameEvent::TakeBackDeclined(*side),
            Event::Hinted(side) => GameEvent::Hinted(*side),
            Event::DrawOffered(side) => GameEvent::DrawOffered(*side),
            Event::DrawDeclined(side) => GameEvent::DrawDeclined(*side),
            Event::DrawAgreed(side) => GameEvent::DrawAgreed(*side),
            Event::DrawClaimed(side) => GameEvent::DrawClaimed(*side),
            Event::Forfeit { side, cause } => GameEvent::Forfeit { side: *side, cause: *cause },
            Event::Aborted(side) => GameEvent::Aborted(*side),
            Event::Said { side, phrase } => GameEvent::Said { side: *side, phrase: *phrase },
        })
    }

    /// The event as it is stored.
    pub fn to_stored(&self, before: &AnyPosition) -> Event {
        match self {
            GameEvent::Start => Event::Start,
            GameEvent::Move { ply, mv } => Event::Move { ply: *ply, text: before.move_text(*mv) },
            // Nothing new is ever undone already.
            GameEvent::Undone => Event::Undone { text: String::new() },
            GameEvent::TakenBack { side, to } => Event::TakenBack { side: *side, to: *to },
            GameEvent::TakeBackAsked(side) => Event::TakeBackAsked(*side),
            GameEvent::TakeBackDeclined(side) => Event::TakeBackDeclined(*side),
            GameEvent::Hinted(side) => Event::Hinted(*side),
            GameEvent::DrawOffered(side) => Event::DrawOffered(*side),
            GameEvent::DrawDeclined(side) => Event::DrawDeclined(*side),
            GameEvent::DrawAgreed(side) => Event::DrawAgreed(*side),
            GameEvent::DrawClaimed(side) => Event::DrawClaimed(*side),
            GameEvent::Forfeit { side, cause } => Event::Forfeit { side: *side, cause: *cause },
            GameEvent::Aborted(side) => Event::Aborted(*side),
            GameEvent::Said { side, phrase } => Event::Said { side: *side, phrase: *phrase },
        }
    }
}

/// An event in its place, with what it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Counts up from 1 without gaps.
    pub version: u32,
    pub at: Timestamp,
    pub kind: EventKind,
    pub event: GameEvent,
    /// What a move did.
    pub happenings: Vec<Happening>,
    /// Why the computer declined a draw. It is not stored: it follows from how far the game had come.
    pub declined: Option<DrawDeclined>,
    /// How it ended the game, if it did.
    pub outcome: Option<Outcome>,
}

/// A list that only grows: a longer one shares everything with the shorter one it was made from.
#[derive(Clone, Debug, Default)]
pub struct History {
    last: Option<Arc<Node>>,
}

#[derive(Debug)]
struct Node {
    entry: Entry,
    before: Option<Arc<Node>>,
}

impl History {
    pub fn push(&mut self, entry: Entry) {
        let before = self.last.take();
        self.last = Some(Arc::new(Node { entry, before }));
    }

    pub fn last(&self) -> Option<&Entry> {
        self.last.as_ref().map(|node| &node.entry)
    }

    /// The version of the last entry; 0 if there is none.
    pub fn version(&self) -> u32 {
        self.last().map_or(0, |entry| entry.version)
    }

    /// From the last entry to the first.
    pub fn backwards(&self) -> impl Iterator<Item = &Entry> {
        let nodes = std::iter::successors(self.last.as_deref(), |node| node.before.as_deref());
        nodes.map(|node| &node.entry)
    }

    /// The entries after a version, in their order.
    pub fn since(&self, version: u32) -> Vec<&Entry> {
        let mut later: Vec<&Entry> =
            self.backwards().take_while(|entry| entry.version > version).collect();
        later.reverse();
        later
    }
}

/// One after the other: a long game must not fill the stack when it is forgotten.
impl Drop for Node {
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(node) = next {
            next = Arc::into_inner(node).and_then(|mut node| node.before.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(version: u32) -> Entry {
        Entry {
            version,
            at: Timestamp::UNIX_EPOCH,
            kind: EventKind::Start,
            event: GameEvent::Start,
            happenings: Vec::new(),
            declined: None,
            outcome: None,
        }
    }

    #[test]
    fn a_longer_history_leaves_the_shorter_one_as_it_was() {
        let mut short = History::default();
        (1..=3).for_each(|version| short.push(entry(version)));
        let mut long = short.clone();
        long.push(entry(4));
        assert_eq!((short.version(), long.version()), (3, 4));
        let versions =
            |list: Vec<&Entry>| list.iter().map(|entry| entry.version).collect::<Vec<_>>();
        assert_eq!(versions(long.since(2)), [3, 4]);
        assert_eq!(versions(short.since(0)), [1, 2, 3]);
    }

    #[test]
    fn a_very_long_history_is_forgotten_without_filling_the_stack() {
        let mut history = History::default();
        (1..=1_000_000).for_each(|version| history.push(entry(version)));
        drop(history);
    }
}
