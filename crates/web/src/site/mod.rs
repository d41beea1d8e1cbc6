//! The site itself: rules, variants, the operator's own pages, the web app, health.

pub(crate) mod about;
pub(crate) mod about_page;
pub(crate) mod api;
pub(crate) mod api_page;
pub(crate) mod atlas;
pub(crate) mod atlas_page;
pub(crate) mod failure_page;
pub(crate) mod failures;
pub(crate) mod health;
pub(crate) mod offline_page;
pub(crate) mod robots;
pub(crate) mod rules;
pub(crate) mod rules_page;
pub(crate) mod variants;
pub(crate) mod variants_page;
pub(crate) mod web_app;

use axum::Router;
use axum::routing::get;

use crate::app::App;

pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/rules", get(rules::index))
        .route("/rules/{game}", get(rules::show))
        .route("/rules/{game}/picture.png", get(rules::picture))
        .route("/robots.txt", get(robots::robots))
        .route("/sitemap.xml", get(robots::sitemap))
        .route("/variants", get(variants::show))
        .route("/atlas", get(variants::atlas))
        .route("/about/{name}", get(about::show))
        .route("/api", get(api::show))
        .route("/manifest.webmanifest", get(web_app::manifest))
        .route("/icon/{file}", get(web_app::icon))
        .route("/offline", get(web_app::offline))
        .route("/worker.js", get(web_app::worker))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
}
