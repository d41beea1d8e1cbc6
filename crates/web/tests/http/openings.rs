//! Opening pages: exact values, twins as one, and how openings did on this site.

use serde_json::json;

use crate::common::{Site, site_with_tables};

#[tokio::test]
async fn openings_have_exact_values_twins_as_one_and_how_they_did_here() {
    let site = site_with_tables().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    // Two openings that are the same, mirrored; both are won by White.
    for moves in [["a1", "a3", "b1", "c2", "c1"], ["c1", "c3", "b1", "a2", "a1"]] {
        let game = site.game("three", &ada, &bo).await;
        for (ply, mv) in moves.iter().enumerate() {
            [&ada, &bo][ply % 2].play(&game, mv).await;
        }
    }
    let start = site.visitor().data("/openings/three").await.expect(200).json();
    assert_eq!((&start["source"], &start["value"]["plies"]), (&json!("tables"), &json!(9)));
    let moves = start["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 3, "a centre, a corner, a side");
    assert_eq!((&moves[0]["move"], &moves[0]["games"]), (&json!("b2"), &json!(0)));
    let corner = moves.iter().find(|mv| mv["twins"] == json!(["c1", "a3", "c3"])).unwrap();
    assert_eq!((&corner["games"], &corner["white"]), (&json!(2), &json!(2)));
    let page = site.visitor().page("/openings/three?at=a1").await.expect(200);
    page.says(&["href=\"/openings/three?at=a1.c1\"", "2 · 0 · 0"]);
}

#[tokio::test]
async fn openings_known_by_heart_need_no_tables() {
    let site = Site::start().await;
    let nine = site.visitor().data("/openings/nine").await.expect(200).json();
    assert_eq!((&nine["source"], &nine["value"]["value"]), (&json!("openings"), &json!("draw")));
    assert_eq!(nine["moves"].as_array().unwrap().len(), 4);
    site.visitor().page("/openings/nine?at=d6.d6").await.expect(400);
    site.visitor().page("/openings/nimble").await.expect(404);
    site.visitor().page("/openings/chess").await.expect(404);
}

#[tokio::test]
async fn the_analysis_board_leads_to_the_openings_of_its_game() {
    let site = Site::start().await;
    for game in ["nine", "lasker", "six"] {
        let openings = format!("/openings/{game}");
        let page = site.visitor().page(&format!("/analysis?game={game}")).await.expect(200);
        page.says(&[&format!("href=\"{openings}\"")]);
        site.visitor().page(&openings).await.expect(200);
    }
    let page = site.visitor().page("/analysis?game=nimble").await.expect(200);
    assert!(!page.body.contains("/openings/"), "Nimble has none");
}
