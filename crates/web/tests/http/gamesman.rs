//! GAMESMAN's web interface, against answers that were recorded.

use std::collections::BTreeMap;

use merels_rules::morris::{Variant, gamesman};
use serde_json::{Value, json};

use crate::common::{Client, Site, site_of_the_longest_games, site_with_tables};

const RECORDED: &str = include_str!("../data/gamesman-api.json");

async fn ask(client: &Client, variant: &str, position: &str) -> Value {
    let position = serde_urlencoded::to_string([("p", position)]).unwrap();
    let path = format!("/gamesman/mills/{variant}/positions/?{position}");
    client.data(&path).await.expect(200).json()
}

/// The list that an answer must have, from recorded turns: each with how much further than the best
/// of its value it is, and in that order.
fn listed(mut turns: Vec<Value>) -> Value {
    let plies = |turn: &Value| turn["plies"].as_i64().unwrap();
    let all = turns.clone();
    for turn in &mut turns {
        let same = all.iter().filter(|other| other["moveValue"] == turn["moveValue"]);
        let best = match turn["moveValue"].as_str() {
            Some("win") => same.map(plies).min(),
            _ => same.map(plies).max(),
        };
        turn["deltaRemoteness"] = json!((plies(turn) - best.unwrap()).abs());
    }
    let rank =
        |turn: &Value| ["win", "draw", "lose"].iter().position(|value| turn["moveValue"] == *value);
    turns.sort_by_key(|turn| {
        let name = turn["move"].as_str().unwrap().to_owned();
        (rank(turn), turn["deltaRemoteness"].as_i64(), name)
    });
    turns.iter_mut().for_each(|turn| drop(turn.as_object_mut().unwrap().remove("plies")));
    json!(turns)
}

/// The moves of an answer as they were served, but for what the records leave out.
fn served(answer: &Value) -> Value {
    let mut moves = answer["moves"].clone();
    for mv in moves.as_array_mut().unwrap() {
        let fields = mv.as_object_mut().unwrap();
        fields.remove("autoguiMove").unwrap();
        fields.remove("autoguiPosition").unwrap();
    }
    moves
}

/// The board between the steps of a recorded turn that takes: what was taken stands there still.
fn between(variant: &str, before: &str, turn: &Value) -> String {
    let board = variant.parse::<Variant>().unwrap().board();
    let (_, taken) = turn["move"].as_str().unwrap().split_once('R').unwrap();
    let taken = board.points().into_iter().find(|point| board.name(*point) == taken).unwrap();
    let mut letters: Vec<char> = turn["position"].as_str().unwrap().chars().collect();
    letters[2 + gamesman::slot(board, taken)] = if before.starts_with('1') { 'B' } else { 'W' };
    letters[0] = before.chars().next().unwrap();
    letters.into_iter().collect()
}

/// The recorded turns that take, by their first steps.
fn by_first_step(turns: &[Value]) -> BTreeMap<String, Vec<Value>> {
    let mut steps: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for turn in turns {
        if let Some((step, _)) = turn["move"].as_str().unwrap().split_once('R') {
            steps.entry(step.to_owned()).or_default().push(turn.clone());
        }
    }
    steps
}

#[tokio::test]
async fn recorded_answers_of_gamesman_are_given_again() {
    let site = site_with_tables().await;
    let client = site.visitor();
    let recorded: Value = serde_json::from_str(RECORDED).unwrap();
    let mut taking = 0;
    for (variant, positions) in recorded["positions"].as_object().unwrap() {
        for wanted in positions.as_array().unwrap() {
            let position = wanted["position"].as_str().unwrap();
            let answer = ask(&client, variant, position).await;
            for field in ["position", "positionValue", "remoteness"] {
                assert_eq!(answer[field], wanted[field], "{variant} {position}");
            }
            let mut turns = wanted["moves"].as_array().unwrap().clone();
            let steps = by_first_step(&turns);
            if steps.is_empty() {
                assert_eq!(served(&answer), wanted["moves"], "{variant} {position}");
                continue;
            }
            turns.iter_mut().for_each(|turn| turn["plies"] = turn["remoteness"].clone());
            turns.retain(|turn| !turn["move"].as_str().unwrap().contains('R'));
            for (step, taken) in &steps {
                // The records list the best turn first; the same side goes on after the first step.
                let (best, board) = (&taken[0], between(variant, position, &taken[0]));
                let plies = best["remoteness"].as_i64().unwrap();
                turns.push(json!({
                    "move": format!("~{step}"),
                    "moveValue": best["moveValue"],
                    "position": format!("{board};{step}"),
                    "positionValue": best["moveValue"],
                    "remoteness": if plies < 0 { plies } else { plies + 1 },
                    "plies": plies,
                }));
                let answer = ask(&client, variant, &format!("{board};{step}")).await;
                assert_eq!(answer["autoguiPosition"], board, "{variant} {position} {step}");
                assert_eq!(answer["positionValue"], best["moveValue"]);
                let mut taken = taken.clone();
                taken.iter_mut().for_each(|turn| turn["plies"] = turn["remoteness"].clone());
                assert_eq!(served(&answer), listed(taken), "{variant} {position} {step}");
                taking += 1;
            }
            assert_eq!(served(&answer), listed(turns), "{variant} {position}");
        }
    }
    assert!(taking > 0, "some recorded turns take a man");
}

/// White has placed on e5 and closed a5-c5-e5.
#[tokio::test]
async fn the_board_between_two_steps_is_not_answered_for_another_position() {
    let site = site_with_tables().await;
    let client = site.visitor();
    let before = ask(&client, "six", "1_WW-BB-----------44").await;
    let step = before["moves"].as_array().unwrap().iter().find(|mv| mv["move"] == "~e5").unwrap();
    assert_eq!(step["position"], "1_WWWBB-----------34;e5");
    assert_eq!(step["autoguiPosition"], "1_WWWBB-----------34");
    let named = ask(&client, "six", "1_WWWBB-----------34;e5").await;
    let moves: Vec<&str> =
        named["moves"].as_array().unwrap().iter().map(|mv| mv["move"].as_str().unwrap()).collect();
    assert_eq!(moves, ["e5Rb4", "e5Rc4"]);
    // Without the step's name, the hands tell as much.
    let bare = ask(&client, "six", "1_WWWBB-----------34").await;
    let children = |answer: &Value| -> Vec<Value> {
        answer["moves"].as_array().unwrap().iter().map(|mv| mv["position"].clone()).collect()
    };
    assert_eq!(children(&bare), children(&named));
    assert_eq!(bare["positionValue"], named["positionValue"]);
    for wrong in ["1_WWWBB-----------34;d3", "1_WWWBB-----------34;a3-a5"] {
        let wrong = serde_urlencoded::to_string([("p", wrong)]).unwrap();
        client.data(&format!("/gamesman/mills/six/positions/?{wrong}")).await.expect(400);
    }
}

/// As in `nine+strict`, whose tables count to 251 plies and no further.
#[tokio::test]
async fn distances_that_the_tables_cannot_count_are_at_least_that_everywhere() {
    let site = site_of_the_longest_games("nine+strict").await;
    let client = site.visitor();
    let start = "1_------------------------99";
    let answer = ask(&client, "nine+strict", start).await;
    assert_eq!((&answer["positionValue"], &answer["remoteness"]), (&json!("win"), &json!(-100)));
    assert_eq!(answer["moves"][0]["remoteness"], -100);
    let probe = client.data("/api/v1/tables/probe?game=nine%2Bstrict").await.expect(200).json();
    for worth in [&probe, &probe["moves"][0]] {
        assert_eq!((&worth["plies"], &worth["at_least"]), (&json!(251), &json!(true)));
    }
    let analysis = "/analysis?game=nine%2Bstrict";
    let data = client.data(analysis).await.expect(200).json();
    assert_eq!((&data["value"]["plies"], &data["value"]["at_least"]), (&json!(251), &json!(true)));
    let page = client.page(analysis).await.expect(200);
    page.says(&["White wins in at least 251 plies", "wins in at least 251 plies"]);
    let german = site.visitor();
    german.set_cookie("merels-language", "de");
    let page = german.page(analysis).await.expect(200);
    page.says(&["Weiß gewinnt in mindestens 251 Halbzügen", "gewinnt in mindestens 251 Halbzügen"]);
}

#[tokio::test]
async fn games_variants_and_rules_are_listed_for_pages_of_other_sites() {
    let site = site_with_tables().await;
    let client = site.visitor();
    let games = client.data("/gamesman/").await.expect(200);
    assert_eq!(games.header("access-control-allow-origin"), "*");
    assert_eq!((&games.json()[0]["id"], &games.json()[0]["gui"]), (&json!("mills"), &json!("v1")));
    let mills = client.data("/gamesman/mills/").await.expect(200).json();
    let ids: Vec<&str> =
        mills["variants"].as_array().unwrap().iter().map(|v| v["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["five", "six", "six-nofly", "three"]);
    let six = client.data("/gamesman/mills/six/").await.expect(200).json();
    assert_eq!(six["startPosition"], "1_----------------66");
    assert_eq!((&six["gui"], &six["imageAutoGUIData"]), (&json!("v1"), &json!(null)));
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
