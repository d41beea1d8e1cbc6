//! Puzzles: the one of the day, one at one's strength, and what a move in one comes to.

use axum::Json;
use merels_rules::{Position, Side, Value};
use merels_services::ServiceError;
use merels_services::accounts::Scope;
use merels_services::learning::NumberedPuzzle;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::extract::{Asked, Body, Caller, Named, game_in_path};
use super::tables::Worth;
use crate::app::App;
use crate::edge::fair_play::PuzzleSeeker;
use crate::error::{Failure, Result};
use crate::json::names::{Colour, GameName, ThemeName};
use crate::learning::puzzles::{path, theme_named};

calls!(Calls: daily, next, one, attempt);

/// The goal of a puzzle.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Goal {
    /// The only move that wins.
    Win,
    /// The only move that holds the draw.
    Draw,
}

/// A puzzle: exactly one move is right.
#[derive(Serialize, ToSchema)]
pub(super) struct PuzzleView {
    #[schema(value_type = GameName)]
    game: &'static str,
    number: usize,
    /// The page of it.
    path: String,
    position: String,
    #[schema(value_type = Colour)]
    to_move: Side,
    goal: Goal,
    /// The difficulty.
    rating: u32,
}

impl PuzzleView {
    fn of(numbered: &NumberedPuzzle) -> PuzzleView {
        let NumberedPuzzle { game, number, puzzle } = *numbered;
        PuzzleView {
            game: game.id(),
            number,
            path: path(numbered),
            position: puzzle.position.to_string(),
            to_move: puzzle.position.side(),
            goal: if puzzle.value == Value::Draw { Goal::Draw } else { Goal::Win },
            rating: puzzle.rating(),
        }
    }
}

/// The puzzle of the day, the same for all
#[utoipa::path(
    get,
    path = "/api/v1/puzzles/daily",
    tag = "puzzles",
    operation_id = "dailyPuzzle",
    responses((status = OK, body = PuzzleView))
)]
pub(super) async fn daily(
    app: App,
    PuzzleSeeker(seeker): PuzzleSeeker,
) -> Result<Json<PuzzleView>> {
    let puzzle = app.services.puzzles.of_the_day().ok_or(Failure::NoPage)?;
    seeker.about(&app, puzzle.game).await?;
    Ok(Json(PuzzleView::of(&puzzle)))
}

/// A choice of puzzles.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Themed {
    /// Only of this theme, such as `zugzwang`.
    #[param(inline, value_type = Option<ThemeName>)]
    theme: Option<String>,
}

/// A puzzle at your strength that you have not tried
#[utoipa::path(
    get,
    path = "/api/v1/puzzles/{game}/next",
    tag = "puzzles",
    operation_id = "nextPuzzle",
    params(("game" = inline(GameName), Path, description = "Which game, such as `six`"), Themed),
    security((), ("token" = ["read"])),
    responses((status = OK, body = PuzzleView))
)]
pub(super) async fn next(
    app: App,
    caller: Caller,
    PuzzleSeeker(seeker): PuzzleSeeker,
    Named(game): Named<String>,
    Asked(Themed { theme }): Asked<Themed>,
) -> Result<Json<PuzzleView>> {
    let game = game_in_path(&game)?;
    seeker.about(&app, game).await?;
    let theme = theme.as_deref().map(theme_named).transpose()?;
    let puzzle = app.services.puzzles.next(caller.player(), game, theme).await?;
    Ok(Json(PuzzleView::of(&puzzle)))
}

/// A puzzle by its number
#[utoipa::path(
    get,
    path = "/api/v1/puzzles/{game}/{number}",
    tag = "puzzles",
    operation_id = "puzzle",
    params(
        ("game" = inline(GameName), Path, description = "Which game, such as `six`"),
        ("number" = usize, Path, description = "Its number, from 1"),
    ),
    responses((status = OK, body = PuzzleView))
)]
pub(super) async fn one(
    app: App,
    PuzzleSeeker(seeker): PuzzleSeeker,
    Named((game, number)): Named<(String, usize)>,
) -> Result<Json<PuzzleView>> {
    let game = game_in_path(&game)?;
    seeker.about(&app, game).await?;
    let puzzle = NumberedPuzzle::find(game, number).ok_or(Failure::NoPage)?;
    Ok(Json(PuzzleView::of(&puzzle)))
}

/// A move that is tried.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Try {
    #[serde(rename = "move")]
    mv: String,
}

/// The outcome of a try.
#[derive(Serialize, ToSchema)]
pub(super) struct Tried {
    solved: bool,
    #[serde(flatten)]
    worth: Worth,
    /// The best play after the move.
    line: Vec<String>,
    /// The puzzle rating of the token's owner after it: the first try counts.
    rating: Option<i64>,
}

/// Tries a move in a puzzle
///
/// Without a token nothing is kept of it.
#[utoipa::path(
    post,
    path = "/api/v1/puzzles/{game}/{number}/tries",
    tag = "puzzles",
    operation_id = "tryPuzzle",
    params(
        ("game" = inline(GameName), Path, description = "Which game, such as `six`"),
        ("number" = usize, Path, description = "Its number, from 1"),
    ),
    request_body = Try,
    security((), ("token" = ["play"])),
    responses((status = OK, body = Tried))
)]
pub(super) async fn attempt(
    app: App,
    caller: Caller,
    PuzzleSeeker(seeker): PuzzleSeeker,
    Named((game, number)): Named<(String, usize)>,
    Body(Try { mv }): Body<Try>,
) -> Result<Json<Tried>> {
    let game = game_in_path(&game)?;
    seeker.about(&app, game).await?;
    let puzzle = NumberedPuzzle::find(game, number).ok_or(Failure::NoPage)?;
    let refused = |refusal| ServiceError::Refused(game, refusal);
    let attempt = puzzle.attempt(&mv).map_err(refused)?;
    let rating = match caller.token {
        None => None,
        Some(_) => {
            let player = caller.with_scope(Scope::Play)?;
            let kept = app.services.puzzles.keep(player.id(), &puzzle, attempt.solved, false);
            Some(kept.await?.rating)
        }
    };
    let worth = attempt.value.into();
    Ok(Json(Tried { solved: attempt.solved, worth, line: attempt.line, rating }))
}
