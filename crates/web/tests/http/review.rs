//! Reviews: made once, kept, and true.

use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use merels_engine::Oracle;
use merels_model::GameKey;
use merels_rules::morris::{MorrisPosition, Move, Variant};
use merels_rules::{AnyPosition, Game, GameId, Position, Side, SplitMix};
use merels_store::NewReview;
use serde_json::Value;

use crate::common::{
    Client, DEADLINE, Site, eventually, site_of_the_longest_games, site_with_tables,
};

/// White wins because Black does not go to c1.
const LOST: [&str; 5] = ["a1", "a3", "b1", "c2", "c1"];

async fn played(site: &Site, game: &str, moves: &[&str]) -> (String, Client) {
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let key = site.game(game, &ada, &bo).await;
    for (ply, mv) in moves.iter().enumerate() {
        [&ada, &bo][ply % 2].play(&key, mv).await;
    }
    (key, ada)
}

async fn review(client: &Client, key: &str) -> Value {
    eventually("the review", async || {
        let answer = client.data(&format!("/game/{key}/review")).await.expect(200).json();
        (answer["status"] == "ready").then(|| answer["review"].clone())
    })
    .await
}

#[tokio::test]
async fn a_review_says_where_the_game_turned_and_what_would_have_kept_it() {
    let site = site_with_tables().await;
    let (key, ada) = played(&site, "three", &LOST).await;
    let review = review(&ada, &key).await;
    let moves = review["moves"].as_array().unwrap();
    assert_eq!(moves.len(), LOST.len());
    assert!(moves.iter().all(|mv| mv["source"] == "tables"));
    for mv in moves {
        let lost = mv["before"]["value"] != mv["played"]["value"];
        assert_eq!(lost, mv["mistake"].is_object(), "{mv}");
    }
    let turned = &moves[review["turned"].as_u64().unwrap() as usize];
    assert_eq!(
        turned["mistake"]["line"][0].as_str(),
        Some(LOST[review["turned"].as_u64().unwrap() as usize + 1])
    );
    let page = site.visitor().page(&format!("/game/{key}/review")).await.expect(200);
    page.says(&[
        "class=\"graph\"",
        "Try it again",
        "Exact, from the perfect tables.",
        "White can answer: c1 completes the line a1-b1-c1; after c1 no answer could do that.",
        "c1 prevents the line a1-b1-c1; this move does not.",
    ]);
}

#[tokio::test]
async fn a_review_without_tables_is_an_opinion_and_is_kept() {
    let site = Site::start().await;
    let (key, ada) = played(&site, "three", &LOST).await;
    let opinion = review(&ada, &key).await;
    assert!(opinion["moves"].as_array().unwrap().iter().all(|mv| mv["source"] == "engine"));
    let kept = site.store.games().review(&GameKey::new(key.clone())).await.unwrap().unwrap();
    assert!(!kept.settled);
    assert_eq!(serde_json::from_str::<Value>(&kept.review).unwrap(), opinion);
    assert_eq!(review(&ada, &key).await, opinion, "the same once more");
}

#[tokio::test]
async fn a_review_is_made_again_when_tables_have_come_and_then_no_more() {
    let site = site_with_tables().await;
    let (key, ada) = played(&site, "three", &LOST).await;
    let exact = review(&ada, &key).await;
    let kept = site.store.games().review(&GameKey::new(key.clone())).await.unwrap().unwrap();
    assert!(kept.settled);
    let nothing = r#"{"moves":[],"curve":[0.5],"accuracy":[null,null],"turned":null}"#;
    let old = |settled| NewReview {
        game: GameKey::new(key.clone()),
        made: jiff::Timestamp::now(),
        settled,
        review: nothing.to_owned(),
    };
    // As if it had been made before there were tables.
    site.store.games().keep_review(old(false)).await.unwrap();
    assert_eq!(review(&ada, &key).await, exact);
    // One for which the tables were asked is shown as it is, whatever they knew.
    site.store.games().keep_review(old(true)).await.unwrap();
    assert_eq!(review(&ada, &key).await, serde_json::from_str::<Value>(nothing).unwrap());
}

#[tokio::test]
async fn a_review_of_an_earlier_version_is_made_again() {
    let site = Site::start().await;
    let (key, ada) = played(&site, "three", &LOST).await;
    let now = review(&ada, &key).await;
    let mut earlier = now.clone();
    earlier["accuracy"] = serde_json::json!([1.0, 1.0]);
    for reviewed in earlier["moves"].as_array_mut().unwrap() {
        // It did not tell exact distances from those that a search has seen.
        reviewed["before"].as_object_mut().unwrap().remove("at_most").unwrap();
    }
    let (game, made) = (GameKey::new(key.clone()), jiff::Timestamp::now());
    let kept = NewReview { game, made, settled: false, review: earlier.to_string() };
    site.store.games().keep_review(kept).await.unwrap();
    assert_eq!(review(&ada, &key).await, now);
}

#[tokio::test]
async fn the_sentences_of_an_engines_review_say_what_their_numbers_are() {
    let site = Site::start().await;
    let (key, ada) = played(&site, "three", &LOST).await;
    let opinion = r#"{"moves":[{"move":"a1","source":"engine",
        "before":{"value":null,"plies":null,"score":-22,"at_most":false,"at_least":false},
        "played":{"value":null,"plies":null,"score":-454,"at_most":false,"at_least":false},
        "keeping":[1,9],"mistake":{"better":["b2"],"line":[]}}],
        "curve":[0.5,0.1],"accuracy":[20.0,null],"turned":0}"#;
    let (made, review) = (jiff::Timestamp::now(), opinion.to_owned());
    let new = NewReview { game: GameKey::new(key.clone()), made, settled: true, review };
    site.store.games().keep_review(new).await.unwrap();
    let address = format!("/game/{key}/review");
    ada.page(&address).await.expect(200).says(&[
        "The game turned on move 1 of White: a move that is worth −4.54 men where one is worth −0.22 men.",
        "This move is worth −4.54 men; the best is worth −0.22 men.",
        "The engine’s opinion, in men ahead for the side that moves",
    ]);
    ada.set_cookie("merels-language", "de");
    ada.page(&address).await.expect(200).says(&[
        "Die Partie kippte im 1. Zug von Weiß: Dieser Zug ist −4,54 Steine wert, der beste ist −0,22 Steine wert.",
        "in Steinen Vorsprung für die Seite, die zieht",
    ]);
}

#[tokio::test]
async fn the_curve_of_a_game_drawn_by_quiet_plies_ends_with_the_draw() {
    let site = site_with_tables().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let key = site.game_from("six", "WWWxxxxxxxxxBBBx w 0 0 99", &ada, &bo).await;
    ada.play(&key, "a1-b2").await;
    let review = review(&ada, &key).await;
    assert_eq!(review["curve"], serde_json::json!([1.0, 0.5]));
    ada.page(&format!("/game/{key}/review")).await.expect(200).says(&[
        "Draw: 100 plies without a placement or a capture. The tables do not know this rule.",
    ]);
}

#[tokio::test]
async fn another_try_begins_at_the_turning_point_and_is_no_result_against_the_level() {
    let site = site_with_tables().await;
    let (key, _) = played(&site, "three", &LOST).await;
    let page = site.visitor().page(&format!("/game/{key}/review")).await.expect(200);
    let start = page.body.rfind("/analysis/play?").unwrap();
    let action = page.body[start..].split('"').next().unwrap().replace("&amp;", "&");
    let guest = site.visitor();
    let reply = guest.api("POST", &action, serde_json::json!({"level": "1"})).await.expect(201);
    let game = reply.json()["game_id"].as_str().unwrap().to_owned();
    let state = guest.state(&game).await;
    assert_ne!(state["position"], "xxxxxxxxx w 3 3 0", "it goes on from there");
    assert!(state["you"] == state["toMove"], "{state}");
}

/// The levels that the tries of a review meet, in the order of the mistakes.
fn levels(page: &str) -> Vec<&str> {
    let forms = page.split("name=\"level\" value=\"").skip(1);
    forms.filter_map(|rest| rest.split('"').next()).collect()
}

#[tokio::test]
async fn another_try_meets_the_level_that_punishes() {
    let site = site_with_tables().await;
    let (between_people, _) = played(&site, "three", &LOST).await;
    let page = site.visitor().page(&format!("/game/{between_people}/review")).await.expect(200);
    // A draw let go by with no plain reason, a threat allowed, a line allowed.
    assert_eq!(levels(&page.body), ["10", "6", "4"]);
    let guest = site.visitor();
    let fields = serde_json::json!({"game": "three", "level": "1", "colour": "white"});
    let begun = guest.api("POST", "/playcomputer", fields).await.expect(201).json();
    let alone = begun["game_id"].as_str().unwrap();
    guest.play(alone, "a3").await;
    eventually("an answer", async || (guest.state(alone).await["ply"] == 2).then_some(())).await;
    guest.api("PUT", "/forfeit", serde_json::json!({"game_id": alone})).await.expect(200);
    let review = review(&guest, alone).await;
    // An answer that kept what a3 gave away shows that this level punishes it.
    let punished = review["moves"][1]["mistake"].is_null();
    let page = guest.page(&format!("/game/{alone}/review")).await.expect(200);
    assert_eq!(levels(&page.body)[0], if punished { "1" } else { "10" }, "{review}");
}

#[tokio::test]
async fn another_try_leads_back_to_its_review() {
    let site = site_with_tables().await;
    let (key, _) = played(&site, "three", &LOST).await;
    let guest = site.visitor();
    let page = guest.page(&format!("/game/{key}/review?ply=4")).await.expect(200);
    let start = page.body.rfind("/analysis/play?").unwrap();
    let action = page.body[start..].split('"').next().unwrap().replace("&amp;", "&");
    let begun = guest.form(&action, &[("level", "4")]).await.expect(303);
    let game = begun.header("location").to_owned();
    let back = format!("href=\"/game/{key}/review?ply=4\"");
    guest.page(&game).await.expect(200).says(&[&back, "Back to the review"]);
    let another = guest.form("/analysis/play?game=three", &[("level", "1")]).await.expect(303);
    let another = another.header("location").to_owned();
    let page = guest.page(&another).await.expect(200);
    assert!(!page.body.contains("Back to the review"), "only another try came from there");
}

#[tokio::test]
async fn a_review_speaks_of_the_move_in_view_and_keeps_its_numbers_back() {
    let site = site_with_tables().await;
    let (key, _) = played(&site, "three", &LOST).await;
    let page = async |ply: usize| {
        site.visitor().page(&format!("/game/{key}/review?ply={ply}")).await.expect(200).body
    };
    for (ply, heading) in [
        (0, "The game turned on 2… c2: Black gave a won game away."),
        (1, "1. a1 lets the win go."),
        (3, "2. b1 gives the game away."),
        (4, "2… c2 gives a won game away."),
        (5, "3. c1 keeps the win."),
    ] {
        let body = page(ply).await;
        let cards = body.split("<article").skip(1).map(|card| card.split("</article>").next());
        let shown: Vec<&str> = cards
            .flatten()
            .filter(|card| !card.split('>').next().unwrap().contains("hidden"))
            .collect();
        let [card] = shown[..] else { panic!("{} cards at {ply}", shown.len()) };
        assert!(card.contains(&format!("<h2>{heading}")), "{ply}: {card}");
        assert!(card.matches("<p>").count() <= 2, "{card}");
        let (told, numbers) = body.split_once("id=\"numbers\"").unwrap();
        assert!(!told.contains("plies") && numbers.contains("the best wins in 9 plies"), "{told}");
    }
}

/// A game of so many quiet turns.
fn quiet_game(plies: usize) -> Game<AnyPosition> {
    let mut random = SplitMix::new(7);
    let mut game = Game::new(GameId::NINE.start());
    while game.ply() < plies {
        let mut moves = game.legal_moves();
        moves.retain(|mv| !game.position().move_text(*mv).contains('x'));
        game.play(moves[random.below(moves.len())]).unwrap();
    }
    game
}

#[tokio::test]
async fn the_review_of_a_long_game_is_a_small_page() {
    const PLIES: usize = 60;
    let site = Site::start().await;
    let game = quiet_game(PLIES);
    let text = |ply: usize| game.position().move_text(game.moves()[ply]);
    let turns: Vec<String> = (0..PLIES).map(text).collect();
    let turns: Vec<&str> = turns.iter().map(String::as_str).collect();
    let (key, ada) = played(&site, "nine", &turns).await;
    ada.api("PUT", "/forfeit", serde_json::json!({"game_id": key})).await.expect(200);
    let worth = |value: &str| serde_json::json!({"value": value, "plies": 123, "score": null, "at_most": false, "at_least": true});
    let reviewed = |ply: usize| {
        let is_mistake = ply.is_multiple_of(4);
        let line = &turns[ply + 1..(ply + 9).min(PLIES)];
        let mistake =
            serde_json::json!({"better": ["a1-d1xg7", "b2-d2xg7", "c3-d3xg7"], "line": line});
        let claims = match is_mistake {
            true => ["allows a1-a4 d7-g7 closes g1-g4-g7", "misses a1-a4 blocks a1-a4-a7"],
            false => ["double-mill d2 d1 b2-d2-f2 a1-d1-g1 true", "wins own >=123"],
        };
        serde_json::json!({
            "move": turns[ply], "source": "tables", "before": worth("win"), "keeping": [7, 57],
            "played": worth(if is_mistake { "loss" } else { "win" }), "claims": claims,
            "mistake": is_mistake.then_some(mistake),
        })
    };
    let moves: Vec<Value> = (0..PLIES).map(reviewed).collect();
    let curve: Vec<f64> = (0..=PLIES).map(|ply| (ply % 2) as f64).collect();
    let review =
        serde_json::json!({"moves": moves, "curve": curve, "accuracy": [81.0, 94.0], "turned": 57});
    let (made, review) = (jiff::Timestamp::now(), review.to_string());
    let new = NewReview { game: GameKey::new(key.clone()), made, settled: true, review };
    site.store.games().keep_review(new).await.unwrap();
    for language in ["en", "de"] {
        ada.set_cookie("merels-language", language);
        let body = ada.page(&format!("/game/{key}/review")).await.expect(200).body;
        assert_eq!(body.matches("<article").count(), PLIES + 1);
        assert!(body.len() < 80 << 10, "{language}: {} bytes", body.len());
    }
}

/// Tables that call everything a draw, and think about positions with fewer men than this alone until
/// they are told to go on.
#[derive(Default)]
struct Hesitant {
    men: Mutex<usize>,
    told: Condvar,
}

impl Hesitant {
    fn go_on_to(&self, men: usize) {
        *self.men.lock().unwrap() = men;
        self.told.notify_all();
    }
}

impl Oracle for Hesitant {
    fn value(&self, _: &MorrisPosition) -> Option<merels_rules::Value> {
        Some(merels_rules::Value::Draw)
    }

    fn moves(&self, position: &MorrisPosition) -> Option<Vec<(Move, merels_rules::Value)>> {
        let men: usize = Side::ALL.map(|side| position.men(side).len()).iter().sum();
        let allowed = self.men.lock().unwrap();
        drop(self.told.wait_timeout_while(allowed, DEADLINE, |allowed| *allowed <= men));
        let draw = |mv| (mv, merels_rules::Value::Draw);
        Some(position.legal_moves().into_iter().map(draw).collect())
    }
}

#[tokio::test]
async fn while_a_review_is_made_it_says_how_far_it_is() {
    let tables = Arc::new(Hesitant::default());
    let oracle: Arc<dyn Oracle> = Arc::<Hesitant>::clone(&tables);
    let three = GameId::Morris(Variant::THREE);
    let site = Site::with(|settings| drop(settings.oracles.insert(three, oracle))).await;
    let (key, ada) = played(&site, "three", &LOST).await;
    let address = format!("/game/{key}/review");
    for done in [1, 3] {
        tables.go_on_to(done);
        let total = eventually("that many moves are done", async || {
            let answer = ada.data(&address).await.expect(200).json();
            assert_eq!(answer["status"], "making");
            (answer["done"] == done).then(|| answer["total"].clone())
        })
        .await;
        assert_eq!(total, LOST.len());
        let bar = format!("<progress value=\"{done}\" max=\"{}\"", LOST.len());
        ada.page(&address).await.expect(200).says(&["The review is being made.", &bar]);
    }
    tables.go_on_to(usize::MAX);
    assert_eq!(review(&ada, &key).await["moves"].as_array().unwrap().len(), LOST.len());
    let page = ada.page(&address).await.expect(200).says(&["class=\"graph\""]);
    assert!(!page.body.contains("<progress"), "{}", page.body);
}

/// The tables of `nine+strict` count to 251 plies and no further.
#[tokio::test]
async fn a_review_says_at_least_where_the_tables_cannot_count_so_far() {
    let site = site_of_the_longest_games("nine+strict").await;
    let (key, ada) = played(&site, "nine+strict", &["d6", "f4"]).await;
    ada.api("PUT", "/forfeit", serde_json::json!({"game_id": key})).await.expect(200);
    let review = review(&ada, &key).await;
    for reviewed in review["moves"].as_array().unwrap() {
        assert!(reviewed["before"]["at_least"] == true && reviewed["played"]["at_least"] == true);
    }
    // A mistake is put into words.
    let mistake = r#"{"moves":[{"move":"d6","source":"tables",
        "before":{"value":"win","plies":251,"score":null,"at_most":false,"at_least":true},
        "played":{"value":"loss","plies":250,"score":null,"at_most":false,"at_least":true},
        "keeping":[1,24],"mistake":{"better":["f4"],"line":[]}}],
        "curve":[1.0,0.0],"accuracy":[0.0,null],"turned":0}"#;
    let (game, made) = (GameKey::new(key.clone()), jiff::Timestamp::now());
    let kept = NewReview { game, made, settled: true, review: mistake.to_owned() };
    site.store.games().keep_review(kept).await.unwrap();
    let page = ada.page(&format!("/game/{key}/review")).await.expect(200);
    page.says(&["in at least 251 plies", "in at least 250 plies"]);
}

/// Each is worked on for one position and finds then that a minute has gone by.
#[tokio::test]
async fn a_review_that_nobody_asks_for_any_more_is_given_up() {
    let tables = Arc::new(Hesitant::default());
    let oracle: Arc<dyn Oracle> = Arc::<Hesitant>::clone(&tables);
    let site = Site::with(|settings| {
        settings.limits.values_per_minute = 10_000;
        settings.oracles.insert(GameId::Morris(Variant::THREE), oracle);
    })
    .await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let mut addresses = Vec::new();
    for _ in 0..5 {
        let key = site.game("three", &ada, &bo).await;
        for (ply, mv) in LOST.iter().enumerate() {
            [&ada, &bo][ply % 2].play(&key, mv).await;
        }
        addresses.push(format!("/game/{key}/review"));
    }
    let (last, first) = addresses.split_last().unwrap();
    let asked = first.iter().map(|address| ada.data(address));
    for answer in futures_util::future::join_all(asked).await {
        assert_eq!(answer.expect(200).json()["status"], "making");
    }
    ada.data(last).await.expect(429);
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(61)).await;
    tokio::time::resume();
    // A review that is not given up stays at its second position and keeps its place.
    tables.go_on_to(1);
    let room = async || (ada.data(last).await.status == 200).then_some(());
    eventually("there is room for the fifth", room).await;
    tables.go_on_to(usize::MAX);
}
