//! Passkeys as browsers hand them over: added, used, and in place of a password.

use merels_store::SecurityKind;
use serde_json::json;

use crate::common::{Authenticator, Client, Reply, Site};

const PASSWORD: &str = "mühle am bach";
const NEW: &str = "ein neuer anfang 7";

async fn site() -> Site {
    Site::with(|settings| {
        settings.public_url = Some("http://merels.example".parse().unwrap());
        settings.limits.logins_per_account = 100;
    })
    .await
}

/// Adds a passkey to an account by its password.
async fn add(ada: &Client, authenticator: &Authenticator) {
    let passkey = authenticator.answer(ada, "register", json!({"password": PASSWORD})).await;
    let fields = [("passkey", passkey.as_str()), ("name", "my phone")];
    ada.form("/account/passkeys", &fields).await.leads_to("/account?news=passkey-added");
}

/// Does something on the account page, by a passkey.
async fn by_passkey(
    ada: &Client,
    authenticator: &Authenticator,
    path: &str,
    more: &[(&str, &str)],
) -> Reply {
    let passkey = authenticator.answer(ada, "reauthenticate", json!({})).await;
    ada.form(path, &[&[("passkey", passkey.as_str())], more].concat()).await
}

async fn make_codes(ada: &Client, authenticator: &Authenticator) -> Vec<String> {
    let page = by_passkey(ada, authenticator, "/account/codes", &[]).await.expect(200);
    page.body.split("<code>").skip(1).map(|code| code[..29].to_owned()).collect()
}

async fn log_in(site: &Site, password: &str) -> Reply {
    let fields = json!({"email": "ada@example.org", "password": password});
    site.visitor().api("POST", "/loginplayer", fields).await
}

async fn log_in_by_passkey(site: &Site, authenticator: &Authenticator) -> (Client, Reply) {
    let visitor = site.visitor();
    let passkey = authenticator.answer(&visitor, "login", json!({})).await;
    let reply = visitor.form("/login/passkey", &[("passkey", &passkey)]).await;
    (visitor, reply)
}

#[tokio::test]
async fn passkeys_with_keys_of_phones_and_of_windows_are_added_and_lead_in() {
    for authenticator in [Authenticator::es256("phone"), Authenticator::rs256("windows")] {
        let site = site().await;
        let ada = site.player("Ada").await;
        let (_, refused) = log_in_by_passkey(&site, &authenticator).await;
        refused.expect(401);
        add(&ada, &authenticator).await;
        let (client, reply) = log_in_by_passkey(&site, &authenticator).await;
        reply.leads_to("/home");
        client.page("/home").await.expect(200).says(&["Ada"]);
        let sessions =
            site.store.accounts().sessions_of(ada.id.as_ref().unwrap(), jiff::Timestamp::now());
        assert!(sessions.await.unwrap().iter().any(|session| session.strong.is_some()));
        // A use is good once, also where it was good.
        let passkey = authenticator.answer(&ada, "reauthenticate", json!({})).await;
        let fields = [("passkey", passkey.as_str()), ("name", "Ada Lovelace")];
        ada.form("/account/name", &fields).await.leads_to("/account?news=name");
        ada.form("/account/name", &fields)
            .await
            .expect(422)
            .says(&["did not work with this passkey"]);
    }
}

#[tokio::test]
async fn an_account_with_two_other_ways_in_can_do_without_its_password() {
    let site = site().await;
    let ada = site.player("Ada").await;
    let phone = Authenticator::es256("phone");
    add(&ada, &phone).await;
    let drop = "/account/password/drop";
    // One passkey alone may be lost.
    ada.page("/account").await.expect(200).says(&["For that you need a second passkey"]);
    by_passkey(&ada, &phone, drop, &[]).await.expect(422).says(&["you need a second passkey"]);
    log_in(&site, PASSWORD).await.expect(200);
    let codes = make_codes(&ada, &phone).await;
    assert_eq!(codes.len(), 10);
    ada.page("/account").await.expect(200).says(&["Do without the password"]);
    ada.form(drop, &[("password", PASSWORD)]).await.expect(422).says(&["Show with a passkey"]);
    log_in(&site, PASSWORD).await.expect(200);

    by_passkey(&ada, &phone, drop, &[]).await.leads_to("/account?news=no-password");
    let facts =
        site.store.accounts().account_facts(ada.id.as_ref().unwrap()).await.unwrap().unwrap();
    assert!(!facts.has_password);
    let sessions =
        site.store.accounts().sessions_of(ada.id.as_ref().unwrap(), jiff::Timestamp::now());
    assert_eq!(sessions.await.unwrap().len(), 1, "whoever knew the password is shown out");
    let page = ada
        .page("/account")
        .await
        .expect(200)
        .says(&["Your account has no password", "keep your passkeys and recovery codes well"]);
    assert!(!page.body.contains("current-password"), "nobody is asked for it");
    assert!(!ada.page("/home").await.expect(200).body.contains("current-password"));
    assert!(!ada.page("/account/programs").await.expect(200).body.contains("current-password"));
    for password in [PASSWORD, ""] {
        log_in(&site, password).await.expect(401);
        let fields = [("password", password), ("name", "Somebody")];
        ada.form("/account/name", &fields).await.expect(422);
    }
    log_in_by_passkey(&site, &phone).await.1.leads_to("/home");
    let log = site.store.accounts().security_log_of(ada.id.as_ref().unwrap()).await.unwrap();
    assert!(log.iter().any(|line| line.kind == SecurityKind::PasswordDropped), "{log:?}");
}

/// Ada with a passkey and codes and without a password.
async fn ada_without_password(site: &Site, phone: &Authenticator) -> (Client, Vec<String>) {
    let ada = site.player("Ada").await;
    add(&ada, phone).await;
    let codes = make_codes(&ada, phone).await;
    by_passkey(&ada, phone, "/account/password/drop", &[])
        .await
        .leads_to("/account?news=no-password");
    (ada, codes)
}

#[tokio::test]
async fn a_bots_owner_without_a_password_shows_by_a_passkey_who_it_is() {
    let (site, phone) = (site().await, Authenticator::es256("phone"));
    let (ada, _) = ada_without_password(&site, &phone).await;
    by_passkey(&ada, &phone, "/account/bot", &[]).await.leads_to("/account/programs?news=bot");
    ada.page("/account/programs").await.expect(200).says(&["This is a bot's account."]);
    // From here on it is a bot's session: it is still the owner who looks after the account.
    let fields = [("label", "engine"), ("scope", "play")];
    let made = by_passkey(&ada, &phone, "/account/tokens", &fields).await.expect(201);
    made.says(&["merels_"]);
    by_passkey(&ada, &phone, "/account/name", &[("name", "Deepmill")])
        .await
        .leads_to("/account?news=name");
}

#[tokio::test]
async fn the_last_ways_into_an_account_without_a_password_stay() {
    let (site, phone, key) =
        (site().await, Authenticator::es256("phone"), Authenticator::rs256("key"));
    let (ada, _) = ada_without_password(&site, &phone).await;
    let remove = "/account/passkeys/remove";
    let first = [("id", phone.id())];
    let first: Vec<(&str, &str)> = first.iter().map(|(name, id)| (*name, id.as_str())).collect();
    by_passkey(&ada, &phone, remove, &first).await.expect(422).says(&["you need this passkey"]);
    // Another one is added by the first, and then the first may go.
    let proof = phone.answer(&ada, "reauthenticate", json!({})).await;
    let passkey = key.answer(&ada, "register", json!({"passkey": proof})).await;
    let fields = [("passkey", passkey.as_str())];
    ada.form("/account/passkeys", &fields).await.leads_to("/account?news=passkey-added");
    by_passkey(&ada, &phone, remove, &first).await.leads_to("/account?news=passkey-removed");
    log_in_by_passkey(&site, &phone).await.1.expect(401);
    log_in_by_passkey(&site, &key).await.1.leads_to("/home");
}

#[tokio::test]
async fn a_password_is_chosen_again_by_a_passkey_or_a_recovery_code() {
    let phone = Authenticator::es256("phone");
    let chosen = [("new", NEW), ("confirm", NEW)];
    let first = site().await;
    let (ada, _) = ada_without_password(&first, &phone).await;
    by_passkey(&ada, &phone, "/account/password", &chosen).await.leads_to("/account?news=password");
    log_in(&first, NEW).await.expect(200);
    let (second, phone) = (site().await, Authenticator::es256("phone"));
    let (_, codes) = ada_without_password(&second, &phone).await;
    let fields =
        [&[("email", "ada@example.org"), ("code", codes[0].as_str())][..], &chosen].concat();
    second.visitor().form("/recover", &fields).await.leads_to("/login?news=reset");
    log_in(&second, NEW).await.expect(200);
}
