//! Reviews of finished games, seen in a browser: stepping through them, what the board shows, another
//! try and the way back, and all of it without scripts.

use anyhow::{Context, Result, ensure};
use serde_json::json;
use thirtyfour::prelude::Key;

use crate::driver::{Browser, SMALLEST, Screen};
use crate::looks::{axe_source, look_at};
use crate::site::Site;

const MODERN_PHONE: Screen = (390, 844);
const WIDE_DESK: Screen = (1440, 900);

/// The step whose card is shown, the step in the address, and how far the page is scrolled; what the page
/// was told before stays only as long as it is not loaded again.
const SHOWN: &str = "
    const cards = [...document.querySelectorAll('#said > article')].filter((card) => card.checkVisibility());
    const ply = new URLSearchParams(location.search).get('ply');
    return [cards.map((card) => card.dataset.at).join(), ply, scrollY, window.told ?? null];";

/// A click that scrolls nothing to where it can be seen, as the driver's would.
const CLICK: &str = "new MouseEvent('click', { bubbles: true, cancelable: true })";

#[tokio::test(flavor = "multi_thread")]
async fn stepping_through_a_review_never_scrolls_or_loads_the_page() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let game = site.finished_game(&ada, &bert).await?;
    let browser = Browser::open(&site).await?;
    browser.become_person(&ada).await?;
    for screen in [MODERN_PHONE, WIDE_DESK] {
        browser.set_screen(screen).await?;
        browser.go(&format!("{game}/review")).await?;
        browser.wait_for_board().await?;
        browser.wait_for_text("#said h2", "The game turned on 1… b6-a7").await?;
        // As far down as the page goes, so that any jump shows.
        browser.script("scrollTo(0, 40); window.told = 'here'").await?;
        let scrolled = browser.script("return scrollY").await?;
        let shows = async |ply: &str| -> Result<()> {
            let shown = browser.script(SHOWN).await?;
            ensure!(shown == json!([ply, ply, scrolled, "here"]), "{ply} at {screen:?}: {shown}");
            Ok(())
        };
        for (key, ply) in [
            (Key::Right, "1"),
            (Key::Right, "2"),
            (Key::Left, "1"),
            (Key::End, "3"),
            (Key::Home, "0"),
        ] {
            browser.keys(key).await?;
            shows(ply).await?;
        }
        for (key, ply) in [("Right", "1"), ("Right", "2"), ("Right", "2"), ("Left", "1")] {
            // The driver's chains of keys hold none down.
            let held = format!("{{ key: 'Arrow{key}', shiftKey: true }}");
            let event = format!("document.dispatchEvent(new KeyboardEvent('keydown', {held}))");
            browser.script(&event).await?;
            shows(ply).await?;
        }
        for (link, ply) in [
            ("[data-step='mistake-on']", "2"),
            (".graph a[data-ply='3']", "3"),
            ("#moves a[data-ply='1']", "1"),
            ("[data-step='first']", "0"),
            ("#said .primary", "1"),
        ] {
            browser
                .script(&format!("document.querySelector(\"{link}\").dispatchEvent({CLICK})"))
                .await?;
            shows(ply).await?;
        }
        ensure!(browser.shows("#marks [data-at='1'] .marks").await?, "the board shows the claim");
        ensure!(!browser.shows("#marks [data-at='2'] .marks").await?, "and that of no other step");
        ensure!(!browser.shows("#numbers p[data-at='1']").await?, "nobody asked for numbers");
        browser.click("#numbers summary").await?;
        browser.wait_for_text("#numbers p[data-at='1']", "This move ").await?;
    }
    let complaints = browser.complaints().await?;
    ensure!(complaints.is_empty(), "{complaints:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn board_seats_and_card_of_a_mistake_are_on_the_first_screen_of_a_phone() -> Result<()> {
    const LOWEST: &str = "
        const wanted = ['#board .board', '#seat-white', '#seat-black', '#said', '#said article:not([hidden]) .primary'];
        return wanted.map((css) => document.querySelector(css).getBoundingClientRect().bottom)
            .reduce((one, other) => Math.max(one, other)) - document.querySelector('.places').getBoundingClientRect().top;";
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let game = site.finished_game(&ada, &bert).await?;
    let browser = Browser::open(&site).await?;
    for language in ["en", "de"] {
        browser.set_cookie("merels-language", language).await?;
        browser.set_screen(MODERN_PHONE).await?;
        for ply in [1, 2] {
            browser.go(&format!("{game}/review?ply={ply}")).await?;
            browser.wait_for_board().await?;
            let below = browser.script(LOWEST).await?.as_f64().context("no number")?;
            ensure!(below <= 0.0, "{language}, step {ply}: {below} pixels below the first screen");
        }
        browser.set_screen(SMALLEST).await?;
        ensure!(!browser.scrolls_sideways().await?, "{language}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mistake_is_tried_again_and_leads_back_to_its_review() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let game = site.finished_game(&ada, &bert).await?;
    let [plain, usual] = Browser::open_plain_and_usual(&site).await?;
    for browser in [&plain, &usual] {
        browser.become_person(&bert).await?;
        browser.go(&format!("{game}/review")).await?;
        browser.click("[data-step='mistake-on']").await?;
        browser.click("[data-step='mistake-on']").await?;
        browser.wait_for_text("#said article:not([hidden]) h2", "1… b6-a7").await?;
        browser.click("#said article:not([hidden]) .primary").await?;
        browser.wait_for(".terms .back").await?;
        browser.wait_for_text("#status", "Your turn").await?;
        browser.click(".terms .back").await?;
        browser.wait_for_path(&format!("{game}/review")).await?;
        browser.wait_for_text("#said article:not([hidden]) h2", "1… b6-a7").await?;
        browser.click("#numbers summary").await?;
        browser.wait_for_text("#numbers p[data-at='2']", "This move ").await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_analysis_board_says_why_a_move_loses() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    browser.set_screen(WIDE_DESK).await?;
    // Black is to stop the line a1-b1-c1.
    browser.go("/analysis?game=three&position=WWxxxxxxB+b+1+2").await?;
    browser.wait_for_board().await?;
    const REST: &str =
        "document.querySelector(\"button[data-move='a2']\").dispatchEvent(new PointerEvent(";
    browser.script(&format!("{REST}'pointerenter', {{ pointerType: 'mouse' }}))")).await?;
    browser.wait_for_text(".reason", "completes the line a1-b1-c1").await?;
    browser.wait_for("#hover-marks .row").await?;
    browser.script(&format!("{REST}'pointerleave', {{ pointerType: 'mouse' }}))")).await?;
    browser.wait_until_gone("#hover-marks").await?;
    browser.click("button[data-move='a2']").await?;
    browser.wait_for_text("#reasons", "completes the line a1-b1-c1").await?;
    browser.wait_for("#reason-marks .row").await?;
    let complaints = browser.complaints().await?;
    ensure!(complaints.is_empty(), "{complaints:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_can_use_a_review_and_the_reasons_of_an_analysis() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let axe = axe_source()?;
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let game = site.finished_game(&ada, &bert).await?;
    let browser = Browser::open(&site).await?;
    browser.become_person(&bert).await?;
    browser.go(&format!("{game}/review?ply=2")).await?;
    browser.click("#numbers summary").await?;
    look_at(&browser, "review-numbers", &axe).await?;
    browser.go("/analysis?game=three&position=WWxxxxxxB+b+1+2&tree=a2&at=a2").await?;
    browser.wait_for("#reasons").await?;
    look_at(&browser, "analysis-reasons", &axe).await
}
