//! Back into an account whose password was forgotten, and the confirmation of its address.

use axum::Router;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use merels_services::accounts::OneTimeSecret;
use merels_services::{FormErrors, ServiceError};
use serde_json::json;

use super::sign_up::form_refused;
use super::{factors_page, recovery_page};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, html, told};
use crate::edge::visitor::Visitor;
use crate::error::Result;
use crate::parts::layout::Viewer;

/// The page for one who has a new password.
const RESET: &str = "/login?news=reset";

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/forgot", get(forgot_page).post(forgot))
        .route("/reset", get(reset_page).post(reset))
        .route("/recover", get(recover_page).post(recover))
        .route("/confirm", get(confirm_page).post(confirm))
}

async fn forgot_page(app: App, visitor: Visitor) -> Response {
    html(StatusCode::OK, recovery_page::forgot(&visitor, app.services.mails.are_sent(), None))
}

/// Posts a mail to whatever address is given.
async fn forgot(app: App, visitor: Visitor, fields: Fields) -> Result {
    match app.services.accounts.forgot(&visitor, fields.raw("email").trim()).await {
        Ok(()) => Ok(said(&visitor, StatusCode::ACCEPTED, "forgot-title", "forgot-done")),
        Err(ServiceError::Form(errors)) if !visitor.json => {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            Ok(html(status, recovery_page::forgot(&visitor, true, errors.of("email"))))
        }
        Err(error) => Err(error.into()),
    }
}

/// The form to which the link in a mail leads.
async fn reset_page(app: App, visitor: Visitor, fields: Fields) -> Result {
    let link = OneTimeSecret::new(fields.need("link")?);
    app.services.accounts.check_reset(&link).await?;
    let errors = FormErrors::default();
    Ok(html(StatusCode::OK, recovery_page::reset(&visitor, link.secret(), &errors)))
}

async fn reset(app: App, visitor: Visitor, fields: Fields) -> Result {
    let link = OneTimeSecret::new(fields.secret("link")?);
    let (new, confirm) = (fields.secret("new")?, fields.secret("confirm")?);
    match app.services.accounts.reset(&visitor, &link, new, confirm).await {
        Ok(()) => Ok(told(&visitor, "reset-done", RESET)),
        Err(ServiceError::Form(errors)) => {
            let page = || recovery_page::reset(&visitor, link.secret(), &errors);
            Ok(form_refused(&visitor, "reset", &["new", "confirm"], &errors, page))
        }
        Err(error) => Err(error.into()),
    }
}

async fn recover_page(visitor: Visitor) -> Response {
    html(StatusCode::OK, factors_page::recover(&visitor, "", &FormErrors::default()))
}

/// Sets a new password for one who has a recovery code.
async fn recover(app: App, visitor: Visitor, fields: Fields) -> Result {
    let (email, code) = (fields.raw("email").trim(), fields.secret("code")?);
    let (new, confirm) = (fields.secret("new")?, fields.secret("confirm")?);
    match app.services.accounts.recover(&visitor, email, code, new, confirm).await {
        Ok(()) => Ok(told(&visitor, "reset-done", RESET)),
        Err(ServiceError::Form(errors)) => {
            let page = || factors_page::recover(&visitor, email, &errors);
            Ok(form_refused(&visitor, "recover", &["new", "confirm"], &errors, page))
        }
        Err(error) => Err(error.into()),
    }
}

async fn confirm_page(app: App, visitor: Visitor, fields: Fields) -> Result {
    let link = OneTimeSecret::new(fields.need("link")?);
    app.services.accounts.check_confirm(&link).await?;
    Ok(html(StatusCode::OK, recovery_page::confirm(&visitor, link.secret())))
}

async fn confirm(app: App, visitor: Visitor, fields: Fields) -> Result {
    let link = OneTimeSecret::new(fields.secret("link")?);
    app.services.accounts.confirm(visitor.client, &link).await?;
    Ok(said(&visitor, StatusCode::OK, "confirm-title", "confirm-done"))
}

/// One sentence: data with this status, or a page of its own.
pub(crate) fn said<'a, S>(
    visitor: &'a Visitor<S>,
    status: StatusCode,
    title: &str,
    message: &str,
) -> Response
where
    Viewer<'a>: From<&'a Visitor<S>>,
{
    let words = visitor.language.say(message);
    if visitor.json {
        return data(status, json!({"message": words}));
    }
    html(StatusCode::OK, recovery_page::said(Viewer::from(visitor), title, &words))
}
