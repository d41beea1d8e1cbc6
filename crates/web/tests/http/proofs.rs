//! A proof that is remembered for a few minutes: several changes of an account ask once.

use jiff::SignedDuration;
use merels_web::Clock;
use serde_json::json;

use crate::common::{Authenticator, Client, Site};

const PASSWORD: &str = "mühle am bach";
const COOKIE: &str = "merels-proof";

async fn site() -> (Site, Clock) {
    let clock = Clock::of_machine();
    let site = Site::with(|settings| {
        settings.public_url = Some("http://merels.example".parse().unwrap());
        settings.limits.logins_per_account = 100;
        settings.clock = clock.clone();
    })
    .await;
    (site, clock)
}

async fn prove(client: &Client) {
    let fields = [("password", PASSWORD)];
    client.form("/account/proof", &fields).await.leads_to("/account?news=proven");
}

async fn rename(client: &Client, name: &str) -> u16 {
    client.api("POST", "/account/name", json!({"name": name})).await.status
}

#[tokio::test]
async fn a_proof_is_asked_once_and_remembered_for_five_minutes() {
    let (site, clock) = site().await;
    let ada = site.player("Ada").await;
    let page = ada.page("/account").await.expect(200);
    page.says(&["id=\"proof\"", "<fieldset disabled"]);
    assert_eq!(rename(&ada, "Ada Two").await, 422);
    let wrong = [("password", "wrong one 123")];
    let page = ada.form("/account/proof", &wrong).await.expect(422);
    page.says(&["This is not your password.", "<fieldset disabled"]);
    assert_eq!(ada.cookie(COOKIE), None);
    prove(&ada).await;
    let page = ada.page("/account").await.expect(200);
    assert!(!page.body.contains("<fieldset disabled") && !page.body.contains("id=\"proof\""));
    assert_eq!(rename(&ada, "Ada Two").await, 200);
    assert_eq!(rename(&ada, "Ada Three").await, 200);
    let token = json!({"label": "a bot", "scope": "read"});
    ada.api("POST", "/account/tokens", token).await.expect(201);
    clock.pass(SignedDuration::from_secs(301));
    let page = ada.form("/account/name", &[("name", "Ada Four")]).await.expect(422);
    page.says(&["Please show once more", "<fieldset disabled"]);
    // A browser has forgotten the secret by then.
    ada.set_cookie(COOKIE, "");
    let page = ada.form("/account/name", &[("name", "Ada Four")]).await.expect(422);
    page.says(&["Please show once more", "<fieldset disabled"]);
    // Where it leads back to is one of the account's own pages.
    for (back, leads_to) in [
        ("/account/programs", "/account/programs?news=proven"),
        ("//evil.example", "/account?news=proven"),
    ] {
        let fields = [("password", PASSWORD), ("back", back)];
        ada.form("/account/proof", &fields).await.leads_to(leads_to);
    }
}

#[tokio::test]
async fn what_cannot_be_undone_asks_each_time() {
    let (site, _) = site().await;
    let ada = site.player("Ada").await;
    prove(&ada).await;
    let new = "ein neuer anfang 7";
    let fields = [("new", new), ("confirm", new)];
    ada.form("/account/password", &fields).await.expect(422).says(&["not your password"]);
    ada.form("/account/bot", &[]).await.expect(422);
    ada.form("/account/password/drop", &[]).await.expect(422);
    ada.form("/delete", &[]).await.expect(403);
    // Another address ends what was proved for the one before.
    let fields = [("email", "lovelace@example.org")];
    ada.form("/account/email", &fields).await.leads_to("/account?news=email");
    assert_eq!(rename(&ada, "Ada Two").await, 422);
}

/// The session's token alone does not open what its owner has opened.
#[tokio::test]
async fn a_stolen_session_does_not_share_a_remembered_proof() {
    let (site, _) = site().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let thief = ada.copy();
    prove(&ada).await;
    assert_eq!(rename(&thief, "Thief").await, 422);
    // Nor does one's own proof open somebody else's account.
    prove(&bo).await;
    thief.set_cookie(COOKIE, &bo.cookie(COOKIE).unwrap());
    assert_eq!(rename(&thief, "Thief").await, 422);
    assert_eq!(rename(&ada, "Ada Two").await, 200);
    ada.page("/logout").await.leads_to("/login?news=logged-out");
    assert_eq!(ada.cookie(COOKIE).unwrap_or_default(), "");
}

/// A copy of the secret once held after the logout.
#[tokio::test]
async fn a_logout_ends_a_remembered_proof() {
    let (site, _) = site().await;
    let ada = site.player("Ada").await;
    prove(&ada).await;
    let secret = ada.cookie(COOKIE).unwrap();
    ada.page("/logout").await.leads_to("/login?news=logged-out");
    let fields = [("email", "ada@example.org"), ("password", PASSWORD)];
    ada.form("/loginplayer", &fields).await.leads_to("/home");
    ada.set_cookie(COOKIE, &secret);
    assert_eq!(rename(&ada, "Ada Two").await, 422);
}

#[tokio::test]
async fn only_a_factor_that_was_proved_changes_factors() {
    let (site, _) = site().await;
    let ada = site.player("Ada").await;
    prove(&ada).await;
    let phone = Authenticator::es256("phone");
    // The first is had by the password that is remembered.
    let passkey = phone.answer(&ada, "register", json!({})).await;
    let fields = [("passkey", passkey.as_str())];
    ada.form("/account/passkeys", &fields).await.leads_to("/account?news=passkey-added");
    let refused = ada.api("POST", "/account/codes", json!({})).await.expect(422);
    assert!(refused.body.contains("password alone"), "{}", refused.body);
    let nonsense = json!({"password": PASSWORD, "code": "aaaaa-bbbbb"});
    ada.api("POST", "/account/proof", nonsense).await.expect(422);
    ada.api("POST", "/account/codes", json!({})).await.expect(422);
    let passkey = phone.answer(&ada, "reauthenticate", json!({})).await;
    ada.form("/account/proof", &[("passkey", &passkey)]).await.leads_to("/account?news=proven");
    let told = ada.api("POST", "/account/codes", json!({})).await.expect(200).json();
    // A recovery code is a factor as well, once.
    let code = told["codes"][0].as_str().unwrap();
    let other = site.sign_in(ada.id.as_ref().unwrap()).await;
    let fields = json!({"password": PASSWORD, "code": code});
    other.api("POST", "/account/proof", fields.clone()).await.expect(200);
    other.api("POST", "/account/second-factor", json!({"on": "yes"})).await.expect(200);
    other.api("POST", "/account/proof", fields).await.expect(422);
}
