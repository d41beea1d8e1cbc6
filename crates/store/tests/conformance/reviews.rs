//! Reviews of finished games, puzzles, and how games began.

use merels_rules::{GameId, Side};
use merels_store::{BeginningsRead, KeptReview, NewReview, PuzzleRecord, PuzzleTry};

use super::{Fixture, append, finish, game, mv, now, on_postgres, on_sqlite, player};

conformance!(
    a_review_is_kept_of_finished_games_alone,
    the_first_try_at_a_puzzle_counts,
    beginnings_are_read_on_from_where_one_was,
);

async fn a_review_is_kept_of_finished_games_alone(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let key = game(store, &ada, &bo).await;
    let review = |text: &str, settled| NewReview {
        game: key.clone(),
        made: now(),
        settled,
        review: text.to_owned(),
    };
    store.games().keep_review(review("too early", true)).await.unwrap();
    assert_eq!(store.games().review(&key).await.unwrap(), None);
    assert!(store.games().append(finish(&key, 2, Side::White, "0-1")).await.unwrap());
    store.games().keep_review(review("an opinion", false)).await.unwrap();
    store.games().keep_review(review("the truth", true)).await.unwrap();
    let kept = KeptReview { settled: true, review: "the truth".to_owned() };
    assert_eq!(store.games().review(&key).await.unwrap(), Some(kept));
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
    assert_eq!(
        store.accounts().puzzle_record(&ada, GameId::NINE).await.unwrap(),
        PuzzleRecord::default()
    );
    let failed = store.accounts().try_puzzle(attempt("one", false)).await.unwrap();
    assert_eq!((failed.tried, failed.solved, failed.rating), (1, 0, 980));
    assert_eq!(store.accounts().try_puzzle(attempt("one", true)).await.unwrap(), failed);
    let solved = store.accounts().try_puzzle(attempt("two", true)).await.unwrap();
    assert_eq!((solved.tried, solved.solved, solved.streak), (2, 1, 1));
    assert_eq!(store.accounts().puzzle_record(&ada, GameId::NINE).await.unwrap(), solved);
    let mut tried = store.accounts().tried_puzzles(&ada, GameId::NINE).await.unwrap();
    tried.sort();
    assert_eq!(tried, ["one", "two"]);
}

async fn beginnings_are_read_on_from_where_one_was(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let start = GameId::NINE.start().to_string();
    let mut read = BeginningsRead::default();
    for (number, score) in [(0, "1-0"), (1, "1/2-1/2")] {
        let key = game(store, &ada, &bo).await;
        for (ply, text) in ["d6", "d2", "f4"].into_iter().enumerate() {
            let event = append(&key, ply as u32 + 2, mv(ply as u32, text));
            assert!(store.games().append(event).await.unwrap());
        }
        let unfinished =
            store.games().beginnings(GameId::NINE, &start, 2, &read, 10).await.unwrap();
        assert!(unfinished.0.is_empty(), "game {number} goes on");
        assert!(store.games().append(finish(&key, 5, Side::Black, score)).await.unwrap());
        let (found, now_read) =
            store.games().beginnings(GameId::NINE, &start, 2, &read, 10).await.unwrap();
        assert_eq!((found.len(), found[0].score.text()), (1, score));
        assert_eq!(found[0].moves, ["d6", "d2"]);
        read = now_read;
    }
    let all = BeginningsRead::default();
    assert_eq!(
        store.games().beginnings(GameId::NINE, &start, 2, &all, 10).await.unwrap().0.len(),
        2
    );
    assert_eq!(
        store.games().beginnings(GameId::NINE, &start, 2, &all, 1).await.unwrap().0.len(),
        1
    );
}
