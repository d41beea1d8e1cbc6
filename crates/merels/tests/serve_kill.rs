//! A hundred games are being played when the site is killed: what was acknowledged is there after
//! the restart, once, and the games go on.

mod site;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::join_all;
use futures_util::{SinkExt, StreamExt};
use jiff::{SignedDuration, Timestamp};
use merels_rules::{AnyPosition, Game, GameId, Position};
use merels_store::{Event, GameKey, NewGame, NewPlayer, NewSeat, PlayerId, SessionToken, Store};
use serde_json::{Value, json};
use site::{DEADLINE, Running, serve};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

const GAMES: usize = 100;

/// The site is killed when so many moves were acknowledged: all games are under way then.
const MOVES_BEFORE: usize = 15 * GAMES;

/// So many plies are played in each game after the restart.
const PLIES_AFTER: usize = 6;

const KINDS: [&str; 5] = ["nine", "lasker", "twelve", "mingmang", "mingmang-norepeat"];

/// One game with the secrets of its two players, and what came of it so far.
struct Match {
    key: GameKey,
    tokens: [SessionToken; 2],
    game: Game<AnyPosition>,
    /// The moves that the site has acknowledged.
    acknowledged: Vec<String>,
    /// The move that was sent and had no answer yet.
    in_flight: Option<String>,
}

async fn player(store: &Store, name: String) -> (PlayerId, SessionToken) {
    let (id, token, at) = (PlayerId::random(), SessionToken::random(), Timestamp::now());
    let login = Some((format!("{name}@example.org"), "no hash".to_owned()));
    store.create_player(NewPlayer { id: id.clone(), login, name, at }).await.unwrap().unwrap();
    let expires = at + SignedDuration::from_hours(1);
    store.start_session(token.id(), id.clone(), expires).await.unwrap();
    (id, token)
}

async fn new_match(store: &Store, number: usize) -> Match {
    let game: GameId = KINDS[number % KINDS.len()].parse().unwrap();
    let (white, first) = player(store, format!("White{number}")).await;
    let (black, second) = player(store, format!("Black{number}")).await;
    let (key, start) = (GameKey::random(), game.start());
    let new = NewGame {
        key: key.clone(),
        game,
        start: start.to_string(),
        mover: start.side(),
        seats: [white, black].map(NewSeat::Player),
        at: Timestamp::now(),
    };
    store.create_game(new).await.unwrap();
    let tokens = [first, second];
    Match { key, tokens, game: Game::new(start), acknowledged: Vec::new(), in_flight: None }
}

/// The live connection of one player.
struct Seat(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Seat {
    async fn take(site: &Running, token: &SessionToken) -> Seat {
        let mut request = format!("ws://{}/socket", site.address).into_client_request().unwrap();
        let cookie = format!("merels={}", token.secret());
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        Seat(timeout(DEADLINE, connect_async(request)).await.unwrap().unwrap().0)
    }

    /// Sends something; `None` if the site is gone.
    async fn send(&mut self, message: Value) -> Option<()> {
        self.0.send(Message::text(message.to_string())).await.ok()
    }

    /// The next message of a type; `None` if the site is gone.
    async fn hear(&mut self, kind: &str) -> Option<Value> {
        loop {
            let Ok(Message::Text(text)) = timeout(DEADLINE, self.0.next()).await.unwrap()? else {
                continue;
            };
            let message: Value = serde_json::from_str(&text).unwrap();
            assert_ne!(message["type"], "refused", "{message}");
            if message["type"] == kind {
                return Some(message);
            }
        }
    }
}

impl Match {
    async fn seats(&self, site: &Running) -> [Seat; 2] {
        let [white, black] = &self.tokens;
        [Seat::take(site, white).await, Seat::take(site, black).await]
    }

    /// Plays the next move, always the same one at the same place; `None` if the site is gone.
    async fn play_one(&mut self, seats: &mut [Seat; 2]) -> Option<()> {
        let moves = self.game.legal_moves();
        let mv = moves[(self.game.ply() * 7 + self.key.as_str().len()) % moves.len()];
        let text = self.game.position().move_text(mv);
        self.in_flight = Some(text.clone());
        let seat = &mut seats[self.game.side().index()];
        let ply = self.game.ply();
        let ask = json!({"do": "move", "game": self.key.as_str(), "ply": ply, "move": text});
        seat.send(ask).await?;
        let ack = seat.hear("ack").await?;
        assert_eq!(ack["version"], ply + 2);
        self.game.play(mv).unwrap();
        self.acknowledged.extend(self.in_flight.take());
        Some(())
    }

    /// Plays until the site is gone or the game is over.
    async fn play_until_killed(mut self, site: &Running, count: &Count) -> Match {
        let mut seats = self.seats(site).await;
        while self.game.outcome().is_none() && self.play_one(&mut seats).await.is_some() {
            count.add();
        }
        self
    }

    /// Comes back after the restart: sees everything again, sends again what had no answer, and
    /// plays on.
    async fn play_on(&mut self, site: &Running) {
        let mut seats = self.seats(site).await;
        for seat in &mut seats {
            let watch = json!({"do": "watch", "game": self.key.as_str()});
            seat.send(watch).await.unwrap();
            let news = seat.hear("game").await.unwrap();
            let versions = news["events"].as_array().unwrap().iter().map(|event| &event["version"]);
            let ply = news["view"]["ply"].as_u64().unwrap() as usize;
            assert!(
                versions.eq((1..=ply + 1).map(|version| json!(version)).collect::<Vec<_>>().iter())
            );
            assert!(ply == self.game.ply() || ply == self.game.ply() + 1);
        }
        for _ in 0..PLIES_AFTER {
            if self.game.outcome().is_none() {
                self.play_one(&mut seats).await.expect("the game goes on");
            }
        }
    }

    /// Compares what was acknowledged with what is stored.
    async fn check(&self, store: &Store) {
        let events = store.events(&self.key).await.unwrap();
        let versions = events.iter().map(|event| event.version);
        assert!(versions.eq(1..=events.len() as u32), "no gap and nothing twice");
        let moves: Vec<(u32, &str)> = events
            .iter()
            .filter_map(|stored| match &stored.event {
                Event::Move { ply, text } => Some((*ply, text.as_str())),
                _ => None,
            })
            .collect();
        let known = self.acknowledged.iter().chain(&self.in_flight);
        let known: Vec<(u32, &str)> = (0..).zip(known.map(String::as_str)).collect();
        assert!(known.starts_with(&moves), "nothing that was not sent: {moves:?} of {known:?}");
        assert!(moves.len() >= self.acknowledged.len(), "nothing acknowledged is missing");
    }
}

/// Counts acknowledged moves; says when there are enough.
#[derive(Default)]
struct Count {
    moves: AtomicUsize,
    enough: Notify,
}

impl Count {
    fn add(&self) {
        if self.moves.fetch_add(1, Ordering::Relaxed) + 1 == MOVES_BEFORE {
            self.enough.notify_one();
        }
    }
}

fn start(folder: &Path, database: &str) -> Running {
    let args = ["--listen", "127.0.0.1:0", "--database", database, "--log", "warn"];
    let mut command = serve(folder, &args);
    Running::start(command.args(["--sockets-per-address", "1000"]))
}

async fn seeded(database: &str, games: usize) -> Vec<Match> {
    let store = Store::open(database).await.unwrap();
    let matches = join_all((0..games).map(|number| new_match(&store, number))).await;
    store.close().await;
    matches
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_site_has_lost_nothing_that_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("merels.db").display());
    let matches = seeded(&database, GAMES).await;
    let (site, count) = (Arc::new(start(folder.path(), &database)), Arc::new(Count::default()));
    let games: Vec<_> = matches
        .into_iter()
        .map(|game| {
            let (site, count) = (Arc::clone(&site), Arc::clone(&count));
            tokio::spawn(async move { game.play_until_killed(&site, &count).await })
        })
        .collect();
    timeout(DEADLINE, count.enough.notified()).await.expect("the games are under way");
    site.kill();
    let mut matches: Vec<Match> = join_all(games).await.into_iter().map(Result::unwrap).collect();
    drop(site);
    assert!(matches.iter().any(|game| game.in_flight.is_some()), "it was killed in the middle");

    let site = start(folder.path(), &database);
    let store = Store::open(&database).await.unwrap();
    join_all(matches.iter().map(|game| game.check(&store))).await;
    join_all(matches.iter_mut().map(|game| game.play_on(&site))).await;
    join_all(matches.iter().map(|game| game.check(&store))).await;
    let plies: usize = matches.iter().map(|game| game.game.ply()).sum();
    assert!(plies > MOVES_BEFORE + GAMES * PLIES_AFTER / 2, "the games went on");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_that_is_asked_to_end_says_so_on_every_connection() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("merels.db").display());
    let matches = seeded(&database, 20).await;
    let site = start(folder.path(), &database);
    let mut seats = Vec::new();
    for game in &matches {
        for mut seat in game.seats(&site).await {
            seat.send(json!({"do": "watch", "game": game.key.as_str()})).await.unwrap();
            seat.hear("game").await.unwrap();
            seats.push(seat);
        }
    }
    let ended = tokio::task::spawn_blocking(|| site.end_politely());
    for seat in &mut seats {
        assert_eq!(seat.hear("bye").await.expect("a farewell")["reason"], "restart");
    }
    assert!(ended.await.unwrap().success());
}
