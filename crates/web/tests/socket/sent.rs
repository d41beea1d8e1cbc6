//! The messages that pages really get, written down for the checks of the browser's side:
//! `web/test/sent-games.js` and `web/test/sent-messages.js`. Their types are compared with those
//! the scripts believe in, so that neither side can add, drop or rename a field alone.
//!
//! `MERELS_WRITE_SENT=1 cargo test -p merels-web --test socket sent` writes it anew.

use std::path::Path;

use serde_json::{Value, json};

use crate::common::{Site, Wire};

/// The fields that differ from run to run, and words that are only shown.
const NOT_COMPARED: [&str; 9] =
    ["game", "at", "since", "title", "status", "words", "html", "now", "move"];

/// Leaves of a message what its type can be read from.
fn stripped(mut message: Value) -> Value {
    match &mut message {
        Value::Object(fields) => {
            for (name, value) in fields.iter_mut() {
                *value = match value.take() {
                    Value::String(_) if NOT_COMPARED.contains(&name.as_str()) => json!(""),
                    Value::Number(_) if NOT_COMPARED.contains(&name.as_str()) => json!(0),
                    Value::Array(_) if name == "words" => json!([""]),
                    other => stripped(other),
                };
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = stripped(item.take())),
        _ => {}
    }
    message
}

#[tokio::test]
async fn sent_games_are_what_the_scripts_expect() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let watcher = site.player("Cy").await;
    let played: [(&str, &str, &[&str]); 6] = [
        // A mill, a man taken, and a proposal that waits.
        ("nine", "", &["a1", "b2", "a4", "b4", "a7xb4", "draw"]),
        // The last man is placed: now they move, and White's three fly.
        ("nine", "xWWxxWxxxBxxxxxxBxBxxxxx b 0 1", &["d7", "f2-a1xd7"]),
        ("three", "", &["a1", "a2", "b1", "b2", "c1"]),
        ("mingmang", "", &["a3-d3"]),
        ("nimble", "0,0,0,2 1", &["4-3"]),
        ("six", "", &["forfeit"]),
    ];
    let mut games = Vec::new();
    for (game, start, acts) in played {
        let key = match start {
            "" => site.game(game, &ada, &bo).await,
            start => site.game_from(game, start, &ada, &bo).await,
        };
        for act in acts {
            let mover = ada.state(&key).await["toMove"] == "white";
            let mover = if mover { &ada } else { &bo };
            match *act {
                "draw" | "forfeit" => {
                    let path = format!("/{act}");
                    mover.api("PUT", &path, json!({"game_id": key})).await.expect(200);
                }
                mv => drop(mover.play(&key, mv).await),
            }
        }
        for who in [&ada, &bo, &watcher] {
            let (_wire, news) = Wire::watching(&site, who, &key).await;
            games.push(stripped(json!({"events": news["events"], "view": news["view"]})));
        }
    }
    let lines: Vec<String> = games.iter().map(|game| format!("  {game},\n")).collect();
    let text = format!(
        "// What the server tells of games, written by its test `sent`; its types are checked by\n\
         // `npm run check`.\n\n\
         /**\n * @type {{{{\n *   events: import(\"../board/types.js\").GameEvent[],\n\
         \u{20}*   view: import(\"../board/types.js\").View,\n * }}[]}}\n */\n\
         export const games = [\n{}];\n",
        lines.concat(),
    );
    compare("sent-games.js", &text);
}

#[tokio::test]
async fn sent_messages_are_what_the_scripts_expect() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let game = site.game("nine", &ada, &bo).await;
    let mut wire = Wire::open(&site, &ada).await;
    wire.send(json!({"do": "watch", "game": game, "panel": true})).await;
    let mut heard = vec![wire.hear("panel").await];
    wire.send(json!({"do": "ping"})).await;
    heard.push(wire.hear("pong").await);
    let acts = [
        json!({"do": "why", "spots": []}),
        json!({"do": "move", "game": game, "ply": 0, "move": "d6"}),
        json!({"do": "move", "game": game, "ply": 0, "move": "d7"}),
    ];
    for act in acts {
        heard.push(wire.ask(act).await);
    }
    let _watcher = Wire::watching(&site, &site.player("Cy").await, &game).await;
    heard.push(wire.hear("watchers").await);
    let fields = json!({"game": "nine", "level": "1", "colour": "white"});
    let begun = ada.api("POST", "/play", fields).await.expect(201).json();
    heard.push(wire.ask(json!({"do": "hint", "game": begun["game_id"]})).await);
    let text: String = heard.into_iter().map(|one| format!("  {},\n", stripped(one))).collect();
    compare(
        "sent-messages.js",
        &format!(
            "// What else the server says, written by its test `sent`; its types are checked by\n\
             // `npm run check`.\n\n\
             /** @type {{import(\"../app/connection.js\").ServerMessage[]}} */\n\
             export const messages = [\n{text}];\n",
        ),
    );
}

/// Compares what was sent with what is known, or writes it anew.
fn compare(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/test").join(name);
    if std::env::var_os("MERELS_WRITE_SENT").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(known == text, "web/test/{name} is not what is sent: write it anew, see the top here");
}
