//! The messages of a live connection: see docs/protocol.md.

use std::cell::RefCell;
use std::sync::OnceLock;

use axum::extract::ws::Utf8Bytes;
use jiff::Timestamp;
use merels_messages::Language;
use merels_rules::Side;
use merels_services::Action;
use merels_services::live::Snapshot;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::game::events::EventView;
use crate::game::panel;
use crate::game::view::View;

/// A message of a client.
#[derive(Debug, Deserialize)]
pub(crate) struct ClientMessage {
    pub(crate) id: Option<u64>,
    #[serde(flatten)]
    pub(crate) request: Request,
}

/// The readable part of a message that is not understood.
#[derive(Debug, Deserialize)]
pub(crate) struct MessageId {
    pub(crate) id: Option<u64>,
}

/// The requests of docs/protocol.md: those about the connection, and the actions in a game.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", expecting = "one of the messages, with its fields")]
pub(crate) enum Request {
    Watch {
        game: String,
        version: Option<u32>,
        /// Asks for [`ServerMessage::Panel`], too.
        #[serde(default)]
        panel: bool,
    },
    Wait,
    /// Asks for a sign of life.
    Ping,
    /// Asks why the last of these spots of the watched game cannot be chosen after the others.
    Why {
        spots: Vec<String>,
    },
    /// Keeps the page of an invitation told: see `matched`.
    Host {
        invitation: String,
    },
    /// Asks for a move and its reasons, against the computer.
    Hint {
        game: String,
    },
    #[serde(untagged)]
    Act {
        game: String,
        #[serde(flatten)]
        action: Action,
    },
}

/// A message of the server.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum ServerMessage<'a> {
    Game {
        /// Some [`EventView`]s.
        events: &'a RawValue,
        view: &'a View,
    },
    /// The panel beside the board of the message that follows.
    Panel {
        html: String,
    },
    Ack {
        id: Option<u64>,
        version: u32,
    },
    Refused {
        id: Option<u64>,
        code: &'a str,
        reason: String,
    },
    Matched {
        game: &'a str,
    },
    /// The number of spectators, also in words.
    Watchers {
        count: u32,
        words: String,
    },
    /// Something has changed that concerns the player: see the pages.
    News {},
    /// A sign of life, with the server's time in milliseconds since 1970.
    Pong {
        now: i64,
    },
    /// A good move and the reasons for it.
    Hint {
        id: Option<u64>,
        r#move: String,
        words: String,
    },
    /// The reason why something cannot be chosen; nothing if it can.
    Why {
        id: Option<u64>,
        reason: Option<String>,
    },
    Bye {
        reason: &'a str,
    },
}

impl ServerMessage<'_> {
    pub(crate) fn encode(&self) -> Utf8Bytes {
        encoded(self).into()
    }
}

/// JSON that takes no more memory than it is long: it may be kept as long as a game stands still.
fn encoded(value: &impl Serialize) -> String {
    thread_local! {
        static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        // Nothing in these types can fail to be written.
        let written = serde_json::to_writer(&mut *buffer, value);
        let text = written.ok().and_then(|()| str::from_utf8(buffer).ok());
        text.unwrap_or_default().to_owned()
    })
}

pub(crate) fn encoded_events(events: &[EventView]) -> Box<RawValue> {
    // What was encoded is JSON.
    RawValue::from_string(encoded(&events)).unwrap_or_default()
}

/// The audiences of a game: White, Black, and those who watch.
const AUDIENCES: usize = 3;

fn audience(you: Option<Side>) -> usize {
    you.map_or(AUDIENCES - 1, Side::index)
}

/// The messages about a snapshot in each language, made when the first one asks.
#[derive(Default)]
struct Encoded {
    last_event: [OnceLock<Box<RawValue>>; Language::ALL.len()],
    /// The view of each audience, without and with the last event.
    views: [[[OnceLock<Utf8Bytes>; 2]; Language::ALL.len()]; AUDIENCES],
    panels: [[OnceLock<Utf8Bytes>; Language::ALL.len()]; AUDIENCES],
}

/// The message for an audience that has seen a version: the view, and the events since. Those who have
/// seen everything but the last event are sent the same bytes.
pub(crate) fn news(
    snapshot: &Snapshot,
    you: Option<Side>,
    language: Language,
    seen: u32,
) -> Utf8Bytes {
    // A client may claim to have seen what is still to come: it gets everything then.
    let seen = if seen <= snapshot.version() { seen } else { 0 };
    let encode = |events: &RawValue| {
        let view = View::of(snapshot, you, language);
        ServerMessage::Game { events, view: &view }.encode()
    };
    let later = || encoded_events(&EventView::since(snapshot, seen, language));
    let unseen = (snapshot.version() - seen) as usize;
    let Some(encoded) = snapshot.derived::<Encoded>().filter(|_| unseen < 2) else {
        return encode(&later());
    };
    let view =
        encoded.views[audience(you)][language.index()][unseen].get_or_init(|| match unseen {
            0 => encode(&later()),
            _ => encode(encoded.last_event[language.index()].get_or_init(later)),
        });
    view.clone()
}

/// The message with what pages of an audience show beside the board.
pub(crate) fn panel(
    snapshot: &Snapshot,
    you: Option<Side>,
    language: Language,
    now: Timestamp,
) -> Utf8Bytes {
    let encode = || {
        let html = panel::panel(snapshot, you, language, now, None).into_string();
        ServerMessage::Panel { html }.encode()
    };
    match snapshot.derived::<Encoded>() {
        Some(Encoded { panels, .. }) => {
            panels[audience(you)][language.index()].get_or_init(encode).clone()
        }
        None => encode(),
    }
}
