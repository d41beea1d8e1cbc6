//! A game once more, and its picture.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use merels_store::GameKey;

use crate::app::App;
use crate::error::Failure;
use crate::fields::Fields;
use crate::pages::{self, Replay};
use crate::reply::page;
use crate::view::EventView;
use crate::visitor::Visitor;

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    let game = app.live.open(&GameKey::new(id)).await?.ok_or(Failure::UnknownGame)?;
    let whole = app.live.whole_game(&game).await?;
    let snapshot = game.snapshot();
    let played = snapshot.played();
    let mut events = EventView::since(&snapshot, 0, visitor.language);
    events.retain(|event| event.kind != "move" || played.contains(&event.version));
    let last = whole.ply();
    let ply = match fields.get("ply") {
        Some(text) => text
            .parse()
            .map(|ply: usize| ply.min(last))
            .map_err(|_| Failure::Field("failure-not-a-number", "ply".to_owned()))?,
        None => 0,
    };
    let you = visitor.player().and_then(|player| snapshot.side_of(&player.id));
    let replay =
        Replay { snapshot: &snapshot, you, positions: whole.positions(), events: &events, ply };
    Ok(page(StatusCode::OK, pages::replay(&visitor, &replay)))
}

pub(crate) async fn picture(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<Response, Failure> {
    let game = app.live.open(&GameKey::new(id)).await?.ok_or(Failure::UnknownGame)?;
    let svg = pages::picture_file(&visitor, &game.snapshot());
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "no-store")];
    Ok((StatusCode::OK, headers, svg).into_response())
}
