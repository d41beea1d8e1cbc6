//! `merels admin` on the database of a site.

use std::path::Path;
use std::process::Command;

use jiff::Timestamp;
use merels_model::PlayerId;
use merels_store::{ApiToken, NewPlayer, NewToken, OneTimeSecret, Purpose, Scope, Store};
use serde_json::json;

use crate::play::{Seat, player as player_with_session};
use crate::process::{Running, serve};

/// Runs `merels admin`; gives what it said, on standard output if it succeeded.
fn admin(database: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_merels"))
        .args(["admin", "--database", database])
        .args(arguments)
        .env_remove("MERELS_PUBLIC_URL")
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

fn database(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("merels.db").display())
}

async fn player(store: &Store, name: &str) -> PlayerId {
    let id = PlayerId::random();
    let login = Some((format!("{}@example.org", name.to_lowercase()), "hash".to_owned()));
    let at = Timestamp::now();
    let new = NewPlayer { id: id.clone(), login, name: name.to_owned(), at };
    store.accounts().create_player(new).await.unwrap().unwrap();
    id
}

#[tokio::test]
async fn accounts_are_looked_after_and_every_act_is_logged() {
    let folder = tempfile::tempdir().unwrap();
    let database = database(folder.path());
    let store = Store::open(&database).await.unwrap();
    let (ada, bo) = (player(&store, "Ada").await, player(&store, "Rude").await);
    let admin = |arguments: &[&str]| admin(&database, arguments);
    let listed = admin(&["list"]).unwrap();
    assert!(listed.contains("Ada  ada@example.org") && listed.contains("Rude"), "{listed}");
    assert!(!admin(&["list", "ada"]).unwrap().contains("Rude"));
    store
        .accounts()
        .report_name(
            &store.accounts().player_named("Rude").await.unwrap().unwrap(),
            &ada,
            Timestamp::now(),
        )
        .await
        .unwrap();
    assert!(admin(&["reports"]).unwrap().starts_with("Rude  1 times"));
    assert!(admin(&["rename", "Rude", "admin"]).unwrap_err().contains("site itself"));
    assert!(admin(&["rename", "Rude", "Ada"]).unwrap_err().contains("somebody else"));
    admin(&["rename", "Rude", "Bo"]).unwrap();
    assert_eq!(admin(&["reports"]).unwrap(), "");
    admin(&["close", "Bo"]).unwrap();
    assert!(store.accounts().account_facts(&bo).await.unwrap().unwrap().closed.is_some());
    assert!(admin(&["list", "bo"]).unwrap().contains("closed"));
    admin(&["reopen", "Bo"]).unwrap();
    admin(&["end-sessions", "Bo"]).unwrap();
    admin(&["operator", "Ada"]).unwrap();
    assert!(store.accounts().account_facts(&ada).await.unwrap().unwrap().is_operator);
    admin(&["operator", "Ada", "--remove"]).unwrap();
    assert!(!store.accounts().account_facts(&ada).await.unwrap().unwrap().is_operator);
    let log = admin(&["log"]).unwrap();
    for kind in [
        "renamed-by-operator",
        "closed-by-operator",
        "reopened-by-operator",
        "sessions-ended-by-operator",
        "operator-made",
        "operator-unmade",
    ] {
        let line = log.lines().find(|line| line.contains(kind));
        assert!(line.is_some_and(|line| line.ends_with("by command line")), "{kind} in {log}");
    }
    assert!(!admin(&["log", "Ada"]).unwrap().contains("closed"));
}

/// The code is the first factor of an operator who has none: nobody is locked out, and nobody comes in
/// by the password alone.
#[tokio::test]
async fn an_operator_without_a_second_factor_gets_a_code() {
    let folder = tempfile::tempdir().unwrap();
    let database = database(folder.path());
    let store = Store::open(&database).await.unwrap();
    let ada = player(&store, "Ada").await;
    let code = |said: &str| said.lines().last().filter(|line| line.len() == 29).map(str::to_owned);
    let said = admin(&database, &["operator", "Ada"]).unwrap();
    let first = code(&said).unwrap_or_else(|| panic!("no code in {said}"));
    assert!(store.accounts().account_facts(&ada).await.unwrap().unwrap().second_factor);
    // She has one now; another is printed only where it is asked for.
    assert_eq!(code(&admin(&database, &["operator", "Ada"]).unwrap()), None);
    let second = code(&admin(&database, &["operator", "Ada", "--code"]).unwrap()).unwrap();
    for code in [first, second] {
        assert!(store.accounts().use_recovery_code(&ada, &code).await.unwrap());
    }
    assert!(admin(&database, &["operator", "Ada", "--remove", "--code"]).is_err());
}

/// Tokens are shown out with the sessions.
#[tokio::test]
async fn ending_sessions_ends_tokens() {
    let folder = tempfile::tempdir().unwrap();
    let database = database(folder.path());
    let store = Store::open(&database).await.unwrap();
    let player = player(&store, "Ada").await;
    let secret = ApiToken::random();
    let (id, at, label) = (secret.id(), Timestamp::now(), "notebook".to_owned());
    let token = NewToken { id, player, label, scope: Scope::Play, at, most: 1 };
    assert!(store.accounts().make_token(token).await.unwrap());
    assert!(store.accounts().token(&secret.id()).await.unwrap().is_some());
    admin(&database, &["end-sessions", "Ada"]).unwrap();
    assert_eq!(store.accounts().token(&secret.id()).await.unwrap(), None);
}

/// Whoever sits at an open page when the command line signs him out is shown out of it.
#[tokio::test(flavor = "multi_thread")]
async fn an_open_socket_is_closed_when_its_sessions_are_ended_or_its_account_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let database = database(folder.path());
    let arguments = ["--listen", "127.0.0.1:0", "--database", &database];
    let site = Running::start(&mut serve(folder.path(), &arguments));
    let store = Store::open(&database).await.unwrap();
    for (name, act) in [("Ada", "end-sessions"), ("Bo", "close")] {
        let (_, token) = player_with_session(&store, name.to_owned()).await;
        let mut seat = Seat::take(&site, &token).await;
        // It is served by now.
        seat.send(json!({"do": "ping"})).await.unwrap();
        seat.hear("pong").await.unwrap();
        admin(&database, &[act, name]).unwrap();
        let bye = seat.hear("bye").await.unwrap();
        assert_eq!(bye["reason"], "signed-out", "{act}: {bye}");
        assert!(seat.hear("pong").await.is_none(), "{act}: the socket is closed");
    }
}

#[tokio::test]
async fn a_link_to_a_new_password_is_made_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let database = database(folder.path());
    let store = Store::open(&database).await.unwrap();
    let ada = player(&store, "Ada").await;
    let link = admin(&database, &["reset-link", "Ada", "--public-url", "https://merels.example"]);
    let link = link.unwrap();
    let secret = link.trim().strip_prefix("https://merels.example/reset?link=").unwrap();
    let secret = OneTimeSecret::new(secret);
    let holder =
        store.accounts().secret_holder(&secret, Purpose::Reset, Timestamp::now()).await.unwrap();
    assert_eq!(holder, Some(ada));
}

#[test]
fn what_is_not_there_is_said_and_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let database = database(folder.path());
    assert!(admin(&database, &["list"]).unwrap_err().contains("cannot be opened"));
    assert!(!folder.path().join("merels.db").exists());
}
