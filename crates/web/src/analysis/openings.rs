//! Opening pages: the first moves of a game with their values and how they did on this site.

use std::collections::HashMap;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use merels_engine::Judgement;
use merels_rules::{AnyPosition, GameId, Position};
use merels_services::{PLIES, position_key};

use super::openings_page::{self, OpeningMove, OpeningPage};
use super::state::Analysis;
use crate::app::App;
use crate::edge::fair_play::ValueSeeker;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, html};
use crate::error::Failure;

pub(crate) async fn show(
    State(app): State<App>,
    Path(game): Path<String>,
    seeker: ValueSeeker,
    fields: Fields,
) -> Result<Response, Failure> {
    let game: GameId = game.parse().map_err(|_| Failure::NoPage)?;
    if game.usual_start().is_none() {
        return Err(Failure::NoPage);
    }
    let visitor = seeker.about(&app, game).await?;
    let line = fields.get("at").unwrap_or_default();
    let query =
        serde_urlencoded::to_string([("game", game.id()), ("at", line)]).unwrap_or_default();
    let analysis = Analysis::read(&Fields::of_query(&query)?)?;
    if analysis.at.len() >= PLIES {
        return Err(Failure::Field("failure-opening-over", PLIES.to_string()));
    }
    let judgement = app.analysis.judge(visitor.fair(), analysis.here.clone()).await?;
    let mut moves = merged(analysis.here.position(), &judgement);
    let after: Vec<AnyPosition> = moves.iter().map(|(_, after)| after.clone()).collect();
    let scored = app.opening_stats.of(game, &after).await?;
    for ((opening, _), scored) in moves.iter_mut().zip(scored) {
        opening.scored = scored;
    }
    let moves: Vec<OpeningMove> = moves.into_iter().map(|(opening, _)| opening).collect();
    let shown = OpeningPage { game, analysis: &analysis, judgement: &judgement, moves };
    Ok(if visitor.json {
        data(StatusCode::OK, shown.data())
    } else {
        html(StatusCode::OK, openings_page::opening(&visitor, &shown))
    })
}

/// The moves, best first, those that lead to symmetric positions as one; with the position after each.
fn merged(position: &AnyPosition, judgement: &Judgement) -> Vec<(OpeningMove, AnyPosition)> {
    let mut places: HashMap<u64, usize> = HashMap::new();
    let mut merged: Vec<(OpeningMove, AnyPosition)> = Vec::new();
    for judged in &judgement.moves {
        let mut after = position.clone();
        after.play_unchecked(judged.mv);
        let text = position.move_text(judged.mv);
        match places.get(&position_key(&after)) {
            Some(place) => merged[*place].0.twins.push(text),
            None => {
                places.insert(position_key(&after), merged.len());
                let opening = OpeningMove {
                    text,
                    twins: Vec::new(),
                    worth: judged.verdict.into(),
                    scored: Default::default(),
                };
                merged.push((opening, after));
            }
        }
    }
    merged
}
