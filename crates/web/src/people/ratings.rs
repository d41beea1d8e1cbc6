//! Leaderboards, and what is fair.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use merels_model::ClockClass;
use merels_rules::GameId;
use serde_json::json;

use super::ratings_page::{self, Leaderboard};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, html};
use crate::edge::visitor::Visitor;
use crate::error::Failure;

/// So many rated games it takes to be on a leaderboard.
pub(crate) const LEAST_GAMES: u32 = 10;

/// So many players are on one.
pub(crate) const SHOWN: u32 = 50;

pub(crate) async fn leaderboard(
    State(app): State<App>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    let id = fields.get("game").unwrap_or(GameId::NINE.id());
    let game = id.parse().map_err(|_| Failure::Field("failure-unknown-game", id.to_owned()))?;
    let name = fields.get("class").unwrap_or(ClockClass::Live.name());
    let unknown = || Failure::Field("failure-unknown-class", name.to_owned());
    let class = name.parse().map_err(|_| unknown())?;
    let leaders = app.store.games().leaders(game, class, LEAST_GAMES, SHOWN).await?;
    if visitor.json {
        let listed: Vec<_> = leaders
            .iter()
            .map(|rated| {
                let (points, games) = (rated.rating.points(), rated.rating.games);
                json!({"name": rated.name, "rating": points, "games": games})
            })
            .collect();
        let body = json!({"game": game.id(), "class": class.name(), "players": listed});
        return Ok(data(StatusCode::OK, body));
    }
    let board = Leaderboard { game, class, leaders: &leaders, least_games: LEAST_GAMES };
    Ok(html(StatusCode::OK, ratings_page::leaderboard(&visitor, &board)))
}

pub(crate) async fn fair_play(visitor: Visitor) -> Response {
    html(StatusCode::OK, ratings_page::fair_play(&visitor))
}
