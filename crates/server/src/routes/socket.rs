//! The live connection of a page: see docs/protocol.md.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::HeaderMap;
use axum::response::Response;
use governor::DefaultDirectRateLimiter;
use jiff::Timestamp;
use merels_rules::GameId;
use merels_store::GameKey;
use serde::{Deserialize, Serialize};
use tokio::sync::{broadcast, watch};
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::app::App;
use crate::error::Failure;
use crate::limits::SocketPermit;
use crate::live::{ActError, Action, Actor, LiveGame, PlayerMessage, Refusal};
use crate::origin;
use crate::view::{EventView, View};
use crate::visitor::SignedIn;

/// The longest message of a client.
const LONGEST_MESSAGE: usize = 4 * 1024;

/// How long a client may take to accept a message: one that does not read is let go.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a client has to answer a goodbye.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// How often a silent client is asked for a sign of life, and how long it may stay silent.
const HEARTBEAT: Duration = Duration::from_secs(25);
const LONGEST_SILENCE: Duration = Duration::from_secs(70);

/// What a client asks.
#[derive(Debug, Deserialize)]
struct ClientMessage {
    id: Option<u64>,
    #[serde(flatten)]
    request: Request,
}

/// What can be read of a message that is not understood.
#[derive(Debug, Deserialize)]
struct MessageId {
    id: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
enum Request {
    Watch { game: String, version: Option<u32> },
    Wait,
    Move { game: String, ply: u32, r#move: String },
    Draft { game: String, ply: u32, r#move: Option<String> },
    Forfeit { game: String },
    Draw { game: String },
    DrawRespond { game: String, response: DrawResponse },
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum DrawResponse {
    Accept,
    Decline,
}

/// What the server says.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum ServerMessage<'a> {
    Game { events: &'a [EventView], view: &'a View },
    Ack { id: Option<u64>, version: u32 },
    Refused { id: Option<u64>, code: &'a str, reason: String },
    Matched { game: &'a str },
    Bye { reason: &'a str },
}

pub(crate) async fn open(
    State(app): State<Arc<App>>,
    visitor: SignedIn,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    if !origin::has_own_origin(&headers, &app.settings) {
        return Err(Failure::CrossSite);
    }
    let permit = app.limits.socket(visitor.client).ok_or(Failure::TooMany)?;
    let upgrade = upgrade
        // The usual buffer is far larger than any message, and is cleared for each one.
        .read_buffer_size(LONGEST_MESSAGE)
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| async move {
        metrics::gauge!("merels_sockets").increment(1);
        Connection::new(app, visitor, permit).run(socket).await;
        metrics::gauge!("merels_sockets").decrement(1);
    }))
}

/// Why a connection ends.
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
    changes: watch::Receiver<u64>,
    seen: u32,
}

struct Connection {
    app: Arc<App>,
    visitor: SignedIn,
    _permit: SocketPermit,
    player_messages: broadcast::Receiver<PlayerMessage>,
    messages: DefaultDirectRateLimiter,
    watched: Option<Watched>,
    /// Whether the page waits for an opponent.
    waits: bool,
}

impl Connection {
    fn new(app: Arc<App>, visitor: SignedIn, permit: SocketPermit) -> Connection {
        let player_messages = app.live.player_messages(visitor.id());
        let messages = app.limits.messages();
        Connection {
            app,
            visitor,
            _permit: permit,
            player_messages,
            messages,
            watched: None,
            waits: false,
        }
    }

    async fn run(mut self, mut socket: WebSocket) {
        let Err(end) = self.serve(&mut socket).await;
        if self.waits {
            // Should this fail, the seat lapses a little later.
            let _ = self.app.store.waiting_page_closed(self.visitor.id(), Timestamp::now()).await;
        }
        if let End::Bye { code, reason } = end {
            let _ = self.send(&mut socket, &ServerMessage::Bye { reason }).await;
            let frame = CloseFrame { code, reason: reason.into() };
            let _ = send(&mut socket, Message::Close(Some(frame))).await;
            // What the client still sends is taken off the line: a connection closed over unread
            // messages would lose our last words on the way.
            let unread = async { while let Some(Ok(_)) = socket.recv().await {} };
            let _ = tokio::time::timeout(CLOSE_TIMEOUT, unread).await;
        }
    }

    /// Serves until the connection ends.
    async fn serve(&mut self, socket: &mut WebSocket) -> Result<std::convert::Infallible, End> {
        let mut closing = self.app.closing.clone();
        let closing = async move {
            let _ = closing.wait_for(|closing| *closing).await;
        };
        tokio::pin!(closing);
        let mut heartbeat = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        // The session may have ended between the request and now.
        self.check_session().await?;
        loop {
            tokio::select! {
                message = socket.recv() => {
                    let message = message.ok_or(End::Gone)??;
                    heard = Instant::now();
                    self.receive(socket, message).await?;
                }
                () = changed(&mut self.watched) => self.send_news(socket).await?,
                message = self.player_messages.recv() => self.deliver(socket, message).await?,
                _ = heartbeat.tick() => {
                    if heard.elapsed() > LONGEST_SILENCE {
                        return Err(End::Gone);
                    }
                    if self.waits {
                        self.still_waiting(socket).await?;
                    }
                    self.check_session().await?;
                    send(socket, Message::Ping(Vec::new().into())).await?;
                }
                () = &mut closing => return Err(RESTART),
            }
        }
    }

    async fn check_session(&self) -> Result<(), End> {
        match self.app.store.session(&self.visitor.session.id, Timestamp::now()).await {
            Ok(Some(_)) => Ok(()),
            Ok(None) => Err(SIGNED_OUT),
            Err(_) => Err(RESTART),
        }
    }

    async fn send(&self, socket: &mut WebSocket, message: &ServerMessage<'_>) -> Result<(), End> {
        let text = serde_json::to_string(message).map_err(|_| End::Gone)?;
        send(socket, Message::Text(text.into())).await
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
            Ok(message) => self.handle(socket, message).await,
            Err(error) => {
                let language = self.visitor.language;
                let why = [("reason", error.to_string().into())];
                let reason = language.say_with("refusal-malformed", &why);
                let id = serde_json::from_str(&text).map_or(None, |MessageId { id }| id);
                self.send(socket, &ServerMessage::Refused { id, code: "malformed", reason }).await
            }
        }
    }

    async fn handle(
        &mut self,
        socket: &mut WebSocket,
        ClientMessage { id, request }: ClientMessage,
    ) -> Result<(), End> {
        let (game, action) = match request {
            Request::Watch { game, version } => {
                return self.watch(socket, id, &game, version).await;
            }
            Request::Wait => {
                self.waits = true;
                return self.still_waiting(socket).await;
            }
            Request::Move { game, ply, r#move } => {
                (game, Action::Turn { ply: Some(ply), text: r#move })
            }
            Request::Draft { game, ply, r#move: Some(text) } => (game, Action::Draft { ply, text }),
            Request::Draft { game, r#move: None, .. } => (game, Action::TakeBack),
            Request::Forfeit { game } => (game, Action::Forfeit),
            Request::Draw { game } => (game, Action::ProposeDraw),
            Request::DrawRespond { game, response } => {
                (game, Action::AnswerDraw { accept: matches!(response, DrawResponse::Accept) })
            }
        };
        let key = GameKey::new(game);
        let actor = Actor::Player(self.visitor.id().clone());
        match self.app.live.act(&key, actor, action).await {
            Ok(version) => self.send(socket, &ServerMessage::Ack { id, version }).await,
            Err(error) => self.refuse(socket, id, error).await,
        }
    }

    async fn refuse(
        &self,
        socket: &mut WebSocket,
        id: Option<u64>,
        error: ActError,
    ) -> Result<(), End> {
        let failure = match error {
            ActError::Refused(refusal) => Failure::Refused(self.watched_game().await, refusal),
            error => Failure::Act(error),
        };
        failure.log();
        let reason = failure.words(self.visitor.language);
        self.send(socket, &ServerMessage::Refused { id, code: failure.code(), reason }).await
    }

    async fn watched_game(&self) -> GameId {
        match &self.watched {
            Some(watched) => watched.game.state().await.stored.game,
            None => GameId::NINE,
        }
    }

    async fn watch(
        &mut self,
        socket: &mut WebSocket,
        id: Option<u64>,
        game: &str,
        version: Option<u32>,
    ) -> Result<(), End> {
        let game = match self.app.live.open(&GameKey::new(game)).await {
            Ok(Some(game)) => game,
            Ok(None) => return self.refuse(socket, id, Refusal::UnknownGame.into()).await,
            Err(error) => return self.refuse(socket, id, error).await,
        };
        let changes = game.watch();
        self.watched = Some(Watched { game, changes, seen: version.unwrap_or(0) });
        self.send_news(socket).await
    }

    /// Sends how the watched game stands, with the events that are new to the client.
    async fn send_news(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let language = self.visitor.language;
        let Some(watched) = &mut self.watched else { return Ok(()) };
        let (events, view) = {
            let state = watched.game.state().await;
            let you = state.side_of(self.visitor.id());
            let view = View::of(&state, you, language);
            // A client may claim to have seen what is still to come: it gets everything then.
            let seen = if watched.seen <= view.version { watched.seen } else { 0 };
            let events = EventView::since(&state, seen, language);
            watched.seen = view.version;
            (events, view)
        };
        self.send(socket, &ServerMessage::Game { events: &events, view: &view }).await
    }

    /// Keeps the seat of one who waits. If it is gone, an opponent may have been found just before
    /// this connection was made.
    async fn still_waiting(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let player = self.visitor.id();
        match self.app.store.still_waiting(player, Timestamp::now()).await {
            Ok(true) => return Ok(()),
            Ok(false) => self.waits = false,
            // Asked again at the next heartbeat.
            Err(_) => return Ok(()),
        }
        let running = self.app.store.running_games(player).await.unwrap_or_default();
        match running.iter().find(|game| game.is_between_people()) {
            Some(game) => {
                self.send(socket, &ServerMessage::Matched { game: game.key.as_str() }).await
            }
            None => {
                let reason = self.visitor.language.say("refusal-not-waiting");
                self.send(socket, &ServerMessage::Refused { id: None, code: "not-waiting", reason })
                    .await
            }
        }
    }

    async fn deliver(
        &mut self,
        socket: &mut WebSocket,
        message: Result<PlayerMessage, broadcast::error::RecvError>,
    ) -> Result<(), End> {
        match message {
            Ok(PlayerMessage::Matched(key)) => {
                self.waits = false;
                self.send(socket, &ServerMessage::Matched { game: key.as_str() }).await
            }
            Ok(PlayerMessage::SignedOut(session)) => match session {
                Some(session) if session != self.visitor.session.id => Ok(()),
                _ => Err(SIGNED_OUT),
            },
            // Some were missed: the session is what matters.
            Err(broadcast::error::RecvError::Lagged(_)) => self.check_session().await,
            Err(broadcast::error::RecvError::Closed) => Err(RESTART),
        }
    }
}

/// Sends a message, to a client that takes it in time.
async fn send(socket: &mut WebSocket, message: Message) -> Result<(), End> {
    match tokio::time::timeout(SEND_TIMEOUT, socket.send(message)).await {
        Ok(sent) => Ok(sent?),
        Err(_) => Err(End::Gone),
    }
}

/// Waits until the watched game changes; for ever if there is none.
async fn changed(watched: &mut Option<Watched>) {
    let gone = match watched {
        Some(watched) => watched.changes.changed().await.is_err(),
        None => true,
    };
    if gone {
        std::future::pending::<()>().await;
    }
}
