//! The cost of a stored event: processor and time, with many games at once.
//!
//! `cargo bench -p merels-store` on SQLite in a temporary folder, or on the database named in
//! `MERELS_TEST_POSTGRES`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use merels_model::{GameKey, PlayerId, Terms};
use merels_rules::{GameId, Side};
use merels_store::{Append, Event, NewGame, NewPlayer, NewSeat, Store, StoredEvent};

const EVENTS: u32 = 100;

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = format!("sqlite://{}", folder.path().join("bench.db").display());
    let server = std::env::var("MERELS_TEST_POSTGRES").map(|server| format!("{server}/postgres"));
    let address = server.unwrap_or(file);
    let store = Arc::new(Store::open(&address).await.expect("the database opens"));
    for games in [1, 20, 200, 1000] {
        measure(&store, games).await;
    }
    store.close().await;
}

async fn measure(store: &Arc<Store>, games: u32) {
    let mut keys = Vec::new();
    for _ in 0..games {
        keys.push(new_game(store).await);
    }
    let (begun, used) = (Instant::now(), processor());
    let players = keys.into_iter().map(|key| tokio::spawn(play(Arc::clone(store), key)));
    for player in players.collect::<Vec<_>>() {
        player.await.expect("a player ends");
    }
    let (time, used) = (begun.elapsed(), processor() - used);
    let events = f64::from(games * EVENTS);
    println!(
        "{games:5} games: {:7.0} events/s, {:6.1} us of processor for each",
        events / time.as_secs_f64(),
        used.as_secs_f64() * 1e6 / events
    );
}

async fn new_game(store: &Store) -> GameKey {
    let (id, key) = (PlayerId::random(), GameKey::random());
    let name = format!("bench {id}");
    let player = NewPlayer { id: id.clone(), login: None, name, at: Timestamp::now() };
    store.accounts().create_player(player).await.expect("it is written").expect("the name is new");
    let game = NewGame {
        key: key.clone(),
        game: GameId::NINE,
        start: GameId::NINE.start().to_string(),
        mover: Side::White,
        seats: [NewSeat::Player(id.clone()), NewSeat::Player(id)],
        terms: Terms::default(),
        at: Timestamp::now(),
    };
    store.games().create_game(game).await.expect("it is written");
    key
}

async fn play(store: Arc<Store>, game: GameKey) {
    for ply in 0..EVENTS {
        let event = Event::Move { ply, mv: "d6-d5xa1".to_owned() };
        let event = StoredEvent { version: ply + 2, at: Timestamp::now(), event, left: None };
        let append = Append {
            game: game.clone(),
            event,
            mover: Side::Black,
            finish: None,
            draft: None,
            flag: None,
        };
        assert!(store.games().append(append).await.expect("it is written"));
    }
}

/// The processor time that this program has used, in all its threads.
fn processor() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let fields: Vec<u64> = after_name.split_whitespace().map(|f| f.parse().unwrap_or(0)).collect();
    // User and system time in hundredths of a second.
    Duration::from_millis(10 * (fields.get(11).unwrap_or(&0) + fields.get(12).unwrap_or(&0)))
}
