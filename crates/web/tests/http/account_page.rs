//! Changes of an account by its owner: password, name, sessions, data, leaving.

use std::collections::BTreeSet;

use jiff::SignedDuration;
use merels_web::Clock;
use serde_json::{Value, json};

use super::accounts::{PASSWORD, log_in, sign_up};
use crate::common::Site;

#[tokio::test]
async fn deleting_the_account_ends_all_sessions_and_forfeits_the_running_games() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let elsewhere = site.sign_in(ada.id.as_ref().unwrap()).await;
    let finished = site.game("nine", &ada, &bo).await;
    bo.api("PUT", "/forfeit", json!({"game_id": finished})).await.expect(200);
    let running = [site.game("nine", &ada, &bo).await, site.game("three", &bo, &ada).await];
    ada.api("POST", "/findmatch", json!({})).await.expect(200);
    ada.send("DELETE", "/delete", &[], "").await.expect(200);
    elsewhere.data("/home").await.expect(401);
    for game in &running {
        let state = bo.state(game).await;
        assert_eq!(state["result"]["winner"], state["you"], "{state}");
        assert!(state.to_string().contains("has deleted the account and forfeits"), "{state}");
    }
    for game in running.iter().chain([&finished]) {
        let state = bo.state(game).await.to_string();
        assert!(state.contains("A former player") && !state.contains("Ada"), "{state}");
    }
    assert_eq!(bo.tally().await, [2, 1, 0]);
    // Nobody is matched with one who is gone, and the name is free again.
    let reply = bo.api("POST", "/findmatch", json!({})).await.expect(200).json();
    assert_eq!(reply["status"], "waiting");
    site.player("Ada").await;
}

#[tokio::test]
async fn a_form_deletes_the_account_too() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    // A form is asked for the password, however lately somebody came in.
    ada.form("/delete", &[]).await.expect(403).says(&["This is not your password."]);
    ada.form("/delete", &[("password", PASSWORD)]).await.leads_to("/login?news=deleted");
    assert_eq!(ada.cookie("merels"), None);
    assert_eq!(site.store.accounts().account("ada@example.org").await.unwrap(), None);
}

#[tokio::test]
async fn a_password_is_changed_and_signs_out_everywhere_else() {
    let site = Site::start().await;
    sign_up(&site, "Ada").await;
    let (here, there) = (site.visitor(), site.visitor());
    log_in(&here, "ada").await;
    log_in(&there, "ada").await;
    let new = "ein neuer anfang 7";
    let fields =
        |password, new, confirm| [("password", password), ("new", new), ("confirm", confirm)];
    let refused = here.form("/account/password", &fields("wrong one 123", new, new)).await;
    refused.expect(422).says(&["This is not your password."]);
    let refused = here.form("/account/password", &fields(PASSWORD, new, "another one")).await;
    refused.expect(422).says(&["The two passwords are not the same."]);
    let refused = here.form("/account/password", &fields(PASSWORD, "12345678", "12345678")).await;
    refused.expect(422).says(&["Too many people would guess this one."]);
    there.page("/home").await.expect(200);
    let done = here.form("/account/password", &fields(PASSWORD, new, new)).await;
    done.leads_to("/account?news=password");
    here.page("/account?news=password").await.expect(200).says(&["Your password is changed."]);
    there.api("GET", "/home", json!({})).await.expect(401);
    let old = json!({"email": "ada@example.org", "password": PASSWORD});
    site.visitor().api("POST", "/loginplayer", old).await.expect(401);
    let fresh = json!({"email": "ada@example.org", "password": new});
    site.visitor().api("POST", "/loginplayer", fresh).await.expect(200);
}

#[tokio::test]
async fn name_and_address_are_changed_with_the_password() {
    let site = Site::start().await;
    sign_up(&site, "Ada").await;
    sign_up(&site, "Bo").await;
    let ada = site.visitor();
    log_in(&ada, "ada").await;
    let name = |name, password| [("name", name), ("password", password)];
    ada.form("/account/name", &name("Bo", PASSWORD)).await.expect(422).says(&["Somebody else"]);
    ada.form("/account/name", &name("computer", PASSWORD)).await.expect(422);
    ada.form("/account/name", &name("Ada L.", "wrong one 123")).await.expect(422);
    ada.form("/account/name", &name("Ada L.", PASSWORD)).await.leads_to("/account?news=name");
    ada.page("/home").await.expect(200).says(&["Ada L."]);
    let email = |email, password| [("email", email), ("password", password)];
    let taken = ada.form("/account/email", &email("BO@example.org", PASSWORD)).await;
    taken.expect(422);
    ada.form("/account/email", &email("nowhere", PASSWORD)).await.expect(422);
    let done = ada.form("/account/email", &email("lovelace@example.org", PASSWORD)).await;
    done.leads_to("/account?news=email");
    log_in(&site.visitor(), "lovelace").await;
}

#[tokio::test]
async fn sessions_are_listed_and_ended_one_by_one() {
    let site = Site::start().await;
    sign_up(&site, "Ada").await;
    sign_up(&site, "Bo").await;
    let (here, there, bo) = (site.visitor(), site.visitor(), site.visitor());
    log_in(&here, "ada").await;
    log_in(&there, "ada").await;
    log_in(&bo, "bo").await;
    there.page("/home").await.expect(200);
    let list = here.page("/account").await.expect(200).says(&["this browser", "Sign out there"]);
    let (_, rest) = list.body.split_once("name=\"session\" value=\"").unwrap();
    let id = rest.split('"').next().unwrap().to_owned();
    // Nobody ends what is somebody else's.
    bo.form("/account/sessions", &[("session", &id)]).await.leads_to("/account?news=sessions");
    there.page("/home").await.expect(200);
    here.form("/account/sessions", &[("session", &id)]).await.leads_to("/account?news=sessions");
    there.api("GET", "/home", json!({})).await.expect(401);
    here.page("/home").await.expect(200);
}

#[tokio::test]
async fn whoever_leaves_can_take_everything_along() {
    let site = Site::start().await;
    sign_up(&site, "Ada").await;
    let ada = site.visitor();
    log_in(&ada, "ada").await;
    ada.form("/playcomputer", &[("game", "three"), ("level", "1")]).await;
    let data = ada.api("GET", "/account/data", json!({})).await.expect(200);
    let data: Value = serde_json::from_str(&data.body).unwrap();
    assert_eq!(data["account"]["email"], "ada@example.org");
    assert_eq!(data["games"][0]["game"], "three");
    assert_eq!(data["games"][0]["events"][0]["what"], "start");
    for part in ["sessions", "ratings", "puzzles", "mistakes", "follows", "blocks"] {
        assert!(data[part].is_array(), "{part} in {data}");
    }
    assert_eq!(data["security"].as_array().unwrap().len(), 2, "{data}");
    assert!(!data.to_string().contains("$argon2"), "no hash leaves");
    site.visitor().api("GET", "/account/data", json!({})).await.expect(401);
}

#[tokio::test]
async fn all_data_are_sent_in_pieces_and_not_too_often() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let mut keys = BTreeSet::new();
    for _ in 0..120 {
        keys.insert(site.game("three", &ada, &bo).await);
    }
    let data = ada.api("GET", "/account/data", json!({})).await.expect(200);
    assert_eq!(data.header("content-length"), "", "its length is not known when it begins");
    let data = data.json();
    let games = data["games"].as_array().unwrap();
    let sent: BTreeSet<String> =
        games.iter().map(|game| game["key"].as_str().unwrap().to_owned()).collect();
    assert_eq!((games.len(), sent), (120, keys));
    for _ in 1..20 {
        ada.api("GET", "/account/data", json!({})).await.expect(200);
    }
    ada.api("GET", "/account/data", json!({})).await.expect(429);
}

#[tokio::test]
async fn who_came_in_a_while_ago_ends_sessions_with_the_password() {
    let clock = Clock::of_machine();
    let site = Site::with(|settings| settings.clock = clock.clone()).await;
    sign_up(&site, "Ada").await;
    let (here, there) = (site.visitor(), site.visitor());
    log_in(&here, "ada").await;
    log_in(&there, "ada").await;
    clock.pass(SignedDuration::from_mins(11));
    here.page("/account").await.expect(200).says(&["id=\"proof-password\""]);
    here.form("/account/sessions", &[]).await.expect(422).says(&["Please show once more"]);
    there.page("/home").await.expect(200);
    here.form("/account/sessions", &[("password", PASSWORD)]).await.expect(303);
    there.api("GET", "/home", json!({})).await.expect(401);
}
