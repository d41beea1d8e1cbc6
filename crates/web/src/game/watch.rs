//! The page of running games.

use axum::http::StatusCode;
use serde_json::json;

use super::watch_page;
use crate::app::App;
use crate::edge::reply::{data, html};
use crate::edge::visitor::Visitor;
use crate::error::Result;

pub(crate) async fn index(app: App, visitor: Visitor) -> Result {
    let games = app.services.spotlight.games().await?;
    if visitor.json {
        let listed: Vec<_> = games
            .iter()
            .map(|game| {
                let snapshot = game.live.snapshot();
                json!({
                    "game_id": snapshot.key.as_str(),
                    "game": snapshot.kind.id(),
                    "white": visitor.language.seat(&snapshot.seats[0]),
                    "black": visitor.language.seat(&snapshot.seats[1]),
                    "ply": snapshot.ply,
                    "watchers": game.watchers,
                })
            })
            .collect();
        return Ok(data(StatusCode::OK, json!({ "games": listed })));
    }
    Ok(html(StatusCode::OK, watch_page::watch(&visitor, &games)))
}

/// The part of the page that changes.
pub(crate) async fn now(app: App, visitor: Visitor) -> Result {
    let games = app.services.spotlight.games().await?;
    Ok(html(StatusCode::OK, watch_page::now(&visitor, &games)))
}
