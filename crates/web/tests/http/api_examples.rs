//! The examples of the interface's description are answers of the site: this plays through all of them
//! and compares. `MERELS_WRITE_EXAMPLES=1` writes them anew.

use std::collections::BTreeMap;

use merels_rules::{GameId, Position};
use merels_store::Scope;
use serde_json::{Value, json};

use crate::common::{Program, Reply, Site, site_with_tables};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/api/examples.json");

/// The fields that differ from one time to the next, by name.
const CHANGING: [&str; 8] =
    ["id", "game_id", "path", "created", "expires", "at", "claim_from", "reset"];

/// Operations whose puzzle is another every time, or with every set of puzzles.
const BY_LOT: [&str; 4] = ["dailyPuzzle", "nextPuzzle", "puzzle", "tryPuzzle"];

/// Operations that cannot fail, and the one that would have to hold itself.
const WITHOUT: [&str; 2] = ["description", "dailyPuzzle"];

struct Examples {
    site: Site,
    all: BTreeMap<String, Value>,
}

impl Examples {
    /// A call that succeeds, and one of the same operation that fails.
    async fn see(
        &mut self,
        operation: &str,
        program: &Program,
        (method, path, body): (&str, &str, Option<Value>),
        failing: Option<&str>,
    ) -> Value {
        let send = async |path: &str| match &body {
            Some(body) => program.send(method, path, body.clone()).await,
            None => program.send(method, path, Value::Null).await,
        };
        let mut example = serde_json::Map::new();
        if let Some(failing) = failing {
            let reply = send(failing).await;
            assert!(reply.status >= 400, "{operation}: {reply:?}");
            example.insert("failure".to_owned(), reply.json());
        }
        let reply = send(path).await;
        assert!(reply.status < 300, "{operation}: {reply:?}");
        let answer = answer(&reply);
        if let Some(body) = body {
            example.insert("request".to_owned(), body);
        }
        if !answer.is_null() {
            example.insert("answer".to_owned(), answer.clone());
        }
        self.all.insert(operation.to_owned(), example.into());
        answer
    }

    async fn challenge(&mut self, from: &Program) -> String {
        let wish = json!({"to": "Quickmill", "game": "three", "colour": "white", "clock": "5+3"});
        let made = from.post("/api/v1/challenges", wish).await.expect(201).json();
        made["id"].as_str().unwrap().to_owned()
    }
}

/// An object; of lines the first; a text as it is.
fn answer(reply: &Reply) -> Value {
    match reply.header("content-type") {
        "application/json" => reply.json(),
        "application/x-ndjson" => {
            serde_json::from_str(reply.body.lines().next().unwrap_or_default()).unwrap()
        }
        _ if reply.body.is_empty() => Value::Null,
        _ => json!(reply.body),
    }
}

async fn all_examples() -> BTreeMap<String, Value> {
    let site = site_with_tables().await;
    let (_, deep) = site.bot("Deepmill").await;
    let (_, quick) = site.bot("Quickmill").await;
    let mut examples = Examples { site, all: BTreeMap::new() };
    let none = "/api/v1/games/none";
    let see = &mut examples;
    see.see("account", &deep, ("GET", "/api/v1/account", None), None).await;
    let wish = json!({"to": "Quickmill", "game": "three", "colour": "white", "clock": "5+3"});
    let made = ("POST", "/api/v1/challenges", Some(wish));
    let id = see.see("challenge", &deep, made, None).await["id"].as_str().unwrap().to_owned();
    see.see("challenges", &quick, ("GET", "/api/v1/challenges", None), None).await;
    let gone = "/api/v1/challenges/none";
    let one = format!("/api/v1/challenges/{id}");
    see.see("oneChallenge", &quick, ("GET", &one, None), Some(gone)).await;
    let accept = (format!("{one}/accept"), format!("{gone}/accept"));
    let begun = see.see("accept", &quick, ("POST", &accept.0, None), Some(&accept.1)).await;
    let game = format!("/api/v1/games/{}", begun["game_id"].as_str().unwrap());
    let id = see.challenge(&deep).await;
    let path = format!("/api/v1/challenges/{id}/decline");
    see.see("decline", &quick, ("POST", &path, None), Some(&format!("{gone}/decline"))).await;
    let id = see.challenge(&deep).await;
    let path = format!("/api/v1/challenges/{id}");
    see.see("withdraw", &deep, ("DELETE", &path, None), Some(gone)).await;
    let mv = Some(json!({"move": "a1", "ply": 0}));
    let moves = |game: &str| format!("{game}/moves");
    see.see("move", &deep, ("POST", &moves(&game), mv), Some(&moves(none))).await;
    quick.post(&moves(&game), json!({"move": "b2", "ply": 1})).await.expect(200);
    see.see("game", &deep, ("GET", &game, None), Some(none)).await;
    see.see("games", &deep, ("GET", "/api/v1/games", None), Some("/api/v1/games?status=odd")).await;
    let record = (format!("{game}/record"), format!("{none}/record"));
    see.see("record", &deep, ("GET", &record.0, None), Some(&record.1)).await;
    let draw = format!("{game}/draw");
    see.see("draw", &deep, ("POST", &draw, Some(json!({}))), Some(&format!("{none}/draw"))).await;
    let resign = (format!("{game}/resign"), format!("{none}/resign"));
    see.see("resign", &deep, ("POST", &resign.0, None), Some(&resign.1)).await;
    let events = (format!("{game}/events?version=4"), format!("{none}/events"));
    see.see("gameEvents", &deep, ("GET", &events.0, None), Some(&events.1)).await;
    see_the_rest(see, &deep, &quick).await;
    examples.all
}

async fn see_the_rest(see: &mut Examples, deep: &Program, quick: &Program) {
    let none = "/api/v1/games/none";
    let id = see.challenge(deep).await;
    let begun = quick.post(&format!("/api/v1/challenges/{id}/accept"), json!({})).await;
    let game = begun.expect(201).json()["game_id"].as_str().unwrap().to_owned();
    let claim = (format!("/api/v1/games/{game}/claim"), json!({"claim": "win"}));
    let refused = deep.post(&claim.0, claim.1.clone()).await.expect(409).json();
    // To see one granted takes a minute's absence: the refusal stands for both.
    see.all.insert("claim".to_owned(), json!({"request": claim.1, "failure": refused}));
    let abort = (format!("/api/v1/games/{game}/abort"), format!("{none}/abort"));
    see.see("abort", deep, ("POST", &abort.0, None), Some(&abort.1)).await;
    let probe = "/api/v1/tables/probe?game=";
    let paths = (format!("{probe}three"), format!("{probe}mingmang"));
    see.see("probe", deep, ("GET", &paths.0, None), Some(&paths.1)).await;
    let boards = "/api/v1/leaderboards";
    let paths = (format!("{boards}/nine"), format!("{boards}/chess"));
    see.see("leaderboard", deep, ("GET", &paths.0, None), Some(&paths.1)).await;
    let puzzles = "/api/v1/puzzles";
    see.see("dailyPuzzle", deep, ("GET", &format!("{puzzles}/daily"), None), None).await;
    let paths = (format!("{puzzles}/six/next"), format!("{puzzles}/chess/next"));
    see.see("nextPuzzle", deep, ("GET", &paths.0, None), Some(&paths.1)).await;
    let paths = (format!("{puzzles}/six/1"), format!("{puzzles}/six/0"));
    let puzzle = see.see("puzzle", deep, ("GET", &paths.0, None), Some(&paths.1)).await;
    let position = puzzle["position"].as_str().unwrap();
    let position = "six".parse::<GameId>().unwrap().parse_position(position).unwrap();
    let mv = position.move_text(position.legal_moves()[0]);
    let paths = (format!("{puzzles}/six/1/tries"), format!("{puzzles}/six/0/tries"));
    let body = Some(json!({"move": mv}));
    see.see("tryPuzzle", deep, ("POST", &paths.0, body), Some(&paths.1)).await;
    // Without a token, and what a stream says first.
    let stranger = see.site.program_with("merels_revoked");
    for operation in ["account", "challenge", "challenges"] {
        let path = if operation == "account" { "/api/v1/account" } else { "/api/v1/challenges" };
        let refused = stranger.get(path).await.expect(401).json();
        see.all.get_mut(operation).unwrap()["failure"] = refused;
    }
    let refused = stranger.get("/api/v1/events").await.expect(401).json();
    let first = deep.first_line("/api/v1/events").await;
    see.all.insert("accountEvents".to_owned(), json!({"answer": first, "failure": refused}));
}

/// The same with everything masked that differs from one time to the next.
fn masked(operation: &str, value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| {
                let lot = BY_LOT.contains(&operation) && !value.is_object();
                let changes = CHANGING.contains(&name.as_str()) && !value.is_null();
                let kept = if lot || changes { json!("…") } else { masked(operation, value) };
                (name.clone(), kept)
            })
            .collect(),
        Value::Array(items) => items.iter().map(|item| masked(operation, item)).collect(),
        // The day in a record; milliseconds of a clock.
        Value::String(text) if text.contains("[Date \"") => {
            let lines = text.lines().filter(|line| !line.starts_with("[Date"));
            json!(lines.collect::<Vec<_>>().join("\n"))
        }
        Value::Number(number) if number.as_u64().is_some_and(|number| number > 100_000) => json!(0),
        other => other.clone(),
    }
}

#[tokio::test]
async fn every_route_is_described_and_every_example_is_an_answer_of_the_site() {
    let seen = all_examples().await;
    if std::env::var_os("MERELS_WRITE_EXAMPLES").is_some() {
        let text = serde_json::to_string_pretty(&seen).unwrap();
        std::fs::write(FILE, text + "\n").unwrap();
        return;
    }
    let site = Site::start().await;
    let whole = site.visitor().data("/api/v1/openapi.json").await.expect(200).json();
    let mut described = 0;
    for (path, item) in whole["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            described += 1;
            let default = "/responses/default/content/application~1json/example";
            if id == "description" {
                continue;
            }
            let told = seen.get(id).unwrap_or_else(|| panic!("{method} {path} has no example"));
            let at = |pointer: &str| operation.pointer(pointer).map(|value| masked(id, value));
            let expect = |name: &str| told.get(name).map(|value| masked(id, value));
            let failure = at(default);
            assert!(failure.is_some() || WITHOUT.contains(&id), "{id} shows no failure");
            assert_eq!(failure, expect("failure"), "{id}");
            let sent = at("/requestBody/content/application~1json/example");
            assert_eq!(sent, expect("request"), "{id}");
            let kinds = ["application~1json", "application~1x-ndjson", "text~1plain"];
            let answers = ["200", "201"].into_iter().flat_map(|status| {
                kinds.map(|kind| format!("/responses/{status}/content/{kind}/example"))
            });
            let shown = answers.into_iter().find_map(|pointer| at(&pointer));
            assert_eq!(shown, expect("answer"), "{id}");
        }
    }
    assert_eq!(described, seen.len() + 1, "nothing is shown that is not there");
}

#[tokio::test]
async fn the_scopes_of_the_description_are_those_that_are_asked_for() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let reader = site.program(&ada, Scope::Read).await;
    let whole = site.visitor().data("/api/v1/openapi.json").await.expect(200).json();
    for (path, item) in whole["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let scope = operation.pointer("/security/0/token/0").and_then(Value::as_str);
            let path =
                path.replace("{id}", "none").replace("{game}", "six").replace("{number}", "1");
            if scope != Some("play") {
                continue;
            }
            let sample = operation.pointer("/requestBody/content/application~1json/example");
            let body = sample.cloned().unwrap_or_default();
            let refused = reader.send(&method.to_uppercase(), &path, body).await.expect(403);
            assert_eq!(refused.json()["error"], "needs-scope", "{method} {path}");
        }
    }
}
