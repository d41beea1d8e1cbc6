//! GAMESMAN's web interface, against answers that were recorded.

use serde_json::{Value, json};

use crate::common::{Client, Site, site_with_tables};

const RECORDED: &str = include_str!("../data/gamesman-api.json");

async fn ask(client: &Client, variant: &str, position: &str) -> Value {
    let position = serde_urlencoded::to_string([("p", position)]).unwrap();
    let path = format!("/gamesman/mills/{variant}/positions/?{position}");
    client.data(&path).await.expect(200).json()
}

/// The whole turns of an answer: those that take a man stand behind a step of their own.
async fn whole_moves(client: &Client, variant: &str, answer: &Value) -> Vec<Value> {
    let mut whole = Vec::new();
    for mv in answer["moves"].as_array().unwrap() {
        let name = mv["move"].as_str().unwrap();
        if !name.starts_with('~') {
            whole.push(mv.clone());
            continue;
        }
        let between = ask(client, variant, mv["position"].as_str().unwrap()).await;
        for field in ["positionValue", "remoteness"] {
            assert_eq!(between[field], mv[field], "{name}: the same side goes on");
        }
        assert_eq!(mv["moveValue"], mv["positionValue"]);
        assert_eq!(between["autoguiPosition"], mv["autoguiPosition"]);
        let turns = between["moves"].as_array().unwrap();
        assert!(turns.iter().all(|turn| turn["move"].as_str().unwrap().starts_with(&name[1..])));
        whole.extend(turns.iter().cloned());
    }
    whole
}

/// How much further than the best move of the same value each is, and in that order.
fn ordered(mut moves: Vec<Value>) -> Vec<Value> {
    let best = |value: &Value, moves: &[Value]| {
        let same = moves.iter().filter(|mv| mv["moveValue"] == *value);
        let remoteness = same.map(|mv| mv["remoteness"].as_i64().unwrap());
        if value == "win" { remoteness.min() } else { remoteness.max() }.unwrap()
    };
    let all = moves.clone();
    for mv in &mut moves {
        let apart = mv["remoteness"].as_i64().unwrap() - best(&mv["moveValue"], &all);
        mv["deltaRemoteness"] = json!(apart.abs());
        let fields = mv.as_object_mut().unwrap();
        fields.remove("autoguiMove");
        fields.remove("autoguiPosition");
    }
    let rank = |mv: &Value| {
        let value = ["win", "draw", "lose"].iter().position(|value| mv["moveValue"] == *value);
        (value, mv["deltaRemoteness"].as_i64(), mv["move"].as_str().unwrap().to_owned())
    };
    moves.sort_by_key(rank);
    moves
}

#[tokio::test]
async fn recorded_answers_of_gamesman_are_given_again() {
    let site = site_with_tables().await;
    let client = site.visitor();
    let recorded: Value = serde_json::from_str(RECORDED).unwrap();
    for (variant, positions) in recorded["positions"].as_object().unwrap() {
        for wanted in positions.as_array().unwrap() {
            let position = wanted["position"].as_str().unwrap();
            let answer = ask(&client, variant, position).await;
            for field in ["position", "positionValue", "remoteness"] {
                assert_eq!(answer[field], wanted[field], "{variant} {position}");
            }
            let moves = ordered(whole_moves(&client, variant, &answer).await);
            assert_eq!(json!(moves), wanted["moves"], "{variant} {position}");
        }
    }
}

#[tokio::test]
async fn games_variants_and_rules_are_listed_for_pages_of_other_sites() {
    let site = site_with_tables().await;
    let client = site.visitor();
    let games = client.data("/gamesman/").await.expect(200);
    assert_eq!(games.header("access-control-allow-origin"), "*");
    assert_eq!(games.json()[0]["id"], "mills");
    let mills = client.data("/gamesman/mills/").await.expect(200).json();
    let ids: Vec<&str> =
        mills["variants"].as_array().unwrap().iter().map(|v| v["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["five", "six", "six-nofly", "three"]);
    let six = client.data("/gamesman/mills/six/").await.expect(200).json();
    assert_eq!(six["startPosition"], "1_----------------66");
    let start = ask(&client, "six", "1_----------------66").await;
    assert_eq!(start["moves"].as_array().unwrap().len(), 16);
    let a5 = start["moves"].as_array().unwrap().iter().find(|mv| mv["move"] == "a5").unwrap();
    assert_eq!(a5["autoguiMove"], "A_-_0_x");
    assert_eq!(a5["position"], "2_W---------------56");
    let rules = "/gamesman/mills/six/instructions/?lang=";
    for (language, word) in [("de", "Mühle"), ("en", "mill"), ("xx", "mill")] {
        let rules = client.data(&format!("{rules}{language}")).await.expect(200).json();
        let text = rules["instructions"].as_str().unwrap();
        assert!(text.starts_with("# ") && text.contains(word), "{text}");
    }
    let without = Site::start().await;
    assert_eq!(without.visitor().data("/gamesman/").await.expect(200).json(), json!([]));
}

#[tokio::test]
async fn what_is_no_position_gets_a_reason_as_gamesman_gives_errors() {
    let site = site_with_tables().await;
    let client = site.visitor();
    for (path, status, reason) in [
        ("/gamesman/chess/", 404, "there is no such game: mills is the one there is"),
        ("/gamesman/mills/nine/", 404, "this site has no tables of such a variant"),
        ("/gamesman/mills/six/positions/", 400, "the position is missing: p=…"),
        (
            "/gamesman/mills/six/positions/?p=1_--",
            400,
            "the position has 4 characters; 20 are wanted for six",
        ),
        (
            "/gamesman/mills/six/positions/?p=1_----------------56",
            400,
            "no game can come to these men in hand: the sides place in turn",
        ),
        (
            "/gamesman/mills/six/positions/?p=1_----------------66%3Be5",
            400,
            "character 22: no such step takes a man here",
        ),
    ] {
        let reply = client.page(path).await.expect(status);
        assert_eq!(reply.json(), json!({ "error": reason }), "{path}");
    }
}

#[tokio::test]
async fn addresses_that_are_not_there_are_refused_as_their_neighbours_refuse() {
    let site = site_with_tables().await;
    let client = site.visitor();
    for path in [
        "/gamesman/mills/six/positions/x",
        "/gamesman/mills/six/nothing/",
        "/gamesman/mills/six/instructions/de/more",
    ] {
        let reply = client.page(path).await.expect(404);
        assert_eq!(reply.header("access-control-allow-origin"), "*");
        assert!(reply.json()["error"].is_string(), "{path}: {}", reply.body);
    }
    let written = client.form("/gamesman/mills/six/", &[]).await.expect(405);
    assert!(written.json()["error"].is_string(), "{}", written.body);
}
