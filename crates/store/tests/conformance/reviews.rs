//! Reviews of finished games, puzzles, and how games began.

use jiff::SignedDuration;
use merels_model::{Mistake, Spacing};
use merels_rules::morris::Phase;
use merels_rules::{GameId, Side, Wdl};
use merels_store::{BeginningsRead, KeptReview, MistakesOf, NewReview, PuzzleRecord, PuzzleTry};

use super::{Fixture, append, finish, game, mv, now, on_postgres, on_sqlite, player};

conformance!(
    a_review_is_kept_of_finished_games_alone,
    mistakes_are_kept_with_how_far_their_player_has_come,
    the_first_try_at_a_puzzle_counts,
    the_puzzle_one_is_at_stays_until_it_is_over,
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
    let kept = |has_mistakes| {
        Some(KeptReview { settled: true, review: "the truth".to_owned(), has_mistakes })
    };
    assert_eq!(store.games().review(&key).await.unwrap(), kept(false));
    let none = MistakesOf { game: key.clone(), mistakes: Vec::new() };
    store.games().keep_mistakes(none).await.unwrap();
    assert_eq!(store.games().review(&key).await.unwrap(), kept(true));
    store.games().keep_review(review("the truth", true)).await.unwrap();
    assert_eq!(
        store.games().review(&key).await.unwrap(),
        kept(false),
        "a new one has new mistakes"
    );
}

async fn mistakes_are_kept_with_how_far_their_player_has_come(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let key = game(store, &ada, &bo).await;
    assert!(store.games().append(finish(&key, 2, Side::White, "0-1")).await.unwrap());
    let at = now();
    let mistake = |ply, keeping: Option<&str>| Mistake {
        game: key.clone(),
        ply,
        kind: GameId::NINE,
        position: format!("position {ply}"),
        keeping: keeping.map(str::to_owned),
        keeps: keeping.map(|_| Wdl::Draw),
        reason: keeping.map(|_| "allows closes".to_owned()),
        phase: Phase::Placing,
        spent: keeping.map(|_| 4200),
        spacing: Spacing::new(at),
    };
    let found = |keeping| {
        let of_ada = mistake(4, keeping);
        let of_bo = mistake(5, None);
        MistakesOf { game: key.clone(), mistakes: vec![(ada.clone(), of_ada), (bo.clone(), of_bo)] }
    };
    store.games().keep_mistakes(found(Some("d6"))).await.unwrap();
    assert_eq!(store.accounts().mistakes(&ada).await.unwrap(), [mistake(4, Some("d6"))]);
    let spacing = Spacing { solved: 1, last: at + SignedDuration::from_hours(24) };
    store.accounts().space_mistake(&ada, (&key, 4), spacing).await.unwrap();
    // A better review.
    store.games().keep_mistakes(found(None)).await.unwrap();
    assert_eq!(
        store.accounts().mistakes(&ada).await.unwrap(),
        [Mistake { spacing, ..mistake(4, None) }]
    );
    let fewer = MistakesOf { game: key.clone(), mistakes: vec![(bo.clone(), mistake(5, None))] };
    store.games().keep_mistakes(fewer).await.unwrap();
    assert!(store.accounts().mistakes(&ada).await.unwrap().is_empty());
    // Whoever has gone leaves nothing behind, and nothing comes back.
    store.games().keep_mistakes(found(Some("d6"))).await.unwrap();
    store.accounts().delete_player(&ada).await.unwrap();
    store.games().keep_mistakes(found(Some("d6"))).await.unwrap();
    assert!(store.accounts().mistakes(&ada).await.unwrap().is_empty());
    assert_eq!(store.accounts().mistakes(&bo).await.unwrap().len(), 1);
}

async fn the_puzzle_one_is_at_stays_until_it_is_over(fixture: &Fixture) {
    let store = &fixture.store;
    let ada = player(store, "Ada").await;
    let accounts = || store.accounts();
    assert_eq!(accounts().puzzle_at(&ada, GameId::NINE).await.unwrap(), None);
    accounts().go_to_puzzle(&ada, GameId::NINE, "one").await.unwrap();
    accounts().go_to_puzzle(&ada, GameId::NINE, "two").await.unwrap();
    let attempt = |position: &str, is_over| PuzzleTry {
        player: ada.clone(),
        game: GameId::NINE,
        position: position.to_owned(),
        rating: 1000,
        solved: is_over,
        is_over,
        at: now(),
    };
    accounts().try_puzzle(attempt("two", false)).await.unwrap();
    accounts().try_puzzle(attempt("one", true)).await.unwrap();
    let other = fixture.other_node().await;
    let at = other.accounts().puzzle_at(&ada, GameId::NINE).await.unwrap();
    assert_eq!(at.as_deref(), Some("two"));
    // Not the first try, but solved.
    accounts().try_puzzle(attempt("two", true)).await.unwrap();
    assert_eq!(other.accounts().puzzle_at(&ada, GameId::NINE).await.unwrap(), None);
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
        is_over: solved,
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
