//! Absent players, and the claims that follow: on one node and on two.

use jiff::SignedDuration;
use merels_web::Clock;
use serde_json::{Value, json};

use crate::common::{Client, Site, Wire, eventually, now, refusal};

async fn site_with_clock() -> (Site, Clock) {
    let clock = Clock::of_machine();
    let its = clock.clone();
    (Site::with(|settings| settings.clock = its).await, clock)
}

/// Waits until the other player of a game is away, or is back.
async fn hear_of_absence(wire: &mut Wire, side: &str, away: bool) -> Value {
    loop {
        let news = wire.hear("game").await;
        if news["view"]["away"][side].is_null() != away {
            return news;
        }
    }
}

async fn two_at_a_game(site: &Site) -> (Client, Client, String) {
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let game = site.game("nine", &ada, &bo).await;
    (ada, bo, game)
}

#[tokio::test]
async fn that_somebody_is_away_is_said_and_so_is_coming_back() {
    let site = Site::start().await;
    let (ada, bo, game) = two_at_a_game(&site).await;
    let (mut white, _) = Wire::watching(&site, &ada, &game).await;
    let (black, _) = Wire::watching(&site, &bo, &game).await;
    eventually("both are here", async || {
        (site.store.cluster().players_here(now()).await.unwrap() == 2).then_some(())
    })
    .await;
    drop(black);
    hear_of_absence(&mut white, "black", true).await;
    ada.page(&format!("/game/{game}")).await.expect(200).says(&["Bo is away."]);
    let (_black, _) = Wire::watching(&site, &bo, &game).await;
    let news = hear_of_absence(&mut white, "black", false).await;
    assert!(news["view"]["away"]["white"].is_null());
}

#[tokio::test]
async fn a_line_that_falls_silent_is_noticed_without_being_closed() {
    let site = Site::start().await;
    let (ada, bo, game) = two_at_a_game(&site).await;
    let (mut white, _) = Wire::watching(&site, &ada, &game).await;
    // Nobody reads it any more: it answers no sign of life.
    let (mut black, _) = Wire::watching(&site, &bo, &game).await;
    hear_of_absence(&mut white, "black", true).await;
    // It was only a bad line.
    black.send(json!({"do": "ping"})).await;
    hear_of_absence(&mut white, "black", false).await;
}

#[tokio::test]
async fn the_win_is_claimed_from_one_who_stays_away() {
    let (site, clock) = site_with_clock().await;
    let (ada, bo, game) = two_at_a_game(&site).await;
    let (mut white, _) = Wire::watching(&site, &ada, &game).await;
    let (mut black, _) = Wire::watching(&site, &bo, &game).await;
    white.play(&game, 0, "a1").await;
    black.play(&game, 1, "a4").await;
    drop(black);
    white.play(&game, 2, "d1").await;
    let claim = json!({"do": "claim", "game": game, "claim": "win"});
    let early = white.ask(claim.clone()).await;
    assert_eq!(refusal(&early), "too-early");
    hear_of_absence(&mut white, "black", true).await;
    // The server is there all the while: nobody's absence is made good.
    clock.pass(SignedDuration::from_mins(59));
    let early = white.ask(claim.clone()).await;
    assert_eq!(refusal(&early), "too-early");
    clock.pass(SignedDuration::from_mins(2));
    assert_eq!(white.ask(claim).await["type"], "ack");
    let state = ada.state(&game).await;
    assert_eq!(state["result"]["score"], "1-0");
    assert_eq!(state["result"]["words"], "Ada wins: Bo was away for too long.");
}

#[tokio::test]
async fn without_scripts_a_draw_is_claimed_by_a_button() {
    let (site, clock) = site_with_clock().await;
    let (ada, bo) = (site.visitor(), site.visitor());
    let terms = json!({"colour": "white", "clock": "15+10", "name": "Ada"});
    let invitation = ada.api("POST", "/invite", terms).await.expect(201).json();
    let path = format!("/invite/{}/accept", invitation["invitation"].as_str().unwrap());
    let begun = bo.api("POST", &path, json!({"name": "Bo"})).await.expect(201).json();
    let game = begun["game_id"].as_str().unwrap().to_owned();
    for (client, mv) in [(&ada, "a1"), (&bo, "a4"), (&ada, "d1")] {
        client.play(&game, mv).await;
    }
    let path = format!("/game/{game}");
    // Bo looks at the page and goes.
    bo.page(&path).await.expect(200);
    clock.pass(SignedDuration::from_mins(4));
    ada.page(&path).await.expect(200).says(&["id=\"absence\" hidden"]);
    let early = ada.form("/claim", &[("game_id", &game), ("claim", "draw")]).await;
    assert_eq!(early.status, 409);
    clock.pass(SignedDuration::from_mins(3));
    ada.page(&path).await.expect(200).says(&["Claim a draw", "Bo is away."]);
    ada.form("/claim", &[("game_id", &game), ("claim", "draw")]).await.expect(303);
    let state = bo.state(&game).await;
    assert_eq!(state["result"]["score"], "1/2-1/2");
    assert_eq!(state["result"]["words"], "Draw: a player was away for too long.");
    let odd = ada.form("/claim", &[("game_id", &game), ("claim", "all")]).await;
    assert_eq!(odd.status, 400);
}

#[tokio::test]
async fn a_turn_is_taken_back_when_both_screens_agree() {
    let site = Site::start().await;
    let (ada, bo, game) = two_at_a_game(&site).await;
    let (mut white, _) = Wire::watching(&site, &ada, &game).await;
    let (mut black, _) = Wire::watching(&site, &bo, &game).await;
    white.play(&game, 0, "a1").await;
    black.play(&game, 1, "a4").await;
    assert_eq!(white.ask(json!({"do": "undo", "game": game, "ply": 2})).await["type"], "ack");
    let asked = black.news_of(4).await;
    assert_eq!(asked["view"]["undo"], json!({"askedBy": "white", "mayAnswer": true}));
    bo.page(&format!("/game/{game}"))
        .await
        .says(&["Your opponent would like to take a turn back."]);
    let yes = json!({"do": "undorespond", "game": game, "response": "accept"});
    assert_eq!(black.ask(yes).await["type"], "ack");
    let back = white.news_of(5).await;
    assert_eq!((&back["view"]["ply"], &back["view"]["men"]), (&json!(0), &json!({})));
    assert_eq!(back["events"][0]["kind"], "undo");
    // The game goes on from there, also for one who reads it from the store.
    white.play(&game, 0, "g7").await;
    assert_eq!(bo.state(&game).await["men"], json!({"g7": "white"}));
}
