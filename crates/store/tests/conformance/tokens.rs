//! Tokens of programs, and bots.

use merels_model::{PlayerId, Results};
use merels_rules::GameScore;
use merels_store::{
    AccountChange, ApiToken, BotMade, GameWithPerson, NewSeat, NewToken, Scope, Store,
};

use super::{Fixture, game_between, now, on_postgres, on_sqlite, player};

conformance!(
    a_token_holds_until_it_is_revoked_by_its_owner,
    a_bot_has_its_mark_in_its_name_for_good,
    whoever_plays_a_bot_plays_no_person,
);

async fn token(store: &Store, player: &PlayerId, most: u32) -> Option<ApiToken> {
    let secret = ApiToken::random();
    let (label, player) = ("test".to_owned(), player.clone());
    let new = NewToken { id: secret.id(), player, label, scope: Scope::Play, at: now(), most };
    store.accounts().make_token(new).await.unwrap().then_some(secret)
}

async fn a_token_holds_until_it_is_revoked_by_its_owner(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let secret = token(store, &ada, 2).await.unwrap();
    assert!(token(store, &ada, 2).await.is_some());
    assert!(token(store, &ada, 2).await.is_none(), "two are enough");
    let found = store.accounts().token(&secret.id()).await.unwrap().unwrap();
    assert_eq!((found.player.id, found.scope, found.used), (ada.clone(), Scope::Play, None));
    store.accounts().use_token(&secret.id(), now()).await.unwrap();
    assert!(store.accounts().token(&secret.id()).await.unwrap().unwrap().used.is_some());
    assert!(!store.accounts().revoke_token(&secret.id(), &bo).await.unwrap());
    assert!(store.accounts().revoke_token(&secret.id(), &ada).await.unwrap());
    assert!(store.accounts().token(&secret.id()).await.unwrap().is_none());
    assert_eq!(store.accounts().tokens_of(&ada).await.unwrap().len(), 1);
    store.accounts().delete_player(&ada).await.unwrap();
    assert_eq!(store.accounts().tokens_of(&ada).await.unwrap(), []);
}

async fn a_bot_has_its_mark_in_its_name_for_good(fixture: &Fixture) {
    let store = &fixture.store;
    let mill = player(store, "Deepmill").await;
    assert_eq!(
        store.accounts().make_bot(&mill).await.unwrap(),
        BotMade::Done("Deepmill (bot)".to_owned())
    );
    for name in ["Deepmill (bot)", "deepmill"] {
        let found = store.accounts().player_named(name).await.unwrap().unwrap();
        assert!(found.is_bot && found.id == mill, "{name}");
    }
    let name = AccountChange::Name("Quickmill".to_owned());
    store.accounts().change_account(&mill, name).await.unwrap().unwrap();
    let found = store.accounts().player_named("Quickmill").await.unwrap().unwrap();
    assert_eq!(found.name, "Quickmill (bot)");
    // A person of the name without the mark comes first.
    let person = player(store, "Quickmill").await;
    assert_eq!(store.accounts().player_named("quickmill").await.unwrap().unwrap().id, person);
    assert_eq!(store.accounts().make_bot(&person).await.unwrap(), BotMade::NameTaken);
}

async fn whoever_plays_a_bot_plays_no_person(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let mill = player(store, "Deepmill").await;
    store.accounts().make_bot(&mill).await.unwrap();
    let seat = |player: &PlayerId| NewSeat::Player(player.clone());
    store.games().create_game(game_between(seat(&ada), seat(&ada))).await.unwrap();
    store.games().create_game(game_between(seat(&ada), seat(&mill))).await.unwrap();
    let with_people = async |player| store.games().games_with_people(player).await.unwrap();
    assert_eq!((with_people(&ada).await.len(), with_people(&mill).await.len()), (0, 1));
    let game = game_between(seat(&bo), seat(&ada));
    let expected = [GameWithPerson { game: game.game, terms: game.terms }];
    let key = game.key.clone();
    store.games().create_game(game).await.unwrap();
    assert_eq!(with_people(&ada).await, expected);
    assert_eq!(with_people(&bo).await, expected);
    // From where it is played is known once, and only as long as it runs.
    let played_from = async |client| store.games().games_played_from(client).await.unwrap();
    for _ in 0..2 {
        store.games().note_address(&key, "198.51.100.7".to_owned()).await.unwrap();
    }
    store.games().forget_addresses().await.unwrap();
    assert_eq!(played_from("198.51.100.7").await, expected);
    assert_eq!(played_from("198.51.100.8").await, []);
    store.games().end_decided(&key, GameScore::Void, now()).await.unwrap();
    assert_eq!(played_from("198.51.100.7").await, []);
    store.games().forget_addresses().await.unwrap();
    assert_eq!(store.accounts().make_bot(&bo).await.unwrap(), BotMade::HasPlayed);
    assert_eq!(store.games().tally(&ada).await.unwrap(), Results::default());
}
