//! Mails to those whose turn it is in a game by days, if they asked for them.

use merels_store::AccountChange;

use crate::common::{Client, Site, Smtp, eventually, now};
use crate::push::game_by_days;

async fn start() -> Option<(Site, Smtp)> {
    let smtp = Smtp::start()?;
    let site = Site::with(|settings| smtp.serves(settings)).await;
    Some((site, smtp))
}

async fn confirmed(site: &Site, name: &str) -> Client {
    let client = site.player(name).await;
    let change = AccountChange::Confirmed(now());
    site.store
        .accounts()
        .change_account(client.id.as_ref().unwrap(), change)
        .await
        .unwrap()
        .unwrap();
    client
}

async fn want(client: &Client, wanted: &str) {
    let news = if wanted == "yes" { "turn-mails" } else { "no-turn-mails" };
    let done = client.form("/account/turn-mails", &[("wanted", wanted)]).await;
    done.leads_to(&format!("/account?news={news}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asked_is_written_to_once_for_each_turn() {
    let Some((site, smtp)) = start().await else { return };
    let (ada, bob) = (site.player("Ada").await, confirmed(&site, "Bob").await);
    bob.page("/account").await.expect(200).says(&["Write to me"]);
    want(&bob, "yes").await;
    bob.page("/account?news=turn-mails")
        .await
        .expect(200)
        .says(&["From now on we write to you.", "No such mails any more"]);
    let kept = bob.data("/account/data").await.expect(200).json();
    assert_eq!(kept["sign_in"]["turn_mails"], true);
    let game = game_by_days(&site, &ada, &bob).await;
    ada.play(&game, "d6").await;
    let mail = smtp.mail("bob@example.org", "Men’s Morris against Ada: it is your turn.").await;
    for line in [&format!("http://merels.example/game/{game}"), "http://merels.example/account"] {
        assert!(mail.lines().any(|found| found.trim() == line), "{mail}");
    }
    bob.play(&game, "f4").await;
    ada.play(&game, "b4").await;
    smtp.mail("bob@example.org", "it is your turn").await;
    assert!(smtp.new_mails().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_did_not_ask_or_confirm_is_not_written_to() {
    let Some((site, smtp)) = start().await else { return };
    let ada = site.player("Ada").await;
    let (bob, dora) = (confirmed(&site, "Bob").await, site.player("Dora").await);
    want(&bob, "yes").await;
    want(&bob, "no").await;
    want(&dora, "yes").await;
    let cara = confirmed(&site, "Cara").await;
    want(&cara, "yes").await;
    // The last of them is told, so the others would have been.
    for other in [&bob, &dora, &cara] {
        let game = game_by_days(&site, &ada, other).await;
        ada.play(&game, "d6").await;
    }
    let mut mails = Vec::new();
    eventually("a mail to Cara", async || {
        mails.extend(smtp.new_mails());
        mails.iter().any(|mail| mail.contains("To: cara@example.org")).then_some(())
    })
    .await;
    assert_eq!(mails.len(), 1, "{mails:?}");
}

#[tokio::test]
async fn mails_that_cannot_be_sent_cannot_be_asked_for() {
    let site = Site::start().await;
    let ada = confirmed(&site, "Ada").await;
    ada.page("/account").await.expect(200).says(&["This site sends no mail"]);
    ada.form("/account/turn-mails", &[("wanted", "yes")]).await.expect(501);
    ada.form("/account/turn-mails", &[("wanted", "perhaps")]).await.expect(400);
    ada.form("/account/turn-mails", &[("wanted", "no")])
        .await
        .leads_to("/account?news=no-turn-mails");
}
