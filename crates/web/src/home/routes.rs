//! A player's own page.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use merels_live::levels;
use merels_services::ComputerResults;
use serde_json::json;

use super::page::{self, HomePage, RunningGame};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, html, with_cookie};
use crate::edge::visitor::SignedIn;
use crate::error::Failure;
use crate::game_request::GameRequest;

/// So many finished games are listed.
const FINISHED_SHOWN: u32 = 5;

pub(crate) async fn show(
    State(app): State<App>,
    visitor: SignedIn,
    headers: HeaderMap,
    fields: Fields,
) -> Result<Response, Failure> {
    let tally = app.store.games().tally(visitor.id()).await?;
    let running = app.store.games().running_games(visitor.id()).await?;
    let ratings = app.store.games().ratings_of(visitor.id()).await?;
    if visitor.json {
        let games: Vec<_> = running
            .iter()
            .map(|game| json!({"game_id": game.key.as_str(), "game": game.game.id()}))
            .collect();
        let body = json!({
            "name": visitor.player().name,
            "email": visitor.player().email,
            "wins": tally.wins, "losses": tally.losses, "draws": tally.draws,
            "games": games,
            "ratings": ratings
                .iter()
                .map(|(game, class, rating)| json!({
                    "game": game.id(), "class": class.name(), "rating": rating.points(),
                    "provisional": rating.is_provisional(), "games": rating.games,
                }))
                .collect::<Vec<_>>(),
        });
        return Ok(data(StatusCode::OK, body));
    }
    let finished = app.store.games().finished_games(visitor.id(), FINISHED_SHOWN).await?;
    let mut tables = Vec::new();
    for stored in running {
        if let Some(game) = app.live.open(&stored.key).await? {
            let position = game.snapshot().position.clone();
            tables.push(RunningGame { stored, position });
        }
    }
    let chosen = fields.get("game").is_some();
    let choice = GameRequest::wished(&fields, &headers)?;
    let computer_results = ComputerResults::of(&app.store, visitor.id()).await?;
    let created = fields.get("news") == Some("created");
    let challenges = app.store.meeting().challenges(visitor.id(), app.clock.now()).await?;
    let facts = app.store.accounts().account_facts(visitor.id()).await?;
    let home = HomePage {
        facts: facts.as_ref(),
        challenges: &challenges,
        choice: &choice,
        levels: &levels(choice.game, &app.oracles),
        tally,
        running: &tables,
        finished: &finished,
        computer_results: &computer_results,
        ratings: &ratings,
        created,
    };
    let markup = page::home(&visitor, &home);
    let response = html(StatusCode::OK, markup);
    Ok(if chosen { with_cookie(response, &choice.cookie(&app.settings)) } else { response })
}
