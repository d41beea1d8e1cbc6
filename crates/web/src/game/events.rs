//! The events of a game as pages, the socket and the URL calls show them: see docs/protocol.md. They are
//! the API's [`Event`]s, and what a board shows of them.

use merels_messages::Language;
use merels_rules::{AnyPosition, Game, Happening, Side};
use merels_services::live::{Entry, GameEvent, Snapshot};
use serde::Serialize;

use crate::json::Event;
use crate::wording;

#[derive(Clone, Debug, Serialize)]
pub(crate) struct EventView {
    pub(crate) version: u32,
    pub(crate) kind: &'static str,
    pub(crate) at: String,
    pub(crate) words: Vec<String>,
    /// The spots are named.
    pub(crate) happenings: Vec<Happening<String>>,
    pub(crate) said: Option<SaidView>,
}

/// Quick words of a player.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SaidView {
    pub(crate) side: Side,
    pub(crate) words: String,
}

fn named(position: &AnyPosition, happenings: &[Happening]) -> Vec<Happening<String>> {
    let name = |happening: &Happening| happening.map(|spot| position.spot_name(spot));
    happenings.iter().map(name).collect()
}

impl EventView {
    fn of(snapshot: &Snapshot, entry: &Entry, language: Language) -> EventView {
        let said = match entry.event {
            GameEvent::Said { side, phrase } => {
                Some(SaidView { side, words: language.phrase(phrase) })
            }
            _ => None,
        };
        let Event { version, kind, at, words, .. } = Event::of(snapshot, entry, language);
        let happenings = named(&snapshot.position, &entry.happenings);
        EventView { version, kind, at, words, happenings, said }
    }

    /// A turn that stands in no game's history.
    pub(crate) fn of_turn(
        position: &AnyPosition,
        version: u32,
        happenings: &[Happening],
    ) -> EventView {
        let happenings = named(position, happenings);
        let (at, words) = (String::new(), Vec::new());
        EventView { version, kind: "move", at, words, happenings, said: None }
    }

    /// The turns of a game that stands in no store.
    pub(crate) fn of_game(
        snapshot: &Snapshot,
        game: &Game<AnyPosition>,
        language: Language,
    ) -> Vec<EventView> {
        let turn = |ply: usize| {
            let happenings = game.happenings(ply);
            let words = wording::turn(language, snapshot, &happenings);
            EventView { words, ..EventView::of_turn(game.position(), ply as u32 + 1, &happenings) }
        };
        (0..game.ply()).map(turn).collect()
    }

    pub(crate) fn last(snapshot: &Snapshot, most: usize, language: Language) -> Vec<EventView> {
        let last = snapshot.history.backwards().take(most);
        let mut last: Vec<_> = last.map(|entry| EventView::of(snapshot, entry, language)).collect();
        last.reverse();
        last
    }

    pub(crate) fn since(snapshot: &Snapshot, version: u32, language: Language) -> Vec<EventView> {
        let later = snapshot.history.since(version).into_iter();
        later.map(|entry| EventView::of(snapshot, entry, language)).collect()
    }
}
