//! The page of running games, and the best of them on the first page.

use serde_json::json;

use crate::common::{Client, Site, eventually};

async fn two(site: &Site) -> (Client, Client) {
    (site.player("Ada").await, site.player("Bo").await)
}

/// Waits until the list, which is made anew every moment, has so many games.
async fn listed(site: &Site, count: usize) -> Vec<serde_json::Value> {
    let visitor = site.visitor();
    eventually("the list follows", async || {
        let games = visitor.data("/watch").await.expect(200).json()["games"].as_array()?.clone();
        (games.len() == count).then_some(games)
    })
    .await
}

#[tokio::test]
async fn running_games_between_people_can_be_watched_from_a_list() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    site.visitor().page("/watch").await.expect(200).says(&["Nobody plays at the moment"]);
    // Neither a game in which nobody has moved yet nor one against the computer is shown.
    let game = site.game("nine", &ada, &bo).await;
    let fields = json!({"game": "nine", "level": "1", "colour": "white"});
    let computer = ada.api("POST", "/play", fields).await.expect(201).json();
    let computer = computer["game_id"].as_str().unwrap().to_owned();
    ada.play(&computer, "d6").await;
    ada.play(&game, "d6").await;
    assert!(listed(&site, 0).await.is_empty());
    bo.play(&game, "d2").await;
    let games = listed(&site, 1).await;
    assert_eq!(
        (&games[0]["game_id"], &games[0]["white"], &games[0]["ply"]),
        (&json!(game), &json!("Ada"), &json!(2))
    );
    let link = format!("href=\"/game/{game}\"");
    let page = site.visitor().page("/watch").await.expect(200);
    page.says(&[&link, "Ada – Bo", "Ada is to move.", "http-equiv=\"refresh\""]);
    // The first page shows it too; when it is over, nobody does.
    site.visitor().page("/").await.expect(200).says(&[&link, "Now being played"]);
    ada.api("PUT", "/forfeit", json!({"game_id": game})).await.expect(200);
    assert!(!site.visitor().page("/").await.expect(200).body.contains(&link));
    listed(&site, 0).await;
}

#[tokio::test]
async fn the_strongest_players_come_first() {
    let site = Site::start().await;
    let (ada, bo) = two(&site).await;
    let (carl, dora) = (site.player("Carl").await, site.player("Dora").await);
    site.rated_game("three", &carl, &dora).await;
    let weak = site.game("three", &ada, &bo).await;
    let strong = site.game("three", &carl, &dora).await;
    for (game, white, black) in [(&strong, &carl, &dora), (&weak, &ada, &bo)] {
        white.play(game, "a1").await;
        black.play(game, "b2").await;
    }
    let games = listed(&site, 2).await;
    assert_eq!((&games[0]["game_id"], &games[1]["game_id"]), (&json!(strong), &json!(weak)));
}
