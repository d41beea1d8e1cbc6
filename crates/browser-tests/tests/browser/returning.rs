//! A week: somebody signs up and comes back day after day, by a puzzle, a lesson or a game.

use anyhow::{Context, Result, ensure};
use jiff::{SignedDuration, Timestamp};
use merels_engine::PuzzleSet;
use merels_model::{Arena, ArenaId, TimeControl};
use merels_rules::morris::Variant;
use merels_rules::{GameId, Position};
use merels_web::Clock;
use serde_json::json;

use crate::driver::{Browser, PHONE};
use crate::pages::{FILLED, FIRST_SCREEN};
use crate::push::{IN_PLACE_OF_A_SERVICE, PushService, SWITCH};
use crate::site::Site;

const DAY: SignedDuration = SignedDuration::from_hours(24);

/// Solves the first move of a puzzle of Six on its board.
async fn solve(browser: &Browser, number: usize) -> Result<()> {
    browser.go(&format!("/puzzles/six/{number}")).await?;
    browser.wait_for_board().await?;
    let set = PuzzleSet::built_in(Variant::SIX).context("puzzles")?;
    let puzzle = &set.puzzles[number - 1];
    let solution = puzzle.position.move_text(puzzle.solution().mv);
    browser.play_on_the_analysis_board(&solution).await?;
    browser.wait_for_text("#hint", "Right: ").await?;
    leads_on(browser).await
}

/// `true` if the next step is on the first screen: the one filled button, a board that waits for a move, or
/// the way on from one where somebody else is to move; null if it is not.
const NEXT_STEP: &str = "
    const others = [...document.querySelectorAll('#board :is(.possible, .source, .takeable), main .next')].filter((e) => e.checkVisibility());
    return filled.length < 2 && (filled.length > 0 ? filled : others).some(inSight) || null;";

/// The page leads on: one next step stands on its first screen, as soon as what moves has come to rest.
async fn leads_on(browser: &Browser) -> Result<()> {
    let path = browser.path().await?;
    let step = browser.wait_for_value(&[FILLED, FIRST_SCREEN, NEXT_STEP].concat()).await;
    step.map(drop).with_context(|| format!("a dead end at {path}"))
}

/// Home says how many days it are in a row, and leads on.
async fn days_in_a_row(browser: &Browser, words: &str) -> Result<()> {
    browser.go("/home").await?;
    browser.wait_for_text(".greeting", words).await?;
    leads_on(browser).await
}

/// Signs up and logs in by the forms.
async fn come_in(browser: &Browser) -> Result<()> {
    browser.go("/signup").await?;
    leads_on(browser).await?;
    for (field, text) in [
        ("#email", "ada@example.org"),
        ("#password", "a board by the window"),
        ("#confirm", "a board by the window"),
        ("#name", "Ada"),
    ] {
        browser.write(field, text).await?;
    }
    browser.click("form.card button.primary").await?;
    browser.wait_for_path("/login").await?;
    browser.write("#email", "ada@example.org").await?;
    browser.write("#password", "a board by the window").await?;
    browser.click("form[action=\"/loginplayer\"] button").await?;
    browser.wait_for_path("/home").await.map(drop)
}

/// A friend's game by days: the link is made over Home, the friend begins, and the notice of that leads
/// back to the board.
async fn a_friends_game(ada: &Browser, friend: &Browser, site: &Site) -> Result<()> {
    let service = PushService::start()?;
    let origin = format!("http://{}", site.address);
    let permissions = json!({"origin": origin, "permissions": ["notifications"]});
    ada.cdp("Browser.grantPermissions", permissions).await?;
    let endpoint = format!("http://{}/ada", service.address);
    let stub = IN_PLACE_OF_A_SERVICE.replace("https://push.example/here", &endpoint);
    ada.run_on_every_page(&stub).await?;
    ada.go("/home").await?;
    ada.click(".home a[href=\"/friend\"]").await?;
    ada.click("dialog label:has([name=game][value=three])").await?;
    ada.click("dialog label:has([name=colour][value=black])").await?;
    ada.choose("dialog [name=clock]", "3d").await?;
    ada.click("dialog button.primary").await?;
    let url = ada.wait_for("dialog #link").await?.text().await?;
    ensure!(ada.path().await? == "/home", "Home stays below");
    ada.keep_picture("week-6-friend").await?;
    let path = url.find("/invite/").map(|start| url[start..].to_owned()).context("a link")?;
    friend.go(&path).await?;
    leads_on(friend).await?;
    friend.click("form[action$='/accept'] button.primary").await?;
    let game = friend.wait_for_path("/game/").await?;
    friend.wait_for_turn().await?;
    leads_on(friend).await?;
    ensure!(ada.wait_for_path("/game/").await? == game);
    ada.wait_for_text("#status", "is to move").await?;
    leads_on(ada).await?;
    ada.click(SWITCH).await?;
    ada.wait_for("#push button[aria-checked=true]").await?;
    days_in_a_row(ada, "7 days in a row").await?;
    friend.play("a1").await?;
    ensure!(service.message()? == "/ada", "the notice is for Ada");
    ada.click(&format!(".turn-card a[href='{game}']")).await?;
    ada.wait_for_turn().await?;
    leads_on(ada).await?;
    ada.play("b2").await?;
    ada.wait_for_text("#status", "is to move").await?;
    leads_on(ada).await
}

/// An arena that begins in an hour.
async fn arena(site: &Site, now: Timestamp) -> Result<String> {
    let begins = now + SignedDuration::from_hours(1);
    let arena = Arena {
        id: ArenaId::random(),
        host: None,
        game: GameId::NINE,
        start: GameId::NINE.start().to_string(),
        mover: GameId::NINE.start().side(),
        clock: TimeControl::PRESETS[0],
        rated: false,
        begins,
        ends: begins + SignedDuration::from_hours(1),
    };
    let path = format!("/arena/{}", arena.id);
    site.store.arenas().open_arena(arena, now).await?;
    Ok(path)
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_comes_back_for_a_week() -> Result<()> {
    let clock = Clock::of_machine();
    let Some(site) = Site::start_at(clock.clone()).await? else { return Ok(()) };
    let [browser, friend] = Browser::open_two(&site).await?;
    browser.set_screen(PHONE).await?;
    friend.set_screen(PHONE).await?;
    come_in(&browser).await?;
    days_in_a_row(&browser, "to begin a row of days").await?;
    browser.keep_picture("week-0-phone").await?;
    solve(&browser, 1).await?;
    days_in_a_row(&browser, "first day in a row").await?;
    clock.pass(DAY);
    // The second day: a lesson of two steps.
    for (number, turn) in [(1, "c3"), (2, "b2-b1")] {
        browser.go(&format!("/learn/three/{number}")).await?;
        browser.wait_for_board().await?;
        leads_on(&browser).await?;
        browser.play_on_the_analysis_board(turn).await?;
        browser.wait_for("#status.done").await?;
        leads_on(&browser).await?;
    }
    days_in_a_row(&browser, "2 days in a row").await?;
    clock.pass(DAY);
    // The third: a game.
    browser.go("/home?game=three&level=1&colour=white").await?;
    browser.click("#chooser button.primary").await?;
    browser.wait_for_path("/game/").await?;
    browser.wait_for_board().await?;
    browser.click("#actions summary").await?;
    browser.click("form[data-do=forfeit] button").await?;
    browser.wait_for(".verdict").await?;
    leads_on(&browser).await?;
    days_in_a_row(&browser, "3 days in a row").await?;
    // The fourth is missed and forgiven, the others go on.
    clock.pass(DAY);
    for (number, words) in [(2, "4 days"), (3, "5 days"), (4, "6 days"), (5, "7 days")] {
        clock.pass(DAY);
        solve(&browser, number).await?;
        days_in_a_row(&browser, &format!("{words} in a row")).await?;
    }
    browser.wait_for(".streak [data-day=forgiven]").await?;
    a_friends_game(&browser, &friend, &site).await?;
    // An arena is joined from home.
    browser.go("/home").await?;
    let path = arena(&site, clock.now()).await?;
    browser.wait_for("form[action$=\"/enter\"]").await?;
    browser.keep_picture("week-7-phone").await?;
    browser.click("form[action$=\"/enter\"] button").await?;
    browser.wait_for_path(&path).await?;
    browser.wait_for_text("#arena", "Ada").await?;
    leads_on(&browser).await?;
    days_in_a_row(&browser, "7 days in a row").await?;
    browser.wait_for_text("#now", "You’ll be there").await
}
