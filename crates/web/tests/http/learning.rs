//! The first page, help while learning, and what a guest keeps.

use serde_json::json;

use crate::common::{Client, Site, eventually, site_of_the_longest_games};

/// A game against the computer in which the player, White, made a turn and was answered.
async fn answered_game(client: &Client) -> String {
    let fields = json!({"colour": "white", "level": "1"});
    let reply = client.api("POST", "/playcomputer", fields).await.expect(201).json();
    let game = reply["game_id"].as_str().unwrap().to_owned();
    client.play(&game, "d6").await;
    eventually("the computer's answer", async || {
        (client.state(&game).await["ply"] == 2).then_some(())
    })
    .await;
    game
}

#[tokio::test]
async fn the_first_page_is_a_board_that_can_be_chosen_and_is_remembered() {
    let site = Site::start().await;
    let visitor = site.visitor();
    let first = visitor.page("/").await.expect(200);
    first.says(&[
        "id=\"board\"",
        "Nine Men’s Morris",
        "action=\"/loginplayer\"",
        "Sign up instead",
    ]);
    let shown = visitor.page("/?game=mingmang&size=5&colour=white").await.expect(200);
    shown.says(&["Ming Mang", "id=\"board\""]);
    visitor.page("/").await.expect(200).says(&["<title>Ming Mang"]);
    visitor.page("/?game=mingmang&size=50").await.expect(400);
    assert_eq!(visitor.page("/home").await.header("cache-control"), "no-store");
}

#[tokio::test]
async fn two_at_one_screen_play_both_sides_and_agree_on_a_draw() {
    let site = Site::start().await;
    let guest = site.visitor();
    let fields = json!({"game": "three", "opponent": "here"});
    let reply = guest.api("POST", "/play", fields).await.expect(201).json();
    let game = reply["game_id"].as_str().unwrap().to_owned();
    assert_eq!(guest.state(&game).await["you"], "white");
    assert_eq!(guest.play(&game, "a1").await["you"], "black");
    assert_eq!(guest.play(&game, "c3").await["you"], "white");
    let fields = json!({"game_id": game});
    // Both are called by their colours, and take turns back without asking.
    let state = guest.state(&game).await;
    let names = ["white", "black"].map(|side| &state["players"][side]["name"]);
    assert_eq!(
        (names, &state["status"]),
        ([&json!("White"), &json!("Black")], &json!("White is to move."))
    );
    for (ply, you) in [(1, "black"), (0, "white")] {
        let back = guest.api("PUT", "/undo", fields.clone()).await.expect(200).json();
        assert_eq!((&back["ply"], &back["you"]), (&json!(ply), &json!(you)));
    }
    guest.api("PUT", "/undo", fields.clone()).await.expect(409);
    guest.page(&format!("/game/{game}")).await.expect(200).says(&[
        "Agree on a draw",
        "Take back",
        "Black takes a turn back.",
        "two at one screen.",
    ]);
    let drawn = guest.api("PUT", "/draw", fields).await.expect(200).json();
    assert_eq!(drawn["result"]["score"], "1/2-1/2");
}

/// Once Black's win was told to both as "You lose".
#[tokio::test]
async fn at_one_screen_nobody_is_told_that_he_won_or_lost() {
    let site = Site::start().await;
    let guest = site.visitor();
    let fields = json!({"game": "three", "opponent": "here"});
    let reply = guest.api("POST", "/play", fields).await.expect(201).json();
    let game = reply["game_id"].as_str().unwrap().to_owned();
    guest.api("PUT", "/forfeit", json!({"game_id": game})).await.expect(200);
    let page = guest.page(&format!("/game/{game}")).await.expect(200);
    page.says(&["<p class=\"verdict\">The game is over</p>", "Black wins", "data-ending=\"over\""]);
}

#[tokio::test]
async fn a_turn_is_taken_back_as_often_as_wanted_and_the_game_counts_as_practice() {
    let site = Site::start().await;
    let guest = site.visitor();
    let game = answered_game(&guest).await;
    let fields = json!({"game_id": game});
    let state = guest.api("PUT", "/undo", fields.clone()).await.expect(200).json();
    assert_eq!((&state["ply"], &state["assisted"]), (&json!(0), &json!(true)));
    assert_eq!(state["men"], json!({}));
    assert_eq!(state["last"], json!(null), "what was taken back is no last move");
    guest.api("PUT", "/undo", fields.clone()).await.expect(409);
    // The numbers of the turns are free again, also for one who reads the game anew.
    guest.play(&game, "d6").await;
    let events =
        site.store.games().events_after(&merels_model::GameKey::new(&game), 0).await.unwrap();
    assert_eq!(events.iter().filter(|e| e.event.kind().name() == "undone").count(), 2);
    // People are asked first.
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let game = site.game("nine", &ada, &bo).await;
    ada.play(&game, "d6").await;
    ada.api("PUT", "/undo", json!({"game_id": game})).await.expect(200);
    assert_eq!(bo.state(&game).await["ply"], 1);
}

#[tokio::test]
async fn a_hint_names_a_move_and_says_why() {
    let site = Site::start().await;
    let guest = site.visitor();
    let game = answered_game(&guest).await;
    let hinted = guest.api("PUT", "/hint", json!({"game_id": game})).await.expect(200).json();
    assert!(hinted["message"].as_str().unwrap().starts_with("Try "), "{}", hinted["message"]);
    assert_eq!(hinted["assisted"], true);
}

/// Once "You win" stood beside "0 won".
#[tokio::test]
async fn after_a_game_with_help_it_is_said_that_it_is_not_counted() {
    let site = Site::start().await;
    let guest = site.visitor();
    for help in [true, false] {
        let game = answered_game(&guest).await;
        if help {
            guest.api("PUT", "/hint", json!({"game_id": game})).await.expect(200);
        }
        guest.api("PUT", "/forfeit", json!({"game_id": game})).await.expect(200);
        let page = guest.page(&format!("/game/{game}")).await.expect(200).body;
        assert_eq!(page.contains("is practice and is not counted"), help);
        assert_eq!(page.contains("Level 1: 0 won, 1 lost, 0 drawn."), !help);
    }
}

#[tokio::test]
async fn a_guest_who_signs_up_keeps_the_running_game() {
    let site = Site::start().await;
    let guest = site.visitor();
    let game = answered_game(&guest).await;
    let fields = [
        ("email", "gast@example.org"),
        ("password", "a board by the window"),
        ("confirm", "a board by the window"),
        ("name", "Gerda"),
    ];
    guest.form("/signup", &fields).await.leads_to("/home?news=created");
    guest.page("/home").await.expect(200).says(&["Gerda", "gast@example.org", &game]);
    assert_eq!(guest.state(&game).await["you"], "white");
    // Both taken fields are told.
    let refused = site.visitor().form("/signup", &fields).await.expect(422);
    refused.says(&["has an account already", "Somebody else has this name"]);
}

#[tokio::test]
async fn a_replay_shows_every_step_and_leaves_out_what_was_taken_back() {
    let site = Site::start().await;
    let guest = site.visitor();
    let game = answered_game(&guest).await;
    guest.api("PUT", "/undo", json!({"game_id": game})).await.expect(200);
    guest.play(&game, "a1").await;
    // The computer may answer on any point. A guest without a name is called by the colour.
    let page = guest.page(&format!("/game/{game}/replay?ply=1")).await.expect(200);
    let page = page.says(&["White places a1.", "data-ply=\"1\"", "id=\"slider\""]);
    assert!(!page.body.contains("White places d6."), "it was taken back");
    let picture = guest.page(&format!("/game/{game}/picture.png")).await.expect(200);
    assert_eq!(picture.header("content-type"), "image/png");
    guest.page("/game/nowhere/replay").await.expect(404);
}

#[tokio::test]
async fn a_lesson_judges_a_turn_by_the_rules_and_keeps_nothing() {
    let site = Site::start().await;
    let visitor = site.visitor();
    visitor.page("/learn/nine").await.expect(200).says(&["Learn Nine", "Step 1 of 7"]);
    let step = visitor.data("/learn/nine/2").await.expect(200).json();
    assert_eq!((&step["number"], &step["done"]), (&json!(2), &json!(false)));
    let other = visitor.data("/learn/nine/2?move=a1").await.expect(200).json();
    assert_eq!(other["done"], false);
    assert!(other["notice"].as_str().unwrap().starts_with("That closes no mill"));
    visitor.data("/learn/nine/2?move=d2").await.expect(422);
    visitor.data("/learn/nine/2?move=nonsense").await.expect(422);
    let done = visitor.data("/learn/nine/2?move=g7xd2").await.expect(200).json();
    assert_eq!((&done["done"], &done["view"]["moves"]), (&json!(true), &json!([])));
    let kinds: Vec<_> = done["events"][0]["happenings"].as_array().unwrap().iter().collect();
    assert_eq!(
        kinds.iter().map(|h| h["type"].as_str().unwrap()).collect::<Vec<_>>(),
        ["placed", "closed-mill", "took"]
    );
    let why = visitor.data("/learn/nine/3?why=f6,d1").await.expect(200).json();
    assert!(why["reason"].as_str().unwrap().contains("stands in a mill"));
    for nowhere in ["/learn/chess", "/learn/nine/0", "/learn/nine/8", "/learn/nine/x"] {
        visitor.page(nowhere).await.expect(404);
    }
}

#[tokio::test]
async fn a_link_to_a_game_shows_its_picture_before_it_is_followed() {
    let site =
        Site::with(|settings| settings.public_url = "https://merels.example".parse().ok()).await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let game = site.game("nine", &ada, &bo).await;
    let picture = format!("https://merels.example/game/{game}/picture.png");
    for page in [format!("/game/{game}"), format!("/game/{game}/replay")] {
        let page = site.visitor().page(&page).await.expect(200);
        page.says(&["property=\"og:image\"", &picture]);
    }
}

/// Once a link to a game's board drew lots for the colour, and the first click did nothing.
#[tokio::test]
async fn play_this_leads_to_a_board_that_plays_with_the_first_click() {
    let site = Site::start().await;
    for game in ["nine", "lasker", "nimble"] {
        let rules = site.visitor().page(&format!("/rules/{game}")).await.expect(200);
        rules.says(&[&format!("href=\"/?game={game}\"")]);
        let page = site.visitor().page(&format!("/?game={game}")).await.expect(200);
        page.says(&["Your turn"]);
    }
}

/// The tables of `nine+strict` count to 251 plies and no further.
#[tokio::test]
async fn a_hint_says_at_least_where_the_tables_cannot_count_so_far() {
    let site = site_of_the_longest_games("nine+strict").await;
    let guest = site.visitor();
    for (colour, words) in [("white", "It wins in at least "), ("black", "White wins in at least ")]
    {
        let fields = json!({"game": "nine+strict", "level": "1", "colour": colour});
        let begun = guest.api("POST", "/playcomputer", fields).await.expect(201).json();
        let game = begun["game_id"].as_str().unwrap();
        eventually("it is the guest's turn", async || {
            let state = guest.state(game).await;
            (state["toMove"] == state["you"]).then_some(())
        })
        .await;
        let hinted = guest.api("PUT", "/hint", json!({"game_id": game})).await.expect(200).json();
        assert!(hinted["message"].as_str().unwrap().contains(words), "{}", hinted["message"]);
        guest.api("PUT", "/forfeit", json!({"game_id": game})).await.expect(200);
    }
}
