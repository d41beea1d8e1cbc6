//! The rules of each game.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use merels_rules::GameId;

use super::rules_page;
use crate::edge::reply::html;
use crate::edge::visitor::Visitor;
use crate::error::{Failure, Result};

pub(crate) async fn index(visitor: Visitor) -> Response {
    html(StatusCode::OK, rules_page::rules_index(&visitor))
}

pub(crate) async fn show(visitor: Visitor, Path(id): Path<String>) -> Result {
    let game: GameId = id.parse().map_err(|_| Failure::NoPage)?;
    Ok(html(StatusCode::OK, rules_page::rules(&visitor, game)))
}
