//! Several nodes on one PostgreSQL and one NATS: every node serves every game, and none is missed.
//!
//! The gate starts PostgreSQL and names it in `MERELS_TEST_POSTGRES`; without it, or without
//! `nats-server`, these tests are reported as skipped.

use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use merels_rules::GameId;
use merels_store::{NewSeat, Store};
use merels_test_services::{Nats, postgres_database};
use serde_json::{Value, json};

use crate::play::{Match, Seat, new_game, new_match, player};
use crate::process::{Running, serve};

const NODES: usize = 3;
const GAMES: usize = 12;

/// Three nodes of one site.
struct Site {
    nodes: Vec<Running>,
    nats: Option<Nats>,
    store: Store,
    _folder: tempfile::TempDir,
}

impl Site {
    async fn start() -> Option<Site> {
        let (database, nats) = (postgres_database().await?, Nats::start()?);
        let folder = tempfile::tempdir().unwrap();
        // They start at the same time, on an empty database.
        let bus = format!("nats://{}", nats.address());
        let starting = (0..NODES).map(|_| {
            let (folder, database, bus) = (folder.path().to_owned(), database.clone(), bus.clone());
            tokio::task::spawn_blocking(move || start_node(&folder, &database, &bus))
        });
        let nodes = join_all(starting).await.into_iter().map(Result::unwrap).collect();
        let store = Store::open(&database).await.unwrap();
        Some(Site { nodes, nats: Some(nats), store, _folder: folder })
    }

    async fn matches(&self) -> Vec<Match> {
        join_all((0..GAMES).map(|number| new_match(&self.store, number))).await
    }
}

fn start_node(folder: &Path, database: &str, bus: &str) -> Running {
    let args = ["--listen", "127.0.0.1:0", "--database", database, "--bus", bus, "--log", "warn"];
    Running::start(&mut serve(folder, &args))
}

/// Takes the seats of a game on two nodes, both watching it.
async fn seats(game: &Match, nodes: [&Running; 2]) -> [Seat; 2] {
    let [white, black] = &game.tokens;
    let mut seats = [Seat::take(nodes[0], white).await, Seat::take(nodes[1], black).await];
    for seat in &mut seats {
        seat.send(json!({"do": "watch", "game": game.key.as_str()})).await.unwrap();
        seat.hear("game").await.unwrap();
    }
    seats
}

/// Plays a move, and waits until the opponent's page, on another node, has it.
async fn play_and_see(game: &mut Match, seats: &mut [Seat; 2]) {
    let mover = game.game.side().index();
    game.play_one(seats).await.expect("the node is there");
    let ply = game.game.ply();
    loop {
        let news = seats[1 - mover].hear("game").await.expect("the node is there");
        if news["view"]["ply"] == json!(ply) {
            return;
        }
    }
}

async fn play_some(game: &mut Match, seats: &mut [Seat; 2], plies: usize) {
    for _ in 0..plies {
        if game.game.outcome().is_none() {
            play_and_see(game, seats).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn players_on_different_nodes_play_through_the_death_of_a_node() {
    let Some(mut site) = Site::start().await else { return };
    let mut matches = site.matches().await;
    let nodes = &site.nodes;
    let playing = matches.iter_mut().enumerate().map(|(number, game)| async move {
        let mut seats = seats(game, [&nodes[number % NODES], &nodes[(number + 1) % NODES]]).await;
        play_some(game, &mut seats, 8).await;
        seats
    });
    let mut taken = join_all(playing).await;
    site.nodes[0].kill();
    // Whoever sat on it comes again on another node; the others stay where they are.
    let nodes = &site.nodes;
    let going_on =
        matches.iter_mut().zip(&mut taken).enumerate().map(|(number, (game, old))| async move {
            for (side, place) in old.iter_mut().enumerate() {
                if (number + side) % NODES == 0 {
                    let mut seat = Seat::take(&nodes[1 + number % 2], &game.tokens[side]).await;
                    seat.send(json!({"do": "watch", "game": game.key.as_str()})).await.unwrap();
                    let news = seat.hear("game").await.unwrap();
                    assert_eq!(news["view"]["ply"], json!(game.game.ply()), "nothing is lost");
                    *place = seat;
                }
            }
            play_some(game, old, 6).await;
        });
    join_all(going_on).await;
    join_all(matches.iter().map(|game| game.check(&site.store))).await;
    drop(taken);
    // A node that is told to end goes, however many pages it has.
    let last = site.nodes.pop().unwrap();
    let begun = Instant::now();
    let ended = tokio::task::spawn_blocking(|| last.end_politely()).await.unwrap();
    assert!(ended.success());
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[tokio::test(flavor = "multi_thread")]
async fn games_go_on_without_the_bus_and_with_it_again() {
    let Some(mut site) = Site::start().await else { return };
    let mut game = new_match(&site.store, 0).await;
    let mut seats = seats(&game, [&site.nodes[0], &site.nodes[1]]).await;
    play_some(&mut game, &mut seats, 4).await;
    let address = site.nats.take().map(|nats| nats.address()).unwrap();
    play_some(&mut game, &mut seats, 4).await;
    site.nats = Nats::start_at(address);
    play_some(&mut game, &mut seats, 4).await;
    game.check(&site.store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computers_turn_goes_on_when_its_node_dies() {
    let Some(site) = Site::start().await else { return };
    let (ada, token) = player(&site.store, "Ada".to_owned()).await;
    let seats = [NewSeat::Player(ada), NewSeat::Computer("3".to_owned())];
    let key = new_game(&site.store, GameId::NINE, seats).await;
    let mut seat = Seat::take(&site.nodes[0], &token).await;
    let ask = json!({"do": "move", "game": key.as_str(), "ply": 0, "move": "a1"});
    seat.send(ask).await.unwrap();
    seat.hear("ack").await.unwrap();
    // It has hardly begun to think.
    site.nodes[0].kill();
    let mut seat = Seat::take(&site.nodes[1], &token).await;
    seat.send(json!({"do": "watch", "game": key.as_str()})).await.unwrap();
    let answered = |news: &Value| news["view"]["ply"].as_u64().is_some_and(|ply| ply >= 2);
    while !answered(&seat.hear("game").await.expect("the node is there")) {}
    let versions = site.store.games().events(&key).await.unwrap().len();
    assert_eq!(versions, 3, "the start, a move and one answer");
}
