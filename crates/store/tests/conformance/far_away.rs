//! A database on another machine: what a move waits for, and what is left when the line breaks.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use merels_model::GameKey;
use merels_store::{Append, Store};
use merels_test_services::SlowLink;

use super::{Fixture, append, game, mv, on_postgres, player};

/// The latency of one way.
const DISTANCE: Duration = Duration::from_millis(10);

/// The store over a slow line, and games to be played there.
async fn far_away(fixture: &Fixture, games: usize) -> (SlowLink, Store, Vec<GameKey>) {
    let (server, name) = fixture.address.rsplit_once('/').unwrap();
    let (scheme, place) = server.rsplit_once('@').unwrap();
    let link = SlowLink::to(place, DISTANCE).unwrap();
    let far = Store::open(&format!("{scheme}@{}/{name}", link.address())).await.unwrap();
    let (ada, bo) = (player(&fixture.store, "Ada").await, player(&fixture.store, "Bo").await);
    let mut keys = Vec::new();
    for _ in 0..games {
        keys.push(game(&fixture.store, &ada, &bo).await);
    }
    (link, far, keys)
}

fn turn(key: &GameKey, ply: u32) -> Append {
    append(key, ply + 2, mv(ply, &format!("a{}", ply + 1)))
}

/// A move took ten round trips and waited for those of others.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_one_round_trip_to_the_database() {
    let Some(fixture) = on_postgres().await else { return };
    let (link, far, keys) = far_away(&fixture, 20).await;
    // The connection is made, and the statement read.
    assert!(far.games().append(turn(&keys[0], 0)).await.unwrap());
    let (before, begun) = (link.round_trips(), Instant::now());
    assert!(far.games().append(turn(&keys[0], 1)).await.unwrap());
    println!("a move, the database 10 ms away each way: {:?}", begun.elapsed());
    assert_eq!(link.round_trips() - before, 1);
    // Those of other games that gather meanwhile share the next one.
    let before = link.round_trips();
    let stored = join_all(keys[1..].iter().map(|key| far.games().append(turn(key, 0)))).await;
    assert!(stored.into_iter().all(|stored| stored.unwrap()));
    assert!(link.round_trips() - before <= 3, "{}", link.round_trips() - before);
    assert_eq!(fixture.store.games().events(&keys[0]).await.unwrap().len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_and_questions_go_on_when_the_line_is_mended() {
    let Some(fixture) = on_postgres().await else { return };
    let (link, far, keys) = far_away(&fixture, 1).await;
    let key = &keys[0];
    assert!(far.games().append(turn(key, 0)).await.unwrap());
    assert_eq!(far.games().events(key).await.unwrap().len(), 2);
    link.cut();
    let error = far.games().append(turn(key, 1)).await.unwrap_err();
    assert!(error.is_unavailable(), "{error}");
    link.mend();
    // The broken connections are noticed and made anew.
    assert_eq!(far.games().events(key).await.unwrap().len(), 2);
    assert!(far.games().append(turn(key, 1)).await.unwrap());
    assert!(!far.games().append(turn(key, 1)).await.unwrap(), "a version is taken once");
    assert_eq!(far.games().events(key).await.unwrap().len(), 3);
}
