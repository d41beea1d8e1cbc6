//! One game: playing, watching, replaying and downloading it.

pub(crate) mod claims;
pub(crate) mod compat;
pub(crate) mod downloads;
pub(crate) mod events;
pub(crate) mod import;
pub(crate) mod import_page;
mod meta;
pub(crate) mod page;
pub(crate) mod panel;
pub(crate) mod replay;
pub(crate) mod replay_page;
pub(crate) mod result;
pub(crate) mod routes;
pub(crate) mod selectors;
pub(crate) mod view;
pub(crate) mod watch;
pub(crate) mod watch_page;

use axum::Router;
use axum::routing::get;

use crate::app::App;

pub(crate) fn router() -> Router<App> {
    compat::router()
        .route("/game/{id}", get(routes::show))
        .route("/game/{id}/panel", get(panel::show))
        .route("/game/{id}/replay", get(replay::show))
        .route("/game/{id}/picture.png", get(downloads::picture))
        .route("/game/{id}/picture.svg", get(downloads::still))
        .route("/game/{id}/animated.svg", get(downloads::animated))
        .route("/game/{id}/record", get(downloads::record))
        .route("/import", get(import::show))
        .route("/watch", get(watch::index))
        .route("/watch/now", get(watch::now))
}
