//! Days in a row, and what else brings one back: runs against the clock, puzzles that go on, arenas from home.

use jiff::SignedDuration;
use merels_engine::{Puzzle, PuzzleSet};
use merels_rules::Position;
use merels_rules::morris::Variant;
use merels_web::Clock;
use serde_json::{Value, json};

use crate::common::{Client, Site};

fn six() -> &'static [Puzzle] {
    &PuzzleSet::built_in(Variant::SIX).unwrap().puzzles
}

/// The puzzle of a position.
fn at(position: &str) -> &'static Puzzle {
    six().iter().find(|puzzle| puzzle.position.to_string() == position).unwrap()
}

fn text(puzzle: &Puzzle, place: usize) -> String {
    puzzle.position.move_text(puzzle.moves[place].mv)
}

async fn solve(client: &Client, number: usize) {
    let fields = json!({"move": text(&six()[number - 1], 0)});
    let path = format!("/puzzles/six/{number}");
    assert_eq!(client.api("POST", &path, fields).await.expect(200).json()["solved"], true);
}

#[tokio::test]
async fn a_day_counts_by_a_puzzle_a_lesson_or_a_game_and_one_a_week_is_forgiven() {
    let clock = Clock::of_machine();
    let its = clock.clone();
    let site = Site::with(|settings| settings.clock = its).await;
    let ada = site.player("Ada").await;
    let day = SignedDuration::from_hours(24);
    ada.page("/home").await.expect(200).says(&["to begin a row of days"]);
    solve(&ada, 1).await;
    ada.page("/home").await.expect(200).says(&["first day in a row"]);
    clock.pass(day);
    // A lesson counts when its last step is done, and only then.
    ada.data("/learn/three/1?move=c3").await.expect(200);
    ada.page("/home").await.expect(200).says(&["first day in a row"]);
    for turn in lesson_turns() {
        ada.data(&format!("/learn/three/2?move={turn}")).await.expect(200);
    }
    ada.page("/home").await.expect(200).says(&["2 days in a row"]);
    clock.pass(day);
    let fields = json!({"game": "three", "level": "1", "colour": "white"});
    let game = ada.api("POST", "/playcomputer", fields).await.expect(201).json();
    ada.api("PUT", "/forfeit", json!({"game_id": game["game_id"]})).await.expect(200);
    ada.page("/home").await.expect(200).says(&["3 days in a row"]);
    // One day is missed, and forgiven.
    clock.pass(day * 2);
    ada.page("/home").await.expect(200).says(&["3 days in a row", "data-day=\"forgiven\""]);
    solve(&ada, 2).await;
    ada.page("/home").await.expect(200).says(&["4 days in a row"]);
    // A second one in the same week is not.
    clock.pass(day * 2);
    solve(&ada, 3).await;
    ada.page("/home").await.expect(200).says(&["2 days in a row"]);
}

/// Every turn of the last step of the lesson of Three.
fn lesson_turns() -> Vec<String> {
    let start = merels_rules::morris::parse_position(Variant::THREE, "WxWxWBBxB w 0 0 0").unwrap();
    start.legal_moves().into_iter().map(|mv| start.move_text(mv)).collect()
}

#[tokio::test]
async fn a_puzzle_goes_on_to_the_mill_or_the_win() {
    let site = Site::start().await;
    let visitor = site.visitor();
    // One that is won within its line.
    let is_short = |puzzle: &&Puzzle| puzzle.value.plies() == Some(5);
    let place = six().iter().position(|puzzle| is_short(&puzzle)).unwrap();
    let (puzzle, path) = (&six()[place], format!("/puzzles/six/{}", place + 1));
    let line: Vec<_> = puzzle.solution().line.clone();
    let first = visitor.api("POST", &path, json!({"move": text(puzzle, 0)})).await.expect(200);
    let first = first.json();
    assert_eq!((&first["solved"], &first["goesOn"]), (&json!(true), &json!(true)), "{first}");
    assert!(first["notice"].as_str().unwrap().ends_with("Go on."), "{first}");
    let mut position = puzzle.position.play(puzzle.solution().mv).unwrap();
    let mut played = vec![text(puzzle, 0)];
    for turns in line.chunks(2) {
        position = position.play(turns[0]).unwrap();
        let Some(own) = turns.get(1) else { break };
        // Any other move is neither right nor wrong, unless the endgames of the program know it.
        let legal = position.legal_moves();
        let other = legal.iter().find(|mv| *mv != own).unwrap();
        let fields = json!({"move": position.move_text(*other), "line": played.join(" ")});
        let elsewhere = visitor.api("POST", &path, fields).await.expect(200).json();
        let is_told = elsewhere["notice"].as_str().unwrap().starts_with("Perhaps as good");
        assert_eq!(is_told, elsewhere["solved"] == Value::Null, "{elsewhere}");
        let own_text = position.move_text(*own);
        let fields = json!({"move": own_text, "line": played.join(" ")});
        let right = visitor.api("POST", &path, fields).await.expect(200).json();
        assert_eq!(right["solved"], true, "{right}");
        position = position.play(*own).unwrap();
        played.push(own_text);
        let ends = position.outcome().is_some();
        assert_eq!(right["goesOn"], json!(!ends), "{right}");
        let versions = right["events"].as_array().unwrap().iter();
        let versions: Vec<_> = versions.map(|event| event["version"].as_u64().unwrap()).collect();
        assert_eq!(versions[0] as usize, 2 * played.len() - 1, "what was shown is not shown again");
    }
    assert!(position.outcome().is_some());
    // What does not belong to the line is refused.
    let fields = json!({"move": "a1", "line": played.join(" ")});
    assert_ne!(visitor.api("POST", &path, fields).await.status, 200);
    // The solution is played to its end.
    let shown = visitor.api("POST", &path, json!({"solution": "yes"})).await.expect(200).json();
    let then = shown["then"]["events"].as_array().unwrap();
    let ended = |h: &Value| h["type"] == "ended";
    assert!(then.last().unwrap()["happenings"].as_array().unwrap().iter().any(ended), "{shown}");
}

#[tokio::test]
async fn a_run_counts_until_the_third_mistake_or_the_end_of_its_time() {
    let clock = Clock::of_machine();
    let its = clock.clone();
    let site = Site::with(|settings| settings.clock = its).await;
    let guest = site.visitor();
    let path = "/puzzles/six/run";
    guest.page(path).await.expect(200).says(&["three mistakes"]);
    assert!(guest.cookie("merels").is_none(), "nobody came in by looking");
    let mut run = guest.api("POST", path, json!({})).await.expect(200).json();
    let answer = async |run: &Value, place: usize| {
        let puzzle = at(run["view"]["position"].as_str().unwrap());
        let fields = json!({"move": text(puzzle, place), "answered": run["answered"].to_string()});
        guest.api("POST", path, fields).await.expect(200).json()
    };
    let first = run.clone();
    run = answer(&run, 0).await;
    assert_eq!((&run["right"], &run["solved"], &run["best"]), (&json!(true), &json!(1), &json!(1)));
    let again = answer(&first, 0).await;
    assert_eq!((&again["right"], &again["solved"]), (&json!(null), &json!(1)), "counted once");
    for mistakes in 1..=3 {
        run = answer(&run, 1).await;
        assert_eq!((&run["right"], &run["mistakes"]), (&json!(false), &json!(mistakes)));
    }
    assert_eq!(run["view"], json!(null));
    guest.page(path).await.expect(200).says(&["One puzzle solved.", "Best: 1"]);
    // Another one ends with its time.
    run = guest.api("POST", path, json!({})).await.expect(200).json();
    run = answer(&run, 0).await;
    clock.pass(SignedDuration::from_mins(3));
    let late = answer(&run, 0).await;
    assert_eq!(
        (&late["view"], &late["solved"], &late["best"]),
        (&json!(null), &json!(1), &json!(1))
    );
    guest.api("POST", "/puzzles/three/run", json!({})).await.expect(404);
    site.visitor().api("POST", path, json!({"move": "a1"})).await.expect(401);
}

#[tokio::test]
async fn an_arena_is_joined_from_home_and_lists_have_addresses_of_their_own() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    ada.page("/home").await.expect(200).says(&["No arena runs"]);
    let opened = bo.api("POST", "/arenas", json!({"game": "six", "ahead": "15"})).await;
    let arena = opened.expect(201).json()["arena"].as_str().unwrap().to_owned();
    let home = ada.page("/home").await.expect(200);
    home.says(&["It begins in 15 minutes.", "I’ll be there", &format!("/arena/{arena}/enter")]);
    site.visitor().page("/").await.expect(200).says(&["It begins in 15 minutes."]);
    ada.form(&format!("/arena/{arena}/enter"), &[]).await.leads_to(&format!("/arena/{arena}"));
    ada.page("/home").await.expect(200).says(&["You’ll be there", "2 players"]);
    for (path, part) in [
        ("/home/now".to_owned(), "id=\"now\""),
        ("/lobby/now".to_owned(), "id=\"meeting\""),
        ("/watch/now".to_owned(), "id=\"running\""),
        (format!("/arena/{arena}/now"), "id=\"arena\""),
    ] {
        let page = ada.page(&path).await.expect(200);
        assert!(page.body.contains(part) && !page.body.contains("<html"), "{path}");
    }
    site.visitor().page("/home/now").await.leads_to("/login");
}
