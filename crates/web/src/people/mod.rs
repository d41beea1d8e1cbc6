//! Players as others see them: profiles, relations, leaderboards.

pub(crate) mod page;
pub(crate) mod profile;
pub(crate) mod profile_page;
pub(crate) mod ratings;
pub(crate) mod ratings_page;
pub(crate) mod routes;

use axum::Router;
use axum::routing::{get, post};

use crate::app::App;

pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/people", get(routes::show))
        .route("/relate", post(routes::relate))
        .route("/player/{name}", get(profile::show))
        .route("/player/{name}/games", get(profile::games))
        .route("/ratings", get(ratings::leaderboard))
        .route("/fairplay", get(ratings::fair_play))
}
