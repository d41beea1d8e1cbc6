//! Signing up, in and out, and leaving for good.

use std::collections::BTreeSet;

use jiff::SignedDuration;
use merels_web::{ClientLimits, Clock};
use serde_json::{Value, json};

use crate::common::{Client, Site};

const PASSWORD: &str = "mühle am bach";

fn signup(name: &str) -> [(&'static str, String); 4] {
    [
        ("email", format!("{}@example.org", name.to_lowercase())),
        ("password", PASSWORD.to_owned()),
        ("confirm", PASSWORD.to_owned()),
        ("name", name.to_owned()),
    ]
}

/// The fields of a sign-up with some of them changed.
fn signup_but(name: &str, changes: &[(&str, &str)]) -> Value {
    let mut fields: Value =
        signup(name).into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect();
    for (field, value) in changes {
        fields[field] = json!(value);
    }
    fields
}

async fn sign_up(site: &Site, name: &str) {
    site.visitor().api("POST", "/signup", signup_but(name, &[])).await.expect(201);
}

async fn log_in(client: &Client, name: &str) {
    let email = format!("{name}@example.org");
    let fields = json!({"email": email, "password": PASSWORD});
    client.api("POST", "/loginplayer", fields).await.expect(200);
}

#[tokio::test]
async fn signing_up_leads_to_the_login_page_and_that_to_home() {
    let site = Site::start().await;
    let ada = site.visitor();
    ada.page("/signup").await.expect(200).says(&["name=\"confirm\""]);
    let fields = signup("Ada");
    let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
    ada.form("/signup", &fields).await.leads_to("/login?news=created");
    ada.page("/login?news=created").await.expect(200).says(&["Account successfully created"]);
    assert!(!ada.page("/login").await.expect(200).body.contains("Account successfully created"));
    let login = [("email", " ADA@example.org"), ("password", PASSWORD)];
    ada.form("/loginplayer", &login).await.leads_to("/home");
    let facts = ["Ada", "ada@example.org", "Wins", "Losses", "Draws", "Start game", "Log out"];
    ada.page("/home").await.expect(200).says(&facts).says(&["Games in progress", "Delete account"]);
    for door in ["/", "/login", "/signup"] {
        ada.page(door).await.leads_to("/home");
    }
}

#[tokio::test]
async fn programs_sign_up_and_log_in_too() {
    let site = Site::start().await;
    let ada = site.visitor();
    let reply = ada.api("POST", "/signup", signup_but("Ada", &[])).await.expect(201).json();
    assert_eq!(reply["message"], "Account successfully created");
    let login = [("email", "ada@example.org"), ("password", PASSWORD)];
    let reply = ada.api_form("POST", "/loginplayer", &login).await.expect(200).json();
    assert_eq!(reply["home"], "/home");
    let home = ada.data("/home").await.expect(200).json();
    let expected = json!({
        "name": "Ada", "email": "ada@example.org", "wins": 0, "losses": 0, "draws": 0, "games": [], "ratings": [],
    });
    assert_eq!(home, expected);
}

#[tokio::test]
async fn a_name_that_is_left_empty_is_made_up() {
    let site = Site::start().await;
    let ada = site.visitor();
    ada.api("POST", "/signup", signup_but("Ada", &[("name", "  ")])).await.expect(201);
    log_in(&ada, "ada").await;
    let home = ada.data("/home").await.expect(200).json();
    let name = home["name"].as_str().unwrap();
    assert!(name.strip_prefix("Player ").is_some_and(|number| number.parse::<u32>().is_ok()));
}

#[tokio::test]
async fn what_is_wrong_with_a_sign_up_is_said_beside_each_field() {
    let site = Site::start().await;
    let long = "ab".repeat(65);
    let words = "x".repeat(31);
    for (field, value, reason) in [
        ("email", "", "Please give an e-mail address."),
        ("email", "ada", "This does not look like an e-mail address."),
        ("email", "ada@", "This does not look like an e-mail address."),
        ("password", "", "Please choose a password."),
        ("password", "sieben7", "A password has at least 8 characters."),
        ("password", &long, "A password has at most 128 characters."),
        ("password", "password1", "Too many people would guess this one. Please choose another."),
        ("confirm", "", "Please write the password once more."),
        ("confirm", "mühle am Bach", "The two passwords are not the same."),
        ("name", &words, "A name has at most 30 characters."),
        (
            "name",
            "A\u{1}da",
            "A name has at least one letter, and only characters that can be seen.",
        ),
    ] {
        let fields = signup_but("Ada", &[(field, value)]);
        let errors = site.visitor().api("POST", "/signup", fields).await.expect(422).json();
        assert_eq!(errors["errors"][field], reason, "{field} '{value}': {errors}");
    }
    let page = site.visitor().form("/signup", &[("email", "ada"), ("name", "Ada")]).await;
    page.expect(422).says(&[
        "<p class=\"error\" id=\"email-error\">This does not look",
        "<p class=\"error\" id=\"password-error\">Please choose",
        "<p class=\"error\" id=\"confirm-error\">Please write",
        "value=\"Ada\"",
    ]);
    assert_eq!(site.store.accounts().account("ada@example.org").await.unwrap(), None);
}

#[tokio::test]
async fn an_address_or_a_name_is_taken_once() {
    let site = Site::start().await;
    sign_up(&site, "Ada").await;
    for (changes, field, reason) in [
        ([("name", "Bo"), ("email", "ADA@example.org")], "email", "has an account already"),
        ([("name", " aDA "), ("email", "bo@example.org")], "name", "Somebody else has this name."),
    ] {
        let fields = signup_but("Ada", &changes);
        let errors = site.visitor().api("POST", "/signup", fields).await.expect(422).json();
        assert!(errors["errors"][field].as_str().unwrap().contains(reason), "{errors}");
    }
    assert_eq!(site.store.accounts().account("bo@example.org").await.unwrap(), None);
}

#[tokio::test]
async fn an_unknown_address_and_a_wrong_password_get_the_same_answer() {
    let site = Site::start().await;
    sign_up(&site, "Ada").await;
    let (mut data, mut pages) = (Vec::new(), Vec::new());
    for email in ["ada@example.org", "bo@example.org", ""] {
        let visitor = site.visitor();
        let fields = json!({"email": email, "password": "not the one"});
        data.push(visitor.api("POST", "/loginplayer", fields).await.expect(401).body);
        let fields = [("email", email), ("password", "not the one")];
        let page = visitor.form("/loginplayer", &fields).await.expect(401);
        pages.push(page.body.replace(&format!("value=\"{email}\""), ""));
        assert_eq!(visitor.cookies(), "");
    }
    assert!(data[0].contains("The e-mail or the password is not right."), "{}", data[0]);
    assert!(data.iter().all(|reply| *reply == data[0]));
    assert!(
        pages
            .iter()
            .all(|page| page.replace("value=\"\"", "") == pages[0].replace("value=\"\"", ""))
    );
}

#[tokio::test]
async fn a_session_is_new_at_login_and_gone_at_logout() {
    let site = Site::start().await;
    sign_up(&site, "Ada").await;
    let ada = site.visitor();
    // Whatever a browser brings along does not become the session.
    ada.set_cookie("merels", "chosen by somebody else");
    log_in(&ada, "ada").await;
    let first = ada.copy();
    assert_ne!(first.cookie("merels").unwrap(), "chosen by somebody else");
    log_in(&ada, "ada").await;
    assert_ne!(ada.cookie("merels"), first.cookie("merels"));
    first.data("/home").await.expect(401);
    let elsewhere = site.visitor();
    log_in(&elsewhere, "ada").await;
    let second = ada.copy();
    ada.page("/logout").await.leads_to("/login?news=logged-out");
    assert_eq!(ada.cookie("merels"), None);
    second.data("/home").await.expect(401);
    second.page("/home").await.leads_to("/login");
    elsewhere.data("/home").await.expect(200);
    elsewhere.data("/logout").await.expect(200);
}

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
async fn attempts_to_log_in_are_counted_for_each_account_and_each_address() {
    let limits = ClientLimits { logins_per_account: 2, logins_per_minute: 4, ..Default::default() };
    let site = Site::with(|settings| settings.limits = limits).await;
    let try_as = async |email: &str| {
        let fields = json!({"email": email, "password": "not the one"});
        site.visitor().api("POST", "/loginplayer", fields).await
    };
    try_as("ada@example.org").await.expect(401);
    try_as("ADA@example.org ").await.expect(401);
    let refused = try_as("ada@example.org").await.expect(429);
    assert_eq!(refused.json()["error"], "too-many");
    try_as("bo@example.org").await.expect(401);
    try_as("cy@example.org").await.expect(429);
}

/// Whatever is one address to the accounts is one to the limits.
#[tokio::test]
async fn attempts_are_counted_however_the_address_is_written() {
    let limits = ClientLimits { logins_per_account: 2, ..Default::default() };
    let site = Site::with(|settings| settings.limits = limits).await;
    sign_up(&site, "Ada").await;
    let mut statuses = Vec::new();
    for email in ["ａda@example.org", "aｄa@example.org", "adａ@example.org", "ada@ｅxample.org"]
    {
        let fields = json!({"email": email, "password": "not the one"});
        statuses.push(site.visitor().api("POST", "/loginplayer", fields).await.status);
    }
    assert_eq!(statuses, [401, 401, 429, 429]);
}

/// An address is kept in one way of writing, so that mail finds it.
#[tokio::test]
async fn an_address_is_kept_in_plain_letters() {
    let site = Site::start().await;
    let fields = signup_but("Ada", &[("email", "ａda@example.org ")]);
    site.visitor().api("POST", "/signup", fields).await.expect(201);
    let ada = site.store.accounts().account("ada@example.org").await.unwrap().unwrap().player;
    let facts = site.store.accounts().account_facts(&ada).await.unwrap().unwrap();
    assert_eq!(facts.player.email.as_deref(), Some("ada@example.org"));
}

#[tokio::test]
async fn a_guest_who_signs_up_gets_a_new_session_token() {
    let site = Site::start().await;
    let guest = site.visitor();
    guest.form("/playcomputer", &[("game", "three"), ("level", "1")]).await.expect(303);
    let (before, thief) = (guest.cookie("merels").unwrap(), guest.copy());
    thief.data("/home").await.expect(200);
    guest.api("POST", "/signup", signup_but("Ada", &[])).await.expect(201);
    assert_ne!(guest.cookie("merels").unwrap(), before);
    assert_eq!(guest.data("/home").await.expect(200).json()["name"], "Ada");
    thief.data("/home").await.expect(401);
}

/// Names that guests have chosen are free for accounts; the guest gets a number behind his.
#[tokio::test]
async fn a_guests_name_does_not_block_an_account() {
    let site = Site::start().await;
    let guest = site.visitor();
    guest.api("POST", "/invite", json!({"game": "three", "name": "Ada"})).await.expect(201);
    assert_eq!(guest.data("/home").await.expect(200).json()["name"], "Ada");
    sign_up(&site, "Ada").await;
    assert_eq!(guest.data("/home").await.expect(200).json()["name"], "Ada 2");
    let account = site.store.accounts().player_named("Ada").await.unwrap().unwrap();
    assert!(!account.is_guest());
    // Neither does one stand in the way of a change of name, nor of the own account.
    let other = site.visitor();
    other.api("POST", "/invite", json!({"game": "three", "name": "Bo"})).await.expect(201);
    let ada = site.sign_in(&account.id).await;
    let fields = json!({"name": "Bо", "password": PASSWORD});
    ada.api("POST", "/account/name", fields).await.expect(200);
    assert_eq!(other.data("/home").await.expect(200).json()["name"], "Bo 2");
    other.api("POST", "/signup", signup_but("Cy", &[])).await.expect(201);
    assert_eq!(other.data("/home").await.expect(200).json()["name"], "Cy");
}

#[tokio::test]
async fn new_accounts_and_guests_are_counted() {
    let limits = ClientLimits { signups_per_minute: 2, ..Default::default() };
    let site = Site::with(|settings| settings.limits = limits).await;
    sign_up(&site, "Ada").await;
    site.visitor().api("POST", "/playcomputer", json!({"colour": "white"})).await.expect(201);
    site.visitor().api("POST", "/signup", signup_but("Bo", &[])).await.expect(429);
    site.visitor().form("/playcomputer", &[]).await.expect(429);
    assert_eq!(site.store.accounts().account("bo@example.org").await.unwrap(), None);
    // What is wrong with the form is said all the same.
    site.visitor().api("POST", "/signup", json!({})).await.expect(422);
}

#[tokio::test]
async fn a_sign_up_is_counted_before_its_password_is_looked_at() {
    let limits = ClientLimits { signups_per_minute: 1, ..Default::default() };
    let site = Site::with(|settings| settings.limits = limits).await;
    let common = [("password", "password"), ("confirm", "password")];
    let refused = site.visitor().api("POST", "/signup", signup_but("Ada", &common)).await;
    assert!(refused.expect(422).json()["errors"]["password"].is_string());
    site.visitor().api("POST", "/signup", signup_but("Ada", &common)).await.expect(429);
}

#[tokio::test]
async fn cookies_tell_browsers_to_guard_them() {
    for (public, name, secure) in [
        (None, "merels", false),
        (Some("http://merels.example"), "merels", false),
        (Some("https://merels.example/"), "__Host-merels", true),
    ] {
        let public = public.map(|url| url.parse().unwrap());
        let site = Site::with(|settings| settings.public_url = public).await;
        let reply = site.visitor().api("POST", "/playcomputer", json!({})).await.expect(201);
        let cookie = reply.header("set-cookie");
        assert!(cookie.starts_with(&format!("{name}=")), "{cookie}");
        for part in ["; Path=/;", "; HttpOnly;", "; SameSite=Lax;", "; Max-Age=2592000"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        assert_eq!(cookie.contains("; Secure"), secure, "{cookie}");
        assert!(!cookie.contains("Domain"), "{cookie}");
        assert_eq!(reply.header("strict-transport-security").is_empty(), !secure);
    }
}

#[tokio::test]
async fn a_chosen_language_is_kept_and_leads_back_to_the_page() {
    let site = Site::start().await;
    let ada = site.visitor();
    let body = "language=de";
    let from = |url: &'static str| {
        [
            ("accept", "text/html"),
            ("content-type", "application/x-www-form-urlencoded"),
            ("referer", url),
        ]
    };
    let reply = ada.send("POST", "/language", &from("http://x.example/rules/six?a=b"), body).await;
    reply.leads_to("/rules/six?a=b");
    ada.page("/rules/six").await.expect(200).says(&["<html lang=\"de\">"]);
    let reply = ada.send("POST", "/language", &from("http://x.example//evil.example/"), body).await;
    reply.leads_to("/");
    ada.form("/language", &[("language", "tlh")]).await.expect(400);
}

#[tokio::test]
async fn a_language_chosen_on_the_answer_to_a_form_never_ends_in_405() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let form = ("content-type", "application/x-www-form-urlencoded");
    for address in [
        "/place",
        "/undo",
        "/claim",
        "/say",
        "/invite",
        "/invite/none/accept",
        "/arena/none/enter",
        "/account/name",
        "/account/password/drop",
        "/account/tokens/revoke",
        "/push/end",
    ] {
        // Without scripts the answer to a form stands at its address, and so does the language form.
        let url = format!("http://{}{address}", site.address);
        let from = [("accept", "text/html"), ("referer", url.as_str())];
        let body = "language=de";
        let mut reply =
            ada.send("POST", "/language", &[from[0], from[1], form], body).await.expect(303);
        assert_eq!(reply.header("location"), address);
        while reply.status == 303 {
            let to = reply.header("location").to_owned();
            reply = ada.send("GET", &to, &from, "").await;
        }
        assert_ne!(reply.status, 405, "{address}");
        assert!(reply.body.contains("<html lang=\"de\">"), "{address}: {}", reply.body);
    }
    let position = "/analysis?game=six&position=WWxBBxxxxWxxxBxx+w+0+0";
    let url = format!("http://{}{position}", site.address);
    let from = [("accept", "text/html"), ("referer", url.as_str()), form];
    ada.send("POST", "/language", &from, "language=en").await.leads_to(position);
}

#[tokio::test]
async fn a_language_may_be_chosen_on_the_page_of_a_wrong_login() {
    let site = Site::start().await;
    site.visitor().page("/loginplayer").await.expect(200).says(&["action=\"/loginplayer\""]);
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
    for part in ["sessions", "ratings", "puzzles", "follows", "blocks"] {
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
    here.page("/account").await.expect(200).says(&["id=\"sessions-password\""]);
    here.form("/account/sessions", &[]).await.expect(422).says(&["This is not your password."]);
    there.page("/home").await.expect(200);
    here.form("/account/sessions", &[("password", PASSWORD)]).await.expect(303);
    there.api("GET", "/home", json!({})).await.expect(401);
}

#[tokio::test]
async fn over_https_every_cookie_belongs_to_the_host_alone() {
    let public = Some("https://merels.example/".parse().unwrap());
    let site = Site::with(|settings| settings.public_url = public).await;
    let visitor = site.visitor();
    let headers = [
        ("origin", "https://merels.example"),
        ("accept", "text/html"),
        ("content-type", "application/x-www-form-urlencoded"),
    ];
    let language = visitor.send("POST", "/language", &headers, "language=de").await;
    let signup = signup("Ada").map(|(name, value)| (name.to_owned(), value));
    let signup = serde_urlencoded::to_string(signup).unwrap();
    let signup = visitor.send("POST", "/signup", &headers, signup).await;
    let choice = visitor.page("/?game=six").await;
    for reply in [&language, &signup, &choice] {
        let cookie = reply.header("set-cookie");
        assert!(cookie.starts_with("__Host-merels"), "{reply:?}");
        assert!(cookie.contains("; Secure") && cookie.contains("; HttpOnly"), "{cookie}");
    }
    visitor.page("/rules").await.expect(200).says(&["<html lang=\"de\">"]);
}
