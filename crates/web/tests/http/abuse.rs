//! Requests to the site's door in bad faith: each is answered or shown out in bounded time, and
//! everybody else is served meanwhile.

use futures_util::future::join_all;
use merels_rules::SplitMix;

use crate::common::{Raw, Site, Witnesses, random_bytes};

/// Fewer than one address may have, so that the honest ones get through from here too.
const HELD: usize = 60;

const FLOOD: usize = 400;

#[tokio::test(flavor = "multi_thread")]
async fn random_bytes_and_half_requests_hold_up_nobody() {
    let site = Site::start().await;
    let mut witnesses = Witnesses::sit_down(&site).await;
    let mut random = SplitMix::new(1);
    let mut held = Vec::new();
    for i in 0..HELD {
        let mut raw = Raw::open(site.address).await;
        match i % 4 {
            0 => raw.send(&random_bytes(&mut random, 4000)).await,
            1 => raw.send(b"GET /login HTTP/1.1\r\nHost: merels\r\nX-Slow: ").await,
            2 => {
                raw.send(
                    b"POST /loginplayer HTTP/1.1\r\nHost: merels\r\nContent-Length: 4000\r\n\
                      Content-Type: application/x-www-form-urlencoded\r\n\r\nemail=a",
                )
                .await;
            }
            _ => {}
        }
        held.push(raw);
        if i % 20 == 0 {
            witnesses.play_on().await;
        }
    }
    site.visitor().page("/login").await.expect(200);
    witnesses.play_on().await;
    for raw in held {
        raw.end().await;
    }
    witnesses.play_on().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_requests_are_refused_without_a_fault_of_the_server() {
    let site = Site::start().await;
    let long = "a".repeat(200_000);
    let nested = "[".repeat(30_000);
    let json = |body: &str| {
        format!(
            "PUT /move HTTP/1.1\r\nHost: merels\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )
    };
    let requests = [
        "\r\n\r\n\r\n".to_owned(),
        "GET\r\n\r\n".to_owned(),
        "GET /login HTTP/9.9\r\n\r\n".to_owned(),
        "GET /login HTTP/1.1\r\n\r\n".to_owned(),
        format!("GET /{long} HTTP/1.1\r\nHost: merels\r\n\r\n"),
        format!("GET /login HTTP/1.1\r\nHost: merels\r\nX-Long: {long}\r\n\r\n"),
        format!("GET /login HTTP/1.1\r\nHost: merels\r\n{}\r\n", "X-Many: 1\r\n".repeat(5000)),
        "GET /game/%00%ff%2e%2e HTTP/1.1\r\nHost: merels\r\nConnection: close\r\n\r\n".to_owned(),
        "GET /../../etc/passwd HTTP/1.1\r\nHost: merels\r\nConnection: close\r\n\r\n".to_owned(),
        "POST /signup HTTP/1.1\r\nHost: merels\r\nContent-Length: -1\r\n\r\n".to_owned(),
        "POST /signup HTTP/1.1\r\nHost: merels\r\nContent-Length: 99999999999\r\n\r\nx".to_owned(),
        "POST /signup HTTP/1.1\r\nHost: merels\r\nContent-Length: 3\r\n\
         Transfer-Encoding: chunked\r\n\r\nzz\r\n"
            .to_owned(),
        "GET /socket HTTP/1.1\r\nHost: merels\r\nUpgrade: websocket\r\n\
         Connection: Upgrade, close\r\n\r\n"
            .to_owned(),
        json(&nested),
        json(&format!("{{\"move\":\"{}\"}}", "\\ud800".repeat(1000))),
        json("{\"game_id\":1e999,\"move\":[]}"),
    ];
    for request in requests {
        let mut raw = Raw::open(site.address).await;
        raw.send(request.as_bytes()).await;
        let answer = String::from_utf8_lossy(&raw.end().await).into_owned();
        let shown: String = request.chars().take(80).collect();
        assert!(!answer.starts_with("HTTP/1.1 5"), "{shown:?} is answered with {answer}");
    }
    site.visitor().page("/login").await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_requests_leaves_games_going_on() {
    let site = Site::start().await;
    let mut witnesses = Witnesses::sit_down(&site).await;
    let visitor = site.visitor();
    let flood = join_all((0..FLOOD).map(|_| visitor.page("/login")));
    let play = async {
        for _ in 0..4 {
            witnesses.play_on().await;
        }
    };
    let (replies, ()) = tokio::join!(flood, play);
    for reply in replies {
        assert!([200, 429, 503].contains(&reply.status), "{reply:?}");
    }
}
