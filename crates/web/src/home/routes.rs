//! A player's own page.

use axum::http::{HeaderMap, StatusCode};
use merels_model::{ClockClass, PlayerId, Rating, Results};
use merels_rules::GameId;
use merels_services::live::levels;
use merels_services::people::Overview;
use serde_json::{Value, json};

use super::page::{self, HomePage, Today};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, html, with_cookie};
use crate::edge::time_zone::{days_of, time_zone};
use crate::edge::visitor::SignedIn;
use crate::error::Result;
use crate::game_request::GameRequest;

pub(crate) async fn show(
    app: App,
    visitor: SignedIn,
    headers: HeaderMap,
    fields: Fields,
) -> Result {
    if visitor.json {
        let overview = app.services.people.overview(visitor.id()).await?;
        return Ok(data(StatusCode::OK, as_data(&visitor, &overview)));
    }
    let chosen = fields.get("game").is_some();
    let choice = GameRequest::wished(&fields, &headers)?;
    let home = HomePage {
        choice: &choice,
        levels: &levels(choice.game, &app.services.oracles),
        today: today(&app, visitor.id(), &headers).await?,
        created: fields.get("news") == Some("created"),
    };
    let response = html(StatusCode::OK, page::home(&visitor, &home));
    Ok(if chosen { with_cookie(response, &choice.cookie(&app.settings)) } else { response })
}

/// The part that changes while the page is open.
pub(crate) async fn now(app: App, visitor: SignedIn, headers: HeaderMap) -> Result {
    let today = today(&app, visitor.id(), &headers).await?;
    Ok(html(StatusCode::OK, page::now(&visitor, &today)))
}

/// The things that a player finds today.
pub(crate) async fn today(app: &App, player: &PlayerId, headers: &HeaderMap) -> Result<Today> {
    let services = &app.services;
    let zone = time_zone(headers);
    let overview = services.people.overview(player).await?;
    let daily = services
        .puzzles
        .of_the_day_in(GameRequest::remembered(headers).game)
        .or_else(|| services.puzzles.of_the_day());
    let is_tried = match &daily {
        Some(puzzle) => services.puzzles.is_tried(player, puzzle).await?,
        None => false,
    };
    let (arenas, now) = services.arenas.near(Some(player)).await?;
    let days = days_of(headers);
    Ok(Today {
        lately: services.people.lately(player, &overview.ratings).await?,
        streak: services.days.streak(player, &days).await?,
        hour: zone.map(|zone| now.to_zoned(zone).hour()),
        overview,
        daily,
        is_tried,
        learned: services.own_puzzles.of(player, &days).await?,
        arenas,
        now,
    })
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
