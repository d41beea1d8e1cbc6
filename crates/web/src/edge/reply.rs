//! Answers: pages for people, data for programs.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use maud::Markup;
use merels_store::{Player, StoredGame};
use serde::Serialize;
use serde_json::json;

use super::visitor::{Preferences, Visitor};
use crate::api;
use crate::app::App;
use crate::error::Failure;
use crate::parts::layout;

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

/// Adds a cookie to an answer.
pub(crate) fn with_cookie(mut response: Response, cookie: &str) -> Response {
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    response
}

/// A failure is written only when it is known in which language and form: see [`render_failures`].
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

/// Writes failures in the language and form that the visitor understands.
pub(crate) async fn render_failures(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    let (mut parts, body) = request.into_parts();
    let mut response = next.run(Request::from_parts(parts.clone(), body)).await;
    let Some(failure) = response.extensions_mut().remove::<Arc<Failure>>() else {
        return response;
    };
    failure.log();
    if failure.status() == StatusCode::FORBIDDEN {
        let (kind, path) = (failure.code(), parts.uri.path());
        tracing::info!(target: "security", kind, path, "refused");
    }
    let mut preferences = Preferences::of(&parts.method, &parts.headers);
    preferences.json |= parts.uri.path().starts_with(api::PREFIX);
    // The page keeps its way home, if it can be told whose that is.
    let visitor = if failure.is_without_store() {
        None
    } else {
        <Visitor>::from_request_parts(&mut parts, &app).await.ok()
    };
    let player = visitor.as_ref().and_then(|visitor| visitor.player());
    let in_the_way = match (&*failure, player) {
        (Failure::PlaysNow(kind), Some(player)) => {
            app.fair_play.games_in_the_way(&player.id, *kind).await
        }
        _ => Vec::new(),
    };
    render(&failure, preferences, player, &in_the_way, response.headers())
}

fn render(
    failure: &Failure,
    preferences: Preferences,
    player: Option<&Player>,
    in_the_way: &[StoredGame],
    headers: &HeaderMap,
) -> Response {
    let words = failure.words(preferences.language);
    let mut response = if preferences.json {
        let body = json!({"error": failure.code(), "message": words});
        data(failure.status(), body)
    } else if matches!(failure, Failure::SignedOut) {
        go_to("/login")
    } else {
        html(failure.status(), layout::failure(preferences.language, player, &words, in_the_way))
    };
    // Cookies, limits and what else was to be said beside it.
    let said = |name: &HeaderName| {
        !matches!(*name, header::CONTENT_TYPE | header::CONTENT_LENGTH | header::CACHE_CONTROL)
    };
    for (name, value) in headers.iter().filter(|(name, _)| said(name)) {
        response.headers_mut().append(name, value.clone());
    }
    response
}
