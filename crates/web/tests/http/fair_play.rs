//! The one rule of fair play about help: while a rated game, or any game with a live clock, of a kind runs
//! against a person, nobody who plays it is helped with this kind; and nobody is told values of a game that
//! goes on.

use merels_model::Terms;
use serde_json::json;

use crate::common::{Client, Reply, Site, Wire, add_tables, refusal, site_with_tables};

/// Every address that tells values of `three`, with its method.
fn doors() -> Vec<(&'static str, &'static str)> {
    vec![
        ("GET", "/analysis?game=three"),
        ("POST", "/analysis?game=three"),
        ("GET", "/openings/three"),
        ("GET", "/gamesman/mills/three/positions/?p=1_---------33"),
        ("GET", "/api/v1/tables/probe?game=three"),
        ("GET", "/puzzles/three/next"),
        ("GET", "/puzzles/three/1"),
        ("GET", "/api/v1/puzzles/three/next"),
        ("GET", "/api/v1/puzzles/three/1"),
    ]
}

/// Every address that begins a game of `three` against a strong computer.
const STRONG_COMPUTERS: [(&str, &str); 3] = [
    ("POST", "/analysis/play?game=three&level=10"),
    ("POST", "/playcomputer?game=three&level=6"),
    ("POST", "/play?game=three&level=perfect&opponent=computer"),
];

/// Two addresses that a trusted proxy names.
const HOME: &str = "198.51.100.7";
const AWAY: &str = "203.0.113.9";

/// The answer as data, asked for from an address.
async fn from(client: &Client, address: &str, method: &str, path: &str) -> Reply {
    let headers = [("accept", "application/json"), ("x-forwarded-for", address)];
    client.send(method, path, &headers, "").await
}

/// Returns `true` if all doors are closed, `false` if all are open.
async fn are_closed(client: &Client) -> bool {
    let mut closed = Vec::new();
    for (method, path) in doors() {
        closed.push(from(client, HOME, method, path).await.status == 403);
    }
    let all = !closed.contains(&false);
    assert!(all || !closed.contains(&true), "{closed:?} of {:?}", doors());
    if all {
        for (method, path) in STRONG_COMPUTERS {
            from(client, HOME, method, path).await.expect(403);
        }
    }
    all
}

fn terms(clock: &str, rated: bool) -> Terms {
    Terms { time: clock.parse().ok(), rated }
}

async fn game_on(site: &Site, terms: Terms, kind: &str, players: [&Client; 2]) -> String {
    let start = kind.parse::<merels_rules::GameId>().unwrap().start().to_string();
    site.game_on(terms, kind, &start, players).await
}

/// A game of `three` that was won.
async fn finished_game(site: &Site) -> String {
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let game = site.game("three", &ada, &bo).await;
    for (client, mv) in [(&ada, "a1"), (&bo, "a3"), (&ada, "b1"), (&bo, "c2"), (&ada, "c1")] {
        client.play(&game, mv).await;
    }
    game
}

async fn give_up(client: &Client, game: &str) {
    client.api("PUT", "/forfeit", json!({"game_id": game})).await.expect(200);
}

#[tokio::test]
async fn a_rated_or_a_live_game_closes_its_kind_until_it_is_over_and_nothing_else() {
    let site = site_with_tables().await;
    let finished = finished_game(&site).await;
    let (cy, di) = (site.player("Cy").await, site.player("Di").await);
    for (clock, rated, closes) in [
        ("5+5", false, true),
        ("3d", true, true),
        ("none", true, true),
        ("3d", false, false),
        ("none", false, false),
    ] {
        let running = game_on(&site, terms(clock, rated), "three", [&cy, &di]).await;
        assert_eq!(are_closed(&cy).await, closes, "{clock} {rated}");
        // Finished games and other kinds are open; the running game is closed to everybody.
        cy.data(&format!("/game/{finished}/review")).await.expect(200);
        cy.data("/analysis?game=six").await.expect(200);
        cy.data("/openings/six").await.expect(200);
        let begun = cy.api("POST", "/playcomputer", json!({"game": "six", "level": "10"})).await;
        give_up(&cy, begun.expect(201).json()["game_id"].as_str().unwrap()).await;
        for path in [format!("/game/{running}/review"), format!("/analysis?from={running}")] {
            assert_eq!(cy.data(&path).await.expect(409).json()["error"], "goes-on", "{path}");
        }
        give_up(&di, &running).await;
        assert!(!are_closed(&cy).await, "it is over");
    }
}

/// One unrated game of `six` by days locked the analysis and the reviews of `three` for weeks.
#[tokio::test]
async fn a_game_of_another_kind_closes_nothing() {
    let site = site_with_tables().await;
    let finished = finished_game(&site).await;
    let (cy, di) = (site.player("Cy").await, site.player("Di").await);
    game_on(&site, terms("5+5", true), "six", [&cy, &di]).await;
    assert!(!are_closed(&cy).await);
    cy.data(&format!("/game/{finished}/review")).await.expect(200);
    let refused = cy.data("/analysis?game=five").await.expect(403).json();
    assert_eq!(refused["error"], "plays-now", "the board of six is five's");
}

#[tokio::test]
async fn a_refusal_says_which_games_are_in_the_way() {
    let site = site_with_tables().await;
    let (cy, di) = (site.player("Cy").await, site.player("Di").await);
    let closing = game_on(&site, terms("5+5", false), "three", [&cy, &di]).await;
    let other = game_on(&site, terms("3d", false), "three", [&cy, &di]).await;
    let page = cy.page("/analysis?game=three").await.expect(403);
    let page = page.says(&["Three Men’s Morris", "level 5", &closing]);
    assert!(!page.body.contains(&other), "that one closes only itself");
}

#[tokio::test]
async fn a_guest_who_plays_a_person_is_told_no_values_either() {
    let site = site_with_tables().await;
    let (guest, other) = (site.visitor(), site.visitor());
    for client in [&guest, &other] {
        let fields = [("game", "three"), ("opponent", "anybody"), ("clock", "5+5")];
        client.form("/play", &fields).await.expect(303);
    }
    assert!(are_closed(&guest).await);
}

/// It was told by a cookie on the pages alone, and by a token to programs alone.
#[tokio::test]
async fn a_token_tells_on_the_pages_too_that_its_owner_plays_a_person() {
    let site = site_with_tables().await;
    let (cy, di) = (site.player("Cy").await, site.player("Di").await);
    let fields = json!({"label": "notebook", "scope": "read", "password": "mühle am bach"});
    let made = cy.api("POST", "/account/tokens", fields).await.expect(201).json();
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    let program = site.visitor();
    let ask = async |method: &str, path: &str, sent: &str| {
        let headers = [("accept", "application/json"), ("authorization", sent)];
        program.send(method, path, &headers, "").await.status
    };
    let running = game_on(&site, terms("3d", true), "three", [&cy, &di]).await;
    for (method, path) in doors() {
        assert_eq!(ask(method, path, &bearer).await, 403, "{method} {path}");
    }
    // What a proxy asks for is none of the site's business.
    assert_eq!(ask("GET", "/analysis?game=three", "Basic YTpi").await, 200);
    give_up(&di, &running).await;
    for (method, path) in doors() {
        assert_ne!(ask(method, path, &bearer).await, 403, "{method} {path}");
    }
}

/// The computer at its best answered for somebody who relayed the moves of a person.
#[tokio::test]
async fn a_computer_above_level_5_is_neither_begun_nor_played_on_with() {
    let site = site_with_tables().await;
    let (cy, di) = (site.player("Cy").await, site.player("Di").await);
    let begin = async |kind: &str, level: &str| {
        let fields = json!({"game": kind, "colour": "white", "level": level});
        cy.api("POST", "/playcomputer", fields).await
    };
    let key = |begun: Reply| begun.json()["game_id"].as_str().unwrap().to_owned();
    let strong = key(begin("three", "perfect").await.expect(201));
    let lost = key(begin("three", "10").await.expect(201));
    give_up(&cy, &lost).await;
    let gentle = key(begin("three", "5").await.expect(201));
    let other = key(begin("six", "10").await.expect(201));
    let running = game_on(&site, terms("5+5", false), "three", [&cy, &di]).await;
    cy.refused(&strong, ("PUT", "/place", json!({"game_id": strong, "x": "a", "y": 1})), CLOSED)
        .await;
    cy.refused(&strong, ("PUT", "/move", json!({"game_id": strong, "move": "a1"})), CLOSED).await;
    let (mut wire, _) = Wire::watching(&site, &cy, &strong).await;
    assert_eq!(refusal(&wire.play(&strong, 0, "a1").await), "plays-now");
    cy.refused(&lost, ("POST", "/playagain", json!({"game_id": lost})), CLOSED).await;
    begin("three", "6").await.expect(403);
    cy.play(&gentle, "a1").await;
    cy.play(&other, "a1").await;
    begin("three", "5").await.expect(201);
    // Leaving it is always possible, and so is going on when the other game is over.
    give_up(&di, &running).await;
    cy.play(&strong, "a1").await;
}

const CLOSED: (u16, &str) = (403, "plays-now");

#[tokio::test]
async fn whoever_plays_a_person_gets_no_hints_of_this_kind_in_other_games() {
    let site = site_with_tables().await;
    let (cy, di) = (site.player("Cy").await, site.player("Di").await);
    let begin = async |kind: &str| {
        let fields = json!({"game": kind, "colour": "white", "level": "1"});
        let begun = cy.api("POST", "/playcomputer", fields).await.expect(201).json();
        json!({"game_id": begun["game_id"]})
    };
    let (practice, other) = (begin("three").await, begin("nine").await);
    let running = game_on(&site, terms("none", true), "three", [&cy, &di]).await;
    let refused = cy.api("PUT", "/hint", practice.clone()).await.expect(403).json();
    assert_eq!(refused["error"], "plays-now");
    let game = practice["game_id"].as_str().unwrap();
    let (mut wire, _) = Wire::watching(&site, &cy, game).await;
    assert_eq!(refusal(&wire.ask(json!({"do": "hint", "game": game})).await), "plays-now");
    assert_eq!(cy.state(game).await["assisted"], false, "nothing was helped with");
    cy.api("PUT", "/hint", other).await.expect(200);
    give_up(&di, &running).await;
    cy.api("PUT", "/hint", practice).await.expect(200);
}

#[tokio::test]
async fn games_against_the_computer_and_at_one_screen_forbid_nothing() {
    let site = site_with_tables().await;
    for opponent in ["computer", "here"] {
        let guest = site.visitor();
        let fields = json!({"game": "three", "opponent": opponent, "colour": "white"});
        guest.api("POST", "/play", fields).await.expect(201);
        guest.data("/analysis?game=three").await.expect(200);
    }
}

/// Values that the cookie was refused came without it from the same address.
#[tokio::test]
async fn with_a_live_clock_nobody_without_an_account_is_helped_from_the_players_address() {
    let site = Site::with(|settings| {
        settings.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        add_tables(settings);
    })
    .await;
    let (cy, di) = (site.player("Cy").await, site.player("Di").await);
    let running = game_on(&site, terms("5+5", false), "three", [&cy, &di]).await;
    let path = format!("/game/{running}");
    let nobody = site.visitor();
    let analysis = "/analysis?game=three";
    from(&nobody, HOME, "GET", analysis).await.expect(200);
    from(&cy, HOME, "GET", &path).await.expect(200);
    let refused = from(&nobody, HOME, "GET", analysis).await.expect(403).json();
    assert_eq!(refused["error"], "played-here");
    assert!(are_closed(&nobody).await);
    // Somebody with an account speaks for himself; other addresses and kinds are open.
    let ed = site.player("Ed").await;
    from(&ed, HOME, "GET", analysis).await.expect(200);
    from(&nobody, AWAY, "GET", analysis).await.expect(200);
    from(&nobody, HOME, "GET", "/analysis?game=six").await.expect(200);
    // Who only watches closes nothing; who moves from elsewhere does, by whichever door.
    from(&ed, AWAY, "GET", &path).await.expect(200);
    from(&nobody, AWAY, "GET", analysis).await.expect(200);
    from(&cy, AWAY, "PUT", &format!("/move?game_id={running}&move=a1")).await.expect(200);
    from(&nobody, AWAY, "GET", analysis).await.expect(403);
    give_up(&di, &running).await;
    from(&nobody, HOME, "GET", analysis).await.expect(200);
    // By days only the players themselves are asked.
    let by_days = game_on(&site, terms("3d", true), "three", [&cy, &di]).await;
    from(&cy, HOME, "GET", &format!("/game/{by_days}")).await.expect(200);
    from(&nobody, HOME, "GET", analysis).await.expect(200);
}

#[tokio::test]
async fn an_address_that_names_a_running_game_gives_no_values_to_anybody() {
    let site = site_with_tables().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let between_people = site.game("three", &ada, &bo).await;
    let guest = site.visitor();
    let fields = json!({"game": "three", "colour": "white"});
    let started = guest.api("POST", "/playcomputer", fields).await.expect(201).json();
    for game in [between_people.as_str(), started["game_id"].as_str().unwrap()] {
        for path in [format!("/game/{game}/review"), format!("/analysis?from={game}&ply=0")] {
            let refused = site.visitor().data(&path).await.expect(409).json();
            assert_eq!(refused["error"], "goes-on", "{path}");
        }
    }
}

#[tokio::test]
async fn the_page_on_fair_play_states_the_rule_in_both_languages() {
    let site = Site::start().await;
    let visitor = site.visitor();
    visitor.page("/fairplay").await.expect(200).says(&[
        "a rated game, or any game with a live clock",
        "no computer above level 5",
        "visitors without an account",
        "closes only itself",
        "own device",
    ]);
    let german = [("accept", "text/html"), ("accept-language", "de")];
    visitor.send("GET", "/fairplay", &german, "").await.expect(200).says(&[
        "irgendeine Partie mit laufender Uhr",
        "keinen Computer über Stufe 5",
        "alle ohne Konto",
        "schließt nur sich selbst",
        "auf einem eigenen Gerät",
    ]);
}
