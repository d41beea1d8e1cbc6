//! Puzzles: the same for all on a day, answered move by move, rated at the first try.

use merels_engine::{Judge, PuzzleSet, endgames};
use merels_rules::morris::Variant;
use merels_rules::{AnyPosition, Game, Position, Value};
use merels_web::ClientLimits;
use serde_json::json;

use crate::common::{Client, Site};

fn texts(number: usize) -> (String, String) {
    let puzzle = &PuzzleSet::built_in(Variant::SIX).unwrap().puzzles[number - 1];
    let text = |at: usize| puzzle.position.move_text(puzzle.moves[at].mv);
    (text(0), text(1))
}

async fn attempt(client: &Client, number: usize, mv: &str) -> serde_json::Value {
    let path = format!("/puzzles/six/{number}");
    client.api("POST", &path, json!({ "move": mv })).await.expect(200).json()
}

#[tokio::test]
async fn the_puzzle_of_the_day_is_the_same_for_all() {
    let site = Site::start().await;
    let first = site.visitor().page("/puzzles/daily").await.expect(303);
    let second = site.player("Ada").await.page("/puzzles/daily").await.expect(303);
    assert_eq!(first.header("location"), second.header("location"));
    let page = site.visitor().page(first.header("location")).await.expect(200);
    page.says(&["Puzzle of the day", "One move"]);
    site.visitor().page("/puzzles").await.expect(200).says(&["zugzwang", "/puzzles/six/next"]);
}

#[tokio::test]
async fn a_wrong_move_is_answered_and_the_first_try_counts() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let (solution, wrong) = texts(5);
    let failed = attempt(&ada, 5, &wrong).await;
    assert_eq!((&failed["solved"], failed["events"].as_array().unwrap().len()), (&json!(false), 2));
    assert!(failed["notice"].as_str().unwrap().contains("Your opponent answers "), "{failed}");
    assert!(failed["record"].as_str().unwrap().contains("0 of 1"));
    let solved = attempt(&ada, 5, &solution).await;
    assert_eq!(solved["solved"], true);
    assert!(solved["record"].as_str().unwrap().contains("0 of 1"), "only the first try counts");
    let (solution, _) = texts(6);
    let solved = attempt(&ada, 6, &solution).await;
    assert!(solved["record"].as_str().unwrap().contains("1 of 2; in a row: 1"), "{solved}");
    assert!(solved["themes"].as_str().unwrap().starts_with("Theme: "));
    let path = "/puzzles/six/6";
    ada.api("POST", path, json!({"move": "zz"})).await.expect(400 + 22);
}

/// Once it was one move and nothing more.
#[tokio::test]
async fn a_draw_is_held_for_three_moves_against_the_hardest_tries() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let puzzles = &PuzzleSet::built_in(Variant::SIX).unwrap().puzzles;
    let at = puzzles.iter().position(|puzzle| puzzle.value == Value::Draw).unwrap();
    let path = format!("/puzzles/six/{}", at + 1);
    let judge = Judge::new(None).with_endgames(endgames());
    let mut game = Game::new(AnyPosition::Morris(puzzles[at].position));
    let mut line = String::new();
    for number in 1..=3 {
        let mv = judge.known(&game).unwrap().best()[0];
        let text = game.position().move_text(mv);
        let fields = json!({"move": text, "line": line});
        let told = ada.api("POST", &path, fields).await.expect(200).json();
        assert_eq!(
            (&told["solved"], &told["goesOn"]),
            (&json!(true), &json!(number < 3)),
            "{told}"
        );
        game.play(mv).unwrap();
        let Some((_, rest)) = told["notice"].as_str().unwrap().split_once("Your opponent plays ")
        else {
            continue;
        };
        let reply = rest.split(". ").next().unwrap();
        let known = judge.known(&game).unwrap();
        let mv = known.moves.iter().map(|judged| judged.mv);
        let mv = mv.into_iter().find(|mv| game.position().move_text(*mv) == reply).unwrap();
        let hardest = known.hardest();
        assert!(hardest.is_empty() || hardest.contains(&mv), "{reply}");
        game.play(mv).unwrap();
        line = format!("{line} {text}");
    }
    // A move that gives the draw away is no hold.
    let wrong = texts(at + 1).1;
    let told = ada.api("POST", &path, json!({"move": wrong})).await.expect(200).json();
    assert_eq!((&told["solved"], &told["goesOn"]), (&json!(false), &json!(false)), "{told}");
}

#[tokio::test]
async fn the_solution_is_shown_to_whoever_asks_and_counts_as_failed() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let path = "/puzzles/six/5";
    let (solution, _) = texts(5);
    let shown = ada.api("POST", path, json!({"solution": "yes"})).await.expect(200).json();
    assert_eq!((&shown["solved"], shown["events"].as_array().unwrap().len()), (&json!(false), 1));
    let notice = shown["notice"].as_str().unwrap();
    assert!(notice.starts_with(&format!("The solution: {solution} ")), "{notice}");
    assert!(shown["record"].as_str().unwrap().contains("0 of 1"));
    let page = ada.form(path, &[("solution", "yes")]).await.expect(200);
    page.says(&["The solution: ", "Try again"]);
    // Looking at the address gives nothing away.
    let page = ada.page(&format!("{path}?solution=yes")).await.expect(200);
    assert!(!page.body.contains("The solution: "));
}

#[tokio::test]
async fn the_first_try_at_a_puzzle_makes_a_guest_whose_record_stays() {
    let site = Site::start().await;
    let guest = site.visitor();
    let page = guest.page("/puzzles/six/5").await.expect(200);
    assert!(!page.body.contains("Your rating"), "there is nothing to tell yet");
    assert!(guest.cookie("merels").is_none(), "nobody came in by looking");
    guest.api("POST", "/puzzles/six/5", json!({"move": "zz"})).await.expect(422);
    assert!(guest.cookie("merels").is_none(), "that was no try");
    let failed = attempt(&guest, 5, &texts(5).1).await;
    assert!(failed["record"].as_str().unwrap().contains("0 of 1"), "{failed}");
    let solved = attempt(&guest, 6, &texts(6).0).await;
    assert!(solved["record"].as_str().unwrap().contains("1 of 2"), "{solved}");
    let fields = [
        ("email", "ada@example.org"),
        ("name", "Ada"),
        ("password", "mühle am bach"),
        ("confirm", "mühle am bach"),
    ];
    guest.form("/signup", &fields).await.expect(303);
    guest.page("/puzzles/six/7").await.expect(200).says(&["1 of 2"]);
}

#[tokio::test]
async fn where_no_more_guests_come_in_a_puzzle_is_answered_and_not_counted() {
    let limits = ClientLimits { signups_per_minute: 1, ..Default::default() };
    let site = Site::with(|settings| settings.limits = limits).await;
    for (counts, visitor) in [(true, site.visitor()), (false, site.visitor())] {
        let answer = attempt(&visitor, 5, &texts(5).0).await;
        assert_eq!(answer["solved"], true);
        assert_eq!(answer["record"] != "", counts, "{answer}");
        assert_eq!(visitor.cookie("merels").is_some(), counts);
    }
}

#[tokio::test]
async fn the_stream_leads_on_and_what_is_not_there_is_said() {
    let site = Site::start().await;
    let next = site.visitor().page("/puzzles/six/next?theme=zugzwang").await.expect(303);
    assert!(next.header("location").ends_with("?theme=zugzwang"));
    site.visitor().page(next.header("location")).await.expect(200);
    site.visitor().page("/puzzles/six/next?theme=luck").await.expect(400);
    for path in ["/puzzles/three/1", "/puzzles/six/0", "/puzzles/six/99999", "/puzzles/chess/1"] {
        site.visitor().page(path).await.expect(404);
    }
}
