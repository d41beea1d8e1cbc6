//! Opening pages: the first moves of a game with their values and how they did on this site.

use axum::extract::Path;
use axum::http::StatusCode;
use merels_rules::GameId;

use super::openings_page::{self, OpeningPage};
use super::state::Analysis;
use crate::app::App;
use crate::edge::fair_play::ValueSeeker;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, html};
use crate::error::{Failure, Result};

pub(crate) async fn show(
    app: App,
    Path(game): Path<String>,
    seeker: ValueSeeker,
    fields: Fields,
) -> Result {
    let game: GameId = game.parse().map_err(|_| Failure::NoPage)?;
    if game.usual_start().is_none() {
        return Err(Failure::NoPage);
    }
    let visitor = seeker.about(&app, game).await?;
    let line = fields.get("at").unwrap_or_default();
    let query =
        serde_urlencoded::to_string([("game", game.id()), ("at", line)]).unwrap_or_default();
    let analysis = Analysis::read(&Fields::of_query(&query)?)?;
    let opening = app.services.openings.opening(visitor.fair(), analysis.here.clone()).await?;
    let shown = OpeningPage { game, analysis: &analysis, opening: &opening };
    Ok(if visitor.json {
        data(StatusCode::OK, shown.data())
    } else {
        html(StatusCode::OK, openings_page::opening(&visitor, &shown))
    })
}
