//! A link to a game: making it, sitting down, and what may go wrong; and clocks as requests see them.

use jiff::SignedDuration;
use merels_model::InvitationId;
use merels_store::Scope;
use merels_web::Clock;
use serde_json::{Value, json};

use crate::common::{Client, Site, Wire, eventually};

/// A site whose clock the test holds.
async fn site_with_clock() -> (Site, Clock) {
    let clock = Clock::of_machine();
    let its = clock.clone();
    (Site::with(|settings| settings.clock = its).await, clock)
}

async fn invite(host: &Client, fields: Value) -> String {
    let reply = host.api("POST", "/invite", fields).await.expect(201).json();
    let (id, url) = (reply["invitation"].as_str().unwrap(), reply["url"].as_str().unwrap());
    assert!(url.starts_with("http://127.0.0.1:") && url.ends_with(&format!("/invite/{id}")));
    id.to_owned()
}

async fn sit_down(friend: &Client, invitation: &str, name: &str) -> String {
    let path = format!("/invite/{invitation}/accept");
    let reply = friend.api("POST", &path, json!({"name": name})).await.expect(201).json();
    reply["game_id"].as_str().unwrap().to_owned()
}

/// Two strangers in a game with a clock; the first has White.
async fn two_strangers(site: &Site, clock: &str) -> (Client, Client, String) {
    let (ada, bo) = (site.visitor(), site.visitor());
    let terms = json!({"game": "three", "colour": "white", "clock": clock, "name": "Ada"});
    let invitation = invite(&ada, terms).await;
    let game = sit_down(&bo, &invitation, "Bo").await;
    (ada, bo, game)
}

#[tokio::test]
async fn two_strangers_with_a_link_play_without_accounts() {
    let site = Site::start().await;
    let (ada, bo) = (site.visitor(), site.visitor());
    ada.page("/friend?game=six").await.expect(200).says(&["Play a friend", "name=\"clock\""]);
    let fields = [("game", "three"), ("colour", "black"), ("clock", "5+5"), ("name", "Ada")];
    let made = ada.form("/invite", &fields).await.expect(303);
    let path = made.header("location").to_owned();
    ada.page(&path).await.expect(200).says(&[
        "Waiting for your friend",
        "<svg class=\"qr\"",
        "http-equiv=\"refresh\"",
        "You have Black.",
        "5 min + 5 s a move",
    ]);
    bo.page(&path).await.expect(200).says(&[
        "Ada invites you to play",
        "Three Men’s Morris",
        "You have White.",
        "unrated",
    ]);
    // Looking at it is not sitting down.
    let reply = bo.form(&format!("{path}/accept"), &[("name", "Ada")]).await.expect(303);
    let game = reply.header("location").strip_prefix("/game/").unwrap().to_owned();
    ada.page(&path).await.leads_to(&format!("/game/{game}"));
    let state = bo.state(&game).await;
    assert_eq!((&state["you"], &state["rated"]), (&json!("white"), &json!(false)));
    assert_eq!(state["clock"]["control"], "5+5");
    assert_eq!(state["players"]["white"]["name"], "Ada 2", "the name was taken");
    assert_eq!(state["players"]["black"]["name"], "Ada");
    for (client, mv) in [(&bo, "a1"), (&ada, "a2"), (&bo, "b1"), (&ada, "b2"), (&bo, "c1")] {
        client.play(&game, mv).await;
    }
    assert_eq!(ada.state(&game).await["status"], "You lose");
    // A third one sees the game.
    site.visitor().page(&path).await.leads_to(&format!("/game/{game}"));
}

/// Once the chooser led to a form that asked for all of it again.
#[tokio::test]
async fn the_chooser_makes_the_link_at_once_and_nothing_is_asked_twice() {
    let site = Site::start().await;
    let ada = site.visitor();
    let fields = [("game", "mingmang"), ("size", "5"), ("colour", "black"), ("opponent", "friend")];
    let made = ada.form("/play", &fields).await.expect(303);
    let path = made.header("location").to_owned();
    ada.page(&path).await.expect(200).says(&["<svg class=\"qr\"", "Ming Mang", "You have Black."]);
    // A host whose name is a number is a friend.
    site.visitor()
        .page(&path)
        .await
        .expect(200)
        .says(&["A friend invites you to play", "You have White."]);
    let state = site.visitor().data(&path).await.expect(200).json();
    assert_eq!(state["start"].as_str().unwrap().matches('/').count(), 4, "{state}");
    let made = json!({"game": "six", "opponent": "friend"});
    let made = ada.api("POST", "/play", made).await.expect(201).json();
    ada.page(&format!("/invite/{}", made["invitation"].as_str().unwrap())).await.expect(200);
    let rated = json!({"opponent": "friend", "rated": true});
    ada.api("POST", "/play", rated).await.expect(403);
}

#[tokio::test]
async fn a_host_changes_the_offer_and_a_friend_agrees_to_what_was_seen() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.visitor());
    let id = invite(&ada, json!({"game": "nine"})).await;
    let (path, accept) = (format!("/invite/{id}"), format!("/invite/{id}/accept"));
    let seen = [("colour", "random"), ("clock", "none"), ("name", "Bo")];
    bo.page(&path).await.expect(200).says(&["name=\"clock\" value=\"none\"", "no clock"]);
    let change = json!({"colour": "black", "clock": "3d", "rated": "on"});
    bo.api("POST", &path, change.clone()).await.expect(401);
    site.player("Cleo").await.api("POST", &path, change.clone()).await.expect(410);
    let unknown = json!({"colour": "black", "clock": "9"});
    ada.api("POST", &path, unknown).await.expect(400);
    let change = [("colour", "black"), ("clock", "3d"), ("rated", "on")];
    let saved = format!("{path}?news=saved");
    ada.form(&path, &change).await.leads_to(&saved);
    ada.page(&saved).await.expect(200).says(&["Saved."]);
    let change = json!({"colour": "black", "clock": "3d", "rated": "on"});
    bo.page(&path).await.expect(200).says(&["You have White.", "3 days a move", "rated"]);
    // The page of before does not begin the game of now.
    let again = bo.form(&accept, &seen).await.expect(303);
    let again = again.header("location").to_owned();
    bo.page(&again).await.expect(200).says(&["The offer has changed meanwhile."]);
    let refused = json!({"colour": "random", "clock": "none"});
    let refused = bo.api("POST", &accept, refused).await.expect(409).json();
    assert_eq!(refused["error"], "offer-changed");
    let seen = [("colour", "black"), ("clock", "3d"), ("rated", "on"), ("name", "Bo")];
    let begun = bo.form(&accept, &seen).await.expect(303);
    let game = begun.header("location").strip_prefix("/game/").unwrap().to_owned();
    let state = bo.state(&game).await;
    assert_eq!((&state["you"], &state["clock"]["control"]), (&json!("white"), &json!("3d")));
    assert_eq!(state["rated"], false, "guests play unrated");
    ada.api("POST", &path, change).await.expect(410);
}

#[tokio::test]
async fn a_guest_who_hosts_gives_a_name_on_the_links_page() {
    let site = Site::start().await;
    let ada = site.visitor();
    let made = ada.form("/play", &[("opponent", "friend")]).await.expect(303);
    let path = made.header("location").to_owned();
    let fields = |name| [("colour", "random"), ("clock", "none"), ("name", name)];
    ada.form(&path, &fields("Moderator")).await.expect(422).says(&["taken for the site"]);
    ada.form(&path, &fields("Ada")).await.leads_to(&format!("{path}?news=saved"));
    site.visitor().page(&path).await.expect(200).says(&["Ada invites you to play"]);
}

#[tokio::test]
async fn an_invitation_can_be_withdrawn_and_expires() {
    let (site, clock) = site_with_clock().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let id = invite(&ada, json!({"game": "nine"})).await;
    let shown = bo.data(&format!("/invite/{id}")).await.expect(200).json();
    assert_eq!((&shown["host"], &shown["clock"]), (&json!("Ada"), &Value::Null));
    bo.api("POST", &format!("/invite/{id}/withdraw"), json!({})).await.expect(410);
    ada.api("POST", &format!("/invite/{id}/withdraw"), json!({})).await.expect(200);
    let gone = bo.api("POST", &format!("/invite/{id}/accept"), json!({})).await.expect(410);
    assert_eq!(gone.json()["error"], "invitation-gone");
    bo.page(&format!("/invite/{id}")).await.expect(410).says(&["not open any more"]);
    let id = invite(&ada, json!({"game": "nine"})).await;
    clock.pass(SignedDuration::from_hours(25));
    bo.data(&format!("/invite/{id}")).await.expect(410);
}

#[tokio::test]
async fn what_no_invitation_can_be_is_refused() {
    let site = Site::start().await;
    let (guest, ada) = (site.visitor(), site.player("Ada").await);
    let refused = guest.api("POST", "/invite", json!({"rated": true})).await.expect(403);
    assert_eq!(refused.json()["error"], "guest");
    for fields in [
        json!({"clock": "5"}),
        json!({"clock": "0+0"}),
        json!({"game": "chess"}),
        json!({"colour": "red"}),
        json!({"name": "Moderator"}),
        json!({"name": "\u{202e}"}),
    ] {
        guest.api("POST", "/invite", fields).await.expect(400);
    }
    guest.form("/invite", &[("name", "Moderator")]).await.expect(422).says(&["taken for the site"]);
    assert!(guest.cookie("merels").is_none(), "nobody came in by this");
    let id = invite(&ada, json!({"rated": true, "clock": "3d"})).await;
    let path = format!("/invite/{id}/accept");
    guest.form(&path, &[("name", "Moderator")]).await.expect(422).says(&["taken for the site"]);
    // One's own link leads back to it.
    ada.form(&path, &[]).await.leads_to(&format!("/invite/{id}"));
    let bo = site.player("Bo").await;
    let game = sit_down(&bo, &id, "").await;
    let state = bo.state(&game).await;
    assert_eq!((&state["rated"], &state["clock"]["control"]), (&json!(true), &json!("3d")));
    let late = guest.api("POST", &path, json!({})).await.expect(409).json();
    assert_eq!(late["game_id"], game.as_str());
}

#[tokio::test]
async fn the_site_lets_a_flag_fall_by_itself() {
    let (site, clock) = site_with_clock().await;
    let (ada, bo, game) = two_strangers(&site, "3+2").await;
    let begun = ada.state(&game).await;
    assert_eq!((&begun["clock"]["running"], &begun["mayAbort"]), (&Value::Null, &json!(true)));
    ada.play(&game, "a1").await;
    let second = bo.play(&game, "a2").await;
    assert_eq!(
        (&second["clock"]["running"], &second["mayAbort"]),
        (&json!("white"), &json!(false))
    );
    clock.pass(SignedDuration::from_secs(10));
    let third = ada.play(&game, "b1").await;
    let left = third["clock"]["left"]["white"].as_i64().unwrap();
    assert!((170_000..=172_000).contains(&left), "10 s spent, 2 s gained: {left}");
    assert_eq!(third["clock"]["left"]["black"], 180_000);
    clock.pass(SignedDuration::from_secs(181));
    let over = eventually("the flag falls", async || {
        let state = ada.state(&game).await;
        (!state["result"].is_null()).then_some(state)
    })
    .await;
    assert_eq!(over["result"]["reason"], "time forfeit");
    assert_eq!((&over["status"], &over["clock"]["left"]["black"]), (&json!("You win"), &json!(0)));
}

#[tokio::test]
async fn a_move_that_comes_too_late_is_refused_and_the_game_is_lost() {
    let (site, clock) = site_with_clock().await;
    let (ada, bo, game) = two_strangers(&site, "3+2").await;
    ada.play(&game, "a1").await;
    bo.play(&game, "a2").await;
    clock.pass(SignedDuration::from_secs(181));
    let late = ada.api("PUT", "/move", json!({"game_id": game, "move": "b1"})).await.expect(409);
    assert_eq!(late.json()["error"], "over");
    assert_eq!(bo.state(&game).await["status"], "You win");
}

#[tokio::test]
async fn a_game_in_which_nobody_begins_is_broken_off() {
    let (site, clock) = site_with_clock().await;
    let (ada, bo, game) = two_strangers(&site, "5+5").await;
    ada.play(&game, "a1").await;
    clock.pass(SignedDuration::from_secs(61));
    let over = eventually("it is broken off", async || {
        let state = bo.state(&game).await;
        (!state["result"].is_null()).then_some(state)
    })
    .await;
    assert_eq!((&over["result"]["score"], &over["result"]["winner"]), (&json!("*"), &Value::Null));
    assert_eq!(over["status"], "Broken off");
    assert_eq!((ada.tally().await, bo.tally().await), ([0; 3], [0; 3]));
    ada.page("/home").await.expect(200).says(&["Broken off"]);
}

#[tokio::test]
async fn a_game_is_broken_off_only_before_both_have_moved() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let game = site.game("nine", &ada, &bo).await;
    ada.play(&game, "a1").await;
    bo.play(&game, "d1").await;
    let ask = || ("PUT", "/abort", json!({"game_id": game}));
    ada.refused(&game, ask(), (409, "too-late-to-abort")).await;
    let game = site.game("nine", &ada, &bo).await;
    ada.play(&game, "a1").await;
    let state = bo.api("PUT", "/abort", json!({"game_id": game})).await.expect(200).json();
    assert_eq!(state["result"]["reason"], "aborted");
    assert_eq!(bo.tally().await, [0; 3]);
}

async fn rematch(client: &Client, game: &str, response: &str) -> Value {
    let fields = json!({"game_id": game, "response": response});
    client.api("POST", "/rematch", fields).await.expect(200).json()
}

#[tokio::test]
async fn a_rematch_is_offered_declined_and_accepted_with_the_colours_exchanged() {
    let site = Site::start().await;
    let (ada, bo, game) = two_strangers(&site, "5+5").await;
    let refused = ada.api("POST", "/rematch", json!({"game_id": game})).await.expect(409);
    assert_eq!(refused.json()["error"], "no-rematch");
    assert!(ada.state(&game).await["rematch"].is_null());
    bo.api("PUT", "/forfeit", json!({"game_id": game})).await.expect(200);
    assert_eq!(ada.state(&game).await["rematch"]["mayOffer"], true);
    assert_eq!(rematch(&ada, &game, "accept").await["status"], "offered");
    let (mine, theirs) =
        (ada.state(&game).await["rematch"].clone(), bo.state(&game).await["rematch"].clone());
    assert_eq!(mine, json!({"mayOffer": false, "mayAnswer": false, "game": null}));
    assert_eq!(theirs, json!({"mayOffer": false, "mayAnswer": true, "game": null}));
    bo.page(&format!("/game/{game}")).await.expect(200).says(&["would like a rematch"]);
    assert_eq!(rematch(&bo, &game, "decline").await["status"], "declined");
    assert_eq!(ada.state(&game).await["rematch"]["mayOffer"], true);
    assert_eq!(rematch(&ada, &game, "accept").await["status"], "offered");
    let begun = rematch(&bo, &game, "accept").await;
    assert_eq!(begun["status"], "matched");
    let next = begun["game_id"].as_str().unwrap();
    let state = ada.state(next).await;
    assert_eq!((&state["you"], &state["clock"]["control"]), (&json!("black"), &json!("5+5")));
    // Again it is the same one.
    assert_eq!(rematch(&ada, &game, "accept").await["game_id"], next);
    ada.page(&format!("/game/{game}")).await.expect(200).says(&[&format!("href=\"/game/{next}\"")]);
    let cy = site.player("Cy").await;
    cy.api("POST", "/rematch", json!({"game_id": game})).await.expect(403);
}

#[tokio::test]
async fn quick_words_are_said_during_and_after_a_game_but_not_without_end() {
    let site = Site::start().await;
    let (ada, bo, game) = two_strangers(&site, "5+5").await;
    let say = |phrase: &str| json!({"game_id": game, "phrase": phrase});
    let state = ada.api("POST", "/say", say("good-luck")).await.expect(200).json();
    assert_eq!(state["events"][1]["said"], json!({"side": "white", "words": "Good luck."}));
    assert_eq!(state["events"][1]["words"], json!(["Ada: Good luck."]));
    ada.api("POST", "/say", say("insult")).await.expect(400);
    for _ in 0..2 {
        ada.api("POST", "/say", say("hello")).await.expect(200);
    }
    ada.refused(&game, ("POST", "/say", say("hello")), (409, "said-enough")).await;
    bo.api("POST", "/say", say("thanks")).await.expect(200);
    ada.play(&game, "a1").await;
    ada.api("POST", "/say", say("oops")).await.expect(200);
    bo.api("PUT", "/forfeit", json!({"game_id": game})).await.expect(200);
    let over = bo.api("POST", "/say", say("good-game")).await.expect(200).json();
    assert_eq!(over["result"]["score"], "1-0");
    let page = ada.page(&format!("/game/{game}")).await.expect(200);
    let page = page.says(&["Bo: Good game.", "data-said"]);
    assert_eq!(page.body.matches("<li>Ada wins").count(), 1, "the end is told once");
    // Nobody talks to the computer.
    let fields = json!({"game": "three", "level": "1", "colour": "white"});
    let alone = ada.api("POST", "/playcomputer", fields).await.expect(201).json();
    let fields = json!({"game_id": alone["game_id"], "phrase": "hello"});
    let refused = ada.api("POST", "/say", fields).await.expect(409);
    assert_eq!(refused.json()["error"], "only-people");
}

/// A page sends again what was not acknowledged before its connection broke.
#[tokio::test]
async fn quick_words_that_are_sent_again_are_said_once() {
    let site = Site::start().await;
    let (ada, bo, game) = two_strangers(&site, "5+5").await;
    let hello = json!({"do": "say", "game": game, "phrase": "hello", "version": 1});
    let mut versions = Vec::new();
    for _ in 0..2 {
        let (mut wire, _) = Wire::watching(&site, &ada, &game).await;
        versions.push(wire.ask(hello.clone()).await["version"].clone());
    }
    assert_eq!(versions, [2, 2], "both are acknowledged");
    let form = json!({"game_id": game, "phrase": "hello", "version": 1});
    ada.api("POST", "/say", form.clone()).await.expect(200);
    assert_eq!(ada.state(&game).await["version"], 2);
    // The other player's are others, and so is one that is said later.
    bo.api("POST", "/say", form).await.expect(200);
    let later = json!({"game_id": game, "phrase": "hello", "version": 3});
    let state = ada.api("POST", "/say", later).await.expect(200).json();
    assert_eq!(state["version"], 4);
    ada.page(&format!("/game/{game}")).await.says(&["name=\"version\" value=\"4\""]);
}

#[tokio::test]
async fn a_rated_game_by_a_link_changes_the_ratings_of_both() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let terms = json!({"game": "three", "colour": "white", "clock": "5+5", "rated": true});
    let invitation = invite(&ada, terms).await;
    let game = sit_down(&bo, &invitation, "").await;
    for (client, mv) in [(&ada, "a1"), (&bo, "a2"), (&ada, "b1"), (&bo, "b2"), (&ada, "c1")] {
        client.play(&game, mv).await;
    }
    let home = ada.data("/home").await.expect(200).json();
    let rating = &home["ratings"][0];
    assert_eq!((&rating["game"], &rating["class"]), (&json!("three"), &json!("live")));
    assert_eq!((&rating["provisional"], &rating["games"]), (&json!(true), &json!(1)));
    let points = rating["rating"].as_i64().unwrap();
    assert!(points > 1600, "{points}");
    ada.page("/home").await.expect(200).says(&[&format!("{points}?"), "question mark"]);
    // Nobody has enough games to be listed.
    let board = bo.data("/ratings?game=three&class=live").await.expect(200).json();
    assert_eq!(board["players"], json!([]));
    bo.data("/ratings?class=chess").await.expect(400);
    site.visitor().page("/ratings").await.expect(200).says(&[
        "Leaderboards",
        "2640",
        "at least 10",
    ]);
    site.visitor().page("/fairplay").await.expect(200).says(&["Fair play", "Glicko-2"]);
}

/// Open offers last for days, and programs could make ever more of them.
#[tokio::test]
async fn sixty_games_an_hour_are_offered_by_links_or_by_name() {
    let site = Site::with(|settings| settings.limits.games_per_minute = 1000).await;
    let (ada, _bo) = (site.player("Ada").await, site.player("Bo").await);
    let program = site.program(&ada, Scope::Play).await;
    let mut offered = 0;
    let refused = loop {
        let by_link = offered % 2 == 0;
        let reply = match by_link {
            true => ada.api("POST", "/invite", json!({"game": "three"})).await,
            false => program.post("/api/v1/challenges", json!({"game": "three", "to": "Bo"})).await,
        };
        if reply.status == 429 {
            break reply;
        }
        offered += 1;
        let made = reply.expect(201).json();
        let id = made[if by_link { "invitation" } else { "id" }].as_str().unwrap();
        let host = ada.id.as_ref().unwrap();
        assert!(site.store.meeting().withdraw(&InvitationId::new(id), host).await.unwrap());
    };
    assert_eq!(refused.json()["error"], "too-many");
    // One more is granted each minute, and this may have taken some.
    assert!((60..=63).contains(&offered), "{offered}");
    let door = program.post("/api/v1/challenges", json!({"game": "three"})).await;
    assert_eq!(door.status, 429, "at the other door too");
    ada.api("POST", "/invite", json!({"game": "three"})).await.expect(429);
}
