//! Arenas as players see them: on two nodes, one of which is lost.

use std::sync::Arc;

use merels_web::{Server, Settings};
use serde_json::{Value, json};

use crate::common::{Client, Site, Wire, eventually};

async fn open(host: &Client, fields: Value) -> String {
    let reply = host.api("POST", "/arenas", fields).await.expect(201).json();
    reply["arena"].as_str().unwrap().to_owned()
}

/// The game that a player has been paired into.
async fn own_game(client: &Client, before: &[String]) -> String {
    eventually("the player is paired", async || {
        let home = client.data("/home").await.expect(200).json();
        let games = home["games"].as_array().unwrap().clone();
        let keys = games.iter().map(|game| game["game_id"].as_str().unwrap().to_owned());
        keys.into_iter().find(|key| !before.contains(key))
    })
    .await
}

async fn standings(client: &Client, arena: &str) -> Vec<(String, u64)> {
    let state = client.data(&format!("/arena/{arena}")).await.expect(200).json();
    let listed = state["standings"].as_array().unwrap().iter();
    listed
        .map(|row| (row["name"].as_str().unwrap().to_owned(), row["points"].as_u64().unwrap()))
        .collect()
}

#[tokio::test]
async fn in_an_arena_players_meet_again_and_again_and_a_lost_node_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("merels.db");
    let settings = || {
        let database = format!("sqlite://{}", file.display());
        Settings::new(([127, 0, 0, 1], 0).into(), database)
    };
    let (first, mut second) = (settings(), settings());
    second.bus = Arc::clone(&first.bus);
    let (one, other) = (Server::start(first).await.unwrap(), Server::start(second).await.unwrap());
    let (site, there) = (Site::at(&one, &file).await, Site::at(&other, &file).await);
    let (ada, mut bo) = (site.player("Ada").await, site.player("Bo").await);
    bo.move_to(there.address);
    let arena = open(&ada, json!({"game": "three", "clock": "5+5"})).await;
    let path = format!("/arena/{arena}");
    bo.page(&path).await.expect(200).says(&["Arena: Three Men’s Morris", "Come in", "It runs for"]);
    bo.form(&format!("{path}/enter"), &[]).await.leads_to(&path);
    bo.page(&path).await.says(&["Pause", "You are in."]);
    // Each is here, on a node of his own.
    let _ada_here = Wire::waiting_for_news(&site, &ada).await;
    let bo_here = Wire::waiting_for_news(&there, &bo).await;
    let game = own_game(&ada, &[]).await;
    bo.page(&format!("/game/{game}")).await.expect(200).says(&["Back to the arena"]);
    for _ in 0..2 {
        let state = ada.state(&game).await;
        let mover = if state["toMove"] == state["you"] { &ada } else { &bo };
        mover.play(&game, if state["ply"] == 0 { "a1" } else { "a2" }).await;
    }
    // Bo's node dies after the result.
    bo.api("PUT", "/forfeit", json!({"game_id": game})).await.expect(200);
    drop(bo_here);
    other.shut_down().await;
    assert_eq!(standings(&ada, &arena).await, [("Ada".to_owned(), 2), ("Bo".to_owned(), 0)]);
    // And on the node that is left they meet again.
    bo.move_to(site.address);
    let _bo_here = Wire::waiting_for_news(&site, &bo).await;
    let again = own_game(&ada, &[game]).await;
    bo.page(&format!("/game/{again}")).await.expect(200);
    ada.form(&format!("{path}/pause"), &[]).await.leads_to(&path);
    ada.page(&path).await.says(&["(pauses)", "Come in"]);
    one.shut_down().await;
}

#[tokio::test]
async fn an_arena_is_opened_by_accounts_one_at_a_time_with_a_live_clock() {
    let site = Site::start().await;
    let (ada, guest) = (site.player("Ada").await, site.visitor());
    guest.form("/playcomputer", &[("game", "three")]).await.expect(303);
    assert_eq!(guest.form("/arenas", &[]).await.status, 403);
    for (fields, status) in [
        (json!({"clock": "3d"}), 400),
        (json!({"ahead": "-1"}), 400),
        (json!({"ahead": "soon"}), 400),
        (json!({"game": "chess"}), 400),
        (json!({"rated": "on", "ahead": "15"}), 201),
        (json!({}), 409),
        // Announced one after the other, three accounts once hid a running arena behind theirs.
        (json!({"ahead": "76"}), 409),
        (json!({"ahead": "1440"}), 409),
    ] {
        assert_eq!(ada.api("POST", "/arenas", fields.clone()).await.status, status, "{fields}");
    }
    let list = guest.data("/arenas").await.expect(200).json();
    let arena = list["arenas"][0]["arena"].as_str().unwrap().to_owned();
    assert_eq!(
        (&list["arenas"][0]["runs"], &list["arenas"][0]["rated"]),
        (&json!(false), &json!(true))
    );
    guest.page("/arenas").await.expect(200).says(&["It begins in 15 minutes."]);
    assert_eq!(guest.form(&format!("/arena/{arena}/enter"), &[]).await.status, 403, "rated");
    assert_eq!(guest.page("/arena/nothing").await.status, 404);
    site.visitor().page(&format!("/arena/{arena}")).await.expect(200).says(&["Log in to play"]);
}
