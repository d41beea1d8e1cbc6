//! `merels import`: a site moves to another database, and nothing is missing.

use std::process::{Command, Output};

use merels_model::GameKey;
use merels_rules::{GameId, Position};
use merels_store::{NewSeat, SessionToken, Store};
use merels_test_services::postgres_database;
use serde_json::json;

use crate::play::{Seat, new_game, player};
use crate::process::{Running, serve};

fn import(from: &str, to: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_merels"));
    command.args(["import", "--from", from, "--to", to]).output().unwrap()
}

/// A site on SQLite on which two people have begun a game; it has ended in good order.
async fn old_site(folder: &std::path::Path) -> (String, GameKey, SessionToken) {
    let database = format!("sqlite://{}", folder.join("old.db").display());
    let site = start(folder, &database);
    let store = Store::open(&database).await.unwrap();
    let (ada, token) = player(&store, "Ada".to_owned()).await;
    let (bert, _) = player(&store, "Bert".to_owned()).await;
    let key = new_game(&store, GameId::NINE, [ada, bert].map(NewSeat::Player)).await;
    let mut seat = Seat::take(&site, &token).await;
    let mv = json!({"do": "move", "game": key.as_str(), "ply": 0, "move": "d6"});
    seat.send(mv).await.unwrap();
    seat.hear("ack").await.unwrap();
    store.close().await;
    tokio::task::spawn_blocking(|| site.end_politely()).await.unwrap();
    (database, key, token)
}

fn start(folder: &std::path::Path, database: &str) -> Running {
    Running::start(&mut serve(folder, &["--listen", "127.0.0.1:0", "--database", database]))
}

async fn moves_to(to: &str) {
    let folder = tempfile::tempdir().unwrap();
    let (from, key, token) = old_site(folder.path()).await;
    let moved = import(&from, to);
    let said = String::from_utf8_lossy(&moved.stdout);
    assert!(moved.status.success(), "{moved:?}");
    assert!(said.contains("2 players, 1 games, 2 events") && said.contains("moved"), "{said}");
    // What is there is not written over, and the old database is as it was.
    let again = import(&from, to);
    assert!(!again.status.success(), "{again:?}");
    let [old, new] = [Store::open(&from).await.unwrap(), Store::open(to).await.unwrap()];
    let events = new.games().events(&key).await.unwrap();
    assert_eq!(events.len(), 2);
    assert_eq!(format!("{events:?}"), format!("{:?}", old.games().events(&key).await.unwrap()));
    for store in [old, new] {
        store.close().await;
    }
    // The site goes on there: the same session, the same game.
    let site = start(folder.path(), to);
    let mut seat = Seat::take(&site, &token).await;
    seat.send(json!({"do": "watch", "game": key.as_str()})).await.unwrap();
    let news = seat.hear("game").await.unwrap();
    let after = GameId::NINE.start();
    let after = after.play(after.parse_move("d6").unwrap()).unwrap();
    assert_eq!(news["view"]["position"], json!(after.to_string()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_moves_from_sqlite_to_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    moves_to(&format!("sqlite://{}", folder.path().join("new.db").display())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_moves_from_sqlite_to_postgresql() {
    if let Some(database) = postgres_database().await {
        moves_to(&database).await;
    }
}
