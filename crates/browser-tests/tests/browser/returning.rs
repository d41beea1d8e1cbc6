//! A week: somebody signs up and comes back day after day, by a puzzle, a lesson or a game.

use anyhow::{Context, Result, ensure};
use jiff::{SignedDuration, Timestamp};
use merels_engine::PuzzleSet;
use merels_model::{Arena, ArenaId, TimeControl};
use merels_rules::morris::Variant;
use merels_rules::{GameId, Position};
use merels_web::Clock;

use crate::driver::{Browser, PHONE};
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
    browser.wait_for_text("#hint", "Right: ").await
}

/// Home says how many days it are in a row, and offers something to do without scrolling.
async fn days_in_a_row(browser: &Browser, words: &str) -> Result<()> {
    browser.go("/home").await?;
    browser.wait_for_text(".greeting", words).await?;
    let next = "const box = document.querySelector('main .primary').getBoundingClientRect();
        return box.top >= 0 && box.bottom <= innerHeight;";
    ensure!(browser.script(next).await? == true, "the next step is on the first screen");
    Ok(())
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
    let browser = Browser::open(&site).await?;
    browser.set_screen(PHONE).await?;
    browser.go("/signup").await?;
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
    browser.wait_for_path("/home").await?;
    days_in_a_row(&browser, "to begin a row of days").await?;
    browser.keep_picture("week-0-phone").await?;
    solve(&browser, 1).await?;
    days_in_a_row(&browser, "first day in a row").await?;
    clock.pass(DAY);
    // The second day: a lesson of two steps.
    for (number, turn) in [(1, "c3"), (2, "b2-b1")] {
        browser.go(&format!("/learn/three/{number}")).await?;
        browser.wait_for_board().await?;
        browser.play_on_the_analysis_board(turn).await?;
        browser.wait_for("#status.done").await?;
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
    days_in_a_row(&browser, "3 days in a row").await?;
    // The fourth is missed and forgiven, the others go on.
    clock.pass(DAY);
    for (number, words) in [(2, "4 days"), (3, "5 days"), (4, "6 days"), (5, "7 days")] {
        clock.pass(DAY);
        solve(&browser, number).await?;
        days_in_a_row(&browser, &format!("{words} in a row")).await?;
    }
    browser.wait_for(".streak [data-day=forgiven]").await?;
    // An arena is joined from home.
    let path = arena(&site, clock.now()).await?;
    browser.wait_for("form[action$=\"/enter\"]").await?;
    browser.keep_picture("week-7-phone").await?;
    browser.click("form[action$=\"/enter\"] button").await?;
    browser.wait_for_path(&path).await?;
    browser.wait_for_text("#arena", "Ada").await?;
    days_in_a_row(&browser, "7 days in a row").await?;
    browser.wait_for_text("#now", "You’ll be there").await
}
