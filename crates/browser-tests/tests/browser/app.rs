//! The site as an app: what can be installed, and what is said without a line.

use anyhow::{Result, bail, ensure};

use crate::driver::Browser;
use crate::site::Site;

/// Waits until the script beside the pages is there to answer.
pub(crate) const READY: &str = "
    const done = arguments[arguments.length - 1];
    navigator.serviceWorker.ready.then(({ active }) => {
        if (active.state === 'activated') done(true);
        else active.addEventListener('statechange', () => active.state === 'activated' && done(true));
    });";

#[tokio::test(flavor = "multi_thread")]
async fn without_a_line_the_app_says_so_and_never_shows_a_stale_game() -> Result<()> {
    let Some(mut site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let game = site.game_of("nine", "", [&ada, &bert]).await?;
    let browser = Browser::open(&site).await?;
    browser.become_person(&ada).await?;
    browser.go(&game).await?;
    browser.wait_for_board().await?;
    ensure!(browser.script_later(READY).await? == true);
    site.stop().await;
    browser.go(&game).await?;
    browser.wait_for_text("main", "You are offline.").await?;
    browser.wait_for_text("main", "Du bist offline.").await?;
    ensure!(!browser.shows("#board").await?, "a game is shown that may have gone on");
    browser.keep_picture("offline").await?;
    let font = "return getComputedStyle(document.querySelector('h1')).fontFamily";
    ensure!(browser.script(font).await?.as_str().is_some_and(|font| font.contains("Merels")));
    site.start_again().await?;
    browser.click("#again").await?;
    browser.wait_for_board().await?;
    browser.wait_for_turn().await
}

/// The next spot to press on a board where it is one's turn: where the chosen man may go, else any that
/// may be chosen. `over` at the end of the game.
const NEXT_SPOT: &str = "
    if (window.told.some(({ kind, phase }) => kind === 'ended' && phase === 'end')) return 'over';
    const first = (marks) => document.querySelector(`#board [data-spot]${marks}`)?.dataset.spot;
    return first('.takeable') ?? first('.possible:not(.chosen)') ?? first('.source:not(.chosen)') ?? null;";

/// `true` once the log tells of the computer's first turns, which may be scrolled out of sight by then.
const LOGGED: &str =
    "return document.querySelector('#log').textContent.includes('Black places') || null";

/// Once nothing could be played without the server.
#[tokio::test(flavor = "multi_thread")]
async fn the_first_page_plays_the_computer_without_a_line() -> Result<()> {
    let Some(mut site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    browser.listen_to_happenings().await?;
    browser.go("/?game=three&opponent=computer&level=2&colour=white").await?;
    browser.wait_for_board().await?;
    browser.wait_for("#board[data-alone]").await?;
    site.stop().await;
    for _ in 0..200 {
        let spot = browser.wait_for_value(NEXT_SPOT).await?;
        if spot == "over" {
            browser.wait_for_value(LOGGED).await?;
            ensure!(browser.path().await? == "/", "no game was made");
            return Ok(());
        }
        browser.press(spot.as_str().unwrap_or_default()).await?;
    }
    bail!("the game has no end")
}

/// Checks the conditions under which a browser offers to install an app.
#[tokio::test(flavor = "multi_thread")]
async fn the_site_can_be_installed() -> Result<()> {
    const MANIFEST: &str = "
        const done = arguments[arguments.length - 1];
        (async () => {
            const link = document.querySelector('link[rel=manifest]');
            const manifest = await (await fetch(link.href)).json();
            const sizes = await Promise.all(manifest.icons.map(async ({ src, sizes }) => {
                const icon = new Image();
                icon.src = src;
                await icon.decode();
                return sizes === 'any' || sizes === `${icon.naturalWidth}x${icon.naturalHeight}`;
            }));
            return [manifest.name, manifest.display, manifest.start_url, sizes.length > 2 && sizes.every(Boolean)].join(' ');
        })().then(done, (error) => done(String(error)));";
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    browser.go("/").await?;
    let found = browser.script_later(MANIFEST).await?;
    ensure!(found == "Merels standalone / true", "{found}");
    let errors = browser.cdp("Page.getInstallabilityErrors", serde_json::json!({})).await?;
    let errors = errors["installabilityErrors"].as_array().cloned().unwrap_or_default();
    ensure!(errors.is_empty(), "{errors:#?}");
    Ok(())
}
