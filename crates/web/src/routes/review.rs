//! The review of a finished game.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::json;

use crate::app::App;
use crate::error::Failure;
use crate::fair_play::{FinishedGame, ValueSeeker, finished_game};
use crate::fields::Fields;
use crate::pages::{self, Replay};
use crate::reply::{data, page};
use crate::review::{self, Progress};

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    seeker: ValueSeeker,
    fields: Fields,
) -> Result<Response, Failure> {
    let finished = finished_game(&app, &id).await?;
    let visitor = seeker.about_finished(&finished);
    let FinishedGame { snapshot, game } = finished;
    let progress = review::review(&app, &visitor, &snapshot.key, &game).await?;
    if visitor.json {
        let answer = match progress {
            Progress::Ready(review) => json!({"status": "ready", "review": review}),
            Progress::Making(done, total) => {
                json!({"status": "making", "done": done, "total": total})
            }
        };
        return Ok(data(StatusCode::OK, answer));
    }
    let replay = Replay::new(&app, &visitor, &snapshot, &game, &fields)?;
    Ok(page(StatusCode::OK, pages::review(&visitor, &replay, &progress)))
}
