//! Without scripts: selectors, buttons, and pages that look again by themselves.

use anyhow::{Result, ensure};

use crate::driver::Browser;
use crate::site::{Person, Site};

/// White closes a mill by placing g1, and may take d7 or g7.
const BEFORE_A_MILL: &str = "WWxxxxxxxxxxxxxxxxxxxxBB w 7 7 0";

#[tokio::test(flavor = "multi_thread")]
async fn the_waiting_page_looks_again_by_itself() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert): (Person, Person) = (site.person("Ada").await?, site.person("Bert").await?);
    let [plain, usual] = Browser::open_plain_and_usual(&site).await?;
    plain.become_person(&ada).await?;
    usual.become_person(&bert).await?;
    plain.go("/home").await?;
    plain.seek_somebody().await?;
    plain.wait_for_text("h1", "Finding a match… please wait").await?;
    ensure!(plain.shows("#invite").await?, "a link can be made without scripts");
    usual.go("/home").await?;
    usual.seek_somebody().await?;
    let game = usual.wait_for_path("/game/").await?;
    ensure!(plain.wait_for_path("/game/").await? == game);
    plain.wait_for_text(".table", "Bert").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_with_a_capture_by_selectors() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let game = site.game_of("nine", BEFORE_A_MILL, [&ada, &bert]).await?;
    let [plain, usual] = Browser::open_plain_and_usual(&site).await?;
    plain.become_person(&ada).await?;
    usual.become_person(&bert).await?;
    usual.go(&game).await?;
    usual.wait_for_board().await?;
    plain.go(&game).await?;
    ensure!(!plain.shows("#board .spot").await?, "the board is a still picture");

    // What is not allowed is refused with the reason.
    choose_point(&plain, "place", "a", "1").await?;
    plain.wait_for_text("#notice", "a1 is occupied.").await?;
    choose_point(&plain, "place", "g", "1").await?;
    plain.wait_for_text("#status", "You closed a mill: take one of Black’s men.").await?;
    choose_point(&plain, "capture", "a", "1").await?;
    plain.wait_for_text("#notice", "There is no man to take on a1.").await?;
    choose_point(&plain, "capture", "g", "7").await?;
    plain.wait_for_text("#log", "Ada places g1, closes a mill and takes g7.").await?;
    usual.play("a4").await?;
    // The page finds out by itself that it is White's turn again.
    plain.wait_for_text("#log", "Bert places a4.").await?;
    plain.wait_for_text("#status", "Your turn").await?;

    // The rest works too: a draw, and giving up.
    plain.click("form[data-do=draw] button").await?;
    usual.wait_for("form[data-do=drawrespond]").await?;
    plain.click("#actions summary").await?;
    plain.click("form[data-do=forfeit] button").await?;
    plain.wait_for_text(".verdict", "You lose").await?;
    usual.wait_for_text(".verdict", "You win").await
}

async fn choose_point(browser: &Browser, ask: &str, x: &str, y: &str) -> Result<()> {
    let form = format!("form[data-ask={ask}]");
    browser.choose(&format!("{form} select[name=x]"), x).await?;
    browser.choose(&format!("{form} select[name=y]"), y).await?;
    browser.click(&format!("{form} button")).await
}

/// Once the page of a refused action looked again at the address of the action, which only takes it.
#[tokio::test(flavor = "multi_thread")]
async fn a_refused_action_out_of_turn_leads_back_to_the_game() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let game = site.game_of("nine", "", [&ada, &bert]).await?;
    let [plain, usual] = Browser::open_plain_and_usual(&site).await?;
    plain.become_person(&ada).await?;
    usual.become_person(&ada).await?;
    plain.go(&game).await?;
    // The same player moves in another window meanwhile.
    usual.go(&game).await?;
    usual.play("d6").await?;
    usual.wait_for_log("Ada places d6.").await?;
    choose_point(&plain, "place", "a", "1").await?;
    // The form says which ply it was made for.
    plain.wait_for_text("#notice", "The game has gone on: its next ply is 1.").await?;
    plain.wait_until_gone("#notice:not(:empty)").await?;
    ensure!(plain.path().await? == game);
    Ok(())
}
