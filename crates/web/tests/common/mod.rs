//! A site of its own for each test, and clients that talk to it as browsers and programs do.
#![allow(dead_code, unused_imports, reason = "each test file uses its own part")]

mod authenticator;
mod client;
mod program;
mod raw;
mod smtp;
mod tables;
mod wire;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use merels_model::{GameKey, PlayerId, Terms};
use merels_rules::{GameId, Position};
use merels_store::{NewGame, NewPlayer, NewSeat, SessionToken, Store};
use merels_web::{Server, Settings};
use tempfile::TempDir;

pub(crate) use authenticator::Authenticator;
pub(crate) use client::{Client, Reply};
pub(crate) use program::Program;
pub(crate) use raw::{Raw, Witnesses, random_bytes};
pub(crate) use smtp::Smtp;
pub(crate) use tables::{add_tables, site_of_the_longest_games, site_with_tables};
pub(crate) use wire::{Wire, refusal, request};

/// Nothing that is waited for takes longer.
pub(crate) const DEADLINE: Duration = Duration::from_secs(30);

/// The interval at which something is looked at until it has come about.
const GLANCE: Duration = Duration::from_millis(20);

/// The hash of everybody's password, `mühle am bach`.
const HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$s9F7pxFwsvuV9pVNMg\
    YCLg$8sDhdE54tE/bgojKP5pDYjKWOdD8erLgdOylk8G6eo4";

/// A running site with a database of its own.
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    /// A second way into the same database.
    pub(crate) store: Store,
    /// Nothing if somebody else looks after it.
    server: Option<(Server, TempDir)>,
}

impl Site {
    pub(crate) async fn start() -> Site {
        Site::with(|_| {}).await
    }

    /// A site with other than the usual settings.
    pub(crate) async fn with(change: impl FnOnce(&mut Settings)) -> Site {
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite://{}", folder.path().join("merels.db").display());
        let mut settings = Settings::new(([127, 0, 0, 1], 0).into(), &database);
        change(&mut settings);
        let server = Server::start(settings).await.unwrap();
        let store = Store::open(&database).await.unwrap();
        Site { address: server.address(), store, server: Some((server, folder)) }
    }

    /// A site that somebody else has started on a file.
    pub(crate) async fn at(server: &Server, file: &Path) -> Site {
        Site::on(server, &format!("sqlite://{}", file.display())).await
    }

    /// A site that somebody else has started on a database.
    pub(crate) async fn on(server: &Server, database: &str) -> Site {
        let store = Store::open(database).await.unwrap();
        Site { address: server.address(), store, server: None }
    }

    /// The file of the database.
    pub(crate) fn file(&self) -> PathBuf {
        let (_, folder) = self.server.as_ref().expect("a site with a folder of its own");
        folder.path().join("merels.db")
    }

    /// Somebody who is not signed in.
    pub(crate) fn visitor(&self) -> Client {
        Client::new(self.address)
    }

    /// A player with an account, signed in without going through the door.
    pub(crate) async fn player(&self, name: &str) -> Client {
        let id = PlayerId::random();
        let login = Some((format!("{}@example.org", name.to_lowercase()), HASH.to_owned()));
        let player = NewPlayer { id: id.clone(), login, name: name.to_owned(), at: now() };
        self.store.accounts().create_player(player).await.unwrap().unwrap();
        self.sign_in(&id).await
    }

    /// One more session of a player.
    pub(crate) async fn sign_in(&self, id: &PlayerId) -> Client {
        let token = SessionToken::random();
        let expires = now() + SignedDuration::from_hours(30 * 24);
        self.store.accounts().start_session(token.id(), id.clone(), expires).await.unwrap();
        let mut client = self.visitor();
        client.id = Some(id.clone());
        client.set_cookie("merels", token.secret());
        client
    }

    /// Has a session begin with more than a password, now.
    pub(crate) async fn strengthen(&self, client: &Client) {
        let token = SessionToken::new(client.cookie("merels").unwrap());
        self.store.accounts().strengthen_session(&token.id(), now()).await.unwrap();
    }

    /// A game between two players, from its usual start.
    pub(crate) async fn game(&self, game: &str, white: &Client, black: &Client) -> String {
        let start = game.parse::<GameId>().unwrap().start().to_string();
        self.game_from(game, &start, white, black).await
    }

    /// A game between two players, from a position.
    pub(crate) async fn game_from(
        &self,
        game: &str,
        start: &str,
        white: &Client,
        black: &Client,
    ) -> String {
        self.game_on(Terms::default(), game, start, [white, black]).await
    }

    /// A rated game that is over: Black gave up. Gives its key.
    pub(crate) async fn rated_game(&self, game: &str, white: &Client, black: &Client) -> String {
        let start = game.parse::<GameId>().unwrap().start().to_string();
        let terms = Terms { rated: true, ..Terms::default() };
        let key = self.game_on(terms, game, &start, [white, black]).await;
        let fields = serde_json::json!({"game_id": key});
        black.api("PUT", "/forfeit", fields).await.expect(200);
        key
    }

    /// A game between two players on these terms, from a position.
    pub(crate) async fn game_on(
        &self,
        terms: Terms,
        game: &str,
        start: &str,
        [white, black]: [&Client; 2],
    ) -> String {
        let game: GameId = game.parse().unwrap();
        let seat = |client: &Client| NewSeat::Player(client.id.clone().unwrap());
        let new = NewGame {
            key: GameKey::random(),
            game,
            start: start.to_owned(),
            mover: game.parse_position(start).unwrap().side(),
            seats: [seat(white), seat(black)],
            terms,
            at: now(),
        };
        let key = new.key.to_string();
        self.store.games().create_game(new).await.unwrap();
        key
    }

    /// Ends the site as it ends on a polite kill.
    pub(crate) async fn shut_down(self) {
        if let Some((server, _folder)) = self.server {
            server.shut_down().await;
        }
    }
}

pub(crate) fn now() -> Timestamp {
    Timestamp::now()
}

/// Looks until there is something to see; `what` is said if there never is.
pub(crate) async fn eventually<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let watching = async {
        loop {
            if let Some(seen) = look().await {
                return seen;
            }
            tokio::time::sleep(GLANCE).await;
        }
    };
    tokio::time::timeout(DEADLINE, watching).await.unwrap_or_else(|_| panic!("never: {what}"))
}
