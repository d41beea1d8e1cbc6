//! A player's own page.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::json;

use crate::app::App;
use crate::error::Failure;
use crate::pages;
use crate::reply::{data, page};
use crate::visitor::SignedIn;

/// So many finished games are listed.
const FINISHED_SHOWN: u32 = 5;

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    visitor: SignedIn,
) -> Result<Response, Failure> {
    let tally = app.store.tally(visitor.id()).await?;
    let running = app.store.running_games(visitor.id()).await?;
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
        });
        return Ok(data(StatusCode::OK, body));
    }
    let finished = app.store.finished_games(visitor.id(), FINISHED_SHOWN).await?;
    Ok(page(StatusCode::OK, pages::home(&app, &visitor, tally, &running, &finished)))
}
