//! For those who watch over the server.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::error::Failure;
use crate::visitor::Visitor;

/// Whether the server can do its work: its database answers.
pub(crate) async fn health(State(app): State<Arc<App>>) -> Response {
    match app.store.check().await {
        Ok(()) => "ok\n".into_response(),
        Err(error) => {
            tracing::error!(%error, "the database does not answer");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response()
        }
    }
}

/// Figures for Prometheus; for this machine only unless the settings say otherwise.
pub(crate) async fn metrics(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    headers: HeaderMap,
) -> Result<String, Failure> {
    // What comes through a proxy that is not known as one may come from anywhere.
    let is_here = visitor.client.is_this_machine() && !headers.contains_key("x-forwarded-for");
    if !app.settings.public_metrics && !is_here {
        return Err(Failure::NoPage);
    }
    Ok(app.metrics.render())
}
