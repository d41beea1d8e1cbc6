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

async fn passkey_page(visitor: Visitor) -> Response {
    html(StatusCode::OK, factors_page::passkey_login(&visitor, None))
}

/// Lets the owner of a passkey in.
async fn log_in(app: App, visitor: Visitor, fields: Fields) -> Result {
    match app.services.accounts.log_in_by_passkey(&visitor, fields.secret("passkey")?).await {
        Ok(token) => Ok(logged_in(&app, &visitor, &token, None)),
        Err(ServiceError::WrongLogin(message)) if !visitor.json => {
            let words = visitor.language.say(message);
            let page = factors_page::passkey_login(&visitor, Some(&words));
            Ok(html(StatusCode::UNAUTHORIZED, page))
        }
        Err(error) => Err(error.into()),
    }
}

/// Asks for the second factor, once more if there was an error.
pub(crate) fn ask<'a, S>(
    visitor: &'a Visitor<S>,
    step: &OneTimeSecret,
    error: Option<&str>,
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
    html(status, factors_page::second_factor(Viewer::from(visitor), step.secret(), error))
}

/// The second step of a login: a passkey that signs the step, or a recovery code.
async fn second_step(app: App, visitor: Visitor, fields: Fields) -> Result {
    let step = OneTimeSecret::new(fields.secret("step")?);
    match app.services.accounts.second_step(&visitor, &step, proof(&fields)?).await {
        Ok(token) => Ok(logged_in(&app, &visitor, &token, None)),
        Err(ServiceError::WrongLogin(message)) => Ok(ask(&visitor, &step, Some(message))),
        Err(error) => Err(error.into()),
    }
}
