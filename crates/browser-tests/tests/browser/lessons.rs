//! Learning by doing.

use anyhow::{Context, Result, ensure};
use merels_rules::GameId;
use thirtyfour::prelude::Key;

use crate::driver::{Browser, DESK, PHONE};
use crate::site::Site;

/// The spots pressed in each step of the lesson of Nine.
const NINE: [&str; 7] = ["d6", "g7xd2", "f6xf4", "d6-d7xa1", "d2-d1xg7", "f4-g1xe3", "d2-d1"];

/// Makes a turn on the board of a step and waits until it is taken.
async fn do_step(browser: &Browser, turn: &str) -> Result<()> {
    browser.wait_for_board().await?;
    for spot in turn.split(['-', 'x']) {
        browser.press(spot).await?;
    }
    browser.wait_for("#status.done").await.with_context(|| turn.to_owned()).map(drop)
}

/// Goes through the whole lesson of Nine; pictures are kept under this name.
pub(crate) async fn learn_nine(browser: &Browser, name: &str) -> Result<()> {
    for (number, turn) in NINE.iter().enumerate() {
        let number = number + 1;
        browser.wait_for_text("#number", &format!("Step {number} of 7")).await?;
        do_step(browser, turn).await?;
        browser.keep_picture(&format!("lesson-{name}-{number}")).await?;
        if number < NINE.len() {
            browser.click("#next").await?;
        }
    }
    browser.wait_for("#play").await.map(drop)
}

/// A turn that is legal but not asked for is taken back with a word; one that is not gets its reason.
#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_says_why_something_else_is_not_taken() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    for (language, reason, word) in [
        ("en", "d2 is occupied.", "That closes no mill."),
        ("de", "d2 ist besetzt.", "Das schließt keine Mühle."),
    ] {
        browser.set_cookie("merels-language", language).await?;
        browser.go("/learn/nine/2").await?;
        browser.wait_for_board().await?;
        browser.press("d2").await?;
        browser.wait_for_text("#board .reason", reason).await?;
        browser.press("a1").await?;
        browser.wait_for_text("#hint", word).await?;
        browser.wait_until_gone("#board [data-spot=a1].full").await?;
        ensure!(!browser.shows("#status.done").await?);
    }
    browser.set_cookie("merels-language", "en").await?;
    // A man in a mill is protected.
    browser.go("/learn/nine/3").await?;
    browser.wait_for_board().await?;
    browser.press("f6").await?;
    browser.press("d1").await?;
    browser.wait_for_text("#board .reason", "d1 stands in a mill and others do not").await?;
    browser.press("f4").await?;
    browser.wait_for("#status.done").await.map(drop)
}

/// Once the reason lay over the very man of which it told, and stayed when something else was chosen.
#[tokio::test(flavor = "multi_thread")]
async fn a_reason_stands_beside_the_man_of_which_it_tells_and_goes_with_the_next_choice()
-> Result<()> {
    const COVERED: &str = "
        const [note, spot] = ['#board .reason', '#board [data-spot=SPOT]']
            .map((name) => document.querySelector(name).getBoundingClientRect());
        return note.height > 0 && note.top < spot.bottom && spot.top < note.bottom;";
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    for screen in [DESK, PHONE] {
        browser.set_screen(screen).await?;
        browser.go("/learn/nine/2").await?;
        browser.wait_for_board().await?;
        for spot in ["d2", "a7"] {
            browser.press(spot).await?;
            browser.wait_for_text("#board .reason", &format!("{spot} is occupied.")).await?;
            let covered = browser.script(&COVERED.replace("SPOT", spot)).await?;
            ensure!(covered == false, "{spot}");
        }
        browser.press("a1").await?;
        browser.wait_until_gone("#board .reason:not(:empty)").await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_by_the_keyboard_alone() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    browser.go("/learn/three").await?;
    browser.wait_for_board().await?;
    browser.script("document.querySelector('#board .spot[tabindex=\"0\"]').focus()").await?;
    browser.keys("c3" + Key::Enter).await?;
    browser.wait_for("#status.done").await?;
    browser.script("document.getElementById('next').focus()").await?;
    browser.keys(Key::Enter + "").await?;
    browser.wait_for_text("#number", "Step 2 of 2").await?;
    browser.script("document.querySelector('#board .spot[tabindex=\"0\"]').focus()").await?;
    browser.keys("b2" + Key::Enter + "b1" + Key::Enter).await?;
    browser.wait_for("#status.done").await.map(drop)
}

/// Each game's lesson ends where the game is played.
#[tokio::test(flavor = "multi_thread")]
async fn every_game_has_a_lesson_on_its_own_board() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    for (game, turns) in [
        ("six", ["e5xb2", "d4-e1xb3"].as_slice()),
        ("six-nofly", &["e5xb2", "e3-e1xb3"]),
        ("five", &["e5xb2", "e3-e1xb3"]),
        ("three", &["c3", "b2-b1"]),
        ("lasker", &["d6-d7xd2", "f4-g1xe3"]),
        ("twelve", &["c3xd2", "f4-g1xe3"]),
        ("mingmang", &["a3-b3", "d5-d2", "e3-c3", "b5-b3"]),
        ("mingmang-norepeat", &["a3-b3", "d5-d2", "d3-d4"]),
        ("nimble", &["4-2", "5-3", "4-1"]),
    ] {
        browser.set_screen(if game.starts_with("ming") { PHONE } else { DESK }).await?;
        browser.go(&format!("/rules/{game}")).await?;
        browser.click(&format!("a[href=\"/learn/{game}\"]")).await?;
        for (number, turn) in turns.iter().enumerate() {
            do_step(&browser, turn).await.context(game)?;
            browser.keep_picture(&format!("lesson-{game}-{}", number + 1)).await?;
            if number + 1 < turns.len() {
                browser.click("#next").await?;
                let number = format!("Step {} of {}", number + 2, turns.len());
                browser.wait_for_text("#number", &number).await?;
            }
        }
        browser.click("#play").await?;
        browser.wait_for("#chooser").await?;
        browser.wait_for_board().await.context(game)?;
    }
    ensure!(GameId::ALL.len() == 10, "the list above has every game but Nine");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_without_scripts_is_typed() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let [plain, _] = Browser::open_plain_and_usual(&site).await?;
    plain.go("/learn/nine/2").await?;
    plain.write("input[name=move]", "d2").await?;
    plain.click("form.selectors button").await?;
    plain.wait_for_text("#hint", "d2 is occupied.").await?;
    plain.write("input[name=move]", "g7xd2").await?;
    plain.click("form.selectors button").await?;
    plain.wait_for("#status.done").await?;
    plain.click("#next").await?;
    plain.wait_for_text("#number", "Step 3 of 7").await
}
