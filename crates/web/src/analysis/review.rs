//! The review of a finished game.

use axum::extract::Path;
use axum::http::StatusCode;
use merels_services::FinishedGame;
use merels_services::analysis::Progress;
use serde_json::json;

use super::review_page;
use crate::app::App;
use crate::edge::fair_play::ValueSeeker;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, html};
use crate::error::Result;
use crate::game::replay_page::Replay;

pub(crate) async fn show(
    app: App,
    Path(id): Path<String>,
    seeker: ValueSeeker,
    fields: Fields,
) -> Result {
    let finished = app.services.fair_play.finished_game(&id).await?;
    let visitor = seeker.about_finished(&finished);
    let progress = app.services.reviews.review(visitor.fair(), &finished).await?;
    if visitor.json {
        let answer = match progress {
            Progress::Ready(review) => json!({"status": "ready", "review": review}),
            Progress::Making(done, total) => {
                json!({"status": "making", "done": done, "total": total})
            }
        };
        return Ok(data(StatusCode::OK, answer));
    }
    let FinishedGame { snapshot, game } = finished;
    let mut replay = Replay::new(&visitor, &snapshot, &game, &fields)?;
    // The cards speak of the moves, and nobody asks when they were made.
    for event in &mut replay.events {
        (event.words, event.at) = (Vec::new(), String::new());
    }
    Ok(html(StatusCode::OK, review_page::review(&visitor, &replay, &progress)))
}
