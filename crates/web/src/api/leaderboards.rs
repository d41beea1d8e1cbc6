//! Leaderboards.

use axum::Json;
use merels_model::ClockClass;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::extract::{Asked, Named, game_in_path};
use crate::app::App;
use crate::error::{Failure, Result};
use crate::json::names::{ClassName, GameName};

calls!(Calls: leaderboard);

/// With which clocks.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Class {
    /// `live`, `days` or `free`; `live` if it is left out.
    #[param(inline, value_type = Option<ClassName>)]
    class: Option<String>,
}

/// A player of a leaderboard.
#[derive(Serialize, ToSchema)]
pub(super) struct Leader {
    name: String,
    rating: i64,
    games: u32,
}

/// The best players of a game.
#[derive(Serialize, ToSchema)]
pub(super) struct Leaderboard {
    #[schema(value_type = GameName)]
    game: &'static str,
    #[schema(inline, value_type = ClassName)]
    class: &'static str,
    /// The best first.
    players: Vec<Leader>,
}

/// The best players of a game
#[utoipa::path(
    get,
    path = "/api/v1/leaderboards/{game}",
    tag = "knowledge",
    operation_id = "leaderboard",
    params(("game" = inline(GameName), Path, description = "Which game, such as `nine`"), Class),
    responses((status = OK, body = Leaderboard))
)]
pub(super) async fn leaderboard(
    app: App,
    Named(game): Named<String>,
    Asked(Class { class }): Asked<Class>,
) -> Result<Json<Leaderboard>> {
    let game = game_in_path(&game)?;
    let name = class.as_deref().unwrap_or(ClockClass::Live.name());
    let unknown = || Failure::Field("failure-unknown-class", name.to_owned());
    let class = name.parse().map_err(|_| unknown())?;
    let players = app
        .services
        .people
        .leaders(game, class)
        .await?
        .into_iter()
        .map(|rated| Leader {
            rating: rated.rating.points(),
            games: rated.rating.games,
            name: rated.name,
        })
        .collect();
    Ok(Json(Leaderboard { game: game.id(), class: class.name(), players }))
}
