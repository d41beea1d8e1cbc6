//! Coming in with a passkey: instead of the password, or after it.

use axum::Router;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use merels_services::ServiceError;
use merels_services::accounts::OneTimeSecret;
use serde_json::json;

use super::factors_page;
use super::login::{logged_in, login_page};
use super::routes::proof;
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::origin;
use crate::edge::reply::{data, html};
use crate::edge::visitor::Visitor;
use crate::error::Result;
use crate::parts::layout::Viewer;

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/login/passkey", get(passkey_page).post(log_in))
        // A visitor may choose a language on this page too, and is led to the login then.
        .route("/login/second", get(login_page).post(second_step))
}

async fn passkey_page(visitor: Visitor, fields: Fields) -> Response {
    html(StatusCode::OK, factors_page::passkey_login(&visitor, None, next(&fields)))
}

/// The page to which a login leads on, as its form says.
pub(super) fn next(fields: &Fields) -> Option<&str> {
    fields.get("next").and_then(origin::way_back)
}

/// Lets the owner of a passkey in.
async fn log_in(app: App, visitor: Visitor, fields: Fields) -> Result {
    let next = next(&fields);
    match app.services.accounts.log_in_by_passkey(&visitor, fields.secret("passkey")?).await {
        Ok(token) => Ok(logged_in(&app, &visitor, &token, next)),
        Err(ServiceError::WrongLogin(message)) if !visitor.json => {
            let words = visitor.language.say(message);
            let page = factors_page::passkey_login(&visitor, Some(&words), next);
            Ok(html(StatusCode::UNAUTHORIZED, page))
        }
        Err(error) => Err(error.into()),
    }
}

/// Asks for the second factor, once more if there was an error, and leads on to `next` then.
pub(crate) fn ask<'a, S>(
    visitor: &'a Visitor<S>,
    step: &OneTimeSecret,
    error: Option<&str>,
    next: Option<&str>,
) -> Response
where
    Viewer<'a>: From<&'a Visitor<S>>,
{
    let status = StatusCode::UNAUTHORIZED;
    if visitor.json {
        let message = visitor.language.say(error.unwrap_or("second-factor-asked"));
        let body = json!({"error": "second-factor", "message": message, "step": step.secret()});
        return data(status, body);
    }
    let viewer = Viewer::from(visitor);
    html(status, factors_page::second_factor(viewer, step.secret(), error, next))
}

/// Returns `true` for the one page that asks for a second factor in the middle of a session.
fn asks_itself(path: &str) -> bool {
    path == "/operator"
}

/// The second step of a login: a passkey that signs the step, or a recovery code.
async fn second_step(app: App, visitor: Visitor, fields: Fields) -> Result {
    let next = next(&fields).or_else(|| fields.get("next").filter(|path| asks_itself(path)));
    let step = OneTimeSecret::new(fields.secret("step")?);
    match app.services.accounts.second_step(&visitor, &step, proof(&fields)?).await {
        Ok(token) => Ok(logged_in(&app, &visitor, &token, next)),
        Err(ServiceError::WrongLogin(message)) => Ok(ask(&visitor, &step, Some(message), next)),
        Err(error) => Err(error.into()),
    }
}
