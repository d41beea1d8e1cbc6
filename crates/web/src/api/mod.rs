//! The interface for programs, `/api/v1/`: docs/api.md.
//!
//! A thin door: the owner of a token is a player like any other, and the rules are those of the pages. A
//! call is its handler with its description, listed at the top of its file under its limit; router and
//! description are made of these lists.

/// Lists the calls of a module, those of one path side by side, under the limit that they count towards.
macro_rules! calls {
    ($limit:ident: $($($handler:ident)+),+) => {
        pub(super) fn routes() -> super::Limited {
            let routes = utoipa_axum::router::OpenApiRouter::default();
            (super::limits::Limit::$limit, routes$(.routes(utoipa_axum::routes!($($handler),+)))+)
        }
    };
}

mod account;
mod challenges;
mod description;
mod extract;
mod games;
mod leaderboards;
mod limits;
mod model;
mod puzzles;
mod streams;
mod tables;

use axum::{Router, middleware};
use utoipa_axum::router::OpenApiRouter;

use self::limits::Limit;
use crate::app::App;
pub(crate) use description::{Operation, operations};

/// The prefix of all its paths.
pub(crate) const PREFIX: &str = "/api/";

/// Described routes, and the limit that they count towards.
type Limited = (Limit, OpenApiRouter<App>);

const ROUTES: [fn() -> Limited; 8] = [
    account::routes,
    challenges::routes,
    description::routes,
    games::routes,
    leaderboards::routes,
    puzzles::routes,
    streams::routes,
    tables::routes,
];

pub(crate) fn router(app: &App) -> Router<App> {
    ROUTES.into_iter().fold(Router::new(), |all, routes| {
        let (limit, routes) = routes();
        let (router, _) = routes.split_for_parts();
        let admit = middleware::from_fn_with_state((app.clone(), limit), limits::admit);
        all.merge(router.layer(admit))
    })
}

fn routes() -> OpenApiRouter<App> {
    ROUTES.into_iter().fold(OpenApiRouter::default(), |all, routes| all.merge(routes().1))
}
