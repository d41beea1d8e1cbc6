//! The operator's page.

pub(crate) mod page;
pub(crate) mod routes;

use axum::Router;
use axum::routing::{get, post};

use crate::app::App;

pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/operator", get(routes::show).post(routes::act))
        .route("/report", post(routes::report))
}
