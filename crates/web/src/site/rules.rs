//! The rules of each game.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use merels_rules::{GameId, Side};

use super::rules_page;
use crate::app::App;
use crate::edge::reply::html;
use crate::edge::visitor::{Client, Visitor};
use crate::error::{Failure, Result};
use crate::pictures::LASTING;

pub(crate) async fn index(visitor: Visitor) -> Response {
    html(StatusCode::OK, rules_page::rules_index(&visitor))
}

pub(crate) async fn show(visitor: Visitor, Path(id): Path<String>) -> Result {
    let game: GameId = id.parse().map_err(|_| Failure::NoPage)?;
    Ok(html(StatusCode::OK, rules_page::rules(&visitor, game)))
}

/// The game's board as a picture for previews.
pub(crate) async fn picture(app: App, Client(client): Client, Path(id): Path<String>) -> Result {
    let game: GameId = id.parse().map_err(|_| Failure::NoPage)?;
    app.pictures.board(rules_page::scene(game), Side::White, client, LASTING).await
}
