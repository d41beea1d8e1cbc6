//! The rules of each game.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use merels_rules::GameId;

use crate::error::Failure;
use crate::pages;
use crate::reply::page;
use crate::visitor::Visitor;

pub(crate) async fn index(visitor: Visitor) -> Response {
    page(StatusCode::OK, pages::rules_index(&visitor))
}

pub(crate) async fn show(visitor: Visitor, Path(id): Path<String>) -> Result<Response, Failure> {
    let game: GameId = id.parse().map_err(|_| Failure::NoPage)?;
    Ok(page(StatusCode::OK, pages::rules(&visitor, game)))
}
