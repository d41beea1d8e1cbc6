//! Messages on a live connection in bad faith: the connection ends, the site does not.

use merels_rules::SplitMix;
use tokio_tungstenite::tungstenite::Message;

use crate::common::{Raw, Site, Wire, Witnesses, random_bytes};

/// A frame as a client sends it: masked, here with zeros.
fn frame(first: u8, length: &[u8], payload: &[u8]) -> Vec<u8> {
    [&[first], length, &[0; 4], payload].concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn random_frames_end_their_own_connection_alone() {
    let site = Site::start().await;
    let mut witnesses = Witnesses::sit_down(&site).await;
    let eve = site.player("Eve").await;
    let mut random = SplitMix::new(2);
    for round in 0..80 {
        let mut raw = Raw::socket(&site, &eve).await;
        for _ in 0..random.below(6) + 1 {
            let payload = random_bytes(&mut random, 120);
            // Any opcode and any flags, with an honest length.
            let first = random.below(256) as u8;
            raw.send(&frame(first, &[0x80 | payload.len() as u8], &payload)).await;
        }
        if round % 2 == 0 {
            raw.send(&random_bytes(&mut random, 3000)).await;
        }
        raw.end().await;
        if round % 20 == 0 {
            witnesses.play_on().await;
        }
    }
    witnesses.play_on().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_frames_close_the_connection() {
    let site = Site::start().await;
    let mut witnesses = Witnesses::sit_down(&site).await;
    let eve = site.player("Eve").await;
    let frames: [(&str, Vec<u8>); 10] = [
        ("not masked", vec![0x81, 2, b'{', b'}']),
        ("reserved bits", frame(0xf1, &[0x82], b"{}")),
        ("an opcode that does not exist", frame(0x83, &[0x82], b"{}")),
        ("a continuation of nothing", frame(0x80, &[0x82], b"{}")),
        ("a ping in pieces", frame(0x09, &[0x82], b"{}")),
        ("a ping too long", frame(0x89, &[0xfe, 1, 0], &[0; 256])),
        ("no UTF-8", frame(0x81, &[0x82], &[0xff, 0xfe])),
        ("binary", frame(0x82, &[0x82], b"{}")),
        ("longer than any message", frame(0x81, &[0xff, 0x7f, 0, 0, 0, 0, 0, 0, 0], b"{}")),
        ("a goodbye of one byte", frame(0x88, &[0x81], b"x")),
    ];
    for (what, bytes) in frames {
        let mut raw = Raw::socket(&site, &eve).await;
        raw.send(&bytes).await;
        raw.closed().await;
        site.visitor().page("/login").await.expect(200);
        println!("{what}: closed");
    }
    witnesses.play_on().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_messages_is_shown_out_while_others_play() {
    let site = Site::start().await;
    let mut witnesses = Witnesses::sit_down(&site).await;
    let eve = site.player("Eve").await;
    let mut wire = Wire::open(&site, &eve).await;
    // Many times what is allowed in a second, and not one answer read.
    for i in 0..400 {
        wire.send_raw(Message::text("{\"do\":\"watch\",\"game\":\"no such game\"}")).await;
        if i % 100 == 0 {
            witnesses.play_on().await;
        }
    }
    let mut last = None;
    while let Some(message) = wire.next().await {
        last = Some(message);
    }
    let last = last.expect("the flood is answered before it is shown out");
    assert_eq!((&last["type"], &last["reason"]), (&"bye".into(), &"limit".into()), "{last}");
    witnesses.play_on().await;
}
