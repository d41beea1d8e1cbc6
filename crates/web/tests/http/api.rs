//! The interface for programs.

use merels_store::Scope;
use serde_json::{Value, json};

use crate::common::{Site, eventually, site_with_tables};

#[tokio::test]
async fn what_needs_a_token_or_a_scope_says_so_and_changes_nothing() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let reader = site.program(&ada, Scope::Read).await;
    let game = site.game("three", &ada, &bo).await;
    let path = format!("/api/v1/games/{game}/moves");
    let body = json!({"move": "a1"});
    let visitor = site.visitor();
    let refused = visitor.api("POST", &path, body.clone()).await.expect(401).json();
    assert_eq!(refused["error"], "signed-out");
    let refused = reader.post(&path, body).await.expect(403).json();
    assert_eq!(refused["error"], "needs-scope");
    assert_eq!(visitor.state(&game).await["ply"], 0);
    // The session of a browser is no token.
    ada.data("/api/v1/account").await.expect(401);
    for header in ["Basic abc", "Bearer", "Bearer merels_nonsense"] {
        let reply = visitor.send("GET", "/api/v1/account", &[("authorization", header)], "").await;
        assert_eq!(reply.expect(401).json()["error"], "bad-token", "{header}");
    }
}

#[tokio::test]
async fn refusals_in_german_hold_no_english() {
    let site = site_with_tables().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let game = site.game("three", &ada, &bo).await;
    let path = format!("/api/v1/games/{game}/moves");
    // Somebody who plays nobody may ask the tables.
    let token = site.secret(&site.player("Cleo").await, Scope::Play).await;
    let bearer = format!("Bearer {token}");
    let json = "application/json";
    for (method, path, kind, body, status, message) in [
        ("POST", &*path, json, "{", 400, "kein gültiges JSON: An der Stelle 1:1"),
        ("POST", &path, json, "{}", 400, "Das Feld move fehlt."),
        ("POST", &path, json, r#"{"move": 1}"#, 400, "einen Wert der falschen Art"),
        ("POST", &path, json, r#"{"move": "a1", "x": 1}"#, 400, "Ein Feld x gibt es hier nicht."),
        ("POST", &path, "text/plain", "a1", 415, "Hier wird JSON erwartet"),
        (
            "GET",
            "/api/v1/games?limit=many",
            json,
            "",
            400,
            "Das Feld limit ist nicht zu verstehen.",
        ),
        ("GET", "/api/v1/tables/probe", json, "", 400, "Das Feld game fehlt."),
        (
            "GET",
            "/api/v1/tables/probe?game=three&position=odd",
            json,
            "",
            400,
            "Die Anfrage ist nicht zu verstehen.",
        ),
        ("GET", "/api/v1/leaderboards/chess", json, "", 404, "Dieses Spiel gibt es nicht."),
        ("GET", "/api/v1/puzzles/chess/next", json, "", 404, "Dieses Spiel gibt es nicht."),
        ("GET", "/api/v1/puzzles/six/first", json, "", 404, "Diese Seite gibt es nicht."),
    ] {
        let headers =
            [("authorization", &*bearer), ("accept-language", "de"), ("content-type", kind)];
        let reply = site.visitor().send(method, path, &headers, body).await.expect(status);
        let said = reply.json()["message"].as_str().unwrap().to_owned();
        assert!(said.contains(message), "{path} {body}: {said}");
    }
}

#[tokio::test]
async fn every_failure_has_one_shape() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let program = site.program(&ada, Scope::Play).await;
    for (method, path, body, status) in [
        ("GET", "/api/v1/nothing", json!(null), 404),
        ("GET", "/api/v1/games/nothing", json!(null), 404),
        ("PUT", "/api/v1/account", json!({}), 405),
        ("GET", "/api/v1/games?limit=many", json!(null), 400),
        ("GET", "/api/v1/games?status=odd", json!(null), 400),
        ("POST", "/api/v1/challenges", json!([1]), 400),
        ("POST", "/api/v1/challenges", json!({"too": "Bo"}), 400),
        ("POST", "/api/v1/challenges", json!({"to": "Nobody Here"}), 400),
        ("POST", "/api/v1/challenges", json!({"to": "Ada"}), 400),
        ("POST", "/api/v1/challenges/none/accept", json!({}), 410),
        ("GET", "/api/v1/leaderboards/chess", json!(null), 404),
        ("GET", "/api/v1/puzzles/six/0", json!(null), 404),
        ("GET", "/api/v1/puzzles/six/many", json!(null), 404),
        ("GET", "/api/v1/tables/probe?game=mingmang", json!(null), 404),
        ("GET", "/api/v1/tables/probe?game=six&position=odd", json!(null), 400),
        ("GET", "/api/v1/tables/probe", json!(null), 400),
    ] {
        let reply = program.send(method, path, body).await;
        assert_eq!(reply.status, status, "{method} {path}: {}", reply.body);
        let failure = reply.json();
        assert!(failure["error"].is_string() && failure["message"].is_string(), "{failure}");
        assert_eq!(failure.as_object().unwrap().len(), 2, "{failure}");
    }
}

#[tokio::test]
async fn limits_are_announced_and_the_tables_have_their_own() {
    let site = Site::with(|settings| {
        settings.limits.api_calls_per_minute = 5;
        settings.limits.values_per_minute = 2;
    })
    .await;
    let ada = site.player("Ada").await;
    let program = site.program(&ada, Scope::Read).await;
    for left in (0..5).rev() {
        let reply = program.get("/api/v1/account").await.expect(200);
        assert_eq!(reply.header("ratelimit-limit"), "5");
        assert_eq!(reply.header("ratelimit-remaining"), left.to_string());
        assert!(reply.header("ratelimit-reset").parse::<u32>().unwrap() > 0);
    }
    let reply = program.get("/api/v1/account").await.expect(429);
    assert_eq!(
        (reply.json()["error"].as_str(), reply.header("ratelimit-remaining")),
        (Some("too-many"), "0")
    );
    assert!(reply.header("retry-after").parse::<u32>().unwrap() > 0);
    // Another token, and the tables, have their own.
    site.program(&ada, Scope::Read).await.get("/api/v1/account").await.expect(200);
    for status in [404, 404, 429] {
        program.get("/api/v1/tables/probe?game=mingmang").await.expect(status);
    }
}

#[tokio::test]
async fn half_a_turn_is_refused_with_the_reason_and_kept_nowhere() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let program = site.program(&ada, Scope::Play).await;
    let start = "WWxxxxxxxxxxxxxxxxxxxxxB w 7 8 0";
    let game = site.game_from("nine", start, &ada, &bo).await;
    let path = format!("/api/v1/games/{game}/moves");
    let refused = program.post(&path, json!({"move": "g1"})).await.expect(422).json();
    assert_eq!(refused["error"], "illegal");
    assert_eq!(ada.state(&game).await["draft"], Value::Null);
    let state = program.post(&path, json!({"move": "g1xg7", "ply": 0})).await.expect(200).json();
    assert_eq!((&state["ply"], &state["to_move"]), (&json!(1), &json!("black")));
    // Sent once more it changes nothing, and says how things stand.
    let again = program.post(&path, json!({"move": "g1xg7", "ply": 0})).await.expect(200).json();
    assert_eq!(again["version"], state["version"]);
    assert_eq!(again["moves"], json!(["g1xg7"]));
}

#[tokio::test]
async fn a_stream_of_lines_goes_on_live_and_ends_with_the_game() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let program = site.program(&ada, Scope::Play).await;
    let game = site.game("three", &ada, &bo).await;
    let path = format!("/api/v1/games/{game}/events");
    let playing = async {
        // Ada is at the board as long as her program listens.
        eventually("she is there", async || {
            let away = bo.state(&game).await["away"]["white"].clone();
            away.is_null().then_some(())
        })
        .await;
        for (client, mv) in [(&ada, "a1"), (&bo, "a3"), (&ada, "b1"), (&bo, "c2"), (&ada, "c1")] {
            client.play(&game, mv).await;
        }
    };
    let (reply, ()) = tokio::join!(program.get(&path), playing);
    assert_eq!(reply.header("content-type"), "application/x-ndjson");
    let lines: Vec<Value> =
        reply.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let states: Vec<&Value> = lines.iter().filter(|line| line["type"] == "state").collect();
    let events = states.iter().flat_map(|line| line["events"].as_array().unwrap());
    let moves: Vec<&str> = events.filter_map(|event| event["move"].as_str()).collect();
    assert_eq!(moves, ["a1", "a3", "b1", "c2", "c1"], "each once");
    let last = states.last().unwrap();
    assert_eq!(last["game"]["result"]["winner"], "white");
    assert_eq!(states[0]["game"]["you"], "white");
    // Whoever has seen some of it is told the rest.
    let reply = program.get(&format!("{path}?version=5")).await.expect(200);
    let line: Value = serde_json::from_str(reply.body.trim_end()).unwrap();
    assert_eq!(line["events"][0]["move"], "c1");
}

#[tokio::test]
async fn whoever_listens_to_a_stream_may_say_nothing_for_as_long_as_it_goes_on() {
    let site = Site::with(|settings| {
        settings.timeouts.read = std::time::Duration::from_millis(500);
    })
    .await;
    let ada = site.player("Ada").await;
    let program = site.program(&ada, Scope::Read).await;
    // It comes when nothing happens for five seconds.
    let alive = program.line("/api/v1/events", |line| line.contains("alive")).await;
    assert_eq!(alive, json!({"type": "alive"}));
}

#[tokio::test]
async fn a_program_looks_at_games_records_puzzles_and_leaderboards_without_a_token() {
    let site = site_with_tables().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let game = site.game("three", &ada, &bo).await;
    ada.play(&game, "a1").await;
    let visitor = site.visitor();
    let one = visitor.data(&format!("/api/v1/games/{game}")).await.expect(200).json();
    assert_eq!((&one["you"], &one["legal_moves"]), (&Value::Null, &json!([])));
    let list = visitor.data("/api/v1/games?player=Ada&status=running").await.expect(200).json();
    assert_eq!(list["games"][0]["id"], json!(game));
    let record = visitor.data(&format!("/api/v1/games/{game}/record")).await.expect(200);
    record.says(&["[White \"Ada\"]", "1. a1"]);
    visitor.data("/api/v1/leaderboards/nine").await.expect(200);
    let probe = visitor.data("/api/v1/tables/probe?game=three").await.expect(200).json();
    assert_eq!((&probe["source"], &probe["value"]), (&json!("tables"), &json!("win")));
    let puzzle = visitor.data("/api/v1/puzzles/six/1").await.expect(200).json();
    assert_eq!(puzzle["number"], 1);
    let tried = json!({"move": "nonsense"});
    visitor.api("POST", "/api/v1/puzzles/six/1/tries", tried).await.expect(400);
}

#[tokio::test]
async fn the_page_to_try_it_has_every_call_in_both_languages() {
    let site = Site::start().await;
    let whole = site.visitor().data("/api/v1/openapi.json").await.expect(200).json();
    for language in ["en", "de"] {
        let headers = [("accept", "text/html"), ("accept-language", language)];
        let page = site.visitor().send("GET", "/api", &headers, "").await.expect(200);
        assert!(!page.body.contains("api-op-") && !page.body.contains("api-tag-"), "{language}");
        for path in whole["paths"].as_object().unwrap().keys() {
            assert!(page.body.contains(path), "{path}");
        }
    }
}
