//! A turn that closes a mill is made in two requests.

use serde_json::{Value, json};

use crate::common::{Client, Site};

/// A game of nine in which White may close a mill with g1.
async fn before_a_mill(site: &Site) -> (Client, Client, String) {
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let game = site.game("nine", &ada, &bo).await;
    for (player, mv) in [(&ada, "a1"), (&bo, "b2"), (&ada, "d1"), (&bo, "d2")] {
        player.play(&game, mv).await;
    }
    (ada, bo, game)
}

#[tokio::test]
async fn closing_a_mill_asks_for_a_capture() {
    let site = Site::start().await;
    let (ada, bo, game) = before_a_mill(&site).await;
    let owed = ada.api("PUT", "/place", json!({"x": "g", "y": 1})).await.expect(200).json();
    assert!(owed["message"].as_str().unwrap().contains("now capture"), "{owed}");
    assert_eq!((&owed["draft"], &owed["version"]), (&json!("g1"), &json!(5)));
    // It survives a reload, and is nobody else's business.
    let again = ada.state(&game).await;
    assert_eq!((&again["draft"], &again["toMove"]), (&json!("g1"), &json!("white")));
    assert!(again["status"].as_str().unwrap().contains("take one of Black’s men"));
    let page = ada.page(&format!("/game/{game}")).await.expect(200);
    page.says(&["You closed a mill: take one of Black’s men."]);
    let other = bo.state(&game).await;
    assert_eq!((&other["draft"], &other["ply"]), (&Value::Null, &json!(4)));
    for (x, y, status, code) in [
        ("a", json!(1), 422, "illegal"),
        ("g", json!(7), 422, "illegal"),
        ("z", json!(9), 400, "malformed"),
    ] {
        let ask = ("PUT", "/capture", json!({"x": x, "y": y}));
        ada.refused(&game, ask, (status, code)).await;
    }
    bo.refused(&game, ("PUT", "/capture", json!({"x": "a", "y": 1})), (409, "not-your-turn")).await;
    let done =
        ada.api_form("PATCH", "/capture", &[("x", "b"), ("y", "2")]).await.expect(200).json();
    assert_eq!(done["captured"], json!({"white": 0, "black": 1}));
    assert_eq!(done["hand"], json!({"white": 6, "black": 7}));
    assert_eq!(done["mills"], json!([["a1", "d1", "g1"]]));
    assert_eq!(done["last"], json!({"spots": ["g1"], "taken": "b2"}));
    assert_eq!((&done["draft"], &done["toMove"]), (&Value::Null, &json!("black")));
    let words = &done["events"][5]["words"];
    assert_eq!(words, &json!(["Ada places g1, closes a mill and takes b2."]));
}

/// The mill was forgotten without a word.
#[tokio::test]
async fn placing_elsewhere_while_a_capture_is_owed_is_refused_and_names_the_way_back() {
    let site = Site::start().await;
    let (ada, _, game) = before_a_mill(&site).await;
    let place = |x: &str, y: u32| ("PUT", "/place", json!({"x": x, "y": y}));
    ada.api("PUT", "/place", json!({"x": "g", "y": 1})).await.expect(200);
    ada.refused(&game, place("a", 7), (409, "capture-owed")).await;
    ada.refused(&game, ("PUT", "/move", json!({"move": "a7"})), (409, "capture-owed")).await;
    ada.refused(&game, ("PUT", "/place", json!({"x": "a", "y": 7, "ply": 3})), (409, "stale"))
        .await;
    let refused = ada.api("PUT", "/place", json!({"x": "a", "y": 7})).await.json();
    assert!(refused["message"].as_str().unwrap().contains("/takeback"), "{refused}");
    // The same once more changes nothing, and the whole turn is what it asks for.
    let again = ada.api("PUT", "/place", json!({"x": "g", "y": 1})).await.expect(200).json();
    assert_eq!(again["draft"], "g1");
    assert_eq!(ada.play(&game, "g1xb2").await["ply"], 5);
}

#[tokio::test]
async fn a_turn_in_the_making_may_be_taken_back() {
    let site = Site::start().await;
    let (ada, bo, game) = before_a_mill(&site).await;
    let start = ada.state(&game).await;
    ada.form("/place", &[("x", "g"), ("y", "1")]).await.leads_to(&format!("/game/{game}"));
    bo.refused(&game, ("PUT", "/takeback", json!({})), (409, "not-your-turn")).await;
    ada.api("PUT", "/takeback", json!({})).await.expect(200);
    assert_eq!(ada.state(&game).await, start);
    ada.refused(&game, ("PUT", "/capture", json!({"x": "b", "y": 2})), (422, "illegal")).await;
    // Another turn may be chosen instead.
    ada.api("PUT", "/place", json!({"x": "g", "y": 1})).await.expect(200);
    ada.api("PUT", "/takeback", json!({})).await.expect(200);
    let other = ada.api("PUT", "/place", json!({"x": "g", "y": 7})).await.expect(200).json();
    assert_eq!((&other["draft"], &other["ply"]), (&Value::Null, &json!(5)));
}

#[tokio::test]
async fn a_mill_may_be_closed_in_one_request_by_its_text() {
    let site = Site::start().await;
    let (ada, _bo, game) = before_a_mill(&site).await;
    let done = ada.play(&game, "g1xd2").await;
    assert_eq!(done["last"], json!({"spots": ["g1"], "taken": "d2"}));
}

#[tokio::test]
async fn moving_flying_and_the_last_capture_end_the_game() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    // White has four men, Black three, who therefore fly.
    let start = "WWxxxxxxxxxxxxWxxxxBxBBW w 0 0 0";
    let game = site.game_from("nine", start, &ada, &bo).await;
    let step = |from: (&str, u8), to: (&str, u8)| json!({"from_x": from.0, "from_y": from.1, "to_x": to.0, "to_y": to.1});
    let far = ("PUT", "/move", step(("a", 1), ("g", 1)));
    ada.refused(&game, far, (422, "illegal")).await;
    ada.api("PUT", "/move", step(("g", 7), ("f", 6))).await.expect(422);
    ada.api("PUT", "/move", step(("a", 1), ("a", 4))).await.expect(200);
    let flown = bo.api("PUT", "/move", step(("d", 6), ("c", 3))).await.expect(200).json();
    assert_eq!(flown["events"][2]["words"], json!(["Bo flies d6 to c3."]));
    ada.api("PUT", "/move", step(("a", 4), ("a", 1))).await.expect(200);
    bo.api("PUT", "/move", step(("c", 3), ("c", 4))).await.expect(200);
    let owed = ada.api("PUT", "/move", step(("g", 4), ("g", 1))).await.expect(200).json();
    assert_eq!(owed["draft"], "g4-g1");
    let end = ada.api("PUT", "/capture", json!({"x": "c", "y": 4})).await.expect(200).json();
    assert_eq!(end["result"]["words"], "Ada wins: Bo has fewer than three men.");
}
