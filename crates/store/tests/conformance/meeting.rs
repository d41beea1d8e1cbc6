//! Meeting: who is here, who suits whom, seats that are taken, and people kept apart.

use std::sync::Arc;

use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use merels_model::{
    ForfeitCause, GameKey, PlayerId, Relation, Terms, TimeControl, Whereabouts, Wish,
};
use merels_rules::{GameId, GameScore, Side};
use merels_store::{
    Append, Event, Matched, NewGame, NewSeat, SeatTaken, Seek, Sign, Store, StoredEvent, TakeSeat,
};
use sqlx::{Connection, PgConnection, Row};

use super::{Fixture, game, now, on_postgres, on_sqlite, player, seek, seeking, wish};

conformance!(
    who_is_here_is_known_on_all_nodes,
    a_silent_node_has_nobody_at_it,
    a_short_absence_of_the_site_is_nobodys_absence,
    a_visit_without_a_connection_counts_for_a_while,
    clocks_and_boards_must_be_the_same,
    a_client_has_only_so_many_open_seats,
    rated_seekers_far_apart_wait_until_they_are_near,
    an_open_seat_is_taken_once,
    a_rated_seat_needs_an_account_of_ones_own,
    who_has_days_need_not_stay,
    many_seekers_on_two_nodes_are_paired_once,
    people_kept_apart_are_not_paired,
    followed_people_are_seen_when_they_are_here,
);

const SECOND: SignedDuration = SignedDuration::from_secs(1);
const RATED: Terms =
    Terms { time: Some(TimeControl::Live { minutes: 5, increment: 5 }), rated: true };

fn at_game(player: &PlayerId, game: &GameKey) -> Whereabouts {
    Whereabouts { player: player.clone(), game: Some(game.clone()) }
}

async fn last_seen(store: &Store, place: &Whereabouts, now: Timestamp) -> Option<Timestamp> {
    let seen = store.cluster().last_seen(place.game.as_ref(), now).await.unwrap();
    seen.get(place).copied()
}

async fn who_is_here_is_known_on_all_nodes(fixture: &Fixture) {
    let (store, other) = (&fixture.store, fixture.other_node().await);
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let key = game(store, &ada, &bo).await;
    let (begin, place) = (now(), at_game(&ada, &key));
    assert_eq!(last_seen(store, &place, begin).await, None, "never came");
    for node in ["one", "two"] {
        store.cluster().node_is_alive(node, begin).await.unwrap();
        store.cluster().has_come(place.clone(), node).await.unwrap();
    }
    assert_eq!(other.cluster().players_here(begin).await.unwrap(), 1, "counted once");
    store.cluster().has_come(Whereabouts { player: bo.clone(), game: None }, "one").await.unwrap();
    assert_eq!(other.cluster().players_here(begin).await.unwrap(), 2);
    // One page on each node: gone from one, still there.
    store.cluster().has_gone(place.clone(), "one", begin + SECOND).await.unwrap();
    assert_eq!(last_seen(&other, &place, begin + 2 * SECOND).await, Some(begin + 2 * SECOND));
    store.cluster().has_gone(place.clone(), "two", begin + 3 * SECOND).await.unwrap();
    assert_eq!(last_seen(&other, &place, begin + 5 * SECOND).await, Some(begin + 3 * SECOND));
    assert_eq!(other.cluster().players_here(begin + 5 * SECOND).await.unwrap(), 1);
    store
        .cluster()
        .has_gone(Whereabouts { player: bo, game: None }, "one", begin + 5 * SECOND)
        .await
        .unwrap();
    assert_eq!(other.cluster().players_here(begin + 5 * SECOND).await.unwrap(), 0);
}

async fn a_silent_node_has_nobody_at_it(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let key = game(store, &ada, &bo).await;
    let (begin, place) = (now(), at_game(&ada, &key));
    store.cluster().node_is_alive("one", begin).await.unwrap();
    store.cluster().has_come(place.clone(), "one").await.unwrap();
    let later = begin + 7 * SECOND;
    assert_eq!(last_seen(store, &place, later).await, Some(begin), "lost with its node");
    assert_eq!(store.cluster().players_here(later).await.unwrap(), 0);
    // It is remembered when the node is forgotten.
    let much_later = begin + 200 * SECOND;
    store.cluster().forget_absent(much_later).await.unwrap();
    assert_eq!(last_seen(store, &place, much_later).await, Some(begin));
}

async fn a_short_absence_of_the_site_is_nobodys_absence(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let key = game(store, &ada, &bo).await;
    let (begin, place) = (now(), at_game(&ada, &key));
    store.cluster().beat(Sign::Start, begin).await.unwrap();
    store.cluster().node_is_alive("one", begin).await.unwrap();
    store.cluster().has_come(place.clone(), "one").await.unwrap();
    store.cluster().has_gone(place.clone(), "one", begin).await.unwrap();
    store.cluster().beat(Sign::Start, begin + 20 * SECOND).await.unwrap();
    let seen = last_seen(store, &place, begin + 20 * SECOND).await;
    assert_eq!(seen, Some(begin + 20 * SECOND));
}

async fn a_visit_without_a_connection_counts_for_a_while(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let key = game(store, &ada, &bo).await;
    let (begin, place) = (now(), at_game(&ada, &key));
    store.cluster().visits(place.clone(), begin).await.unwrap();
    let minutes = |number| begin + 60 * number * SECOND;
    assert!(last_seen(store, &place, minutes(4)).await >= Some(minutes(4)));
    assert_eq!(last_seen(store, &place, minutes(9)).await, Some(minutes(5)));
    // From the first connection on, that alone counts.
    store.cluster().node_is_alive("one", begin).await.unwrap();
    store.cluster().has_come(place.clone(), "one").await.unwrap();
    store.cluster().has_gone(place.clone(), "one", begin + SECOND).await.unwrap();
    assert_eq!(last_seen(store, &place, minutes(1)).await, Some(begin + SECOND));
}

async fn clocks_and_boards_must_be_the_same(fixture: &Fixture) {
    let store = &fixture.store;
    let wishes = [
        wish(GameId::NINE, Terms::default()),
        wish(GameId::NINE, Terms { time: RATED.time, rated: false }),
        wish(GameId::NINE, RATED),
        Wish { measure: "5".to_owned(), ..wish(GameId::MingMang, Terms::default()) },
        Wish { measure: "8".to_owned(), ..wish(GameId::MingMang, Terms::default()) },
    ];
    let mut waiting = Vec::new();
    for (i, wish) in wishes.iter().enumerate() {
        let who = player(store, &format!("Waits{i}")).await;
        let seek = Seek { wish: wish.clone(), ..seeking(&who, now()) };
        assert_eq!(store.meeting().find_match(seek).await.unwrap(), Matched::Waits);
        waiting.push(who);
    }
    assert_eq!(store.meeting().open_seats(now(), 100).await.unwrap().len(), wishes.len());
    for (i, wish) in wishes.into_iter().enumerate() {
        let who = player(store, &format!("Comes{i}")).await;
        let seek = Seek { wish: wish.clone(), ..seeking(&who, now()) };
        let matched = store.meeting().find_match(seek).await.unwrap();
        assert_eq!(matched, Matched::With(waiting[i].clone()), "{wish:?}");
        let games = store.games().running_games(&who).await.unwrap();
        assert_eq!((games[0].game, games[0].terms), (wish.game, wish.terms));
    }
}

async fn a_client_has_only_so_many_open_seats(fixture: &Fixture) {
    let store = &fixture.store;
    let from = |who: &PlayerId, size: usize, client: &str| Seek {
        wish: Wish {
            measure: size.to_string(),
            ..wish(GameId::MingMang, Terms { time: RATED.time, rated: false })
        },
        client: Some((client.to_owned(), 3)),
        ..seeking(who, now())
    };
    let mut found = Vec::new();
    for size in 0..5 {
        let who = player(store, &format!("Waits{size}")).await;
        found.push(store.meeting().find_match(from(&who, size, "192.0.2.1")).await.unwrap());
    }
    let (waits, enough) = (Matched::Waits, Matched::TooManySeats);
    assert_eq!(found, [&waits, &waits, &waits, &enough, &enough].map(Clone::clone));
    let other = player(store, "Other").await;
    assert_eq!(
        store.meeting().find_match(from(&other, 9, "192.0.2.2")).await.unwrap(),
        Matched::Waits
    );
    // Whoever wants something else than before, or what somebody waits for, needs no new seat.
    assert_eq!(
        store.meeting().find_match(from(&other, 4, "192.0.2.2")).await.unwrap(),
        Matched::Waits
    );
    let partner = player(store, "Partner").await;
    let matched = store.meeting().find_match(from(&partner, 4, "192.0.2.1")).await.unwrap();
    assert_eq!(matched, Matched::With(other));
    assert_eq!(store.meeting().count_open_seats(now()).await.unwrap(), 3);
    assert_eq!(store.meeting().open_seats(now(), 2).await.unwrap().len(), 2);
}

/// Gives a player a rating by a rated game that somebody new loses.
async fn win_a_rated_game(store: &Store, winner: &PlayerId, name: &str) {
    let loser = player(store, name).await;
    let new = NewGame {
        key: GameKey::random(),
        game: GameId::NINE,
        start: GameId::NINE.start().to_string(),
        mover: Side::White,
        seats: [winner, &loser].map(|player| NewSeat::Player(player.clone())),
        terms: RATED,
        at: now(),
    };
    let key = new.key.clone();
    store.games().create_game(new).await.unwrap();
    assert!(store.games().append(lost(&key, Side::Black)).await.unwrap());
}

/// The end of a game by giving it up.
fn lost(key: &GameKey, side: Side) -> Append {
    let event = Event::Forfeit { side, cause: ForfeitCause::Resigned };
    let score = GameScore::Win(!side);
    Append {
        game: key.clone(),
        event: StoredEvent { version: 2, at: now(), event, left: Some([0; 2]) },
        mover: Side::White,
        finish: Some(score),
        draft: None,
        flag: None,
    }
}

async fn rated_seekers_far_apart_wait_until_they_are_near(fixture: &Fixture) {
    let (store, other) = (&fixture.store, fixture.other_node().await);
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    win_a_rated_game(store, &ada, "Loser").await;
    let rated = |who: &PlayerId, at| Seek { wish: wish(GameId::NINE, RATED), ..seeking(who, at) };
    let begin = now();
    assert_eq!(store.meeting().find_match(rated(&ada, begin)).await.unwrap(), Matched::Waits);
    assert_eq!(
        other.meeting().find_match(rated(&bo, begin)).await.unwrap(),
        Matched::Waits,
        "162 apart"
    );
    assert_eq!(store.meeting().pair_waiting(begin + 6 * SECOND).await.unwrap(), []);
    // Asking again keeps one's place, and finds who has come near meanwhile.
    let pairs = [store, &other].map(|node| node.meeting().pair_waiting(begin + 7 * SECOND));
    let pairs: Vec<_> = join_all(pairs).await.into_iter().flat_map(Result::unwrap).collect();
    assert_eq!(pairs.len(), 1, "on whichever node, once");
    let running = store.games().running_games(&ada).await.unwrap();
    assert_eq!((running.len(), &running[0].key), (1, &pairs[0].game));
    assert!(store.meeting().open_seats(begin, 100).await.unwrap().is_empty());
}

fn take(who: &PlayerId, seat: &merels_model::SeatId) -> TakeSeat {
    TakeSeat {
        player: who.clone(),
        has_account: true,
        seat: seat.clone(),
        side: Side::Black,
        key: GameKey::random(),
        at: now(),
        most_running: 20,
    }
}

async fn an_open_seat_is_taken_once(fixture: &Fixture) {
    let (store, other) = (&fixture.store, fixture.other_node().await);
    let ada = player(store, "Ada").await;
    let seek = Seek { wish: wish(GameId::NINE, RATED), ..seeking(&ada, now()) };
    assert_eq!(store.meeting().find_match(seek).await.unwrap(), Matched::Waits);
    let seat = store.meeting().open_seats(now(), 100).await.unwrap().remove(0);
    assert_eq!((seat.name.as_str(), seat.rating), ("Ada", 1500));
    assert_eq!(store.meeting().take_seat(take(&ada, &seat.seat)).await.unwrap(), SeatTaken::Own);
    let mut takers = Vec::new();
    for i in 0..6 {
        takers.push(player(store, &format!("Taker{i}")).await);
    }
    let takes = takers.iter().enumerate().map(|(i, who)| {
        let node = if i % 2 == 0 { store } else { &other };
        node.meeting().take_seat(take(who, &seat.seat))
    });
    let taken: Vec<SeatTaken> = join_all(takes).await.into_iter().map(Result::unwrap).collect();
    let with = taken.iter().filter(|taken| **taken == SeatTaken::With(ada.clone())).count();
    let gone = taken.iter().filter(|taken| **taken == SeatTaken::Gone).count();
    assert_eq!((with, gone), (1, 5), "{taken:?}");
    assert_eq!(store.games().running_games(&ada).await.unwrap().len(), 1);
}

async fn a_rated_seat_needs_an_account_of_ones_own(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let seek = Seek { wish: wish(GameId::NINE, RATED), ..seeking(&ada, now()) };
    store.meeting().find_match(seek).await.unwrap();
    let seat = store.meeting().open_seats(now(), 100).await.unwrap().remove(0);
    let guest = TakeSeat { has_account: false, ..take(&bo, &seat.seat) };
    assert_eq!(store.meeting().take_seat(guest).await.unwrap(), SeatTaken::NeedsAccount);
    let full = TakeSeat { most_running: 0, ..take(&bo, &seat.seat) };
    assert_eq!(store.meeting().take_seat(full).await.unwrap(), SeatTaken::TooMany);
    assert_eq!(
        store.meeting().take_seat(take(&bo, &seat.seat)).await.unwrap(),
        SeatTaken::With(ada)
    );
}

async fn who_has_days_need_not_stay(fixture: &Fixture) {
    let store = &fixture.store;
    let ada = player(store, "Ada").await;
    let days = Terms { time: Some(TimeControl::Days(3)), rated: false };
    let seek = Seek { wish: wish(GameId::NINE, days), ..seeking(&ada, now()) };
    assert_eq!(store.meeting().find_match(seek).await.unwrap(), Matched::Waits);
    store.meeting().waiting_page_closed(&ada, now()).await.unwrap();
    assert!(store.meeting().still_waiting(&ada, now()).await.unwrap());
    let hours = |number| now() + SignedDuration::from_hours(number);
    assert!(store.meeting().waits_for(&ada, hours(23)).await.unwrap().is_some());
    assert!(store.meeting().waits_for(&ada, hours(25)).await.unwrap().is_none());
}

async fn many_seekers_on_two_nodes_are_paired_once(fixture: &Fixture) {
    let (store, other) = (&fixture.store, fixture.other_node().await);
    let mut players = Vec::new();
    for i in 0..40 {
        players.push(player(store, &format!("Seeker{i}")).await);
    }
    let begin = now();
    let rated = |who: &PlayerId| Seek { wish: wish(GameId::NINE, RATED), ..seeking(who, begin) };
    let seeks = players.iter().enumerate().map(|(i, who)| {
        let node = if i % 2 == 0 { Arc::clone(store) } else { Arc::clone(&other) };
        let seek = rated(who);
        async move {
            let matched = node.meeting().find_match(seek).await.unwrap();
            let paired = node.meeting().pair_waiting(begin + SECOND).await.unwrap();
            (matched, paired)
        }
    });
    join_all(seeks).await;
    for who in &players {
        assert_eq!(
            store.games().running_games(who).await.unwrap().len(),
            1,
            "everybody plays, once"
        );
    }
    assert!(store.meeting().open_seats(begin, 100).await.unwrap().is_empty());
}

async fn people_kept_apart_are_not_paired(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let cy = player(store, "Cy").await;
    let blocks = Some(Relation::Blocks);
    assert!(store.accounts().relate(&ada, &bo, blocks, now(), 9).await.unwrap());
    assert!(
        store.accounts().are_apart(&ada, &bo).await.unwrap()
            && store.accounts().are_apart(&bo, &ada).await.unwrap()
    );
    assert_eq!(seek(store, &ada, now() - SECOND).await, Matched::Waits);
    assert_eq!(seek(store, &bo, now()).await, Matched::Waits);
    assert_eq!(store.meeting().pair_waiting(now() + 90 * SECOND).await.unwrap(), []);
    let seats = store.meeting().open_seats(now(), 100).await.unwrap();
    let adas = seats.iter().find(|seat| seat.player == ada).unwrap();
    assert_eq!(store.meeting().take_seat(take(&bo, &adas.seat)).await.unwrap(), SeatTaken::Gone);
    assert_eq!(seek(store, &cy, now()).await, Matched::With(ada.clone()));
    // And no more when it is forgotten.
    assert!(store.accounts().relate(&ada, &bo, None, now(), 9).await.unwrap());
    assert_eq!(seek(store, &ada, now()).await, Matched::With(bo));
}

async fn followed_people_are_seen_when_they_are_here(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let cy = player(store, "Cy").await;
    let follows = Some(Relation::Follows);
    assert!(store.accounts().relate(&ada, &bo, follows, now(), 2).await.unwrap());
    assert!(store.accounts().relate(&ada, &cy, follows, now(), 2).await.unwrap());
    let di = player(store, "Di").await;
    assert!(!store.accounts().relate(&ada, &di, follows, now(), 2).await.unwrap(), "too many");
    store.cluster().node_is_alive("one", now()).await.unwrap();
    store.cluster().has_come(Whereabouts { player: bo, game: None }, "one").await.unwrap();
    let people = store.accounts().people(&ada, Relation::Follows, now()).await.unwrap();
    let seen: Vec<_> = people.iter().map(|who| (who.name.as_str(), who.is_here)).collect();
    assert_eq!(seen, [("Bo", true), ("Cy", false)]);
    // Whoever is blocked is followed no more.
    assert!(store.accounts().relate(&ada, &cy, Some(Relation::Blocks), now(), 2).await.unwrap());
    assert_eq!(store.accounts().people(&ada, Relation::Follows, now()).await.unwrap().len(), 1);
    assert_eq!(store.accounts().people(&ada, Relation::Blocks, now()).await.unwrap()[0].name, "Cy");
    assert!(store.accounts().delete_player(&cy).await.unwrap());
    assert!(store.accounts().people(&ada, Relation::Blocks, now()).await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_that_rate_in_one_batch_do_not_deadlock() {
    let Some(fixture) = on_postgres().await else { return };
    let (store, other) = (&fixture.store, fixture.other_node().await);
    let mut players = Vec::new();
    for i in 0..8 {
        players.push(player(store, &format!("Rated{i}")).await);
    }
    // Every node ends games of the same people, in another order.
    let mut games = Vec::new();
    for round in 0..40 {
        let (white, black) = (round % 8, (round * 3 + 1) % 8);
        let black = if black == white { (black + 1) % 8 } else { black };
        let new = NewGame {
            key: GameKey::random(),
            game: GameId::NINE,
            start: GameId::NINE.start().to_string(),
            mover: Side::White,
            seats: [white, black].map(|i: usize| NewSeat::Player(players[i].clone())),
            terms: RATED,
            at: now(),
        };
        games.push(new.key.clone());
        store.games().create_game(new).await.unwrap();
    }
    let ends = games.iter().enumerate().map(|(i, key)| {
        let node = if i % 2 == 0 { store } else { &other };
        node.games().append(lost(key, if i % 3 == 0 { Side::White } else { Side::Black }))
    });
    for ended in join_all(ends).await {
        assert!(ended.unwrap());
    }
    assert_eq!(
        store.games().all_ratings().await.unwrap(),
        store.games().recomputed_ratings().await.unwrap()
    );
    store.close().await;
    other.close().await;
    // What the database has counted is known when those who caused it have gone.
    let (server, name) = fixture.address.rsplit_once('/').unwrap();
    let mut admin = PgConnection::connect(&format!("{server}/postgres")).await.unwrap();
    let sql = "SELECT deadlocks FROM pg_stat_database WHERE datname = $1";
    let row = sqlx::query(sql).bind(name).fetch_one(&mut admin).await.unwrap();
    assert_eq!(row.get::<i64, _>(0), 0);
}
