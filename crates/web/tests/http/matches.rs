//! Finding an opponent, or taking the computer for one.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::common::{Client, Site, eventually};

async fn seek(client: &Client, game: &str) -> Value {
    client.api("POST", "/findmatch", json!({"game": game})).await.expect(200).json()
}

#[tokio::test]
async fn the_first_who_waits_is_joined_and_both_get_the_same_game() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    ada.form("/findmatch", &[]).await.leads_to("/findmatch");
    ada.page("/findmatch").await.expect(200).says(&[
        "Finding a match… please wait",
        "Nine Men’s Morris",
        "action=\"/cancelmatch\"",
        "http-equiv=\"refresh\"",
    ]);
    assert_eq!(ada.data("/findmatch").await.expect(200).json()["game"], "nine");
    ada.api("POST", "/newgame", json!({})).await.expect(404);
    let matched = seek(&bo, "nine").await;
    assert_eq!(matched["status"], "matched");
    let game = matched["game_id"].as_str().unwrap();
    ada.page("/findmatch").await.leads_to(&format!("/game/{game}"));
    assert_eq!(ada.data("/findmatch").await.expect(200).json()["game_id"], game);
    for path in ["/newgame", "/newGame"] {
        ada.form(path, &[]).await.leads_to(&format!("/game/{game}"));
        bo.page(path).await.leads_to(&format!("/game/{game}"));
        assert_eq!(ada.data(path).await.expect(200).json()["game_id"], game);
    }
    let colours: HashSet<String> = [ada.state(game).await, bo.state(game).await]
        .map(|state| state["you"].as_str().unwrap().to_owned())
        .into();
    assert_eq!(colours, HashSet::from(["white".to_owned(), "black".to_owned()]));
    // A card where it is her turn, a line where it is his.
    ada.page("/home").await.expect(200).says(&["Bo", &format!("/game/{game}")]);
}

#[tokio::test]
async fn nobody_meets_himself_or_one_who_wants_another_game() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let again = site.sign_in(ada.id.as_ref().unwrap()).await;
    for client in [&ada, &ada, &again] {
        assert_eq!(seek(client, "three").await["status"], "waiting");
    }
    assert_eq!(seek(&bo, "six").await["status"], "waiting");
    ada.api("POST", "/findmatch", json!({"game": "chess"})).await.expect(400);
    assert_eq!(ada.data("/home").await.expect(200).json()["games"], json!([]));
    // A new wish replaces the old one.
    assert_eq!(seek(&ada, "six").await["status"], "matched");
}

#[tokio::test]
async fn waiting_can_be_given_up() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    seek(&ada, "nine").await;
    let reply = ada.api("POST", "/cancelmatch", json!({})).await.expect(200).json();
    assert_eq!(reply["status"], "cancelled");
    ada.form("/cancelmatch", &[]).await.leads_to("/home");
    ada.page("/findmatch").await.leads_to("/home");
    ada.data("/findmatch").await.expect(404);
    assert_eq!(seek(&bo, "nine").await["status"], "waiting");
}

#[tokio::test]
async fn playing_again_goes_back_to_matchmaking_for_the_same_game() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let cy = site.player("Cy").await;
    let game = site.game("lasker", &ada, &bo).await;
    bo.api("PUT", "/forfeit", json!({})).await.expect(200);
    ada.form("/playagain", &[("game_id", &game)]).await.leads_to("/findmatch");
    let reply = bo.api("POST", "/playagain", json!({})).await.expect(200).json();
    assert_eq!(reply["status"], "matched");
    let next = reply["game_id"].as_str().unwrap();
    assert_eq!(ada.state(next).await["kind"], "lasker");
    cy.api("POST", "/playagain", json!({})).await.expect(404);
    cy.api("POST", "/playagain", json!({"game_id": game})).await.expect(404);
    cy.api("POST", "/playagain", json!({"game_id": "nowhere"})).await.expect(404);
}

/// The state of the game once it is this client's turn again, or over.
async fn my_turn(client: &Client, game: &str) -> Value {
    eventually("the computer answers", async || {
        let state = client.state(game).await;
        (state["toMove"] == state["you"] || state["toMove"].is_null()).then_some(state)
    })
    .await
}

#[tokio::test]
async fn a_guest_plays_the_computer_without_an_account() {
    let site = Site::start().await;
    let guest = site.visitor();
    let fields = [("game", "three"), ("level", "1"), ("colour", "black")];
    let reply = guest.form("/playcomputer", &fields).await.expect(303);
    let game = reply.header("location").strip_prefix("/game/").unwrap().to_owned();
    let state = my_turn(&guest, &game).await;
    assert_eq!((&state["you"], &state["ply"]), (&json!("black"), &json!(1)));
    assert_eq!(
        state["players"]["white"],
        json!({"name": "Computer, level 1", "computer": "1", "rating": null})
    );
    assert!(state["players"]["black"]["name"].as_str().unwrap().starts_with("Guest "));
    guest.play(&game, state["moves"][0].as_str().unwrap()).await;
    assert_eq!(my_turn(&guest, &game).await["ply"], 3);
    guest.page("/home").await.expect(200).says(&["You play as a guest."]);
    guest.page("/login").await.expect(200);
}

#[tokio::test]
async fn guests_meet_people_too() {
    let site = Site::start().await;
    let (guest, ada) = (site.visitor(), site.player("Ada").await);
    guest.form("/play", &[("game", "three"), ("opponent", "anybody")]).await.leads_to("/findmatch");
    let matched = seek(&ada, "three").await;
    let game = matched["game_id"].as_str().unwrap();
    guest.page("/findmatch").await.leads_to(&format!("/game/{game}"));
    assert_eq!(guest.state(game).await["rated"], false);
}

#[tokio::test]
async fn games_with_the_computer_are_kept_but_not_counted() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let fields = json!({"game": "five", "level": "2", "colour": "white"});
    let reply = ada.api("POST", "/playcomputer", fields).await.expect(201).json();
    let game = reply["game_id"].as_str().unwrap();
    ada.play(game, "a1").await;
    my_turn(&ada, game).await;
    ada.api("PUT", "/forfeit", json!({"game_id": game})).await.expect(200);
    assert_eq!(ada.tally().await, [0, 0, 0]);
    ada.page("/home").await.expect(200).says(&["Lately finished", "Computer, level 2", "You lose"]);
    // Once more, with the colours exchanged.
    let again = ada.api("POST", "/playagain", json!({})).await.expect(201).json();
    let state = my_turn(&ada, again["game_id"].as_str().unwrap()).await;
    assert_eq!(
        (&state["you"], &state["kind"], &state["ply"]),
        (&json!("black"), &json!("five"), &json!(1))
    );
}

#[tokio::test]
async fn the_computer_declines_an_early_draw_and_says_why() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let fields = json!({"game": "six", "level": "1", "colour": "white"});
    let reply = ada.api("POST", "/playcomputer", fields).await.expect(201).json();
    let game = reply["game_id"].as_str().unwrap();
    ada.api("PUT", "/draw", json!({"game_id": game})).await.expect(200);
    eventually("the computer accepts or declines", async || {
        let state = ada.state(game).await;
        state["draw"]["offeredBy"].is_null().then_some(())
    })
    .await;
    let version = ada.state(game).await["version"].clone();
    assert_eq!(version, 3);
    ada.page(&format!("/game/{game}")).await.expect(200).says(&[
        "Computer declines the draw.",
        "The computer finds it too early: it agrees only after 20 plies in a row",
    ]);
}

#[tokio::test]
async fn only_known_games_levels_and_colours_are_played() {
    let site = Site::start().await;
    for fields in [
        json!({"game": "chess"}),
        json!({"level": "11"}),
        json!({"level": "perfect"}),
        json!({"colour": "red"}),
    ] {
        let visitor = site.visitor();
        visitor.api("POST", "/playcomputer", fields).await.expect(400);
        assert_eq!(visitor.cookies(), "", "nobody was let in for that");
    }
}

#[tokio::test]
async fn nobody_fills_the_site_with_games() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let begin = async || ada.api("POST", "/playcomputer", json!({"colour": "white"})).await;
    for _ in 0..20 {
        begin().await.expect(201);
    }
    assert_eq!(begin().await.expect(429).json()["error"], "too-many-games");
    ada.api("POST", "/findmatch", json!({})).await.expect(429);
    ada.api("PUT", "/forfeit", json!({})).await.expect(200);
    begin().await.expect(201);
}
