//! Reviews of finished games.

use merels_rules::Side;
use merels_store::{KeptReview, NewReview};

use super::{Fixture, finish, game, now, on_postgres, on_sqlite, player};

conformance!(a_review_is_kept_of_finished_games_alone);

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
