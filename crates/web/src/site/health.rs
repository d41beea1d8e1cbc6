//! Health and metrics, for those who watch over the server.

use axum::Router;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::Mutex;

use crate::app::App;
use crate::error::{Failure, Result};

/// Says that the server lives. Its needs are another question: see [`ready`].
pub(crate) async fn alive() -> &'static str {
    "ok\n"
}

/// Says whether the server can do its work: its database can be written to and has room left, and it is not
/// about to end.
pub(crate) async fn ready(app: App) -> Response {
    if *app.closing.borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the server is about to end\n").into_response();
    }
    // One after the other: however often it is asked, no more than one write at once comes of it.
    static ASKING: Mutex<()> = Mutex::const_new(());
    let _asking = ASKING.lock().await;
    match app.services.check_writes().await {
        Ok(()) => "ok\n".into_response(),
        Err(error) => {
            tracing::error!(%error, "the database cannot be written to");
            let words = "the database cannot be written to\n";
            (StatusCode::SERVICE_UNAVAILABLE, words).into_response()
        }
    }
}

/// Figures for Prometheus, for whoever has the token.
pub(crate) async fn metrics(app: App, headers: HeaderMap) -> Result<String> {
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Bearer "));
    let is_right = |token: &String| given.is_some_and(|given| is_same(given, token));
    if !app.settings.metrics_token.as_ref().is_some_and(is_right) {
        return Err(Failure::NoPage);
    }
    Ok(app.figures())
}

/// Compares in a time that does not tell where two texts differ.
fn is_same(one: &str, other: &str) -> bool {
    one.len() == other.len()
        && one.bytes().zip(other.bytes()).fold(0, |seen, (a, b)| seen | (a ^ b)) == 0
}

/// Figures for Prometheus on an address of their own.
pub(crate) fn metrics_router(app: App) -> Router {
    Router::new().route("/metrics", get(move || async move { app.figures() }))
}
