//! A game once more, and its picture.

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use merels_drawing::png;
use merels_model::GameKey;

use super::downloads::{near, picture_name};
use super::replay_page::{self, Replay};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::html;
use crate::edge::visitor::Visitor;
use crate::error::Failure;

pub(crate) async fn show(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    let game = app.game(&GameKey::new(id)).await?;
    let whole = app.live.whole_game(&game).await?;
    let snapshot = game.snapshot();
    let preview = app.settings.address(&format!("/game/{}/picture.png", snapshot.key));
    let replay = Replay::new(&visitor, &snapshot, &whole, &fields, preview)?;
    Ok(html(StatusCode::OK, replay_page::replay(&visitor, &replay)))
}

pub(crate) async fn picture(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<Response, Failure> {
    let game = app.game(&GameKey::new(id)).await?;
    let snapshot = game.snapshot();
    let (position, near) = (snapshot.position.clone(), near(&snapshot, &visitor));
    let name = picture_name("png", &position, near);
    let picture = app.pictures.of(name, visitor.client, move || png(&position, near)).await?;
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "no-store")];
    Ok((StatusCode::OK, headers, picture).into_response())
}
