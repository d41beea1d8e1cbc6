//! A game as it goes on for those who have no session: the messages of a socket as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Path;
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::{Stream, StreamExt, stream};
use merels_messages::Language;
use merels_model::GameKey;
use merels_services::live::{Clock, LiveGame, Snapshot, Watching};
use merels_services::{ServiceError, SocketPermit};
use tokio::sync::watch;

use super::protocol::{self, ServerMessage};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::visitor::Visitor;
use crate::error::Result;

/// The wait before a browser that lost the line comes again.
const COME_AGAIN: Duration = Duration::from_millis(500);

pub(super) async fn open(
    app: App,
    Path(id): Path<String>,
    visitor: Visitor,
    headers: HeaderMap,
    fields: Fields,
) -> Result {
    if *app.closing.borrow() {
        return Err(ServiceError::Busy.into());
    }
    let game = app.services.games.open(&GameKey::new(id)).await?;
    let permit = app.services.limits.socket(visitor.client).ok_or(ServiceError::TooMany)?;
    // A browser that comes again says what it has seen.
    let again = headers.get("last-event-id").and_then(|id| id.to_str().ok());
    let seen = again.or(fields.get("version")).and_then(|version| version.parse().ok());
    let mut broadcast = Broadcast::new(&app, &game, &visitor, permit, seen.unwrap_or(0));
    broadcast.panel = fields.get("panel").is_some();
    let events = Sse::new(broadcast.events());
    let headers = [(header::CACHE_CONTROL, "no-store")];
    Ok((headers, events.keep_alive(KeepAlive::default())).into_response())
}

/// A spectator without a session.
struct Broadcast {
    snapshots: watch::Receiver<Arc<Snapshot>>,
    watchers: watch::Receiver<u32>,
    closing: watch::Receiver<bool>,
    clock: Clock,
    language: Language,
    seen: u32,
    /// The spectator is at a page, which is sent what it shows beside the board.
    panel: bool,
    _watching: Watching,
    _permit: SocketPermit,
}

impl Broadcast {
    fn new(
        app: &App,
        game: &Arc<LiveGame>,
        visitor: &Visitor,
        permit: SocketPermit,
        seen: u32,
    ) -> Broadcast {
        let (mut snapshots, mut watchers) = (game.watch(), game.watchers());
        // The first look is news, too.
        snapshots.mark_changed();
        watchers.mark_changed();
        Broadcast {
            snapshots,
            watchers,
            closing: app.closing.clone(),
            clock: app.services.clock.clone(),
            language: visitor.language,
            seen,
            panel: false,
            _watching: Watching::begin(game, visitor.player().map(|player| player.id.clone())),
            _permit: permit,
        }
    }

    fn events(self) -> impl Stream<Item = Result<Event, Infallible>> {
        let events = stream::unfold(self, async |mut broadcast| {
            let events = broadcast.next().await?;
            Some((stream::iter(events).map(Ok), broadcast))
        });
        events.flatten()
    }

    /// The next events; nothing when the server is about to end.
    async fn next(&mut self) -> Option<Vec<Event>> {
        tokio::select! {
            _ = self.closing.wait_for(|closing| *closing) => None,
            changed = self.snapshots.changed() => {
                changed.ok()?;
                let snapshot = Arc::clone(&self.snapshots.borrow_and_update());
                let news = protocol::news(&snapshot, None, self.language, self.seen);
                self.seen = snapshot.version();
                let panel = || protocol::panel(&snapshot, None, self.language, self.clock.now());
                let panel = self.panel.then(|| Event::default().data(panel().as_str()));
                let event = Event::default().id(self.seen.to_string()).retry(COME_AGAIN);
                Some(panel.into_iter().chain([event.data(news.as_str())]).collect())
            }
            changed = self.watchers.changed() => {
                changed.ok()?;
                let count = *self.watchers.borrow_and_update();
                let words = self.language.watchers(count);
                let message = ServerMessage::Watchers { count, words }.encode();
                Some(vec![Event::default().data(message.as_str())])
            }
        }
    }
}
