//! A run through puzzles against the clock: beginning one, and an answer after the other.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use merels_rules::{GameId, Position};
use merels_services::ServiceError;
use merels_services::learning::Run;

use super::puzzle_run_page::{self, RunPage};
use super::puzzles::who_tries;
use super::shown::{board, open_board};
use crate::app::App;
use crate::edge::fair_play::{FairVisitor, PuzzleSeeker};
use crate::edge::fields::Fields;
use crate::edge::reply::{data, html, with_cookie};
use crate::error::{Failure, Result};
use crate::wording;

/// The run as it stands, the best so far, or `why` spots cannot be chosen.
pub(crate) async fn show(
    app: App,
    Path(game): Path<String>,
    PuzzleSeeker(seeker): PuzzleSeeker,
    fields: Fields,
) -> Result {
    let game: GameId = game.parse().map_err(|_| Failure::NoPage)?;
    let visitor = seeker.about(&app, game).await?;
    let puzzles = &app.services.puzzles;
    let run = match visitor.player() {
        Some(player) => puzzles.run(&player.id, game).await?,
        None => puzzles.of_the_day_in(game).map(|_| None).ok_or(Failure::NoPage)?,
    };
    let puzzle = run.as_ref().and_then(|run| run.puzzle);
    if let (Some(spots), Some(puzzle)) = (fields.get("why"), puzzle) {
        let reason = wording::why(visitor.language, &puzzle.start(), spots);
        return Ok(data(StatusCode::OK, reason));
    }
    Ok(respond(&visitor, StatusCode::OK, &run_page(&visitor, game, run)))
}

/// Begins a run, or answers the puzzle after so many others with a `move`.
pub(crate) async fn act(
    app: App,
    Path(game): Path<String>,
    PuzzleSeeker(seeker): PuzzleSeeker,
    fields: Fields,
) -> Result {
    let game: GameId = game.parse().map_err(|_| Failure::NoPage)?;
    let visitor = seeker.about(&app, game).await?;
    let puzzles = &app.services.puzzles;
    let Some(text) = fields.get("move") else {
        // A run is kept, so it needs a player.
        let Some((player, cookie)) = who_tries(&app, &visitor).await? else {
            return Err(ServiceError::TooMany.into());
        };
        let run = puzzles.begin_run(&player, game).await?;
        let response = respond(&visitor, StatusCode::OK, &run_page(&visitor, game, Some(run)));
        return Ok(match cookie {
            Some(cookie) => with_cookie(response, &cookie),
            None => response,
        });
    };
    let player = visitor.player().ok_or(ServiceError::SignedOut)?;
    let answered = fields.number("answered")?.unwrap_or(0);
    let before = puzzles.run(&player.id, game).await?;
    match puzzles.answer_in_run(&player.id, game, answered, text).await {
        Ok((right, run)) => {
            let mut shown = run_page(&visitor, game, Some(run));
            shown.right = right;
            if let (Some(_), Some(puzzle)) = (right, before.and_then(|run| run.puzzle)) {
                let attempt = puzzle.attempt(text);
                let attempt = attempt.map_err(|r| ServiceError::Refused(game, r))?;
                let side = puzzle.puzzle.position.side();
                let turns = &attempt.turns[..1];
                (_, shown.events) = board(side, &attempt.after, turns, visitor.language);
            }
            Ok(respond(&visitor, StatusCode::OK, &shown))
        }
        Err(ServiceError::Refused(game, refusal)) => {
            let mut shown = run_page(&visitor, game, before);
            shown.notice = Some(wording::refusal(visitor.language, game, &refusal));
            Ok(respond(&visitor, StatusCode::UNPROCESSABLE_ENTITY, &shown))
        }
        Err(error) => Err(error.into()),
    }
}

fn run_page(visitor: &FairVisitor, game: GameId, run: Option<Run>) -> RunPage {
    let view = run.as_ref().and_then(|run| run.puzzle).map(|puzzle| {
        let side = puzzle.puzzle.position.side();
        let (mut view, _) = open_board(side, &puzzle.start(), (0, &[]), visitor.language);
        view.status = visitor.language.puzzle_question(puzzle.puzzle);
        view
    });
    RunPage { game, run, view, events: Vec::new(), right: None, notice: None }
}

fn respond(visitor: &FairVisitor, status: StatusCode, shown: &RunPage) -> Response {
    if visitor.json {
        data(status, shown.data())
    } else {
        html(status, puzzle_run_page::run(visitor, shown))
    }
}
