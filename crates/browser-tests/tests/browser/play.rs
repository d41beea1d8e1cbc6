//! Playing on the board.

use anyhow::{Result, ensure};
use thirtyfour::prelude::Key;

use crate::driver::{Browser, DESK, PHONE};
use crate::site::Site;

/// White closes a mill by placing g1, and may take d7 or g7.
const BEFORE_A_MILL: &str = "WWxxxxxxxxxxxxxxxxxxxxBB w 7 7 0";

/// Ada flies f4 to g1, takes one of Black's last three and wins.
const BEFORE_A_FLIGHT: &str = "WWxxxxxxxxxxxWxxxxBxBxxB w 0 0 0";

/// Returns `true` if a spot says this of itself to a screen reader.
async fn spot_says(browser: &Browser, spot: &str, words: &str) -> Result<bool> {
    let label = browser.spot(spot).await?.attr("aria-label").await?.unwrap_or_default();
    Ok(label.contains(words))
}

/// Ada, who has White, at a game with Bert that begins so.
async fn ada_at(site: &Site, start: &str) -> Result<Browser> {
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let game = site.game_of("nine", start, [&ada, &bert]).await?;
    let browser = Browser::open(site).await?;
    browser.become_person(&ada).await?;
    browser.go(&game).await?;
    Ok(browser)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pending_capture_survives_a_reload_and_a_restart() -> Result<()> {
    let Some(mut site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let game = site.game_of("nine", BEFORE_A_MILL, [&ada, &bert]).await?;
    let browser = Browser::open(&site).await?;
    browser.become_person(&ada).await?;
    browser.go(&game).await?;
    browser.play("g1").await?;
    let owed = "You closed a mill: take one of Black’s men.";
    browser.wait_for_text("#status", owed).await?;
    browser.wait_for("#board .takeable").await?;
    browser.wait_for_draft("g1").await?;
    browser.reload().await?;
    browser.wait_for_text("#status", owed).await?;
    // Nobody looks at the game for a while: it is read from the database again.
    browser.go("/home").await?;
    browser.go(&game).await?;
    browser.wait_for_text("#status", owed).await?;
    site.stop().await;
    site.start_again().await?;
    browser.reload().await?;
    browser.wait_for_text("#status", owed).await?;
    browser.wait_for_board().await?;
    ensure!(spot_says(&browser, "g1", "White").await?);
    ensure!(spot_says(&browser, "g7", "may be taken").await?);
    ensure!(!spot_says(&browser, "a1", "may be taken").await?);
    browser.press("g7").await?;
    browser.wait_for_log("Ada places g1, closes a mill and takes g7.").await
}

#[tokio::test(flavor = "multi_thread")]
async fn with_three_men_one_flies() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = ada_at(&site, BEFORE_A_FLIGHT).await?;
    browser.wait_for_text("#status", "you fly").await?;
    browser.play("f4-g1xb6").await?;
    browser.wait_for_log("Ada flies f4 to g1, closes a mill and takes b6.").await?;
    browser.wait_for_text(".verdict", "You win").await?;
    browser.wait_for_text("#result", "Bert has fewer than three men.").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_man_is_dragged() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = ada_at(&site, BEFORE_A_FLIGHT).await?;
    browser.wait_for_turn().await?;
    browser.drag("a1", "b6").await?;
    ensure!(spot_says(&browser, "a1", "White").await?, "an occupied point takes nobody");
    browser.drag("a1", "c3").await?;
    browser.wait_for_log("Ada flies a1 to c3.").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_by_the_keyboard_alone() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let game = site.game_of("three", "", [&ada, &bert]).await?;
    let [white, black] = Browser::open_two(&site).await?;
    white.become_person(&ada).await?;
    black.become_person(&bert).await?;
    black.go(&game).await?;
    white.go("/home").await?;
    tab_to(&white, &format!("a[href=\"{game}\"]")).await?;
    white.keys(Key::Enter + "").await?;
    white.wait_for_path(&game).await?;
    white.wait_for_turn().await?;
    tab_to(&white, "#board .spot").await?;
    // A point is reached by its name, or by arrows from where one is.
    white.keys("a1" + Key::Enter).await?;
    black.play("c3").await?;
    white.wait_for_turn().await?;
    white.keys(Key::Right + Key::Enter).await?;
    black.play("b3").await?;
    white.wait_for_turn().await?;
    white.keys(Key::Right + Key::Enter).await?;
    white.wait_for_text(".verdict", "You win").await?;
    tab_to(&white, "form[action=\"/playagain\"] button").await?;
    white.keys(Key::Enter + "").await?;
    white.wait_for_path("/findmatch").await.map(drop)
}

/// Goes on with Tab until the focus is on what fits.
async fn tab_to(browser: &Browser, css: &str) -> Result<()> {
    const MOST: usize = 40;
    for _ in 0..MOST {
        browser.keys(Key::Tab + "").await?;
        let script = format!("return document.activeElement.matches('{css}')");
        if browser.script(&script).await? == true {
            return Ok(());
        }
    }
    anyhow::bail!("{css} is not reached by Tab")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_plays_the_computer_at_once() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    browser.go("/?game=nine&level=1&colour=white").await?;
    browser.wait_for_board().await?;
    browser.play("d6").await?;
    browser.wait_for_path("/game/").await?;
    browser.wait_for_log("Computer places").await?;
    browser.wait_for_turn().await?;
    browser.wait_for_text(".table", "Computer, level 1").await?;
    browser.click("#actions summary").await?;
    browser.click("form[data-do=forfeit] button").await?;
    browser.wait_for_text(".verdict", "You lose").await?;
    // The same once more, with the colours exchanged: now the computer begins.
    browser.click("form[action=\"/playagain\"] button").await?;
    browser.wait_for_text("#seat-black .name", "You").await?;
    browser.wait_for_log("places").await?;
    browser.wait_for_turn().await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_other_games_are_played_by_click_too() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let browser = Browser::open(&site).await?;
    browser.become_person(&ada).await?;
    let nimble = site.game_of("nimble", "0,0,1,2,0,2 1", [&ada, &bert]).await?;
    browser.go(&nimble).await?;
    browser.play("4-2").await?;
    browser.wait_for_log("Ada plays 4-2.").await?;
    let ming = site.game_of("mingmang", "", [&ada, &bert]).await?;
    browser.go(&ming).await?;
    browser.wait_for_turn().await?;
    // Written instead of clicked.
    browser.click(".typing summary").await?;
    browser.write("form[data-ask=text] input[name=move]", "a2-g2").await?;
    browser.click("form[data-ask=text] button").await?;
    browser.wait_for_log("Ada plays a2-g2.").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_made_while_the_server_is_away_is_sent_later() -> Result<()> {
    let Some(mut site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let game = site.game_of("nine", "", [&ada, &bert]).await?;
    let browser = Browser::open(&site).await?;
    browser.become_person(&ada).await?;
    browser.go(&game).await?;
    browser.wait_for_turn().await?;
    browser.wait_for_board().await?;
    site.stop().await;
    browser.wait_for_text("#connection", "The connection is lost").await?;
    browser.press("d6").await?;
    browser.wait_for_text("#connection", "Your move is kept").await?;
    site.start_again().await?;
    browser.wait_for_log("Ada places d6.").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_without_a_session_sees_a_game_go_on() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let game = site.game_of("nine", "", [&ada, &bert]).await?;
    let [player, visitor] = Browser::open_two(&site).await?;
    visitor.go(&game).await?;
    visitor.wait_for_text("#status", "Ada is to move.").await?;
    ensure!(!visitor.shows("#actions").await?, "there is nothing to press");
    player.become_person(&ada).await?;
    player.go(&game).await?;
    player.play("d6").await?;
    visitor.wait_for_log("Ada places d6.").await?;
    ensure!(visitor.text("#connection").await?.is_empty(), "no connection is missed");
    Ok(())
}

/// The players, the offers of the header, and the place of the board.
const WHO_AND_WHERE: &str = "
    const { x, y, width } = document.querySelector('#board').getBoundingClientRect();
    const of = (css) => [...document.querySelectorAll(css)].map((e) => e.textContent).join();
    return { board: [x, y, width], own: of('#own'), who: of('.seat .who') };";

/// Once a new guest saw neither the way home nor which seat was taken until the page was loaded again.
#[tokio::test(flavor = "multi_thread")]
async fn after_the_first_move_the_page_is_as_it_is_loaded_again_and_the_board_stays() -> Result<()>
{
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    for screen in [PHONE, DESK] {
        browser.forget_cookies().await?;
        browser.set_screen(screen).await?;
        browser.go("/?game=nine&level=1&colour=white").await?;
        browser.wait_for_board().await?;
        let before = browser.script(WHO_AND_WHERE).await?;
        browser.play("d6").await?;
        browser.wait_for_value("return document.querySelector('#menu a[href=\"/home\"]')").await?;
        browser.wait_for_text("#seat-white .name", "You").await?;
        let after = browser.script(WHO_AND_WHERE).await?;
        ensure!(before["board"] == after["board"], "{before} {after}");
        browser.reload().await?;
        browser.wait_for_board().await?;
        let again = browser.script(WHO_AND_WHERE).await?;
        ensure!(after["own"] == again["own"] && after["who"] == again["who"], "{after} {again}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_was_taken_back_is_no_last_move() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    browser.go("/?game=nine&level=1&colour=white").await?;
    browser.wait_for_board().await?;
    browser.play("b4").await?;
    browser.wait_for_log("Computer places").await?;
    browser.click("form[data-do=undo] button:not([disabled])").await?;
    browser.wait_for_log("takes a turn back").await?;
    browser
        .wait_for_value("return document.querySelectorAll('#board .full').length === 0 || null")
        .await?;
    for spot in ["b4", "d6"] {
        ensure!(!spot_says(&browser, spot, "last move").await?, "{spot}");
    }
    Ok(())
}

/// Once the second click of a double click took the stone off again without a word.
#[tokio::test(flavor = "multi_thread")]
async fn a_double_click_that_closes_a_mill_does_not_take_it_back() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = ada_at(&site, BEFORE_A_MILL).await?;
    browser.wait_for_turn().await?;
    let twice = "const spot = document.querySelector('#board [data-spot=g1]');
        for (let i = 0; i < 2; i += 1) spot.dispatchEvent(new MouseEvent('click', { bubbles: true }));";
    browser.script(twice).await?;
    browser.wait_for_draft("g1").await?;
    ensure!(spot_says(&browser, "g1", "White").await?);
    // The keyboard takes it back, with Escape or on the point itself.
    browser.script("document.querySelector('#board [data-spot=g1]').focus()").await?;
    browser.keys(Key::Enter + "").await?;
    browser.wait_until_gone("#board .takeable").await?;
    browser.keys(Key::Enter + "").await?;
    browser.wait_for("#board .takeable").await?;
    browser.keys(Key::Escape + "").await?;
    browser.wait_until_gone("#board .takeable").await
}

/// Once "You may take" was still there for screen readers when the game was over.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_said_of_a_turn_is_gone_with_it() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = ada_at(&site, BEFORE_A_FLIGHT).await?;
    browser.wait_for_turn().await?;
    browser.press("f4").await?;
    browser.press("g1").await?;
    let said = "return document.querySelector('#board').textContent.includes('You may take')";
    browser.wait_for_value(&format!("{said} || null")).await?;
    browser.press("b6").await?;
    browser.wait_for_text(".verdict", "You win").await?;
    ensure!(browser.script(said).await? == false);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn at_one_screen_a_turn_is_taken_back_and_a_draw_agreed_at_once() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    browser.go("/?game=nine&opponent=here").await?;
    browser.wait_for_board().await?;
    browser.press("d6").await?;
    browser.wait_for_text("#status", "Black is to move.").await?;
    ensure!(browser.text(".seat[data-side=black] .who").await?.trim() == "Black");
    browser.click("form[data-do=undo] button:not([disabled])").await?;
    browser.wait_for_log("White takes a turn back.").await?;
    browser.wait_for_text("#status", "White is to move.").await?;
    browser.wait_for_text("form[data-do=draw]", "Agree on a draw").await?;
    browser.click("form[data-do=draw] button").await?;
    browser.wait_for_text(".verdict", "Draw").await
}
