//! The events of a game so far, shared by all its snapshots.

use std::sync::Arc;

use jiff::Timestamp;
use merels_engine::DrawDeclined;
use merels_model::EventKind;
use merels_rules::{AnyMove, Happening, Outcome};

/// An event with a checked move.
pub type GameEvent = merels_model::GameEvent<AnyMove>;

/// An event in its place, with what it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Counts up from 1 without gaps.
    pub version: u32,
    pub at: Timestamp,
    pub kind: EventKind,
    pub event: GameEvent,
    pub happenings: Vec<Happening>,
    /// The computer's reason for declining a draw. It is not stored: it follows from how far the game had come.
    pub declined: Option<DrawDeclined>,
    /// The outcome, if it ended the game.
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

    /// The turns that stand, from the last to the first, each with its version. Take-backs are replayed
    /// here for all readers.
    pub fn turns_backwards(&self) -> impl Iterator<Item = (u32, AnyMove)> {
        // Turns from this one on were taken back later.
        let mut taken_back = u32::MAX;
        self.backwards().filter_map(move |entry| match entry.event {
            GameEvent::Move { ply, mv } => (ply < taken_back).then_some((entry.version, mv)),
            GameEvent::TakenBack { to, .. } => {
                taken_back = taken_back.min(to);
                None
            }
            _ => None,
        })
    }

    /// The turns that stand, in their order, each with its version.
    pub fn turns(&self) -> Vec<(u32, AnyMove)> {
        let mut turns: Vec<_> = self.turns_backwards().collect();
        turns.reverse();
        turns
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
