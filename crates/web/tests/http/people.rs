//! Players as others meet them: names that lead on, what stands apart, figures that say something.

use merels_model::{GameKey, Whereabouts};

use crate::common::{Site, now};

#[tokio::test]
async fn names_lead_to_profiles_and_a_profile_to_the_game_that_is_played() {
    let site = Site::start().await;
    let (ada, bo, cy) =
        (site.player("Ada").await, site.player("Bo Two").await, site.player("Cy").await);
    site.rated_game("nine", &ada, &bo).await;
    let link = "<a href=\"/player/Bo%20Two\">Bo Two</a>";
    site.visitor().page("/player/Ada").await.expect(200).says(&[link]);
    let watch = "Plays Six Men’s Morris: watch";
    let page = cy.page("/player/Bo%20Two").await.expect(200);
    assert!(!page.body.contains(watch));
    let game = site.game("six", &bo, &ada).await;
    bo.play(&game, "a1").await;
    let page = cy.page("/player/Bo%20Two").await.expect(200);
    page.says(&[watch, &format!("href=\"/game/{game}\"")]);
    cy.form("/relate", &[("name", "Bo Two"), ("relation", "follow")]).await.leads_to("/people");
    let page = cy.page("/people").await.expect(200).says(&[link, "away"]);
    assert!(!page.body.contains(watch), "who is away watches nothing");
    let at = Some(GameKey::new(&game));
    let here = Whereabouts { player: bo.id.clone().unwrap(), game: at };
    site.store.cluster().visits(here, now()).await.unwrap();
    cy.page("/people").await.expect(200).says(&[watch, &format!("href=\"/game/{game}\"")]);
}

#[tokio::test]
async fn blocking_and_reporting_stand_apart_from_challenging_and_following() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let page = ada.page("/player/Bo").await.expect(200).body;
    let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("no {text}"));
    let apart = at("Trouble with this player?");
    for friendly in ["/friend?to=Bo", "value=\"follow\""] {
        assert!(at(friendly) < apart, "{friendly}");
    }
    for hostile in ["value=\"block\"", "action=\"/report\""] {
        assert!(at(hostile) > apart, "{hostile}");
    }
    let game = site.game("nine", &ada, &bo).await;
    let page = ada.page(&format!("/game/{game}")).await.expect(200).body;
    let (friendly, hostile) = page.split_once("Trouble with this player?").unwrap();
    assert!(friendly.contains("value=\"follow\"") && !friendly.contains("value=\"block\""));
    assert!(hostile.contains("value=\"block\""));
}

/// Once a rating after one game was told as "between 1338 and 1338".
#[tokio::test]
async fn a_rating_after_one_game_is_told_as_one_number() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    site.rated_game("nine", &ada, &bo).await;
    let once = site.visitor().page("/player/Ada").await.expect(200).says(&["after one game"]);
    assert!(!once.body.contains("between"), "{}", once.body);
    site.rated_game("nine", &bo, &ada).await;
    site.visitor().page("/player/Ada").await.expect(200).says(&["after 2 games, between"]);
}

/// Once a list of games said nothing of when they were played.
#[tokio::test]
async fn every_game_of_a_list_has_its_day() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    for _ in 0..2 {
        site.rated_game("nine", &ada, &bo).await;
    }
    let page = ada.page("/player/Ada/games").await.expect(200).body;
    assert_eq!(page.matches("<time").count(), 2, "{page}");
}

/// Once Nimble, which nobody can draw, had a button to propose one.
#[tokio::test]
async fn nobody_proposes_a_draw_where_there_is_none() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    for (kind, has_draws) in [("nine", true), ("nimble", false)] {
        let game = site.game(kind, &ada, &bo).await;
        let page = ada.page(&format!("/game/{game}")).await.expect(200).body;
        assert_eq!(page.contains("data-do=\"draw\""), has_draws, "{kind}");
    }
}
