//! Arenas: tournaments that anybody may enter while they last.

mod arena_page;
pub(crate) mod page;
pub(crate) mod routes;

use axum::Router;
use axum::routing::{get, post};

use crate::app::App;

pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/arenas", get(routes::list).post(routes::open))
        .route("/arena/{id}", get(routes::show))
        .route("/arena/{id}/now", get(routes::now))
        .route("/arena/{id}/enter", post(routes::enter))
        .route("/arena/{id}/pause", post(routes::pause))
}
