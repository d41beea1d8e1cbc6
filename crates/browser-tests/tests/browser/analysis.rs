//! The values of positions, seen in a browser: a review, another try, the analysis board, and its
//! address given to others.

use anyhow::{Context, Result, ensure};
use jiff::{SignedDuration, Timestamp};
use merels_engine::PuzzleSet;
use merels_model::GameKey;
use merels_rules::Position;
use merels_rules::morris::Variant;
use merels_store::{Lease, NewReview};
use thirtyfour::prelude::Key;

use crate::driver::{Browser, DESK, PHONE};
use crate::site::Site;

/// Ada is about to win by f4-g1; Bert can stop nothing.
const BEFORE_THE_END: &str = "WWxxxxxxxxxxxWxxxxBxBxxB w 0 0 0";

#[tokio::test(flavor = "multi_thread")]
async fn a_review_leads_to_another_try_and_to_an_analysis_that_is_shared() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    for screen in [DESK, PHONE] {
        let game = site.game_of("nine", BEFORE_THE_END, [&ada, &bert]).await?;
        let [first, second] = Browser::open_two(&site).await?;
        first.set_screen(screen).await?;
        first.become_person(&ada).await?;
        second.become_person(&bert).await?;
        // Ada lets the win go by, Bert lets it come again.
        first.go(&game).await?;
        first.play("f4-e3").await?;
        second.go(&game).await?;
        second.play("b6-a7").await?;
        first.play("e3-g1xa7").await?;
        first.wait_for_text(".verdict", "You win").await?;
        first.go(&format!("{game}/review")).await?;
        first.wait_for(".graph").await?;
        first.wait_for_text("#said h2", "The game turned on 1… b6-a7: Black").await?;
        first.wait_for_text("#panel, .panel", "Exact, from the perfect tables").await?;
        first.click("#said .primary").await?;
        first.click("#said article:not([hidden]) form button").await?;
        first.wait_for_path("/game/").await?;
        first.wait_for_turn().await?;
        first.go(&format!("{game}/review?ply=1")).await?;
        first.click("#said article:not([hidden]) .after a").await?;
        first.wait_for_path("/analysis").await?;
        first.wait_for_board().await?;
        first.wait_for_text(".tree [aria-current]", "f4-e3").await?;
        first.click("[data-step='first']").await?;
        first.wait_for("button[data-move='f4-g1xb6']").await?;
        first.play_on_the_analysis_board("f4-g1xb6").await?;
        first.wait_for_text(".tree [aria-current]", "f4-g1xb6").await?;
        first.wait_for_text("#status", "White wins").await?;
        let shared = first.script("return location.pathname + location.search").await?;
        let shared = shared.as_str().unwrap_or_default().to_owned();
        ensure!(shared.contains("f4-g1xb6"), "{shared}");
        second.forget_cookies().await?;
        second.go(&shared).await?;
        second.wait_for_text("#status", "White wins").await?;
        second.wait_for_text(".tree [aria-current]", "f4-g1xb6").await?;
    }
    Ok(())
}

/// Here another node makes it, and takes its time.
#[tokio::test(flavor = "multi_thread")]
async fn a_review_comes_by_itself_when_it_is_made() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let address = site.finished_game(&ada, &bert).await?;
    let game = GameKey::new(address.trim_start_matches("/game/"));
    let made = Timestamp::now();
    let work = Lease {
        work: format!("review {game}"),
        holder: "another node".to_owned(),
        at: made,
        lasts: SignedDuration::from_hours(1),
    };
    ensure!(site.store.cluster().lease(work).await?, "nobody makes it");
    let browser = Browser::open(&site).await?;
    browser.go(&format!("{address}/review")).await?;
    browser.wait_for_text("#making", "The review is being made.").await?;
    browser.wait_for("#making progress[max='3']").await?;
    let review = r#"{"moves":[],"curve":[0.5],"accuracy":[null,null],"turned":null}"#.to_owned();
    site.store.games().keep_review(NewReview { game, made, settled: true, review }).await?;
    browser.wait_for(".graph").await?;
    ensure!(!browser.shows("#making").await?, "it is there and waited for");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_are_tried_taken_back_and_kept_as_a_tree_by_keys() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    browser.go("/analysis?game=three&position=WWxBBxxxx+w+1+1").await?;
    browser.wait_for_board().await?;
    browser.play_on_the_analysis_board("c1").await?;
    browser.wait_for_text("#status", "White wins").await?;
    browser.script("document.activeElement.blur()").await?;
    browser.keys(Key::Left).await?;
    browser.wait_for("button[data-move='a3']").await?;
    browser.play_on_the_analysis_board("a3").await?;
    browser.wait_for_text(".tree", "c1").await?;
    browser.wait_for_text(".tree [aria-current]", "a3").await?;
    browser.click("#marking").await?;
    browser.press("c3").await?;
    browser.press("a1").await?;
    browser.wait_for("#marks .own").await?;
    let complaints = browser.complaints().await?;
    ensure!(complaints.is_empty(), "{complaints:?}");
    Ok(())
}

/// Once Enter played a move although marks were to be made.
#[tokio::test(flavor = "multi_thread")]
async fn marks_are_made_by_keys_as_by_clicks() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    browser.go("/analysis?game=six").await?;
    browser.wait_for_board().await?;
    ensure!(!browser.shows("#marking-how").await?, "nothing is marked yet");
    browser.click("#marking").await?;
    browser.wait_for_text("#marking-how", "A point chosen twice gets a ring").await?;
    browser.script("document.querySelector('#board [data-spot=c1]').focus()").await?;
    browser.keys(Key::Enter + Key::Enter).await?;
    browser.wait_for("#marks .own").await?;
    // To c2, above: an arrow.
    browser.keys(" " + Key::Up + " ").await?;
    browser.wait_for("#marks .own .head").await?;
    browser.wait_for("#marking[aria-checked=true]").await?;
    let query = browser.script("return location.search").await?;
    ensure!(query == "?game=six&marks=c1.c1-c2", "{query}: nothing was played");
    browser.click("#marking").await?;
    browser.press("c1").await?;
    browser.wait_for_text(".tree [aria-current]", "c1").await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_puzzle_of_the_day_is_failed_and_solved() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    for screen in [DESK, PHONE] {
        browser.set_screen(screen).await?;
        browser.go("/puzzles/daily").await?;
        browser.wait_for_board().await?;
        let address = browser.path().await?;
        let mut parts = address.rsplit('/');
        let number: usize = parts.next().unwrap_or_default().parse()?;
        let variant: Variant = parts.next().unwrap_or_default().parse()?;
        let set = PuzzleSet::built_in(variant).context("puzzles")?;
        let puzzle = &set.puzzles[number - 1];
        let text = |at: usize| puzzle.position.move_text(puzzle.moves[at].mv);
        browser.play_on_the_analysis_board(&text(1)).await?;
        browser.wait_for_text("#hint", "Your opponent answers ").await?;
        browser.click("#solution button").await?;
        browser.wait_for_text("#hint", &format!("The solution: {} ", text(0))).await?;
        ensure!(!browser.shows("#solution").await?, "there is nothing more to show");
        browser.click("#again").await?;
        browser.wait_until_gone("#again").await?;
        browser.play_on_the_analysis_board(&text(0)).await?;
        browser.wait_for_text("#hint", "Right: ").await?;
    }
    Ok(())
}
