//! What a player has done so far, for everybody to see, and the list of a player's games.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use merels_services::{ComputerResults, ServiceError};
use merels_store::{GameFilter, Opponents, Player};
use serde_json::json;

use super::history::{Past, favourites};
use super::profile_page::{self, GamesPage, ProfilePage};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, html};
use crate::edge::visitor::Visitor;
use crate::error::Failure;

/// So many finished games are looked back upon.
const LOOKED_BACK: u32 = 2000;

/// So many games stand on one page of the list.
const ON_A_PAGE: u32 = 24;

async fn player(app: &App, name: &str) -> Result<Player, Failure> {
    Ok(app.store.accounts().player_named(name).await?.ok_or(ServiceError::NoPlayer)?)
}

pub(crate) async fn show(
    State(app): State<App>,
    Path(name): Path<String>,
    visitor: Visitor,
) -> Result<Response, Failure> {
    let player = player(&app, &name).await?;
    let ratings = app.store.games().ratings_of(&player.id).await?;
    let history = app.store.games().rating_history(&player.id).await?;
    let past =
        Past::of(&player.id, &app.store.games().finished_games(&player.id, LOOKED_BACK).await?);
    let favourites = favourites(&app.store.games().openings_of(&player.id, LOOKED_BACK).await?);
    let computer_results = ComputerResults::of(&app.store, &player.id).await?;
    if visitor.json {
        let results: Vec<_> = past
            .by_game
            .iter()
            .map(|(game, sum)| {
                json!({"game": game.id(), "wins": sum.wins, "losses": sum.losses, "draws": sum.draws})
            })
            .collect();
        let ratings: Vec<_> = history
            .iter()
            .map(|change| {
                json!({
                    "game_id": change.key.as_str(), "game": change.game.id(),
                    "class": change.class.name(), "rating": change.points,
                    "at": change.at.to_string(),
                })
            })
            .collect();
        let body = json!({
            "name": player.name, "since": player.created.to_string(), "results": results,
            "streak": past.streak, "longest_streak": past.longest_streak, "ratings": ratings,
        });
        return Ok(data(StatusCode::OK, body));
    }
    let profile = ProfilePage {
        player: &player,
        ratings: &ratings,
        history: &history,
        past: &past,
        favourites: &favourites,
        computer_results: &computer_results,
    };
    Ok(html(StatusCode::OK, profile_page::profile(&visitor, &profile)))
}

pub(crate) async fn games(
    State(app): State<App>,
    Path(name): Path<String>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    let player = player(&app, &name).await?;
    let (filter, number) = filter(&fields)?;
    let mut found = app.store.games().games_of(&player.id, &filter).await?;
    // One more than is shown tells that there is another page.
    let more = found.len() > ON_A_PAGE as usize;
    found.truncate(ON_A_PAGE as usize);
    if visitor.json {
        let listed: Vec<_> = found
            .iter()
            .map(|game| {
                json!({
                    "game_id": game.key.as_str(), "game": game.game.id(), "score": game.score,
                    "white": visitor.language.seat(&game.seats[0]),
                    "black": visitor.language.seat(&game.seats[1]),
                })
            })
            .collect();
        return Ok(data(StatusCode::OK, json!({"games": listed, "more": more})));
    }
    let list = GamesPage { player: &player, filter: &filter, games: &found, number, more };
    Ok(html(StatusCode::OK, profile_page::games(&visitor, &list)))
}

/// Which games are wanted, and which page of them.
fn filter(fields: &Fields) -> Result<(GameFilter, u32), Failure> {
    let unknown = |message, text: &str| Failure::Field(message, text.to_owned());
    let game = match fields.get("game") {
        Some(id) => Some(id.parse().map_err(|_| unknown("failure-unknown-game", id))?),
        None => None,
    };
    let opponents = match fields.get("opponent") {
        None => None,
        Some("people") => Some(Opponents::People),
        Some("computer") => Some(Opponents::Computer),
        Some(other) => return Err(unknown("failure-unknown-opponent", other)),
    };
    let standing = match fields.get("result") {
        None => None,
        Some(name) => Some(name.parse().map_err(|_| unknown("failure-unknown-result", name))?),
    };
    let number: u32 = match fields.get("page") {
        None => 1,
        Some(text) => text.parse().map_err(|_| unknown("failure-not-a-number", "page"))?,
    };
    let number = number.clamp(1, 10_000);
    let skip = (number - 1) * ON_A_PAGE;
    Ok((GameFilter { game, opponents, standing, skip, most: ON_A_PAGE + 1 }, number))
}
