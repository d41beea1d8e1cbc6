//! Mail by a real mail server: forgotten passwords, addresses to be confirmed, notices.

use jiff::SignedDuration;
use merels_store::{GivenUp, Passkey, SecurityKind};
use merels_web::{Clock, Server, Settings};
use serde_json::json;

use crate::common::{Client, Reply, Site, Smtp, eventually, now};

const PASSWORD: &str = "mühle am bach";
const NEW: &str = "ein neuer anfang 7";

async fn start() -> Option<(Site, Smtp)> {
    let smtp = Smtp::start()?;
    let site = Site::with(|settings| smtp.serves(settings)).await;
    Some((site, smtp))
}

async fn forgot(site: &Site, email: &str) -> Reply {
    site.visitor().api("POST", "/forgot", json!({"email": email})).await
}

async fn reset(client: &Client, link: &str, new: &str) -> Reply {
    let secret = link.split_once("link=").unwrap().1;
    client.form("/reset", &[("link", secret), ("new", new), ("confirm", new)]).await
}

async fn log_in(site: &Site, password: &str) -> Reply {
    let fields = json!({"email": "ada@example.org", "password": password});
    site.visitor().api("POST", "/loginplayer", fields).await
}

#[tokio::test]
async fn a_forgotten_password_is_set_anew_by_a_link_that_holds_once() {
    let Some((site, smtp)) = start().await else { return };
    let ada = site.player("Ada").await;
    site.visitor().page("/login").await.expect(200).says(&["href=\"/forgot\""]);
    let page = site.visitor().form("/forgot", &[("email", "ADA@example.org")]).await;
    page.expect(200).says(&["If this address has an account"]);
    // As the account has it, not as it was typed.
    let link = smtp.link("ada@example.org", "/reset").await;
    let visitor = site.visitor();
    // Programs that check mail follow links; that does not use them up.
    for _ in 0..2 {
        visitor.page(&link).await.expect(200).says(&["name=\"new\"", "name=\"confirm\""]);
    }
    reset(&visitor, &link, "12345678").await.expect(422).says(&["Too many people would guess"]);
    reset(&visitor, &link, NEW).await.leads_to("/login?news=reset");
    visitor.page("/login?news=reset").await.expect(200).says(&["Your password is changed."]);
    log_in(&site, PASSWORD).await.expect(401);
    log_in(&site, NEW).await.expect(200);
    ada.data("/home").await.expect(401);
    smtp.mail("ada@example.org", "was changed just now").await;
    visitor.page(&link).await.expect(410).says(&["This link was used already"]);
    reset(&visitor, &link, "noch ein anderer 8").await.expect(410);
    log_in(&site, NEW).await.expect(200);
    let log = site.store.accounts().security_log(20).await.unwrap();
    for kind in [SecurityKind::ResetAsked, SecurityKind::PasswordReset] {
        assert!(log.iter().any(|line| line.kind == kind), "{kind:?} in {log:?}");
    }
    // Who can read the mail of an address has confirmed it.
    let facts =
        site.store.accounts().account_facts(ada.id.as_ref().unwrap()).await.unwrap().unwrap();
    assert!(facts.confirmed.is_some());
}

#[tokio::test]
async fn a_reset_mail_goes_to_the_address_that_is_stored() {
    let Some((site, smtp)) = start().await else { return };
    site.player("Ada").await;
    // Each is the same address to the site, and another one to a mail server.
    for typed in ["ａｄａ@example.org", "ada@ｅxample.org", "Ada@Example.Org"] {
        forgot(&site, typed).await.expect(202);
        smtp.link("ada@example.org", "/reset").await;
    }
    // And they are counted as one.
    for _ in 0..2 {
        forgot(&site, "ada@example.org").await.expect(202);
    }
    forgot(&site, "ａｄａ@example.org").await.expect(429);
}

#[tokio::test]
async fn a_new_token_is_told_by_mail() {
    let Some((site, smtp)) = start().await else { return };
    let ada = site.player("Ada").await;
    let fields = json!({"label": "notebook", "scope": "read", "password": PASSWORD});
    ada.api("POST", "/account/tokens", fields).await.expect(201);
    smtp.mail("ada@example.org", "A token was made for your account").await;
}

#[tokio::test]
async fn a_secret_of_a_link_is_not_stored() {
    let Some((site, smtp)) = start().await else { return };
    site.player("Ada").await;
    forgot(&site, "ada@example.org").await.expect(202);
    let link = smtp.link("ada@example.org", "/reset").await;
    let secret = link.split_once("link=").unwrap().1.to_owned();
    let db = rusqlite::Connection::open(site.file()).unwrap();
    let held: Vec<String> = db
        .prepare("SELECT id || purpose || coalesce(account, '') FROM one_time_secrets")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert_eq!(held.len(), 1);
    assert!(!held[0].contains(&secret), "{held:?}");
}

#[tokio::test]
async fn a_link_holds_for_thirty_minutes() {
    let Some(smtp) = Smtp::start() else { return };
    let clock = Clock::of_machine();
    let site = Site::with(|settings| {
        smtp.serves(settings);
        settings.clock = clock.clone();
    })
    .await;
    site.player("Ada").await;
    forgot(&site, "ada@example.org").await.expect(202);
    let link = smtp.link("ada@example.org", "/reset").await;
    clock.pass(SignedDuration::from_mins(29));
    site.visitor().page(&link).await.expect(200);
    clock.pass(SignedDuration::from_mins(1));
    site.visitor().page(&link).await.expect(410);
    reset(&site.visitor(), &link, NEW).await.expect(410);
    log_in(&site, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn a_changed_password_or_address_kills_the_links_from_before() {
    let Some((site, smtp)) = start().await else { return };
    let ada = site.player("Ada").await;
    forgot(&site, "ada@example.org").await.expect(202);
    let first = smtp.link("ada@example.org", "/reset").await;
    let fields = json!({"password": PASSWORD, "new": NEW, "confirm": NEW});
    ada.api("POST", "/account/password", fields).await.expect(200);
    smtp.mail("ada@example.org", "was changed just now").await;
    reset(&site.visitor(), &first, "noch ein anderer 8").await.expect(410);
    forgot(&site, "ada@example.org").await.expect(202);
    let second = smtp.link("ada@example.org", "/reset").await;
    let fields = json!({"password": NEW, "email": "lovelace@example.org"});
    ada.api("POST", "/account/email", fields).await.expect(200);
    smtp.mail("ada@example.org", "another e-mail address from now on").await;
    reset(&site.visitor(), &second, "noch ein anderer 8").await.expect(410);
    smtp.link("lovelace@example.org", "/confirm").await;
}

#[tokio::test]
async fn known_and_unknown_addresses_get_the_same_answer_and_the_same_work() {
    // A mail server that never answers: everything that is done before the answer can be seen.
    let Some(smtp) = Smtp::to_be_started() else { return };
    let site = Site::with(|settings| smtp.serves(settings)).await;
    site.player("Ada").await;
    let mut answers = Vec::new();
    for email in ["ada@example.org", "nobody@example.org"] {
        let reply = forgot(&site, email).await.expect(202);
        assert_eq!(site.store.notices().mails_to(email).await.unwrap().len(), 1, "{email}");
        let page = site.visitor().form("/forgot", &[("email", email)]).await.expect(200);
        answers.push((reply.body, page.body));
        for _ in 0..3 {
            forgot(&site, email).await.expect(202);
        }
        // As many to an address as to any other.
        forgot(&site, email).await.expect(429);
    }
    assert_eq!(answers[0], answers[1]);
    let log = site.store.accounts().security_log(50).await.unwrap();
    let asked = log.iter().filter(|line| line.kind == SecurityKind::ResetAsked);
    assert!(asked.clone().all(|line| line.player.is_none()) && asked.count() == 10, "{log:?}");
}

#[tokio::test]
async fn an_account_without_a_password_gets_a_link_to_a_new_one() {
    let Some((site, smtp)) = start().await else { return };
    let ada = site.player("Ada").await;
    let player = ada.id.as_ref().unwrap();
    for id in ["one", "two"] {
        let passkey = Passkey {
            id: id.to_owned(),
            player: player.clone(),
            name: id.to_owned(),
            public_key: "unreadable".to_owned(),
            counter: 0,
            created: now(),
            used: None,
        };
        site.store.accounts().add_passkey(passkey).await.unwrap();
    }
    assert_eq!(site.store.accounts().drop_password(player).await.unwrap(), GivenUp::Done);
    forgot(&site, "ada@example.org").await.expect(202);
    let link = smtp.link("ada@example.org", "/reset").await;
    reset(&site.visitor(), &link, NEW).await.leads_to("/login?news=reset");
    log_in(&site, NEW).await.expect(200);
}

#[tokio::test]
async fn nobody_without_an_account_gets_mail() {
    let Some((site, smtp)) = start().await else { return };
    site.player("Ada").await;
    forgot(&site, "nobody@example.org").await.expect(202);
    forgot(&site, "ada@example.org").await.expect(202);
    smtp.link("ada@example.org", "/reset").await;
    let done = async || {
        site.store.notices().mails_to("nobody@example.org").await.unwrap().is_empty().then_some(())
    };
    eventually("an empty outbox", done).await;
    assert!(smtp.new_mails().is_empty());
    for odd in ["", "ada", "ada@example.org\r\nBcc: bo@example.org"] {
        forgot(&site, odd).await.expect(422);
    }
}

#[tokio::test]
async fn an_address_is_confirmed_by_the_link_that_a_sign_up_sends() {
    let Some((site, smtp)) = start().await else { return };
    let ada = site.visitor();
    ada.set_cookie("merels-language", "de");
    let fields = json!({
        "email": "ada@example.org", "name": "Ada", "password": PASSWORD, "confirm": PASSWORD,
    });
    ada.api("POST", "/signup", fields).await.expect(201);
    let link = smtp.link("ada@example.org", "/confirm").await;
    let fields = json!({"email": "ada@example.org", "password": PASSWORD});
    ada.api("POST", "/loginplayer", fields).await.expect(200);
    ada.page("/account").await.expect(200).says(&["Deine Adresse ist noch nicht bestätigt"]);
    ada.form("/account/confirm", &[]).await.leads_to("/account?news=mail");
    let again = smtp.link("ada@example.org", "/confirm").await;
    assert_ne!(link, again);
    let somewhere = site.visitor();
    somewhere.page(&link).await.expect(200).says(&["Confirm the address"]);
    let secret = link.split_once("link=").unwrap().1;
    somewhere.form("/confirm", &[("link", secret)]).await.expect(200).says(&["is confirmed"]);
    somewhere.form("/confirm", &[("link", secret)]).await.expect(410);
    let page = ada.page("/account").await.expect(200);
    assert!(!page.body.contains("noch nicht bestätigt"), "{}", page.body);
    // A link to confirm an address is none to a new password.
    let secret = again.split_once("link=").unwrap().1;
    somewhere.page(&format!("/reset?link={secret}")).await.expect(410);
}

#[tokio::test]
async fn mail_waits_for_a_mail_server_that_is_away() {
    let Some(mut smtp) = Smtp::to_be_started() else { return };
    let clock = Clock::of_machine();
    let site = Site::with(|settings| {
        smtp.serves(settings);
        settings.clock = clock.clone();
    })
    .await;
    site.player("Ada").await;
    forgot(&site, "ada@example.org").await.expect(202);
    let tried = async || {
        let due = site.store.notices().mails_to("ada@example.org").await.unwrap();
        // After the first attempt it is due in a minute; while it goes on, a little later.
        let wait = due.first()?.1.duration_since(clock.now());
        (SignedDuration::from_secs(50) < wait).then_some(())
    };
    eventually("an attempt", tried).await;
    smtp.open();
    clock.pass(SignedDuration::from_mins(2));
    smtp.link("ada@example.org", "/reset").await;
}

#[tokio::test]
async fn of_two_nodes_one_sends_each_mail() {
    let Some(smtp) = Smtp::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("merels.db");
    let database = format!("sqlite://{}", file.display());
    let node = async || {
        let mut settings = Settings::new(([127, 0, 0, 1], 0).into(), &database);
        smtp.serves(&mut settings);
        Server::start(settings).await.unwrap()
    };
    let nodes = [node().await, node().await];
    let site = Site::at(&nodes[0], &file).await;
    let mut names = Vec::new();
    for number in 0..8 {
        let name = format!("Player{number}");
        site.player(&name).await;
        names.push(format!("player{number}@example.org"));
    }
    for email in &names {
        forgot(&site, email).await.expect(202);
    }
    let mut mails = Vec::new();
    let all_sent = async || {
        mails.extend(smtp.new_mails());
        (mails.len() >= names.len()).then_some(())
    };
    eventually("all mails", all_sent).await;
    for email in &names {
        let to = mails.iter().filter(|mail| mail.contains(&format!("To: {email}"))).count();
        assert_eq!(to, 1, "{email}");
    }
    for node in nodes {
        node.shut_down().await;
    }
}

#[tokio::test]
async fn a_site_without_mail_says_so() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    site.visitor().page("/forgot").await.expect(200).says(&["This site sends no mail."]);
    forgot(&site, "ada@example.org").await.expect(501);
    ada.page("/account").await.expect(200).says(&["This site sends no mail"]);
    ada.form("/account/confirm", &[]).await.expect(501);
}
