//! Games as pages see them while they are played.

use merels_model::GameKey;
use merels_rules::Side;
use merels_store::{Append, Event, StoredEvent};
use serde_json::{Value, json};

use crate::common::{Client, Site, Wire, now, refusal};

async fn two(site: &Site) -> (Client, Client) {
    (site.player("Ada").await, site.player("Bo").await)
}

fn versions(news: &Value) -> Vec<u64> {
    let events = news["events"].as_array().unwrap();
    events.iter().map(|event| event["version"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn two_players_see_every_move_of_a_whole_game() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = site.game("three", &ada, &bo).await;
    let (mut white, first) = Wire::watching(&site, &ada, &game).await;
    let (mut black, _) = Wire::watching(&site, &bo, &game).await;
    assert_eq!(versions(&first), [1]);
    assert_eq!(first["view"]["you"], "white");
    for (ply, mv) in (0..).zip(["a1", "a2", "b1", "b2", "c1"]) {
        let (mover, other) =
            if ply % 2 == 0 { (&mut white, &mut black) } else { (&mut black, &mut white) };
        let ack = mover.play(&game, ply, mv).await;
        assert_eq!((&ack["type"], &ack["version"]), (&json!("ack"), &json!(ply + 2)));
        let news = other.news_of(ply + 2).await;
        assert_eq!(versions(&news), [ply + 2]);
        assert_eq!(news["events"][0]["kind"], "move");
    }
    let again = white.play(&game, 5, "c2").await;
    assert_eq!(refusal(&again), "over");
    assert_eq!((ada.tally().await, bo.tally().await), ([1, 0, 0], [0, 1, 0]));
    let (_late, news) = Wire::watching(&site, &bo, &game).await;
    assert_eq!(versions(&news), [1, 2, 3, 4, 5, 6]);
    assert_eq!(news["view"]["status"], "You lose");
}

#[tokio::test]
async fn a_reconnect_gets_what_it_missed() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = site.game("nine", &ada, &bo).await;
    let (mut white, _) = Wire::watching(&site, &ada, &game).await;
    white.play(&game, 0, "a1").await;
    drop(white);
    bo.play(&game, "a4").await;
    bo.api("PUT", "/draw", json!({"game_id": game})).await.expect(200);
    let mut white = Wire::open(&site, &ada).await;
    for (seen, missed) in [(2, vec![3, 4]), (4, vec![]), (99, vec![1, 2, 3, 4])] {
        white.send(json!({"do": "watch", "game": game, "version": seen})).await;
        let news = white.hear("game").await;
        assert_eq!(versions(&news), missed);
        assert_eq!(news["view"]["draw"]["mayAnswer"], true);
    }
    let unknown = white.ask(json!({"do": "watch", "game": "nowhere"})).await;
    assert_eq!(refusal(&unknown), "unknown-game");
}

#[tokio::test]
async fn a_repeated_move_is_acknowledged_and_a_stale_one_refused() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = site.game_from("nimble", "0,0,0,2 1", &ada, &bo).await;
    let (mut white, _) = Wire::watching(&site, &ada, &game).await;
    let mut black = Wire::open(&site, &bo).await;
    assert_eq!(refusal(&black.play(&game, 0, "4-3").await), "not-your-turn");
    assert_eq!(white.play(&game, 0, "4-3").await["version"], 2);
    assert_eq!(white.play(&game, 0, "4-3").await["version"], 2);
    assert_eq!(refusal(&white.play(&game, 0, "4-2").await), "stale");
    assert_eq!(refusal(&black.play(&game, 0, "4-3").await), "stale");
    assert_eq!(refusal(&white.play(&game, 1, "4-3").await), "not-your-turn");
    assert_eq!(refusal(&black.play(&game, 1, "1-4").await), "illegal");
    assert_eq!(refusal(&black.play(&game, 1, "over there").await), "malformed");
    assert_eq!(black.play(&game, 1, "4-2").await["version"], 3);
    assert_eq!(white.play(&game, 0, "4-3").await["version"], 2);
    let key = merels_model::GameKey::new(game);
    assert_eq!(site.store.games().events(&key).await.unwrap().len(), 3);
}

#[tokio::test]
async fn whoever_has_no_seat_may_only_watch() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let cy = site.player("Cy").await;
    let game = site.game("nine", &ada, &bo).await;
    let (mut watcher, news) = Wire::watching(&site, &cy, &game).await;
    assert_eq!((&news["view"]["you"], &news["view"]["moves"]), (&Value::Null, &json!([])));
    for ask in [
        json!({"do": "move", "game": game, "ply": 0, "move": "a1"}),
        json!({"do": "draft", "game": game, "ply": 0, "move": null}),
        json!({"do": "forfeit", "game": game}),
        json!({"do": "draw", "game": game}),
        json!({"do": "drawrespond", "game": game, "response": "accept"}),
    ] {
        assert_eq!(refusal(&watcher.ask(ask).await), "not-yours");
    }
    ada.play(&game, "a1").await;
    assert_eq!(watcher.news_of(2).await["view"]["men"], json!({"a1": "white"}));
}

#[tokio::test]
async fn a_draft_is_kept_and_shown_to_its_owner_only() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let start = "WWxBBxxxxxxxxxxxxxxxxxxx w 7 7 0";
    let game = site.game_from("nine", start, &ada, &bo).await;
    let (mut white, _) = Wire::watching(&site, &ada, &game).await;
    let (mut black, _) = Wire::watching(&site, &bo, &game).await;
    let draft = |mv: Option<&str>| json!({"do": "draft", "game": game, "ply": 0, "move": mv});
    assert_eq!(white.ask(draft(Some("g1"))).await["version"], 1);
    assert_eq!(white.hear("game").await["view"]["draft"], "g1");
    let other = black.hear("game").await;
    assert_eq!((&other["view"]["draft"], &other["events"]), (&Value::Null, &json!([])));
    assert_eq!(refusal(&black.ask(draft(None)).await), "not-your-turn");
    // Another page of the same player, after the first is gone.
    drop(white);
    drop(black);
    let (mut white, news) = Wire::watching(&site, &ada, &game).await;
    assert_eq!(news["view"]["draft"], "g1");
    assert_eq!(white.ask(draft(None)).await["type"], "ack");
    assert_eq!(white.hear("game").await["view"]["draft"], Value::Null);
    white.ask(draft(Some("g1"))).await;
    assert_eq!(white.play(&game, 0, "g1xb2").await["version"], 2);
    assert_eq!(white.news_of(2).await["view"]["draft"], Value::Null);
    assert_eq!(refusal(&white.ask(draft(Some("g1"))).await), "stale");
}

#[tokio::test]
async fn draws_and_forfeits_reach_both() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = site.game("six", &ada, &bo).await;
    let (mut white, _) = Wire::watching(&site, &ada, &game).await;
    let (mut black, _) = Wire::watching(&site, &bo, &game).await;
    assert_eq!(white.ask(json!({"do": "draw", "game": game})).await["version"], 2);
    assert_eq!(black.news_of(2).await["view"]["draw"]["mayAnswer"], true);
    let answer = |response: &str| json!({"do": "drawrespond", "game": game, "response": response});
    assert_eq!(refusal(&white.ask(answer("accept")).await), "no-offer");
    assert_eq!(refusal(&black.ask(answer("perhaps")).await), "malformed");
    assert_eq!(black.ask(answer("decline")).await["version"], 3);
    assert_eq!(white.news_of(3).await["events"][0]["kind"], "draw-declined");
    assert_eq!(refusal(&white.ask(json!({"do": "draw", "game": game})).await), "offered-already");
    assert_eq!(black.ask(json!({"do": "forfeit", "game": game})).await["version"], 4);
    let end = white.news_of(4).await;
    assert_eq!(
        (&end["view"]["result"]["winner"], &end["view"]["status"]),
        (&json!("white"), &json!("You win"))
    );
}

#[tokio::test]
async fn whoever_waits_is_told_of_the_match() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    ada.api("POST", "/findmatch", json!({"game": "five"})).await.expect(200);
    let mut waiting = Wire::open(&site, &ada).await;
    waiting.send(json!({"do": "wait"})).await;
    // The answer to a second question shows that the first was heard.
    waiting.ask(json!({"do": "watch", "game": "nowhere"})).await;
    let matched = bo.api("POST", "/findmatch", json!({"game": "five"})).await.expect(200).json();
    assert_eq!(waiting.hear("matched").await["game"], matched["game_id"]);
    // One who was matched just before connecting is told, too, and not of a game with the computer.
    ada.api("POST", "/playcomputer", json!({"colour": "white"})).await.expect(201);
    let mut late = Wire::open(&site, &ada).await;
    late.send(json!({"do": "wait"})).await;
    assert_eq!(late.hear("matched").await["game"], matched["game_id"]);
}

#[tokio::test]
async fn a_message_longer_than_the_read_buffer_is_read_whole() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = site.game("nine", &ada, &bo).await;
    let (mut white, _) = Wire::watching(&site, &ada, &game).await;
    for length in [500, 512, 520, 1024, 3900] {
        let nowhere = "a".repeat(length);
        let unknown = white.ask(json!({"do": "watch", "game": nowhere})).await;
        assert_eq!(refusal(&unknown), "unknown-game", "{length}");
    }
    assert_eq!(white.play(&game, 0, "d6").await["version"], 2);
}

#[tokio::test]
async fn what_is_not_understood_is_refused_under_its_number() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let mut wire = Wire::open(&site, &ada).await;
    for ask in [
        json!({}),
        json!({"do": "dance"}),
        json!({"do": "move", "game": "x"}),
        json!({"do": "move", "game": "x", "ply": -1, "move": "a1"}),
        json!({"do": "watch", "game": 7}),
    ] {
        assert_eq!(refusal(&wire.ask(ask).await), "malformed");
    }
    wire.send(json!([1, 2])).await;
    let answer = wire.hear("refused").await;
    assert_eq!((&answer["id"], &answer["code"]), (&Value::Null, &json!("malformed")));
    wire.send_raw("no JSON at all".into()).await;
    assert_eq!(refusal(&wire.hear("refused").await), "malformed");
}

#[tokio::test]
async fn one_who_left_is_not_named_in_a_game_that_is_still_looked_at() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = site.game("nine", &ada, &bo).await;
    ada.api("PUT", "/forfeit", json!({})).await.expect(200);
    let (mut watching, _) = Wire::watching(&site, &bo, &game).await;
    ada.send("DELETE", "/delete", &[], "").await.expect(200);
    let news = watching.hear("game").await;
    assert_eq!(news["view"]["players"]["white"]["name"], "A former player");
    assert_eq!(bo.state(&game).await["players"]["white"]["name"], "A former player");
}

#[tokio::test]
async fn a_very_long_game_can_be_watched_from_its_beginning() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = site.game("nine", &ada, &bo).await;
    let key = GameKey::new(game.as_str());
    // Offers and refusals make a game as long as anybody likes.
    for version in 2..4000 {
        let event = match version % 2 {
            0 => Event::DrawOffered(Side::White),
            _ => Event::DrawDeclined(Side::Black),
        };
        let event = StoredEvent { version, at: now(), event, left: None };
        let (finish, draft) = (None, None);
        let append =
            Append { game: key.clone(), event, mover: Side::White, finish, draft, flag: None };
        assert!(site.store.games().append(append).await.unwrap());
    }
    let (_, news) = Wire::watching(&site, &ada, &game).await;
    assert_eq!(versions(&news).len(), 3999);
}

#[tokio::test]
async fn a_repeated_move_in_another_spelling_is_acknowledged() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = site.game("nine", &ada, &bo).await;
    let (mut white, _) = Wire::watching(&site, &ada, &game).await;
    // The first point of the board, by its name and by its number.
    assert_eq!(white.play(&game, 0, "a1").await["version"], 2);
    assert_eq!(white.play(&game, 0, "0").await["version"], 2);
    assert_eq!(refusal(&white.play(&game, 0, "1").await), "stale");
}

#[tokio::test]
async fn a_refusal_is_worded_for_the_game_it_concerns() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let nine = site.game("nine", &ada, &bo).await;
    let nimble = site.game_from("nimble", "0,1 1", &ada, &bo).await;
    // One game is watched, and the other is played and over.
    let (mut white, _) = Wire::watching(&site, &ada, &nine).await;
    assert_eq!(white.play(&nimble, 0, "2-1").await["version"], 2);
    let over = white.ask(json!({"do": "forfeit", "game": nimble})).await;
    assert_eq!(refusal(&over), "over");
    assert!(over["reason"].as_str().unwrap().contains("Player 1 wins"), "{over}");
}
