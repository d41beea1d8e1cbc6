//! The interface for programs, `/api/v1/`: docs/api.md.
//!
//! A thin door. Who comes with a token is a player like any other; what may happen is decided where it
//! is decided for the pages. Every route is described where it is written, and only described ones can
//! be added: `routes` is both the router and the description.

mod account;
mod challenges;
mod description;
mod extract;
mod games;
mod leaderboards;
mod limits;
mod model;
mod names;
mod puzzles;
mod streams;
mod tables;

use axum::{Router, middleware};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use self::limits::Limit;
use crate::app::App;
pub(crate) use description::{Operation, operations};

/// Where all of it stands.
pub(crate) const PREFIX: &str = "/api/";

pub(crate) fn router(app: &App) -> Router<App> {
    let limited = |routes: OpenApiRouter<App>, limit: Limit| {
        let (router, _) = routes.split_for_parts();
        router.layer(middleware::from_fn_with_state((app.clone(), limit), limits::admit))
    };
    limited(calls(), Limit::Calls).merge(limited(questions(), Limit::Questions))
}

fn routes() -> OpenApiRouter<App> {
    calls().merge(questions())
}

/// Questions for values, which count towards the limit of all doors to values.
fn questions() -> OpenApiRouter<App> {
    OpenApiRouter::default().routes(routes!(tables::probe))
}

fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::default()
        .routes(routes!(description::openapi))
        .routes(routes!(account::account))
        .routes(routes!(streams::account_events))
        .routes(routes!(games::list))
        .routes(routes!(games::one))
        .routes(routes!(streams::game_events))
        .routes(routes!(games::record))
        .routes(routes!(games::play))
        .routes(routes!(games::resign))
        .routes(routes!(games::draw))
        .routes(routes!(games::abort))
        .routes(routes!(games::claim))
        .routes(routes!(challenges::list, challenges::make))
        .routes(routes!(challenges::one, challenges::withdraw))
        .routes(routes!(challenges::accept))
        .routes(routes!(challenges::decline))
        .routes(routes!(leaderboards::leaderboard))
        .routes(routes!(puzzles::daily))
        .routes(routes!(puzzles::next))
        .routes(routes!(puzzles::one))
        .routes(routes!(puzzles::attempt))
}
