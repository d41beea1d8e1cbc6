//! From the first visit to the last.

use anyhow::{Result, ensure};
use thirtyfour::prelude::Key;

use crate::driver::Browser;
use crate::site::{Seat, Site};

const PASSWORD: &str = "a board by the window";

async fn sign_up(browser: &Browser, name: &str) -> Result<()> {
    browser.go("/signup").await?;
    browser.write("#email", &format!("{name}@example.org")).await?;
    browser.write("#password", PASSWORD).await?;
    browser.write("#confirm", PASSWORD).await?;
    browser.write("#name", name).await?;
    browser.click("form.card button").await?;
    browser.wait_for_text(".success", "Account successfully created").await
}

async fn log_in(browser: &Browser, name: &str) -> Result<()> {
    browser.write("#email", &format!("{name}@example.org")).await?;
    browser.write("#password", PASSWORD).await?;
    browser.click("form[action=\"/loginplayer\"] button").await?;
    browser.wait_for_path("/home").await.map(drop)
}

/// Both start a game of this kind; White's browser comes first.
async fn meet(browsers: [Browser; 2], game: &str) -> Result<[Browser; 2]> {
    let [first, second] = browsers;
    first.go(&format!("/home?game={game}")).await?;
    first.seek_somebody().await?;
    first.wait_for_text("h1", "Finding a match… please wait").await?;
    second.go(&format!("/home?game={game}")).await?;
    second.seek_somebody().await?;
    in_order(first, second).await
}

/// Waits until both are in the game; White's browser comes first.
async fn in_order(first: Browser, second: Browser) -> Result<[Browser; 2]> {
    let path = first.wait_for_path("/game/").await?;
    ensure!(second.wait_for_path("/game/").await? == path, "they are in different games");
    first.wait_for_board().await?;
    second.wait_for_board().await?;
    let first_is_white = first.shows(".seat[data-side=white] .you").await?;
    Ok(if first_is_white { [first, second] } else { [second, first] })
}

#[tokio::test(flavor = "multi_thread")]
async fn from_sign_up_to_a_finished_game() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let [ada, bert] = Browser::open_two(&site).await?;
    for (browser, name) in [(&ada, "Ada"), (&bert, "Bert")] {
        sign_up(browser, name).await?;
        log_in(browser, name).await?;
        browser.wait_for_text("h1", name).await?;
        browser.click("#menu summary").await?;
        browser.wait_for_text("#menu", &format!("{name}@example.org")).await?;
    }
    let [white, black] = meet([ada, bert], "three").await?;
    for (browser, turn) in [(&white, "a1"), (&black, "c3"), (&white, "b1"), (&black, "b3")] {
        browser.play(turn).await?;
    }
    black.wait_for_log(" places b1.").await?;
    white.play("c1").await?;
    white.wait_for_text(".verdict", "You win").await?;
    black.wait_for_text(".verdict", "You lose").await?;
    black.wait_for_text("#result", " wins with a line of three.").await?;
    black.wait_for_log(" places c1 and completes a line.").await?;
    ensure!(!white.shows("form[data-do=draw]").await?, "nothing is left to do");
    white.reload().await?;
    white.wait_for_text(".verdict", "You win").await?;

    // Once more, and counted once.
    white.click("form[action=\"/playagain\"] button").await?;
    white.wait_for_path("/findmatch").await?;
    black.click("form[action=\"/playagain\"] button").await?;
    let [winner, loser] = [white, black];
    let path = winner.wait_for_path("/game/").await?;
    ensure!(loser.wait_for_path("/game/").await? == path);
    winner.go("/home").await?;
    winner.wait_for_text(".facts", "Wins\n1").await?;
    winner.wait_for_text(".facts", "Losses\n0").await?;
    loser.go("/home").await?;
    loser.wait_for_text(".facts", "Losses\n1").await
}

#[tokio::test(flavor = "multi_thread")]
async fn nine_mens_morris_between_two_people() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let [first, second] = Browser::open_two(&site).await?;
    for (browser, person) in [(&first, &ada), (&second, &bert)] {
        browser.become_person(person).await?;
        browser.go("/").await?;
        browser.wait_for_path("/home").await?;
    }
    let [white, black] = meet([first, second], "nine").await?;
    for (browser, turn) in [
        (&white, "d6"),
        (&black, "d2"),
        (&white, "f6"),
        (&black, "f4"),
        (&white, "b6xf4"),
        (&black, "f4"),
    ] {
        browser.play(turn).await?;
    }
    white.wait_for_log(" places b6, closes a mill and takes f4.").await?;
    white.wait_for_text(".seat[data-side=white] .counts", "In hand 6, taken 1").await?;

    // Forfeiting asks once, in place.
    ensure!(!white.shows("form[data-do=forfeit] button").await?);
    white.click("#actions summary").await?;
    white.click("form[data-do=forfeit] button").await?;
    white.wait_for_text(".verdict", "You lose").await?;
    black.wait_for_text(".verdict", "You win").await?;
    black.wait_for_text("#result", " gave up.").await
}

#[tokio::test(flavor = "multi_thread")]
async fn mistakes_are_told_beside_their_fields() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    site.person("Ada").await?;
    let browser = Browser::open(&site).await?;
    browser.go("/signup").await?;
    browser.click("form.card button").await?;
    for field in ["email", "password", "confirm"] {
        browser.wait_for_text(&format!("#{field}-error"), "Please").await?;
    }
    browser.write("#email", "ada@example.org").await?;
    browser.write("#password", PASSWORD).await?;
    browser.write("#confirm", "another").await?;
    browser.click("form.card button").await?;
    browser.wait_for_text("#confirm-error", "not the same").await?;
    browser.write("#password", PASSWORD).await?;
    browser.write("#confirm", PASSWORD).await?;
    browser.click("form.card button").await?;
    browser.wait_for_text("#email-error", "has an account already").await?;
    browser.go("/login").await?;
    browser.write("#email", "ada@example.org").await?;
    browser.write("#password", "wrong wrong wrong").await?;
    browser.keys(Key::Enter + "").await?;
    browser.wait_for_text(".error", "The e-mail or the password is not right.").await
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_the_account_forfeits_and_signs_out() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let game = site.game_of("nine", "", [&ada, &bert]).await?;
    let [first, second] = Browser::open_two(&site).await?;
    first.become_person(&ada).await?;
    second.become_person(&bert).await?;
    second.go(&game).await?;
    second.wait_for_board().await?;
    first.go("/home").await?;
    first.click("#menu summary").await?;
    first.click("#menu a[href='/account#delete']").await?;
    first.wait_for_path("/account").await?;
    ensure!(!first.shows("form[action=\"/delete\"]").await?, "it asks first");
    first.click("details.danger summary").await?;
    first.write("#delete-password", "mühle am bach").await?;
    first.click("form[action=\"/delete\"] button").await?;
    first.wait_for_path("/login").await?;
    second.wait_for_text(".verdict", "You win").await?;
    second.wait_for_log(" has deleted the account and forfeits.").await?;
    second.reload().await?;
    second.wait_for_text(".table", "A former player").await?;
    first.go("/home").await?;
    first.wait_for_path("/login").await.map(drop)
}

/// Once a page whose session was gone tried again for ever.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_whose_session_is_gone_says_so() -> Result<()> {
    let Some(mut site) = Site::start().await? else { return Ok(()) };
    let ada = site.person("Ada").await?;
    let game = site.game("nine", "", Seat::Person(&ada), Seat::Computer("1")).await?;
    let browser = Browser::open(&site).await?;
    browser.become_person(&ada).await?;
    browser.go(&game).await?;
    browser.wait_for_board().await?;
    site.stop().await;
    site.end_session(&ada).await?;
    site.start_again().await?;
    browser.wait_for_text("#connection", "You have been logged out.").await?;
    browser.click("#connection a").await?;
    browser.wait_for_path("/login").await.map(drop)
}

#[tokio::test(flavor = "multi_thread")]
async fn one_who_plays_the_computer_while_waiting_is_told_of_an_opponent() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let [first, second] = Browser::open_two(&site).await?;
    first.become_person(&ada).await?;
    first.go("/home").await?;
    first.seek_somebody().await?;
    first.wait_for("#invite").await?;
    first.click("form[action=\"/playcomputer\"] button").await?;
    let computers = first.wait_for_path("/game/").await?;
    first.wait_for_board().await?;
    second.become_person(&bert).await?;
    second.go("/home").await?;
    second.seek_somebody().await?;
    let game = second.wait_for_path("/game/").await?;
    first.wait_for_text("#matched", "An opponent was found.").await?;
    ensure!(first.path().await? == computers, "the game it plays is not taken away");
    first.click("#matched a").await?;
    ensure!(first.wait_for_path(&game).await? == game);
    first.wait_for_text(".table", "Bert").await
}
