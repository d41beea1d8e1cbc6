//! The life of an account: what its owner changes, sees and takes along.

use axum::body::Body;
use futures_util::stream;
use merels_live::PlayerMessage;
use merels_services::{PersonalData, ServiceError};
use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use merels_model::email_key;
use merels_store::{AccountChange, MailKind, OpenSession, SecurityKind, SessionId, Taken};
use serde_json::json;

use super::page::{self, AccountErrors, AccountPage};
use super::passwords;
use super::reauthentication::{LATELY, gave_factor_lately, proves_identity, unproven};
use super::sign_up::{is_email, tidy_email, unfit_length, unfit_password};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, go_to, html};
use crate::edge::visitor::{SESSION_LASTS, SignedIn};
use crate::error::Failure;
use crate::names;

/// What the page may have to tell, by its name in the address.
const NEWS: &[(&str, &str)] = &[
    ("password", "account-password-done"),
    ("no-password", "no-password-done"),
    ("name", "account-name-done"),
    ("email", "account-email-done"),
    ("sessions", "account-sessions-done"),
    ("mail", "account-mail-done"),
    ("turn-mails", "turn-mails-done"),
    ("no-turn-mails", "turn-mails-ended"),
    ("no-guests", "guests-refused-done"),
    ("guests", "guests-welcome-done"),
    ("passkey-added", "passkey-added"),
    ("passkey-removed", "passkey-removed"),
    ("second-factor-on", "second-factor-is-on"),
    ("second-factor-off", "second-factor-is-off"),
];

pub(crate) async fn show(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let said = NEWS.iter().find(|(name, _)| fields.get("news") == Some(name));
    let news = said.map(|(_, message)| visitor.language.say(message));
    render(&app, &visitor, StatusCode::OK, news.as_deref(), &AccountErrors::default()).await
}

async fn render(
    app: &App,
    visitor: &SignedIn,
    status: StatusCode,
    news: Option<&str>,
    errors: &AccountErrors,
) -> Result<Response, Failure> {
    if visitor.player().is_guest() {
        return Ok(go_to("/signup"));
    }
    let sessions = app.store.accounts().sessions_of(visitor.id(), app.clock.now()).await?;
    let facts =
        app.store.accounts().account_facts(visitor.id()).await?.ok_or(ServiceError::SignedOut)?;
    let passkeys = app.store.accounts().passkeys_of(visitor.id()).await?;
    let shown = AccountPage {
        visitor,
        sessions: &sessions,
        facts: &facts,
        passkeys: &passkeys,
        came_in_lately: is_lately(app, visitor),
        gave_factor_lately: gave_factor_lately(app, visitor),
        sends_mail: app.mails.are_sent(),
        push_key: app.push.public_key(),
    };
    Ok(html(status, page::account(&shown, news, errors)))
}

/// What can be changed by one who shows who it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Password,
    Name,
    Email,
    /// Passkeys, the second factor, recovery codes.
    SignIn,
    Sessions,
}

pub(crate) async fn change_password(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    change(&app, &visitor, &fields, Part::Password).await
}

pub(crate) async fn change_name(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    change(&app, &visitor, &fields, Part::Name).await
}

pub(crate) async fn change_email(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    change(&app, &visitor, &fields, Part::Email).await
}

/// Checks what is new at a glance, then who it is, within limits; then what takes work; then changes it.
async fn change(
    app: &App,
    visitor: &SignedIn,
    fields: &Fields,
    part: Part,
) -> Result<Response, Failure> {
    let wish = match wished(fields, part)? {
        Ok(wish) => wish,
        Err(message) => return refuse(app, visitor, part, message).await,
    };
    if !proves_identity(app, visitor, fields).await? {
        return refuse(app, visitor, part, unproven(fields)).await;
    }
    let change = match wish {
        AccountChange::Password(new) => {
            let player = visitor.player();
            let email = player.email.as_deref().unwrap_or_default();
            if let Some(message) = unfit_password(&new, email, &player.name).await {
                return refuse(app, visitor, part, message).await;
            }
            let hash = passwords::hash(new).await;
            AccountChange::Password(hash.ok_or_else(|| Failure::BadRequest("new".to_owned()))?)
        }
        other => other,
    };
    match app.store.accounts().change_account(visitor.id(), change).await? {
        Ok(()) => {}
        Err(Taken::Name) => return refuse(app, visitor, part, "signup-name-taken").await,
        Err(Taken::Email) => return refuse(app, visitor, part, "signup-email-taken").await,
    }
    let (kind, news) = match part {
        Part::Password => (SecurityKind::PasswordChanged, "password"),
        Part::Name => (SecurityKind::NameChanged, "name"),
        Part::Email => (SecurityKind::EmailChanged, "email"),
        Part::SignIn | Part::Sessions => return Err(Failure::NoPage),
    };
    app.security.note(kind, Some(visitor.id()), visitor.client).await;
    tell_by_mail(app, visitor, fields, part).await?;
    if part == Part::Password {
        // Whoever knew the old one is shown out.
        end_others(app, visitor).await?;
    }
    Ok(done(visitor, news))
}

/// Whoever reads the mails of the account learns of it, at the old address too.
async fn tell_by_mail(
    app: &App,
    visitor: &SignedIn,
    fields: &Fields,
    part: Part,
) -> Result<(), Failure> {
    let old = visitor.player().email.as_deref().unwrap_or_default();
    match part {
        Part::Password => {
            app.mails.notify(MailKind::PasswordChanged, old, visitor.language).await?;
        }
        Part::Name | Part::SignIn | Part::Sessions => {}
        Part::Email => {
            let new = &tidy_email(fields.raw("email"));
            if email_key(old) != email_key(new) {
                app.mails.notify(MailKind::EmailChanged, old, visitor.language).await?;
            }
            if app.limits.allows_mail(visitor.client, new).await? {
                app.mails.queue(MailKind::Confirm, new, visitor.language).await?;
            }
        }
    }
    Ok(())
}

/// What is asked for, or the name of the message that says what is wrong with it at a glance.
fn wished(fields: &Fields, part: Part) -> Result<Result<AccountChange, &'static str>, Failure> {
    Ok(match part {
        Part::Password => {
            let (new, confirm) = (fields.secret("new")?, fields.secret("confirm")?);
            match unfit_length(new) {
                Some(message) => Err(message),
                None if confirm != new => Err("signup-confirm-differs"),
                None => Ok(AccountChange::Password(new.to_owned())),
            }
        }
        Part::Name => {
            let name = names::tidy(fields.raw("name"));
            match names::check(&name) {
                Ok(()) => Ok(AccountChange::Name(name)),
                Err(unfit) => Err(unfit.message()),
            }
        }
        Part::SignIn | Part::Sessions => Err("failure-no-page"),
        Part::Email => match tidy_email(fields.raw("email")) {
            email if email.is_empty() => Err("signup-email-missing"),
            email if !is_email(&email) => Err("signup-email-odd"),
            email => Ok(AccountChange::Email(email)),
        },
    })
}

/// Whether somebody may leave for good: who has just come in, or gives the password or a passkey. A program's request
/// needs nothing else; a form is asked in any case. Guests have no password.
pub(crate) async fn may_leave(
    app: &App,
    visitor: &SignedIn,
    fields: &Fields,
    from_form: bool,
) -> Result<bool, Failure> {
    if visitor.player().is_guest() {
        return Ok(true);
    }
    if is_lately(app, visitor) && !from_form {
        return Ok(true);
    }
    proves_identity(app, visitor, fields).await
}

/// Whether somebody has come in only just now.
fn is_lately(app: &App, visitor: &SignedIn) -> bool {
    let begun = visitor.session.expires - SESSION_LASTS;
    app.clock.now().duration_since(begun) < LATELY
}

pub(crate) async fn refuse(
    app: &App,
    visitor: &SignedIn,
    part: Part,
    message: &str,
) -> Result<Response, Failure> {
    let words = visitor.language.say(message);
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    if visitor.json {
        return Ok(data(status, json!({"error": "account", "message": words})));
    }
    let mut errors = AccountErrors::default();
    *match part {
        Part::Password => &mut errors.password,
        Part::Name => &mut errors.name,
        Part::Email => &mut errors.email,
        Part::SignIn => &mut errors.sign_in,
        Part::Sessions => &mut errors.sessions,
    } = Some(words);
    render(app, visitor, status, None, &errors).await
}

pub(crate) fn done(visitor: &SignedIn, news: &str) -> Response {
    if visitor.json {
        let message = NEWS.iter().find(|(name, _)| *name == news).map_or("", |(_, words)| words);
        return data(StatusCode::OK, json!({"message": visitor.language.say(message)}));
    }
    go_to(&format!("/account?news={news}"))
}

/// Ends all other sessions, and the tokens of programs.
pub(crate) async fn end_others(app: &App, visitor: &SignedIn) -> Result<(), Failure> {
    let kept = &visitor.session.id;
    let sessions = app.store.accounts().sessions_of(visitor.id(), app.clock.now()).await?;
    app.store.accounts().end_other_sessions(visitor.id(), Some(kept)).await?;
    // Streams that were opened with a token look whether it still holds.
    app.live.notify(visitor.id(), PlayerMessage::LookAgain);
    for OpenSession { id, .. } in sessions.into_iter().filter(|session| session.id != *kept) {
        app.live.notify(visitor.id(), PlayerMessage::SignedOut(Some(id)));
    }
    Ok(())
}

/// Ends one session, or all others. Who came in a while ago shows first who it is.
pub(crate) async fn end_sessions(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    if !is_lately(&app, &visitor) && !proves_identity(&app, &visitor, &fields).await? {
        return refuse(&app, &visitor, Part::Sessions, unproven(&fields)).await;
    }
    match fields.get("session") {
        None => end_others(&app, &visitor).await?,
        Some(id) => {
            let own = app.store.accounts().sessions_of(visitor.id(), app.clock.now()).await?;
            let id = SessionId::new(id);
            if own.iter().any(|session| session.id == id) {
                app.store.accounts().end_session(&id).await?;
                app.live.notify(visitor.id(), PlayerMessage::SignedOut(Some(id)));
            }
        }
    }
    app.security.note(SecurityKind::SessionsEnded, Some(visitor.id()), visitor.client).await;
    Ok(done(&visitor, "sessions"))
}

/// Says whether the account plays those who have none.
pub(crate) async fn refuse_guests(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    if visitor.player().is_guest() {
        return Err(ServiceError::SignedOut.into());
    }
    let refuses = match fields.need("refuse")? {
        "yes" => true,
        "no" => false,
        _ => return Err(Failure::BadRequest("refuse".to_owned())),
    };
    app.store.accounts().refuse_guests(visitor.id(), refuses).await?;
    Ok(done(&visitor, if refuses { "no-guests" } else { "guests" }))
}

/// Everything that is kept about somebody, as one file.
pub(crate) async fn download(
    State(app): State<App>,
    visitor: SignedIn,
) -> Result<Response, Failure> {
    if !app.limits.allows_download(visitor.id()).await? {
        return Err(ServiceError::TooMany.into());
    }
    let data = PersonalData::new(Arc::clone(&app.store), app.clock.clone());
    let mut pieces = data.of(visitor.player().clone()).await?;
    let all = Body::from_stream(stream::poll_fn(move |context| pieces.poll_recv(context)));
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"merels.json\""),
    ];
    Ok((headers, all).into_response())
}
