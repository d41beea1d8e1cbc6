//! Things that are kept: profiles, lists of games, downloads, and records from elsewhere.

use serde_json::{Value, json};

use crate::common::{Client, Site};

async fn two(site: &Site) -> (Client, Client) {
    (site.player("Ada Lo").await, site.player("Bo").await)
}

/// Ada wins a game of three with a line.
async fn won_game(site: &Site, ada: &Client, bo: &Client) -> String {
    let game = site.game("three", ada, bo).await;
    for (client, mv) in [(ada, "a1"), (bo, "a2"), (ada, "b1"), (bo, "b2"), (ada, "c1")] {
        client.play(&game, mv).await;
    }
    game
}

#[tokio::test]
async fn a_finished_game_is_downloaded_as_a_record_that_can_be_imported() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = won_game(&site, &ada, &bo).await;
    let stranger = site.visitor();
    let record = stranger.page(&format!("/game/{game}/record")).await.expect(200);
    assert!(record.header("content-disposition").contains(".merels"), "{record:?}");
    let parsed = merels_rules::Record::parse(&record.body).unwrap();
    assert_eq!((parsed.white.as_str(), parsed.black.as_str()), ("Ada Lo", "Bo"));
    assert_eq!(parsed.game.outcome().unwrap().result(), "1-0");
    assert_eq!(parsed.date.len(), "2026.11.16".len());
    let query =
        serde_urlencoded::to_string([("record", record.body.as_str()), ("ply", "3")]).unwrap();
    let replay = stranger.page(&format!("/import?{query}")).await.expect(200);
    replay.says(&[
        "Ada Lo places a1.",
        "Ada Lo wins with a line of three.",
        "value=\"3\" data-ply=\"3\" aria-current=\"step\"",
    ]);
}

#[tokio::test]
async fn a_record_that_cannot_be_read_says_why_and_stays_in_the_field() {
    let site = Site::start().await;
    let stranger = site.visitor();
    stranger.page("/import").await.expect(200).says(&["Replay a record", "<textarea"]);
    let wrong =
        serde_urlencoded::to_string([("record", "[Game \"three\"]\n\n1. a1 a1 *")]).unwrap();
    let reply = stranger.page(&format!("/import?{wrong}")).await.expect(422);
    reply.says(&["line 3", "occupied", "1. a1 a1 *"]);
    stranger.set_cookie("merels-language", "de");
    stranger.page(&format!("/import?{wrong}")).await.expect(422).says(&["Zeile 3"]);
    let script = serde_urlencoded::to_string([("record", "<script>alert(1)</script>")]).unwrap();
    let reply = stranger.page(&format!("/import?{script}")).await.expect(422);
    assert!(!reply.body.contains("<script>alert"), "{}", reply.body);
    stranger.page("/import?record=x&ply=y").await.expect(422);
}

#[tokio::test]
async fn a_game_is_downloaded_as_a_picture_and_as_one_that_moves() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = won_game(&site, &ada, &bo).await;
    let still = site.visitor().page(&format!("/game/{game}/picture.svg")).await.expect(200);
    assert_eq!(still.header("content-type"), "image/svg+xml; charset=utf-8");
    assert!(!still.body.contains("<animate"), "{}", still.body);
    let moving = site.visitor().page(&format!("/game/{game}/animated.svg")).await.expect(200);
    assert_eq!(moving.body.matches("values=\"hidden;visible\"").count(), 5, "{}", moving.body);
    assert!(moving.body.len() < 10_000, "{} bytes", moving.body.len());
    site.visitor().page("/game/unknown/animated.svg").await.expect(404);
    let replay = site.visitor().page(&format!("/game/{game}/replay")).await.expect(200);
    replay.says(&[&format!("/game/{game}/record"), &format!("/game/{game}/animated.svg")]);
}

#[tokio::test]
async fn a_profile_tells_results_streaks_ratings_and_openings() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    for _ in 0..2 {
        won_game(&site, &ada, &bo).await;
    }
    let rated = site.rated_game("nine", &ada, &bo).await;
    site.rated_game("nine", &ada, &bo).await;
    let profile = site.visitor().data("/player/ada%20lo").await.expect(200).json();
    assert_eq!((&profile["streak"], &profile["longest_streak"]), (&json!(4), &json!(4)));
    let three = json!({"game": "three", "wins": 2, "losses": 0, "draws": 0});
    assert!(profile["results"].as_array().unwrap().contains(&three), "{profile:#}");
    let ratings = profile["ratings"].as_array().unwrap();
    assert_eq!((ratings.len(), &ratings[0]["game_id"]), (2, &json!(rated)));
    assert!(ratings[1]["rating"].as_i64() > ratings[0]["rating"].as_i64(), "{profile:#}");
    let page = site.visitor().page("/player/Ada%20Lo").await.expect(200);
    page.says(&["4 wins in a row", "<polyline", "begins with a1", "Bo", "By opponent"]);
    let other = site.visitor().data("/player/Bo").await.expect(200).json();
    assert_eq!((&other["streak"], &other["longest_streak"]), (&json!(0), &json!(0)));
    // The address is nobody's business.
    let page = site.visitor().page("/player/Bo").await.expect(200);
    assert!(!page.body.contains("bo@example.org"), "{}", page.body);
    site.visitor().data("/player/Nobody").await.expect(404);
}

#[tokio::test]
async fn the_list_of_games_is_filtered_and_paged() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let won = won_game(&site, &ada, &bo).await;
    let running = site.game("nine", &ada, &bo).await;
    let fields = json!({"game": "nine", "level": "1", "colour": "white"});
    let begun = ada.api("POST", "/play", fields).await.expect(201).json();
    let computer = begun["game_id"].as_str().unwrap().to_owned();
    ada.api("PUT", "/forfeit", json!({"game_id": computer})).await.expect(200);
    let listed = async |query: &str| {
        let found = ada.data(&format!("/player/Ada%20Lo/games?{query}")).await.expect(200).json();
        let games = found["games"].as_array().unwrap().clone();
        let key = |game: &Value| game["game_id"].as_str().unwrap().to_owned();
        games.iter().map(key).collect::<Vec<_>>()
    };
    assert_eq!(listed("").await.len(), 3);
    assert_eq!(listed("game=three").await, [won.as_str()]);
    assert_eq!(listed("result=won").await, [won.as_str()]);
    assert_eq!(listed("result=lost").await, [computer.as_str()]);
    assert_eq!(listed("result=running").await, [running.as_str()]);
    assert_eq!(listed("opponent=computer").await, [computer]);
    assert_eq!(listed("opponent=people&result=running&game=nine").await, [running]);
    assert!(listed("page=2").await.is_empty());
    let page = ada.page("/player/Ada%20Lo/games?result=won").await.expect(200);
    page.says(&[&format!("/game/{won}/replay"), "You win"]);
    for wrong in ["game=chess", "result=maybe", "opponent=cat", "page=x"] {
        ada.data(&format!("/player/Ada%20Lo/games?{wrong}")).await.expect(400);
    }
}
