//! The live connection of a page: see docs/protocol.md.

mod sending;

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::HeaderMap;
use axum::response::Response;
use governor::DefaultDirectRateLimiter;
use jiff::Timestamp;
use merels_rules::Position;
use merels_store::{GameKey, InvitationId, Phrase, Whereabouts};
use tokio::sync::{broadcast, watch};
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use self::sending::{feed, flush, send, send_frame};
use crate::app::App;
use crate::connections::Place;
use crate::error::Failure;
use crate::hint::hint;
use crate::limits::SocketPermit;
use crate::live::{
    ActError, Actor, Command, LiveGame, PlayerMessage, Refusal, Snapshot, Watching, seat_of,
};
use crate::origin;
use crate::protocol::{
    self, ClaimOf, ClientMessage, DrawResponse, MessageId, Request, ServerMessage,
};
use crate::routes::matches;
use crate::visitor::SignedIn;

/// The longest message of a client.
const LONGEST_MESSAGE: usize = 4 * 1024;

/// Messages gather up to this size before they are sent without being flushed.
const WRITE_BUFFER: usize = 16 * 1024;

/// How long a client has to answer a goodbye.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// How often a silent client is asked for a sign of life, and how long it may stay silent.
const HEARTBEAT: Duration = Duration::from_secs(25);
const LONGEST_SILENCE: Duration = Duration::from_secs(70);

/// How often one who plays is asked for a sign of life, and after which silence he is away: the other
/// player is told within 15 seconds.
const SEAT_HEARTBEAT: Duration = Duration::from_secs(3);
const AWAY_AFTER: Duration = Duration::from_secs(8);

pub(crate) async fn open(
    State(app): State<Arc<App>>,
    visitor: SignedIn,
    headers: HeaderMap,
    Extension(place): Extension<Place>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    // Another node takes new pages by now.
    if *app.closing.borrow() {
        return Err(Failure::Busy);
    }
    if !origin::has_own_origin(&headers, &app.settings) {
        return Err(Failure::CrossSite);
    }
    let permit = app.limits.socket(visitor.client).ok_or(Failure::TooMany)?;
    let upgrade = upgrade
        // The usual buffer is far larger than any message, and is cleared for each one.
        .read_buffer_size(LONGEST_MESSAGE)
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        // Several messages that are ready at once go out together.
        .write_buffer_size(WRITE_BUFFER);
    Ok(upgrade.on_upgrade(move |socket| async move {
        metrics::gauge!("merels_sockets").increment(1);
        Connection::new(app, visitor, permit).run(socket).await;
        drop(place);
        metrics::gauge!("merels_sockets").decrement(1);
    }))
}

/// Why a connection ends.
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
    watchers: watch::Receiver<u32>,
    /// Counts one who does not play.
    _watching: Option<Watching>,
}

/// What has changed in a game.
enum News {
    Game,
    Watchers,
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
    /// The invitation whose page this is.
    hosts: Option<InvitationId>,
    /// Where this connection was written down as being.
    place: Option<Whereabouts>,
    /// When the client was last heard of.
    heard: (Instant, Timestamp),
}

impl Connection {
    fn new(app: Arc<App>, visitor: SignedIn, permit: SocketPermit) -> Connection {
        let player_messages = app.live.player_messages(visitor.id());
        let messages = app.limits.messages();
        let heard = (Instant::now(), app.clock.now());
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
        }
    }

    async fn run(mut self, mut socket: WebSocket) {
        let Err(end) = self.serve(&mut socket).await;
        self.be_at(None).await;
        if self.waits {
            // Should this fail, the seat lapses a little later.
            let _ =
                self.app.store.waiting_page_closed(self.visitor.id(), self.app.clock.now()).await;
        }
        if let End::Bye { code, reason } = end {
            let _ = send(&mut socket, &ServerMessage::Bye { reason }).await;
            let frame = CloseFrame { code, reason: reason.into() };
            let _ = send_frame(&mut socket, Message::Close(Some(frame))).await;
            // What the client still sends is taken off the line: a connection closed over unread
            // messages would lose our last words on the way.
            let unread = async { while let Some(Ok(_)) = socket.recv().await {} };
            let _ = tokio::time::timeout(CLOSE_TIMEOUT, unread).await;
        }
    }

    /// Serves until the connection ends.
    async fn serve(&mut self, socket: &mut WebSocket) -> Result<std::convert::Infallible, End> {
        let mut closing = self.app.closing.clone();
        let app = Arc::clone(&self.app);
        let closing = async move {
            let _ = closing.wait_for(|closing| *closing).await;
            // Pages come again somewhere else, but not all at once.
            tokio::time::sleep(app.limits.farewell_delay()).await;
        };
        tokio::pin!(closing);
        let mut heartbeat = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut seat = interval_at(Instant::now() + SEAT_HEARTBEAT, SEAT_HEARTBEAT);
        seat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // The session may have ended between the request and now.
        self.check_session().await?;
        loop {
            tokio::select! {
                message = socket.recv() => {
                    let message = message.ok_or(End::Gone)??;
                    self.heard = (Instant::now(), self.app.clock.now());
                    self.receive(socket, message).await?;
                    self.be_at(Some(self.whereabouts())).await;
                }
                news = changed(&mut self.watched) => match news {
                    News::Game => self.send_news(socket).await?,
                    News::Watchers => self.send_watchers(socket).await?,
                },
                message = self.player_messages.recv() => self.deliver(socket, message).await?,
                _ = heartbeat.tick() => {
                    if self.heard.0.elapsed() > LONGEST_SILENCE {
                        return Err(End::Gone);
                    }
                    if !self.is_missed() {
                        self.be_at(Some(self.whereabouts())).await;
                    }
                    if self.waits {
                        self.still_waiting(socket).await?;
                    }
                    self.check_invitation(socket).await?;
                    self.check_session().await?;
                    send_frame(socket, Message::Ping(Vec::new().into())).await?;
                }
                _ = seat.tick(), if self.plays() => {
                    if self.is_missed() {
                        self.be_at(None).await;
                    }
                    send_frame(socket, Message::Ping(Vec::new().into())).await?;
                }
                () = &mut closing => return Err(RESTART),
            }
        }
    }

    /// Whether somebody waits for this player in the watched game.
    fn plays(&self) -> bool {
        self.watched.as_ref().is_some_and(|watched| {
            let snapshot = watched.snapshots.borrow();
            snapshot.outcome.is_none()
                && snapshot.is_between_people()
                && snapshot.side_of(self.visitor.id()).is_some()
        })
    }

    /// Whether somebody waits for this player, of whom nothing was heard for too long.
    fn is_missed(&self) -> bool {
        self.plays() && self.heard.0.elapsed() > AWAY_AFTER
    }

    /// Where the player is: at a seat, or on any other page.
    fn whereabouts(&self) -> Whereabouts {
        match &self.watched {
            Some(watched) if self.plays() => seat_of(self.visitor.id(), &watched.game.key),
            _ => Whereabouts { player: self.visitor.id().clone(), game: None },
        }
    }

    /// Writes down where the player is; nothing if this connection cannot be counted on.
    async fn be_at(&mut self, place: Option<Whereabouts>) {
        if self.place == place {
            return;
        }
        let left = std::mem::replace(&mut self.place, place);
        if let Some(place) = &self.place {
            self.app.live.come(place).await;
        }
        if let Some(place) = left {
            self.app.live.go(&place, self.heard.1).await;
        }
    }

    async fn check_session(&self) -> Result<(), End> {
        match self.app.store.session(&self.visitor.session.id, self.app.clock.now()).await {
            Ok(Some(_)) => Ok(()),
            Ok(None) => Err(SIGNED_OUT),
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
            Ok(ClientMessage { id, request }) => self.handle(socket, id, request).await,
            Err(error) => {
                let language = self.visitor.language;
                let why = [("reason", error.to_string().into())];
                let reason = language.say_with("refusal-malformed", &why);
                let id = serde_json::from_str(&text).map_or(None, |MessageId { id }| id);
                let message = ServerMessage::Refused { id, code: "malformed", reason };
                send(socket, &message).await
            }
        }
    }

    async fn handle(
        &mut self,
        socket: &mut WebSocket,
        id: Option<u64>,
        request: Request,
    ) -> Result<(), End> {
        let done = match request {
            Request::Watch { game, version } => {
                return self.watch(socket, id, &game, version).await;
            }
            Request::Wait => {
                self.waits = true;
                return self.still_waiting(socket).await;
            }
            Request::Host { invitation } => {
                self.hosts = Some(InvitationId::new(invitation));
                return self.check_invitation(socket).await;
            }
            Request::Ping => {
                let now = self.app.clock.now().as_millisecond();
                return send(socket, &ServerMessage::Pong { now }).await;
            }
            Request::Why { spots } => return self.say_why(socket, id, &spots).await,
            Request::Move { game, ply, r#move, took } => {
                let read = |game: &Snapshot| {
                    Ok(Command::Play { ply: Some(ply), mv: game.parse_move(&r#move)? })
                };
                self.act_after(&game, read, took).await
            }
            Request::Draft { game, ply, r#move: Some(text) } => {
                let read =
                    |game: &Snapshot| Ok(Command::Draft { ply, mv: game.parse_move(&text)? });
                self.act(&game, read).await
            }
            Request::Draft { game, r#move: None, .. } => {
                self.act(&game, |_| Ok(Command::ClearDraft)).await
            }
            Request::Undo { game, ply } => {
                self.act(&game, |_| Ok(Command::TakeBack { ply: Some(ply) })).await
            }
            Request::UndoRespond { game, response } => {
                let accept = matches!(response, DrawResponse::Accept);
                self.act(&game, |_| Ok(Command::AnswerTakeBack { accept })).await
            }
            Request::Claim { game, claim } => self.claim(&game, claim == ClaimOf::Win).await,
            Request::Hint { game } => return self.give_hint(socket, id, &game).await,
            Request::Forfeit { game } => self.act(&game, |_| Ok(Command::Resign)).await,
            Request::Abort { game } => self.act(&game, |_| Ok(Command::Abort)).await,
            Request::Draw { game } => self.act(&game, |_| Ok(Command::OfferDraw)).await,
            Request::Rematch { game, response } => {
                let accept = !matches!(response, Some(DrawResponse::Decline));
                self.rematch(&game, accept).await
            }
            Request::Say { game, phrase } => match Phrase::named(&phrase) {
                Some(phrase) => self.say(&game, phrase).await,
                None => Err(Failure::Field("failure-unknown-phrase", phrase)),
            },
            Request::DrawRespond { game, response } => {
                let accept = matches!(response, DrawResponse::Accept);
                self.act(&game, |_| Ok(Command::AnswerDraw { accept })).await
            }
        };
        match done {
            Ok(version) => {
                feed(socket, ServerMessage::Ack { id, version }.encode()).await?;
                // What it came to goes out along with the acknowledgement.
                if self.has_news() { self.send_news(socket).await } else { flush(socket).await }
            }
            Err(failure) => self.refuse(socket, id, &failure).await,
        }
    }

    /// A game by its key: usually the one that is watched.
    async fn open(&self, key: &str) -> Result<Arc<LiveGame>, Failure> {
        match &self.watched {
            Some(watched) if watched.game.key.as_str() == key => Ok(Arc::clone(&watched.game)),
            _ => self.app.live.open(&GameKey::new(key)).await?.ok_or(Failure::UnknownGame),
        }
    }

    /// Carries a command out, which is read when its game is known.
    async fn act(
        &self,
        key: &str,
        read: impl FnOnce(&Snapshot) -> Result<Command, Refusal>,
    ) -> Result<u32, Failure> {
        self.act_after(key, read, None).await
    }

    /// Like `act`, of one who says how long it took.
    async fn act_after(
        &self,
        key: &str,
        read: impl FnOnce(&Snapshot) -> Result<Command, Refusal>,
        took: Option<i64>,
    ) -> Result<u32, Failure> {
        let game = self.open(key).await?;
        let snapshot = game.snapshot();
        let command =
            read(&snapshot).map_err(|refusal| Failure::Refused(snapshot.kind, refusal))?;
        let actor = Actor::Player(self.visitor.id().clone());
        let done = self.app.live.act_after(&game, &actor, &command, took).await;
        done.map_err(|error| Failure::of(snapshot.kind, error))
    }

    async fn say(&self, key: &str, phrase: Phrase) -> Result<u32, Failure> {
        let game = self.open(key).await?;
        let done = self.app.live.say(&game, self.visitor.id(), phrase).await;
        done.map_err(|error| Failure::of(game.snapshot().kind, error))
    }

    async fn claim(&self, key: &str, win: bool) -> Result<u32, Failure> {
        let game = self.open(key).await?;
        let done = self.app.live.claim(&game, self.visitor.id(), win).await;
        done.map_err(|error| Failure::of(game.snapshot().kind, error))
    }

    async fn rematch(&self, key: &str, accept: bool) -> Result<u32, Failure> {
        let game = self.open(key).await?;
        matches::rematch_in(&self.app, &game, self.visitor.id(), accept).await?;
        Ok(game.snapshot().version())
    }

    /// Answers with a good move; the game counts as practice from now on.
    async fn give_hint(
        &mut self,
        socket: &mut WebSocket,
        id: Option<u64>,
        key: &str,
    ) -> Result<(), End> {
        if let Err(failure) = self.act(key, |_| Ok(Command::Hint)).await {
            return self.refuse(socket, id, &failure).await;
        }
        if self.has_news() {
            self.send_news(socket).await?;
        }
        match self.find_hint(key).await {
            Ok((text, words)) => {
                send(socket, &ServerMessage::Hint { id, r#move: text, words }).await
            }
            Err(failure) => self.refuse(socket, id, &failure).await,
        }
    }

    async fn find_hint(&self, key: &str) -> Result<(String, String), Failure> {
        let game = self.open(key).await?;
        let whole = self.app.live.whole_game(&game).await?;
        let position = whole.position().clone();
        let hint = hint(&self.app, whole).await.ok_or(Failure::NoGame)?;
        let text = position.move_text(hint.mv);
        let words = self.visitor.language.hint(&text, &hint.reasons);
        Ok((text, words))
    }

    /// Says why the last of these spots of the watched game cannot be chosen.
    async fn say_why(
        &self,
        socket: &mut WebSocket,
        id: Option<u64>,
        spots: &[String],
    ) -> Result<(), End> {
        let Some(watched) = &self.watched else {
            return self.refuse(socket, id, &Failure::UnknownGame).await;
        };
        let kind = watched.game.snapshot().kind;
        let reason = match self.check_choice(&watched.game, spots).await {
            Ok(()) => None,
            Err(ActError::Refused(refusal)) => Some(self.visitor.language.refusal(kind, &refusal)),
            Err(error) => return self.refuse(socket, id, &Failure::of(kind, error)).await,
        };
        send(socket, &ServerMessage::Why { id, reason }).await
    }

    async fn check_choice(&self, game: &LiveGame, spots: &[String]) -> Result<(), ActError> {
        let snapshot = game.snapshot();
        let read =
            spots.iter().map(|spot| snapshot.parse_spot(spot)).collect::<Result<Vec<_>, _>>();
        self.app.live.check_choice(game, self.visitor.id(), &read?).await
    }

    async fn refuse(
        &self,
        socket: &mut WebSocket,
        id: Option<u64>,
        failure: &Failure,
    ) -> Result<(), End> {
        failure.log();
        let reason = failure.words(self.visitor.language);
        send(socket, &ServerMessage::Refused { id, code: failure.code(), reason }).await
    }

    /// Watches a game from now on, instead of the last one.
    async fn watch(
        &mut self,
        socket: &mut WebSocket,
        id: Option<u64>,
        key: &str,
        version: Option<u32>,
    ) -> Result<(), End> {
        match self.open(key).await {
            Ok(game) => {
                let (snapshots, mut watchers) = (game.watch(), game.watchers());
                if *watchers.borrow() > 0 {
                    watchers.mark_changed();
                }
                let me = self.visitor.id();
                let plays = game.snapshot().side_of(me).is_some();
                let _watching = (!plays).then(|| Watching::begin(&game, Some(me.clone())));
                let seen = version.unwrap_or(0);
                self.watched = Some(Watched { game, snapshots, seen, watchers, _watching });
                self.send_news(socket).await
            }
            Err(failure) => self.refuse(socket, id, &failure).await,
        }
    }

    fn has_news(&self) -> bool {
        let changed = |watched: &Watched| watched.snapshots.has_changed().unwrap_or(false);
        self.watched.as_ref().is_some_and(changed)
    }

    /// Sends how the watched game stands, with the events that are new to the client.
    async fn send_news(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let Some(watched) = &mut self.watched else { return Ok(()) };
        let snapshot = Arc::clone(&watched.snapshots.borrow_and_update());
        let you = snapshot.side_of(&self.visitor.session.player.id);
        let news = protocol::news(&snapshot, you, self.visitor.language, watched.seen);
        watched.seen = snapshot.version();
        feed(socket, news).await?;
        flush(socket).await
    }

    async fn send_watchers(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let Some(watched) = &mut self.watched else { return Ok(()) };
        let count = *watched.watchers.borrow_and_update();
        let words = self.visitor.language.watchers(count);
        send(socket, &ServerMessage::Watchers { count, words }).await
    }

    /// Keeps the seat of one who waits. If it is gone, an opponent may have been found just before
    /// this connection was made.
    async fn still_waiting(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let player = self.visitor.id();
        match self.app.store.still_waiting(player, self.app.clock.now()).await {
            Ok(true) => return Ok(()),
            Ok(false) => self.waits = false,
            // Asked again at the next heartbeat.
            Err(_) => return Ok(()),
        }
        let running = self.app.store.running_games(player).await.unwrap_or_default();
        match running.iter().find(|game| game.is_between_people()) {
            Some(game) => send(socket, &ServerMessage::Matched { game: game.key.as_str() }).await,
            None => {
                let reason = self.visitor.language.say("refusal-not-waiting");
                send(socket, &ServerMessage::Refused { id: None, code: "not-waiting", reason })
                    .await
            }
        }
    }

    /// Tells the page of an invitation that somebody has sat down, or that nobody can any more.
    async fn check_invitation(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let Some(id) = &self.hosts else { return Ok(()) };
        // Should it fail, it is asked again at the next heartbeat.
        let Ok(found) = self.app.store.invitation(id, self.app.clock.now()).await else {
            return Ok(());
        };
        match found.map(|invitation| invitation.taken) {
            Some(None) => Ok(()),
            Some(Some(game)) => {
                self.hosts = None;
                send(socket, &ServerMessage::Matched { game: game.as_str() }).await
            }
            None => {
                self.hosts = None;
                let reason = self.visitor.language.say("invitation-gone");
                let code = "invitation-gone";
                send(socket, &ServerMessage::Refused { id: None, code, reason }).await
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
                send(socket, &ServerMessage::Matched { game: key.as_str() }).await
            }
            Ok(PlayerMessage::SignedOut(session)) => match session {
                Some(session) if session != self.visitor.session.id => Ok(()),
                _ => Err(SIGNED_OUT),
            },
            // On another node, or more than could be kept: the store knows.
            Ok(PlayerMessage::LookAgain) | Err(broadcast::error::RecvError::Lagged(_)) => {
                if self.waits {
                    self.still_waiting(socket).await?;
                }
                self.check_invitation(socket).await?;
                self.check_session().await?;
                send(socket, &ServerMessage::News {}).await
            }
            Err(broadcast::error::RecvError::Closed) => Err(RESTART),
        }
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
