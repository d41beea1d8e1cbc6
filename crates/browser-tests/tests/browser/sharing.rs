//! Giving a game to others.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::driver::{Browser, PHONE};
use crate::site::{Seat, Site};

/// Keeps what the page would hand to the system.
const SYSTEM_SHARE: &str = "
    navigator.canShare = () => true;
    navigator.share = async ({ title, url, files }) => {
        window.given = { title, url, files: (files ?? []).map((f) => [f.name, f.type, f.size > 1000]) };
    };";

/// A game that Ada has won, on its page.
async fn won_game(site: &Site, browser: &Browser) -> Result<String> {
    let ada = site.person("Ada").await?;
    let start = "WWxxxxxxxxxxxWxxxxBxBxxB w 0 0 0";
    let game = site.game("nine", start, Seat::Person(&ada), Seat::Computer("2")).await?;
    browser.become_person(&ada).await?;
    browser.go(&game).await?;
    browser.play("f4-g1xb6").await?;
    browser.wait_for_text(".verdict", "You win").await?;
    Ok(game)
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_desk_share_copies_the_link_or_shows_it() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    let game = won_game(&site, &browser).await?;
    let address = format!("http://{}{game}", site.address);
    let allow = async |setting: &str| {
        for name in ["clipboard-write", "clipboard-read"] {
            let permission = json!({"permission": {"name": name}, "setting": setting});
            browser.cdp("Browser.setPermission", permission).await?;
        }
        anyhow::Ok(())
    };
    allow("granted").await?;
    browser.click("#share").await?;
    browser.wait_for_text("#shared", &format!("Copied: {address}")).await?;
    let read = "const done = arguments[arguments.length - 1];
        navigator.clipboard.readText().then(done, (error) => done(String(error)));";
    let copied = browser.script_later(read).await?;
    ensure!(copied == address, "{copied} was copied");
    // The replay shares the game, not one of its steps.
    browser.go(&format!("{game}/replay?ply=1")).await?;
    browser.click("#share").await?;
    browser.wait_for_text("#shared", &format!("Copied: {address}")).await?;
    allow("denied").await?;
    browser.go(&game).await?;
    browser.click("#share").await?;
    browser.wait_for_text("#shared", &format!("Send this address: {address}")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_phone_share_hands_link_and_picture_to_the_system() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    browser.set_screen(PHONE).await?;
    browser.cdp("Emulation.setTouchEmulationEnabled", json!({"enabled": true})).await?;
    browser.run_on_every_page(SYSTEM_SHARE).await?;
    let game = won_game(&site, &browser).await?;
    browser.click("#share").await?;
    let given = browser.wait_for_value("return window.given").await?;
    ensure!(given["url"] == format!("http://{}{game}", site.address), "{given:#}");
    ensure!(given["files"] == json!([["merels.png", "image/png", true]]), "{given:#}");
    ensure!(given["title"].as_str().is_some_and(|title| title.contains("Merels")), "{given:#}");
    Ok(())
}

/// Once a game that was begun on the first page led to `/game//replay` at its end.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_begun_on_the_first_page_leads_to_its_own_replay() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    browser.go("/?game=nine&level=1&colour=white").await?;
    browser.wait_for_board().await?;
    browser.play("d6").await?;
    let game = browser.wait_for_path("/game/").await?;
    browser.wait_for_log("Computer places").await?;
    browser.wait_for_turn().await?;
    browser.click("#actions summary").await?;
    browser.click("form[data-do=forfeit] button").await?;
    browser.wait_for_text(".verdict", "You lose").await?;
    browser.click("#result a[href$=replay]").await?;
    let path = browser.wait_for_path("/game/").await?;
    browser.wait_for("#slider").await?;
    ensure!(browser.path().await? == format!("{game}/replay"), "{path}");
    let picture = browser.script("return document.getElementById('picture').pathname").await?;
    ensure!(picture == format!("{game}/picture.png"), "{picture}");
    Ok(())
}
