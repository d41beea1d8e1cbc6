//! Signing up.

use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::get;
use maud::Markup;
use merels_services::accounts::SignUp;
use merels_services::{FormErrors, ServiceError};
use serde_json::{Map, Value, json};

use super::login::email_cookie;
use super::login_page;
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::origin;
use crate::edge::reply::{data, go_to, html, with_cookie};
use crate::edge::visitor::{Visitor, keep_session};
use crate::error::Result;

pub(super) fn router() -> Router<App> {
    Router::new().route("/signup", get(signup_page).post(sign_up))
}

async fn signup_page(visitor: Visitor, headers: HeaderMap) -> Response {
    if visitor.has_account() {
        return go_to("/home");
    }
    let (form, errors) = (SignUp::default(), FormErrors::default());
    let before = origin::page_before(&headers).unwrap_or_default();
    let next = origin::way_back(&before);
    html(StatusCode::OK, login_page::signup(&visitor, &form, &errors, next))
}

/// A guest who signed up goes on with what was played, there where it was; anybody else logs in first.
async fn sign_up(app: App, visitor: Visitor, fields: Fields) -> Result {
    let (password, confirm) = (fields.secret("password")?, fields.secret("confirm")?);
    let back = fields.get("next").and_then(origin::way_back);
    let form = SignUp::new(fields.raw("email"), fields.raw("name"), password, confirm);
    let session = match app.services.accounts.sign_up(&visitor, &form).await {
        Ok(session) => session,
        Err(ServiceError::Form(errors)) => {
            let names = ["email", "name", "password", "confirm"];
            let page = || login_page::signup(&visitor, &form, &errors, back);
            return Ok(form_refused(&visitor, "signup", &names, &errors, page));
        }
        Err(error) => return Err(error.into()),
    };
    let next = if session.is_some() { "/home" } else { "/login" };
    let response = if visitor.json {
        let message = visitor.language.say("signup-done");
        data(StatusCode::CREATED, json!({"message": message, "login": next}))
    } else {
        match back.filter(|_| session.is_some()) {
            Some(back) => go_to(back),
            None => go_to(&format!("{next}?news=created")),
        }
    };
    let cookie = match session {
        Some(token) => keep_session(&app.settings, &token),
        None => email_cookie(&app.settings, &form.email),
    };
    Ok(with_cookie(response, &cookie))
}

/// A form that was refused: its page again, or data of this name with the words about each field.
pub(super) fn form_refused(
    visitor: &Visitor,
    name: &str,
    fields: &[&str],
    errors: &FormErrors,
    page: impl FnOnce() -> Markup,
) -> Response {
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    if !visitor.json {
        return html(status, page());
    }
    let words = |message| Value::from(visitor.language.say(message));
    let of = |field: &&str| ((*field).to_owned(), errors.of(field).map_or(Value::Null, words));
    let told: Map<String, Value> = fields.iter().map(of).collect();
    let message = errors.of("code").unwrap_or("signup-refused");
    data(status, json!({"error": name, "message": words(message), "errors": told}))
}
