//! The doors: connections that dawdle, clocks that jump, databases that are busy, and a log of who
//! came in.

use std::net::TcpListener;
use std::time::Duration;

use jiff::SignedDuration;
use merels_store::{SecurityKind, SessionToken, Store};
use merels_web::{Clock, Server, Settings};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::common::{DEADLINE, Site, eventually, now};

const SOON: Duration = Duration::from_millis(300);

/// The rest of what the site says on a raw connection before it ends it.
async fn rest(line: &mut TcpStream) -> String {
    let mut said = Vec::new();
    // A connection that is reset has ended too.
    let _ = timeout(DEADLINE, line.read_to_end(&mut said)).await.expect("the site hangs up");
    String::from_utf8_lossy(&said).into_owned()
}

#[tokio::test]
async fn half_a_request_holds_no_connection() {
    let site = Site::with(|settings| settings.timeouts.head = SOON).await;
    let mut lines = Vec::new();
    for number in 0..100 {
        let mut line = TcpStream::connect(site.address).await.unwrap();
        // Some say nothing at all, some the beginning.
        let half = &"GET /login HTTP/1.1\r\nhost: a"[..number % 28];
        line.write_all(half.as_bytes()).await.unwrap();
        lines.push(line);
    }
    for line in &mut lines {
        rest(line).await;
    }
    site.visitor().page("/login").await.expect(200);
}

#[tokio::test]
async fn an_idle_connection_is_ended() {
    let site = Site::with(|settings| settings.timeouts.head = SOON).await;
    let mut line = TcpStream::connect(site.address).await.unwrap();
    line.write_all(b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
    let said = rest(&mut line).await;
    assert!(said.starts_with("HTTP/1.1 200") && said.ends_with("ok\n"), "{said}");
}

#[tokio::test]
async fn a_slow_body_is_refused_before_any_work_begins() {
    let site = Site::with(|settings| settings.timeouts.body = SOON).await;
    let ada = site.player("Ada").await;
    let mut line = TcpStream::connect(site.address).await.unwrap();
    let head = format!(
        "POST /findmatch HTTP/1.1\r\nhost: {}\r\ncookie: {}\r\naccept: application/json\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: 100\r\n\r\ngame=nine&",
        site.address,
        ada.cookies()
    );
    line.write_all(head.as_bytes()).await.unwrap();
    let said = rest(&mut line).await;
    assert!(said.starts_with("HTTP/1.1 408") && said.contains("too-slow"), "{said}");
    assert_eq!(
        site.store.meeting().waits_for(ada.id.as_ref().unwrap(), now()).await.unwrap(),
        None
    );
}

#[tokio::test]
async fn there_is_room_for_so_many_connections_and_then_for_others_again() {
    let site = Site::with(|settings| settings.limits.connections = 3).await;
    let mut lines = Vec::new();
    for _ in 0..3 {
        let mut line = TcpStream::connect(site.address).await.unwrap();
        // A whole request, so that it is known to have been let in.
        line.write_all(b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
        let mut answer = [0; 12];
        line.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200");
        lines.push(line);
    }
    let mut fourth = TcpStream::connect(site.address).await.unwrap();
    assert!(rest(&mut fourth).await.starts_with("HTTP/1.1 503"));
    lines.pop();
    eventually("there is room again", async || {
        let mut line = TcpStream::connect(site.address).await.unwrap();
        line.write_all(b"GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n").await.unwrap();
        rest(&mut line).await.starts_with("HTTP/1.1 200").then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_site_that_cannot_write_is_alive_but_not_ready_and_does_nothing_later() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("merels.db");
    let settings =
        Settings::new(([127, 0, 0, 1], 0).into(), format!("sqlite://{}", file.display()));
    let server = Server::start(settings).await.unwrap();
    let site = Site::at(&server, &file).await;
    let ada = site.player("Ada").await;
    site.visitor().page("/readyz").await.expect(200);
    // Another program has the database for itself.
    let other = rusqlite::Connection::open(&file).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let start = json!({"game": "nine", "colour": "white"});
    let (alive, ready, refused) = tokio::join!(
        async { site.visitor().page("/healthz").await },
        async { site.visitor().page("/readyz").await },
        ada.api("POST", "/playcomputer", start.clone()),
    );
    alive.expect(200);
    ready.expect(503);
    assert_eq!(refused.expect(503).json()["error"], "busy");
    other.execute_batch("ROLLBACK").unwrap();
    // What was refused is not done when the database is free again; what is asked for now is.
    ada.api("POST", "/playcomputer", start).await.expect(201);
    let games = site.store.games().running_games(ada.id.as_ref().unwrap()).await.unwrap();
    assert_eq!(games.len(), 1);
    server.shut_down().await;
}

#[tokio::test]
async fn neither_downtime_nor_a_clock_that_is_set_ends_a_session() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("merels.db");
    let start = async |clock: &Clock| {
        let address = format!("sqlite://{}", file.display());
        let settings = Settings::new(([127, 0, 0, 1], 0).into(), address);
        Server::start(Settings { clock: clock.clone(), ..settings }).await.unwrap()
    };
    let clock = Clock::of_machine();
    let server = start(&clock).await;
    let site = Site::at(&server, &file).await;
    let (mut ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let game = site.game("nine", &ada, &bo).await;
    ada.data("/home").await.expect(200);
    // Somebody sets the clock of the machine while the server runs.
    clock.set_machine(SignedDuration::from_hours(40 * 24));
    ada.data("/home").await.expect(200);
    server.shut_down().await;
    // The machine was away for a year.
    clock.set_machine(SignedDuration::from_hours(365 * 24));
    let server = start(&Clock::clone(&clock)).await;
    ada.move_to(server.address());
    ada.data("/home").await.expect(200);
    let game = merels_model::GameKey::new(game);
    let stored = site.store.games().game(&game).await.unwrap().unwrap();
    assert_eq!(stored.score, None, "nobody has forfeited");
    assert!(stored.touched > clock.now() - SignedDuration::from_hours(1));
    server.shut_down().await;
}

#[tokio::test]
async fn figures_are_told_on_their_own_address_or_for_a_token() {
    let figures = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap();
    let site = Site::with(|settings| {
        settings.metrics_listen = Some(figures);
        settings.metrics_token = Some("open sesame".to_owned());
    })
    .await;
    site.visitor().page("/metrics").await.expect(404);
    for (token, status) in [("Bearer open sesame", 200), ("Bearer open", 404), ("open sesame", 404)]
    {
        let headers = [("authorization", token)];
        site.visitor().send("GET", "/metrics", &headers, "").await.expect(status);
    }
    let mut elsewhere = site.visitor();
    elsewhere.move_to(figures);
    let told = elsewhere.page("/metrics").await.expect(200);
    told.says(&["merels_requests_total"]);
    elsewhere.page("/login").await.expect(404);
    let closed = Site::start().await;
    closed.visitor().page("/metrics").await.expect(404);
}

#[tokio::test]
async fn subdomains_are_to_use_https_only_where_that_is_wanted() {
    for (subdomains, expected) in
        [(false, "max-age=31536000"), (true, "max-age=31536000; includeSubDomains")]
    {
        let site = Site::with(|settings| {
            settings.public_url = Some("https://merels.example".parse().unwrap());
            settings.hsts_subdomains = subdomains;
        })
        .await;
        let reply = site.visitor().page("/login").await;
        assert_eq!(reply.header("strict-transport-security"), expected);
    }
}

#[tokio::test]
async fn a_password_in_the_address_is_refused() {
    let site = Site::start().await;
    let visitor = site.visitor();
    for path in [
        "/loginplayer?email=ada@example.org&password=mill+and+more",
        "/signup?email=ada@example.org&password=mill+and+more&confirm=mill+and+more",
    ] {
        let reply = visitor.api("POST", path, json!({})).await.expect(400);
        assert_eq!(reply.json()["error"], "secret-in-address");
        assert!(!reply.body.contains("mill and more"));
    }
    assert_eq!(site.store.accounts().account("ada@example.org").await.unwrap(), None);
}

#[tokio::test]
async fn names_that_could_be_taken_for_others_are_refused() {
    let site = Site::start().await;
    site.player("Ada").await;
    let sign_up = async |name: &str| {
        let password = "mühle am bach";
        let body = json!({"email": "x@example.org", "name": name, "password": password,
            "confirm": password});
        site.visitor().api("POST", "/signup", body).await
    };
    for name in ["Computer", "Moderator", "Gast 12", "123", "Аda", "ada"] {
        let errors = sign_up(name).await.expect(422).json();
        assert!(errors["errors"]["name"].is_string(), "{name}: {errors}");
    }
    sign_up("Ａｄａｍ").await.expect(201);
    let adam = site.store.accounts().account("x@example.org").await.unwrap().unwrap();
    let token = SessionToken::random();
    let end = now() + SignedDuration::from_hours(1);
    site.store.accounts().start_session(token.id(), adam.player, end).await.unwrap();
    assert_eq!(
        site.store.accounts().session(&token.id(), now()).await.unwrap().unwrap().player.name,
        "Adam"
    );
}

#[tokio::test]
async fn the_security_log_knows_who_came_in_and_who_did_not() {
    let site = Site::with(|settings| settings.limits.logins_per_account = 2).await;
    let password = "mühle am bach";
    let body = json!({"email": "ada@example.org", "name": "Ada", "password": password,
        "confirm": password});
    site.visitor().api("POST", "/signup", body).await.expect(201);
    let ada = site.visitor();
    let login = async |password: &str| {
        let body = json!({"email": "ada@example.org", "password": password});
        ada.api("POST", "/loginplayer", body).await
    };
    login("wrong wrong wrong").await.expect(401);
    login(password).await.expect(200);
    login(password).await.expect(429);
    ada.api("DELETE", "/delete", json!({})).await.expect(200);
    let log = site.store.accounts().security_log(10).await.unwrap();
    let kinds: Vec<SecurityKind> = log.iter().rev().map(|event| event.kind).collect();
    assert_eq!(
        kinds,
        [
            SecurityKind::SignedUp,
            SecurityKind::LoginRefused,
            SecurityKind::LoggedIn,
            SecurityKind::LoginLimited,
            SecurityKind::Deleted
        ]
    );
    assert!(log.iter().all(|event| event.player.is_some() && event.client == "127.0.0.1"));
    assert!(!format!("{log:?}").contains("mühle"));
}

/// Each request used to write a line: hundreds a second, without end.
#[tokio::test]
async fn refusals_do_not_fill_the_security_log() {
    let site = Site::with(|settings| settings.limits.logins_per_account = 1).await;
    let ada = site.player("Ada").await;
    let login = json!({"email": "ada@example.org", "password": "wrong wrong wrong"});
    for _ in 0..60 {
        site.visitor().api("POST", "/loginplayer", login.clone()).await;
        ada.api("GET", "/operator", json!({})).await.expect(404);
    }
    let log = site.store.accounts().security_log(1000).await.unwrap();
    let kinds = |kind| log.iter().filter(|event| event.kind == kind).count();
    assert_eq!(log.len(), 60);
    assert!(kinds(SecurityKind::LoginLimited) > 0 && kinds(SecurityKind::OperatorRefused) > 0);
    // What the owner does is written all the same.
    ada.api("POST", "/logout", json!({})).await.expect(200);
    let log = site.store.accounts().security_log(1).await.unwrap();
    assert_eq!(log[0].kind, SecurityKind::LoggedOut);
}

#[tokio::test]
async fn limits_hold_on_all_nodes_together() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("merels.db");
    let mut nodes = Vec::new();
    for _ in 0..2 {
        let address = format!("sqlite://{}", file.display());
        let mut settings = Settings::new(([127, 0, 0, 1], 0).into(), address);
        settings.limits.logins_per_account = 3;
        nodes.push(Server::start(settings).await.unwrap());
    }
    let body = json!({"email": "ada@example.org", "password": "wrong wrong wrong"});
    let mut statuses = Vec::new();
    for attempt in 0..6 {
        let visitor = Site::at(&nodes[attempt % 2], &file).await.visitor();
        statuses.push(visitor.api("POST", "/loginplayer", body.clone()).await.status);
    }
    assert_eq!(statuses, [401, 401, 401, 429, 429, 429]);
    assert!(Store::open(&format!("sqlite://{}", file.display())).await.is_ok());
}
