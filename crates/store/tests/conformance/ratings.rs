//! Ratings: rated games, leaders, and ratings recomputed from all games.

use std::sync::Arc;

use merels_model::{ClockClass, GameKey, Phrase, PlayerId};
use merels_rules::{GameId, Side};
use merels_store::{Event, NewGame, NewPlayer, NewSeat, Store};

use super::{FIVE, Fixture, append, game, game_between, now, on_postgres, on_sqlite, player};

conformance!(
    a_rated_game_changes_ratings_once,
    only_rated_games_between_accounts_count,
    leaders_have_enough_games_and_are_in_order,
);

async fn rated(store: &Store, white: &PlayerId, black: &PlayerId) -> GameKey {
    let seats = [white, black].map(|player| NewSeat::Player(player.clone()));
    let [white, black] = seats;
    let new = NewGame { terms: FIVE, ..game_between(white, black) };
    let key = new.key.clone();
    store.games().create_game(new).await.unwrap();
    key
}

async fn end(store: &Store, key: &GameKey, score: &str) {
    assert!(store.games().append(super::finish(key, 2, Side::Black, score)).await.unwrap());
}

async fn a_rated_game_changes_ratings_once(fixture: &Fixture) {
    let nodes = [Arc::clone(&fixture.store), fixture.other_node().await];
    let (ada, bo) = (player(&nodes[0], "Ada").await, player(&nodes[0], "Bo").await);
    let key = rated(&nodes[0], &ada, &bo).await;
    // Both nodes end it at once.
    let (one, two) = tokio::join!(
        nodes[0].games().append(super::finish(&key, 2, Side::Black, "1-0")),
        nodes[1].games().append(super::finish(&key, 2, Side::Black, "1-0")),
    );
    assert_ne!(one.unwrap(), two.unwrap());
    let ratings = nodes[1].games().ratings_of(&ada).await.unwrap();
    let [(game, class, rating)] = ratings[..] else { panic!("{ratings:?}") };
    assert_eq!((game, class, rating.games), (GameId::NINE, ClockClass::Live, 1));
    assert!(rating.points() > 1600 && rating.is_provisional());
    let said = Event::Said { side: Side::White, phrase: Phrase::GoodGame };
    assert!(nodes[0].games().append(append(&key, 3, said)).await.unwrap());
    assert_eq!(nodes[0].games().ratings_of(&ada).await.unwrap(), ratings);
    assert_eq!(
        nodes[0].games().all_ratings().await.unwrap(),
        nodes[0].games().recomputed_ratings().await.unwrap()
    );
}

async fn only_rated_games_between_accounts_count(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let guest = PlayerId::random();
    let new = NewPlayer { id: guest.clone(), login: None, name: "Guest".to_owned(), at: now() };
    store.accounts().create_player(new).await.unwrap().unwrap();
    let unrated = game(store, &ada, &bo).await;
    end(store, &unrated, "1-0").await;
    let aborted = rated(store, &ada, &bo).await;
    end(store, &aborted, "*").await;
    let with_guest = rated(store, &ada, &guest).await;
    end(store, &with_guest, "1-0").await;
    let alone = rated(store, &ada, &ada).await;
    end(store, &alone, "1-0").await;
    assert!(store.games().all_ratings().await.unwrap().is_empty());
    assert!(store.games().ratings_of(&ada).await.unwrap().is_empty());
}

async fn leaders_have_enough_games_and_are_in_order(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let cy = player(store, "Cy").await;
    for i in 0..30 {
        let key = rated(store, &ada, &bo).await;
        end(store, &key, if i % 3 == 0 { "1-0" } else { "0-1" }).await;
    }
    let key = rated(store, &cy, &bo).await;
    end(store, &key, "1-0").await;
    let leaders = store.games().leaders(GameId::NINE, ClockClass::Live, 10, 50).await.unwrap();
    let names: Vec<&str> = leaders.iter().map(|rated| rated.name.as_str()).collect();
    assert_eq!(names, ["Bo", "Ada"], "one game is not enough for Cy");
    assert!(leaders[0].rating.points() > leaders[1].rating.points());
    for (game, class) in [("six", ClockClass::Live), ("nine", ClockClass::Days)] {
        let others = store.games().leaders(game.parse().unwrap(), class, 1, 50).await.unwrap();
        assert_eq!(others, []);
    }
    store.accounts().delete_player(&bo).await.unwrap();
    let left = store.games().leaders(GameId::NINE, ClockClass::Live, 10, 50).await.unwrap();
    assert_eq!(left.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_games_recomputed_give_the_same_ratings() {
    const PLAYERS: usize = 60;
    const ROUND: usize = 500;
    let fixture = on_sqlite().await;
    let store = &fixture.store;
    let mut players = Vec::new();
    for i in 0..PLAYERS {
        players.push(player(store, &format!("Player{i}x")).await);
    }
    let mut random = merels_rules::SplitMix::new(13);
    for _ in 0..10_000 / ROUND {
        let mut games = tokio::task::JoinSet::new();
        for _ in 0..ROUND {
            let white = random.below(PLAYERS);
            let black = (white + 1 + random.below(PLAYERS - 1)) % PLAYERS;
            let score = ["1-0", "0-1", "1/2-1/2"][random.below(3)];
            let (store, pair) =
                (Arc::clone(store), [players[white].clone(), players[black].clone()]);
            games.spawn(async move {
                let key = rated(&store, &pair[0], &pair[1]).await;
                end(&store, &key, score).await;
            });
        }
        while let Some(done) = games.join_next().await {
            done.unwrap();
        }
    }
    let kept = store.games().all_ratings().await.unwrap();
    assert_eq!(kept.len(), PLAYERS);
    let games: u32 = kept.values().map(|rating| rating.games).sum();
    assert_eq!(games, 20_000);
    assert_eq!(kept, store.games().recomputed_ratings().await.unwrap());
}
