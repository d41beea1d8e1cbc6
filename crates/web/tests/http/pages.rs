//! Pages that anybody may read, and those who watch over the server.

use merels_rules::GameId;
use serde_json::json;

use crate::common::{Reply, Site};

async fn in_german(site: &Site, path: &str) -> Reply {
    let headers = [("accept", "text/html"), ("accept-language", "de-AT,de;q=0.9,en;q=0.5")];
    site.visitor().send("GET", path, &headers, "").await
}

#[tokio::test]
async fn pages_are_written_in_the_language_of_the_reader() {
    let site = Site::start().await;
    for path in ["/login", "/signup", "/rules", "/rules/nine"] {
        in_german(&site, path).await.expect(200).says(&["<html lang=\"de\">"]);
        site.visitor().page(path).await.expect(200).says(&["<html lang=\"en\">"]);
    }
    in_german(&site, "/nowhere").await.expect(404).says(&["<html lang=\"de\">", "Seite"]);
    in_german(&site, "/rules/nine").await.says(&["Mühle"]);
}

#[tokio::test]
async fn a_page_that_is_not_there_is_not_found() {
    let site = Site::start().await;
    for path in ["/nowhere", "/rules/chess", "/game/", "/assets/", "/assets/x/../../Cargo.toml"] {
        site.visitor().page(path).await.expect(404).says(&["<html"]);
    }
    site.visitor().page("/game/nowhere").await.expect(404).says(&["There is no such game."]);
    let reply = site.visitor().data("/nowhere").await.expect(404);
    assert_eq!(reply.json()["error"], "no-page");
    let reply = site.visitor().data("/game/nowhere").await.expect(404);
    assert_eq!(reply.json()["error"], "unknown-game");
}

#[tokio::test]
async fn every_game_has_a_page_of_rules_with_a_picture() {
    let site = Site::start().await;
    let index = site.visitor().page("/rules").await.expect(200);
    for game in GameId::ALL {
        let path = format!("/rules/{game}");
        assert!(index.body.contains(&format!("href=\"{path}\"")));
        for page in [site.visitor().page(&path).await, in_german(&site, &path).await] {
            let page = page.expect(200).says(&["<h1>", "<svg class=\"board", "aria-label="]);
            // A message that is missing would stand there by its name.
            assert!(!page.body.contains("rules-") && !page.body.contains("about-"), "{game}");
        }
    }
}

#[tokio::test]
async fn the_files_of_a_page_are_there_and_kept_by_browsers() {
    let site = Site::start().await;
    let page = site.visitor().page("/").await.expect(200).body;
    let addresses: Vec<&str> =
        page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let assets: Vec<&&str> = addresses.iter().filter(|path| path.starts_with("/assets/")).collect();
    assert!(assets.len() > 3, "style, icon, font and scripts: {addresses:?}");
    for path in assets {
        let file = site.visitor().page(path).await.expect(200);
        assert!(file.header("cache-control").contains("immutable"), "{path}");
    }
    let icon = site.visitor().page("/favicon.ico").await.expect(200);
    assert_eq!(icon.header("content-type"), "image/svg+xml; charset=utf-8");
}

#[tokio::test]
async fn anybody_may_watch_a_game_but_not_touch_it() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let game = site.game("nine", &ada, &bo).await;
    ada.play(&game, "a1").await;
    let state = site.visitor().state(&game).await;
    assert_eq!((&state["you"], &state["moves"]), (&json!(null), &json!([])));
    assert_eq!(state["mayForfeit"], false);
    let page = site.visitor().page(&format!("/game/{game}")).await.expect(200);
    let page = page.says(&["Ada places a1.", "/rules/nine"]);
    assert!(!page.body.contains("action=\"/place\"") && !page.body.contains("action=\"/forfeit\""));
}

#[tokio::test]
async fn a_refusal_shown_without_scripts_leads_back_to_the_game() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let game = site.game("nine", &ada, &bo).await;
    let page = bo.form("/place", &[("x", "a"), ("y", "1")]).await.expect(409);
    // The address of this page knows only POST: to load it again would not do.
    page.says(&[&format!("http-equiv=\"refresh\" content=\"5; url=/game/{game}\"")]);
}

#[tokio::test]
async fn health_is_told_to_all() {
    let site = Site::start().await;
    assert_eq!(site.visitor().page("/healthz").await.expect(200).body, "ok\n");
    assert_eq!(site.visitor().page("/readyz").await.expect(200).body, "ok\n");
}

#[tokio::test]
async fn the_rules_of_a_variant_say_its_options_in_words() {
    let site = Site::start().await;
    for plus in ["+", "%2B", "%20"] {
        let path = ["/rules/nine", "nofly", "strict", "misere"].join(plus);
        let page = site.visitor().page(&path).await.expect(200);
        page.says(&[
            "Nine Men’s Morris, no flying, mills always safe, misère</h1>",
            "There is no flying",
            "A man in a mill is never taken.",
            "what would win loses",
            "fewer than three men, on the board and in hand together, has won",
            "href=\"/?game=nine%2Bnofly%2Bstrict%2Bmisere\"",
        ]);
    }
    in_german(&site, "/rules/six+lasker+flyalways")
        .await
        .says(&["Alle springen", "Setzen oder Ziehen"]);
    site.visitor().page("/rules/nine+fly5").await.expect(404);
}

#[tokio::test]
async fn more_rules_can_be_chosen_and_the_chosen_game_stays_in_the_form() {
    let site = Site::start().await;
    let path = "/variants?board=seven&flying=fly4&removal=lenient&lasker=on&misere=on";
    let chosen = "seven%2Bfly4%2Blasker%2Blenient%2Bmisere";
    let page = site.visitor().page(path).await.expect(200);
    page.says(&["Seven Men’s Morris, flying with four men", &format!("href=\"/?game={chosen}\"")]);
    let field = "value=\"seven+fly4+lasker+lenient+misere\" checked";
    for path in [format!("/?game={chosen}"), format!("/friend?game={chosen}")] {
        site.visitor().page(&path).await.expect(200).says(&[field, "flying with four men"]);
    }
    site.visitor().page("/variants?board=eight").await.expect(400);
    in_german(&site, "/variants").await.expect(200).says(&["Mehr Regeln", "Springen"]);
}

#[tokio::test]
async fn the_atlas_has_a_table_for_every_board() {
    let site = Site::start().await;
    let page = site.visitor().page("/atlas").await.expect(200);
    assert_eq!(page.body.matches("<table>").count(), 9);
    page.says(&["White wins in 25 plies", "href=\"/rules/nine%2Bmisere\"", "251+"]);
    in_german(&site, "/atlas").await.expect(200).says(&["Weiß gewinnt in 25 Halbzügen", "22,3 %"]);
}
