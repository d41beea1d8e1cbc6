//! A game once more.

use axum::extract::Path;
use axum::http::StatusCode;
use merels_model::GameKey;

use super::replay_page::{self, Replay};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::html;
use crate::edge::visitor::Visitor;
use crate::error::Result;

pub(crate) async fn show(
    app: App,
    Path(id): Path<String>,
    visitor: Visitor,
    fields: Fields,
) -> Result {
    let game = app.services.games.open(&GameKey::new(id)).await?;
    let whole = app.services.live.whole_game(&game).await?;
    let snapshot = game.snapshot();
    let replay = Replay::new(&visitor, &snapshot, &whole, &fields)?;
    Ok(html(StatusCode::OK, replay_page::replay(&visitor, &replay)))
}
