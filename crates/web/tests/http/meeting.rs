//! Meeting: clocks and ratings in matchmaking, open seats, challenges by name, and people kept apart.

use jiff::SignedDuration;
use merels_web::Clock;
use serde_json::json;

use crate::common::{Client, Site, eventually};

async fn find(client: &Client, fields: serde_json::Value) -> serde_json::Value {
    client.api("POST", "/findmatch", fields).await.expect(200).json()
}

#[tokio::test]
async fn a_clock_and_a_board_of_the_same_size_are_found() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let (cy, di) = (site.player("Cy").await, site.player("Di").await);
    let small = json!({"game": "mingmang", "size": 5});
    assert_eq!(find(&ada, small.clone()).await["status"], "waiting");
    assert_eq!(find(&bo, json!({"game": "mingmang", "size": 8})).await["status"], "waiting");
    let matched = find(&cy, small).await;
    let state = ada.state(matched["game_id"].as_str().unwrap()).await;
    assert_eq!(state["position"].as_str().unwrap().split('/').count(), 5);
    let strip = json!({"game": "nimble", "squares": 7, "pawns": 2, "clock": "5+5"});
    assert_eq!(find(&ada, strip.clone()).await["status"], "waiting");
    let state = find(&di, strip).await;
    let state = ada.state(state["game_id"].as_str().unwrap()).await;
    assert_eq!(state["clock"]["control"], "5+5");
    assert_eq!(state["position"].as_str().unwrap().split(',').count(), 7);
    let odd = ada.api("POST", "/findmatch", json!({"clock": "soon"})).await;
    assert_eq!(odd.status, 400);
}

#[tokio::test]
async fn who_waits_longer_meets_people_farther_away() {
    let clock = Clock::of_machine();
    let its = clock.clone();
    let site = Site::with(|settings| settings.clock = its).await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let cy = site.player("Cy").await;
    // Ada has won a rated game: a rating of 1662.
    let rated = json!({"clock": "3+2", "rated": "on"});
    find(&ada, rated.clone()).await;
    let game = find(&cy, rated.clone()).await["game_id"].as_str().unwrap().to_owned();
    for _ in 0..2 {
        let state = ada.state(&game).await;
        let mover = if state["toMove"] == state["you"] { &ada } else { &cy };
        mover.play(&game, if state["ply"] == 0 { "a1" } else { "a4" }).await;
    }
    cy.api("PUT", "/forfeit", json!({"game_id": game})).await.expect(200);
    assert_eq!(find(&ada, rated.clone()).await["status"], "waiting");
    assert_eq!(find(&bo, rated).await["status"], "waiting", "too far away yet");
    let page = bo.page("/findmatch").await.expect(200);
    page.says(&["100 points apart at most", "3 min + 2 s a move, rated"]);
    clock.pass(SignedDuration::from_secs(10));
    let game = eventually("they are brought together", async || {
        let reply = bo.data("/findmatch").await.expect(200).json();
        reply["game_id"].as_str().map(str::to_owned)
    })
    .await;
    let state = ada.state(&game).await;
    assert_eq!(state["rated"], true);
    let (own, other) =
        if state["you"] == "white" { ("white", "black") } else { ("black", "white") };
    assert_eq!(state["players"][own]["rating"], "1662?");
    assert_eq!(state["players"][other]["rating"], json!(null));
    ada.page(&format!("/game/{game}")).await.says(&["<span class=\"rating\">1662?</span>"]);
}

#[tokio::test]
async fn an_open_seat_is_listed_and_taken_by_a_guest() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let guest = site.visitor();
    guest.page("/lobby").await.expect(200).says(&["Nobody waits at the moment"]);
    find(&ada, json!({"game": "six", "clock": "5+5"})).await;
    let page = guest.page("/lobby").await.expect(200);
    page.says(&["Ada", "Six Men’s Morris, 5 min + 5 s a move, unrated", "Play Ada"]);
    let lobby = guest.data("/lobby").await.expect(200).json();
    assert_eq!(lobby["seats"][0]["name"], "Ada");
    let seat = lobby["seats"][0]["seat"].as_str().unwrap();
    let taken = guest.form("/seat", &[("seat", seat)]).await.expect(303);
    let game = taken.header("location").strip_prefix("/game/").unwrap().to_owned();
    assert!(!ada.state(&game).await["you"].is_null());
    let late = site.visitor().form("/seat", &[("seat", seat)]).await;
    assert_eq!(late.status, 410);
    assert!(late.header("set-cookie").is_empty(), "nobody became a guest for it");
    // A rated seat is for accounts.
    find(&ada, json!({"rated": "on"})).await;
    let lobby = guest.data("/lobby").await.expect(200).json();
    let seat = lobby["seats"][0]["seat"].as_str().unwrap();
    assert_eq!(guest.form("/seat", &[("seat", seat)]).await.status, 403);
    guest.page("/lobby").await.says(&["rated: needs an account"]);
}

async fn challenge(host: &Client, name: &str) -> String {
    let fields = json!({"game": "three", "clock": "5+5", "to": name});
    let reply = host.api("POST", "/invite", fields).await.expect(201).json();
    reply["invitation"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_player_is_challenged_by_name_and_accepts() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let cy = site.player("Cy").await;
    ada.page("/friend?to=Bo").await.expect(200).says(&["value=\"Bo\""]);
    let id = challenge(&ada, "bo").await;
    ada.page(&format!("/invite/{id}")).await.expect(200).says(&["Waiting for Bo"]);
    for page in ["/lobby", "/home"] {
        bo.page(page).await.expect(200).says(&["Ada invites you to play", "Accept", "Decline"]);
    }
    // It is nobody else's.
    assert_eq!(cy.page(&format!("/invite/{id}")).await.status, 410);
    assert_eq!(cy.form(&format!("/invite/{id}/accept"), &[]).await.status, 410);
    assert_eq!(cy.form(&format!("/invite/{id}/decline"), &[]).await.status, 410);
    let begun = bo.form(&format!("/invite/{id}/accept"), &[]).await.expect(303);
    assert!(begun.header("location").starts_with("/game/"));
}

#[tokio::test]
async fn a_challenge_is_declined_withdrawn_and_expires() {
    let clock = Clock::of_machine();
    let its = clock.clone();
    let site = Site::with(|settings| settings.clock = its).await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let id = challenge(&ada, "Bo").await;
    bo.form(&format!("/invite/{id}/decline"), &[]).await.expect(303);
    assert_eq!(ada.page(&format!("/invite/{id}")).await.status, 410);
    let id = challenge(&ada, "Bo").await;
    ada.form(&format!("/invite/{id}/withdraw"), &[]).await.expect(303);
    assert!(!bo.page("/lobby").await.body.contains("Challenges"));
    for (name, status) in [("Nobody", 400), ("Ada", 400)] {
        let reply = ada.api("POST", "/invite", json!({"to": name})).await;
        assert_eq!(reply.status, status, "{name}");
    }
    let id = challenge(&ada, "Bo").await;
    clock.pass(SignedDuration::from_hours(25));
    assert_eq!(bo.form(&format!("/invite/{id}/accept"), &[]).await.status, 410);
}

#[tokio::test]
async fn challenges_to_one_player_have_a_cap() {
    let site = Site::with(|settings| settings.limits.signups_per_minute = 100).await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let wish = json!({"game": "three", "clock": "5+5", "to": "Ada"});
    for _ in 0..3 {
        bo.api("POST", "/invite", wish.clone()).await.expect(201);
    }
    let refused = bo.api("POST", "/invite", wish.clone()).await.expect(429);
    assert_eq!(refused.json()["error"], "too-many-challenges");
    // Guests, who are free, have their own share.
    let mut taken = 0;
    for _ in 0..25 {
        let reply = site.visitor().api("POST", "/invite", wish.clone()).await;
        taken += u32::from(reply.status == 201);
    }
    assert_eq!(taken, 20);
    site.player("Cy").await.api("POST", "/invite", wish).await.expect(201);
    ada.api("POST", "/invite", json!({"game": "three", "to": "Bo"})).await.expect(201);
}

#[tokio::test]
async fn an_account_may_refuse_guests() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    ada.page("/account").await.expect(200).says(&["People without an account may challenge you"]);
    // Whoever was blocked comes back without a cookie.
    let guest = site.visitor();
    guest.api("POST", "/invite", json!({"game": "three", "name": "Bo"})).await.expect(201);
    ada.form("/account/guests", &[("refuse", "yes")]).await.leads_to("/account?news=no-guests");
    ada.page("/account").await.expect(200).says(&["Only people with an account may challenge you"]);
    for stranger in [&guest, &site.visitor()] {
        let reply = stranger.api("POST", "/invite", json!({"to": "Ada"})).await.expect(400);
        assert!(reply.json()["message"].as_str().unwrap().contains("cannot be challenged"));
    }
    find(&ada, json!({"game": "six"})).await;
    assert_eq!(find(&guest, json!({"game": "six"})).await["status"], "waiting");
    for stranger in [&guest, &site.visitor()] {
        let lobby = stranger.data("/lobby").await.expect(200).json();
        let seats = lobby["seats"].as_array().unwrap();
        assert!(seats.iter().all(|seat| seat["name"] != "Ada"), "{lobby}");
    }
    // A link that she hands out is for everybody.
    let link = ada.api("POST", "/invite", json!({"game": "three"})).await.expect(201).json();
    let path = format!("/invite/{}/accept", link["invitation"].as_str().unwrap());
    guest.form(&path, &[]).await.expect(303);
    let cy = site.player("Cy").await;
    cy.api("POST", "/invite", json!({"to": "Ada"})).await.expect(201);
    ada.form("/account/guests", &[("refuse", "no")]).await.leads_to("/account?news=guests");
    site.visitor().api("POST", "/invite", json!({"to": "Ada"})).await.expect(201);
    ada.form("/account/guests", &[("refuse", "maybe")]).await.expect(400);
    guest.form("/account/guests", &[("refuse", "yes")]).await.leads_to("/login");
}

#[tokio::test]
async fn who_is_blocked_neither_challenges_nor_meets_nor_speaks() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let game = site.game("nine", &ada, &bo).await;
    ada.page(&format!("/game/{game}")).await.says(&["value=\"follow\"", "value=\"block\""]);
    bo.api("POST", "/say", json!({"game_id": game, "phrase": "hello"})).await.expect(200);
    ada.form("/relate", &[("name", "Bo"), ("relation", "block"), ("game_id", &game)])
        .await
        .leads_to(&format!("/game/{game}"));
    let hello = ("POST", "/say", json!({"game_id": game, "phrase": "hello"}));
    bo.refused(&game, hello, (409, "not-heard")).await;
    assert_eq!(bo.api("POST", "/invite", json!({"to": "Ada"})).await.status, 400);
    find(&ada, json!({})).await;
    assert_eq!(find(&bo, json!({})).await["status"], "waiting");
    let seats = bo.data("/lobby").await.expect(200).json();
    assert_eq!(seats["seats"].as_array().unwrap().len(), 1, "one's own");
    ada.page("/people").await.expect(200).says(&["Unblock"]);
    ada.form("/relate", &[("name", "Bo"), ("relation", "none")]).await.leads_to("/people");
    assert_eq!(find(&bo, json!({})).await["status"], "matched");
    for (name, relation) in [("Nobody", "follow"), ("Ada", "follow"), ("Bo", "love")] {
        let reply = ada.form("/relate", &[("name", name), ("relation", relation)]).await;
        assert_eq!(reply.status, 400, "{name} {relation}");
    }
}
