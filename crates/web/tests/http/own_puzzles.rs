//! Puzzles of one's own mistakes, where points go, and the puzzle one is at: kept for a player, not for a
//! browser.

use jiff::SignedDuration;
use merels_engine::PuzzleSet;
use merels_model::GameKey;
use merels_rules::Position;
use merels_rules::morris::Variant;
use merels_store::NewReview;
use merels_web::{Clock, Server, Settings};
use serde_json::{Value, json};

use crate::common::{Client, Site, add_tables, eventually};

/// Black's last turn loses; the only one that holds is c1.
const LOST: [&str; 5] = ["a1", "a3", "b1", "c2", "c1"];

const DAY: SignedDuration = SignedDuration::from_hours(24);

/// The puzzle of that turn.
fn address(key: &str) -> String {
    format!("/puzzles/own/{key}/3")
}

async fn site_at(clock: &Clock) -> Site {
    let its = clock.clone();
    Site::with(|settings| {
        settings.clock = its;
        add_tables(settings);
    })
    .await
}

async fn lost_by_bo(site: &Site, ada: &Client, bo: &Client) -> String {
    let key = site.game("three", ada, bo).await;
    for (ply, mv) in LOST.iter().enumerate() {
        [ada, bo][ply % 2].play(&key, mv).await;
    }
    key
}

async fn reviewed(client: &Client, key: &str) {
    eventually("the review", async || {
        let answer = client.data(&format!("/game/{key}/review")).await.expect(200).json();
        (answer["status"] == "ready").then_some(())
    })
    .await;
}

async fn attempt(client: &Client, key: &str, mv: &str) -> Value {
    client.api("POST", &address(key), json!({ "move": mv })).await.expect(200).json()
}

#[tokio::test]
async fn a_mistake_comes_back_as_a_puzzle_until_it_was_solved_twice() {
    let clock = Clock::of_machine();
    let site = site_at(&clock).await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    bo.page("/puzzles/mistakes").await.expect(200).says(&["Play a game and open its review."]);
    let key = lost_by_bo(&site, &ada, &bo).await;
    reviewed(&ada, &key).await;
    // Not on the same day.
    bo.page("/puzzles").await.expect(200).says(&["comes again on a later day"]);
    bo.page("/puzzles/own").await.leads_to("/puzzles/nine/next");
    clock.pass(DAY);
    bo.page("/puzzles").await.expect(200).says(&["One mistake of yours is due"]);
    bo.page("/puzzles/own").await.leads_to(&address(&key));
    let question = "Black to move. One move wins: which?";
    let page = bo.page(&address(&key)).await.expect(200).says(&["From your games", question]);
    assert!(!page.body.contains("/review?ply="), "the game would tell the answer");
    let wrong = attempt(&bo, &key, "c2").await;
    assert_eq!(wrong["solved"], false, "{wrong}");
    assert_eq!(wrong["why"][0], "White can answer: c1 completes the line a1-b1-c1.");
    // A wrong try begins again.
    bo.page("/puzzles/own").await.leads_to("/puzzles/nine/next");
    for days in [1, 3] {
        clock.pass(DAY * days);
        bo.page("/puzzles/own").await.leads_to(&address(&key));
        let right = attempt(&bo, &key, "c1").await;
        assert_eq!(right["solved"], true, "{right}");
        assert_eq!(right["why"][0], "It prevents the line a1-b1-c1.", "{right}");
        bo.page("/puzzles/own").await.leads_to("/puzzles/nine/next");
    }
    clock.pass(DAY * 7);
    bo.page("/puzzles/own").await.leads_to("/puzzles/nine/next");
    // Whoever asks for the solution sees it, and the puzzle comes again.
    let shown = bo.form(&address(&key), &[("solution", "yes")]).await.expect(200);
    shown.says(&["The solution: c1", &format!("/game/{key}/review?ply=4"), "class=\"mark\""]);
    clock.pass(DAY);
    bo.page("/puzzles/own").await.leads_to(&address(&key));
    bo.api("POST", &address(&key), json!({"move": "zz"})).await.expect(422);
}

#[tokio::test]
async fn home_says_where_most_points_go_and_leads_to_training() {
    let site = site_at(&Clock::of_machine()).await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let before = bo.page("/home").await.expect(200).body;
    assert!(!before.contains("Where points go"), "nothing is known yet");
    let key = lost_by_bo(&site, &ada, &bo).await;
    reviewed(&ada, &key).await;
    let home = ["Where points go", "Placing: ", "href=\"/puzzles/own?phase=placing\""];
    bo.page("/home").await.expect(200).says(&home);
}

#[tokio::test]
async fn where_points_go_leads_to_puzzles_of_each_kind() {
    let site = site_at(&Clock::of_machine()).await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let key = lost_by_bo(&site, &ada, &bo).await;
    reviewed(&ada, &key).await;
    let shares = ["in one reviewed game", "Placing", "Under 5 seconds", "Allowed: a mill"];
    let page = bo.page("/puzzles/mistakes").await.expect(200).says(&shares);
    for way in ["phase=placing", "reason=allows.closes", "pace=quick"] {
        assert!(page.body.contains(&format!("/puzzles/own?{way}\"")), "{way} in {}", page.body);
        let next = bo.page(&format!("/puzzles/own?{way}")).await.expect(303);
        let path = next.header("location").to_owned();
        assert!(path.starts_with("/puzzles/own/") && path.ends_with(way), "{path}");
        bo.page(&path).await.expect(200).says(&["/puzzles/own?after="]);
    }
    // What one has not done wrong is trained with shipped puzzles.
    let flying = bo.page("/puzzles/own?phase=flying").await.expect(303);
    assert_eq!(flying.header("location"), "/puzzles/nine/next?theme=flying-race");
    bo.page(flying.header("location")).await.expect(303);
    bo.page("/puzzles/own?phase=sleeping").await.expect(400);
    // Mistakes are nobody else's business.
    ada.page(&address(&key)).await.expect(404);
    site.visitor().api("GET", &address(&key), json!({})).await.expect(401);
    bo.page(&address("nowhere")).await.expect(404);
    bo.page(&format!("/puzzles/own/{key}/0")).await.expect(404);
}

#[tokio::test]
async fn mistakes_of_reviews_from_before_are_found_when_they_are_looked_at() {
    let site = site_at(&Clock::of_machine()).await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let key = lost_by_bo(&site, &ada, &bo).await;
    reviewed(&ada, &key).await;
    let game = GameKey::new(key.clone());
    let kept = site.store.games().review(&game).await.unwrap().unwrap();
    let forgotten = merels_store::MistakesOf { game: game.clone(), mistakes: Vec::new() };
    site.store.games().keep_mistakes(forgotten).await.unwrap();
    bo.page("/puzzles/mistakes").await.expect(200).says(&["Play a game and open its review."]);
    let (review, made) = (kept.review, jiff::Timestamp::now());
    let again = NewReview { game, made, settled: true, review };
    site.store.games().keep_review(again).await.unwrap();
    reviewed(&ada, &key).await;
    bo.page("/puzzles/mistakes").await.expect(200).says(&["Placing"]);
}

#[tokio::test]
async fn mistakes_go_along_with_their_player_and_go_with_the_account() {
    let site = site_at(&Clock::of_machine()).await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let key = lost_by_bo(&site, &ada, &bo).await;
    reviewed(&ada, &key).await;
    let data = bo.api("GET", "/account/data", json!({})).await.expect(200).json();
    let mistakes = data["mistakes"].as_array().unwrap();
    assert!(mistakes.iter().any(|one| one["ply"] == 3 && one["keeping"] == "c1"), "{data}");
    let id = bo.id.clone().unwrap();
    assert!(!site.store.accounts().mistakes(&id).await.unwrap().is_empty());
    site.store.accounts().delete_player(&id).await.unwrap();
    assert!(site.store.accounts().mistakes(&id).await.unwrap().is_empty());
}

fn solution(number: usize) -> String {
    let puzzle = &PuzzleSet::built_in(Variant::SIX).unwrap().puzzles[number - 1];
    puzzle.position.move_text(puzzle.solution().mv)
}

/// The number of the puzzle that an address leads to.
async fn led_to(client: &Client, path: &str) -> usize {
    let response = client.page(path).await.expect(303);
    response.header("location").rsplit('/').next().unwrap().parse().unwrap()
}

#[tokio::test]
async fn the_puzzle_one_is_at_is_the_same_on_every_device_until_it_is_over() {
    let site = Site::start().await;
    let fields = [
        ("email", "ada@example.org"),
        ("name", "Ada"),
        ("password", "mühle am bach"),
        ("confirm", "mühle am bach"),
    ];
    let login = [("email", "ada@example.org"), ("password", "mühle am bach")];
    let guest = site.visitor();
    // The first try makes a guest, who signs up and goes on.
    guest.api("POST", "/puzzles/six/5", json!({"move": solution(5)})).await.expect(200);
    let at = led_to(&guest, "/puzzles/six/next").await;
    guest.form("/signup", &fields).await.expect(303);
    guest.form("/loginplayer", &login).await.expect(303);
    assert_eq!(led_to(&guest, "/puzzles/six/next").await, at);
    guest.page("/puzzles/six/5").await.expect(200).says(&["1 of 1; in a row: 1"]);
    // Another device, after a signed-out minute in which somebody else tries the same.
    let other = site.visitor();
    other.api("POST", "/puzzles/six/7", json!({"solution": "yes"})).await.expect(200);
    other.form("/loginplayer", &login).await.expect(303);
    assert_eq!(led_to(&other, "/puzzles/six/next").await, at);
    other.page("/puzzles/six/5").await.expect(200).says(&["1 of 1; in a row: 1"]);
    // It stays after a wrong try, and goes when it is solved.
    let path = format!("/puzzles/six/{at}");
    let puzzle = &PuzzleSet::built_in(Variant::SIX).unwrap().puzzles[at - 1];
    let wrong = puzzle.position.move_text(puzzle.moves[1].mv);
    other.api("POST", &path, json!({ "move": wrong })).await.expect(200);
    assert_eq!(led_to(&guest, "/puzzles/six/next").await, at);
    other.api("POST", &path, json!({"move": solution(at)})).await.expect(200);
    let next = led_to(&guest, "/puzzles/six/next").await;
    assert_ne!(next, at);
    // One may go past it.
    let past = led_to(&other, &format!("/puzzles/six/next?after={next}")).await;
    assert_ne!(past, next);
    assert_eq!(led_to(&guest, "/puzzles/six/next").await, past);
}

#[tokio::test]
async fn a_streak_and_the_puzzle_one_is_at_outlive_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("merels.db");
    let start = async || {
        let database = format!("sqlite://{}", file.display());
        Server::start(Settings::new(([127, 0, 0, 1], 0).into(), &database)).await.unwrap()
    };
    let server = start().await;
    let site = Site::at(&server, &file).await;
    let mut ada = site.player("Ada").await;
    for number in [5, 6] {
        let path = format!("/puzzles/six/{number}");
        ada.api("POST", &path, json!({"move": solution(number)})).await.expect(200);
    }
    let at = led_to(&ada, "/puzzles/six/next").await;
    server.shut_down().await;
    let server = start().await;
    ada.move_to(server.address());
    assert_eq!(led_to(&ada, "/puzzles/six/next").await, at);
    ada.page("/puzzles/six/5").await.expect(200).says(&["2 of 2; in a row: 2"]);
}
