//! The bounds of what one client may fill: connections, seats, a game's past, pictures. Each has a
//! bound, and what is there from before the bounds does no harm.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use merels_model::{GameKey, Terms, Wish};
use merels_rules::{GameId, Position, Side};
use merels_store::{Append, Event, Seek, StoredEvent};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::common::{Client, Site, eventually, now};

/// An address that is not the other clients'.
const ELSEWHERE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// A connection from elsewhere with half a request on it.
async fn half_request(site: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((ELSEWHERE, 0).into()).unwrap();
    let mut line = socket.connect(site).await.unwrap();
    // Whoever is shown out at once may not get this far.
    let _ = line.write_all(b"GET /healthz HTTP/1.1\r\nhost: merels\r\nx-half: ").await;
    line
}

/// The answer to the rest of the request.
async fn answer(mut line: TcpStream) -> String {
    let _ = line.write_all(b"1\r\nconnection: close\r\n\r\n").await;
    let mut answer = Vec::new();
    let _ = line.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn half_requests_take_the_share_of_one_address_and_no_more() {
    let site = Site::with(|settings| settings.limits.connections_per_address = 20).await;
    let mut held = Vec::new();
    for _ in 0..20 {
        held.push(half_request(site.address).await);
    }
    eventually("the share is taken", async || {
        let mut line = half_request(site.address).await;
        let mut answer = [0; 12];
        line.read_exact(&mut answer).await.ok()?;
        (&answer == b"HTTP/1.1 429").then_some(())
    })
    .await;
    site.visitor().page("/healthz").await.expect(200);
    let answered = answer(held.pop().unwrap()).await;
    assert!(answered.starts_with("HTTP/1.1 200"), "{answered}");
    eventually("there is room again", async || {
        answer(half_request(site.address).await).await.starts_with("HTTP/1.1 200").then_some(())
    })
    .await;
}

#[tokio::test]
async fn behind_a_trusted_proxy_everybody_gets_in() {
    let site = Site::with(|settings| {
        settings.limits.connections_per_address = 2;
        settings.trusted_proxies = vec![IpAddr::V4(ELSEWHERE)];
    })
    .await;
    let mut held = Vec::new();
    for _ in 0..10 {
        held.push(half_request(site.address).await);
    }
    for line in held {
        let answered = answer(line).await;
        assert!(answered.starts_with("HTTP/1.1 200"), "{answered}");
    }
}

#[tokio::test]
async fn one_client_opens_only_so_many_seats_however_many_guests_come() {
    let site = Site::start().await;
    let mut seated = Vec::new();
    for days in 1..=21 {
        let (size, days) = (4 + days % 5, 1 + days / 5);
        let wish = json!({
            "opponent": "anybody", "game": "mingmang", "size": size, "clock": format!("{days}d"),
        });
        seated.push(site.visitor().api("POST", "/play", wish).await);
    }
    let last = seated.pop().unwrap().expect(429);
    assert_eq!(last.json()["error"], "too-many-seats");
    for reply in seated {
        reply.expect(200);
    }
    assert_eq!(site.store.meeting().count_open_seats(now()).await.unwrap(), 20);
}

/// Many who wait for something that nobody else waits for.
async fn fill_lobby(site: &Site, seats: usize) {
    for number in 0..seats {
        let who = site.player(&format!("Waits{number}")).await;
        let start = GameId::NINE.start();
        let wish = Wish {
            game: GameId::NINE,
            measure: number.to_string(),
            start: start.to_string(),
            mover: start.side(),
            terms: Terms { time: Some("3d".parse().unwrap()), rated: false },
        };
        let (player, key) = (who.id.unwrap(), GameKey::random());
        let (side, at, most_running, client) = (Side::White, now(), 20, None);
        let seek = Seek { player, wish, side, key, at, most_running, client };
        site.store.meeting().find_match(seek).await.unwrap();
    }
}

#[tokio::test]
async fn a_crowded_lobby_is_shown_in_part_with_ones_own_seat() {
    let site = Site::start().await;
    fill_lobby(&site, 120).await;
    let ada = site.player("Ada").await;
    ada.api("POST", "/findmatch", json!({"game": "six", "clock": "3d"})).await.expect(200);
    let page = ada.page("/lobby").await.expect(200).says(&["121", "Ada"]);
    assert_eq!(page.body.matches("action=\"/seat\"").count(), 100);
    assert_eq!(page.body.matches("action=\"/cancelmatch\"").count(), 1);
    let seats = ada.data("/lobby").await.expect(200).json();
    assert_eq!(seats["seats"].as_array().unwrap().len(), 101);
    // Whoever is not shown can be met all the same.
    let bo = site.player("Bo").await;
    let found = bo.api("POST", "/findmatch", json!({"game": "six", "clock": "3d"})).await;
    assert_eq!(found.expect(200).json()["status"], "matched");
}

/// Plays and takes back so often in a game of two at one screen, as the store keeps it.
async fn take_back_often(site: &Site, game: &str, times: u32) {
    let append = |version: u32, event: Event, mover: Side| {
        let event = StoredEvent { version, at: now(), event, left: None };
        let game = GameKey::new(game);
        site.store.games().append(Append {
            game,
            event,
            mover,
            finish: None,
            draft: None,
            flag: None,
        })
    };
    for turn in 0..times {
        let played = Event::Move { ply: 0, mv: "a1".to_owned() };
        let back = Event::TakenBack { side: Side::White, to: 0 };
        let version = 2 * turn + 2;
        assert!(append(version, played, Side::Black).await.unwrap());
        assert!(append(version + 1, back, Side::White).await.unwrap());
    }
}

async fn two_at_one_screen(site: &Site) -> (Client, String) {
    let ada = site.player("Ada").await;
    let fields = [("game", "nine"), ("opponent", "here")];
    let begun = ada.form("/play", &fields).await.expect(303);
    let game = begun.header("location").strip_prefix("/game/").unwrap().to_owned();
    (ada, game)
}

#[tokio::test]
async fn a_game_with_very_many_take_backs_is_shown_in_part_and_goes_on() {
    let site = Site::start().await;
    let (ada, game) = two_at_one_screen(&site).await;
    take_back_often(&site, &game, 150).await;
    let page = site.visitor().page(&format!("/game/{game}")).await.expect(200);
    assert!(page.body.contains(&format!("/game/{game}/replay")), "the rest is there");
    assert!(page.body.matches("<li").count() <= 200, "{}", page.body.matches("<li").count());
    // What was taken back long ago is not even read.
    let state = ada.state(&game).await;
    assert_eq!((state["version"].as_u64(), state["ply"].as_u64()), (Some(301), Some(0)));
    assert!(state["events"].as_array().unwrap().len() <= 201);
    ada.play(&game, "a1").await;
    let refused = ada.api("PUT", "/undo", json!({"game_id": game})).await.expect(409).json();
    assert_eq!(refused["error"], "enough-taken-back");
    ada.play(&game, "a4").await;
    site.visitor().page(&format!("/game/{game}/replay")).await.expect(200);
}

#[tokio::test]
async fn pictures_that_are_there_are_free_and_new_ones_are_limited() {
    let site = Site::start().await;
    let (ada, game) = two_at_one_screen(&site).await;
    let visitor = site.visitor();
    for _ in 0..40 {
        visitor.page("/icon/512.png").await.expect(200);
        visitor.page(&format!("/game/{game}/picture.png")).await.expect(200);
    }
    // Three pictures of every position.
    let mut refused = 0;
    let moves =
        ["a1", "d2", "g1", "f4", "a7", "d6", "g7", "b4", "c3", "e5", "b2", "f6", "c5", "e3"];
    for (ply, mv) in moves.iter().enumerate() {
        for kind in ["picture.png", "picture.svg", "animated.svg"] {
            let reply = visitor.page(&format!("/game/{game}/{kind}")).await;
            assert!([200, 429].contains(&reply.status), "{ply} {kind}: {reply:?}");
            refused += u32::from(reply.status == 429);
        }
        ada.play(&game, mv).await;
    }
    assert!(refused > 0, "thirty a minute are drawn for one client");
    visitor.page("/icon/512.png").await.expect(200);
}
