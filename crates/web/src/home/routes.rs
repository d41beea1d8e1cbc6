//! A player's own page.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use merels_model::{ClockClass, Rating, Results};
use merels_rules::GameId;
use merels_services::live::levels;
use merels_services::people::Overview;
use serde_json::{Value, json};

use super::page::{self, HomePage};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, html, with_cookie};
use crate::edge::visitor::SignedIn;
use crate::error::Result;
use crate::game_request::GameRequest;

pub(crate) async fn show(
    State(app): State<App>,
    visitor: SignedIn,
    headers: HeaderMap,
    fields: Fields,
) -> Result {
    let overview = app.services.people.overview(visitor.id()).await?;
    if visitor.json {
        return Ok(data(StatusCode::OK, as_data(&visitor, &overview)));
    }
    let chosen = fields.get("game").is_some();
    let choice = GameRequest::wished(&fields, &headers)?;
    let home = HomePage {
        choice: &choice,
        levels: &levels(choice.game, &app.services.oracles),
        overview: &overview,
        created: fields.get("news") == Some("created"),
    };
    let response = html(StatusCode::OK, page::home(&visitor, &home));
    Ok(if chosen { with_cookie(response, &choice.cookie(&app.settings)) } else { response })
}

fn as_data(visitor: &SignedIn, overview: &Overview) -> Value {
    let running = overview.running.iter().map(|game| &game.stored);
    let games: Vec<_> =
        running.map(|game| json!({"game_id": game.key.as_str(), "game": game.game.id()})).collect();
    let rating = |(game, class, rating): &(GameId, ClockClass, Rating)| {
        json!({
            "game": game.id(), "class": class.name(), "rating": rating.points(),
            "provisional": rating.is_provisional(), "games": rating.games,
        })
    };
    let Results { wins, losses, draws } = overview.results;
    json!({
        "name": visitor.player().name,
        "email": visitor.player().email,
        "wins": wins, "losses": losses, "draws": draws,
        "games": games,
        "ratings": overview.ratings.iter().map(rating).collect::<Vec<_>>(),
    })
}
