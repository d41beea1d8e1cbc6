//! The life of an account: what its owner changes, sees and takes along.

use axum::Router;
use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::stream;
use merels_services::ServiceError;
use merels_services::accounts::Proof;
use serde_json::json;

use super::page::{self, AccountPage, Part, Refused};
use super::tokens::PAGE as PROGRAMS;
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, go_to, html, told, with_cookie};
use crate::edge::visitor::{SignedIn, keep_proof};
use crate::error::{Failure, Result};

/// The news that the page may have to tell, by their names in the address.
const NEWS: &[(&str, &str)] = &[
    ("proven", "proof-done"),
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

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/account", get(show))
        .route("/account/proof", post(prove))
        .route("/account/password", post(change_password))
        .route("/account/name", post(change_name))
        .route("/account/email", post(change_email))
        .route("/account/sessions", post(end_sessions))
        .route("/account/data", get(download))
        .route("/account/confirm", post(confirm_again))
        .route("/account/turn-mails", post(want_turn_mails))
        .route("/account/guests", post(refuse_guests))
}

async fn show(app: App, visitor: SignedIn, fields: Fields) -> Result {
    let said = NEWS.iter().find(|(name, _)| fields.get("news") == Some(name));
    let news = said.map(|(_, message)| visitor.language.say(message));
    render(&app, &visitor, StatusCode::OK, news.as_deref(), None).await
}

async fn render(
    app: &App,
    visitor: &SignedIn,
    status: StatusCode,
    news: Option<&str>,
    refused: Option<(Part, Refused)>,
) -> Result {
    if visitor.player().is_guest() {
        return Ok(go_to("/signup"));
    }
    let state = &app.services.accounts.state(visitor).await?;
    let shown = AccountPage { visitor, state, push_key: app.services.push.public_key() };
    Ok(html(status, page::account(&shown, news, refused)))
}

/// The secrets of a request by which its author proves to be the owner.
pub(super) fn proof(fields: &Fields) -> Result<Proof<'_>> {
    let passkey = Some(fields.secret("passkey")?).filter(|passkey| !passkey.is_empty());
    Ok(Proof { password: fields.secret("password")?, passkey, code: fields.secret("code")? })
}

/// Remembers for a few minutes that the visitor is the owner, so that several changes ask once.
async fn prove(app: App, visitor: SignedIn, fields: Fields) -> Result {
    match app.services.accounts.prove(&visitor, proof(&fields)?).await {
        Ok(secret) => {
            let back = fields.get("back").filter(|back| *back == PROGRAMS).unwrap_or("/account");
            let response = told(&visitor, "proof-done", &format!("{back}?news=proven"));
            Ok(with_cookie(response, &keep_proof(&app.settings, &secret)))
        }
        Err(error) => answer(&app, &visitor, Part::Proof, Err(error), "").await,
    }
}

async fn change_password(app: App, visitor: SignedIn, fields: Fields) -> Result {
    let (new, confirm) = (fields.secret("new")?, fields.secret("confirm")?);
    let changed =
        app.services.accounts.change_password(&visitor, new, confirm, proof(&fields)?).await;
    answer(&app, &visitor, Part::Password, changed, "password").await
}

async fn change_name(app: App, visitor: SignedIn, fields: Fields) -> Result {
    let changed =
        app.services.accounts.change_name(&visitor, fields.raw("name"), proof(&fields)?).await;
    answer(&app, &visitor, Part::Name, changed, "name").await
}

async fn change_email(app: App, visitor: SignedIn, fields: Fields) -> Result {
    let changed =
        app.services.accounts.change_email(&visitor, fields.raw("email"), proof(&fields)?).await;
    answer(&app, &visitor, Part::Email, changed, "email").await
}

/// Ends one session, or all others.
async fn end_sessions(app: App, visitor: SignedIn, fields: Fields) -> Result {
    let session = fields.get("session");
    let ended = app.services.accounts.end_sessions(&visitor, session, proof(&fields)?).await;
    answer(&app, &visitor, Part::Sessions, ended, "sessions").await
}

/// The answer to a change: its news, or the page that tells at its part why it did not come about.
pub(super) async fn answer(
    app: &App,
    visitor: &SignedIn,
    part: Part,
    changed: Result<(), ServiceError>,
    news: &str,
) -> Result {
    let why = match changed {
        Ok(()) => return Ok(done(visitor, news)),
        Err(error) => refusal(error)?,
    };
    if visitor.json {
        return Ok(refused(&visitor.language.say(why.message)));
    }
    render(app, visitor, StatusCode::UNPROCESSABLE_ENTITY, None, Some((part, why))).await
}

/// The reason that a page of the account tells about a refused change; any other error is a failure.
pub(super) fn refusal(error: ServiceError) -> Result<Refused> {
    match error {
        ServiceError::Unproven(message) => Ok(Refused { field: None, message }),
        ServiceError::Form(errors) => {
            let (field, message) = errors.first();
            Ok(Refused { field: Some(field), message })
        }
        error => Err(error.into()),
    }
}

pub(super) fn refused(words: &str) -> Response {
    let body = json!({"error": "account", "message": words});
    data(StatusCode::UNPROCESSABLE_ENTITY, body)
}

fn done(visitor: &SignedIn, news: &str) -> Response {
    let message = NEWS.iter().find(|(name, _)| *name == news).map_or("", |(_, message)| message);
    told(visitor, message, &format!("/account?news={news}"))
}

/// Sets whether the account plays those who have none.
async fn refuse_guests(app: App, visitor: SignedIn, fields: Fields) -> Result {
    let on = switch(&fields, "refuse")?;
    app.services.accounts.refuse_guests(&visitor, on).await?;
    Ok(done(&visitor, if on { "no-guests" } else { "guests" }))
}

/// Sets whether the owner gets mails about turns.
async fn want_turn_mails(app: App, visitor: SignedIn, fields: Fields) -> Result {
    let on = switch(&fields, "wanted")?;
    app.services.accounts.want_turn_mails(&visitor, on).await?;
    Ok(done(&visitor, if on { "turn-mails" } else { "no-turn-mails" }))
}

/// A field that says `yes` or `no`.
fn switch(fields: &Fields, name: &str) -> Result<bool> {
    match fields.need(name)? {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(Failure::BadRequest(name.to_owned())),
    }
}

/// Posts the mail that confirms the address once more.
async fn confirm_again(app: App, visitor: SignedIn) -> Result {
    app.services.accounts.confirm_again(&visitor).await?;
    Ok(done(&visitor, "mail"))
}

/// Everything that is kept about somebody, as one file.
async fn download(app: App, visitor: SignedIn) -> Result {
    let mut pieces = app.services.accounts.personal_data(&visitor).await?;
    let all = Body::from_stream(stream::poll_fn(move |context| pieces.poll_recv(context)));
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"merels.json\""),
    ];
    Ok((headers, all).into_response())
}
