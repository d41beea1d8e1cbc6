//! Many games at once: no event is lost and none comes twice.

use merels_model::GameKey;
use merels_store::Event;
use serde_json::Value;

use crate::common::{Client, Site, Wire};

const GAMES: usize = 20;

/// A game is given up after so many plies, if it has not ended by then.
const LONGEST: u64 = 60;

/// The part of a game that one page has seen.
#[derive(Default)]
struct Seen {
    versions: Vec<u64>,
}

impl Seen {
    /// Takes up what a message tells; gives how the game stands if it does.
    fn take(&mut self, message: &Value) -> Option<Value> {
        if message["type"] != "game" {
            return None;
        }
        let events = message["events"].as_array().unwrap();
        self.versions.extend(events.iter().map(|event| event["version"].as_u64().unwrap()));
        Some(message["view"].clone())
    }
}

/// Some number, different for each game and ply.
fn die(seed: u64, ply: u64) -> usize {
    let mut x = (seed << 32 | ply).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^= x >> 29;
    (x.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33) as usize
}

/// Plays one side until the game ends, at random; gives the versions in the order they came.
async fn play_side(mut wire: Wire, first: Value, game: &str, seed: u64) -> Vec<u64> {
    let mut seen = Seen::default();
    let mut view = seen.take(&first).unwrap();
    loop {
        if view["toMove"].is_null() {
            return seen.versions;
        }
        if view["toMove"] == view["you"] {
            let ply = view["ply"].as_u64().unwrap();
            let moves = view["moves"].as_array().unwrap();
            let ask = if ply >= LONGEST {
                serde_json::json!({"do": "forfeit", "game": game})
            } else {
                let mv = &moves[die(seed, ply) % moves.len()];
                serde_json::json!({"do": "move", "game": game, "ply": ply, "move": mv})
            };
            wire.send(ask).await;
        }
        view = next_view(&mut wire, &mut seen, &view).await;
    }
}

/// The state of the game after something has happened in it.
async fn next_view(wire: &mut Wire, seen: &mut Seen, old: &Value) -> Value {
    loop {
        let message = wire.next().await.expect("the game goes on");
        assert_ne!(message["type"], "refused", "{message}");
        match seen.take(&message) {
            Some(view) if view["version"] != old["version"] => return view,
            _ => {}
        }
    }
}

async fn play_game(site: &Site, white: &Client, black: &Client, seed: u64) {
    let kinds = ["nine", "six", "three", "lasker", "mingmang", "nimble"];
    let kind = kinds[seed as usize % kinds.len()];
    let game = site.game(kind, white, black).await;
    let (first, first_news) = Wire::watching(site, white, &game).await;
    let (second, second_news) = Wire::watching(site, black, &game).await;
    let (one, other) = tokio::join!(
        play_side(first, first_news, &game, seed),
        play_side(second, second_news, &game, seed),
    );
    let stored = site.store.games().events(&GameKey::new(&game)).await.unwrap();
    let versions: Vec<u64> = stored.iter().map(|event| u64::from(event.version)).collect();
    assert_eq!(one, versions, "{kind} {game}");
    assert_eq!(other, versions, "{kind} {game}");
    let plies = stored.iter().filter_map(|stored| match &stored.event {
        Event::Move { ply, .. } => Some(*ply),
        _ => None,
    });
    assert!(
        plies.eq(0..stored.len() as u32 - 1 - u32::from(is_forfeit(&stored.last().unwrap().event)))
    );
}

fn is_forfeit(event: &Event) -> bool {
    matches!(event, Event::Forfeit { .. })
}

#[tokio::test(flavor = "multi_thread")]
async fn no_event_is_lost_or_doubled_when_many_games_are_played_at_once() {
    let site = Site::start().await;
    let mut players = Vec::new();
    for i in 0..2 * GAMES {
        players.push(site.player(&format!("Player{i}")).await);
    }
    let games = players.chunks(2).enumerate().map(|(i, pair)| {
        let site = &site;
        async move { play_game(site, &pair[0], &pair[1], i as u64).await }
    });
    futures_util::future::join_all(games).await;
}
