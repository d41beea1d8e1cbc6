//! The live connection of a page: see docs/protocol.md.

mod news;
mod place;
mod protocol;
mod requests;
mod sending;
mod server_sent_events;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::HeaderMap;
use axum::routing::get;
use axum::{Extension, Router};
use governor::DefaultDirectRateLimiter;
use jiff::Timestamp;
use merels_model::{InvitationId, Whereabouts};
use merels_services::analysis::Hint;
use merels_services::live::{LiveGame, PlayerMessage, Snapshot, Watching};
use merels_services::{ServiceError, SocketPermit};
use tokio::sync::{broadcast, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

use self::sending::{send, send_frame};
use crate::app::App;
use crate::edge::connections::HeldPlace;
use crate::edge::origin;
use crate::edge::visitor::SignedIn;
use crate::error::{Failure, Result};
use crate::socket::protocol::{ClientMessage, MessageId, ServerMessage};

pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/socket", get(open))
        .route("/game/{id}/live", get(server_sent_events::open))
}

const LONGEST_MESSAGE: usize = 4 * 1024;

/// The size of one read; longer messages are read in pieces. The usual buffer is far larger than
/// any message, is held by every connection, and is cleared for each message.
const READ_BUFFER: usize = 512;

/// Messages gather up to this size before they are sent without being flushed.
const WRITE_BUFFER: usize = 16 * 1024;

/// The time a client has to answer a goodbye.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// The time between two looks at a client, which is asked for a sign of life, and its longest silence.
const HEARTBEAT: Duration = Duration::from_secs(25);
const LONGEST_SILENCE: Duration = Duration::from_secs(70);

/// The silence after which a player at a game is asked for a sign of life, and the one after which he is
/// away: the other player is told within 15 seconds, as every node looks every three.
const SEAT_HEARTBEAT: Duration = Duration::from_millis(5500);
const AWAY_AFTER: Duration = Duration::from_secs(11);

async fn open(
    app: App,
    visitor: SignedIn,
    headers: HeaderMap,
    Extension(place): Extension<HeldPlace>,
    upgrade: WebSocketUpgrade,
) -> Result {
    if visitor.player().is_bot {
        return Err(Failure::BotsUseTokens);
    }
    // Another node takes new pages by now.
    if *app.closing.borrow() {
        return Err(ServiceError::Busy.into());
    }
    if !origin::has_own_origin(&headers, &app.settings) {
        return Err(Failure::CrossSite);
    }
    let permit = app.services.limits.socket(visitor.client).ok_or(ServiceError::TooMany)?;
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        // Several messages that are ready at once go out together.
        .write_buffer_size(WRITE_BUFFER);
    Ok(upgrade.on_upgrade(move |mut socket| async move {
        metrics::gauge!("merels_sockets").increment(1);
        // By reference: what a task hands on by value it holds twice, and there are many of these.
        Connection::new(app, visitor, permit).run(&mut socket).await;
        drop(place);
        metrics::gauge!("merels_sockets").decrement(1);
    }))
}

#[derive(Debug)]
enum End {
    /// The client went away, or cannot be reached.
    Gone,
    /// It is told why it is closed.
    Bye { code: u16, reason: &'static str },
}

impl From<axum::Error> for End {
    fn from(_: axum::Error) -> End {
        End::Gone
    }
}

const RESTART: End = End::Bye { code: close_code::RESTART, reason: "restart" };
const SIGNED_OUT: End = End::Bye { code: close_code::POLICY, reason: "signed-out" };
const OVER_LIMIT: End = End::Bye { code: close_code::POLICY, reason: "limit" };

/// The game that a connection watches, and how much of it the client has seen.
struct Watched {
    game: Arc<LiveGame>,
    snapshots: watch::Receiver<Arc<Snapshot>>,
    seen: u32,
    /// The client is a page, which is sent what it shows beside the board.
    panel: bool,
    watchers: watch::Receiver<u32>,
    /// Counts one who does not play.
    _watching: Option<Watching>,
}

enum News {
    Game,
    Watchers,
}

struct Connection {
    app: App,
    visitor: SignedIn,
    _permit: SocketPermit,
    player_messages: broadcast::Receiver<PlayerMessage>,
    messages: DefaultDirectRateLimiter,
    watched: Option<Watched>,
    /// `true` if the page waits for an opponent.
    waits: bool,
    /// The invitation whose page this is.
    hosts: Option<InvitationId>,
    /// The place at which this connection was written down.
    place: Option<Whereabouts>,
    /// The last time that the client was heard of.
    heard: (Instant, Timestamp),
    /// The last time that it was asked for a sign of life.
    asked: Instant,
    hint: Option<PendingHint>,
}

/// A hint with the number of the message that asked for it.
type NumberedHint = (Option<u64>, Result<Hint>);

/// A hint that is being thought about, until this is dropped.
struct PendingHint(JoinHandle<NumberedHint>);

impl Drop for PendingHint {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Connection {
    fn new(app: App, visitor: SignedIn, permit: SocketPermit) -> Connection {
        let player_messages = app.services.live.session_messages(visitor.id(), &visitor.session.id);
        let messages = app.services.limits.messages();
        let heard = (Instant::now(), app.services.clock.now());
        Connection {
            app,
            visitor,
            _permit: permit,
            player_messages,
            messages,
            watched: None,
            waits: false,
            hosts: None,
            place: None,
            heard,
            asked: heard.0,
            hint: None,
        }
    }

    async fn run(&mut self, socket: &mut WebSocket) {
        let Err(end) = self.serve(socket).await;
        self.be_at(None).await;
        if self.waits {
            // Should this fail, the seat lapses a little later.
            let _ = self.app.services.meeting.waiting_page_closed(self.visitor.id()).await;
        }
        if let End::Bye { code, reason } = end {
            let _ = send(socket, &ServerMessage::Bye { reason }).await;
            let frame = CloseFrame { code, reason: reason.into() };
            let _ = send_frame(socket, Message::Close(Some(frame))).await;
            // What the client still sends is taken off the line: a connection closed over unread
            // messages would lose our last words on the way.
            let unread = async { while let Some(Ok(_)) = socket.recv().await {} };
            let _ = tokio::time::timeout(CLOSE_TIMEOUT, unread).await;
        }
    }

    async fn serve(&mut self, socket: &mut WebSocket) -> Result<std::convert::Infallible, End> {
        let mut closing = self.app.closing.clone();
        let app = self.app.clone();
        let closing = async move {
            let _ = closing.wait_for(|closing| *closing).await;
            // Pages come again somewhere else, but not all at once.
            tokio::time::sleep(app.services.limits.farewell_delay()).await;
        };
        tokio::pin!(closing);
        let look = sleep_until(self.next_look());
        tokio::pin!(look);
        // The session may have ended between the request and now.
        self.check_session().await?;
        loop {
            tokio::select! {
                message = socket.recv() => {
                    let message = message.ok_or(End::Gone)??;
                    self.heard = (Instant::now(), self.app.services.clock.now());
                    self.receive(socket, message).await?;
                    self.be_here().await;
                    // A timer that is due too early costs less than one that is set with every message.
                    if self.next_look() < look.deadline() {
                        look.as_mut().reset(self.next_look());
                    }
                }
                news = changed(&mut self.watched) => match news {
                    News::Game => self.send_news(socket).await?,
                    News::Watchers => self.send_watchers(socket).await?,
                },
                (id, hint) = thought(&mut self.hint) => {
                    self.hint = None;
                    Box::pin(self.give_hint(socket, id, hint)).await?;
                }
                // In boxes, as what is done seldom would else take room in every connection.
                message = self.player_messages.recv() => Box::pin(self.deliver(socket, message)).await?,
                () = &mut look => {
                    if self.next_look() <= Instant::now() {
                        Box::pin(self.look_around(socket)).await?;
                    }
                    look.as_mut().reset(self.next_look());
                }
                () = &mut closing => return Err(RESTART),
            }
        }
    }

    /// The next look at the client: at a player at a game only after some silence.
    fn next_look(&self) -> Instant {
        if self.plays() {
            self.asked.max(self.heard.0) + SEAT_HEARTBEAT
        } else {
            self.asked + HEARTBEAT
        }
    }

    /// Asks a client for a sign of life, and the store what may have changed unheard.
    async fn look_around(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        if self.heard.0.elapsed() > LONGEST_SILENCE {
            return Err(End::Gone);
        }
        if !self.app.services.live.knows_sessions() {
            return Err(RESTART);
        }
        if self.is_missed() {
            self.be_at(None).await;
        } else {
            self.be_here().await;
        }
        if self.waits {
            self.still_waiting(socket).await?;
        }
        self.check_invitation(socket).await?;
        self.asked = Instant::now();
        send_frame(socket, Message::Ping(Vec::new().into())).await
    }

    async fn check_session(&self) -> Result<(), End> {
        match self.app.services.accounts.session_holds(&self.visitor.session.id).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(SIGNED_OUT),
            Err(_) => Err(RESTART),
        }
    }

    async fn receive(&mut self, socket: &mut WebSocket, message: Message) -> Result<(), End> {
        if self.messages.check().is_err() {
            return Err(OVER_LIMIT);
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return Err(OVER_LIMIT),
            Message::Close(_) => return Err(End::Gone),
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
        };
        match serde_json::from_str::<ClientMessage>(&text) {
            // In a box, as most connections wait most of the time.
            Ok(ClientMessage { id, request }) => Box::pin(self.handle(socket, id, request)).await,
            Err(error) => {
                let language = self.visitor.language;
                let why = [("reason", error.to_string().into())];
                let reason = language.say_with("failure-bad-request", &why);
                let id = serde_json::from_str(&text).map_or(None, |MessageId { id }| id);
                let message = ServerMessage::Refused { id, code: "malformed", reason };
                send(socket, &message).await
            }
        }
    }
}

/// Waits until a hint was found; for ever if none is sought.
async fn thought(hint: &mut Option<PendingHint>) -> NumberedHint {
    match hint {
        Some(PendingHint(hint)) => hint.await.unwrap_or((None, Err(ServiceError::Busy.into()))),
        None => std::future::pending().await,
    }
}

/// Waits until the watched game changes; for ever if there is none.
async fn changed(watched: &mut Option<Watched>) -> News {
    let Some(Watched { snapshots, watchers, .. }) = watched else {
        return std::future::pending().await;
    };
    // Neither ends before the game does, which is held here.
    tokio::select! {
        Ok(()) = snapshots.changed() => News::Game,
        Ok(()) = watchers.changed() => News::Watchers,
        else => std::future::pending().await,
    }
}
