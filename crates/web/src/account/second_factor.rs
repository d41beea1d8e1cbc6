//! Coming in with a passkey: instead of the password, or after it.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use merels_model::PlayerId;
use merels_services::ServiceError;
use merels_store::{OneTimeSecret, Purpose, SecurityKind};
use serde_json::json;

use super::factors_page;
use super::login::let_in;
use super::passkeys::CHALLENGE_LASTS;
use super::reauthentication::passkey_owner;
use super::recovery_codes::tidy;
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, html};
use crate::edge::visitor::Visitor;
use crate::error::Failure;

pub(crate) async fn passkey_page(visitor: Visitor) -> Response {
    html(StatusCode::OK, factors_page::passkey_login(&visitor, None))
}

/// Lets the owner of a passkey in.
pub(crate) async fn log_in(
    State(app): State<App>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    if !app.limits.allows_challenge(visitor.client).await? {
        return Err(ServiceError::TooMany.into());
    }
    let party = visitor.party.as_ref().ok_or(ServiceError::NoPasskeys)?;
    let passkey = fields.secret("passkey")?;
    match passkey_owner(&app, party, passkey, Purpose::Login).await? {
        Ok(player) => let_in(&app, &visitor, &player, true).await,
        Err(_) => {
            app.security.note(SecurityKind::LoginRefused, None, visitor.client).await;
            let words = visitor.language.say("passkey-failed");
            let status = StatusCode::UNAUTHORIZED;
            Ok(if visitor.json {
                data(status, json!({"error": "wrong-login", "message": words}))
            } else {
                html(status, factors_page::passkey_login(&visitor, Some(&words)))
            })
        }
    }
}

/// Asks one whose password was right, or whose session is not strong enough, for the second factor.
pub(crate) async fn ask(
    app: &App,
    visitor: &Visitor,
    player: &PlayerId,
) -> Result<Response, Failure> {
    let expires = app.clock.now() + CHALLENGE_LASTS;
    let step =
        app.store.accounts().issue_secret(Purpose::SecondFactor, Some(player), expires).await?;
    Ok(asked(visitor, &step, None))
}

fn asked(visitor: &Visitor, step: &OneTimeSecret, error: Option<&str>) -> Response {
    let status = StatusCode::UNAUTHORIZED;
    if visitor.json {
        let message = visitor.language.say(error.unwrap_or("second-factor-asked"));
        let body = json!({"error": "second-factor", "message": message, "step": step.secret()});
        return data(status, body);
    }
    let error = error.map(|error| visitor.language.say(error));
    html(status, factors_page::second_factor(visitor, step.secret(), error.as_deref()))
}

/// The second step of a login: a passkey that signs the step, or a recovery code.
pub(crate) async fn second_step(
    State(app): State<App>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    let step = OneTimeSecret::new(fields.secret("step")?);
    let now = app.clock.now();
    let player = app.store.accounts().secret_holder(&step, Purpose::SecondFactor, now).await?;
    let player = player.ok_or(ServiceError::StepOver)?;
    let facts = app.store.accounts().account_facts(&player).await?.ok_or(ServiceError::StepOver)?;
    let email = facts.player.email.as_deref().unwrap_or_default();
    if !app.limits.allows_login(visitor.client, email, Some(&player)).await? {
        app.security.note(SecurityKind::LoginLimited, Some(&player), visitor.client).await;
        return Err(ServiceError::TooMany.into());
    }
    let given = match fields.secret("passkey")? {
        "" => takes_code(&app, &visitor, &step, &player, fields.secret("code")?).await?,
        passkey => {
            let party = visitor.party.as_ref().ok_or(ServiceError::NoPasskeys)?;
            // Its challenge is the step itself.
            let owner = passkey_owner(&app, party, passkey, Purpose::SecondFactor).await?;
            owner.as_ref() == Ok(&player)
        }
    };
    if given {
        return let_in(&app, &visitor, &player, true).await;
    }
    app.security.note(SecurityKind::SecondFactorRefused, Some(&player), visitor.client).await;
    if app.store.accounts().secret_holder(&step, Purpose::SecondFactor, now).await?.is_none() {
        return Err(ServiceError::StepOver.into());
    }
    Ok(asked(&visitor, &step, Some("second-factor-wrong")))
}

/// Whether a recovery code is one of the player's; then code and step are used up.
async fn takes_code(
    app: &App,
    visitor: &Visitor,
    step: &OneTimeSecret,
    player: &PlayerId,
    code: &str,
) -> Result<bool, Failure> {
    if !app.store.accounts().use_recovery_code(player, &tidy(code)).await? {
        return Ok(false);
    }
    app.security.note(SecurityKind::CodeUsed, Some(player), visitor.client).await;
    let redeemed =
        app.store.accounts().redeem_secret(step, Purpose::SecondFactor, app.clock.now()).await?;
    Ok(redeemed.flatten().as_ref() == Some(player))
}
