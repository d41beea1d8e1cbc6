//! Arenas: opening one, coming in, pausing, and how everybody stands.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use jiff::{SignedDuration, Timestamp};
use merels_model::{Arena, ArenaId, TimeControl};
use merels_rules::Position;
use merels_services::ServiceError;
use serde_json::json;

use super::page::{self, ArenaPage};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, go_to, html};
use crate::edge::visitor::{SignedIn, Visitor};
use crate::error::Failure;
use crate::game_request::{GameRequest, terms};

/// How long an arena lasts.
const LASTS: SignedDuration = SignedDuration::from_hours(1);

/// The longest that one may be announced ahead, in minutes.
const LONGEST_AHEAD: i64 = 24 * 60;

/// Arenas that ended so long ago are still listed.
const LISTED: SignedDuration = SignedDuration::from_hours(24);

pub(crate) async fn list(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    fields: Fields,
) -> Result<Response, Failure> {
    let now = app.clock.now();
    let mut arenas = app.store.arenas().open_arenas(now).await?;
    arenas.extend(app.store.arenas().ended_arenas(now - LISTED, now).await?);
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
pub(crate) async fn open(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    if visitor.player().is_guest() {
        return Err(ServiceError::ArenaNeedsAccount.into());
    }
    app.meeting.check_rate(visitor.client).await?;
    let choice = GameRequest::read(&fields)?;
    let terms = terms(&fields, true)?;
    let clock = terms.time.unwrap_or(TimeControl::PRESETS[0]);
    if matches!(clock, TimeControl::Days(_)) {
        return Err(Failure::Field("failure-arena-clock", clock.to_string()));
    }
    let ahead = fields.get("ahead").unwrap_or("0");
    let minutes = ahead.parse().ok().filter(|minutes| (0..=LONGEST_AHEAD).contains(minutes));
    let minutes = minutes.ok_or(Failure::Field("failure-not-a-number", "ahead".to_owned()))?;
    let now = app.clock.now();
    let begins = now + SignedDuration::from_mins(minutes);
    let arena = Arena {
        id: ArenaId::random(),
        host: Some(visitor.id().clone()),
        game: choice.game,
        start: choice.start.to_string(),
        mover: choice.start.side(),
        clock,
        rated: terms.rated,
        begins,
        ends: begins + LASTS,
    };
    let id = arena.id.clone();
    if !app.store.arenas().open_arena(arena, now).await? {
        return Err(ServiceError::OneArenaEach.into());
    }
    app.store.arenas().enter_arena(&id, visitor.id(), now).await?;
    Ok(if visitor.json {
        data(StatusCode::CREATED, json!({"arena": id.as_str()}))
    } else {
        go_to(&format!("/arena/{id}"))
    })
}

async fn find(app: &App, id: String) -> Result<Arena, Failure> {
    app.store.arenas().arena(&ArenaId::new(id)).await?.ok_or(Failure::NoPage)
}

pub(crate) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let now = app.clock.now();
    let arena = find(&app, id).await?;
    let standings = app.store.arenas().arena_standings(&arena.id).await?;
    let games = app.store.arenas().arena_games(&arena.id).await?;
    if visitor.json {
        let listed: Vec<_> = standings
            .iter()
            .map(|standing| {
                json!({
                    "name": standing.name, "points": standing.points,
                    "games": standing.games, "wins": standing.wins, "plays": standing.plays,
                })
            })
            .collect();
        let mut body = arena_data(&arena, now);
        body["standings"] = listed.into();
        return Ok(data(StatusCode::OK, body));
    }
    let running = games.iter().filter(|game| game.end.is_none()).map(|game| &game.key);
    let me = visitor.player().map(|player| &player.id);
    let own = games
        .iter()
        .rev()
        .find(|game| game.end.is_none() && me.is_some_and(|player| game.side_of(player).is_some()));
    let shown = ArenaPage {
        arena: &arena,
        standings: &standings,
        running: running.collect(),
        own: own.map(|game| &game.key),
        now,
    };
    Ok(html(StatusCode::OK, page::arena(&visitor, &shown)))
}

/// Comes in.
pub(crate) async fn enter(
    State(app): State<App>,
    visitor: SignedIn,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let arena = find(&app, id).await?;
    let now = app.clock.now();
    if arena.ends <= now {
        return Err(ServiceError::ArenaOver.into());
    }
    if arena.rated && visitor.player().is_guest() {
        return Err(ServiceError::RatedNeedsAccount.into());
    }
    app.store.arenas().enter_arena(&arena.id, visitor.id(), now).await?;
    Ok(done(&visitor, &arena.id, "entered"))
}

/// Pauses: what was played counts.
pub(crate) async fn pause(
    State(app): State<App>,
    visitor: SignedIn,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let arena = find(&app, id).await?;
    app.store.arenas().pause_arena(&arena.id, visitor.id()).await?;
    Ok(done(&visitor, &arena.id, "paused"))
}

fn done(visitor: &SignedIn, id: &ArenaId, status: &str) -> Response {
    if visitor.json {
        data(StatusCode::OK, json!({"status": status}))
    } else {
        go_to(&format!("/arena/{id}"))
    }
}
