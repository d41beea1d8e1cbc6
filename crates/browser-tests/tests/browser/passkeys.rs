//! Passkeys with Chromium's virtual authenticator: instead of the password, and after it.

use anyhow::{Context, Result, ensure};

use crate::driver::Browser;
use crate::site::{Person, Site};

const PASSWORD: &str = "mühle am bach";

/// Somebody who has come in with a browser that can make passkeys.
async fn ada_with_authenticator(site: &Site) -> Result<(Person, Browser)> {
    let ada = site.person("Ada").await?;
    let mut browser = Browser::open(site).await?;
    browser.use_host_name();
    browser.add_authenticator().await?;
    browser.become_person(&ada).await?;
    Ok((ada, browser))
}

/// Opens the changes of the account with the password.
async fn prove(browser: &Browser, password: &str) -> Result<()> {
    browser.go("/account").await?;
    browser.write("#proof-password", password).await?;
    browser.click("form[action=\"/account/proof\"] button:not([data-passkey])").await
}

async fn add_passkey(browser: &Browser, name: &str) -> Result<()> {
    prove(browser, PASSWORD).await?;
    browser.wait_for_text(".success", "That is you.").await?;
    browser.write("#passkey-name", name).await?;
    browser.click("form[action=\"/account/passkeys\"] button[data-passkey]").await?;
    browser.wait_for_text(".success", "The passkey is added.").await?;
    browser.wait_for_text("#sign-in", name).await
}

async fn log_out(browser: &Browser) -> Result<()> {
    browser.go("/logout").await?;
    browser.wait_for_text(".success", "logged out").await
}

async fn log_in_by_password(browser: &Browser) -> Result<()> {
    browser.go("/login").await?;
    browser.write("#email", "ada@example.org").await?;
    browser.write("#password", PASSWORD).await?;
    browser.click("form[action=\"/loginplayer\"] button").await
}

/// Uses a passkey in place of the password in a form.
async fn agree(browser: &Browser, action: &str) -> Result<()> {
    browser.click(&format!("form[action=\"{action}\"] button[data-passkey]")).await
}

/// Changes the name after a passkey has opened the changes.
async fn rename_by_passkey(browser: &Browser) -> Result<()> {
    browser.go("/account").await?;
    agree(browser, "/account/proof").await?;
    browser.wait_for_text(".success", "That is you.").await?;
    browser.write("#name", "Ada Lovelace").await?;
    browser.click("form[action=\"/account/name\"] button").await?;
    browser.wait_for_text(".success", "Your name is changed.").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_passkey_works_instead_of_the_password() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, browser) = ada_with_authenticator(&site).await?;
    // A wrong password opens nothing.
    prove(&browser, "not the one").await?;
    browser.wait_for_text("#proof", "This is not your password.").await?;
    browser.wait_for("#sign-in fieldset:disabled").await?;
    add_passkey(&browser, "my phone").await?;
    ensure!(site.store.accounts().passkeys_of(&ada.id).await?.len() == 1);

    log_out(&browser).await?;
    browser.click("a[href=\"/login/passkey\"]").await?;
    agree(&browser, "/login/passkey").await?;
    browser.wait_for_path("/home").await?;
    browser.wait_for_text("h1", "Ada").await?;
    let sessions = site.store.accounts().sessions_of(&ada.id, jiff::Timestamp::now()).await?;
    ensure!(sessions.iter().any(|session| session.strong.is_some()), "{sessions:?}");

    // Changes take a passkey too.
    rename_by_passkey(&browser).await?;

    // And so does the last one.
    browser.click("details.danger summary").await?;
    agree(&browser, "/delete").await?;
    browser.wait_for_text(".success", "Your account is deleted.").await?;
    ensure!(site.store.accounts().account("ada@example.org").await?.is_none());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_passkey_or_a_recovery_code_is_asked_for_after_the_password() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (_, browser) = ada_with_authenticator(&site).await?;
    add_passkey(&browser, "my phone").await?;
    // With the passkey there is a factor, and the password alone changes none.
    browser.click("form[action=\"/account/codes\"] button").await?;
    browser.wait_for_text("#sign-in", "Your password alone does not change").await?;
    browser.click("form[action=\"/account/guests\"] button").await?;
    browser.wait_for_text(".success", "you play only people with an account").await?;
    agree(&browser, "/account/proof").await?;
    browser.wait_for_text(".success", "That is you.").await?;
    browser.click("form[action=\"/account/second-factor\"] button").await?;
    browser.wait_for_text(".success", "After the password a passkey").await?;
    browser.click("form[action=\"/account/codes\"] button").await?;
    browser.wait_for(".codes").await?;
    let codes = browser.text(".codes").await?;
    let code = codes.lines().next().context("no codes")?.to_owned();

    log_out(&browser).await?;
    log_in_by_password(&browser).await?;
    browser.wait_for_text("h1", "Second factor").await?;
    browser.keep_picture("second-factor").await?;
    agree(&browser, "/login/second").await?;
    browser.wait_for_path("/home").await?;

    log_out(&browser).await?;
    log_in_by_password(&browser).await?;
    browser.write("#code", &code).await?;
    browser.click("form[action=\"/login/second\"] button.primary").await?;
    browser.wait_for_path("/home").await?;

    log_out(&browser).await?;
    log_in_by_password(&browser).await?;
    browser.write("#code", &code).await?;
    browser.click("form[action=\"/login/second\"] button.primary").await?;
    browser.wait_for_text("main", "none of your recovery codes").await?;
    agree(&browser, "/login/second").await?;
    browser.wait_for_path("/home").await?;

    // Without the passkey the password is enough again.
    browser.go("/account").await?;
    agree(&browser, "/account/proof").await?;
    browser.wait_for_text(".success", "That is you.").await?;
    browser.click("#sign-in li summary").await?;
    browser.click("form[action=\"/account/passkeys/remove\"] button").await?;
    browser.wait_for_text(".success", "The passkey is removed.").await?;
    log_out(&browser).await?;
    log_in_by_password(&browser).await?;
    browser.wait_for_path("/home").await.map(drop)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_with_a_passkey_and_codes_does_without_its_password() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, browser) = ada_with_authenticator(&site).await?;
    add_passkey(&browser, "my phone").await?;
    browser.wait_for_text("#sign-in", "For that you need a second passkey").await?;
    agree(&browser, "/account/proof").await?;
    browser.wait_for_text(".success", "That is you.").await?;
    browser.click("form[action=\"/account/codes\"] button").await?;
    browser.wait_for(".codes").await?;
    browser.go("/account").await?;
    browser.keep_picture("may-drop-password").await?;
    agree(&browser, "/account/password/drop").await?;
    browser.wait_for_text(".success", "Your account has no password any more.").await?;
    browser.keep_picture("no-password").await?;
    ensure!(
        site.store
            .accounts()
            .account("ada@example.org")
            .await?
            .is_some_and(|it| it.password.is_none())
    );

    // Changes, another passkey and tokens take the passkey that is there.
    rename_by_passkey(&browser).await?;
    // This authenticator has one for the account already, so that the browser makes no other; the one that
    // is there is not asked again, as its proof is remembered.
    let uses = async || anyhow::Ok(site.store.accounts().passkeys_of(&ada.id).await?[0].counter);
    let before = uses().await?;
    let form = "form[action=\"/account/passkeys\"]";
    browser.click(&format!("{form} button[data-passkey]")).await?;
    browser.wait_for_text(form, "That did not work with this passkey.").await?;
    ensure!(uses().await? == before);
    browser.go("/account/programs").await?;
    browser.write("#label", "a bot").await?;
    browser.click("form[action=\"/account/tokens\"] button").await?;
    browser.wait_for("input.secret").await?;

    log_out(&browser).await?;
    log_in_by_password(&browser).await?;
    browser.wait_for_text(".error", "is not right").await?;
    browser.go("/login/passkey").await?;
    agree(&browser, "/login/passkey").await?;
    browser.wait_for_path("/home").await.map(drop)
}
