//! Reported names and the operator's page.

use merels_store::SecurityKind;
use serde_json::json;

use crate::common::{Client, Site};

/// An operator; in a session that began with more than a password if it is to be `strong`.
async fn operator(site: &Site, strong: bool) -> Client {
    let id = site.player("Olga").await.id.unwrap();
    site.store.accounts().set_operator(&id, true).await.unwrap();
    let client = site.sign_in(&id).await;
    if strong {
        site.strengthen(&client).await;
    }
    client
}

async fn act(client: &Client, act: &str, player: &Client, name: &str) -> crate::common::Reply {
    let player = player.id.as_ref().unwrap().as_str();
    let fields = json!({"act": act, "player": player, "name": name});
    client.api("POST", "/operator", fields).await
}

#[tokio::test]
async fn only_operators_with_a_second_factor_see_the_page() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    site.visitor().page("/operator").await.leads_to("/login");
    ada.page("/operator").await.expect(404);
    act(&ada, "close", &ada, "").await.expect(404);
    let weak = operator(&site, false).await;
    let asked = weak.page("/operator").await.expect(401).says(&["Second factor"]);
    asked.says(&["name=\"next\" value=\"/operator\""]);
    act(&weak, "close", &ada, "").await.expect(401);
    ada.data("/home").await.expect(200);
    // A recovery code is a second factor.
    let code = merels_web::recovery_code().unwrap();
    site.store.accounts().add_recovery_code(weak.id.as_ref().unwrap(), &code).await.unwrap();
    let step = weak.data("/operator").await.expect(401).json()["step"].clone();
    let fields = json!({"step": step, "code": code});
    weak.api("POST", "/login/second", fields).await.expect(200);
    weak.page("/operator").await.expect(200).says(&["For operators", "ada@example.org"]);
    // What the command line took away is gone at once.
    site.store.accounts().set_operator(weak.id.as_ref().unwrap(), false).await.unwrap();
    weak.page("/operator").await.leads_to("/login");
    site.sign_in(weak.id.as_ref().unwrap()).await.page("/operator").await.expect(404);
}

#[tokio::test]
async fn a_reported_name_is_changed_and_the_act_is_logged() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Rude Word").await);
    ada.page("/player/Rude%20Word").await.expect(200).says(&["Report this name"]);
    let own = bo.page("/player/Rude%20Word").await.expect(200);
    assert!(!own.body.contains("/report"), "{}", own.body);
    for _ in 0..2 {
        ada.form("/report", &[("name", "rude word")]).await.expect(200).says(&["Thank you"]);
    }
    site.visitor().api("POST", "/report", json!({"name": "Rude Word"})).await.expect(401);
    ada.api("POST", "/report", json!({"name": "Nobody There"})).await.expect(404);
    let olga = operator(&site, true).await;
    let seen = olga.data("/operator").await.expect(200).json();
    assert_eq!(seen["reports"][0]["name"], "Rude Word");
    assert_eq!(seen["reports"][0]["reporters"], 1, "one person counts once");
    act(&olga, "rename", &bo, "Ada").await.expect(422);
    act(&olga, "rename", &bo, "admin").await.expect(422);
    act(&olga, "rename", &bo, "Bo").await.expect(200);
    assert_eq!(bo.data("/home").await.expect(200).json()["name"], "Bo");
    assert_eq!(olga.data("/operator").await.expect(200).json()["reports"], json!([]));
    let log = site.store.accounts().security_log_of(bo.id.as_ref().unwrap()).await.unwrap();
    let line = log.iter().find(|line| line.kind == SecurityKind::RenamedByOperator).unwrap();
    assert_eq!(line.actor.as_deref(), Some(olga.id.as_ref().unwrap().as_str()));
    let page = olga.page("/operator?search=bo").await.expect(200);
    page.says(&["renamed-by-operator", "Bo"]);
}

#[tokio::test]
async fn reports_are_limited() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    for number in 0..10 {
        let name = format!("Player{number}");
        site.player(&name).await;
        ada.api("POST", "/report", json!({"name": name})).await.expect(200);
    }
    ada.api("POST", "/report", json!({"name": "Player1"})).await.expect(429);
}

#[tokio::test]
async fn a_closed_account_lets_nobody_in_until_it_is_opened_again() {
    let site = Site::start().await;
    let bo = site.player("Bo").await;
    let olga = operator(&site, true).await;
    act(&olga, "close", &bo, "").await.expect(200);
    bo.data("/home").await.expect(401);
    let login = json!({"email": "bo@example.org", "password": "mühle am bach"});
    let reply = site.visitor().api("POST", "/loginplayer", login.clone()).await.expect(403);
    assert_eq!(reply.json()["error"], "closed");
    // A session from elsewhere does not help either.
    site.sign_in(bo.id.as_ref().unwrap()).await.data("/home").await.expect(401);
    act(&olga, "reopen", &bo, "").await.expect(200);
    let again = site.visitor();
    again.api("POST", "/loginplayer", login).await.expect(200);
    act(&olga, "end-sessions", &bo, "").await.expect(200);
    again.data("/home").await.expect(401);
    act(&olga, "anything", &bo, "").await.expect(400);
    act(&olga, "close", &olga, "").await.expect(403);
    let log = site.store.accounts().security_log_of(bo.id.as_ref().unwrap()).await.unwrap();
    for kind in [
        SecurityKind::ClosedByOperator,
        SecurityKind::ClosedRefused,
        SecurityKind::ReopenedByOperator,
        SecurityKind::SessionsEndedByOperator,
    ] {
        assert!(log.iter().any(|line| line.kind == kind), "{kind:?} in {log:?}");
    }
}
