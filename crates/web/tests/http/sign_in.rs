//! The second factor and recovery codes by plain requests.

use merels_store::{Passkey, SecurityKind};
use serde_json::json;

use crate::common::{Client, Reply, Site, now};

const PASSWORD: &str = "mühle am bach";
const NEW: &str = "ein neuer anfang 7";

async fn log_in(site: &Site, password: &str) -> (Client, Reply) {
    let client = site.visitor();
    let fields = json!({"email": "ada@example.org", "password": password});
    let reply = client.api("POST", "/loginplayer", fields).await;
    (client, reply)
}

async fn codes(ada: &Client) -> Vec<String> {
    let reply = ada.api("POST", "/account/codes", json!({"password": PASSWORD})).await;
    let codes = reply.expect(200).json()["codes"].clone();
    serde_json::from_value(codes).unwrap()
}

/// Ada, whose password alone is not enough.
async fn careful_ada(site: &Site) -> Client {
    let ada = site.player("Ada").await;
    let player = ada.id.clone().unwrap();
    let passkey = Passkey {
        id: "one".to_owned(),
        player: player.clone(),
        name: "my phone".to_owned(),
        public_key: "unreadable".to_owned(),
        counter: 0,
        created: now(),
        used: None,
    };
    site.store.accounts().add_passkey(passkey).await.unwrap();
    // Whoever has a factor proves one before factors change.
    site.strengthen(&ada).await;
    let fields = [("on", "yes"), ("password", PASSWORD)];
    ada.form("/account/second-factor", &fields).await.leads_to("/account?news=second-factor-on");
    ada
}

#[tokio::test]
async fn a_password_alone_does_not_pass_the_second_factor() {
    let site = Site::start().await;
    let ada = careful_ada(&site).await;
    let codes = codes(&ada).await;
    let (stranger, reply) = log_in(&site, PASSWORD).await;
    let asked = reply.expect(401).json();
    assert_eq!(asked["error"], "second-factor");
    assert_eq!(stranger.cookie("merels"), None);
    let step = asked["step"].as_str().unwrap();
    let give = async |code: &str| {
        stranger.api("POST", "/login/second", json!({"step": step, "code": code})).await
    };
    assert_eq!(give("wrong").await.expect(401).json()["error"], "second-factor");
    assert_eq!(give("").await.expect(401).json()["error"], "second-factor");
    // However it is typed.
    give(&codes[3].to_uppercase().replace('-', " ")).await.expect(200);
    stranger.data("/home").await.expect(200);
    assert_eq!(give(&codes[4]).await.expect(401).json()["error"], "step-over");
    let (again, reply) = log_in(&site, PASSWORD).await;
    let step = reply.expect(401).json()["step"].as_str().unwrap().to_owned();
    let fields = json!({"step": step, "code": codes[3]});
    again.api("POST", "/login/second", fields).await.expect(401);
    let fields = json!({"step": step, "code": codes[4]});
    again.api("POST", "/login/second", fields).await.expect(200);
    let log = site.store.accounts().security_log_of(ada.id.as_ref().unwrap()).await.unwrap();
    for kind in [
        SecurityKind::SecondFactorChanged,
        SecurityKind::SecondFactorRefused,
        SecurityKind::CodesMade,
        SecurityKind::CodeUsed,
        SecurityKind::LoggedIn,
    ] {
        assert!(log.iter().any(|line| line.kind == kind), "{kind:?} in {log:?}");
    }
}

#[tokio::test]
async fn the_second_step_works_without_scripts() {
    let site = Site::start().await;
    let ada = careful_ada(&site).await;
    let codes = codes(&ada).await;
    let visitor = site.visitor();
    let fields = [("email", "ada@example.org"), ("password", PASSWORD)];
    let page = visitor.form("/loginplayer", &fields).await.expect(401);
    let step = page.body.split("name=\"step\" value=\"").nth(1).unwrap();
    let step = step.split('"').next().unwrap().to_owned();
    let wrong = visitor.form("/login/second", &[("step", &step), ("code", "wrong")]).await;
    wrong.expect(401).says(&["none of your recovery codes"]);
    visitor.form("/login/second", &[("step", &step), ("code", &codes[0])]).await.leads_to("/home");
}

/// Once only a password led on to the page from which somebody came; everybody else came Home.
#[tokio::test]
async fn a_second_factor_leads_on_to_where_the_visitor_was() {
    let site = Site::start().await;
    let ada = careful_ada(&site).await;
    let codes = codes(&ada).await;
    let place = "/learn/nine?step=2";
    for (number, next, expected) in
        [(0, place, place), (1, "https://evil.example/", "/home"), (2, "/operator", "/operator")]
    {
        let visitor = site.visitor();
        let fields = [("email", "ada@example.org"), ("password", PASSWORD), ("next", next)];
        let page = visitor.form("/loginplayer", &fields).await.expect(401);
        let step = page.body.split("name=\"step\" value=\"").nth(1).unwrap();
        let step = step.split('"').next().unwrap().to_owned();
        let kept = format!("name=\"next\" value=\"{next}\"");
        assert_eq!(page.body.contains(&kept), next == place, "{}", page.body);
        let fields = |code| [("step", step.as_str()), ("code", code), ("next", next)];
        // A wrong code forgets nothing.
        let wrong = visitor.form("/login/second", &fields("wrong")).await.expect(401);
        assert_eq!(wrong.body.contains(&kept), expected == next, "{}", wrong.body);
        visitor.form("/login/second", &fields(&codes[number])).await.leads_to(expected);
    }
    let page = site.visitor().page("/login/passkey?next=%2Flearn%2Fnine%3Fstep%3D2").await;
    page.expect(200).says(&["name=\"next\" value=\"/learn/nine?step=2\""]);
    let page = site.visitor().page("/login/passkey?next=%2F%2Fevil.example").await.expect(200);
    assert!(!page.body.contains("name=\"next\""));
}

#[tokio::test]
async fn a_recovery_code_sets_a_new_password_once() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    site.visitor().page("/forgot").await.expect(200).says(&["href=\"/recover\""]);
    let page = ada.form("/account/codes", &[("password", PASSWORD)]).await.expect(200);
    let codes: Vec<&str> = page.body.split("<code>").skip(1).map(|code| &code[..29]).collect();
    assert_eq!(codes.len(), 10, "{}", page.body);
    ada.page("/account").await.expect(200).says(&["10 codes are left"]);
    let recover = async |email: &str, code: &str, new: &str| {
        let fields = [("email", email), ("code", code), ("new", new), ("confirm", new)];
        site.visitor().form("/recover", &fields).await
    };
    // Whether the address or the code is wrong is not said.
    let unknown = recover("bo@example.org", codes[0], NEW).await.expect(422);
    let wrong = recover("ada@example.org", "aaaaa-bbbbb-ccccc-ddddd-eeeee", NEW).await.expect(422);
    let told = |reply: &Reply| reply.body.replace("bo@", "ada@");
    assert_eq!(told(&unknown), told(&wrong));
    recover("ada@example.org", codes[0], "12345678").await.expect(422);
    recover("ada@example.org", codes[0], NEW).await.leads_to("/login?news=reset");
    ada.data("/home").await.expect(401);
    log_in(&site, PASSWORD).await.1.expect(401);
    log_in(&site, NEW).await.1.expect(200);
    recover("ada@example.org", codes[0], "noch ein anderer 8").await.expect(422);
    log_in(&site, NEW).await.1.expect(200);
}

#[tokio::test]
async fn changes_of_the_ways_in_ask_for_the_password() {
    let site = Site::with(|settings| {
        settings.limits.logins_per_account = 100;
        settings.public_url = Some("http://merels.example".parse().unwrap());
    })
    .await;
    let ada = careful_ada(&site).await;
    for (path, more) in [
        ("/account/codes", ("x", "x")),
        ("/account/second-factor", ("on", "no")),
        ("/account/passkeys/remove", ("id", "one")),
    ] {
        for (password, said) in
            [("", "Please show once more"), ("wrong one 123", "This is not your password.")]
        {
            let reply = ada.form(path, &[("password", password), more]).await;
            reply.expect(422).says(&[said]);
        }
        // What is no use of a passkey is none, however it looks.
        for passkey in ["{}", "nonsense", "{\"id\":\"one\",\"clientDataJSON\":\"e30\"}"] {
            let reply = ada.form(path, &[("passkey", passkey), more]).await;
            reply.expect(422).says(&["That did not work with this passkey."]);
        }
    }
    let facts =
        site.store.accounts().account_facts(ada.id.as_ref().unwrap()).await.unwrap().unwrap();
    assert!(facts.second_factor && facts.recovery_codes == 0);
    assert_eq!(site.store.accounts().passkeys_of(ada.id.as_ref().unwrap()).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_challenge_to_add_a_passkey_asks_for_the_password() {
    let site = Site::with(|settings| {
        settings.public_url = Some("http://merels.example".parse().unwrap());
    })
    .await;
    let ada = site.player("Ada").await;
    let ask =
        async |client: &Client, fields| client.api("POST", "/passkey/challenge", fields).await;
    ask(&site.visitor(), json!({"purpose": "login"})).await.expect(200);
    ask(&site.visitor(), json!({"purpose": "reauthenticate"})).await.expect(401);
    ask(&site.visitor(), json!({"purpose": "anything"})).await.expect(400);
    ask(&ada, json!({"purpose": "register"})).await.expect(403);
    let told = ask(&ada, json!({"purpose": "register", "password": PASSWORD})).await;
    let told = told.expect(200).json();
    assert_eq!(told["user"]["displayName"], "Ada");
    assert_eq!(told["known"], json!([]));
    ada.api("POST", "/account/passkeys", json!({"passkey": "{}"})).await.expect(422);
    site.visitor().api("POST", "/login/passkey", json!({"passkey": "{}"})).await.expect(401);
}

#[tokio::test]
async fn a_site_without_a_name_says_that_it_has_no_passkeys() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    ada.page("/account").await.expect(200).says(&["Passkeys need a site with a name"]);
    site.visitor().page("/login/passkey").await.expect(200).says(&["need a site with a name"]);
    let asked = site.visitor().api("POST", "/passkey/challenge", json!({"purpose": "login"})).await;
    assert_eq!(asked.expect(501).json()["error"], "no-passkeys");
}
