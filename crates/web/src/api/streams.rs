//! News line by line as it comes: each line is an object.
//!
//! A line always tells how things stand, never only what has changed: whoever was away loses nothing by
//! asking again.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use merels_model::{GameKey, Player, Whereabouts};
use merels_services::accounts::{Scope, TokenId};
use merels_services::live::{LiveGame, PlayerMessage, Snapshot, Watching, seat_of};
use merels_services::{ServiceError, SocketPermit};
use serde::{Deserialize, Serialize};
use tokio::sync::{broadcast, watch};
use tokio::time::{Instant, Interval, interval_at};
use utoipa::{IntoParams, ToSchema};

use super::challenges::open_ones;
use super::extract::{Asked, Caller, Named};
use super::model::Challenge;
use crate::app::App;
use crate::edge::connections::LongAnswer;
use crate::edge::visitor::Visitor;
use crate::error::Result;
use crate::json::{Event, Game, GameSummary};

calls!(Calls: game_events, account_events);

/// The period of lines where nothing happens.
const ALIVE: Duration = Duration::from_secs(5);

const LINES: &str = "application/x-ndjson";

/// A line of a game.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum GameLine {
    /// The state of the game, and the events since the last such line. The one with a result is the
    /// last.
    State { events: Vec<Event>, game: Box<Game> },
    /// Nothing happened for a few seconds.
    Alive,
}

/// A line about an account.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum AccountLine {
    /// The open challenges and the running games.
    News { challenges: Vec<Challenge>, games: Vec<GameSummary> },
    /// Nothing happened for a few seconds.
    Alive,
}

fn line(value: &impl Serialize) -> Bytes {
    // Nothing in these types can fail to be written.
    let mut text = serde_json::to_string(value).unwrap_or_default();
    text.push('\n');
    text.into()
}

/// A source of lines.
trait Lines: Send + 'static {
    /// The next line; nothing when there are no more.
    fn next(&mut self) -> impl Future<Output = Option<Bytes>> + Send;
}

fn answer(source: impl Lines) -> Response {
    let lines = stream::unfold(source, |mut source| async move {
        let bytes = source.next().await?;
        Some((Ok::<Bytes, Infallible>(bytes), source))
    });
    let headers = [(header::CONTENT_TYPE, LINES), (header::CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(lines)).into_response()
}

/// The parts of every open stream.
struct Open {
    app: App,
    visitor: Visitor,
    token: Option<TokenId>,
    closing: watch::Receiver<bool>,
    heartbeat: Interval,
    /// The place of the player, as long as the stream is open.
    at: Option<Whereabouts>,
    _permit: SocketPermit,
}

impl Open {
    async fn begin(app: App, caller: Caller, at: Option<Whereabouts>) -> Result<Open> {
        // Another node takes new ones by now.
        if *app.closing.borrow() {
            return Err(ServiceError::Busy.into());
        }
        let permit =
            app.services.limits.socket(caller.visitor.client).ok_or(ServiceError::TooMany)?;
        if let Some(place) = &at {
            app.services.live.come(place).await;
        }
        Ok(Open {
            closing: app.closing.clone(),
            heartbeat: interval_at(Instant::now() + ALIVE, ALIVE),
            visitor: caller.visitor,
            token: caller.token.map(|(id, _)| id),
            at,
            app,
            _permit: permit,
        })
    }

    /// Waits for the next heartbeat, or the end of the server.
    async fn woken(&mut self) -> Woken {
        tokio::select! {
            _ = self.closing.wait_for(|closing| *closing) => Woken::Closing,
            _ = self.heartbeat.tick() => Woken::Heartbeat,
        }
    }

    /// Returns `true` while the token holds. Where that cannot be known the stream goes on.
    async fn holds(&self) -> bool {
        match &self.token {
            Some(token) => {
                !matches!(self.app.services.accounts.token_holds(token).await, Ok(false))
            }
            None => true,
        }
    }
}

/// The reason to look again.
enum Woken {
    News,
    Heartbeat,
    Closing,
}

impl Drop for Open {
    fn drop(&mut self) {
        if let Some(place) = self.at.take() {
            let (app, last) = (self.app.clone(), self.app.services.clock.now());
            tokio::spawn(async move { app.services.live.go(&place, last).await });
        }
    }
}

/// From where on.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Since {
    /// The version that you have seen: only later events are told. Everything if it is left out.
    version: Option<u32>,
}

/// The events of a game, line by line, until it is over
///
/// The first line comes at once. A player whose token is good for playing counts as present at the board
/// as long as the stream is open. If it ends before a line with a result, the server is being restarted:
/// ask again.
#[utoipa::path(
    get,
    path = "/api/v1/games/{id}/events",
    tag = "games",
    operation_id = "gameEvents",
    params(("id" = String, Path, description = "The game's id"), Since),
    security((), ("token" = ["read"])),
    responses((status = OK, body = GameLine, content_type = "application/x-ndjson"))
)]
pub(super) async fn game_events(
    app: App,
    caller: Caller,
    Extension(long): Extension<LongAnswer>,
    Named(id): Named<String>,
    Asked(Since { version }): Asked<Since>,
) -> Result {
    let game = app.services.games.open(&GameKey::new(id)).await?;
    let snapshot = game.snapshot();
    let seated = caller.player().filter(|player| snapshot.side_of(player).is_some());
    let plays = caller.token.as_ref().is_some_and(|(_, scope)| *scope == Scope::Play);
    if let Some(player) = seated {
        app.services.fair_play.note_seat(&game, player, caller.visitor.client).await?;
    }
    let at = seated.filter(|_| plays).map(|player| seat_of(player, &game.key));
    let watching = seated.is_none().then(|| Watching::begin(&game, caller.player().cloned()));
    let mut snapshots = game.watch();
    // The first look is news, too.
    snapshots.mark_changed();
    let seen = version.filter(|version| *version <= snapshot.version()).unwrap_or(0);
    let open = Open::begin(app, caller, at).await?;
    long.begins();
    let (over, _game, _watching) = (false, game, watching);
    Ok(answer(GameLines { open, snapshots, seen, over, _game, _watching }))
}

struct GameLines {
    open: Open,
    snapshots: watch::Receiver<Arc<Snapshot>>,
    seen: u32,
    over: bool,
    /// It stays in memory as long as somebody listens.
    _game: Arc<LiveGame>,
    _watching: Option<Watching>,
}

impl GameLines {
    fn state(&mut self) -> GameLine {
        let snapshot = Arc::clone(&self.snapshots.borrow_and_update());
        let Open { app, visitor, .. } = &self.open;
        let you = visitor.player().and_then(|player| snapshot.side_of(&player.id));
        let events = Event::since(&snapshot, self.seen, visitor.language);
        let game = Game::of(&snapshot, you, visitor.language, app.services.clock.now());
        (self.seen, self.over) = (snapshot.version(), snapshot.outcome.is_some());
        GameLine::State { events, game: Box::new(game) }
    }
}

impl Lines for GameLines {
    async fn next(&mut self) -> Option<Bytes> {
        if self.over {
            return None;
        }
        let woken = tokio::select! {
            woken = self.open.woken() => woken,
            changed = self.snapshots.changed() => {
                if changed.is_ok() { Woken::News } else { Woken::Closing }
            }
        };
        match woken {
            Woken::News => Some(line(&self.state())),
            Woken::Heartbeat if self.open.holds().await => Some(line(&GameLine::Alive)),
            Woken::Heartbeat | Woken::Closing => None,
        }
    }
}

/// Your challenges and running games, line by line, as they come and go
///
/// The first line comes at once. Whoever listens counts as being here.
#[utoipa::path(
    get,
    path = "/api/v1/events",
    tag = "account",
    operation_id = "accountEvents",
    security(("token" = ["read"])),
    responses((status = OK, body = AccountLine, content_type = "application/x-ndjson"))
)]
pub(super) async fn account_events(
    app: App,
    caller: Caller,
    Extension(long): Extension<LongAnswer>,
) -> Result {
    let visitor = caller.clone().with_scope(Scope::Read)?;
    let messages = app.services.live.player_messages(visitor.id());
    let at = Whereabouts { player: visitor.id().clone(), game: None };
    let open = Open::begin(app, caller, Some(at)).await?;
    long.begins();
    Ok(answer(AccountLines { open, player: visitor.player().clone(), messages, told: None }))
}

struct AccountLines {
    open: Open,
    player: Player,
    messages: broadcast::Receiver<PlayerMessage>,
    /// The last line that was no heartbeat.
    told: Option<Bytes>,
}

impl AccountLines {
    async fn news(&self) -> Result<Bytes> {
        let (app, language) = (&self.open.app, self.open.visitor.language);
        let running = app.services.games.running(&self.player.id).await?;
        let summary = |game| GameSummary::of(game, &self.player.id, language);
        let games = running.iter().map(summary).collect();
        let challenges = open_ones(app, &self.player).await?;
        Ok(line(&AccountLine::News { challenges, games }))
    }

    /// The news, if they are not those that were told last; nothing if the store does not answer, and
    /// then it is asked again at the next heartbeat.
    async fn fresh_news(&mut self) -> Option<Bytes> {
        let news = self.news().await.ok()?;
        if self.told.as_ref() == Some(&news) {
            return None;
        }
        self.told = Some(news.clone());
        Some(news)
    }
}

impl Lines for AccountLines {
    async fn next(&mut self) -> Option<Bytes> {
        if self.told.is_none() {
            return self.fresh_news().await;
        }
        loop {
            let woken = tokio::select! {
                woken = self.open.woken() => woken,
                message = self.messages.recv() => match message {
                    Err(broadcast::error::RecvError::Closed) => Woken::Closing,
                    // Whoever fell behind looks again, too.
                    _ => Woken::News,
                },
            };
            match woken {
                Woken::News => {
                    if let Some(news) = self.fresh_news().await {
                        return Some(news);
                    }
                }
                Woken::Heartbeat if self.open.holds().await => {
                    let alive = line(&AccountLine::Alive);
                    return Some(self.fresh_news().await.unwrap_or(alive));
                }
                Woken::Heartbeat | Woken::Closing => return None,
            }
        }
    }
}
