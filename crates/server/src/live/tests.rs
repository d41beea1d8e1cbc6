use merels_rules::{GameId, Position};
use merels_store::{NewGame, NewPlayer, NewSeat};
use tempfile::TempDir;

use super::*;

struct TestSite {
    store: Arc<Store>,
    live: Arc<Live>,
    key: GameKey,
    players: [PlayerId; 2],
    _folder: TempDir,
}

async fn player(store: &Store, name: &str) -> PlayerId {
    let id = PlayerId::random();
    let login = Some((format!("{name}@example.org"), "no hash".to_owned()));
    let player = NewPlayer { id: id.clone(), login, name: name.to_owned(), at: Timestamp::now() };
    store.create_player(player).await.unwrap().unwrap();
    id
}

/// A game of nine between two players.
async fn site() -> TestSite {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("merels.db").display());
    let store = Arc::new(Store::open(&database).await.unwrap());
    let players = [player(&store, "Ada").await, player(&store, "Bo").await];
    let (key, start) = (GameKey::random(), GameId::NINE.start());
    let new = NewGame {
        key: key.clone(),
        game: GameId::NINE,
        start: start.to_string(),
        mover: start.side(),
        seats: players.clone().map(NewSeat::Player),
        at: Timestamp::now(),
    };
    store.create_game(new).await.unwrap();
    let live = Arc::new(Live::new(Arc::clone(&store), mpsc::unbounded_channel().0));
    TestSite { store, live, key, players, _folder: folder }
}

impl TestSite {
    async fn play(&self, live: &Arc<Live>, ply: u32, text: &str) -> Result<u32, ActError> {
        let actor = Actor::Player(self.players[ply as usize % 2].clone());
        let action = Action::Turn { ply: Some(ply), text: text.to_owned() };
        live.act(&self.key, actor, action).await
    }
}

#[tokio::test]
async fn a_game_that_went_on_while_it_was_read_catches_up() {
    let site = site().await;
    let old = site.live.load(&site.key).await.unwrap().unwrap();
    // Somebody opens the game, plays, and lets it go.
    site.play(&site.live, 0, "a1").await.unwrap();
    let (game, is_new) = site.live.enter(&site.key, old);
    assert!(is_new);
    let mut changes = game.watch();
    site.live.catch_up(&game).await.unwrap();
    assert_eq!(game.state().await.version(), 2);
    assert!(changes.has_changed().unwrap(), "whoever watches already is told");
    changes.mark_unchanged();
    site.live.catch_up(&game).await.unwrap();
    assert!(!changes.has_changed().unwrap());
}

#[tokio::test]
async fn two_nodes_on_one_database_do_not_play_over_each_other() {
    let site = site().await;
    let other = Arc::new(Live::new(Arc::clone(&site.store), mpsc::unbounded_channel().0));
    // Both hold the game in memory.
    let here = site.live.open(&site.key).await.unwrap().unwrap();
    let _there = other.open(&site.key).await.unwrap().unwrap();
    assert_eq!(site.play(&other, 0, "a1").await.unwrap(), 2);
    assert_eq!(site.play(&site.live, 0, "a1").await.unwrap(), 2);
    let late = site.play(&site.live, 0, "d1").await;
    assert!(matches!(late, Err(ActError::Refused(Refusal::Stale(1)))), "{late:?}");
    assert_eq!(site.play(&site.live, 1, "d1").await.unwrap(), 3);
    assert_eq!(here.state().await.version(), 3);
    assert_eq!(site.store.events(&site.key).await.unwrap().len(), 3);
}

#[tokio::test]
async fn what_nobody_holds_is_forgotten_and_read_again() {
    let site = site().await;
    site.play(&site.live, 0, "a1").await.unwrap();
    assert!(site.live.in_memory(&site.key).is_none());
    site.live.tidy();
    assert!(site.live.games.lock().unwrap().is_empty());
    let held = site.live.open(&site.key).await.unwrap().unwrap();
    site.live.tidy();
    let again = site.live.open(&site.key).await.unwrap().unwrap();
    assert!(Arc::ptr_eq(&held, &again), "there is only one");
    assert_eq!(held.state().await.version(), 2);
}
