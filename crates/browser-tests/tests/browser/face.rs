//! The face of the pages with a board, measured: what stands on the first screen, what moves, and what
//! choosing changes.

use anyhow::{Context, Result, ensure};
use serde_json::json;
use thirtyfour::prelude::Key;

use crate::driver::{Browser, DESK, PHONE, Screen};
use crate::site::{Person, Seat, Site};

/// The phone on which the first screen is measured.
pub(crate) const MODERN_PHONE: Screen = (390, 844);

/// The parts of the board, the seats, the sentence of the moment and the filled button that are not wholly on
/// the first screen, above the bar at the foot.
const BELOW_THE_FIRST_SCREEN: &str = "
    const foot = document.querySelector('.places');
    const end = foot.checkVisibility() ? foot.getBoundingClientRect().top : innerHeight;
    const wanted = ['#board .board', '#seat-white', '#seat-black', '#status, #said', 'main .primary'];
    const shown = (css) => [...document.querySelectorAll(css)].filter((e) => e.checkVisibility());
    const below = (e) => { const { top, bottom } = e.getBoundingClientRect(); return top < 0 || bottom > end; };
    return wanted.flatMap((css) => shown(css).length === 0 && css !== 'main .primary' ? [`no ${css}`]
        : shown(css).slice(0, 1).filter(below).map((e) => `${css} ends at ${e.getBoundingClientRect().bottom} of ${end}`));";

/// The filled buttons of the page that can be seen.
const FILLED: &str = "
    return [...document.querySelectorAll('main .primary')].filter((e) => e.checkVisibility()).length;";

/// The pages with a board: their addresses, and who looks at them.
async fn tables<'a>(
    site: &Site,
    ada: &'a Person,
    bert: &'a Person,
) -> Result<Vec<(String, Option<&'a Person>)>> {
    let people = site.game_of("nine", "", [ada, bert]).await?;
    let computer = site.game("nine", "", Seat::Person(ada), Seat::Computer("2")).await?;
    let over = site.finished_game(ada, bert).await?;
    Ok(vec![
        ("/".to_owned(), None),
        ("/play".to_owned(), Some(ada)),
        (people, Some(ada)),
        (computer, Some(ada)),
        (over.clone(), Some(ada)),
        (format!("{over}/replay?ply=1"), None),
        (format!("{over}/review?ply=1"), None),
        ("/puzzles/six/7".to_owned(), None),
        ("/learn/nine/2".to_owned(), None),
        ("/analysis?game=six".to_owned(), None),
    ])
}

/// Opens a page as somebody, or as nobody.
pub(crate) async fn visit(browser: &Browser, path: &str, person: Option<&Person>) -> Result<()> {
    browser.forget_cookies().await?;
    if let Some(person) = person {
        browser.become_person(person).await?;
    }
    browser.go(path).await?;
    browser.wait_for("main").await.map(drop)
}

#[tokio::test(flavor = "multi_thread")]
async fn board_seats_and_the_sentence_of_the_moment_are_on_the_first_screen_of_a_phone()
-> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let browser = Browser::open(&site).await?;
    browser.set_screen(MODERN_PHONE).await?;
    for (path, person) in tables(&site, &ada, &bert).await? {
        visit(&browser, &path, person).await?;
        browser.wait_for_board().await?;
        let below = browser.script(BELOW_THE_FIRST_SCREEN).await?;
        ensure!(below == json!([]), "{path}: {below:#}");
        let filled = browser.script(FILLED).await?.as_u64().context("no number")?;
        ensure!(filled <= 1, "{path} has {filled} filled buttons");
    }
    Ok(())
}

/// Keeps what every shift of the layout has moved, whoever caused it.
const WATCH_SHIFTS: &str = "
    window.shifted = [];
    const name = ({ node }) => node?.outerHTML?.slice(0, 90) ?? String(node?.textContent);
    new PerformanceObserver((list) => list.getEntries().forEach(({ sources }) => window.shifted.push(...sources.map(name))))
        .observe({ type: 'layout-shift', buffered: false });";

#[tokio::test(flavor = "multi_thread")]
async fn nothing_moves_when_a_turn_passes() -> Result<()> {
    const PLACES: &str = "
        return ['#board', '#seat-white', '#seat-black', '.moment', '#actions'].map((css) => {
            const { x, y, width, height } = document.querySelector(css).getBoundingClientRect();
            return [css, x, y, width, height].map((n) => typeof n === 'number' ? Math.round(n) : n).join(' ');
        });";
    let Some(site) = Site::start().await? else { return Ok(()) };
    let ada = site.person("Ada").await?;
    let browser = Browser::open(&site).await?;
    browser.become_person(&ada).await?;
    browser.listen_to_happenings().await?;
    for screen in [DESK, MODERN_PHONE, PHONE] {
        browser.set_screen(screen).await?;
        let game = site.game("nine", "", Seat::Person(&ada), Seat::Computer("1")).await?;
        browser.go(&game).await?;
        browser.wait_for_turn().await?;
        let before = browser.script(PLACES).await?;
        browser.script(WATCH_SHIFTS).await?;
        browser.press("d6").await?;
        browser.wait_for_happening("your-turn", 1).await?;
        browser.wait_for_turn().await?;
        let after = browser.script(PLACES).await?;
        ensure!(before == after, "at {screen:?} from {before:#} to {after:#}");
        let shifted = browser.script("return window.shifted").await?;
        ensure!(shifted == json!([]), "at {screen:?} {shifted:#} has moved");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn choosing_a_game_changes_the_board_in_place_and_keeps_focus_and_scroll() -> Result<()> {
    const STATE: &str = "
        const e = document.activeElement;
        return [window.stays === true, e.name, e.value, e.checked, Math.round(scrollY)];";
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    for screen in [DESK, MODERN_PHONE] {
        browser.set_screen(screen).await?;
        browser.forget_cookies().await?;
        browser.go("/?game=nine&opponent=computer&level=1&colour=white").await?;
        browser.wait_for_board().await?;
        browser
            .script(
                "window.stays = true; document.querySelector('#chooser input[value=nine]').focus()",
            )
            .await?;
        let scrolled = browser.script("return Math.round(scrollY)").await?;
        browser.keys(Key::Right + "").await?;
        browser.wait_for_text("h1", "Six Men’s Morris").await?;
        browser
            .wait_for_value(
                "return document.querySelectorAll('#board .spot').length === 16 || null",
            )
            .await?;
        let state = browser.script(STATE).await?;
        ensure!(state == json!([true, "game", "six", true, scrolled]), "{state} at {screen:?}");
        // Against whom, too: nobody is asked to wait before the button is pressed.
        browser.click("#chooser label:has(input[value=here])").await?;
        browser.wait_for_text("#seat-black .name", "Black").await?;
        ensure!(browser.path().await? == "/");
        browser.press("a1").await?;
        browser.wait_for_path("/game/").await?;
        browser.wait_for_text("#status", "Black is to move.").await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_heading_names_a_rule_of_the_family() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    browser.go("/?game=nine%2Bmisere").await?;
    browser.wait_for_board().await?;
    let name = browser.text("h1").await?;
    ensure!(name.starts_with("Nine Men’s Morris, "), "{name}");
    ensure!(browser.text("#chooser").await?.contains(&name), "{name} is not among the games");
    Ok(())
}

/// Once the first page showed a board on which nothing could be pressed, after a game by a link.
#[tokio::test(flavor = "multi_thread")]
async fn after_a_friends_game_the_first_page_has_a_living_board() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    for opponent in ["friend", "anybody"] {
        let choice =
            format!("game=six+opponent={opponent}+level=2+colour=white+size=8+squares=12+pawns=3");
        browser.set_cookie("merels-choice", &choice).await?;
        browser.go("/").await?;
        browser.wait_for_board().await?;
        browser.wait_for_turn().await?;
        browser.press("a1").await?;
        browser.wait_for_path("/game/").await?;
        browser.forget_cookies().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_looked_through_while_it_goes_on() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let game = site.game_of("nine", "", [&ada, &bert]).await?;
    site.play(&game, &["d6", "d2"]).await?;
    let browser = Browser::open(&site).await?;
    browser.become_person(&ada).await?;
    browser.go(&game).await?;
    browser.wait_for_board().await?;
    browser.wait_for_turn().await?;
    browser.click("#sheet [data-step=back]").await?;
    browser.wait_for_text("#status", "Ada places d6.").await?;
    browser.wait_until_gone("#board [data-spot=d2].full").await?;
    browser.wait_for("#moves [data-ply='1'][aria-current]").await?;
    browser.click("#sheet [data-step=last]").await?;
    browser.wait_for_turn().await?;
    browser.play("f6").await?;
    browser.wait_for_text("#moves li:nth-child(2)", "f6").await?;
    browser.wait_for("#moves [data-ply='3'][aria-current]").await?;
    ensure!(browser.path().await? == game);
    browser.reload().await?;
    browser.wait_for_text("#moves li:nth-child(1)", "d6").await?;
    browser.wait_for_text("#moves li:nth-child(2)", "f6").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_is_called_you() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    browser.go("/?game=nine&level=1&colour=white").await?;
    browser.wait_for_board().await?;
    browser.play("d6").await?;
    browser.wait_for_log("White places d6.").await?;
    browser.wait_for_log("Computer places").await?;
    browser.click("#actions summary").await?;
    browser.click("form[data-do=forfeit] button").await?;
    browser.wait_for_text(".verdict", "You lose").await?;
    browser.wait_for_text("#seat-white .name", "You").await?;
    let said = browser.text("main").await?;
    ensure!(!said.contains("Guest"), "{said}");
    Ok(())
}

/// Nothing moves for the offer, it is made once, and pressing it is remembered.
#[tokio::test(flavor = "multi_thread")]
async fn sound_is_offered_once_at_the_first_mill() -> Result<()> {
    const BOARD: &str =
        "return JSON.stringify(document.querySelector('#board').getBoundingClientRect())";
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let start = "WWxxxxxxxxxxxxxxxxxxxxBB w 7 7 0";
    let (first, second) = (
        site.game_of("nine", start, [&ada, &bert]).await?,
        site.game_of("nine", start, [&ada, &bert]).await?,
    );
    let browser = Browser::open(&site).await?;
    browser.become_person(&ada).await?;
    for screen in [MODERN_PHONE, DESK] {
        browser.set_screen(screen).await?;
        browser.go(&first).await?;
        browser.script("localStorage.clear()").await?;
        browser.go(&first).await?;
        browser.wait_for_turn().await?;
        let before = browser.script(BOARD).await?;
        ensure!(!browser.shows("#hear").await?, "nobody has closed a mill");
        browser.script(CLOSE_A_MILL).await?;
        browser.wait_for("#hear").await?;
        browser.keep_picture(&format!("sound-offered-{}", screen.0)).await?;
        ensure!(browser.script(BOARD).await? == before, "the board has moved");
        ensure!(!browser.scrolls_sideways().await?);
        // Whoever passes it by is not asked again.
        browser.go(&second).await?;
        browser.wait_for_turn().await?;
        browser.script(CLOSE_A_MILL).await?;
        ensure!(!browser.shows("#hear").await?, "it was offered before");
    }
    browser.script("localStorage.clear()").await?;
    browser.go(&first).await?;
    browser.play("g1xd7").await?;
    browser.click("#hear").await?;
    browser.wait_until_gone("#hear").await?;
    let kept = browser.script("return localStorage.getItem('merels-sound')").await?;
    ensure!(kept == "on", "{kept}");
    Ok(())
}

/// A mill that the page tells of.
const CLOSE_A_MILL: &str = "document.dispatchEvent(new CustomEvent('merels:happening',
    { detail: { type: 'closed-mill', phase: 'end', lines: [] } }));";

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_game_tells_the_rating_before_and_after() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let game = site.rated_running_game("nine", [&ada, &bert]).await?;
    site.play(&game, &["d6", "d2"]).await?;
    let browser = Browser::open(&site).await?;
    browser.become_person(&ada).await?;
    browser.go(&game).await?;
    browser.wait_for_turn().await?;
    browser.click("#actions summary").await?;
    browser.click("form[data-do=forfeit] button").await?;
    browser.wait_for_text(".rating-change", "Rating 1500 → 1338 (-162)").await?;
    let filled = browser.script(FILLED).await?;
    ensure!(filled == 1, "{filled} filled buttons");
    Ok(())
}

/// Once three of twenty-four equal moves were marked, as if they were better.
#[tokio::test(flavor = "multi_thread")]
async fn a_few_of_many_equal_moves_are_not_marked() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    browser.go("/analysis?game=nine").await?;
    browser.wait_for_board().await?;
    let marked = browser.script("return document.querySelectorAll('#marks .best').length").await?;
    ensure!(marked == 0, "{marked} of 24 equal moves are marked");
    browser.go("/analysis?position=WWxxxxxxxxxxxWxxxxBxBxxB+w+0+0").await?;
    browser.wait_for("#marks .best").await.map(drop)
}
