//! Puzzles: the one of the day, a stream at one's strength, and the judgement of a move.

use axum::extract::{Path, State};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use merels_engine::Theme;
use merels_messages::{Language, PuzzleMoveAs};
use merels_model::PlayerId;
use merels_rules::{GameId, Position};
use merels_services::ServiceError;
use merels_services::learning::{
    NumberedPuzzle, PuzzleAttempt, PuzzleRecord, Puzzles, puzzle_sets,
};

use super::puzzle_page::{self, PuzzlePage};
use super::shown::board;
use crate::account::guests::player_of;
use crate::app::App;
use crate::edge::fair_play::PuzzleSeeker;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, go_to, html, with_cookie};
use crate::edge::visitor::{Client, Visitor};
use crate::error::{Failure, Result};
use crate::game::view::View;
use crate::pictures::LASTING;
use crate::wording;

pub(crate) async fn index(State(app): State<App>, visitor: Visitor) -> Result {
    let mut records = Vec::new();
    for set in puzzle_sets() {
        let record = record(&app.services.puzzles, &visitor, GameId::Morris(set.variant)).await?;
        records.push((set, record.unwrap_or_default()));
    }
    Ok(html(StatusCode::OK, puzzle_page::puzzles(&visitor, &records)))
}

pub(crate) async fn of_the_day(State(app): State<App>) -> Result {
    let puzzle = app.services.puzzles.of_the_day().ok_or(Failure::NoPage)?;
    Ok(go_to(&path(&puzzle)))
}

pub(crate) async fn next(
    State(app): State<App>,
    Path(game): Path<String>,
    PuzzleSeeker(seeker): PuzzleSeeker,
    fields: Fields,
) -> Result {
    let game: GameId = game.parse().map_err(|_| Failure::NoPage)?;
    let visitor = seeker.about(&app, game).await?;
    let theme = fields.get("theme").map(theme_named).transpose()?;
    let player = visitor.player().map(|player| &player.id);
    let puzzle = app.services.puzzles.next(player, game, theme).await?;
    let theme = theme.map_or(String::new(), |theme| format!("?theme={}", theme.name()));
    Ok(go_to(&(path(&puzzle) + &theme)))
}

pub(crate) fn theme_named(name: &str) -> Result<Theme> {
    Theme::named(name).ok_or_else(|| Failure::Field("failure-unknown-theme", name.to_owned()))
}

pub(crate) fn path(puzzle: &NumberedPuzzle) -> String {
    format!("/puzzles/{}/{}", puzzle.game, puzzle.number)
}

async fn record(
    puzzles: &Puzzles,
    visitor: &Visitor,
    game: GameId,
) -> Result<Option<PuzzleRecord>> {
    Ok(match visitor.player() {
        Some(player) => Some(puzzles.record(&player.id, game).await?),
        None => None,
    })
}

/// A puzzle as it is, the consequence of a `move` in it, its `solution`, or `why` spots cannot be chosen.
pub(crate) async fn show(
    State(app): State<App>,
    method: Method,
    Path((game, number)): Path<(String, String)>,
    PuzzleSeeker(seeker): PuzzleSeeker,
    fields: Fields,
) -> Result {
    let game: GameId = game.parse().map_err(|_| Failure::NoPage)?;
    let visitor = seeker.about(&app, game).await?;
    let number: usize = number.parse().map_err(|_| Failure::NoPage)?;
    let puzzle = NumberedPuzzle::find(game, number).ok_or(Failure::NoPage)?;
    let language = visitor.language;
    if let Some(spots) = fields.get("why") {
        return Ok(data(StatusCode::OK, wording::why(language, &puzzle.start(), spots)));
    }
    let daily =
        app.services.puzzles.of_the_day().is_some_and(|daily| path(&daily) == path(&puzzle));
    let theme = fields.get("theme").and_then(Theme::named);
    let record = record(&app.services.puzzles, &visitor, game).await?;
    let mut shown = unsolved(&puzzle, daily, theme, record, language);
    shown.gave_up = method == Method::POST && fields.get("solution").is_some();
    let text = match shown.gave_up {
        true => Some(puzzle.solution()),
        false => fields.get("move").filter(|_| method == Method::POST).map(str::to_owned),
    };
    let attempt = match text.map(|text| puzzle.attempt(&text)) {
        None => return Ok(respond(&visitor, StatusCode::OK, game, &shown)),
        Some(Err(refusal)) => {
            shown.notice = Some(wording::refusal(language, game, &refusal));
            return Ok(respond(&visitor, StatusCode::UNPROCESSABLE_ENTITY, game, &shown));
        }
        Some(Ok(attempt)) => attempt,
    };
    let player = who_tries(&app, &visitor).await?;
    if let Some((player, _)) = &player {
        let solved = attempt.solved && !shown.gave_up;
        shown.record = Some(app.services.puzzles.keep(player, &puzzle, solved).await?);
    }
    answer(&mut shown, language, &puzzle, &attempt);
    let response = respond(&visitor, StatusCode::OK, game, &shown);
    Ok(match player.and_then(|(_, cookie)| cookie) {
        Some(cookie) => with_cookie(response, &cookie),
        None => response,
    })
}

/// The puzzle as a picture for previews.
pub(crate) async fn picture(
    State(app): State<App>,
    Client(client): Client,
    Path((game, number)): Path<(String, usize)>,
) -> Result {
    let game: GameId = game.parse().map_err(|_| Failure::NoPage)?;
    let puzzle = NumberedPuzzle::find(game, number).ok_or(Failure::NoPage)?;
    let position = puzzle.start().position().clone();
    let near = position.side();
    app.pictures.board(position, near, client, LASTING).await
}

fn respond(visitor: &Visitor, status: StatusCode, game: GameId, shown: &PuzzlePage) -> Response {
    if visitor.json {
        data(status, shown.data(visitor.language))
    } else {
        html(status, puzzle_page::puzzle(visitor, game, shown))
    }
}

/// The player of a try. The first one makes a guest, as the first move of a game does; where no more
/// guests are let in it is answered all the same, and nothing is kept.
async fn who_tries(app: &App, visitor: &Visitor) -> Result<Option<(PlayerId, Option<String>)>> {
    match player_of(app, visitor).await {
        Ok(player) => Ok(Some(player)),
        Err(Failure::Service(ServiceError::TooMany)) => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// A puzzle before any move.
fn unsolved(
    puzzle: &NumberedPuzzle,
    daily: bool,
    theme: Option<Theme>,
    record: Option<PuzzleRecord>,
    language: Language,
) -> PuzzlePage {
    let side = puzzle.puzzle.position.side();
    let (view, events) = board(side, &puzzle.start(), &[], language);
    PuzzlePage {
        path: path(puzzle),
        daily,
        theme: theme.map(Theme::name),
        solved: None,
        gave_up: false,
        notice: None,
        events,
        view: View { status: language.puzzle_question(puzzle.puzzle), ..view },
        record,
        themes: Vec::new(),
    }
}

/// Adds what came of a move: its value, and how it goes on.
fn answer(
    shown: &mut PuzzlePage,
    language: Language,
    puzzle: &NumberedPuzzle,
    attempt: &PuzzleAttempt,
) {
    let told = match attempt.solved {
        true if shown.gave_up => PuzzleMoveAs::Shown,
        true => PuzzleMoveAs::Found,
        false => PuzzleMoveAs::Wrong,
    };
    let text = puzzle.puzzle.position.move_text(attempt.mv);
    shown.solved = Some(attempt.solved && !shown.gave_up);
    shown.notice = Some(language.puzzle_move(told, &text, attempt.value, &attempt.line));
    let side = puzzle.puzzle.position.side();
    let (view, events) = board(side, &attempt.after, &attempt.turns, language);
    shown.view = View { status: language.puzzle_question(puzzle.puzzle), result: None, ..view };
    shown.events = events;
    shown.themes = puzzle.puzzle.themes.iter().map(|theme| theme.name()).collect();
}
