//! The values of positions: analysis board, openings, reviews, GAMESMAN.

pub(crate) mod gamesman;
pub(crate) mod openings;
pub(crate) mod openings_page;
pub(crate) mod page;
mod reasons;
pub(crate) mod review;
mod review_card;
mod review_graph;
pub(crate) mod review_page;
pub(crate) mod routes;
pub(crate) mod set_up;
pub(crate) mod set_up_page;
pub(crate) mod state;
pub(crate) mod tree;
mod tree_markup;

use axum::Router;
use axum::routing::{get, post};

use crate::app::App;

pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/analysis", get(routes::show).post(routes::show))
        .route("/analysis/setup", get(routes::set_up))
        .route("/analysis/record", get(routes::record))
        .route("/analysis/board.svg", get(routes::svg))
        .route("/analysis/why", get(routes::why))
        .route("/analysis/play", post(routes::play))
        .route("/openings/{game}", get(openings::show))
        .route("/game/{id}/review", get(review::show))
        .route("/gamesman", get(gamesman::games))
        .nest("/gamesman/", gamesman())
}

fn gamesman() -> Router<App> {
    Router::new()
        .route("/", get(gamesman::games))
        .route("/{game}", get(gamesman::game))
        .route("/{game}/", get(gamesman::game))
        .route("/{game}/{variant}", get(gamesman::variant))
        .route("/{game}/{variant}/", get(gamesman::variant))
        .route("/{game}/{variant}/positions", get(gamesman::positions))
        .route("/{game}/{variant}/positions/", get(gamesman::positions))
        .route("/{game}/{variant}/instructions", get(gamesman::instructions))
        .route("/{game}/{variant}/instructions/", get(gamesman::instructions))
        .fallback(gamesman::no_page)
        .method_not_allowed_fallback(gamesman::wrong_method)
}
