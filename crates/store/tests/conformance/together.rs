//! Playing together: invitations, rematches, names of guests, and watching.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use merels_model::{GameKey, InvitationId, Offered, Phrase, PlayerId, Seat, Terms, TimeControl};
use merels_rules::{GameId, Side};
use merels_store::{
    Accept, Accepted, Event, GameToWatch, Invited, NewInvitation, NewPlayer, NewSeat, OfferRematch,
    Rematched, Store, WatcherReport,
};

use super::clocks::timed;
use super::{FIVE, Fixture, append, game, game_between, mv, now, on_postgres, on_sqlite, player};

conformance!(
    one_sits_down_however_many_come_at_once,
    an_invitation_is_withdrawn_by_its_host_and_expires,
    a_host_changes_an_open_offer_and_nobody_agrees_to_another_than_was_seen,
    with_a_guest_a_game_is_not_rated,
    nobody_keeps_more_invitations_open_than_allowed,
    challenges_to_one_player_have_a_cap,
    a_guest_gets_the_name_of_choice_or_one_with_a_number,
    a_rematch_begins_once_when_both_want_it,
    quick_words_come_back_and_touch_nothing_else,
    watchers_of_all_nodes_are_counted_as_long_as_their_node_is_there,
    games_to_watch_are_those_between_people_that_go_on,
);

fn invitation(host: &PlayerId, side: Option<Side>) -> NewInvitation {
    let at = now();
    NewInvitation {
        id: InvitationId::random(),
        host: host.clone(),
        challenged: None,
        side,
        game: GameId::NINE,
        start: GameId::NINE.start().to_string(),
        mover: Side::White,
        terms: FIVE,
        at,
        expires: at + SignedDuration::from_hours(1),
        most_open: 3,
        most_to_one: 4,
        most_by_one: 2,
    }
}

async fn invite(store: &Store, host: &PlayerId, side: Option<Side>) -> InvitationId {
    let new = invitation(host, side);
    let id = new.id.clone();
    assert_eq!(store.meeting().invite(new).await.unwrap(), Invited::Done);
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
        seen: None,
    }
}

fn sits(game: &merels_model::StoredGame, side: Side, player: &PlayerId) -> bool {
    game.seats[side.index()].is(player)
}

async fn one_sits_down_however_many_come_at_once(fixture: &Fixture) {
    let nodes = [Arc::clone(&fixture.store), fixture.other_node().await];
    let host = player(&nodes[0], "Ada").await;
    let id = invite(&nodes[0], &host, Some(Side::Black)).await;
    let own = nodes[0].meeting().accept(accept(&id, &host, now())).await.unwrap();
    assert_eq!(own, Accepted::Own);
    let mut coming = Vec::new();
    for i in 0..10 {
        let friend = player(&nodes[0], &format!("Friend{i}")).await;
        let (store, accept) = (Arc::clone(&nodes[i % 2]), accept(&id, &friend, now()));
        coming.push(tokio::spawn(async move {
            let key = accept.key.clone();
            (key, friend, store.meeting().accept(accept).await.unwrap())
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
    let game = nodes[1].games().game(key).await.unwrap().unwrap();
    assert!(sits(&game, Side::Black, &host) && sits(&game, Side::White, friend));
    assert_eq!(game.terms, FIVE);
    let found = nodes[0].meeting().invitation(&id, now()).await.unwrap().unwrap();
    assert_eq!(found.taken.as_ref(), Some(key));
    assert_eq!(nodes[0].games().running_games(&host).await.unwrap().len(), 1);
}

async fn an_invitation_is_withdrawn_by_its_host_and_expires(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let id = invite(store, &ada, None).await;
    assert!(!store.meeting().withdraw(&id, &bo).await.unwrap(), "it is not his");
    assert!(store.meeting().invitation(&id, now()).await.unwrap().is_some());
    assert!(store.meeting().withdraw(&id, &ada).await.unwrap());
    assert!(!store.meeting().withdraw(&id, &ada).await.unwrap());
    assert_eq!(store.meeting().accept(accept(&id, &bo, now())).await.unwrap(), Accepted::Gone);
    let id = invite(store, &ada, None).await;
    let later = now() + SignedDuration::from_hours(2);
    assert!(store.meeting().invitation(&id, later).await.unwrap().is_none());
    assert_eq!(store.meeting().accept(accept(&id, &bo, later)).await.unwrap(), Accepted::Gone);
    assert_eq!(store.meeting().forget_invitations(now()).await.unwrap(), 0);
    assert_eq!(store.meeting().forget_invitations(later).await.unwrap(), 1);
    let strange = InvitationId::new("no such thing");
    assert!(store.meeting().invitation(&strange, now()).await.unwrap().is_none());
}

async fn a_host_changes_an_open_offer_and_nobody_agrees_to_another_than_was_seen(
    fixture: &Fixture,
) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let id = invite(store, &ada, None).await;
    let seen = store.meeting().invitation(&id, now()).await.unwrap().unwrap().offered();
    let days = Terms { time: Some(TimeControl::Days(3)), rated: false };
    let offered = Offered { side: Some(Side::Black), terms: days };
    let change = async |host: &PlayerId, at: Timestamp| {
        let expires = at + SignedDuration::from_hours(4);
        store.meeting().change_offer(&id, host, offered, [at, expires]).await.unwrap()
    };
    assert!(!change(&bo, now()).await, "it is not his");
    assert!(!change(&ada, now() + SignedDuration::from_hours(2)).await, "it has expired");
    assert!(change(&ada, now()).await);
    let later = now() + SignedDuration::from_hours(3);
    let changed = store.meeting().invitation(&id, later).await.unwrap().unwrap();
    assert_eq!(changed.offered(), offered);
    let agrees_to = |seen| Accept { seen: Some(seen), ..accept(&id, &bo, now()) };
    let meeting = || store.meeting();
    assert_eq!(meeting().accept(agrees_to(seen)).await.unwrap(), Accepted::Changed);
    let begun = meeting().accept(agrees_to(offered)).await.unwrap();
    assert_eq!(begun, Accepted::Begun(ada.clone()));
    assert!(!change(&ada, now()).await, "it is taken");
    // Who was challenged was asked for these terms and no others.
    let challenge = NewInvitation { challenged: Some(bo), ..invitation(&ada, None) };
    let id = challenge.id.clone();
    assert_eq!(meeting().invite(challenge).await.unwrap(), Invited::Done);
    assert!(!meeting().change_offer(&id, &ada, offered, [now(), later]).await.unwrap());
}

async fn with_a_guest_a_game_is_not_rated(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let id = invite(store, &ada, None).await;
    let guest = Accept { has_account: false, ..accept(&id, &bo, now()) };
    let key = guest.key.clone();
    assert_eq!(store.meeting().accept(guest).await.unwrap(), Accepted::Begun(ada.clone()));
    let game = store.games().game(&key).await.unwrap().unwrap();
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
    let one_more = invitation(&ada, None);
    assert_eq!(store.meeting().invite(one_more).await.unwrap(), Invited::TooMany);
    assert!(store.meeting().withdraw(&last, &ada).await.unwrap());
    assert_eq!(store.meeting().invite(invitation(&ada, None)).await.unwrap(), Invited::Done);
}

async fn challenges_to_one_player_have_a_cap(fixture: &Fixture) {
    let store = &fixture.store;
    let ada = player(store, "Ada").await;
    let challenge = async |host: &PlayerId| {
        let new = NewInvitation { challenged: Some(ada.clone()), ..invitation(host, None) };
        store.meeting().invite(new).await.unwrap()
    };
    let (bo, cy) = (player(store, "Bo").await, player(store, "Cy").await);
    for host in [&bo, &bo, &cy, &cy] {
        assert_eq!(challenge(host).await, Invited::Done);
    }
    assert_eq!(challenge(&bo).await, Invited::TooManyToOne, "by the same");
    let di = player(store, "Di").await;
    assert_eq!(challenge(&di).await, Invited::TooManyToOne, "by anybody with an account");
    let guest = PlayerId::random();
    let new = NewPlayer { id: guest.clone(), login: None, name: "Guest 1234567".into(), at: now() };
    store.accounts().create_player(new).await.unwrap().unwrap();
    assert_eq!(challenge(&guest).await, Invited::Done, "guests are counted apart");
}

async fn a_guest_gets_the_name_of_choice_or_one_with_a_number(fixture: &Fixture) {
    let store = &fixture.store;
    let ada = player(store, "Ada").await;
    let mut guests = Vec::new();
    for name in ["Guest 1", "Guest 2"] {
        let id = PlayerId::random();
        let new = NewPlayer { id: id.clone(), login: None, name: name.to_owned(), at: now() };
        store.accounts().create_player(new).await.unwrap().unwrap();
        guests.push(id);
    }
    assert_eq!(store.accounts().rename_guest(&guests[0], "ADA").await.unwrap(), "ADA 2");
    assert_eq!(store.accounts().rename_guest(&guests[0], "ADA").await.unwrap(), "ADA 2");
    assert_eq!(store.accounts().rename_guest(&guests[1], "Ada").await.unwrap(), "Ada 3");
    assert_eq!(store.accounts().rename_guest(&guests[1], "Bo").await.unwrap(), "Bo");
    // An account keeps its name.
    store.accounts().rename_guest(&ada, "Cy").await.unwrap();
    let key = game(store, &ada, &guests[1]).await;
    let names = store.games().game(&key).await.unwrap().unwrap().seats.map(|seat| match seat {
        Seat::Player { name, .. } => name,
        other => panic!("{other:?}"),
    });
    assert_eq!(names, ["Ada", "Bo"]);
}

async fn a_rematch_begins_once_when_both_want_it(fixture: &Fixture) {
    let nodes = [Arc::clone(&fixture.store), fixture.other_node().await];
    let (ada, bo) = (player(&nodes[0], "Ada").await, player(&nodes[0], "Bo").await);
    let key = game(&nodes[0], &ada, &bo).await;
    let offer = |side: Side| {
        let player = if side == Side::White { &ada } else { &bo };
        let seats = [&bo, &ada].map(|player| NewSeat::Player(player.clone()));
        let [white, black] = seats;
        OfferRematch {
            after: key.clone(),
            side,
            player: player.clone(),
            game: game_between(white, black),
            most_running: 20,
        }
    };
    assert_eq!(
        nodes[0].meeting().offer_rematch(offer(Side::White)).await.unwrap(),
        Rematched::NotOver
    );
    assert!(nodes[0].games().append(super::finish(&key, 2, Side::White, "0-1")).await.unwrap());
    // Asked twice by the same, it is still only asked; declined, it is asked anew.
    for _ in 0..2 {
        assert_eq!(
            nodes[0].meeting().offer_rematch(offer(Side::White)).await.unwrap(),
            Rematched::Offered
        );
    }
    assert_eq!(nodes[1].games().game(&key).await.unwrap().unwrap().rematch, Some(Side::White));
    nodes[1].meeting().drop_rematch(&key).await.unwrap();
    assert_eq!(nodes[0].games().game(&key).await.unwrap().unwrap().rematch, None);
    // Both at once, on two nodes.
    let (one, two) = tokio::join!(
        nodes[0].meeting().offer_rematch(offer(Side::White)),
        nodes[1].meeting().offer_rematch(offer(Side::Black))
    );
    let outcomes = [one.unwrap(), two.unwrap()];
    let begun: Vec<&Rematched> =
        outcomes.iter().filter(|outcome| matches!(outcome, Rematched::Begun(_))).collect();
    assert_eq!(begun.len(), 1, "{outcomes:?}");
    for side in Side::ALL {
        assert_eq!(&nodes[0].meeting().offer_rematch(offer(side)).await.unwrap(), begun[0]);
    }
    let running = nodes[0].games().running_games(&ada).await.unwrap();
    assert_eq!(running.len(), 1);
    assert!(sits(&running[0], Side::Black, &ada), "the colours are exchanged");
    let before = nodes[0].games().game(&key).await.unwrap().unwrap();
    assert_eq!((before.next.as_ref(), before.rematch), (Some(&running[0].key), None));
}

async fn quick_words_come_back_and_touch_nothing_else(fixture: &Fixture) {
    let store = &fixture.store;
    let key = timed(store, now()).await;
    let said = |phrase| Event::Said { side: Side::Black, phrase };
    let before = store.games().game(&key).await.unwrap().unwrap();
    for (version, phrase) in (2..).zip(Phrase::ALL) {
        assert!(store.games().append(append(&key, version, said(phrase))).await.unwrap());
    }
    let after = store.games().game(&key).await.unwrap().unwrap();
    assert_eq!(after.version, 7);
    assert_eq!(merels_model::StoredGame { version: 1, ..after }, before);
    let events: Vec<Event> = store
        .games()
        .events(&key)
        .await
        .unwrap()
        .into_iter()
        .skip(1)
        .map(|event| event.event)
        .collect();
    assert_eq!(events, Phrase::ALL.map(said));
    let minute = SignedDuration::from_secs(61);
    assert_eq!(store.games().fallen_flags(now() + minute).await.unwrap(), [key]);
}

async fn watchers_of_all_nodes_are_counted_as_long_as_their_node_is_there(fixture: &Fixture) {
    let nodes = [Arc::clone(&fixture.store), fixture.other_node().await];
    let (one, other, at) = (GameKey::random(), GameKey::random(), now());
    let report = async |node: usize, games: &[(&GameKey, u32)], seconds: i64| {
        let games = games.iter().map(|(key, people)| ((*key).clone(), *people)).collect();
        let until = at + SignedDuration::from_secs(seconds);
        let report = WatcherReport { node: node.to_string(), games, until };
        nodes[node].games().report_watchers(report).await.unwrap();
    };
    report(0, &[(&one, 3), (&other, 1)], 10).await;
    report(1, &[(&one, 2)], 60).await;
    let store = &nodes[0];
    assert_eq!(store.games().watchers_of(&one, at).await.unwrap(), 5);
    let mut all = store.games().watchers(at).await.unwrap();
    all.sort_by_key(|(_, people)| *people);
    assert_eq!(all, [(other.clone(), 1), (one.clone(), 5)]);
    report(0, &[(&one, 0), (&other, 4)], 10).await;
    assert_eq!(store.games().watchers_of(&one, at).await.unwrap(), 2);
    assert_eq!(store.games().watchers_of(&other, at).await.unwrap(), 4);
    // A node that is gone counts no longer.
    let later = at + SignedDuration::from_secs(30);
    assert_eq!(store.games().watchers(later).await.unwrap(), [(one.clone(), 2)]);
    assert_eq!(store.games().forget_watchers(later).await.unwrap(), 1);
    assert_eq!(store.games().watchers_of(&other, at).await.unwrap(), 0);
}

async fn games_to_watch_are_those_between_people_that_go_on(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let key = game(store, &ada, &bo).await;
    let (at, hour) = (now(), SignedDuration::from_hours(1));
    let seen = async || store.games().games_to_watch(at, at - hour, 10).await.unwrap();
    assert!(seen().await.is_empty(), "nobody has moved yet");
    for (ply, text) in [(0, "d6"), (1, "d2")] {
        assert!(store.games().append(append(&key, ply + 2, mv(ply, text))).await.unwrap());
    }
    let found = seen().await;
    let [GameToWatch { key: found, strength: 0, watchers: 0, .. }] = found.as_slice() else {
        panic!("{found:?}")
    };
    assert_eq!(*found, key);
    assert!(
        store.games().games_to_watch(at, at + hour, 10).await.unwrap().is_empty(),
        "too long ago"
    );
}
