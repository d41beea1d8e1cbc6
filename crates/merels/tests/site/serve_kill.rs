//! A hundred games are being played when the site is killed: what was acknowledged is there after
//! the restart, once, and the games go on.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::join_all;
use merels_store::Store;
use serde_json::json;
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::play::{Match, new_match};
use crate::process::{DEADLINE, Running, serve};

const GAMES: usize = 100;

/// The site is killed when so many moves were acknowledged: all games are under way then.
const MOVES_BEFORE: usize = 15 * GAMES;

/// The plies that are played in each game after the restart.
const PLIES_AFTER: usize = 6;

/// Plays until the site is gone or the game is over.
async fn play_until_killed(mut game: Match, site: &Running, count: &Count) -> Match {
    let mut seats = game.seats(site).await;
    while game.game.outcome().is_none() && game.play_one(&mut seats).await.is_some() {
        count.add();
    }
    game
}

/// Comes back after the restart: sees everything again, sends again what had no answer, and
/// plays on.
async fn play_on(game: &mut Match, site: &Running) {
    let mut seats = game.seats(site).await;
    for seat in &mut seats {
        let watch = json!({"do": "watch", "game": game.key.as_str()});
        seat.send(watch).await.unwrap();
        let news = seat.hear("game").await.unwrap();
        let versions = news["events"].as_array().unwrap().iter().map(|event| &event["version"]);
        let ply = news["view"]["ply"].as_u64().unwrap() as usize;
        assert!(
            versions.eq((1..=ply + 1).map(|version| json!(version)).collect::<Vec<_>>().iter())
        );
        assert!(ply == game.game.ply() || ply == game.game.ply() + 1);
    }
    for _ in 0..PLIES_AFTER {
        if game.game.outcome().is_none() {
            game.play_one(&mut seats).await.expect("the game goes on");
        }
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
            tokio::spawn(async move { play_until_killed(game, &site, &count).await })
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
    join_all(matches.iter_mut().map(|game| play_on(game, &site))).await;
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
