//! Back into an account whose password was forgotten, and the confirmation of its address.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use merels_live::PlayerMessage;
use merels_model::PlayerId;
use merels_services::ServiceError;
use merels_store::{AccountChange, MailKind, OneTimeSecret, Purpose, SecurityKind};
use serde_json::json;

use super::passwords;
use super::recovery_page::{self, ResetErrors};
use super::routes::done;
use super::sign_up::{is_email, unfit_password};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, go_to, html};
use crate::edge::visitor::{SignedIn, Visitor};
use crate::error::Failure;

pub(crate) async fn forgot_page(State(app): State<App>, visitor: Visitor) -> Response {
    html(StatusCode::OK, recovery_page::forgot(&visitor, app.mails.are_sent(), None))
}

/// Posts a mail to whatever address is given. Whether it has an account is looked up when the mail
/// is written, after this was answered.
pub(crate) async fn forgot(
    State(app): State<App>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    if !app.mails.are_sent() {
        return Err(ServiceError::NoMail.into());
    }
    let email = fields.raw("email").trim();
    if !is_email(email) {
        let words = visitor.language.say("signup-email-odd");
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        return Ok(if visitor.json {
            data(status, json!({"error": "email", "message": words}))
        } else {
            html(status, recovery_page::forgot(&visitor, true, Some(&words)))
        });
    }
    if !app.limits.allows_mail(visitor.client, email).await? {
        return Err(ServiceError::TooMany.into());
    }
    app.mails.queue(MailKind::Reset, email, visitor.language).await?;
    app.security.note(SecurityKind::ResetAsked, None, visitor.client).await;
    let words = visitor.language.say("forgot-done");
    Ok(if visitor.json {
        data(StatusCode::ACCEPTED, json!({"message": words}))
    } else {
        html(StatusCode::OK, recovery_page::said(&visitor, "forgot-title", &words))
    })
}

/// The form to which the link in a mail leads. It is not used up by looking: programs that check
/// mails follow links too.
pub(crate) async fn reset_page(
    State(app): State<App>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    let link = OneTimeSecret::new(fields.need("link")?);
    holder(&app, &link, Purpose::Reset).await?;
    let errors = ResetErrors::default();
    Ok(html(StatusCode::OK, recovery_page::reset(&visitor, link.secret(), &errors)))
}

pub(crate) async fn reset(
    State(app): State<App>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    let link = OneTimeSecret::new(fields.secret("link")?);
    let (new, confirm) = (fields.secret("new")?, fields.secret("confirm")?);
    let player = holder(&app, &link, Purpose::Reset).await?;
    let facts = app.store.accounts().account_facts(&player).await?.ok_or(ServiceError::LinkOver)?;
    // Whoever made an operator of it knew whose it is.
    let is_known = facts.confirmed.is_some() || facts.is_operator;
    let about = facts.player;
    let email = about.email.as_deref().unwrap_or_default();
    if !app.limits.allows_login(visitor.client, email, Some(&player)).await? {
        app.security.note(SecurityKind::LoginLimited, Some(&player), visitor.client).await;
        return Err(ServiceError::TooMany.into());
    }
    let errors = ResetErrors::of(visitor.language, new, confirm, email, &about.name).await;
    if let Some(errors) = errors {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        return Ok(if visitor.json {
            let message = visitor.language.say("signup-refused");
            data(status, json!({"error": "reset", "message": message, "errors": errors}))
        } else {
            html(status, recovery_page::reset(&visitor, link.secret(), &errors))
        });
    }
    let hash = passwords::hash(new.to_owned()).await;
    let hash = hash.ok_or_else(|| Failure::BadRequest("new".to_owned()))?;
    let now = app.clock.now();
    let redeemed = app.store.accounts().redeem_secret(&link, Purpose::Reset, now).await?;
    let player = redeemed.flatten().ok_or(ServiceError::LinkOver)?;
    if !is_known {
        // Somebody else may have made the account with this address, and kept a way in.
        app.store.accounts().forget_factors(&player).await?;
    }
    // Who reads the mails of an address has confirmed it.
    for change in [AccountChange::Confirmed(now), AccountChange::Password(hash)] {
        let changed = app.store.accounts().change_account(&player, change).await?;
        changed.map_err(|_| ServiceError::LinkOver)?;
    }
    app.limits.logged_in(email).await?;
    set_new_password(&app, &player, &visitor, email).await?;
    Ok(if visitor.json {
        data(StatusCode::OK, json!({"message": visitor.language.say("reset-done")}))
    } else {
        go_to("/login?news=reset")
    })
}

/// What follows when a password was set by somebody who did not know the old one: whoever is signed in
/// is shown out, it is written down, and the owner is told.
pub(crate) async fn set_new_password(
    app: &App,
    player: &PlayerId,
    visitor: &Visitor,
    email: &str,
) -> Result<(), Failure> {
    app.store.accounts().end_other_sessions(player, None).await?;
    app.live.notify(player, PlayerMessage::SignedOut(None));
    app.security.note(SecurityKind::PasswordReset, Some(player), visitor.client).await;
    app.mails.notify(MailKind::PasswordChanged, email, visitor.language).await?;
    Ok(())
}

impl ResetErrors {
    /// What is wrong with a new password, if anything. The limits of the client come first.
    pub(crate) async fn of(
        language: merels_messages::Language,
        new: &str,
        confirm: &str,
        email: &str,
        name: &str,
    ) -> Option<ResetErrors> {
        let password = unfit_password(new, email, name).await.map(|message| language.say(message));
        let differs = (confirm != new).then(|| language.say("signup-confirm-differs"));
        let errors = ResetErrors { new: password, confirm: differs };
        (errors.new.is_some() || errors.confirm.is_some()).then_some(errors)
    }
}

async fn holder(app: &App, link: &OneTimeSecret, purpose: Purpose) -> Result<PlayerId, Failure> {
    let holder = app.store.accounts().secret_holder(link, purpose, app.clock.now()).await?;
    Ok(holder.ok_or(ServiceError::LinkOver)?)
}

pub(crate) async fn confirm_page(
    State(app): State<App>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    let link = OneTimeSecret::new(fields.need("link")?);
    holder(&app, &link, Purpose::Confirm).await?;
    Ok(html(StatusCode::OK, recovery_page::confirm(&visitor, link.secret())))
}

pub(crate) async fn confirm(
    State(app): State<App>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    let link = OneTimeSecret::new(fields.secret("link")?);
    let now = app.clock.now();
    let redeemed = app.store.accounts().redeem_secret(&link, Purpose::Confirm, now).await?;
    let player = redeemed.flatten().ok_or(ServiceError::LinkOver)?;
    let changed =
        app.store.accounts().change_account(&player, AccountChange::Confirmed(now)).await?;
    changed.map_err(|_| ServiceError::LinkOver)?;
    app.security.note(SecurityKind::EmailConfirmed, Some(&player), visitor.client).await;
    let words = visitor.language.say("confirm-done");
    Ok(if visitor.json {
        data(StatusCode::OK, json!({"message": words}))
    } else {
        html(StatusCode::OK, recovery_page::said(&visitor, "confirm-title", &words))
    })
}

/// Posts the mail that confirms the address once more.
pub(crate) async fn confirm_again(
    State(app): State<App>,
    visitor: SignedIn,
) -> Result<Response, Failure> {
    if !app.mails.are_sent() {
        return Err(ServiceError::NoMail.into());
    }
    let email = visitor.player().email.as_deref().ok_or(Failure::NoPage)?;
    if !app.limits.allows_mail(visitor.client, email).await? {
        return Err(ServiceError::TooMany.into());
    }
    app.mails.queue(MailKind::Confirm, email, visitor.language).await?;
    Ok(done(&visitor, "mail"))
}
