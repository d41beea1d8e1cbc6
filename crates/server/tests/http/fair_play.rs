//! The one rule of fair play about values: whoever plays a person is told none, wherever they are
//! shown, and nobody is told any of a game that goes on.

use serde_json::json;

use crate::common::{Client, Site, site_with_tables};

/// Every address that tells values, with its method.
fn doors(finished: &str) -> Vec<(&'static str, String)> {
    vec![
        ("GET", "/analysis?game=three".to_owned()),
        ("GET", format!("/analysis?from={finished}")),
        ("POST", "/analysis/play?game=three".to_owned()),
        ("GET", "/openings/three".to_owned()),
        ("GET", format!("/game/{finished}/review")),
        ("GET", "/gamesman/mills/three/positions/?p=1_---------33".to_owned()),
        ("GET", "/api/v1/tables/probe?game=three".to_owned()),
    ]
}

async fn status(client: &Client, method: &str, path: &str, json: bool) -> u16 {
    let accept = if json { "application/json" } else { "text/html" };
    client.send(method, path, &[("accept", accept)], "").await.status
}

/// A game that was won.
async fn finished_game(site: &Site) -> String {
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let game = site.game("three", &ada, &bo).await;
    for (client, mv) in [(&ada, "a1"), (&bo, "a3"), (&ada, "b1"), (&bo, "c2"), (&ada, "c1")] {
        client.play(&game, mv).await;
    }
    game
}

#[tokio::test]
async fn whoever_plays_a_person_is_told_no_values_anywhere_until_the_game_is_over() {
    let site = site_with_tables().await;
    let finished = finished_game(&site).await;
    let (cy, di) = (site.player("Cy").await, site.player("Di").await);
    let running = site.game("three", &cy, &di).await;
    for (method, path) in doors(&finished) {
        for json in [false, true] {
            assert_eq!(status(&cy, method, &path, json).await, 403, "{method} {path}");
        }
    }
    let refused = cy.data("/analysis?game=three").await.expect(403).json();
    assert_eq!(refused["error"], "plays-now");
    let visitor = site.visitor();
    for (method, path) in doors(&finished) {
        assert_ne!(status(&visitor, method, &path, true).await, 403, "{method} {path}");
    }
    di.api("PUT", "/forfeit", json!({"game_id": running})).await.expect(200);
    for (method, path) in doors(&finished) {
        assert_ne!(status(&cy, method, &path, true).await, 403, "{method} {path}");
    }
}

#[tokio::test]
async fn a_guest_who_plays_a_person_is_told_no_values_either() {
    let site = site_with_tables().await;
    let finished = finished_game(&site).await;
    let (guest, other) = (site.visitor(), site.visitor());
    for client in [&guest, &other] {
        client.form("/play", &[("game", "three"), ("opponent", "anybody")]).await.expect(303);
    }
    for (method, path) in doors(&finished) {
        assert_eq!(status(&guest, method, &path, true).await, 403, "{method} {path}");
    }
}

/// It was told by a cookie on the pages alone, and by a token to programs alone.
#[tokio::test]
async fn a_token_tells_on_the_pages_too_that_its_owner_plays_a_person() {
    let site = site_with_tables().await;
    let finished = finished_game(&site).await;
    let (cy, di) = (site.player("Cy").await, site.player("Di").await);
    let fields = json!({"label": "notebook", "scope": "read", "password": "mühle am bach"});
    let made = cy.api("POST", "/account/tokens", fields).await.expect(201).json();
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    let program = site.visitor();
    let ask = async |method: &str, path: &str, sent: &str| {
        let headers = [("accept", "application/json"), ("authorization", sent)];
        program.send(method, path, &headers, "").await.status
    };
    let running = site.game("three", &cy, &di).await;
    for (method, path) in doors(&finished) {
        assert_eq!(ask(method, &path, &bearer).await, 403, "{method} {path}");
    }
    // What a proxy asks for is none of the site's business.
    assert_eq!(ask("GET", "/analysis?game=three", "Basic YTpi").await, 200);
    di.api("PUT", "/forfeit", json!({"game_id": running})).await.expect(200);
    for (method, path) in doors(&finished) {
        assert_ne!(ask(method, &path, &bearer).await, 403, "{method} {path}");
    }
}

#[tokio::test]
async fn whoever_plays_a_person_gets_no_hints_in_other_games() {
    let site = site_with_tables().await;
    let (cy, di) = (site.player("Cy").await, site.player("Di").await);
    let fields = json!({"game": "three", "colour": "white"});
    let started = cy.api("POST", "/playcomputer", fields).await.expect(201).json();
    let practice = json!({"game_id": started["game_id"]});
    let running = site.game("three", &cy, &di).await;
    let refused = cy.api("PUT", "/hint", practice.clone()).await.expect(403).json();
    assert_eq!(refused["error"], "plays-now");
    let state = cy.state(started["game_id"].as_str().unwrap()).await;
    assert_eq!(state["assisted"], false, "nothing was helped with");
    di.api("PUT", "/forfeit", json!({"game_id": running})).await.expect(200);
    cy.api("PUT", "/hint", practice).await.expect(200);
}

#[tokio::test]
async fn games_against_the_computer_and_at_one_screen_forbid_nothing() {
    let site = site_with_tables().await;
    for opponent in ["computer", "here"] {
        let guest = site.visitor();
        let fields = json!({"game": "three", "opponent": opponent, "colour": "white"});
        guest.api("POST", "/play", fields).await.expect(201);
        guest.data("/analysis?game=three").await.expect(200);
    }
}

#[tokio::test]
async fn an_address_that_names_a_running_game_gives_no_values_to_anybody() {
    let site = site_with_tables().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let between_people = site.game("three", &ada, &bo).await;
    let guest = site.visitor();
    let fields = json!({"game": "three", "colour": "white"});
    let started = guest.api("POST", "/playcomputer", fields).await.expect(201).json();
    for game in [between_people.as_str(), started["game_id"].as_str().unwrap()] {
        for path in [format!("/game/{game}/review"), format!("/analysis?from={game}&ply=0")] {
            let refused = site.visitor().data(&path).await.expect(409).json();
            assert_eq!(refused["error"], "goes-on", "{path}");
        }
    }
}
