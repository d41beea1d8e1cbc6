//! The beginning and the end of connections.

use merels_web::ClientLimits;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::common::{Site, Wire, eventually, request};

#[tokio::test]
async fn no_session_and_no_foreign_origin_get_a_connection() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let own = format!("http://{}", site.address);
    for (client, origin, expected) in [
        (&site.visitor(), own.as_str(), Err(401)),
        (&ada, "http://elsewhere.example", Err(403)),
        (&ada, "null", Err(403)),
        (&ada, own.as_str(), Ok(())),
    ] {
        let wire = Wire::try_open(request(&site, client, &[("origin", origin)])).await;
        assert_eq!(wire.map(drop), expected, "{origin}");
    }
    let stranger = site.visitor();
    stranger.set_cookie("merels", "made up");
    assert!(Wire::try_open(request(&site, &stranger, &[])).await.is_err());
    assert_eq!(ada.page("/socket").await.status, 400, "a page is no socket");
}

#[tokio::test]
async fn a_binary_message_ends_the_connection() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let mut wire = Wire::open(&site, &ada).await;
    wire.send_raw(Message::binary(vec![1, 2, 3])).await;
    assert_eq!(wire.bye().await, "limit");
}

#[tokio::test]
async fn too_long_a_message_ends_the_connection() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let mut wire = Wire::open(&site, &ada).await;
    let fits = json!({"do": "watch", "game": "x".repeat(4000)});
    assert_eq!(wire.ask(fits).await["code"], "unknown-game");
    wire.send(json!({"do": "watch", "game": "x".repeat(5000)})).await;
    wire.is_closed().await;
}

#[tokio::test]
async fn too_many_messages_end_the_connection() {
    let limits = ClientLimits { messages_per_second: 5, ..Default::default() };
    let site = Site::with(|settings| settings.limits = limits).await;
    let ada = site.player("Ada").await;
    let mut wire = Wire::open(&site, &ada).await;
    // Far more than could come in a second at this measure.
    for _ in 0..50 {
        wire.send(json!({"do": "wait"})).await;
    }
    assert_eq!(wire.bye().await, "limit");
}

#[tokio::test]
async fn an_address_has_so_many_connections_and_no_more() {
    let limits = ClientLimits { sockets: 2, ..Default::default() };
    let site = Site::with(|settings| settings.limits = limits).await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let first = Wire::open(&site, &ada).await;
    let _second = Wire::open(&site, &bo).await;
    assert_eq!(Wire::try_open(request(&site, &bo, &[])).await.map(drop), Err(429));
    drop(first);
    eventually("a place is free again", async || {
        Wire::try_open(request(&site, &bo, &[])).await.ok()
    })
    .await;
}

#[tokio::test]
async fn logging_out_ends_the_connections_of_that_session_only() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let elsewhere = site.sign_in(ada.id.as_ref().unwrap()).await;
    let (mut here, mut there) =
        (Wire::open(&site, &ada).await, Wire::open(&site, &elsewhere).await);
    // Both are being served once they have answered.
    for wire in [&mut here, &mut there] {
        wire.ask(json!({"do": "watch", "game": "nowhere"})).await;
    }
    ada.data("/logout").await.expect(200);
    assert_eq!(here.bye().await, "signed-out");
    assert_eq!(there.ask(json!({"do": "watch", "game": "nowhere"})).await["type"], "refused");
}

#[tokio::test]
async fn deleting_the_account_ends_all_its_connections() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let elsewhere = site.sign_in(ada.id.as_ref().unwrap()).await;
    let game = site.game("nine", &ada, &bo).await;
    let (mut here, _) = Wire::watching(&site, &ada, &game).await;
    let (mut there, _) = Wire::watching(&site, &elsewhere, &game).await;
    let (mut other, _) = Wire::watching(&site, &bo, &game).await;
    ada.send("DELETE", "/delete", &[], "").await.expect(200);
    assert_eq!((here.bye().await, there.bye().await), ("signed-out".into(), "signed-out".into()));
    let end = other.news_of(2).await;
    assert_eq!(end["view"]["status"], "You win");
}

#[tokio::test]
async fn a_server_that_ends_says_so_to_everyone() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let mut wires = Vec::new();
    for _ in 0..20 {
        let mut wire = Wire::open(&site, &ada).await;
        wire.ask(json!({"do": "watch", "game": "nowhere"})).await;
        wires.push(wire);
    }
    site.shut_down().await;
    for mut wire in wires {
        assert_eq!(wire.bye().await, "restart");
    }
}

#[tokio::test]
async fn pings_are_messages_too() {
    let limits = ClientLimits { messages_per_second: 5, ..Default::default() };
    let site = Site::with(|settings| settings.limits = limits).await;
    let ada = site.player("Ada").await;
    let mut wire = Wire::open(&site, &ada).await;
    for _ in 0..50 {
        wire.send_raw(Message::Ping(Vec::new().into())).await;
    }
    assert_eq!(wire.bye().await, "limit");
}

#[tokio::test]
async fn a_seat_given_up_is_said_to_the_page_that_waits() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let mut wire = Wire::open(&site, &ada).await;
    wire.send(json!({"do": "wait"})).await;
    assert_eq!(wire.hear("refused").await["code"], "not-waiting");
}
