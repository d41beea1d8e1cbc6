//! Watching games, and seeing records from elsewhere.

use anyhow::{Result, ensure};

use crate::driver::{Browser, PHONE};
use crate::site::Site;

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_goes_from_the_first_page_to_the_best_game_and_sees_it_go_on() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let game = site.game_of("nine", "", [&ada, &bert]).await?;
    site.play(&game, &["d6", "d2"]).await?;
    let [player, stranger] = Browser::open_two(&site).await?;
    player.become_person(&ada).await?;
    player.go(&game).await?;
    player.wait_for_turn().await?;
    stranger.go("/").await?;
    stranger.click(&format!(".best a[href=\"{game}\"]")).await?;
    stranger.wait_for_text(".watching-note", "You are watching this game.").await?;
    stranger.wait_for_text(".watchers", "1 watches.").await?;
    player.wait_for_text(".watchers", "1 watches.").await?;
    player.play("b4").await?;
    stranger.wait_for_log("Ada places b4.").await?;
    stranger.wait_for_text("#status", "Bert is to move.").await?;
    ensure!(stranger.text("#connection").await?.is_empty(), "no connection is missed");
    stranger.go("/watch").await?;
    player.wait_until_gone(".watchers:not(:empty)").await?;
    stranger.wait_for(&format!("#running a[href=\"{game}\"]")).await.map(drop)
}

/// The small boards follow the games while nobody does anything.
#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_games_follows_what_is_played() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let game = site.game_of("nine", "", [&ada, &bert]).await?;
    site.play(&game, &["d6", "d2"]).await?;
    let [player, stranger] = Browser::open_two(&site).await?;
    stranger.go("/watch").await?;
    stranger.wait_for_text("#running", "Ada is to move.").await?;
    player.become_person(&ada).await?;
    player.go(&game).await?;
    player.play("b4").await?;
    stranger.wait_for_text("#running", "Bert is to move.").await?;
    player.click("#actions summary").await?;
    player.click("form[data-do=forfeit] button").await?;
    stranger.wait_for_text("#running", "Nobody plays at the moment").await
}

/// Once every step scrolled the page away from the board, to show the line of the log.
#[tokio::test(flavor = "multi_thread")]
async fn stepping_through_a_replay_leaves_the_page_where_it_is() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let game = site.finished_game(&ada, &bert).await?;
    let browser = Browser::open(&site).await?;
    browser.set_screen(PHONE).await?;
    for page in ["replay", "review"] {
        browser.go(&format!("{game}/{page}?ply=0")).await?;
        browser.wait_for_board().await?;
        browser.wait_for("#moves [data-ply=\"1\"]").await?;
        browser.script("scrollTo(0, 60)").await?;
        for ply in 1..=3 {
            browser.script("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))").await?;
            browser.wait_for(&format!("#moves [data-ply=\"{ply}\"][aria-current]")).await?;
            let at = browser.script("return Math.round(scrollY)").await?;
            ensure!(at == 60, "{page} scrolled to {at} at ply {ply}");
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_imported_record_is_stepped_through_with_scripts_and_without() -> Result<()> {
    const RECORD: &str = "[Game \"three\"]\n[White \"Ada\"]\n\n1. a1 b1 2. a2 b2 3. a3 1-0\n";
    let Some(site) = Site::start().await? else { return Ok(()) };
    let [plain, usual] = Browser::open_plain_and_usual(&site).await?;
    for browser in [&plain, &usual] {
        browser.go("/import").await?;
        browser.write("#record", RECORD).await?;
        browser.click("form.card button").await?;
        browser.wait_for("[data-step=forward]").await?;
        for ply in 1..=2 {
            browser.click("[data-step=forward]").await?;
            browser.wait_for(&format!("#moves [data-ply=\"{ply}\"][aria-current]")).await?;
        }
        browser.click("#moves [data-ply=\"5\"]").await?;
        browser.wait_for("#moves [data-ply=\"5\"][aria-current]").await?;
    }
    usual.reload().await?;
    usual.wait_for("#moves [data-ply=\"5\"][aria-current]").await.map(drop)
}

/// Two people at one desk may sit side by side: then the board does not turn.
#[tokio::test(flavor = "multi_thread")]
async fn two_at_one_screen_may_keep_the_board_from_turning() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    browser.go("/?game=nine&opponent=here").await?;
    browser.wait_for_board().await?;
    browser.wait_for_text("#status", "White is to move.").await?;
    browser.press("d6").await?;
    browser.wait_for_path("/game/").await?;
    browser.wait_for_text("#status", "Black is to move.").await?;
    browser.reload().await?;
    browser.wait_for(".table[data-near=black]").await?;
    let switch = "return [...document.querySelectorAll('.switch')].find((s) => s.textContent === 'Turn after each move').click()";
    browser.script(switch).await?;
    browser.listen_to_happenings().await?;
    browser.reload().await?;
    browser.wait_for_board().await?;
    browser.press("d2").await?;
    browser.wait_for_happening("your-turn", 1).await?;
    browser.press("b4").await?;
    browser.wait_for_happening("your-turn", 2).await?;
    browser.wait_for(".table[data-near=black]").await.map(drop)
}
