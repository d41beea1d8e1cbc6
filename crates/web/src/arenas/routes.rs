//! Arenas: opening one, entering, pausing, and the standings.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use jiff::Timestamp;
use merels_model::{Arena, ArenaId};
use serde_json::json;

use super::{arena_page, page};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, done, html};
use crate::edge::visitor::{SignedIn, Visitor};
use crate::error::Result;
use crate::game_request::{GameRequest, terms};

pub(crate) async fn list(app: App, visitor: Visitor, headers: HeaderMap, fields: Fields) -> Result {
    let (arenas, now) = app.services.arenas.list().await?;
    if visitor.json {
        let arenas: Vec<_> = arenas.iter().map(|arena| arena_data(arena, now)).collect();
        return Ok(data(StatusCode::OK, json!({"arenas": arenas})));
    }
    let choice = GameRequest::wished(&fields, &headers)?;
    Ok(html(StatusCode::OK, page::arenas(&visitor, &choice, &arenas, now)))
}

fn arena_data(arena: &Arena, now: Timestamp) -> serde_json::Value {
    json!({
        "arena": arena.id.as_str(), "game": arena.game.id(), "start": arena.start,
        "clock": arena.clock.to_string(), "rated": arena.rated,
        "begins": arena.begins.to_string(), "ends": arena.ends.to_string(),
        "runs": arena.runs(now),
    })
}

/// Opens an arena, for those who have an account.
pub(crate) async fn open(app: App, visitor: SignedIn, fields: Fields) -> Result {
    let choice = GameRequest::read(&fields)?;
    let (terms, ahead) = (terms(&fields, true)?, fields.number("ahead")?.unwrap_or(0));
    let id = app.services.arenas.open(&visitor, &choice.start, terms, ahead).await?;
    let body = json!({"arena": id.as_str()});
    Ok(done(&visitor, StatusCode::CREATED, body, &format!("/arena/{id}")))
}

pub(crate) async fn show(app: App, visitor: Visitor, Path(id): Path<String>) -> Result {
    let state = app.services.arenas.state(&ArenaId::new(id)).await?;
    if visitor.json {
        let listed: Vec<_> = state
            .standings
            .iter()
            .map(|standing| {
                json!({
                    "name": standing.name, "points": standing.points,
                    "games": standing.games, "wins": standing.wins, "plays": standing.plays,
                })
            })
            .collect();
        let mut body = arena_data(&state.arena, state.now);
        body["standings"] = listed.into();
        return Ok(data(StatusCode::OK, body));
    }
    Ok(html(StatusCode::OK, arena_page::arena(&visitor, &state)))
}

/// The part of an arena's page that changes.
pub(crate) async fn now(app: App, visitor: Visitor, Path(id): Path<String>) -> Result {
    let state = app.services.arenas.state(&ArenaId::new(id)).await?;
    Ok(html(StatusCode::OK, arena_page::now(&visitor, &state)))
}

pub(crate) async fn enter(app: App, visitor: SignedIn, Path(id): Path<String>) -> Result {
    let id = ArenaId::new(id);
    app.services.arenas.enter(&id, visitor.player()).await?;
    Ok(changed(&visitor, &id, "entered"))
}

/// Pauses: what was played counts.
pub(crate) async fn pause(app: App, visitor: SignedIn, Path(id): Path<String>) -> Result {
    let id = ArenaId::new(id);
    app.services.arenas.pause(&id, visitor.id()).await?;
    Ok(changed(&visitor, &id, "paused"))
}

fn changed(visitor: &SignedIn, id: &ArenaId, status: &str) -> Response {
    done(visitor, StatusCode::OK, json!({"status": status}), &format!("/arena/{id}"))
}
