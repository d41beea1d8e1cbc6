//! Days on which players come back, runs through puzzles, and notices of arenas.

use jiff::{SignedDuration, Timestamp};
use merels_model::{Arena, ArenaId, TimeControl};
use merels_rules::{GameId, Position, Side};
use merels_store::{NewRun, PuzzleTry, RunAnswer};

use super::{Fixture, finish, game, now, on_postgres, on_sqlite, player};

conformance!(
    a_player_is_active_by_learning_and_by_games_that_ended,
    ratings_with_puzzles_are_kept_over_time,
    an_answer_in_a_run_counts_once_and_the_best_run_stays,
    one_node_tells_those_who_wait_for_an_arena,
);

async fn a_player_is_active_by_learning_and_by_games_that_ended(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let at = |text: &str| text.parse::<Timestamp>().unwrap();
    for moment in ["2026-03-01T12:01:00Z", "2026-03-01T12:14:59Z", "2026-03-02T00:15:00Z"] {
        store.accounts().has_learned(&ada, at(moment)).await.unwrap();
    }
    let learned = [at("2026-03-02T00:15:00Z"), at("2026-03-01T12:00:00Z")];
    assert_eq!(store.accounts().active_at(&ada).await.unwrap(), learned);
    let void = game(store, &ada, &bo).await;
    assert!(store.games().append(finish(&void, 2, Side::White, "*")).await.unwrap());
    let lost = game(store, &ada, &bo).await;
    assert_eq!(store.accounts().active_at(&bo).await.unwrap(), []);
    let end = finish(&lost, 2, Side::White, "0-1");
    let ended = end.event.at;
    assert!(store.games().append(end).await.unwrap());
    assert_eq!(store.accounts().active_at(&bo).await.unwrap(), [ended]);
    assert_eq!(store.accounts().active_at(&ada).await.unwrap()[0], ended);
    // Whoever has gone meanwhile leaves nothing behind.
    store.accounts().delete_player(&ada).await.unwrap();
    store.accounts().has_learned(&ada, now()).await.unwrap();
    assert_eq!(store.accounts().active_at(&ada).await.unwrap(), []);
}

async fn ratings_with_puzzles_are_kept_over_time(fixture: &Fixture) {
    let store = &fixture.store;
    let ada = player(store, "Ada").await;
    let mut expected = Vec::new();
    for (number, solved) in [true, true, false].into_iter().enumerate() {
        let attempt = PuzzleTry {
            player: ada.clone(),
            game: GameId::NINE,
            position: format!("position {number}"),
            rating: 900,
            solved,
            is_over: true,
            at: now() + SignedDuration::from_secs(number as i64),
        };
        expected.push(store.accounts().try_puzzle(attempt).await.unwrap().rating);
    }
    assert_eq!(store.accounts().puzzle_ratings(&ada, GameId::NINE).await.unwrap(), expected);
    assert!(store.accounts().puzzle_ratings(&ada, GameId::Nimble).await.unwrap().is_empty());
}

async fn an_answer_in_a_run_counts_once_and_the_best_run_stays(fixture: &Fixture) {
    let store = &fixture.store;
    let ada = player(store, "Ada").await;
    let answer =
        |answered, solved| RunAnswer { player: ada.clone(), game: GameId::NINE, answered, solved };
    assert_eq!(store.accounts().answer_in_run(answer(0, true)).await.unwrap(), None);
    let new = |seed| NewRun { player: ada.clone(), game: GameId::NINE, began: now(), seed };
    store.accounts().begin_run(new(7)).await.unwrap();
    for (number, solved) in [(0, true), (0, true), (1, false), (2, true), (2, false)] {
        store.accounts().answer_in_run(answer(number, solved)).await.unwrap();
    }
    let run = store.accounts().puzzle_run(&ada, GameId::NINE).await.unwrap().unwrap();
    assert_eq!((run.seed, run.solved, run.mistakes, run.best), (7, 2, 1, 2));
    store.accounts().begin_run(new(-8)).await.unwrap();
    let run = store.accounts().puzzle_run(&ada, GameId::NINE).await.unwrap().unwrap();
    assert_eq!((run.seed, run.answered(), run.best), (-8, 0, 2));
}

async fn one_node_tells_those_who_wait_for_an_arena(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let (minute, begins) = (SignedDuration::from_mins(1), now() + SignedDuration::from_hours(1));
    let arena = Arena {
        id: ArenaId::random(),
        host: Some(ada.clone()),
        game: GameId::NINE,
        start: GameId::NINE.start().to_string(),
        mover: GameId::NINE.start().side(),
        clock: TimeControl::PRESETS[0],
        rated: false,
        begins,
        ends: begins + SignedDuration::from_hours(1),
    };
    let (id, ahead) = (arena.id.clone(), minute * 5);
    store.arenas().open_arena(arena, now()).await.unwrap();
    store.arenas().enter_arena(&id, &ada, now()).await.unwrap();
    // Who comes in when it is about to begin knows.
    store.arenas().enter_arena(&id, &bo, begins - minute).await.unwrap();
    let due = |at| store.notices().due_arena_notices(ahead, at);
    assert_eq!(due(begins - minute * 6).await.unwrap(), []);
    let notices = due(begins - minute * 4).await.unwrap();
    assert_eq!(notices.iter().map(|notice| &notice.player).collect::<Vec<_>>(), [&ada]);
    let other = fixture.other_node().await;
    assert!(store.notices().take_arena_notice(&notices[0], begins).await.unwrap());
    assert!(!other.notices().take_arena_notice(&notices[0], begins).await.unwrap());
    assert_eq!(due(begins).await.unwrap(), []);
}
