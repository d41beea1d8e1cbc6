//! A player's own page.

pub(crate) mod cards;
pub(crate) mod page;
pub(crate) mod routes;

use axum::Router;
use axum::routing::get;

use crate::app::App;

pub(crate) fn router() -> Router<App> {
    Router::new().route("/home", get(routes::show)).route("/home/now", get(routes::now))
}
