//! Proposing a draw.

use anyhow::{Result, ensure};

use crate::driver::Browser;
use crate::site::Site;

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_is_proposed_declined_proposed_again_and_accepted() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let game = site.game_of("nine", "", [&ada, &bert]).await?;
    let [white, black] = Browser::open_two(&site).await?;
    white.become_person(&ada).await?;
    black.become_person(&bert).await?;
    white.go(&game).await?;
    black.go(&game).await?;
    black.wait_for_board().await?;
    let (offer, answers) = ("form[data-do=draw] button", "form[data-do=drawrespond]");
    white.wait_for_turn().await?;
    white.click(offer).await?;
    black.wait_for_text(answers, "Your opponent proposes a draw.").await?;
    white.wait_for(&format!("{offer}[disabled]")).await?;
    white.wait_for_text(".asked-draw", "You have proposed a draw.").await?;
    ensure!(!black.shows(".asked-draw").await?, "who is asked has proposed nothing");
    black.reload().await?;
    black.wait_for_board().await?;
    black.wait_for_text(answers, "Your opponent proposes a draw.").await?;
    black.click(&format!("{answers} button[value=decline]")).await?;
    white.wait_for_log("Bert declines the draw.").await?;
    black.wait_until_gone(answers).await?;
    white.wait_until_gone(".asked-draw").await?;
    ensure!(white.shows(&format!("{offer}[disabled]")).await?, "not again before the next move");

    white.play("d6").await?;
    white.wait_for(&format!("{offer}:not([disabled])")).await?;
    white.click(offer).await?;
    black.wait_for(answers).await?;
    // Simply moving goes on with the game.
    black.play("d2").await?;
    black.wait_until_gone(answers).await?;
    black.click(offer).await?;
    white.click(&format!("{answers} button[value=accept]")).await?;
    for browser in [&white, &black] {
        browser.wait_for_text(".verdict", "Draw").await?;
        browser.wait_for_text("#result", "Draw by agreement.").await?;
        ensure!(!browser.shows("#actions summary").await?);
    }
    Ok(())
}
