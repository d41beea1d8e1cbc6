//! Failures in the language and form that a visitor understands.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use merels_model::StoredGame;
use merels_services::ServiceError;
use serde_json::json;

use super::failure_page;
use crate::api;
use crate::app::App;
use crate::edge::reply::{data, go_to, html};
use crate::edge::visitor::{Preferences, Visitor};
use crate::error::Failure;
use crate::parts::layout::Viewer;

/// Writes failures in the language and form that the visitor understands.
pub(crate) async fn render_failures(app: App, request: Request, next: Next) -> Response {
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
    let visitor =
        if failure.is_without_store() { None } else { Visitor::of(&mut parts, &app).await.ok() };
    let player = visitor.as_ref().and_then(|visitor| visitor.player());
    let in_the_way = match (&*failure, player) {
        (Failure::Service(ServiceError::PlaysNow(kind)), Some(player)) => {
            app.services.fair_play.games_in_the_way(&player.id, *kind).await
        }
        _ => Vec::new(),
    };
    let viewer = Viewer {
        language: preferences.language,
        player,
        own_pages: &app.own_pages,
        public_url: app.settings.public_url.as_ref(),
    };
    render(&failure, preferences.json, viewer, &in_the_way, response.headers())
}

fn render(
    failure: &Failure,
    json: bool,
    viewer: Viewer<'_>,
    in_the_way: &[StoredGame],
    headers: &HeaderMap,
) -> Response {
    let words = failure.words(viewer.language);
    let mut response = if json {
        let body = json!({"error": failure.code(), "message": words});
        data(failure.status(), body)
    } else if matches!(failure, Failure::Service(ServiceError::SignedOut)) {
        go_to("/login")
    } else {
        html(failure.status(), failure_page::failure(viewer, failure.status(), &words, in_the_way))
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
