//! The minute after a game: one next step stands out, and there are three sentences at most.

use serde_json::json;

use crate::common::{Client, Site};

/// The end of a game as its page shows it, and what stands out there.
async fn end(client: &Client, game: &str) -> (String, Vec<String>) {
    let page = client.page(&format!("/game/{game}")).await.expect(200).body;
    let (_, rest) = page.split_once("<div id=\"result\"").unwrap();
    let end = rest.split("class=\"card sheet\"").next().unwrap().to_owned();
    let filled = end.split("primary\"").skip(1).map(|rest| {
        let words = rest.split_once('>').unwrap().1;
        words.split('<').next().unwrap().to_owned()
    });
    let filled = filled.collect();
    (end, filled)
}

/// The sentences of an end besides the verdict and the figures of a rating.
fn sentences(end: &str) -> usize {
    let of = |class: &str| {
        let text = end.split(&format!("<p class=\"{class}\">")).nth(1).unwrap_or_default();
        let text = text.split("</p>").next().unwrap_or_default();
        text.matches(". ").count() + usize::from(text.ends_with('.'))
    };
    ["words", "decided", "record"].map(of).into_iter().sum()
}

#[tokio::test]
async fn one_step_stands_out_for_everybody() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let game = site.game("three", &ada, &bo).await;
    for (client, mv) in [(&ada, "a1"), (&bo, "a2"), (&ada, "b1"), (&bo, "b2"), (&ada, "c1")] {
        client.play(&game, mv).await;
    }
    for client in [&ada, &bo] {
        let (page, filled) = end(client, &game).await;
        assert_eq!(filled, ["Rematch"], "{page}");
        assert!(page.contains("Play again with anybody") && sentences(&page) <= 3, "{page}");
    }
    assert_eq!(end(&site.visitor(), &game).await.1, ["Review"], "a spectator");
    ada.api("POST", "/rematch", json!({"game_id": game})).await.expect(200);
    assert_eq!(end(&ada, &game).await.1, ["Review"], "Ada waits for an answer");
    assert_eq!(end(&bo, &game).await.1, ["Rematch"]);
    bo.api("POST", "/rematch", json!({"game_id": game})).await.expect(200);
    assert_eq!(end(&bo, &game).await.1, ["To the rematch"]);
    // Against the computer: once more after a loss.
    let fields = json!({"game": "nine", "level": "2", "colour": "white"});
    let begun = ada.api("POST", "/playcomputer", fields).await.expect(201).json();
    let alone = begun["game_id"].as_str().unwrap();
    ada.api("PUT", "/forfeit", json!({"game_id": alone})).await.expect(200);
    let (page, filled) = end(&ada, alone).await;
    assert_eq!(filled, ["Play again"], "{page}");
    assert!(sentences(&page) <= 3, "{page}");
}

#[tokio::test]
async fn two_who_meet_again_are_told_how_they_stand() {
    let site = Site::start().await;
    let (ada, bo, cy) =
        (site.player("Ada").await, site.player("Bo").await, site.player("Cy").await);
    let lost = async |loser: &Client, winner: &Client| {
        let game = site.game("nine", loser, winner).await;
        loser.play(&game, "d6").await;
        winner.play(&game, "d2").await;
        loser.api("PUT", "/forfeit", json!({"game_id": game})).await.expect(200);
        game
    };
    let first = lost(&ada, &bo).await;
    assert!(!end(&ada, &first).await.0.contains("Against Bo"), "the first game");
    lost(&ada, &cy).await;
    lost(&bo, &ada).await;
    let third = lost(&ada, &bo).await;
    let (page, _) = end(&ada, &third).await;
    assert!(page.contains("Against Bo: 1 won, 2 lost, 0 drawn."), "{page}");
    assert!(sentences(&page) <= 3, "{page}");
    let (page, _) = end(&bo, &third).await;
    assert!(page.contains("Against Ada: 2 won, 1 lost, 0 drawn."), "{page}");
    let (page, _) = end(&cy, &third).await;
    assert!(!page.contains("Against "), "a spectator has met nobody here: {page}");
}
