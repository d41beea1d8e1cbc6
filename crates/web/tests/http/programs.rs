//! Tokens and bots, on their owners' pages.

use jiff::SignedDuration;
use merels_store::{AccountChange, Purpose, Scope, SecurityKind};
use serde_json::{Value, json};

use crate::common::{Client, Site, now, site_with_tables};

const PASSWORD: &str = "mühle am bach";

async fn make(client: &Client, scope: &str) -> String {
    let fields = json!({"label": "notebook", "scope": scope, "password": PASSWORD});
    let made = client.api("POST", "/account/tokens", fields).await.expect(201).json();
    made["token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_token_is_made_with_the_password_shown_once_and_kept_as_a_hash() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let fields = [("label", "notebook"), ("scope", "play"), ("password", "wrong")];
    ada.form("/account/tokens", &fields).await.expect(422).says(&["This is not your password."]);
    let fields = [("label", ""), ("scope", "play"), ("password", PASSWORD)];
    ada.form("/account/tokens", &fields).await.expect(422);
    let fields = [("label", "notebook"), ("scope", "play"), ("password", PASSWORD)];
    let page = ada.form("/account/tokens", &fields).await.expect(201);
    let begin = page.body.find("merels_").expect("the secret is shown");
    let secret: String = page.body[begin..].chars().take_while(|c| *c != '"').collect();
    let page = ada.page("/account/programs").await.expect(200);
    assert!(!page.body.contains(&secret), "it is shown once");
    page.says(&["notebook", "never used", "play: also play in your name"]);
    let id = ada.id.clone().unwrap();
    let kept = site.store.accounts().tokens_of(&id).await.unwrap();
    assert!(kept.iter().all(|token| !token.id.as_str().contains(&secret[7..])), "only its hash");
    let account = site.program_with(&secret).get("/api/v1/account").await.expect(200).json();
    assert_eq!((&account["name"], &account["scopes"]), (&json!("Ada"), &json!(["read", "play"])));
    assert!(site.store.accounts().tokens_of(&id).await.unwrap()[0].used.is_some());
    let log = site.store.accounts().security_log_of(&id).await.unwrap();
    assert!(log.iter().any(|line| line.kind == SecurityKind::TokenMade));
}

/// Tokens end with everything that is meant to show somebody out.
#[tokio::test]
async fn tokens_end_where_somebody_is_shown_out() {
    let site = Site::with(|settings| settings.limits.logins_per_account = 100).await;
    let ada = site.player("Ada").await;
    let id = ada.id.clone().unwrap();
    // Whoever resets the password of an unconfirmed address would take the code away.
    let confirmed = AccountChange::Confirmed(now());
    site.store.accounts().change_account(&id, confirmed).await.unwrap().unwrap();
    let new = "ein neuer anfang 7";
    let changed = json!({"password": PASSWORD, "new": new, "confirm": new});
    let back = json!({"password": new, "new": PASSWORD, "confirm": PASSWORD});
    let expires = now() + SignedDuration::from_mins(30);
    let link =
        site.store.accounts().issue_secret(Purpose::Reset, Some(&id), expires).await.unwrap();
    let reset = json!({"link": link.secret(), "new": PASSWORD, "confirm": PASSWORD});
    site.store.accounts().add_recovery_code(&id, "aaaaa").await.unwrap();
    let recovery = json!({"email": "ada@example.org", "code": "aaaaa", "new": PASSWORD,
        "confirm": PASSWORD});
    let olga = site.player("Olga").await.id.unwrap();
    site.store.accounts().set_operator(&olga, true).await.unwrap();
    let olga = site.sign_in(&olga).await;
    site.strengthen(&olga).await;
    let by_operator = json!({"act": "end-sessions", "player": id.as_str()});
    for (who, path, fields) in [
        (None, "/account/sessions", json!({})),
        (Some(&site.visitor()), "/reset", reset),
        (None, "/account/password", changed),
        (None, "/account/password", back),
        (Some(&site.visitor()), "/recover", recovery),
        (Some(&olga), "/operator", by_operator),
    ] {
        let ada = site.sign_in(&id).await;
        let password =
            if fields["new"] == PASSWORD && path == "/account/password" { new } else { PASSWORD };
        let wish = json!({"label": "notebook", "scope": "read", "password": password});
        let made = ada.api("POST", "/account/tokens", wish).await.expect(201).json();
        let program = site.program_with(made["token"].as_str().unwrap());
        program.get("/api/v1/account").await.expect(200);
        who.unwrap_or(&ada).api("POST", path, fields).await.expect(200);
        program.get("/api/v1/account").await.expect(401);
    }
}

#[tokio::test]
async fn a_revoked_token_holds_no_more_and_nobody_revokes_anothers() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let secret = make(&ada, "read").await;
    let id = site.store.accounts().tokens_of(ada.id.as_ref().unwrap()).await.unwrap().remove(0).id;
    let fields = json!({"token": id.as_str()});
    bo.api("POST", "/account/tokens/revoke", fields.clone()).await.expect(200);
    site.program_with(&secret).get("/api/v1/account").await.expect(200);
    ada.api("POST", "/account/tokens/revoke", fields).await.expect(200);
    let refused = site.program_with(&secret).get("/api/v1/account").await.expect(401);
    assert_eq!(refused.json()["error"], "bad-token");
    assert_eq!(refused.header("www-authenticate"), "Bearer");
    let log = site.store.accounts().security_log(10).await.unwrap();
    for kind in [SecurityKind::TokenRevoked, SecurityKind::TokenRefused] {
        assert!(log.iter().any(|line| line.kind == kind), "{kind:?}");
    }
}

#[tokio::test]
async fn nobody_has_more_than_twenty_tokens() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    for _ in 0..20 {
        site.program(&ada, Scope::Read).await;
    }
    let fields = json!({"label": "one more", "scope": "read", "password": PASSWORD});
    ada.api("POST", "/account/tokens", fields).await.expect(422);
}

#[tokio::test]
async fn a_bot_is_marked_wherever_its_name_is_shown_and_plays_by_its_token_alone() {
    let site = Site::start().await;
    let (mill, ada) = (site.player("Deepmill").await, site.player("Ada").await);
    let fields = json!({"password": PASSWORD});
    mill.api("POST", "/account/bot", json!({"password": "wrong"})).await.expect(422);
    mill.api("POST", "/account/bot", fields).await.expect(200);
    ada.page("/player/Deepmill").await.expect(200).says(&["Deepmill (bot)"]);
    let name = json!({"name": "Quickmill", "password": PASSWORD});
    mill.api("POST", "/account/name", name).await.expect(200);
    let game = site.game("three", &ada, &mill).await;
    ada.page(&format!("/game/{game}")).await.expect(200).says(&["Quickmill (bot)"]);
    let state = ada.state(&game).await;
    assert_eq!(state["players"]["black"]["name"], "Quickmill (bot)");
    ada.play(&game, "a1").await;
    let fields = json!({"game_id": game, "move": "b2"});
    let refused = mill.api("PUT", "/move", fields).await.expect(403).json();
    assert_eq!(refused["error"], "bot");
    mill.api("POST", "/findmatch", json!({"game": "nine"})).await.expect(403);
    mill.page("/account/programs").await.expect(200).says(&["This is a bot's account."]);
}

#[tokio::test]
async fn an_account_that_has_played_does_not_become_a_bot_and_nobody_is_named_like_one() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    site.game("three", &ada, &bo).await;
    ada.api("POST", "/account/bot", json!({"password": PASSWORD})).await.expect(422);
    let name = json!({"name": "Ada (bot)", "password": PASSWORD});
    ada.api("POST", "/account/name", name).await.expect(422);
}

async fn challenge(client: &Client, fields: Value) -> (u16, Value) {
    let reply = client.api("POST", "/invite", fields).await;
    (reply.status, reply.json())
}

#[tokio::test]
async fn a_bot_is_challenged_by_name_unrated_and_does_not_count_as_a_person() {
    let site = site_with_tables().await;
    let (_, mill) = site.bot("Deepmill").await;
    let ada = site.player("Ada").await;
    let rated = json!({"to": "deepmill", "game": "three", "rated": true});
    let (status, answer) = challenge(&ada, rated).await;
    assert_eq!((status, &answer["error"]), (403, &json!("bot-unrated")));
    let live = json!({"to": "deepmill", "game": "three", "clock": "5+5"});
    let (status, _) = challenge(&ada, live).await;
    assert_eq!(status, 201);
    let open = mill.get("/api/v1/challenges").await.expect(200).json();
    let id = open["challenges"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(open["challenges"][0]["from"], "Ada");
    let begun = mill.post(&format!("/api/v1/challenges/{id}/accept"), json!({})).await;
    let game = begun.expect(201).json()["game_id"].as_str().unwrap().to_owned();
    // Ada plays no person; the bot does.
    ada.data("/analysis?game=three").await.expect(200);
    let probe = "/api/v1/tables/probe?game=three";
    assert_eq!(mill.get(probe).await.expect(403).json()["error"], "plays-now");
    ada.api("PUT", "/forfeit", json!({"game_id": game})).await.expect(200);
    mill.get(probe).await.expect(200);
    assert_eq!(ada.tally().await, [0, 0, 0], "games with bots are not counted");
    let account = mill.get("/api/v1/account").await.expect(200).json();
    assert_eq!((&account["kind"], &account["wins"]), (&json!("bot"), &json!(1)));
}

/// Whoever held the person's session would have held the bot's.
#[tokio::test]
async fn an_account_that_becomes_a_bot_gets_a_new_session_token() {
    let site = Site::start().await;
    let mill = site.player("Deepmill").await;
    let (before, thief) = (mill.cookie("merels").unwrap(), mill.copy());
    thief.data("/home").await.expect(200);
    mill.api("POST", "/account/bot", json!({"password": PASSWORD})).await.expect(200);
    assert_ne!(mill.cookie("merels").unwrap(), before);
    mill.data("/home").await.expect(200);
    thief.data("/home").await.expect(401);
}
