//! Clocks: flags, times left, and absences of the server.

use jiff::{SignedDuration, Timestamp};
use merels_model::GameKey;
use merels_rules::Side;
use merels_store::{Append, NewGame, NewSeat, Sign, Store};

use super::{FIVE, Fixture, append, game, game_between, mv, now, on_postgres, on_sqlite, player};

conformance!(
    flags_fall_when_their_time_has_come,
    both_times_come_back_with_their_event,
    a_short_absence_is_given_back_to_clocks_alone,
    clocks_are_credited_for_exactly_the_absence_of_the_server,
    a_late_sign_of_life_is_no_absence,
    a_game_with_a_clock_is_not_idle,
);

pub(super) async fn timed(store: &Store, at: Timestamp) -> GameKey {
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let new = game_between(NewSeat::Player(ada), NewSeat::Player(bo));
    let new = NewGame { terms: FIVE, at, ..new };
    let key = new.key.clone();
    store.games().create_game(new).await.unwrap();
    key
}

async fn flags_fall_when_their_time_has_come(fixture: &Fixture) {
    let store = &fixture.store;
    let begun = now();
    let key = timed(store, begun).await;
    let second = SignedDuration::from_secs(1);
    assert_eq!(store.games().fallen_flags(begun + 59 * second).await.unwrap(), []);
    assert_eq!(
        store.games().fallen_flags(begun + 60 * second).await.unwrap(),
        std::slice::from_ref(&key)
    );
    let flag = Some(begun + 500 * second);
    let first = Append { flag, ..append(&key, 2, mv(0, "a1")) };
    assert!(store.games().append(first).await.unwrap());
    assert_eq!(store.games().fallen_flags(begun + 60 * second).await.unwrap(), []);
    assert_eq!(
        store.games().fallen_flags(begun + 501 * second).await.unwrap(),
        std::slice::from_ref(&key)
    );
    assert!(store.games().append(super::finish(&key, 3, Side::Black, "1-0")).await.unwrap());
    assert_eq!(store.games().fallen_flags(begun + 501 * second).await.unwrap(), []);
}

async fn both_times_come_back_with_their_event(fixture: &Fixture) {
    let store = &fixture.store;
    let key = timed(store, now()).await;
    let mut first = append(&key, 2, mv(0, "a1"));
    first.event.left = Some([299_123, 300_000]);
    assert!(store.games().append(first).await.unwrap());
    let events = store.games().events(&key).await.unwrap();
    let left: Vec<_> = events.iter().map(|event| event.left).collect();
    assert_eq!(left, [Some([300_000; 2]), Some([299_123, 300_000])]);
}

async fn a_short_absence_is_given_back_to_clocks_alone(fixture: &Fixture) {
    let store = &fixture.store;
    let begun = now();
    let key = timed(store, begun).await;
    let (cy, di) = (player(store, "Cy").await, player(store, "Di").await);
    let untimed = game(store, &cy, &di).await;
    let before = store.games().game(&untimed).await.unwrap().unwrap().touched;
    let there = now();
    store.cluster().beat(Sign::Start, there).await.unwrap();
    let away = SignedDuration::from_secs(10);
    assert_eq!(store.cluster().beat(Sign::Start, there + away).await.unwrap().away, away);
    let stored = store.games().game(&key).await.unwrap().unwrap();
    assert_eq!(stored.touched, begun + away);
    let minute = SignedDuration::from_secs(60);
    assert_eq!(store.games().fallen_flags(begun + minute).await.unwrap(), []);
    assert_eq!(store.games().fallen_flags(begun + away + minute).await.unwrap(), [key]);
    assert_eq!(store.games().game(&untimed).await.unwrap().unwrap().touched, before);
}

/// 1.5 s down charged the mover 3 s, 2.2 s down charged nothing.
async fn clocks_are_credited_for_exactly_the_absence_of_the_server(fixture: &Fixture) {
    let begun = now();
    let key = timed(&fixture.store, begun).await;
    fixture.store.cluster().beat(Sign::Start, begun).await.unwrap();
    fixture.store.close().await;
    let (mut now, mut credited) = (begun, SignedDuration::ZERO);
    for milliseconds in [40, 1_500, 2_200, 10_000] {
        let down = SignedDuration::from_millis(milliseconds);
        let store = fixture.other_node().await;
        now += down;
        credited += down;
        assert_eq!(store.cluster().beat(Sign::Start, now).await.unwrap().away, down);
        assert_eq!(store.games().game(&key).await.unwrap().unwrap().touched, begun + credited);
        // Time that goes by while the server is there is the mover's.
        now += SignedDuration::from_millis(700);
        assert!(store.cluster().beat(Sign::Alive, now).await.unwrap().away.is_zero());
        store.close().await;
    }
    // A move that was stored is a sign of life too.
    let store = fixture.other_node().await;
    let mut last = append(&key, 2, mv(0, "a1"));
    last.event.at = now + SignedDuration::from_millis(300);
    last.flag = Some(last.event.at + SignedDuration::from_mins(1));
    assert!(store.games().append(last).await.unwrap());
    let back = now + SignedDuration::from_millis(1_000);
    let away = store.cluster().beat(Sign::Start, back).await.unwrap().away;
    assert_eq!(away, SignedDuration::from_millis(700));
}

/// A heartbeat that came late because the site was stalled set all clocks back.
async fn a_late_sign_of_life_is_no_absence(fixture: &Fixture) {
    let (store, begun) = (&fixture.store, now());
    let key = timed(store, begun).await;
    store.cluster().beat(Sign::Start, begun).await.unwrap();
    let late = begun + SignedDuration::from_secs(20);
    assert!(store.cluster().beat(Sign::Alive, late).await.unwrap().away.is_zero());
    assert_eq!(store.games().game(&key).await.unwrap().unwrap().touched, begun);
    assert_eq!(
        store.games().next_flag().await.unwrap(),
        Some(begun + SignedDuration::from_mins(1))
    );
    // A database that did not work for a while kept everybody from moving.
    let back = late + SignedDuration::from_secs(4);
    let away = store.cluster().beat(Sign::Return, back).await.unwrap().away;
    assert_eq!(away, SignedDuration::from_secs(4));
    let soon = back + SignedDuration::from_millis(900);
    assert!(store.cluster().beat(Sign::Return, soon).await.unwrap().away.is_zero());
}

/// Starting a second node is no absence.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_starts_beside_another_credits_nothing() {
    let Some(fixture) = on_postgres().await else { return };
    let (begun, other) = (now(), fixture.other_node().await);
    let key = timed(&fixture.store, begun).await;
    fixture.store.cluster().beat(Sign::Start, begun).await.unwrap();
    let later = begun + SignedDuration::from_secs(5);
    assert!(other.cluster().beat(Sign::Start, later).await.unwrap().away.is_zero());
    assert_eq!(other.games().game(&key).await.unwrap().unwrap().touched, begun);
    // One that was cut off is not there, whatever it holds.
    let much_later = later + SignedDuration::from_secs(30);
    let away = other.cluster().beat(Sign::Start, much_later).await.unwrap().away;
    assert_eq!(away, SignedDuration::from_secs(30));
}

async fn a_game_with_a_clock_is_not_idle(fixture: &Fixture) {
    let store = &fixture.store;
    timed(store, now()).await;
    let later = now() + SignedDuration::from_hours(24 * 30);
    assert_eq!(store.games().idle_games(later).await.unwrap(), []);
}
