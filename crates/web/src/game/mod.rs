//! One game: playing, watching, replaying and downloading it.

pub(crate) mod claims;
pub(crate) mod downloads;
pub(crate) mod import;
pub(crate) mod import_page;
pub(crate) mod page;
pub(crate) mod replay;
pub(crate) mod replay_page;
pub(crate) mod result;
pub(crate) mod routes;
pub(crate) mod selectors;
pub(crate) mod watch;
pub(crate) mod watch_page;

use axum::Router;
use axum::routing::{get, post, put};

use crate::app::App;

pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/say", post(routes::say))
        .route("/game/{id}", get(routes::show))
        .route("/game/{id}/live", get(watch::live))
        .route("/game/{id}/replay", get(replay::show))
        .route("/game/{id}/picture.png", get(replay::picture))
        .route("/game/{id}/picture.svg", get(downloads::still))
        .route("/game/{id}/animated.svg", get(downloads::animated))
        .route("/game/{id}/record", get(downloads::record))
        .route("/import", get(import::show))
        .route("/place", put(routes::place).patch(routes::place).post(routes::place))
        .route("/move", put(routes::mv).patch(routes::mv).post(routes::mv))
        .route("/capture", put(routes::capture).patch(routes::capture).post(routes::capture))
        .route("/takeback", put(routes::take_back).patch(routes::take_back).post(routes::take_back))
        .route("/undo", put(routes::undo).patch(routes::undo).post(routes::undo))
        .route(
            "/undorespond",
            put(routes::answer_undo).patch(routes::answer_undo).post(routes::answer_undo),
        )
        .route("/claim", put(routes::claim).patch(routes::claim).post(routes::claim))
        .route("/hint", put(routes::give_hint).patch(routes::give_hint).post(routes::give_hint))
        .route("/forfeit", put(routes::forfeit).patch(routes::forfeit).post(routes::forfeit))
        .route("/abort", put(routes::abort).patch(routes::abort).post(routes::abort))
        .route("/draw", put(routes::draw).patch(routes::draw).post(routes::draw))
        .route(
            "/drawrespond",
            put(routes::answer_draw).patch(routes::answer_draw).post(routes::answer_draw),
        )
        .route("/watch", get(watch::index))
}
