//! The first ten minutes: from the first page to a game that is won, seen once more, and the next.

use anyhow::{Context, Result, ensure};

use crate::driver::{Browser, DESK, PHONE, Screen, Told};
use crate::lessons::learn_nine;
use crate::site::Site;

/// The page may be a little late with what it shows, never early.
const COMPUTER_BREATH_MS: f64 = 500.0;

/// No two happenings are in the air at once, and each ends before the next begins.
fn one_after_the_other(told: &[Told]) -> Result<()> {
    for pair in told.chunks(2) {
        let [start, end] = pair else { continue };
        ensure!(
            start.phase == "start" && end.phase == "end" && start.kind == end.kind,
            "{start:?} and {end:?} overlap in {told:#?}"
        );
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computers_stone_waits_until_yours_has_landed() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    browser.listen_to_happenings().await?;
    browser.go("/?game=nine&level=1&colour=white").await?;
    for _ in 0..3 {
        browser.wait_for_turn().await?;
        // No three of these are on a line.
        let free = "return ['d6', 'g1', 'b4', 'e3', 'f2', 'c5'].find((spot) =>
            !document.querySelector(`#board [data-spot=${spot}]`).classList.contains('full'))";
        let spot = browser.script(free).await?;
        browser.press(spot.as_str().context("no point is free")?).await?;
        let seen = browser.happenings().await?;
        let turns = seen.iter().filter(|told| told.kind == "your-turn" && told.phase == "end");
        browser.wait_for_happening("your-turn", turns.count() + 1).await?;
    }
    let told = browser.happenings().await?;
    one_after_the_other(&told)?;
    let steps: Vec<&Told> = told.iter().filter(|told| told.kind == "placed").collect();
    for pair in steps.windows(2) {
        let [landed, sets_off] = pair else { continue };
        if landed.phase == "end" && sets_off.side.as_deref() == Some("black") {
            let waited = sets_off.at - landed.at;
            ensure!(waited >= COMPUTER_BREATH_MS - 1.0, "only {waited} ms in {told:#?}");
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_click_says_why_at_the_board() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let start = "WWWWxxxxxxxBxxxxxxxxxBBB w 0 0 0";
    let game = site.game_of("nine", start, [&ada, &bert]).await?;
    let browser = Browser::open(&site).await?;
    browser.become_person(&ada).await?;
    for (language, words) in [
        ("en", [("d7", "d7 is not yours."), ("d5", "There is nothing on d5.")]),
        ("de", [("d7", "Der Stein auf d7 gehört dir nicht."), ("d5", "Auf d5 steht nichts.")]),
    ] {
        browser.set_cookie("merels-language", language).await?;
        browser.go(&game).await?;
        browser.wait_for_board().await?;
        for (spot, reason) in words {
            browser.press(spot).await?;
            browser.wait_for_text("#board .reason", reason).await?;
        }
    }
    // A man that is chosen and sent too far.
    browser.set_cookie("merels-language", "en").await?;
    browser.go(&game).await?;
    browser.wait_for_turn().await?;
    browser.press("a1").await?;
    browser.press("c3").await?;
    browser.wait_for_text("#board .reason", "c3 is no neighbour of a1.").await
}

/// From the first page to a game won, seen once more, and the next one begun.
async fn walk(site: &Site, name: &str, screen: Screen) -> Result<()> {
    let browser = Browser::open(site).await?;
    browser.listen_to_happenings().await?;
    browser.set_screen(screen).await?;
    browser.go("/").await?;
    browser.wait_for_board().await?;
    browser.keep_picture(&format!("walk-{name}-1-first")).await?;
    browser.click("a[href=\"/learn/nine\"]").await?;
    learn_nine(&browser, name).await?;
    browser.click("#play").await?;
    browser.wait_for("#chooser").await?;
    browser.wait_for_board().await?;
    browser.press("d6").await?;
    browser.wait_for_happening("your-turn", 1).await?;
    one_after_the_other(&browser.happenings().await?)?;
    browser.keep_picture(&format!("walk-{name}-2-playing")).await?;

    // A game that is won with the next turn.
    let ada = site.person(&format!("Ada {name}")).await?;
    let (game, winning) = site.almost_won(&ada, "2").await?;
    let (_, taken) = winning.split_once('x').context("the last turn takes a man")?;
    browser.become_person(&ada).await?;
    browser.go(&game).await?;
    browser.play(&winning).await?;
    browser.wait_for_text(".verdict", "You win").await?;
    browser.wait_for("#board .won").await?;
    one_after_the_other(&browser.happenings().await?)?;
    browser.keep_picture(&format!("walk-{name}-3-won")).await?;

    browser.click("#result a[href$=replay]").await?;
    browser.wait_for_path(&format!("{game}/replay")).await?;
    browser.wait_for("#slider").await?;
    browser.click("a[data-step=last]").await?;
    browser.click("a[data-step=back]").await?;
    browser.click("a[data-step=forward]").await?;
    browser.wait_for_happening("took", 1).await?;
    browser.keep_picture(&format!("walk-{name}-4-replay")).await?;
    browser.click("a[data-step=back]").await?;
    browser.wait_for(&format!("#board [data-spot={taken}].full")).await.context("one turn back")?;

    browser.click(&format!("a[href=\"{game}\"]")).await?;
    browser.wait_for_text("#result", "Level 3").await?;
    browser.click("#result form[action=\"/play\"] button").await?;
    browser.wait_for_text(".table", "Computer, level 3").await?;
    browser.wait_for_turn().await?;
    browser.keep_picture(&format!("walk-{name}-5-next-level")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_ten_minutes_on_a_desk() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    walk(&site, "desk", DESK).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_ten_minutes_on_a_phone() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    walk(&site, "phone", PHONE).await
}

/// The still picture of a page without scripts and the board that takes its place lie alike.
#[tokio::test(flavor = "multi_thread")]
async fn the_still_picture_and_the_board_lie_alike() -> Result<()> {
    const COMPARE: &str = "
        const done = arguments[arguments.length - 1];
        const places = (root, css) => [...root.querySelectorAll(css)]
            .map((e) => [e.getAttribute('cx') ?? e.getAttribute('x'), e.getAttribute('cy') ?? e.getAttribute('y')].map(Number).join());
        fetch(location.href).then((answer) => answer.text()).then((text) => {
            const still = new DOMParser().parseFromString(text, 'text/html').querySelector('#board');
            const live = document.querySelector('#board');
            done(['.dot', '.wood', '.coordinate'].map((css) => [places(still, css), places(live, css)]));
        });";
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let browser = Browser::open(&site).await?;
    let strip = format!("{}3 1", "0,".repeat(11));
    for person in [&ada, &bert] {
        browser.become_person(person).await?;
        for (game, start) in
            [("nine", ""), ("three", ""), ("mingmang", ""), ("nimble", strip.as_str())]
        {
            browser.go(&site.game_of(game, start, [&ada, &bert]).await?).await?;
            browser.wait_for_board().await?;
            let compared = browser.script_later(COMPARE).await?;
            for pair in compared.as_array().context("no list")? {
                ensure!(pair[0] == pair[1], "{game}: {pair:#}");
            }
        }
    }
    Ok(())
}
