//! The tempo of the board, measured by the page's own clock: every happening carries the moment at
//! which the page told it.

use anyhow::{Context, Result, ensure};

use crate::driver::{Browser, Told};
use crate::site::{Person, Seat, Site};

/// White places anywhere but on g1; then the computer closes its mill on a7 and takes a man.
const BEFORE_THE_COMPUTERS_MILL: &str = "WWxxxxxxxxxxxxxxxxxxxxBB w 7 7 0";

/// The happenings that follow, in this order, and the least milliseconds of each.
const ORDER: [(&str, &str, f64); 5] = [
    ("placed", "white", 0.0),
    ("placed", "black", 220.0),
    ("closed-mill", "black", 300.0),
    ("took", "black", 220.0),
    ("your-turn", "white", 0.0),
];

/// From the landing of one's own stone until the computer's sets off.
const COMPUTER_BREATH_MS: f64 = 500.0;

/// Clocks of a page are rounded.
const ROUNDED_MS: f64 = 2.0;

/// Notes whether a point is ever said to be occupied, at the board or above it.
const KEEP_WHAT_IS_SAID: &str = "
    window.everSaid = false;
    document.addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
        if (document.querySelector('main')?.textContent.includes('is occupied')) window.everSaid = true;
    }).observe(document.body, { subtree: true, childList: true, characterData: true }));";

/// Clicks on the board as soon as the computer's stone has set off.
const IMPATIENT: &str = "
    document.addEventListener('merels:happening', ({ detail }) => {
        if (detail.type !== 'placed' || detail.side !== 'black' || detail.phase !== 'start') return;
        setTimeout(() => {
            window.clickedAt = performance.now();
            document.querySelector('#board [data-spot=g4]')
                .dispatchEvent(new MouseEvent('click', { bubbles: true }));
        });
    });";

/// Places a man against the fixed player, which answers with a mill; gives what happened.
async fn one_round(site: &Site, browser: &Browser, person: &Person) -> Result<Vec<[Told; 2]>> {
    let (you, computer) = (Seat::Person(person), Seat::Computer("classic"));
    let game = site.game("nine", BEFORE_THE_COMPUTERS_MILL, you, computer).await?;
    browser.go(&game).await?;
    browser.play("c3").await?;
    what_happened(browser).await
}

/// The happenings until it is the player's turn again.
async fn what_happened(browser: &Browser) -> Result<Vec<[Told; 2]>> {
    browser.wait_for_happening("your-turn", 1).await?;
    let told = browser.happenings().await?;
    let pairs = told.chunks(2).map(|pair| <[Told; 2]>::try_from(pair.to_vec()));
    let pairs: Result<Vec<[Told; 2]>, _> = pairs.collect();
    let pairs = pairs.map_err(|half| anyhow::anyhow!("{half:?} has no end in {told:#?}"))?;
    let kinds = pairs.iter().map(|[start, _]| (start.kind.as_str(), start.side.as_deref()));
    let expected = ORDER.map(|(kind, side, _)| (kind, Some(side)));
    ensure!(kinds.eq(expected), "{told:#?}");
    for [start, end] in &pairs {
        let whole = start.phase == "start" && end.phase == "end" && start.kind == end.kind;
        ensure!(whole, "two things are in the air at once: {told:#?}");
    }
    Ok(pairs)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computers_turn_takes_its_time_by_the_pages_clock() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let ada = site.person("Ada").await?;
    let browser = Browser::open(&site).await?;
    browser.become_person(&ada).await?;
    browser.listen_to_happenings().await?;
    let pairs = one_round(&site, &browser, &ada).await?;
    for ([start, end], (kind, side, least)) in pairs.iter().zip(ORDER) {
        let took = end.at - start.at;
        ensure!(took >= least - ROUNDED_MS, "{side}'s {kind} took only {took} ms: {pairs:#?}");
    }
    the_computer_took_a_breath(&pairs)
}

fn the_computer_took_a_breath(pairs: &[[Told; 2]]) -> Result<()> {
    let [[_, landed], [sets_off, _], ..] = pairs else { anyhow::bail!("{pairs:#?}") };
    let breath = sets_off.at - landed.at;
    ensure!(breath >= COMPUTER_BREATH_MS - ROUNDED_MS, "only {breath} ms: {pairs:#?}");
    Ok(())
}

/// The second click hurried the computer's stone, and was told that the point is occupied.
#[tokio::test(flavor = "multi_thread")]
async fn a_double_click_leaves_the_computers_half_second_and_says_nothing() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let ada = site.person("Ada").await?;
    let browser = Browser::open(&site).await?;
    browser.become_person(&ada).await?;
    browser.listen_to_happenings().await?;
    browser.run_on_every_page(KEEP_WHAT_IS_SAID).await?;
    let (you, computer) = (Seat::Person(&ada), Seat::Computer("classic"));
    let game = site.game("nine", BEFORE_THE_COMPUTERS_MILL, you, computer).await?;
    browser.go(&game).await?;
    browser.wait_for_turn().await?;
    browser.double_press("c3").await?;
    let pairs = what_happened(&browser).await?;
    the_computer_took_a_breath(&pairs)?;
    let said = browser.script("return window.everSaid").await?;
    ensure!(said == false, "something was said to be occupied");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_impatient_click_finishes_the_computers_turn_at_once() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let ada = site.person("Ada").await?;
    let browser = Browser::open(&site).await?;
    browser.become_person(&ada).await?;
    browser.listen_to_happenings().await?;
    browser.run_on_every_page(IMPATIENT).await?;
    let pairs = one_round(&site, &browser, &ada).await?;
    let clicked = browser.script("return window.clickedAt").await?;
    let clicked = clicked.as_f64().context("the click never came")?;
    let shown = pairs.iter().skip(1).map(|[_, end]| end.at - clicked).fold(0.0, f64::max);
    // The mill and the capture alone would have taken five times as long.
    ensure!(shown < 100.0, "{shown} ms after the click: {pairs:#?}");
    ensure!(browser.text("#notice").await?.is_empty(), "a click that hurries chooses nothing");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn under_reduced_motion_the_order_is_the_same() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let ada = site.person("Ada").await?;
    let browser = Browser::open(&site).await?;
    browser.become_person(&ada).await?;
    browser.set_scheme("light").await?;
    browser.listen_to_happenings().await?;
    one_round(&site, &browser, &ada).await.map(drop)
}
