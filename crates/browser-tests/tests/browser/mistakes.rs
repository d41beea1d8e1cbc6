//! The way of a mistake: a game lost to the computer, its review, another try, and a puzzle the next day.

use anyhow::{Result, ensure};
use jiff::SignedDuration;
use merels_web::Clock;

use crate::driver::{Browser, PHONE};
use crate::site::{Seat, Site};

const DAY: SignedDuration = SignedDuration::from_hours(24);

#[tokio::test(flavor = "multi_thread")]
async fn a_mistake_is_reviewed_tried_again_and_a_puzzle_the_next_day() -> Result<()> {
    let clock = Clock::of_machine();
    let Some(site) = Site::start_at(clock.clone()).await? else { return Ok(()) };
    let ada = site.person("Ada").await?;
    let browser = Browser::open(&site).await?;
    browser.become_person(&ada).await?;
    browser.set_screen(PHONE).await?;
    let game = lost_to_level_4(
        &site,
        &browser,
        site.game("three", "", Seat::Computer("4"), Seat::Person(&ada)).await?,
    )
    .await?;
    // Its review, and another try.
    browser.click("#result a[href$='/review']").await?;
    browser.wait_for("#said").await?;
    browser.go(&format!("{game}/review?ply=4")).await?;
    browser.wait_for_board().await?;
    browser.click("#said article:not([hidden]) .primary").await?;
    browser.wait_for(".terms .back").await?;
    browser.wait_for_text("#status", "Your turn").await?;
    // The same day nothing is due.
    browser.go("/puzzles").await?;
    browser.wait_for_text(".own-puzzles", "on a later day").await?;
    clock.pass(DAY);
    // A session from before has ended.
    browser.go("/login").await?;
    browser.write("#email", "ada@example.org").await?;
    browser.write("#password", "mühle am bach").await?;
    browser.click("form[action=\"/loginplayer\"] button").await?;
    browser.wait_for_path("/home").await?;
    browser.go("/puzzles").await?;
    browser.wait_for_text(".own-puzzles", "due as").await?;
    browser.click(".own-puzzles .primary").await?;
    let path = browser.wait_for_path("/puzzles/own/").await?;
    ensure!(path.ends_with("/3"), "{path}");
    browser.wait_for_board().await?;
    browser.play_on_the_analysis_board("c2").await?;
    browser.wait_for_text("#hint", "No: c2").await?;
    browser.wait_for_text(".because", "White can answer: c1 completes the line a1-b1-c1.").await?;
    browser.wait_for("#marks .row").await?;
    browser.keep_picture("own-puzzle-wrong").await?;
    browser.click("#again").await?;
    browser.wait_until_gone("#marks .row").await?;
    browser.play_on_the_analysis_board("c1").await?;
    browser.wait_for_text("#hint", "Right: c1").await?;
    browser.wait_for("#marks .row").await?;
    ensure!(!browser.scrolls_sideways().await?);
    browser.go("/puzzles/mistakes").await?;
    browser.wait_for_text(".shares", "Placing").await?;
    ensure!(!browser.scrolls_sideways().await?);
    browser.keep_picture("mistakes").await?;
    let complaints = browser.complaints().await?;
    ensure!(complaints.is_empty(), "{complaints:?}");
    Ok(())
}

/// Plays the mistake on the board of a game, and loses it. Only c1 stops the line a1-b1-c1.
async fn lost_to_level_4(site: &Site, browser: &Browser, game: String) -> Result<String> {
    site.play(&game, &["a1", "a3", "b1"]).await?;
    browser.go(&game).await?;
    browser.wait_for_board().await?;
    browser.play("c2").await?;
    let over_or_turn = "return document.querySelector('#sheet, #moves')?.textContent.includes('c2') \
        && (document.querySelector('.verdict') ? 'over' \
        : /Your turn/.test(document.querySelector('#status')?.textContent) ? 'turn' : null) || null;";
    // A level 4 that overlooks it wins all the same: nobody goes on from there.
    if browser.wait_for_value(over_or_turn).await? == "turn" {
        browser.click("#actions summary").await?;
        browser.click("form[data-do=forfeit] button").await?;
    }
    browser.wait_for(".verdict").await?;
    Ok(game)
}
