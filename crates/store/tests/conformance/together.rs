//! Playing together: invitations, clocks, names of guests.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use merels_rules::{GameId, Side};
use merels_store::{
    Accept, Accepted, Append, GameKey, InvitationId, NewGame, NewInvitation, NewPlayer, NewSeat,
    PlayerId, Seat, Store, Terms, TimeControl,
};

use super::{Fixture, append, game, game_between, mv, now, on_postgres, on_sqlite, player};

conformance!(
    one_sits_down_however_many_come_at_once,
    an_invitation_is_withdrawn_by_its_host_and_expires,
    with_a_guest_a_game_is_not_rated,
    nobody_keeps_more_invitations_open_than_allowed,
    flags_fall_when_their_time_has_come,
    both_times_come_back_with_their_event,
    a_short_absence_is_given_back_to_clocks_alone,
    a_game_with_a_clock_is_not_idle,
    a_guest_gets_the_name_of_choice_or_one_with_a_number,
);

const FIVE: Terms =
    Terms { time: Some(TimeControl::Live { minutes: 5, increment: 5 }), rated: true };

fn invitation(host: &PlayerId, side: Option<Side>) -> NewInvitation {
    let at = now();
    NewInvitation {
        id: InvitationId::random(),
        host: host.clone(),
        side,
        game: GameId::NINE,
        start: GameId::NINE.start().to_string(),
        mover: Side::White,
        terms: FIVE,
        at,
        expires: at + SignedDuration::from_hours(1),
        most_open: 3,
    }
}

async fn invite(store: &Store, host: &PlayerId, side: Option<Side>) -> InvitationId {
    let new = invitation(host, side);
    let id = new.id.clone();
    assert!(store.invite(new).await.unwrap());
    id
}

fn accept(id: &InvitationId, player: &PlayerId, at: Timestamp) -> Accept {
    Accept {
        id: id.clone(),
        player: player.clone(),
        has_account: true,
        key: GameKey::random(),
        lot: Side::Black,
        at,
        most_running: 20,
    }
}

fn sits(game: &merels_store::StoredGame, side: Side, player: &PlayerId) -> bool {
    game.seats[side.index()].is(player)
}

async fn one_sits_down_however_many_come_at_once(fixture: &Fixture) {
    let nodes = [Arc::clone(&fixture.store), fixture.other_node().await];
    let host = player(&nodes[0], "Ada").await;
    let id = invite(&nodes[0], &host, Some(Side::Black)).await;
    let own = nodes[0].accept(accept(&id, &host, now())).await.unwrap();
    assert_eq!(own, Accepted::Own);
    let mut coming = Vec::new();
    for i in 0..10 {
        let friend = player(&nodes[0], &format!("Friend{i}")).await;
        let (store, accept) = (Arc::clone(&nodes[i % 2]), accept(&id, &friend, now()));
        coming.push(tokio::spawn(async move {
            let key = accept.key.clone();
            (key, friend, store.accept(accept).await.unwrap())
        }));
    }
    let (mut begun, mut taken) = (Vec::new(), Vec::new());
    for one in coming {
        match one.await.unwrap() {
            (key, friend, Accepted::Begun(with)) => {
                assert_eq!(with, host);
                begun.push((key, friend));
            }
            (_, _, Accepted::Taken(key)) => taken.push(key),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((begun.len(), taken.len()), (1, 9));
    let (key, friend) = &begun[0];
    assert!(taken.iter().all(|other| other == key));
    let game = nodes[1].game(key).await.unwrap().unwrap();
    assert!(sits(&game, Side::Black, &host) && sits(&game, Side::White, friend));
    assert_eq!(game.terms, FIVE);
    let found = nodes[0].invitation(&id, now()).await.unwrap().unwrap();
    assert_eq!(found.taken.as_ref(), Some(key));
    assert_eq!(nodes[0].running_games(&host).await.unwrap().len(), 1);
}

async fn an_invitation_is_withdrawn_by_its_host_and_expires(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let id = invite(store, &ada, None).await;
    assert!(!store.withdraw(&id, &bo).await.unwrap(), "it is not his");
    assert!(store.invitation(&id, now()).await.unwrap().is_some());
    assert!(store.withdraw(&id, &ada).await.unwrap());
    assert!(!store.withdraw(&id, &ada).await.unwrap());
    assert_eq!(store.accept(accept(&id, &bo, now())).await.unwrap(), Accepted::Gone);
    let id = invite(store, &ada, None).await;
    let later = now() + SignedDuration::from_hours(2);
    assert!(store.invitation(&id, later).await.unwrap().is_none());
    assert_eq!(store.accept(accept(&id, &bo, later)).await.unwrap(), Accepted::Gone);
    assert_eq!(store.forget_invitations(now()).await.unwrap(), 0);
    assert_eq!(store.forget_invitations(later).await.unwrap(), 1);
    let strange = InvitationId::new("no such thing");
    assert!(store.invitation(&strange, now()).await.unwrap().is_none());
}

async fn with_a_guest_a_game_is_not_rated(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let id = invite(store, &ada, None).await;
    let guest = Accept { has_account: false, ..accept(&id, &bo, now()) };
    let key = guest.key.clone();
    assert_eq!(store.accept(guest).await.unwrap(), Accepted::Begun(ada.clone()));
    let game = store.game(&key).await.unwrap().unwrap();
    assert_eq!(game.terms, Terms { rated: false, ..FIVE });
    assert!(sits(&game, Side::Black, &ada), "as the lot fell");
}

async fn nobody_keeps_more_invitations_open_than_allowed(fixture: &Fixture) {
    let store = &fixture.store;
    let ada = player(store, "Ada").await;
    let mut last = invite(store, &ada, None).await;
    for _ in 0..2 {
        last = invite(store, &ada, None).await;
    }
    assert!(!store.invite(invitation(&ada, None)).await.unwrap());
    assert!(store.withdraw(&last, &ada).await.unwrap());
    assert!(store.invite(invitation(&ada, None)).await.unwrap());
}

async fn timed(store: &Store, at: Timestamp) -> GameKey {
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let new = game_between(NewSeat::Player(ada), NewSeat::Player(bo));
    let new = NewGame { terms: FIVE, at, ..new };
    let key = new.key.clone();
    store.create_game(new).await.unwrap();
    key
}

async fn flags_fall_when_their_time_has_come(fixture: &Fixture) {
    let store = &fixture.store;
    let begun = now();
    let key = timed(store, begun).await;
    let second = SignedDuration::from_secs(1);
    assert_eq!(store.fallen_flags(begun + 59 * second).await.unwrap(), []);
    assert_eq!(store.fallen_flags(begun + 60 * second).await.unwrap(), std::slice::from_ref(&key));
    let flag = Some(begun + 500 * second);
    let first = Append { flag, ..append(&key, 2, mv(0, "a1")) };
    assert!(store.append(first).await.unwrap());
    assert_eq!(store.fallen_flags(begun + 60 * second).await.unwrap(), []);
    assert_eq!(store.fallen_flags(begun + 501 * second).await.unwrap(), std::slice::from_ref(&key));
    assert!(store.append(super::finish(&key, 3, Side::Black, "1-0")).await.unwrap());
    assert_eq!(store.fallen_flags(begun + 501 * second).await.unwrap(), []);
}

async fn both_times_come_back_with_their_event(fixture: &Fixture) {
    let store = &fixture.store;
    let key = timed(store, now()).await;
    let mut first = append(&key, 2, mv(0, "a1"));
    first.event.left = Some([299_123, 300_000]);
    assert!(store.append(first).await.unwrap());
    let events = store.events(&key).await.unwrap();
    let left: Vec<_> = events.iter().map(|event| event.left).collect();
    assert_eq!(left, [Some([300_000; 2]), Some([299_123, 300_000])]);
}

async fn a_short_absence_is_given_back_to_clocks_alone(fixture: &Fixture) {
    let store = &fixture.store;
    let begun = now();
    let key = timed(store, begun).await;
    let (cy, di) = (player(store, "Cy").await, player(store, "Di").await);
    let untimed = game(store, &cy, &di).await;
    let before = store.game(&untimed).await.unwrap().unwrap().touched;
    store.beat(begun).await.unwrap();
    let away = SignedDuration::from_secs(10);
    assert_eq!(store.beat(begun + away).await.unwrap(), away);
    let stored = store.game(&key).await.unwrap().unwrap();
    assert_eq!(stored.touched, begun + away);
    let minute = SignedDuration::from_secs(60);
    assert_eq!(store.fallen_flags(begun + minute).await.unwrap(), []);
    assert_eq!(store.fallen_flags(begun + away + minute).await.unwrap(), [key]);
    assert_eq!(store.game(&untimed).await.unwrap().unwrap().touched, before);
}

async fn a_game_with_a_clock_is_not_idle(fixture: &Fixture) {
    let store = &fixture.store;
    timed(store, now()).await;
    let later = now() + SignedDuration::from_hours(24 * 30);
    assert_eq!(store.idle_games(later).await.unwrap(), []);
}

async fn a_guest_gets_the_name_of_choice_or_one_with_a_number(fixture: &Fixture) {
    let store = &fixture.store;
    let ada = player(store, "Ada").await;
    let mut guests = Vec::new();
    for name in ["Guest 1", "Guest 2"] {
        let id = PlayerId::random();
        let new = NewPlayer { id: id.clone(), login: None, name: name.to_owned(), at: now() };
        store.create_player(new).await.unwrap().unwrap();
        guests.push(id);
    }
    assert_eq!(store.rename_guest(&guests[0], "ADA").await.unwrap(), "ADA 2");
    assert_eq!(store.rename_guest(&guests[0], "ADA").await.unwrap(), "ADA 2");
    assert_eq!(store.rename_guest(&guests[1], "Ada").await.unwrap(), "Ada 3");
    assert_eq!(store.rename_guest(&guests[1], "Bo").await.unwrap(), "Bo");
    // An account keeps its name.
    store.rename_guest(&ada, "Cy").await.unwrap();
    let key = game(store, &ada, &guests[1]).await;
    let names = store.game(&key).await.unwrap().unwrap().seats.map(|seat| match seat {
        Seat::Player { name, .. } => name,
        other => panic!("{other:?}"),
    });
    assert_eq!(names, ["Ada", "Bo"]);
}
