//! The one gate to the engine and the tables, and the one limit of all doors to values. Networks are told
//! apart by what a trusted proxy says.

use std::collections::HashSet;
use std::sync::{Arc, Condvar, Mutex};

use futures_util::FutureExt;
use futures_util::future::select_all;
use merels_engine::Oracle;
use merels_model::GameKey;
use merels_rules::morris::{MorrisPosition, Move, Variant};
use merels_rules::{GameId, Position, Value};
use merels_store::Scope;
use merels_web::Settings;
use serde_json::json;

use crate::common::{Client, DEADLINE, Raw, Reply, Site, Wire, eventually, refusal};

/// Tables that write down what they are asked, and answer about a game when they are allowed to.
#[derive(Clone, Default)]
struct Slow(Arc<(Mutex<Asked>, Condvar)>);

#[derive(Default)]
struct Asked {
    /// The games of the positions whose moves were asked for, in their order.
    moves: Vec<Variant>,
    /// The games of which anything was asked.
    games: HashSet<Variant>,
    allowed: HashSet<Variant>,
}

impl Slow {
    fn asked(&self) -> Vec<Variant> {
        self.0.0.lock().unwrap().moves.clone()
    }

    async fn was_asked(&self, game: Variant) {
        let asked = async || self.0.0.lock().unwrap().games.contains(&game).then_some(());
        eventually("the tables are asked", asked).await;
    }

    fn answer(&self, game: Variant) {
        self.0.0.lock().unwrap().allowed.insert(game);
        self.0.1.notify_all();
    }

    fn wait(&self, position: &MorrisPosition, asks_moves: bool) {
        let (game, (asked, told)) = (position.variant(), &*self.0);
        let mut asked = asked.lock().unwrap();
        asked.games.insert(game);
        if asks_moves {
            asked.moves.push(game);
        }
        let waits = |asked: &mut Asked| !asked.allowed.contains(&game);
        drop(told.wait_timeout_while(asked, DEADLINE, waits));
    }
}

impl Oracle for Slow {
    fn value(&self, position: &MorrisPosition) -> Option<Value> {
        self.wait(position, false);
        Some(Value::Draw)
    }

    fn moves(&self, position: &MorrisPosition) -> Option<Vec<(Move, Value)>> {
        self.wait(position, true);
        Some(position.legal_moves().into_iter().map(|mv| (mv, Value::Draw)).collect())
    }
}

/// For the figures of a site.
const TOKEN: &str = "figures";

/// A site with one thread for all questions, behind a proxy, and its slow tables of two games.
async fn site(change: impl FnOnce(&mut Settings)) -> (Site, Slow) {
    let tables = Slow::default();
    let site = Site::with(|settings| {
        settings.engine_threads = 1;
        settings.metrics_token = Some(TOKEN.to_owned());
        settings.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        for variant in [Variant::THREE, Variant::SIX] {
            settings.oracles.insert(GameId::Morris(variant), Arc::new(tables.clone()));
        }
        change(settings);
    })
    .await;
    (site, tables)
}

/// Asks from a network.
async fn ask(client: &Client, network: &str, method: &str, path: &str, body: &str) -> Reply {
    let headers = [
        ("x-forwarded-for", network),
        ("accept", "application/json"),
        ("content-type", "application/json"),
    ];
    client.send(method, path, &headers, body.to_owned()).await
}

/// Asks for the analysis of a position and leaves the line open.
async fn ask_raw(site: &Site, network: &str, query: &str) -> Raw {
    let mut raw = Raw::open(site.address).await;
    let head = format!(
        "GET /analysis?{query} HTTP/1.1\r\nhost: merels\r\naccept: application/json\r\n\
         x-forwarded-for: {network}\r\nconnection: close\r\n\r\n"
    );
    raw.send(head.as_bytes()).await;
    raw
}

/// Asks for so many analyses that so many are refused at once; gives the lines of those that wait.
async fn fill(site: &Site, network: &str, query: &str, lines: usize, refused: usize) -> Vec<Raw> {
    let mut waiting = Vec::new();
    for _ in 0..lines {
        waiting.push(ask_raw(site, network, query).await);
    }
    for _ in 0..refused {
        let answers = waiting.iter_mut().map(|line| line.is_answered().boxed());
        let (_, place, _) = tokio::time::timeout(DEADLINE, select_all(answers)).await.unwrap();
        let answer = String::from_utf8(waiting.swap_remove(place).closed().await).unwrap();
        assert!(answer.starts_with("HTTP/1.1 429"), "{answer}");
        assert!(answer.contains("retry-after: "), "{answer}");
        assert!(answer.contains("too-many-questions"), "{answer}");
    }
    waiting
}

/// Waits until so many questions wait at the gate.
async fn questions_wait(site: &Site, number: usize) {
    let wanted = format!("\nmerels_engine_waiting {number}\n");
    let authorization = format!("Bearer {TOKEN}");
    eventually(&format!("{number} questions wait"), async || {
        let headers = [("authorization", authorization.as_str())];
        let told = site.visitor().send("GET", "/metrics", &headers, "").await.expect(200);
        told.body.contains(&wanted).then_some(())
    })
    .await;
}

const ATTACKER: &str = "192.0.2.1";
const HONEST: &str = "192.0.2.2";

#[tokio::test(flavor = "multi_thread")]
async fn questions_that_are_hung_up_are_not_carried_through() {
    let (site, tables) = site(|settings| settings.limits.waiting_questions = 5).await;
    let first = ask_raw(&site, ATTACKER, "game=three").await;
    tables.was_asked(Variant::THREE).await;
    let lines = fill(&site, ATTACKER, "game=three", 6, 1).await;
    questions_wait(&site, 5).await;
    drop((first, lines));
    questions_wait(&site, 0).await;
    let line = ask_raw(&site, ATTACKER, "game=six").await;
    questions_wait(&site, 1).await;
    tables.answer(Variant::THREE);
    tables.answer(Variant::SIX);
    let answer = String::from_utf8(line.closed().await).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let three = tables.asked().iter().filter(|game| **game == Variant::THREE).count();
    assert_eq!(three, 1, "of those that were hung up only the first was ever thought about");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_with_many_questions_does_not_keep_another_from_its_analysis() {
    let (site, tables) = site(|settings| settings.limits.waiting_questions = 5).await;
    let mut lines = vec![ask_raw(&site, ATTACKER, "game=three").await];
    tables.was_asked(Variant::THREE).await;
    for (network, game) in [(ATTACKER, "three"), (HONEST, "six")] {
        lines.extend(fill(&site, network, &format!("game={game}"), 6, 1).await);
    }
    tables.answer(Variant::THREE);
    tables.answer(Variant::SIX);
    for line in lines {
        let answer = String::from_utf8(line.closed().await).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    let asked = tables.asked();
    assert_eq!(asked[..2], [Variant::THREE, Variant::SIX], "who came last is next");
    let six = asked[..8].iter().filter(|game| **game == Variant::SIX).count();
    assert!(six >= 3, "then they take turns: {six}");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_guests_of_one_address_do_not_keep_another_from_the_computers_reply() {
    let (site, tables) = site(|settings| settings.limits.waiting_questions = 7).await;
    let begin = async |network: &str, game: &str| {
        let fields = json!({"game": game, "level": "perfect", "colour": "black"}).to_string();
        let reply = ask(&site.visitor(), network, "POST", "/playcomputer", &fields).await;
        reply.expect(201).json()["game_id"].as_str().unwrap().to_owned()
    };
    let mut games = Vec::new();
    for _ in 0..8 {
        games.push(begin(ATTACKER, "three").await);
    }
    // A reply takes the place of the one that asks for an analysis.
    fill(&site, ATTACKER, "game=three", 1, 1).await;
    let honest = begin(HONEST, "six").await;
    // Only with the computer's reply is there one too many for the seventh.
    let _lines = fill(&site, HONEST, "game=three", 8, 2).await;
    tables.answer(Variant::THREE);
    tables.was_asked(Variant::SIX).await;
    let mut replies = 0;
    for game in &games {
        replies +=
            site.store.games().game(&GameKey::new(game.as_str())).await.unwrap().unwrap().version
                - 1;
    }
    assert!(replies <= 1, "{replies} guests of the other address were served before");
    tables.answer(Variant::SIX);
    eventually("the computer has moved", async || {
        let game = site.store.games().game(&GameKey::new(honest.as_str())).await.unwrap()?;
        (game.version > 1).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_has_only_so_many_reviews_made_at_once() {
    let (site, tables) = site(|_| {}).await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let mut games = Vec::new();
    for _ in 0..6 {
        let game = site.game("three", &ada, &bo).await;
        ada.play(&game, "a1").await;
        ada.api("PUT", "/forfeit", json!({"game_id": game})).await.expect(200);
        games.push(game);
    }
    let visitor = site.visitor();
    let review = async |network: &str, game: &str| {
        ask(&visitor, network, "GET", &format!("/game/{game}/review"), "").await
    };
    let asking = games[..4].iter().map(|game| review(ATTACKER, game));
    for reply in futures_util::future::join_all(asking).await {
        assert_eq!(reply.expect(200).json()["status"], "making");
    }
    let refused = review(ATTACKER, &games[4]).await.expect(429);
    assert!(refused.header("retry-after").parse::<u32>().unwrap() > 0);
    assert_eq!(review(HONEST, &games[5]).await.expect(200).json()["status"], "making");
    tables.answer(Variant::THREE);
    for game in games {
        eventually("the review", async || {
            let answer = review(ATTACKER, &game).await;
            (answer.status == 200 && answer.json()["status"] == "ready").then_some(())
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn all_doors_to_values_share_one_limit() {
    let (site, tables) = site(|settings| settings.limits.values_per_minute = 6).await;
    tables.answer(Variant::THREE);
    let ada = site.player("Ada").await;
    let fields = json!({"game": "three", "level": "1", "colour": "white"}).to_string();
    let begun = ask(&ada, HONEST, "POST", "/playcomputer", &fields).await.expect(201).json();
    let hint = json!({"game_id": begun["game_id"]}).to_string();
    let start = "/gamesman/mills/three/positions?p=";
    let doors = [
        ("GET", "/analysis?game=three", ""),
        ("GET", "/openings/three", ""),
        ("GET", "/game/nosuchgame/review", ""),
        ("GET", start, ""),
        ("GET", "/api/v1/tables/probe?game=three", ""),
        ("PUT", "/hint", &hint),
    ];
    for (method, path, body) in doors {
        let reply = ask(&ada, HONEST, method, path, body).await;
        assert_ne!(reply.status, 429, "{path}: {}", reply.body);
    }
    for (method, path, body) in doors {
        let reply = ask(&ada, HONEST, method, path, body).await.expect(429);
        assert!(reply.header("retry-after").parse::<u32>().unwrap() > 0, "{path}");
    }
    ask(&ada, ATTACKER, "GET", "/analysis?game=three", "").await.expect(200);
    // A token has its own, through every door.
    let program = site.program(&ada, Scope::Read).await;
    for _ in 0..3 {
        program.get("/api/v1/tables/probe?game=three").await.expect(200);
        program.get("/analysis?game=three").await.expect(200);
    }
    for path in ["/api/v1/tables/probe?game=three", "/analysis?game=three"] {
        program.get(path).await.expect(429);
    }
}

/// A game of `three` against the computer in which it is the player's turn.
async fn practice(site: &Site, player: &Client) -> String {
    let fields = json!({"game": "three", "level": "1", "colour": "white"}).to_string();
    let begun = ask(player, HONEST, "POST", "/playcomputer", &fields).await.expect(201).json();
    let game = begun["game_id"].as_str().unwrap().to_owned();
    assert_eq!(site.visitor().state(&game).await["assisted"], false);
    game
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_that_are_hung_up_leave_the_queue_and_the_game_as_it_was() {
    let (site, tables) = site(|settings| settings.limits.waiting_questions = 3).await;
    let ada = site.player("Ada").await;
    let game = practice(&site, &ada).await;
    let first = ask_raw(&site, ATTACKER, "game=six").await;
    tables.was_asked(Variant::SIX).await;
    let mut lines = Vec::new();
    for _ in 0..3 {
        let body = json!({"game_id": game}).to_string();
        let request = format!(
            "PUT /hint HTTP/1.1\r\nhost: merels\r\nx-forwarded-for: {HONEST}\r\ncookie: {}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            ada.cookies(),
            body.len()
        );
        let mut line = Raw::open(site.address).await;
        line.send(request.as_bytes()).await;
        lines.push(line);
    }
    // A hint takes the place of the one that asks for an analysis.
    fill(&site, HONEST, "game=six", 1, 1).await;
    questions_wait(&site, 3).await;
    drop(lines);
    questions_wait(&site, 0).await;
    tables.answer(Variant::SIX);
    first.closed().await;
    assert_eq!(ada.state(&game).await["assisted"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_served_while_its_hint_is_thought_about() {
    let (site, tables) = site(|_| {}).await;
    let ada = site.player("Ada").await;
    let game = practice(&site, &ada).await;
    let (mut wire, _) = Wire::watching(&site, &ada, &game).await;
    wire.send(json!({"do": "hint", "game": game, "id": 70})).await;
    tables.was_asked(Variant::THREE).await;
    wire.send(json!({"do": "ping"})).await;
    wire.hear("pong").await;
    let second = wire.ask(json!({"do": "hint", "game": game})).await;
    assert_eq!(refusal(&second), "too-many-questions");
    // The game goes on, and nobody needs the hint any more.
    assert_eq!(wire.play(&game, 0, "a1").await["type"], "ack");
    assert_eq!(refusal(&wire.hear("refused").await), "stale");
    tables.answer(Variant::THREE);
}
