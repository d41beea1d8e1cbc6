//! The analysis board: values of every move, the way of an analysis in its address, and what comes in
//! and goes out.

use merels_rules::{Game, GameId, Position, Record, SplitMix};
use serde_json::json;

use crate::common::{Site, site_with_tables};

#[tokio::test]
async fn every_legal_move_has_its_exact_value() {
    let site = site_with_tables().await;
    let answer = site.visitor().data("/analysis?game=three").await.expect(200).json();
    assert_eq!(answer["source"], "tables");
    assert_eq!(
        answer["value"],
        json!({"value": "win", "plies": 9, "at_most": false, "at_least": false, "score": null})
    );
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &moves[0]["move"]), (9, &json!("b2")));
    assert_eq!(answer["why"][0], "Only one move of 9 keeps that.");
    let page = site.visitor().page("/analysis?game=three").await.expect(200);
    page.says(&["White wins in 9 plies.", "data-move=\"b2\"", "wins in 9 plies", "draws"]);
}

#[tokio::test]
async fn drawn_positions_say_which_move_is_hardest_to_answer() {
    let site = site_with_tables().await;
    let position = "/analysis?game=six&position=WxWBxBWxxBBWxxWx+w+0+0";
    let answer = site.visitor().data(position).await.expect(200).json();
    for mv in answer["moves"].as_array().unwrap() {
        let draws = mv["value"]["value"] == "draw" && answer["value"]["value"] == "draw";
        assert_eq!(draws, mv["answers"].is_object(), "{mv}");
    }
}

#[tokio::test]
async fn without_tables_the_page_says_whose_opinion_it_is() {
    let site = Site::start().await;
    let page = site.visitor().page("/analysis?game=mingmang&position=xoo/x.o/xxo+w").await;
    page.expect(200).says(&["The engine’s opinion"]);
    let nine = site.visitor().data("/analysis").await.expect(200).json();
    assert_eq!((&nine["source"], &nine["value"]["value"]), (&json!("openings"), &json!("draw")));
}

#[tokio::test]
async fn wins_that_the_engine_sees_may_be_shorter_than_it_says() {
    let site = Site::start().await;
    let position = "/analysis?game=seven&position=xxxWWxxBBxxBWWxxx+b+3+4+0&line=1";
    let answer = site.visitor().data(position).await.expect(200).json();
    let plies = answer["value"]["plies"].as_u64().unwrap();
    assert_eq!(
        (&answer["value"]["value"], &answer["value"]["at_most"]),
        (&json!("win"), &json!(true))
    );
    assert_eq!(answer["line"][0], answer["moves"][0]["move"], "the list and the best line agree");
    let english = format!("Black wins in at most {plies} plies.");
    site.visitor().page(position).await.expect(200).says(&[&english, "wins in at most"]);
    let german = site.visitor();
    german.set_cookie("merels-language", "de");
    let page = german.page(position).await.expect(200);
    page.says(&[&format!("gewinnt in höchstens {plies} Halbzügen")]);
}

#[tokio::test]
async fn the_best_line_is_shown_on_demand() {
    let site = site_with_tables().await;
    let answer = site.visitor().data("/analysis?game=three&line=1").await.expect(200).json();
    let line: Vec<&str> =
        answer["line"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    assert_eq!(line.len(), 9);
    let mut game = Game::new("three".parse::<GameId>().unwrap().start());
    for text in line {
        game.play(game.position().parse_move(text).unwrap()).unwrap();
    }
    assert!(game.outcome().is_some());
}

#[tokio::test]
async fn a_best_line_goes_to_the_end_or_says_that_it_goes_on() {
    let site = site_with_tables().await;
    let lost = "/analysis?game=six&position=xxBxxxWWWWBxxxBB+w+2+2&line=1";
    let answer = site.visitor().data(lost).await.expect(200).json();
    assert_eq!(answer["value"]["plies"], 34);
    assert_eq!(answer["line"].as_array().unwrap().len(), 34, "all of it");
    let page = site.visitor().page(lost).await.expect(200);
    assert!(!page.body.contains("<li>…</li>"), "nothing comes after the end");
    let drawn = site.visitor().page("/analysis?game=six&line=1").await.expect(200);
    drawn.says(&["Best line", "<li>…</li></ol>"]);
}

/// Three men each that fly, and nothing was placed or taken for so many plies.
fn quiet(plies: usize) -> String {
    format!("/analysis?game=six&position=WWWxxxxxxxxxBBBx+w+0+0+{plies}")
}

#[tokio::test]
async fn where_the_draw_by_quiet_plies_may_come_first_the_page_says_so() {
    let site = site_with_tables().await;
    let visitor = site.visitor();
    let far = visitor.page(&quiet(0)).await.expect(200);
    far.says(&["White wins in 3 plies.", "Exact, from the perfect tables."]);
    assert_eq!(visitor.data(&quiet(0)).await.json()["quietDrawMayComeFirst"], false);
    let near = visitor.page(&quiet(99)).await.expect(200);
    assert!(!near.body.contains("Exact, from the perfect tables."), "that would not be true");
    near.says(&[
        "White wins in 3 plies, unless the draw after 100 quiet plies comes first.",
        "one rule that they do not know",
        "99 were played.",
    ]);
    let answer = visitor.data(&quiet(99)).await.expect(200).json();
    assert_eq!(answer["quietDrawMayComeFirst"], true);
    let quiet_move = answer["moves"].as_array().unwrap().iter().find_map(|mv| {
        let text = mv["move"].as_str().unwrap();
        (!text.contains('x')).then(|| text.to_owned())
    });
    let after = format!("{}&at={}", quiet(99), quiet_move.unwrap());
    let drawn = visitor.data(&after).await.expect(200).json();
    assert_eq!((&drawn["value"]["value"], &drawn["moves"]), (&json!("draw"), &json!([])));
    let page = visitor.page(&after).await.expect(200);
    page.says(&["Draw: 100 plies without a placement or a capture."]);
}

#[tokio::test]
async fn opinions_say_how_many_men_which_side_is_ahead() {
    let site = Site::start().await;
    let ahead = "/analysis?game=mingmang&position=xxxxx/x...x/...../o...o/ooo.o+w";
    let score = site.visitor().data(ahead).await.expect(200).json()["value"]["score"].clone();
    let men = score.as_i64().unwrap() as f64 / 100.0;
    assert!(men > 0.0, "{men}");
    let page = site.visitor().page(ahead).await.expect(200);
    page.says(&[
        &format!("The engine sees White {men:.2} men ahead."),
        "in men ahead for the side that moves",
        &format!("+{men:.2} men</span>"),
    ]);
}

#[tokio::test]
async fn malformed_positions_lines_and_records_get_a_reason() {
    let site = Site::start().await;
    let visitor = site.visitor();
    for (query, reason) in [
        ("position=xyz", "character 2: &#39;y&#39; is no man"),
        ("tree=d6.d6", "d6"),
        ("game=chess", "There is no game"),
        ("marks=z9", "&#39;z9&#39; is no point"),
    ] {
        let page = visitor.page(&format!("/analysis?{query}")).await.expect(400);
        let body = page.body.replace("&#x27;", "&#39;").replace('\'', "&#39;");
        assert!(body.contains(reason), "{query}: {body}");
    }
    let bad = visitor.form("/analysis", &[("record", "[Game \"nine\"]\n\n1. d9 *")]).await;
    bad.expect(400).says(&["This is no record of a game."]);
    visitor.page("/analysis?from=nosuchgame").await.expect(404);
}

#[tokio::test]
async fn a_record_comes_in_and_goes_out() {
    let site = Site::start().await;
    let record = "[Game \"three\"]\n\n1. a1 b1 2. a2 b2 3. a3 1-0\n";
    let led = site.visitor().form("/analysis", &[("record", record)]).await.expect(303);
    let address = led.header("location").to_owned();
    assert_eq!(address, "/analysis?game=three&tree=a1.b1.a2.b2.a3&at=a1.b1.a2.b2.a3");
    let query = address.split_once('?').unwrap().1;
    let out = site.visitor().page(&format!("/analysis/record?{query}")).await.expect(200);
    assert_eq!(Record::parse(&out.body).unwrap().game, Record::parse(record).unwrap().game);
    let svg = site.visitor().page(&format!("/analysis/board.svg?{query}&marks=a1-a2")).await;
    let svg = svg.expect(200);
    assert_eq!(svg.header("content-type"), "image/svg+xml; charset=utf-8");
    svg.says(&["xmlns=\"http://www.w3.org/2000/svg\"", "class=\"head\""]);
}

#[tokio::test]
async fn boards_are_set_up_by_links_alone() {
    let site = site_with_tables().await;
    let visitor = site.visitor();
    let page = visitor.page("/analysis/setup?game=three").await.expect(200);
    page.says(&["aria-label=\"a1: empty\""]);
    let cells = "/analysis/setup?game=three&cells=W.W.x.B.B.x.x.x.x&side=w&white=1&black=1";
    visitor.page(cells).await.expect(200).says(&["aria-label=\"a1: White\""]);
    let go = visitor.page(&format!("{cells}&go=1")).await;
    go.leads_to("/analysis?game=three&position=WWxBBxxxx+w+1+1");
    let wrong = cells.replace("white=1", "white=3");
    let wrong = visitor.page(&format!("{wrong}&go=1")).await.expect(200);
    wrong.says(&["White has 5 men"]);
}

#[tokio::test]
async fn a_position_is_played_on_against_the_computer() {
    let site = Site::start().await;
    let guest = site.visitor();
    let from = "/analysis/play?game=three&position=WWxBBxxxx+b+1+1";
    let reply = guest.api("POST", from, json!({"level": "1"})).await.expect(201).json();
    let state = guest.state(reply["game_id"].as_str().unwrap()).await;
    assert_eq!((&state["you"], &state["position"]), (&json!("black"), &json!("WWxBBxxxx b 1 1 0")));
    let over = "/analysis/play?game=three&position=WWWBBxxxx+b+0+1";
    guest.api("POST", over, json!({})).await.expect(400);
}

/// A line of so many moves of Ming Mang that has not ended.
fn long_line(moves: usize) -> Vec<String> {
    let lines = (0..).map(|seed| {
        let (mut game, mut random) = (Game::new(GameId::MingMang.start()), SplitMix::new(seed));
        let mut line = Vec::new();
        while game.outcome().is_none() && line.len() < moves {
            let legal = game.legal_moves();
            let mv = legal[random.below(legal.len())];
            line.push(game.position().move_text(mv));
            game.play_unchecked(mv);
        }
        line
    });
    lines.take(1000).find(|line| line.len() == moves).expect("a long game")
}

#[tokio::test]
async fn an_analysis_of_600_moves_is_a_small_page_and_a_longer_one_is_refused() {
    let site = Site::start().await;
    let visitor = site.visitor();
    let line = long_line(601);
    let tree = line[..600].join(".");
    let address = format!("/analysis?game=mingmang&tree={tree}");
    let page = visitor.page(&format!("{address}&at=600")).await.expect(200);
    let page = page.says(&["value=\"300\"", "aria-current=\"step\""]);
    assert!(page.body.len() < 300_000, "{} characters", page.body.len());
    // The number of a move, and one more move from there.
    let there = visitor.data(&format!("{address}&at=300")).await.expect(200).json();
    let mut game = Game::new(GameId::MingMang.start());
    for text in &line[..300] {
        game.play(game.position().parse_move(text).unwrap()).unwrap();
    }
    assert_eq!(there["position"], game.position().to_string());
    let refused = visitor.page(&format!("{address}&at=600.{}", line[600])).await.expect(400);
    refused.says(&["An analysis has 600 moves"]);
    // Many lines that begin alike are long too.
    let repeated = vec![line[..100].join("."); 25].join("~");
    visitor.page(&format!("/analysis?game=mingmang&tree={repeated}")).await.expect(400);
}
