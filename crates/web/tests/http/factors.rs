//! The right to change the factors of an account: nobody by the password alone where there is one
//! already.

use jiff::SignedDuration;
use merels_model::PlayerId;
use merels_store::{AccountChange, Purpose, SecurityKind};
use merels_web::Clock;
use serde_json::{Value, json};

use crate::common::{Authenticator, Client, Reply, Site};

const PASSWORD: &str = "mühle am bach";
const NEW: &str = "ein neuer anfang 7";

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

async fn log_in(site: &Site, email: &str) -> (Client, Reply) {
    let client = site.visitor();
    let fields = json!({"email": email, "password": PASSWORD});
    let reply = client.api("POST", "/loginplayer", fields).await;
    (client, reply)
}

/// Every change of factors, as far as it goes with these fields beside it.
async fn change_factors(client: &Client, passkey: &str, proof: &Value) -> Vec<Reply> {
    let mut replies = Vec::new();
    for (path, fields) in [
        ("/account/codes", json!({})),
        ("/account/second-factor", json!({"on": "no"})),
        ("/account/passkeys/remove", json!({"id": passkey})),
        ("/passkey/challenge", json!({"purpose": "register"})),
    ] {
        let mut fields = fields;
        fields.as_object_mut().unwrap().extend(proof.as_object().unwrap().clone());
        replies.push(client.api("POST", path, fields).await);
    }
    replies
}

#[tokio::test]
async fn an_operators_password_alone_opens_nothing() {
    let (site, clock) = site().await;
    let olga = site.player("Olga").await;
    let id = olga.id.clone().unwrap();
    site.store.accounts().set_operator(&id, true).await.unwrap();
    olga.data("/home").await.expect(401);
    // The password leads to the second step alone, though there is no factor yet.
    let (thief, reply) = log_in(&site, "olga@example.org").await;
    let asked = reply.expect(401).json();
    assert_eq!(asked["error"], "second-factor");
    assert_eq!(thief.cookie("merels"), None);
    // Nor does a session that began before help: factors are not to be had by the password.
    let weak = site.sign_in(&id).await;
    for reply in change_factors(&weak, "any", &json!({"password": PASSWORD})).await {
        assert!(matches!(reply.status, 403 | 422), "{reply:?}");
        assert!(reply.json()["message"].as_str().unwrap().contains("password alone"), "{reply:?}");
    }
    weak.page("/operator").await.expect(401);
    let facts = site.store.accounts().account_facts(&id).await.unwrap().unwrap();
    assert!(!facts.has_factor() && facts.second_factor);

    // The code of the command line is the first factor: with it one comes in and adds others.
    let code = merels_web::recovery_code().unwrap();
    site.store.accounts().add_recovery_code(&id, &code).await.unwrap();
    let fields = json!({"step": asked["step"], "code": code});
    thief.api("POST", "/login/second", fields.clone()).await.expect(200);
    let olga = thief;
    olga.page("/operator").await.expect(200);
    let phone = Authenticator::es256("phone");
    let passkey = phone.answer(&olga, "register", json!({"password": PASSWORD})).await;
    let fields = [("passkey", passkey.as_str())];
    olga.form("/account/passkeys", &fields).await.leads_to("/account?news=passkey-added");
    // Ten minutes later a factor is asked for again; and an operator keeps one in any case.
    clock.pass(SignedDuration::from_mins(11));
    let fields = [("password", PASSWORD)];
    olga.form("/account/codes", &fields).await.expect(422).says(&["password alone"]);
    let passkey = phone.answer(&olga, "reauthenticate", json!({})).await;
    let fields = [("passkey", passkey.as_str()), ("on", "no")];
    let refused = olga.form("/account/second-factor", &fields).await.expect(422);
    refused.says(&["Operators always have a second factor"]);
    let passkey = phone.answer(&olga, "reauthenticate", json!({})).await;
    let (id, remove) = (phone.id(), "/account/passkeys/remove");
    let fields = [("passkey", passkey.as_str()), ("id", id.as_str())];
    olga.form(remove, &fields).await.expect(422).says(&["Operators always have a second factor"]);
}

#[tokio::test]
async fn who_has_a_factor_proves_it_before_factors_change() {
    let (site, _) = site().await;
    let ada = site.player("Ada").await;
    let id = ada.id.clone().unwrap();
    // The first is had by the password.
    let phone = Authenticator::es256("phone");
    let passkey = phone.answer(&ada, "register", json!({"password": PASSWORD})).await;
    let fields = [("passkey", passkey.as_str())];
    ada.form("/account/passkeys", &fields).await.leads_to("/account?news=passkey-added");
    ada.page("/account").await.expect(200).says(&["instead of password and code"]);
    for reply in change_factors(&ada, &phone.id(), &json!({"password": PASSWORD})).await {
        assert!(matches!(reply.status, 403 | 422), "{reply:?}");
    }
    let kept = site.store.accounts().passkeys_of(&id).await.unwrap();
    assert_eq!(kept.len(), 1, "the owner's passkey stays");
    let passkey = phone.answer(&ada, "reauthenticate", json!({})).await;
    let told = ada.api("POST", "/account/codes", json!({"passkey": passkey})).await.expect(200);
    let codes: Vec<String> = serde_json::from_value(told.json()["codes"].clone()).unwrap();
    // A code beside the password is a proof too, once; without the password it is none.
    for (fields, status) in [
        (json!({"code": codes[0]}), 422),
        (json!({"password": PASSWORD, "code": "aaaaa"}), 422),
        (json!({"password": PASSWORD, "code": codes[0], "on": "yes"}), 200),
        (json!({"password": PASSWORD, "code": codes[0], "on": "no"}), 422),
    ] {
        ada.api("POST", "/account/second-factor", fields).await.expect(status);
    }
    assert!(site.store.accounts().account_facts(&id).await.unwrap().unwrap().second_factor);
    let log = site.store.accounts().security_log_of(&id).await.unwrap();
    let refused = log.iter().filter(|line| line.kind == SecurityKind::SecondFactorRefused);
    assert_eq!(refused.count(), 6, "{log:?}");
}

/// Neither for an account whose address is confirmed, nor for an operator.
#[tokio::test]
async fn a_reset_does_not_pass_the_second_factor() {
    let (site, clock) = site().await;
    let (ada, olga) = (site.player("Ada").await, site.player("Olga").await.id.unwrap());
    let phone = Authenticator::es256("phone");
    let passkey = phone.answer(&ada, "register", json!({"password": PASSWORD})).await;
    let fields = [("passkey", passkey.as_str())];
    ada.form("/account/passkeys", &fields).await.leads_to("/account?news=passkey-added");
    let ada = ada.id.unwrap();
    let confirmed = AccountChange::Confirmed(clock.now());
    site.store.accounts().change_account(&ada, confirmed).await.unwrap().unwrap();
    assert!(site.store.accounts().set_second_factor(&ada, true).await.unwrap());
    site.store.accounts().set_operator(&olga, true).await.unwrap();
    site.store.accounts().add_recovery_code(&olga, "a-code").await.unwrap();
    for (id, email) in [(ada, "ada@example.org"), (olga, "olga@example.org")] {
        reset(&site, &clock, &id).await;
        assert!(site.store.accounts().account_facts(&id).await.unwrap().unwrap().has_factor());
        let fields = json!({"email": email, "password": NEW});
        let reply = site.visitor().api("POST", "/loginplayer", fields).await.expect(401);
        assert_eq!(reply.json()["error"], "second-factor");
    }
}

/// Sets a new password by a link.
async fn reset(site: &Site, clock: &Clock, id: &PlayerId) {
    let expires = clock.now() + SignedDuration::from_mins(30);
    let link = site.store.accounts().issue_secret(Purpose::Reset, Some(id), expires).await.unwrap();
    let fields = [("link", link.secret()), ("new", NEW), ("confirm", NEW)];
    site.visitor().form("/reset", &fields).await.leads_to("/login?news=reset");
}
