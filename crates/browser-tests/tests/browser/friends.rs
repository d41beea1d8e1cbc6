//! Two strangers and a link.

use anyhow::{Context, Result, ensure};

use crate::driver::{Browser, PHONE};
use crate::site::Site;

#[tokio::test(flavor = "multi_thread")]
async fn two_strangers_with_a_link_play_a_clocked_game_and_a_rematch() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let [desk, phone] = Browser::open_two(&site).await?;
    phone.set_screen(PHONE).await?;
    // One makes the link.
    desk.go("/?game=three&opponent=friend").await?;
    desk.wait_for_text("#status", "Press Start game").await?;
    desk.click("#chooser button.primary").await?;
    desk.wait_for_path("/friend").await?;
    desk.wait_for_text("h1", "Play a friend").await?;
    desk.choose("#clock", "5+5").await?;
    desk.choose("#colour", "white").await?;
    desk.write("#name", "Ada").await?;
    desk.click("form.chooser button.primary").await?;
    desk.wait_for(".qr").await?;
    desk.keep_picture("invitation-host").await?;
    let url = desk.text("#link").await?;
    let path = url.find("/invite/").map(|start| url[start..].to_owned()).context("a link")?;
    // The other opens it on a phone.
    phone.go(&path).await?;
    phone.wait_for_text("h1", "Ada invites you to play").await?;
    phone.keep_picture("invitation-friend-phone").await?;
    phone.write("#name", "Bo").await?;
    phone.click("form.card button.primary").await?;
    let game = phone.wait_for_path("/game/").await?;
    ensure!(desk.wait_for_path("/game/").await? == game);
    desk.wait_for_text(".seat[data-side=black] .name", "Bo").await?;
    desk.wait_for_text(".seat[data-side=white] .clock", "to begin").await?;
    for (ply, turn) in ["a1", "a2", "b1", "b2"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &desk } else { &phone };
        mover.play(turn).await?;
        if ply >= 1 {
            phone.wait_for(".seat .clock.running").await?;
        }
    }
    phone.keep_picture("clock-phone").await?;
    desk.wait_for_text(".seat[data-side=black] .clock", "5:0").await?;
    desk.reload().await?;
    desk.wait_for(".seat[data-side=white] .clock.running").await?;
    desk.play("c1").await?;
    desk.wait_for_text(".verdict", "You win").await?;
    phone.wait_for_text(".verdict", "You lose").await?;
    // A friendly word, and once more with the colours exchanged.
    desk.click(".words summary").await?;
    desk.click("button[value=good-game]").await?;
    phone.wait_for_text(".seat[data-side=white] .said", "Good game.").await?;
    phone.wait_for_log("Ada: Good game.").await?;
    phone.click(".rematch button[value=accept]").await?;
    phone.wait_for_text(".rematch", "is asked for a rematch").await?;
    desk.wait_for_text(".rematch", "would like a rematch").await?;
    desk.keep_picture("rematch-desk").await?;
    phone.keep_picture("rematch-phone").await?;
    desk.click(".rematch button[value=accept]").await?;
    let again = async |browser: &Browser| {
        browser.wait_for_text(".seat[data-side=white] .name", "Bo").await?;
        browser.wait_for_path("/game/").await
    };
    let next = again(&desk).await?;
    ensure!(next != game && again(&phone).await? == next);
    for (ply, turn) in ["a1", "a2", "b1", "b2", "c1"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &phone } else { &desk };
        mover.play(turn).await?;
    }
    phone.wait_for_text(".verdict", "You win").await?;
    desk.wait_for_text(".verdict", "You lose").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_is_made_and_taken_without_scripts() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let ada = site.person("Ada").await?;
    let [plain, usual] = Browser::open_plain_and_usual(&site).await?;
    usual.become_person(&ada).await?;
    plain.go("/friend?game=three").await?;
    plain.choose("#clock", "3d").await?;
    plain.choose("#colour", "black").await?;
    plain.click("form.chooser button.primary").await?;
    plain.wait_for(".qr").await?;
    let path = plain.path().await?;
    usual.go(&path).await?;
    ensure!(!usual.shows("#name").await?, "who has an account has a name");
    usual.click("form.card button.primary").await?;
    let game = usual.wait_for_path("/game/").await?;
    ensure!(plain.wait_for_path("/game/").await? == game, "the page looks again by itself");
    plain.wait_for_text(".seat[data-side=white] .clock", "d ").await?;
    usual.play("a1").await?;
    plain.wait_for_text("#log", "Ada places a1.").await
}
