//! Push messages to players whose turn it is.

use jiff::SignedDuration;
use merels_model::{GameKey, Phrase, PlayerId, Terms, TimeControl};
use merels_rules::Side;
use merels_store::{Append, DueNotice, Event, NewSeat, PushSubscription, SessionToken, Store};

use super::{Fixture, append, game_between, mv, now, on_postgres, on_sqlite, player};

conformance!(
    a_turn_in_a_game_by_days_is_due_once,
    a_subscription_ends_with_its_session_and_is_its_players,
    the_key_for_push_services_is_made_once,
);

async fn subscribed(store: &Store, player: &PlayerId, endpoint: &str) -> SessionToken {
    let token = SessionToken::random();
    let later = now() + SignedDuration::from_hours(1);
    store.accounts().start_session(token.id(), player.clone(), later).await.unwrap();
    subscribe(store, player, &token, endpoint).await;
    token
}

async fn subscribe(store: &Store, player: &PlayerId, token: &SessionToken, endpoint: &str) {
    let subscription = PushSubscription {
        endpoint: endpoint.to_owned(),
        player: player.clone(),
        session: token.id(),
        p256dh: "key".to_owned(),
        auth: "auth".to_owned(),
        language: "en".to_owned(),
        created: now(),
    };
    store.notices().subscribe(subscription).await.unwrap();
}

async fn game_by_days(store: &Store, white: &PlayerId, black: &PlayerId) -> GameKey {
    let seat = |player: &PlayerId| NewSeat::Player(player.clone());
    let terms = Terms { time: Some(TimeControl::Days(3)), rated: false };
    let new = merels_store::NewGame { terms, ..game_between(seat(white), seat(black)) };
    let key = new.key.clone();
    store.games().create_game(new).await.unwrap();
    key
}

async fn a_turn_in_a_game_by_days_is_due_once(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let older = game_by_days(store, &bo, &ada).await;
    // Time goes on between two things that happen.
    tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    subscribed(store, &bo, "https://push.example/bo").await;
    let key = game_by_days(store, &ada, &bo).await;
    let later = now() + SignedDuration::from_secs(60);
    let due = async || store.notices().due_notices(later).await.unwrap();
    assert_eq!(due().await, [], "the first turn is Ada's, and {older} began before");
    assert!(store.games().append(append(&key, 2, mv(0, "d6"))).await.unwrap());
    let notice = DueNotice { game: key.clone(), player: bo.clone(), version: 2 };
    assert_eq!(due().await, std::slice::from_ref(&notice));
    assert_eq!(
        store.notices().due_notices(now() - SignedDuration::from_secs(60)).await.unwrap(),
        []
    );
    let other_node = fixture.other_node().await;
    let taken = tokio::join!(
        store.notices().take_notice(notice.clone()),
        other_node.notices().take_notice(notice)
    );
    assert!(taken.0.unwrap() ^ taken.1.unwrap(), "one node takes it");
    assert_eq!(due().await, []);
    // What is said does not make it his turn again; her next move does.
    let said = Event::Said { side: Side::White, phrase: Phrase::Hello };
    assert!(store.games().append(append(&key, 3, said)).await.unwrap());
    assert_eq!(due().await, []);
    let his = Append { mover: Side::White, ..append(&key, 4, mv(1, "f4")) };
    assert!(store.games().append(his).await.unwrap());
    assert_eq!(due().await, []);
    assert!(store.games().append(append(&key, 5, mv(2, "b4"))).await.unwrap());
    assert_eq!(due().await, [DueNotice { game: key, player: bo, version: 5 }]);
}

async fn a_subscription_ends_with_its_session_and_is_its_players(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let token = subscribed(store, &ada, "https://push.example/1").await;
    for number in 2..=12 {
        subscribe(store, &ada, &token, &format!("https://push.example/{number}")).await;
    }
    assert_eq!(store.notices().subscriptions_of(&ada).await.unwrap().len(), 10, "and no more");
    assert!(!store.notices().unsubscribe("https://push.example/12", Some(&bo)).await.unwrap());
    assert!(store.notices().unsubscribe("https://push.example/12", Some(&ada)).await.unwrap());
    // Somebody else signs in with the same browser.
    subscribed(store, &bo, "https://push.example/11").await;
    assert_eq!(store.notices().subscriptions_of(&ada).await.unwrap().len(), 8);
    store.accounts().end_session(&token.id()).await.unwrap();
    assert_eq!(store.notices().subscriptions_of(&ada).await.unwrap(), []);
    subscribe(store, &ada, &token, "https://push.example/late").await;
    assert_eq!(store.notices().subscriptions_of(&ada).await.unwrap(), [], "the session is over");
    assert_eq!(store.notices().subscriptions_of(&bo).await.unwrap().len(), 1);
    store.accounts().delete_player(&bo).await.unwrap();
    assert_eq!(store.notices().subscriptions_of(&bo).await.unwrap(), []);
}

async fn the_key_for_push_services_is_made_once(fixture: &Fixture) {
    let other_node = fixture.other_node().await;
    let keys = tokio::join!(
        fixture.store.notices().push_key("one".to_owned()),
        other_node.notices().push_key("other".to_owned())
    );
    assert_eq!(keys.0.unwrap(), keys.1.unwrap());
}
