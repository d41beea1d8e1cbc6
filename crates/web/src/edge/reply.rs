//! Answers: pages for people, data for programs.

use std::sync::Arc;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use maud::Markup;
use serde::Serialize;
use serde_json::json;

use super::visitor::Visitor;
use crate::error::Failure;

/// A page that nobody may keep: it shows how things stand now, for one person.
pub(crate) fn html(status: StatusCode, markup: Markup) -> Response {
    let headers = [(header::CACHE_CONTROL, "no-store")];
    (status, headers, axum::response::Html(markup.into_string())).into_response()
}

/// Data that nobody may keep.
pub(crate) fn data(status: StatusCode, value: impl Serialize) -> Response {
    (status, [(header::CACHE_CONTROL, "no-store")], Json(value)).into_response()
}

/// Sends a browser to another page. Nobody may keep this either: where it leads depends on who asks,
/// and a browser that remembered it could lead in a circle.
pub(crate) fn go_to(path: &str) -> Response {
    ([(header::CACHE_CONTROL, "no-store")], Redirect::to(path)).into_response()
}

/// Answers something that was done: with data for programs, and by sending people to a page.
pub(crate) fn done<S>(
    visitor: &Visitor<S>,
    status: StatusCode,
    value: impl Serialize,
    path: &str,
) -> Response {
    if visitor.json { data(status, value) } else { go_to(path) }
}

/// Answers something that was done, with one sentence for programs.
pub(crate) fn told<S>(visitor: &Visitor<S>, message: &str, path: &str) -> Response {
    done(visitor, StatusCode::OK, json!({"message": visitor.language.say(message)}), path)
}

pub(crate) fn with_cookie(mut response: Response, cookie: &str) -> Response {
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    response
}

/// A failure is written only when it is known in which language and form: see `site::failures`.
impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        if let Some(seconds) = self.retry_after() {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}
