//! Players of the site, each with a connection, who keep what was acknowledged to them.

use futures_util::{SinkExt, StreamExt};
use jiff::{SignedDuration, Timestamp};
use merels_model::{GameKey, PlayerId, Terms};
use merels_rules::{AnyPosition, Game, GameId, Position};
use merels_store::{Event, NewGame, NewPlayer, NewSeat, SessionToken, Store};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::process::{DEADLINE, Running};

const KINDS: [&str; 5] = ["nine", "lasker", "twelve", "mingmang", "mingmang-norepeat"];

/// One game with the secrets of its two players, and what came of it so far.
pub(crate) struct Match {
    pub(crate) key: GameKey,
    pub(crate) tokens: [SessionToken; 2],
    pub(crate) game: Game<AnyPosition>,
    /// The moves that the site has acknowledged.
    pub(crate) acknowledged: Vec<String>,
    /// The move that was sent and had no answer yet.
    pub(crate) in_flight: Option<String>,
}

pub(crate) async fn player(store: &Store, name: String) -> (PlayerId, SessionToken) {
    let (id, token, at) = (PlayerId::random(), SessionToken::random(), Timestamp::now());
    let login = Some((format!("{name}@example.org"), "no hash".to_owned()));
    store
        .accounts()
        .create_player(NewPlayer { id: id.clone(), login, name, at })
        .await
        .unwrap()
        .unwrap();
    let expires = at + SignedDuration::from_hours(1);
    store.accounts().start_session(token.id(), id.clone(), expires).await.unwrap();
    (id, token)
}

pub(crate) async fn new_game(store: &Store, game: GameId, seats: [NewSeat; 2]) -> GameKey {
    let (key, start) = (GameKey::random(), game.start());
    let new = NewGame {
        key: key.clone(),
        game,
        start: start.to_string(),
        mover: start.side(),
        seats,
        terms: Terms::default(),
        at: Timestamp::now(),
    };
    store.games().create_game(new).await.unwrap();
    key
}

pub(crate) async fn new_match(store: &Store, number: usize) -> Match {
    let game: GameId = KINDS[number % KINDS.len()].parse().unwrap();
    let (white, first) = player(store, format!("White{number}")).await;
    let (black, second) = player(store, format!("Black{number}")).await;
    let key = new_game(store, game, [white, black].map(NewSeat::Player)).await;
    let tokens = [first, second];
    Match { key, tokens, game: Game::new(game.start()), acknowledged: Vec::new(), in_flight: None }
}

/// The live connection of one player.
pub(crate) struct Seat(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Seat {
    pub(crate) async fn take(site: &Running, token: &SessionToken) -> Seat {
        let mut request = format!("ws://{}/socket", site.address).into_client_request().unwrap();
        let cookie = format!("merels={}", token.secret());
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        Seat(timeout(DEADLINE, connect_async(request)).await.unwrap().unwrap().0)
    }

    /// Sends something; `None` if the site is gone.
    pub(crate) async fn send(&mut self, message: Value) -> Option<()> {
        self.0.send(Message::text(message.to_string())).await.ok()
    }

    /// The next message of a type; `None` if the site is gone.
    pub(crate) async fn hear(&mut self, kind: &str) -> Option<Value> {
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
    pub(crate) async fn seats(&self, site: &Running) -> [Seat; 2] {
        let [white, black] = &self.tokens;
        [Seat::take(site, white).await, Seat::take(site, black).await]
    }

    /// Plays the next move, always the same one at the same place; `None` if the site is gone.
    pub(crate) async fn play_one(&mut self, seats: &mut [Seat; 2]) -> Option<()> {
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

    /// Compares what was acknowledged with what is stored.
    pub(crate) async fn check(&self, store: &Store) {
        let events = store.games().events(&self.key).await.unwrap();
        let versions = events.iter().map(|event| event.version);
        assert!(versions.eq(1..=events.len() as u32), "no gap and nothing twice");
        let moves: Vec<(u32, &str)> = events
            .iter()
            .filter_map(|stored| match &stored.event {
                Event::Move { ply, mv: text } => Some((*ply, text.as_str())),
                _ => None,
            })
            .collect();
        let known = self.acknowledged.iter().chain(&self.in_flight);
        let known: Vec<(u32, &str)> = (0..).zip(known.map(String::as_str)).collect();
        assert!(known.starts_with(&moves), "nothing that was not sent: {moves:?} of {known:?}");
        assert!(moves.len() >= self.acknowledged.len(), "nothing acknowledged is missing");
    }
}
