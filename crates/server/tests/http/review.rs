//! Reviews: made once, kept, and true.

use merels_store::{GameKey, NewReview};
use serde_json::Value;

use crate::common::{Client, Site, eventually, site_with_tables};

/// White wins because Black does not go to c1.
const LOST: [&str; 5] = ["a1", "a3", "b1", "c2", "c1"];

async fn played(site: &Site, game: &str, moves: &[&str]) -> (String, Client) {
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let key = site.game(game, &ada, &bo).await;
    for (ply, mv) in moves.iter().enumerate() {
        [&ada, &bo][ply % 2].play(&key, mv).await;
    }
    (key, ada)
}

async fn review(client: &Client, key: &str) -> Value {
    eventually("the review", async || {
        let answer = client.data(&format!("/game/{key}/review")).await.expect(200).json();
        (answer["status"] == "ready").then(|| answer["review"].clone())
    })
    .await
}

#[tokio::test]
async fn a_review_says_where_the_game_turned_and_what_would_have_kept_it() {
    let site = site_with_tables().await;
    let (key, ada) = played(&site, "three", &LOST).await;
    let review = review(&ada, &key).await;
    let moves = review["moves"].as_array().unwrap();
    assert_eq!(moves.len(), LOST.len());
    assert!(moves.iter().all(|mv| mv["source"] == "tables"));
    for mv in moves {
        let lost = mv["before"]["value"] != mv["played"]["value"];
        assert_eq!(lost, mv["mistake"].is_object(), "{mv}");
    }
    let turned = &moves[review["turned"].as_u64().unwrap() as usize];
    assert_eq!(
        turned["mistake"]["line"][0].as_str(),
        Some(LOST[review["turned"].as_u64().unwrap() as usize + 1])
    );
    let page = site.visitor().page(&format!("/game/{key}/review")).await.expect(200);
    page.says(&["class=\"graph\"", "Try again from here", "Exact, from the perfect tables."]);
}

#[tokio::test]
async fn a_review_without_tables_is_an_opinion_and_is_kept() {
    let site = Site::start().await;
    let (key, ada) = played(&site, "three", &LOST).await;
    let opinion = review(&ada, &key).await;
    assert!(opinion["moves"].as_array().unwrap().iter().all(|mv| mv["source"] == "engine"));
    let kept = site.store.review(&GameKey::new(key.clone())).await.unwrap().unwrap();
    assert!(!kept.settled);
    assert_eq!(serde_json::from_str::<Value>(&kept.review).unwrap(), opinion);
    assert_eq!(review(&ada, &key).await, opinion, "the same once more");
}

#[tokio::test]
async fn a_review_is_made_again_when_tables_have_come_and_then_no_more() {
    let site = site_with_tables().await;
    let (key, ada) = played(&site, "three", &LOST).await;
    let exact = review(&ada, &key).await;
    let kept = site.store.review(&GameKey::new(key.clone())).await.unwrap().unwrap();
    assert!(kept.settled);
    let nothing = r#"{"moves":[],"curve":[0.5],"accuracy":[null,null],"turned":null}"#;
    let old = |settled| NewReview {
        game: GameKey::new(key.clone()),
        made: jiff::Timestamp::now(),
        settled,
        review: nothing.to_owned(),
    };
    // As if it had been made before there were tables.
    site.store.keep_review(old(false)).await.unwrap();
    assert_eq!(review(&ada, &key).await, exact);
    // One for which the tables were asked is shown as it is, whatever they knew.
    site.store.keep_review(old(true)).await.unwrap();
    assert_eq!(review(&ada, &key).await, serde_json::from_str::<Value>(nothing).unwrap());
}

#[tokio::test]
async fn another_try_begins_at_the_turning_point_and_is_no_result_against_the_level() {
    let site = site_with_tables().await;
    let (key, _) = played(&site, "three", &LOST).await;
    let page = site.visitor().page(&format!("/game/{key}/review")).await.expect(200);
    let start = page.body.rfind("/analysis/play?").unwrap();
    let action = page.body[start..].split('"').next().unwrap().replace("&amp;", "&");
    let guest = site.visitor();
    let reply = guest.api("POST", &action, serde_json::json!({"level": "1"})).await.expect(201);
    let game = reply.json()["game_id"].as_str().unwrap().to_owned();
    let state = guest.state(&game).await;
    assert_ne!(state["position"], "xxxxxxxxx w 3 3 0", "it goes on from there");
    assert!(state["you"] == state["toMove"], "{state}");
}
