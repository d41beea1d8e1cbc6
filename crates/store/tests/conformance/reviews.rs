//! Reviews of finished games, and puzzles.

use merels_rules::{GameId, Side};
use merels_store::{KeptReview, NewReview, PuzzleRecord, PuzzleTry};

use super::{Fixture, finish, game, now, on_postgres, on_sqlite, player};

conformance!(a_review_is_kept_of_finished_games_alone, the_first_try_at_a_puzzle_counts);

async fn a_review_is_kept_of_finished_games_alone(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let key = game(store, &ada, &bo).await;
    let review = |text: &str, exact| NewReview {
        game: key.clone(),
        made: now(),
        exact,
        review: text.to_owned(),
    };
    store.keep_review(review("too early", true)).await.unwrap();
    assert_eq!(store.review(&key).await.unwrap(), None);
    assert!(store.append(finish(&key, 2, Side::White, "0-1")).await.unwrap());
    store.keep_review(review("an opinion", false)).await.unwrap();
    store.keep_review(review("the truth", true)).await.unwrap();
    let kept = KeptReview { exact: true, review: "the truth".to_owned() };
    assert_eq!(store.review(&key).await.unwrap(), Some(kept));
}

async fn the_first_try_at_a_puzzle_counts(fixture: &Fixture) {
    let store = &fixture.store;
    let ada = player(store, "Ada").await;
    let attempt = |position: &str, solved| PuzzleTry {
        player: ada.clone(),
        game: GameId::NINE,
        position: position.to_owned(),
        rating: 1000,
        solved,
        at: now(),
    };
    assert_eq!(store.puzzle_record(&ada, GameId::NINE).await.unwrap(), PuzzleRecord::default());
    let failed = store.try_puzzle(attempt("one", false)).await.unwrap();
    assert_eq!((failed.tried, failed.solved, failed.rating), (1, 0, 980));
    assert_eq!(store.try_puzzle(attempt("one", true)).await.unwrap(), failed);
    let solved = store.try_puzzle(attempt("two", true)).await.unwrap();
    assert_eq!((solved.tried, solved.solved, solved.streak), (2, 1, 1));
    assert_eq!(store.puzzle_record(&ada, GameId::NINE).await.unwrap(), solved);
    let mut tried = store.tried_puzzles(&ada, GameId::NINE).await.unwrap();
    tried.sort();
    assert_eq!(tried, ["one", "two"]);
}
