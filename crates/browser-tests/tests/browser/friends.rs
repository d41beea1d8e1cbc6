//! Two strangers and a link.

use anyhow::{Context, Result, ensure};
use merels_rules::GameId;
use thirtyfour::prelude::Key;

use crate::driver::{Browser, PHONE};
use crate::site::Site;

#[tokio::test(flavor = "multi_thread")]
async fn two_strangers_with_a_link_play_a_clocked_game_and_a_rematch() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    meet_and_play(Browser::open_two(&site).await?).await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_strangers_with_a_link_play_over_two_nodes() -> Result<()> {
    let Some(cluster) = Site::start_cluster().await? else { return Ok(()) };
    let [one, other] = &cluster.nodes;
    meet_and_play(Browser::open_on([one, other]).await?).await?;
    // What the tables know is told by both.
    for browser in Browser::open_on([one, other]).await? {
        browser.go("/analysis?game=three").await?;
        browser.wait_for_text("main", "White wins in 9 plies.").await?;
        browser.wait_for_text("main", "Exact, from the perfect tables.").await?;
    }
    Ok(())
}

/// The journey of two strangers: a link, a game with a clock, and a rematch.
async fn meet_and_play([desk, phone]: [Browser; 2]) -> Result<()> {
    phone.set_screen(PHONE).await?;
    // One makes the link.
    desk.go("/?game=three&opponent=friend").await?;
    desk.wait_for_text("#status", "Press Start game").await?;
    desk.click("#chooser button.primary").await?;
    // The link is there at once, over the board; what is offered may still be changed.
    desk.wait_for("dialog .qr").await?;
    ensure!(desk.path().await? == "/", "the board stays below");
    desk.choose("#offer #clock", "5+5").await?;
    desk.wait_for_text("#proposal", "5 min + 5 s a move").await?;
    desk.click("#offer label:has([name=colour][value=white])").await?;
    desk.wait_for_text("#proposal", "You have White.").await?;
    desk.write("#name", "Ada").await?;
    desk.keys(Key::Tab).await?;
    desk.wait_for_value("return document.querySelector('#name').defaultValue === 'Ada' || null")
        .await?;
    desk.keep_picture("invitation-host").await?;
    let url = desk.text("#link").await?;
    let path = url.find("/invite/").map(|start| url[start..].to_owned()).context("a link")?;
    // The other opens it on a phone.
    phone.go(&path).await?;
    phone.wait_for_text("h1", "Ada invites you to play").await?;
    phone.keep_picture("invitation-friend-phone").await?;
    phone.write("#name", "Bo").await?;
    phone.click("form[action$='/accept'] button.primary").await?;
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

/// Once every other place that offered it led away to a page of its own.
#[tokio::test(flavor = "multi_thread")]
async fn playing_a_friend_opens_over_every_page_that_offers_it() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bo) = (site.person("Ada").await?, site.person("Bo").await?);
    let browser = Browser::open(&site).await?;
    browser.become_person(&ada).await?;
    // Where nothing is chosen yet, a form asks what to play.
    for (path, offer) in
        [("/lobby", ".tabs a[href='/friend']"), ("/home", "main a[href='/friend']")]
    {
        browser.go(path).await?;
        browser.click(offer).await?;
        browser.wait_for("dialog form.friend").await?;
        browser.click("dialog [data-close]").await?;
        browser.wait_until_gone("dialog").await?;
        browser.click(offer).await?;
        browser.click("dialog label:has([name=game][value=six])").await?;
        browser.choose("dialog [name=clock]", "5+5").await?;
        browser.keep_picture("friend-sheet").await?;
        browser.click("dialog button.primary").await?;
        browser.wait_for_text("dialog #proposal", "Six Men’s Morris").await?;
        browser.wait_for_text("dialog #proposal", "5 min + 5 s a move").await?;
        browser.click("dialog #copy").await?;
        browser.wait_for_text("dialog #invited", "/invite/").await?;
        ensure!(browser.path().await? == path, "{path} stays below");
        browser.click("dialog form[action$='/withdraw'] button").await?;
        browser.wait_until_gone("dialog").await?;
        browser.wait_for_path("/home").await?;
    }
    // An address that names the game has its link at once.
    browser.go("/variants?board=nine&misere=on").await?;
    browser.click("a[href^='/friend?game=']").await?;
    browser.wait_for("dialog #link").await?;
    // Nobody is challenged by one press.
    browser.go("/player/Bo").await?;
    browser.click("a[href^='/friend?to=']").await?;
    let to = "return document.querySelector('dialog [name=to]').value";
    browser.wait_for("dialog form.friend").await?;
    ensure!(browser.script(to).await? == "Bo");
    ensure!(site.player(&bo).await?.name == "Bo");
    browser.click("dialog button.primary").await?;
    browser.wait_for_text("dialog h1", "Waiting for Bo").await?;
    ensure!(browser.path().await? == "/player/Bo");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_is_made_and_taken_without_scripts() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let ada = site.person("Ada").await?;
    let [plain, usual] = Browser::open_plain_and_usual(&site).await?;
    usual.become_person(&ada).await?;
    plain.go("/friend?game=three").await?;
    plain.choose("#clock", "3d").await?;
    plain.click("label:has(input[name=colour][value=black])").await?;
    plain.click("form.chooser button.primary").await?;
    plain.wait_for(".qr").await?;
    let path = plain.path().await?;
    usual.go(&path).await?;
    ensure!(!usual.shows("#name").await?, "who has an account has a name");
    usual.click("form[action$='/accept'] button.primary").await?;
    let game = usual.wait_for_path("/game/").await?;
    ensure!(plain.wait_for_path("/game/").await? == game, "the page looks again by itself");
    plain.wait_for_text(".seat[data-side=white] .clock", "d ").await?;
    usual.play("a1").await?;
    plain.wait_for_text("#log", "Ada places a1.").await
}

#[tokio::test(flavor = "multi_thread")]
async fn over_two_nodes_one_is_missed_and_a_turn_is_taken_back_by_consent() -> Result<()> {
    let Some([one, other]) = Site::start_two().await? else { return Ok(()) };
    let (ada, bo) = (one.person("Ada").await?, one.person("Bo").await?);
    let game = one.game_of("nine", &GameId::NINE.start().to_string(), [&ada, &bo]).await?;
    let [desk, phone] = Browser::open_on([&one, &other]).await?;
    phone.set_screen(PHONE).await?;
    desk.become_person(&ada).await?;
    phone.become_person(&bo).await?;
    desk.go(&game).await?;
    phone.go(&game).await?;
    desk.play("d6").await?;
    phone.wait_for_log("places d6").await?;
    desk.click("form[data-do=undo] button").await?;
    desk.wait_for(".asked-undo:not([hidden])").await?;
    phone.wait_for("form[data-do=undorespond]:not([hidden])").await?;
    phone.keep_picture("take-back-phone").await?;
    phone.click("form[data-do=undorespond] button[value=accept]").await?;
    desk.wait_for_log("takes a turn back").await?;
    desk.play("d7").await?;
    phone.wait_for_log("places d7").await?;
    phone.go("/rules").await?;
    desk.wait_for("#absence:not([hidden])").await?;
    desk.wait_for_text("#absence", "Bo is away.").await?;
    desk.keep_picture("away-desk").await?;
    phone.go(&game).await?;
    desk.wait_until_gone("#absence").await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_seat_is_taken_and_a_challenge_answered() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bo) = (site.person("Ada").await?, site.person("Bo").await?);
    let [desk, phone] = Browser::open_two(&site).await?;
    desk.become_person(&ada).await?;
    phone.become_person(&bo).await?;
    phone.set_screen(PHONE).await?;
    phone.go("/lobby").await?;
    desk.go("/lobby?game=six").await?;
    desk.choose("#clock", "5+5").await?;
    desk.click("form.chooser button.primary").await?;
    desk.wait_for_text("main", "Six Men’s Morris, 5 min + 5 s a move").await?;
    phone.wait_for_text("#meeting", "Ada").await?;
    phone.keep_picture("lobby-phone").await?;
    phone.click("form[action='/seat'] button").await?;
    let game = phone.wait_for_path("/game/").await?;
    ensure!(desk.wait_for_path("/game/").await? == game, "who waits is called");
    // A challenge stands on the other's page by itself.
    phone.go("/lobby").await?;
    desk.go("/friend?game=three&to=Bo").await?;
    desk.click("form.chooser button.primary").await?;
    desk.wait_for_text("h1", "Waiting for Bo").await?;
    desk.keep_picture("challenge-desk").await?;
    phone.wait_for_text("#meeting", "Ada invites you to play").await?;
    phone.keep_picture("challenge-phone").await?;
    phone.click("form[action$='/accept'] button.primary").await?;
    let next = phone.wait_for_path("/game/").await?;
    ensure!(next != game && desk.wait_for_path("/game/").await? == next);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn in_an_arena_over_two_nodes_both_are_taken_to_the_board() -> Result<()> {
    let Some([one, other]) = Site::start_two().await? else { return Ok(()) };
    let (ada, bo) = (one.person("Ada").await?, one.person("Bo").await?);
    let arena = one.arena(&ada).await?;
    let [desk, phone] = Browser::open_on([&one, &other]).await?;
    phone.set_screen(PHONE).await?;
    desk.become_person(&ada).await?;
    phone.become_person(&bo).await?;
    desk.go(&arena).await?;
    desk.wait_for_text("#arena", "You are in.").await?;
    phone.go(&arena).await?;
    phone.click("#arena form button.primary").await?;
    let game = desk.wait_for_path("/game/").await?;
    ensure!(phone.wait_for_path("/game/").await? == game);
    phone.wait_for_text(".arena", "Back to the arena").await?;
    phone.keep_picture("arena-game-phone").await?;
    // Once somebody whose page came only after the pairing was left waiting on it.
    phone.go(&arena).await?;
    ensure!(phone.wait_for_path("/game/").await? == game);
    // Whoever goes back to look at the standings stays there.
    phone.click(".arena a").await?;
    phone.wait_for_text("#arena", "To your game").await?;
    ensure!(phone.path().await? == arena);
    Ok(())
}
