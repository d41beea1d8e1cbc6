//! The review of a game on the site and in the terminal.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use merels_rules::{Record, Side};
use merels_store::Store;
use serde_json::{Value, json};

use crate::play::new_match;
use crate::process::{Running, serve};

/// The plies that are played before White gives up.
const PLIES: usize = 26;

/// The review that a site has made.
fn of_site(site: &Running, key: &str) -> Value {
    loop {
        let mut stream = TcpStream::connect(site.address).unwrap();
        let request = format!(
            "GET /game/{key}/review HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n\
             Connection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        let body: Value = serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}"));
        match body["status"].as_str() {
            Some("ready") => return body["review"].clone(),
            // The site answers only after a while, so this does not ask too often.
            Some("making") => {}
            _ => panic!("{body}"),
        }
    }
}

fn of_terminal(record: &str) -> Value {
    let mut terminal = Command::new(env!("CARGO_BIN_EXE_merels"))
        .args(["review", "-", "--json"])
        .env_remove("MERELS_TABLES")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    terminal.stdin.take().unwrap().write_all(record.as_bytes()).unwrap();
    serde_json::from_slice(&terminal.wait_with_output().unwrap().stdout).unwrap()
}

/// A value of the site in the words of the terminal.
fn in_words(worth: &Value) -> String {
    if let Some(score) = worth["score"].as_i64() {
        let sign = if score < 0 { '-' } else { '+' };
        return format!("{sign}{}.{:02}", score.abs() / 100, score.abs() % 100);
    }
    let value = worth["value"].as_str().unwrap();
    match worth["plies"].as_u64() {
        Some(plies) if worth["at_most"] == true && (value, plies) != ("win", 1) => {
            format!("{value} in at most {plies}")
        }
        Some(plies) => format!("{value} in {plies}"),
        None => value.to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_site_and_the_terminal_give_a_record_the_same_review() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("merels.db").display());
    let site = Running::start(&mut serve(
        folder.path(),
        &["--listen", "127.0.0.1:0", "--database", &database],
    ));
    let store = Store::open(&database).await.unwrap();
    // Lasker's, which has openings known by heart, and Ming Mang, which has none.
    for number in [1, 3] {
        let mut game = new_match(&store, number).await;
        let mut seats = game.seats(&site).await;
        for _ in 0..PLIES {
            game.play_one(&mut seats).await.unwrap();
        }
        seats[0].send(json!({"do": "forfeit", "game": game.key.as_str()})).await.unwrap();
        seats[0].hear("ack").await.unwrap();
        let site = of_site(&site, game.key.as_str());
        game.game.resign(Side::White);
        let terminal = of_terminal(&Record::new(game.game.clone()).to_string());
        let moves = site["moves"].as_array().unwrap();
        assert_eq!(moves.len(), PLIES);
        assert!(moves.iter().any(|reviewed| reviewed["source"] == "engine"));
        assert!(moves.iter().any(|reviewed| reviewed["mistake"].is_object()));
        for (site, terminal) in moves.iter().zip(terminal["moves"].as_array().unwrap()) {
            for field in ["move", "source", "mistake"] {
                assert_eq!(site[field], terminal[field], "{site}");
            }
            for field in ["before", "played"] {
                assert_eq!(in_words(&site[field]), terminal[field], "{site}");
            }
        }
        assert_eq!(site["turned"], terminal["turned"]);
        let accuracy = &terminal["accuracy"];
        assert_eq!(site["accuracy"], json!([accuracy["white"], accuracy["black"]]));
    }
}
