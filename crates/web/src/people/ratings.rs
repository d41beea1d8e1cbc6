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
use crate::error::Result;

pub(crate) async fn leaderboard(
    State(app): State<App>,
    visitor: Visitor,
    fields: Fields,
) -> Result {
    let game = fields.word_or("game", "failure-unknown-game", GameId::NINE)?;
    let class = fields.word_or("class", "failure-unknown-class", ClockClass::Live)?;
    let leaders = app.services.people.leaders(game, class).await?;
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
    let board = Leaderboard { game, class, leaders: &leaders };
    Ok(html(StatusCode::OK, ratings_page::leaderboard(&visitor, &board)))
}

pub(crate) async fn fair_play(visitor: Visitor) -> Response {
    html(StatusCode::OK, ratings_page::fair_play(&visitor))
}
