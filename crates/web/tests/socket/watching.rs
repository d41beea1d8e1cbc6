//! Those who watch: how many they are, what they see, and what they must not.

use serde_json::{Value, json};

use crate::common::{Client, Raw, Site, Wire, eventually};

/// White closes a mill by placing g1, and may take d7 or g7.
const BEFORE_A_MILL: &str = "WWxxxxxxxxxxxxxxxxxxxxBB w 7 7 0";

async fn two(site: &Site) -> (Client, Client) {
    (site.player("Ada").await, site.player("Bo").await)
}

/// Nothing that is only for players stands in what a watcher is told.
fn assert_nothing_secret(message: &Value) {
    let view = &message["view"];
    assert_eq!(
        (&view["you"], &view["draft"], &view["moves"]),
        (&json!(null), &json!(null), &json!([]))
    );
    for right in ["mayUndo", "mayHint", "maySay", "mayAbort", "mayForfeit"] {
        assert_eq!(view[right], false, "{right} in {view:#}");
    }
    assert!(view["men"].get("g1").is_none(), "a turn in the making is shown: {view:#}");
}

#[tokio::test]
async fn watchers_are_not_shown_a_turn_in_the_making() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let carl = site.player("Carl").await;
    let game = site.game_from("nine", BEFORE_A_MILL, &ada, &bo).await;
    let (mut watcher, _) = Wire::watching(&site, &carl, &game).await;
    let mut stranger = Raw::broadcast(&site, &game).await;
    stranger.hear("game").await;
    let (mut white, _) = Wire::watching(&site, &ada, &game).await;
    white.send(json!({"do": "draft", "game": game, "ply": 0, "move": "g1", "id": 1})).await;
    white.hear("ack").await;
    // A draft is news for everybody, and its content for its player alone.
    assert_nothing_secret(&watcher.hear("game").await);
    assert_nothing_secret(&stranger.hear("game").await);
    for client in [&carl, &site.visitor()] {
        assert_nothing_secret(&json!({"view": client.state(&game).await}));
    }
    assert_eq!(ada.state(&game).await["draft"], "g1");
}

#[tokio::test]
async fn a_hint_goes_to_its_player_and_to_nobody_else() {
    let site = Site::start().await;
    let (ada, carl) = two(&site).await;
    let fields = json!({"game": "nine", "level": "1", "colour": "white"});
    let begun = ada.api("POST", "/play", fields).await.expect(201).json();
    let game = begun["game_id"].as_str().unwrap();
    let (mut watcher, _) = Wire::watching(&site, &carl, game).await;
    let mut stranger = Raw::broadcast(&site, game).await;
    stranger.hear("game").await;
    let (mut white, _) = Wire::watching(&site, &ada, game).await;
    white.send(json!({"do": "hint", "game": game, "id": 7})).await;
    assert!(white.hear("hint").await["move"].is_string());
    ada.play(game, "d6").await;
    // Until the next turn is seen, all that came is that a hint was asked for.
    loop {
        let message = watcher.next().await.unwrap();
        assert_ne!(message["type"], "hint", "{message}");
        if message["view"]["ply"] == 1 {
            break;
        }
    }
    let told = stranger.hear("game").await;
    assert_eq!(told["view"]["assisted"], true);
    assert!(told["events"][0]["words"].to_string().contains("asks for a hint"), "{told:#}");
    // Nor can a watcher ask for one.
    carl.api("PUT", "/hint", json!({"game_id": game})).await.expect(403);
}

#[tokio::test]
async fn everybody_who_watches_counts_once_and_players_do_not() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let carl = site.player("Carl").await;
    let game = site.game("nine", &ada, &bo).await;
    let (mut white, _) = Wire::watching(&site, &ada, &game).await;
    let (first_page, _) = Wire::watching(&site, &carl, &game).await;
    let (second_page, _) = Wire::watching(&site, &carl.copy(), &game).await;
    assert_eq!(white.hear("watchers").await["count"], 1);
    let mut stranger = Raw::broadcast(&site, &game).await;
    loop {
        let told = white.hear("watchers").await;
        if told["count"] == 2 {
            assert_eq!(told["words"], "2 watch.");
            break;
        }
    }
    while stranger.hear("watchers").await["count"] != 2 {}
    carl.page(&format!("/game/{game}")).await.expect(200).says(&["2 watch."]);
    drop((first_page, second_page, stranger));
    while white.hear("watchers").await["count"] != 0 {}
    let shown = async || {
        (site
            .store
            .games()
            .watchers_of(&merels_model::GameKey::new(&game), crate::common::now())
            .await
            .unwrap()
            == 0)
            .then_some(())
    };
    eventually("nobody is counted any more", shown).await;
}

#[tokio::test]
async fn a_stranger_hears_every_turn_at_once_and_what_was_missed() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = site.game("three", &ada, &bo).await;
    let mut stranger = Raw::broadcast(&site, &game).await;
    assert_eq!(stranger.hear("game").await["view"]["version"], 1);
    ada.play(&game, "a1").await;
    let news = stranger.hear("game").await;
    assert_eq!((&news["view"]["version"], &news["events"][0]["version"]), (&json!(2), &json!(2)));
    let unknown = site.visitor().data("/game/unknown/live").await;
    assert_eq!(unknown.status, 404);
    // A server that ends lets nobody wait.
    let ending = tokio::spawn(site.shut_down());
    stranger.closed().await;
    ending.await.unwrap();
}
