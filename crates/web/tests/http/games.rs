//! Playing by plain requests.

use serde_json::{Value, json};

use crate::common::{Client, Site};

async fn two(site: &Site) -> (Client, Client) {
    (site.player("Ada").await, site.player("Bo").await)
}

#[tokio::test]
async fn three_is_won_with_a_line_by_every_method_and_form() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = site.game("three", &ada, &bo).await;
    let state = ada.data("/newgame").await.expect(200).json();
    assert_eq!((&state["game_id"], &state["you"]), (&json!(game), &json!("white")));
    assert_eq!(state["moves"].as_array().unwrap().len(), 9);
    // The game need not be named: it is the newest that is not over.
    ada.api("PUT", "/place", json!({"x": "a", "y": 1})).await.expect(200);
    bo.api_form("PATCH", "/place", &[("x", "A"), ("y", "2")]).await.expect(200);
    ada.api_form("POST", "/place", &[("x", "b"), ("y", "1")]).await.expect(200);
    let page = format!("/game/{game}");
    bo.form("/place", &[("game_id", &game), ("x", "b"), ("y", "2")]).await.leads_to(&page);
    let end = ada.send("PUT", "/place?x=c&y=1", &[], "").await.expect(200).json();
    assert_eq!(
        end["result"],
        json!({
            "winner": "white", "score": "1-0", "reason": "first line",
            "words": "Ada wins with a line of three.",
            "decided": "c1 would have stopped the line.",
        })
    );
    assert_eq!((&end["toMove"], &end["version"]), (&Value::Null, &json!(6)));
    let over = json!({"game_id": game, "x": "c", "y": 2});
    bo.refused(&game, ("PUT", "/place", over), (409, "over")).await;
    bo.api("PUT", "/place", json!({"x": "c", "y": 2})).await.expect(404);
    ada.page(&page).await.expect(200).says(&["You win", "Play again", "Ada wins with a line"]);
    bo.page(&page).await.expect(200).says(&["You lose", "Play again", "Ada wins with a line"]);
    assert_eq!((ada.tally().await, bo.tally().await), ([1, 0, 0], [0, 1, 0]));
}

#[tokio::test]
async fn what_is_out_of_turn_illegal_or_malformed_changes_nothing() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = site.game("nine", &ada, &bo).await;
    bo.refused(&game, ("PUT", "/place", json!({"x": "a", "y": 1})), (409, "not-your-turn")).await;
    ada.play(&game, "d6").await;
    let place = |x: &str, y: Value| ("PUT", "/place", json!({"x": x, "y": y}));
    let mv = |fields: Value| ("PATCH", "/move", fields);
    let step = json!({"from_x": "d", "from_y": 6, "to_x": "d", "to_y": 5});
    for (ask, status, code) in [
        (place("d", json!(6)), 422, "illegal"),
        (place("a", json!(2)), 400, "malformed"),
        (place("", json!(2)), 400, "malformed"),
        (place("a", json!(["1"])), 400, "malformed"),
        (("POST", "/place", json!({"x": "a"})), 400, "malformed"),
        (("PUT", "/place", json!({"x": "a", "y": 1, "ply": "one"})), 400, "malformed"),
        (("PUT", "/place", json!({"x": "a", "y": 1, "ply": 0})), 409, "stale"),
        (("PUT", "/place", json!({"x": "a", "y": 1, "ply": 2})), 409, "stale"),
        (mv(step), 422, "illegal"),
        (mv(json!({"from_x": "d", "from_y": 6})), 400, "malformed"),
        (mv(json!({"move": "d5-"})), 400, "malformed"),
        (mv(json!({"move": "d5xd6"})), 422, "illegal"),
        (mv(json!({})), 400, "malformed"),
        (("PUT", "/capture", json!({"x": "d", "y": 6})), 422, "illegal"),
        (("PUT", "/place", json!({"x": "d6-d", "y": 5})), 400, "malformed"),
        (("PUT", "/drawrespond", json!({"response": "accept"})), 409, "no-offer"),
        (("PUT", "/drawrespond", json!({"response": "maybe"})), 400, "malformed"),
        (("PUT", "/drawrespond", json!({})), 400, "malformed"),
    ] {
        bo.refused(&game, ask, (status, code)).await;
    }
    let page = bo.form("/place", &[("x", "d"), ("y", "6")]).await.expect(422);
    page.says(&["<p id=\"notice\" role=\"alert\">d6 is occupied.</p>"]);
}

#[tokio::test]
async fn only_its_players_act_in_a_game() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let cy = site.player("Cy").await;
    let game = site.game("nine", &ada, &bo).await;
    for (method, path, fields) in [
        ("PUT", "/place", json!({"game_id": game, "x": "a", "y": 1})),
        ("PUT", "/move", json!({"game_id": game, "move": "a1"})),
        ("PUT", "/capture", json!({"game_id": game, "x": "a", "y": 1})),
        ("PUT", "/takeback", json!({"game_id": game})),
        ("PUT", "/forfeit", json!({"game_id": game})),
        ("PUT", "/draw", json!({"game_id": game})),
        ("PUT", "/drawrespond", json!({"game_id": game, "response": "accept"})),
    ] {
        cy.refused(&game, (method, path, fields.clone()), (403, "not-yours")).await;
        let reply = site.visitor().api(method, path, fields.clone()).await.expect(401);
        assert_eq!(reply.json()["error"], "signed-out");
        site.visitor().form(path, &[("x", "a"), ("y", "1")]).await.leads_to("/login");
        let nowhere =
            json!({"game_id": "nowhere", "x": "a", "y": 1, "move": "a1", "response": "accept"});
        let reply = ada.api(method, path, nowhere).await.expect(404);
        assert_eq!(reply.json()["error"], "unknown-game");
        // Without a game of one's own there is none to be meant.
        let mut unnamed = fields;
        unnamed.as_object_mut().unwrap().remove("game_id");
        let reply = cy.api(method, path, unnamed).await.expect(404);
        assert_eq!(reply.json()["error"], "no-game");
    }
    assert_eq!(ada.state(&game).await["version"], 1);
}

#[tokio::test]
async fn the_same_turn_sent_twice_is_played_once() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = site.game("nine", &ada, &bo).await;
    let turn = json!({"game_id": game, "x": "a", "y": 1, "ply": 0});
    let first = ada.api("PUT", "/place", turn.clone()).await.expect(200).json();
    let second = ada.api("PUT", "/place", turn).await.expect(200).json();
    assert_eq!(first, second);
    assert_eq!(second["version"], 2);
}

/// It said "three men left" whatever the rules of flying.
#[tokio::test]
async fn who_flies_from_the_start_is_said_to_have_all_men_left() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = site.game_from("five+flyalways", "WBWBxxxxWBWBxxxx w 1 1 0", &ada, &bo).await;
    for player in [&ada, &bo] {
        let state = player.state(&game).await;
        let quiet = |mv: &&serde_json::Value| !mv.as_str().unwrap().contains('x');
        let mv = state["moves"].as_array().unwrap().iter().find(quiet).unwrap();
        player.play(&game, mv.as_str().unwrap()).await;
    }
    let page = format!("/game/{game}");
    ada.page(&page).await.says(&["Ada has 5 men left and flies", "Bo has 5 men left and flies"]);
    let german = [("accept", "text/html"), ("accept-language", "de")];
    ada.send("GET", &page, &german, "").await.says(&["Ada hat noch 5 Steine und darf springen"]);
}

#[tokio::test]
async fn nimble_is_played_by_the_text_of_its_moves() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = site.game_from("nimble", "0,0,1 1", &ada, &bo).await;
    let state = ada.state(&game).await;
    assert_eq!(state["moves"], json!(["3-1", "3-2"]));
    assert_eq!(state["men"], json!({"3": 1}));
    let wrong = json!({"game_id": game, "move": "2-1"});
    ada.refused(&game, ("PUT", "/move", wrong), (422, "illegal")).await;
    let wrong = json!({"game_id": game, "x": "a", "y": 1});
    ada.refused(&game, ("PUT", "/place", wrong), (400, "malformed")).await;
    ada.play(&game, "3-2").await;
    let page = format!("/game/{game}");
    bo.form("/move", &[("game_id", &game), ("move", "2-1")]).await.leads_to(&page);
    let end = ada.state(&game).await;
    assert_eq!(end["result"]["winner"], "black");
    ada.page(&page).await.expect(200).says(&[
        "You lose",
        "Bo wins",
        "Until 3-2 it was Ada who stood to win.",
    ]);
}

#[tokio::test]
async fn ming_mang_is_played_by_the_text_of_its_moves() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let whole = site.game("mingmang", &ada, &bo).await;
    for player in [&ada, &bo, &ada] {
        let moves = player.state(&whole).await["moves"].clone();
        player.play(&whole, moves[0].as_str().unwrap()).await;
    }
    assert_eq!(bo.state(&whole).await["ply"], 3);
    let game = site.game_from("mingmang", "xo.x/..../..../.... w", &ada, &bo).await;
    let end = ada.play(&game, "d1-c1").await;
    assert_eq!(end["result"]["winner"], "white", "{end}");
    assert_eq!(end["men"], json!({"a1": "white", "b1": "white", "c1": "white"}));
}

#[tokio::test]
async fn a_draw_is_proposed_declined_and_accepted() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = site.game("nine", &ada, &bo).await;
    let named = || json!({"game_id": game});
    let answer =
        |response: &str| ("PUT", "/drawrespond", json!({"game_id": game, "response": response}));
    let state = ada.api("PUT", "/draw", named()).await.expect(200).json();
    assert_eq!(state["draw"], json!({"offeredBy": "white", "mayOffer": false, "mayAnswer": false}));
    let seen = bo.state(&game).await;
    assert_eq!(seen["draw"], json!({"offeredBy": "white", "mayOffer": false, "mayAnswer": true}));
    let page = format!("/game/{game}");
    bo.page(&page).await.expect(200).says(&["Your opponent proposes a draw.", ">Yes<", ">No<"]);
    ada.refused(&game, ("PUT", "/draw", named()), (409, "offered-already")).await;
    ada.refused(&game, answer("accept"), (409, "no-offer")).await;
    let declined = bo.form("/drawrespond", &[("game_id", &game), ("response", "decline")]).await;
    declined.leads_to(&page);
    // Declined: the proposer must move before proposing again.
    ada.refused(&game, ("POST", "/draw", named()), (409, "offered-already")).await;
    ada.play(&game, "a1").await;
    ada.api("PATCH", "/draw", named()).await.expect(200);
    // Simply moving goes on with the game.
    bo.play(&game, "a4").await;
    bo.refused(&game, answer("accept"), (409, "no-offer")).await;
    ada.refused(&game, ("PUT", "/draw", named()), (409, "offered-already")).await;
    ada.play(&game, "a7").await;
    ada.form("/draw", &[]).await.leads_to(&page);
    let end =
        bo.api_form("PUT", "/drawrespond", &[("response", "accept")]).await.expect(200).json();
    assert_eq!(
        end["result"],
        json!({"winner": null, "score": "1/2-1/2", "reason": "agreement", "words": "Draw by agreement.", "decided": null})
    );
    for path in ["/draw", "/forfeit"] {
        ada.refused(&game, ("PUT", path, named()), (409, "over")).await;
    }
    bo.refused(&game, answer("accept"), (409, "over")).await;
    assert_eq!((ada.tally().await, bo.tally().await), ([0, 0, 1], [0, 0, 1]));
}

#[tokio::test]
async fn two_proposals_are_an_agreement() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = site.game("six", &ada, &bo).await;
    bo.api("PUT", "/draw", json!({})).await.expect(200);
    ada.api("PUT", "/draw", json!({})).await.expect(200);
    assert_eq!(ada.state(&game).await["result"]["score"], "1/2-1/2");
}

#[tokio::test]
async fn a_game_may_be_given_up_at_any_time_and_counts_once() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = site.game("twelve", &ada, &bo).await;
    let end = bo.api("PUT", "/forfeit", json!({"game_id": game})).await.expect(200).json();
    assert_eq!(end["result"]["winner"], "white");
    assert_eq!(end["status"], "You lose");
    bo.refused(&game, ("PUT", "/forfeit", json!({"game_id": game})), (409, "over")).await;
    ada.refused(&game, ("PUT", "/forfeit", json!({"game_id": game})), (409, "over")).await;
    assert_eq!((ada.tally().await, bo.tally().await), ([1, 0, 0], [0, 1, 0]));
    let home = ada.page("/home").await.expect(200);
    home.says(&["Lately finished", "against Bo", "You win"]);
}

#[tokio::test]
async fn a_form_that_is_sent_twice_is_played_once() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = site.game("nine", &ada, &bo).await;
    let page = format!("/game/{game}");
    ada.page(&page).await.expect(200).says(&["name=\"ply\" value=\"0\""]);
    let fields = [("game_id", game.as_str()), ("ply", "0"), ("x", "d"), ("y", "6")];
    ada.form("/place", &fields).await.leads_to(&page);
    bo.play(&game, "a1").await;
    ada.form("/place", &fields).await.leads_to(&page);
    assert_eq!(ada.state(&game).await["ply"], 2);
}

#[tokio::test]
async fn the_change_of_phase_is_told_and_sent() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let game = site.game_from("three", "WBWxBxxxx b 0 1 0", &ada, &bo).await;
    let state = bo.play(&game, "a2").await;
    let last = state["events"].as_array().unwrap().last().unwrap();
    let began = json!({"type": "moving-began", "side": "white"});
    let placed = json!({"type": "placed", "side": "black", "to": "a2"});
    assert_eq!(last["happenings"], json!([placed, began]));
    assert_eq!(
        last["words"],
        json!(["Bo places a2.", "All men are placed: from now on they move."])
    );
}
