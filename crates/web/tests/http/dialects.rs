//! The same games as programs are told of them: by the plain calls, which the socket's `view` is part of,
//! and by the interface. Their answers are kept to the byte in `dialects.txt`, but for what differs from
//! one time to the next.
//!
//! `MERELS_WRITE_SENT=1 cargo test -p merels-web --test http dialects` writes it anew.

use std::fmt::Write;
use std::path::Path;

use merels_model::{Terms, TimeControl};
use serde_json::json;

use crate::common::{Client, Site};

/// The fields that differ from one time to the next.
const CHANGING: [&str; 9] = [
    "at",
    "since",
    "beginBy",
    "claimFrom",
    "claim_from",
    "white",
    "white_left",
    "black",
    "black_left",
];

/// An answer without what differs: the key of its game, moments, and times left.
fn masked(body: &str, key: &str) -> String {
    CHANGING.iter().fold(body.replace(key, "KEY"), |text, name| {
        let mark = format!("\"{name}\":");
        let mut parts = text.split(&mark);
        let mut kept = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let rest = match part.strip_prefix("\"2") {
                Some(moment) => moment.split_once('"').map_or("", |(_, rest)| rest),
                None => part,
            };
            let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            // A moment or a time, not the men in somebody's hand.
            let is_long = rest.len() - after.len() > 3;
            kept = kept + &mark + if is_long { after } else { rest };
        }
        kept
    })
}

async fn tell(site: &Site, text: &mut String, key: &str, who: [&Client; 3], what: &str) {
    for (client, name) in who.into_iter().zip(["white", "black", "a visitor"]) {
        let state = client.data(&format!("/game/{key}")).await.expect(200);
        writeln!(text, "{what}, by a call, to {name}: {}", masked(&state.body, key)).unwrap();
    }
    let api = site.visitor().data(&format!("/api/v1/games/{key}")).await.expect(200);
    writeln!(text, "{what}, by the interface: {}\n", masked(&api.body, key)).unwrap();
}

#[tokio::test]
async fn every_dialect_is_as_it_was() {
    let site = Site::start().await;
    let (ada, bo, cy) = (site.player("Ada").await, site.player("Bo").await, site.visitor());
    let mut text = String::new();
    let time = Some(TimeControl::Live { minutes: 5, increment: 3 });
    let clock = Terms { time, ..Terms::default() };
    let start = "WWxxxxxxxxxxxxxxxxxxxxBB w 7 7 0";
    let key = site.game_on(clock, "nine", start, [&ada, &bo]).await;
    tell(&site, &mut text, &key, [&ada, &bo, &cy], "with a clock").await;
    for (client, fields) in [(&ada, json!({"x": "g", "y": 1})), (&ada, json!({"x": "a", "y": 1}))] {
        let answer = client.api("PUT", "/place", fields).await;
        writeln!(text, "{} {}", answer.status, masked(&answer.body, &key)).unwrap();
    }
    tell(&site, &mut text, &key, [&ada, &bo, &cy], "with a draft").await;
    ada.play(&key, "g1xd7").await;
    bo.play(&key, "d6").await;
    bo.api("PUT", "/draw", json!({"game_id": key})).await.expect(200);
    tell(&site, &mut text, &key, [&ada, &bo, &cy], "with an offer").await;
    ada.api("PUT", "/forfeit", json!({"game_id": key})).await.expect(200);
    tell(&site, &mut text, &key, [&ada, &bo, &cy], "over").await;
    let fields = json!({"game": "six", "opponent": "here"});
    let begun = ada.api("POST", "/play", fields).await.expect(201).json();
    let key = begun["game_id"].as_str().unwrap();
    ada.play(key, "a1").await;
    tell(&site, &mut text, key, [&ada, &bo, &cy], "at one screen").await;
    for (game, start, mv) in
        [("mingmang", "xoo/x.o/xx. w", "a1-a2"), ("nimble", "0,0,1,2,0,2 1", "4-2")]
    {
        let key = site.game_from(game, start, &ada, &bo).await;
        ada.api("PUT", "/move", json!({"game_id": key, "move": mv})).await;
        tell(&site, &mut text, &key, [&ada, &bo, &cy], game).await;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/http/dialects.txt");
    if std::env::var_os("MERELS_WRITE_SENT").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        known == text,
        "the answers are not those of dialects.txt: compare them, see the top here"
    );
}
