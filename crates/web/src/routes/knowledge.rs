//! The addresses that tell what positions are worth. All of them ask who may be told:
//! [`fair_play`](crate::fair_play).

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use super::{analysis, gamesman, openings, puzzles, review};
use crate::app::App;

pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/analysis", get(analysis::show).post(analysis::show))
        .route("/analysis/setup", get(analysis::set_up))
        .route("/analysis/record", get(analysis::record))
        .route("/analysis/board.svg", get(analysis::svg))
        .route("/analysis/why", get(analysis::why))
        .route("/analysis/play", post(analysis::play))
        .route("/openings/{game}", get(openings::show))
        .route("/game/{id}/review", get(review::show))
        .route("/puzzles", get(puzzles::index))
        .route("/puzzles/daily", get(puzzles::of_the_day))
        .route("/puzzles/{game}/next", get(puzzles::next))
        .route("/puzzles/{game}/{number}", get(puzzles::show).post(puzzles::show))
        .route("/gamesman", get(gamesman::games))
        .nest("/gamesman/", gamesman())
}

fn gamesman() -> Router<Arc<App>> {
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
