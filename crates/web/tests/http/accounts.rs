//! Signing up, in and out.

use merels_web::ClientLimits;
use serde_json::{Value, json};

use crate::common::{Client, Site};

pub(super) const PASSWORD: &str = "mühle am bach";

pub(super) fn signup(name: &str) -> [(&'static str, String); 4] {
    [
        ("email", format!("{}@example.org", name.to_lowercase())),
        ("password", PASSWORD.to_owned()),
        ("confirm", PASSWORD.to_owned()),
        ("name", name.to_owned()),
    ]
}

/// The fields of a sign-up with some of them changed.
pub(super) fn signup_but(name: &str, changes: &[(&str, &str)]) -> Value {
    let mut fields: Value =
        signup(name).into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect();
    for (field, value) in changes {
        fields[field] = json!(value);
    }
    fields
}

pub(super) async fn sign_up(site: &Site, name: &str) {
    site.visitor().api("POST", "/signup", signup_but(name, &[])).await.expect(201);
}

pub(super) async fn log_in(client: &Client, name: &str) {
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

/// Once a guest who signed up beside a board was led away from it.
#[tokio::test]
async fn who_signs_up_goes_on_where_it_was() {
    let site = Site::start().await;
    let ada = site.visitor();
    let begun = ada.form("/playcomputer", &[("game", "three")]).await.expect(303);
    let game = begun.header("location").to_owned();
    let before = format!("http://{}{game}", site.address);
    let from = [("accept", "text/html"), ("referer", before.as_str())];
    let page = ada.send("GET", "/signup", &from, "").await.expect(200);
    let next = format!("name=\"next\" value=\"{game}\"");
    page.says(&[&next]);
    let fields = |email, next| {
        let own = [("email", email), ("password", PASSWORD), ("confirm", PASSWORD)];
        [own[0], own[1], own[2], ("name", ""), ("next", next)]
    };
    // What is wrong is said there, and the way back is kept.
    ada.form("/signup", &fields("ada", &game)).await.expect(422).says(&[&next]);
    ada.form("/signup", &fields("ada@example.org", &game)).await.leads_to(&game);
    ada.page(&game).await.expect(200);
    let elsewhere = site.visitor();
    elsewhere.form("/playcomputer", &[("game", "three")]).await.expect(303);
    let evil = fields("bo@example.org", "//evil.example/game/");
    elsewhere.form("/signup", &evil).await.leads_to("/home?news=created");
}

#[tokio::test]
async fn who_logs_in_from_an_invitation_comes_back_to_it() {
    let site = Site::start().await;
    sign_up(&site, "Ada").await;
    let host = site.player("Bo").await;
    let made = host.form("/invite", &[("game", "nine")]).await.expect(303);
    let path = made.header("location").to_owned();
    let before = format!("http://{}{path}", site.address);
    let ada = site.visitor();
    let from = [("accept", "text/html"), ("referer", before.as_str())];
    let page = ada.send("GET", "/login", &from, "").await.expect(200);
    page.says(&[&format!("name=\"next\" value=\"{path}\"")]);
    let login =
        |password, next| [("email", "ada@example.org"), ("password", password), ("next", next)];
    let wrong = ada.form("/loginplayer", &login("wrong wrong", &path)).await.expect(401);
    wrong.says(&[&format!("value=\"{path}\"")]);
    ada.form("/loginplayer", &login(PASSWORD, &path)).await.leads_to(&path);
    let again = site.visitor();
    again.form("/loginplayer", &login(PASSWORD, "https://evil.example/")).await.leads_to("/home");
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
