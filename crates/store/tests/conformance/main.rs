//! Conformance tests: SQLite and PostgreSQL must behave alike.
//!
//! The gate starts a PostgreSQL server and names it in `MERELS_TEST_POSTGRES`; without that
//! variable only SQLite is asked.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use merels_model::{ForfeitCause, GameKey, PlayerId, Results, Seat, Terms, TimeControl, Wish};
use merels_rules::{GameId, Side};
use merels_store::{
    Append, Event, Matched, NewGame, NewPlayer, NewSeat, Seek, SessionToken, Store, StoreError,
    StoredEvent, Taken,
};

/// Each test once for every database.
macro_rules! conformance {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                super::$name(&super::on_sqlite().await).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                if let Some(fixture) = super::on_postgres().await {
                    super::$name(&fixture).await;
                }
            })*
        }
    };
}

mod accounts;
mod arena;
mod backup;
mod clocks;
mod days;
mod doors;
mod far_away;
mod meeting;
mod profiles;
mod push;
mod ratings;
mod reviews;
mod together;
mod tokens;

/// Five minutes for each player.
const FIVE: Terms =
    Terms { time: Some(TimeControl::Live { minutes: 5, increment: 5 }), rated: true };

/// A fresh store, and what must live as long as it.
struct Fixture {
    store: Arc<Store>,
    address: String,
    folder: tempfile::TempDir,
}

impl Fixture {
    /// The file of SQLite.
    fn file(&self) -> PathBuf {
        self.folder.path().join("merels.db")
    }

    /// Another node on the same database.
    async fn other_node(&self) -> Arc<Store> {
        Arc::new(Store::open(&self.address).await.unwrap())
    }
}

async fn on_sqlite() -> Fixture {
    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite://{}", folder.path().join("merels.db").display());
    let store = Arc::new(Store::open(&address).await.unwrap());
    Fixture { store, address, folder }
}

async fn on_postgres() -> Option<Fixture> {
    let address = merels_test_services::postgres_database().await?;
    let store = Arc::new(Store::open(&address).await.unwrap());
    Some(Fixture { store, address, folder: tempfile::tempdir().unwrap() })
}

conformance!(
    an_address_or_name_is_taken_once,
    a_session_lasts_until_its_end,
    a_deleted_player_is_gone_but_the_game_stays,
    only_old_guests_without_a_session_are_deleted,
    the_first_waiting_player_is_joined,
    nobody_is_matched_with_himself,
    a_seat_that_is_not_kept_warm_is_passed_over,
    many_seekers_at_once_are_all_paired,
    a_version_is_taken_once,
    a_ply_is_taken_once,
    events_come_back_as_they_were,
    a_draft_belongs_to_its_version,
    games_are_found_by_what_they_wait_for,
    the_tally_counts_people_only,
    one_bad_write_does_not_spoil_its_neighbours,
    a_closed_store_has_written_all_and_opens_again,
);

fn now() -> Timestamp {
    Timestamp::from_millisecond(Timestamp::now().as_millisecond()).unwrap()
}

async fn player(store: &Store, name: &str) -> PlayerId {
    let id = PlayerId::random();
    let login = Some((format!("{name}@example.org"), "hash".to_owned()));
    let new = NewPlayer { id: id.clone(), login, name: name.to_owned(), at: now() };
    store.accounts().create_player(new).await.unwrap().unwrap();
    id
}

fn game_between(white: NewSeat, black: NewSeat) -> NewGame {
    NewGame {
        key: GameKey::random(),
        game: GameId::NINE,
        start: GameId::NINE.start().to_string(),
        mover: Side::White,
        seats: [white, black],
        terms: Terms::default(),
        at: now(),
    }
}

async fn game(store: &Store, white: &PlayerId, black: &PlayerId) -> GameKey {
    let new = game_between(NewSeat::Player(white.clone()), NewSeat::Player(black.clone()));
    let key = new.key.clone();
    store.games().create_game(new).await.unwrap();
    key
}

fn append(game: &GameKey, version: u32, event: Event) -> Append {
    let event = StoredEvent { version, at: now(), event, left: None };
    Append { game: game.clone(), event, mover: Side::Black, finish: None, draft: None, flag: None }
}

fn finish(game: &GameKey, version: u32, side: Side, score: &str) -> Append {
    let event = Event::Forfeit { side, cause: ForfeitCause::Resigned };
    Append { finish: Some(score.parse().unwrap()), ..append(game, version, event) }
}

fn mv(ply: u32, text: &str) -> Event {
    Event::Move { ply, mv: text.to_owned() }
}

async fn an_address_or_name_is_taken_once(fixture: &Fixture) {
    let store = &fixture.store;
    player(store, "Ada").await;
    let again = |email: &str, name: &str| NewPlayer {
        id: PlayerId::random(),
        login: Some((email.to_owned(), "hash".to_owned())),
        name: name.to_owned(),
        at: now(),
    };
    let taken = store.accounts().create_player(again("ADA@Example.org", "Other")).await.unwrap();
    assert_eq!(taken, Err(Taken::Email));
    let taken = store.accounts().create_player(again("other@example.org", " aDA ")).await.unwrap();
    assert_eq!(taken, Err(Taken::Name));
    assert!(store.accounts().account("Ada@EXAMPLE.org").await.unwrap().is_some());
    assert!(store.accounts().account("other@example.org").await.unwrap().is_none());
}

async fn a_session_lasts_until_its_end(fixture: &Fixture) {
    let store = &fixture.store;
    let ada = player(store, "Ada").await;
    let token = SessionToken::random();
    let end = now() + SignedDuration::from_hours(1);
    store.accounts().start_session(token.id(), ada.clone(), end).await.unwrap();
    let found = store.accounts().session(&token.id(), now()).await.unwrap().unwrap().player;
    assert_eq!((found.id, found.name.as_str()), (ada.clone(), "Ada"));
    let (ids, made_up) = ([token.id()], [SessionToken::random().id()]);
    let holding = store.accounts().holding(ids.iter().chain(&made_up), now()).await.unwrap();
    assert_eq!(holding, HashSet::from(ids.clone()));
    let later = end + SignedDuration::from_secs(1);
    assert_eq!(store.accounts().holding(&ids, later).await.unwrap(), HashSet::new());
    assert_eq!(store.accounts().session(&token.id(), later).await.unwrap(), None);
    assert_eq!(store.accounts().end_old_sessions(later).await.unwrap(), 1);
    assert_eq!(store.accounts().session(&token.id(), now()).await.unwrap(), None);
    let second = SessionToken::random();
    store.accounts().start_session(second.id(), ada, end).await.unwrap();
    store.accounts().end_session(&second.id()).await.unwrap();
    assert_eq!(store.accounts().session(&second.id(), now()).await.unwrap(), None);
}

async fn a_deleted_player_is_gone_but_the_game_stays(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let key = game(store, &ada, &bo).await;
    let token = SessionToken::random();
    let end = now() + SignedDuration::from_hours(1);
    store.accounts().start_session(token.id(), ada.clone(), end).await.unwrap();
    assert!(store.accounts().delete_player(&ada).await.unwrap());
    assert!(!store.accounts().delete_player(&ada).await.unwrap());
    assert_eq!(store.accounts().session(&token.id(), now()).await.unwrap(), None);
    let left = store.games().game(&key).await.unwrap().unwrap();
    assert_eq!(left.seats[0], Seat::Gone);
    assert!(left.seats[1].is(&bo));
    assert_eq!(store.games().deserted_games().await.unwrap(), [left]);
    player(store, "Ada").await;
}

async fn only_old_guests_without_a_session_are_deleted(fixture: &Fixture) {
    let store = &fixture.store;
    let (hour, day) = (SignedDuration::from_hours(1), SignedDuration::from_hours(24));
    player(store, "Ada").await;
    let mut ids = Vec::new();
    for (name, at) in [("New", now()), ("Old", now() - day), ("Present", now() - day)] {
        let id = PlayerId::random();
        let guest = NewPlayer { id: id.clone(), login: None, name: name.to_owned(), at };
        store.accounts().create_player(guest).await.unwrap().unwrap();
        ids.push(id);
    }
    let token = SessionToken::random();
    store.accounts().start_session(token.id(), ids[2].clone(), now() + hour).await.unwrap();
    assert_eq!(store.accounts().delete_old_guests(now() - hour).await.unwrap(), 1);
    for (id, expected) in ids.iter().zip([true, false, true]) {
        assert_eq!(store.accounts().delete_player(id).await.unwrap(), expected);
    }
    assert!(store.accounts().account("ada@example.org").await.unwrap().is_some());
}

fn seeking(who: &PlayerId, at: Timestamp) -> Seek {
    Seek {
        player: who.clone(),
        wish: wish(GameId::NINE, Terms::default()),
        side: Side::White,
        key: GameKey::random(),
        at,
        most_running: 20,
        client: None,
    }
}

fn wish(game: GameId, terms: Terms) -> Wish {
    let (measure, start) = (String::new(), game.start().to_string());
    Wish { game, measure, start, mover: Side::White, terms }
}

async fn seek(store: &Store, who: &PlayerId, at: Timestamp) -> Matched {
    store.meeting().find_match(seeking(who, at)).await.unwrap()
}

async fn the_first_waiting_player_is_joined(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let cy = player(store, "Cy").await;
    assert_eq!(seek(store, &ada, now()).await, Matched::Waits);
    let waits_for = store.meeting().waits_for(&ada, now()).await.unwrap();
    assert_eq!(waits_for.map(|wish| wish.game), Some(GameId::NINE));
    let six = wish("six".parse().unwrap(), Terms::default());
    let six = Seek { wish: six, ..seeking(&bo, now()) };
    assert_eq!(store.meeting().find_match(six).await.unwrap(), Matched::Waits);
    assert_eq!(seek(store, &cy, now()).await, Matched::With(ada.clone()));
    assert_eq!(store.meeting().waits_for(&ada, now()).await.unwrap(), None);
    let games = store.games().running_games(&ada).await.unwrap();
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].side_of(&cy), Some(Side::White));
    assert_eq!(games[0].side_of(&ada), Some(Side::Black));
    let full = Seek { most_running: 1, ..seeking(&cy, now()) };
    assert_eq!(store.meeting().find_match(full).await.unwrap(), Matched::TooMany);
    assert!(store.meeting().stop_waiting(&bo).await.unwrap());
    assert!(!store.meeting().stop_waiting(&bo).await.unwrap());
}

async fn nobody_is_matched_with_himself(fixture: &Fixture) {
    let store = &fixture.store;
    let ada = player(store, "Ada").await;
    for _ in 0..3 {
        assert_eq!(seek(store, &ada, now()).await, Matched::Waits);
    }
    assert_eq!(store.games().running_games(&ada).await.unwrap(), []);
}

async fn a_seat_that_is_not_kept_warm_is_passed_over(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let long_ago = now() - SignedDuration::from_mins(10);
    assert_eq!(seek(store, &ada, long_ago).await, Matched::Waits);
    assert!(
        store.meeting().still_waiting(&ada, long_ago + SignedDuration::from_mins(1)).await.unwrap()
    );
    // A seat gone cold does not come back to life by a sign of life: nobody is looking any more.
    assert!(!store.meeting().still_waiting(&ada, now()).await.unwrap());
    assert_eq!(store.meeting().waits_for(&ada, now()).await.unwrap(), None);
    assert_eq!(seek(store, &bo, now()).await, Matched::Waits);
    assert_eq!(store.meeting().end_old_waits(now()).await.unwrap(), 1);
    // A page that went away and came back keeps its seat, one that stays away does not.
    store.meeting().waiting_page_closed(&bo, now()).await.unwrap();
    assert!(store.meeting().waits_for(&bo, now()).await.unwrap().is_some());
    let soon = now() + SignedDuration::from_secs(31);
    assert_eq!(store.meeting().waits_for(&bo, soon).await.unwrap(), None);
    assert!(store.meeting().still_waiting(&bo, now()).await.unwrap());
    assert!(store.meeting().waits_for(&bo, soon).await.unwrap().is_some());
    let cy = player(store, "Cy").await;
    assert!(!store.meeting().still_waiting(&cy, now()).await.unwrap());
    assert_eq!(seek(store, &cy, now()).await, Matched::With(bo));
}

async fn many_seekers_at_once_are_all_paired(fixture: &Fixture) {
    let mut seekers = Vec::new();
    // A second store on the same database is a second node.
    let other = Arc::new(Store::open(&fixture.address).await.unwrap());
    for i in 0..40 {
        let id = player(&fixture.store, &format!("Player {i}")).await;
        let store = Arc::clone(if i % 2 == 0 { &fixture.store } else { &other });
        seekers.push((id.clone(), tokio::spawn(async move { seek(&store, &id, now()).await })));
    }
    let (mut ids, mut waited) = (Vec::new(), 0);
    for (id, seeker) in seekers {
        waited += usize::from(seeker.await.unwrap() == Matched::Waits);
        ids.push(id);
    }
    assert_eq!(waited, 20);
    for id in ids {
        assert_eq!(fixture.store.games().running_games(&id).await.unwrap().len(), 1);
    }
}

async fn a_version_is_taken_once(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let key = game(store, &ada, &bo).await;
    let other = Store::open(&fixture.address).await.unwrap();
    let (first, second) = tokio::join!(
        store.games().append(append(&key, 2, mv(0, "d6"))),
        other.games().append(append(&key, 2, mv(0, "d5"))),
    );
    assert!(first.unwrap() != second.unwrap(), "one of the two must come first");
    assert_eq!(store.games().events(&key).await.unwrap().len(), 2);
}

async fn a_ply_is_taken_once(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let key = game(store, &ada, &bo).await;
    assert!(store.games().append(append(&key, 2, mv(0, "d6"))).await.unwrap());
    assert!(!store.games().append(append(&key, 3, mv(0, "d6"))).await.unwrap());
    assert!(store.games().append(append(&key, 3, mv(1, "d5"))).await.unwrap());
}

async fn events_come_back_as_they_were(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let key = game(store, &ada, &bo).await;
    let events = [
        mv(0, "d6"),
        Event::DrawOffered(Side::White),
        Event::DrawDeclined(Side::Black),
        mv(1, "d5"),
        Event::DrawAgreed(Side::Black),
        Event::Forfeit { side: Side::White, cause: ForfeitCause::Resigned },
        Event::Forfeit { side: Side::Black, cause: ForfeitCause::Idle },
        Event::Forfeit { side: Side::Black, cause: ForfeitCause::Left },
    ];
    let mut expected = store.games().events(&key).await.unwrap();
    assert_eq!(expected[0].event, Event::Start);
    for (version, event) in (2..).zip(events) {
        let append = append(&key, version, event);
        expected.push(append.event.clone());
        assert!(store.games().append(append).await.unwrap());
    }
    assert_eq!(store.games().events(&key).await.unwrap(), expected);
    assert_eq!(store.games().game(&key).await.unwrap().unwrap().version, 9);
}

async fn a_draft_belongs_to_its_version(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let key = game(store, &ada, &bo).await;
    let draft = || Some("d6-d5".to_owned());
    assert!(store.games().keep_draft(&key, 1, draft()).await.unwrap());
    assert_eq!(store.games().game(&key).await.unwrap().unwrap().draft, draft());
    assert!(store.games().append(append(&key, 2, mv(0, "d6"))).await.unwrap());
    assert_eq!(store.games().game(&key).await.unwrap().unwrap().draft, None);
    assert!(!store.games().keep_draft(&key, 1, draft()).await.unwrap());
    assert_eq!(store.games().game(&key).await.unwrap().unwrap().draft, None);
}

async fn games_are_found_by_what_they_wait_for(fixture: &Fixture) {
    let store = &fixture.store;
    let ada = player(store, "Ada").await;
    let computer = || NewSeat::Computer("3".to_owned());
    let first = game_between(computer(), NewSeat::Player(ada.clone()));
    let second = game_between(NewSeat::Player(ada.clone()), computer());
    let keys = [first.key.clone(), second.key.clone()];
    store.games().create_game(first).await.unwrap();
    store.games().create_game(second).await.unwrap();
    let waiting = store.games().games_awaiting_computer().await.unwrap();
    assert_eq!(waiting.iter().map(|game| &game.key).collect::<Vec<_>>(), [&keys[0]]);
    assert_eq!(waiting[0].seats[0], Seat::Computer("3".to_owned()));
    assert!(store.games().append(append(&keys[1], 2, mv(0, "d6"))).await.unwrap());
    assert_eq!(store.games().games_awaiting_computer().await.unwrap().len(), 2);
    let soon = now() + SignedDuration::from_secs(1);
    assert_eq!(store.games().idle_games(soon).await.unwrap().len(), 2);
    let before = now() - SignedDuration::from_hours(1);
    assert_eq!(store.games().idle_games(before).await.unwrap(), []);
    assert!(store.games().append(finish(&keys[1], 3, Side::White, "0-1")).await.unwrap());
    assert_eq!(store.games().games_awaiting_computer().await.unwrap().len(), 1);
    assert_eq!(store.games().running_games(&ada).await.unwrap().len(), 1);
    assert_eq!(store.games().finished_games(&ada, 5).await.unwrap().len(), 1);
}

async fn the_tally_counts_people_only(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    for (white, black, score) in
        [(&ada, &bo, "1-0"), (&bo, &ada, "1-0"), (&ada, &bo, "1/2-1/2"), (&bo, &ada, "0-1")]
    {
        let key = game(store, white, black).await;
        assert!(store.games().append(finish(&key, 2, Side::White, score)).await.unwrap());
    }
    game(store, &ada, &bo).await;
    let alone = game_between(NewSeat::Player(ada.clone()), NewSeat::Computer("classic".to_owned()));
    let key = alone.key.clone();
    store.games().create_game(alone).await.unwrap();
    assert!(store.games().append(finish(&key, 2, Side::Black, "1-0")).await.unwrap());
    assert_eq!(store.games().tally(&ada).await.unwrap(), Results { wins: 2, losses: 1, draws: 1 });
    assert_eq!(store.games().tally(&bo).await.unwrap(), Results { wins: 1, losses: 2, draws: 1 });
    // A win stays a win when the loser leaves.
    store.accounts().delete_player(&bo).await.unwrap();
    assert_eq!(store.games().tally(&ada).await.unwrap(), Results { wins: 2, losses: 1, draws: 1 });
}

async fn one_bad_write_does_not_spoil_its_neighbours(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let key = game(store, &ada, &bo).await;
    let nowhere = GameKey::random();
    let mut writes = Vec::new();
    for i in 0..60 {
        let game = if i == 30 { &nowhere } else { &key };
        let (store, append) = (Arc::clone(store), append(game, 2 + i, mv(i, "d6")));
        writes.push(tokio::spawn(async move { store.games().append(append).await }));
    }
    for (i, write) in writes.into_iter().enumerate() {
        let answer = write.await.unwrap();
        assert_eq!(answer.is_ok(), i != 30, "write {i}: {answer:?}");
    }
    assert_eq!(store.games().events(&key).await.unwrap().len(), 60);
}

async fn a_closed_store_has_written_all_and_opens_again(fixture: &Fixture) {
    let store = Store::open(&fixture.address).await.unwrap();
    let ada = player(&store, "Ada").await;
    store.close().await;
    assert!(matches!(store.accounts().delete_player(&ada).await, Err(StoreError::Closed)));
    let again = Store::open(&fixture.address).await.unwrap();
    again.check().await.unwrap();
    assert!(again.accounts().account("ada@example.org").await.unwrap().is_some());
}

#[tokio::test]
async fn a_strange_address_is_refused_with_the_reason() {
    for address in ["merels.db", "mysql://somewhere", "sqlite::memory:", "postgres://:x:y"] {
        let error = Store::open(address).await.unwrap_err();
        assert!(error.to_string().contains(address), "{error}");
    }
}

#[tokio::test]
async fn a_mistyped_address_does_not_show_its_password() {
    for address in [
        "postgress://me:secret@host/db",
        "postgres://me:secret@host:99999/db",
        "postgres://host:99999/db?password=secret",
    ] {
        let error = Store::open(address).await.unwrap_err().to_string();
        assert!(error.contains("postgres") && !error.contains("secret"), "{error}");
    }
}

#[tokio::test]
async fn a_row_that_is_not_understood_does_not_hide_the_others() {
    let fixture = on_sqlite().await;
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let (good, bad) = (game(store, &ada, &bo).await, game(store, &ada, &bo).await);
    let other = rusqlite::Connection::open(fixture.file()).unwrap();
    other.execute("UPDATE games SET game = 'chess' WHERE id = $1", [bad.as_str()]).unwrap();
    let running = store.games().running_games(&ada).await.unwrap();
    assert_eq!(running.iter().map(|game| &game.key).collect::<Vec<_>>(), [&good]);
    assert!(matches!(store.games().game(&bad).await, Err(StoreError::Corrupt { .. })));
}
