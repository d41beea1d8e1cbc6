//! Puzzles: the one of the day, a stream at one's strength, and the judgement of a move.

use axum::extract::Path;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use merels_engine::{Theme, Verdict};
use merels_messages::{Language, PuzzleMoveAs};
use merels_model::PlayerId;
use merels_rules::{AnyPosition, GameId, Position};
use merels_services::ServiceError;
use merels_services::learning::{
    Course, NumberedPuzzle, PuzzleAttempt, PuzzleRecord, Puzzles, Step, puzzle_sets,
};

use super::puzzle_page::{self, PuzzleKind, PuzzlePage, Then};
use super::puzzles_page::{self, SetShown};
use super::shown::{board, open_board};
use crate::app::App;
use crate::edge::fair_play::{FairVisitor, PuzzleSeeker};
use crate::edge::fields::Fields;
use crate::edge::guests::player_of;
use crate::edge::reply::{data, go_to, html, with_cookie};
use crate::edge::time_zone::days_of;
use crate::edge::visitor::{Client, Visitor};
use crate::error::{Failure, Result};
use crate::game::view::View;
use crate::game_request::GameRequest;
use crate::pictures::LASTING;
use crate::wording;

pub(crate) async fn index(app: App, visitor: Visitor, headers: HeaderMap) -> Result {
    let puzzles = &app.services.puzzles;
    let mut sets = Vec::new();
    for set in puzzle_sets() {
        let game = GameId::Morris(set.variant);
        let (record, ratings, run) = match visitor.player() {
            Some(player) => (
                puzzles.record(&player.id, game).await?,
                puzzles.ratings(&player.id, game).await?,
                puzzles.run(&player.id, game).await?,
            ),
            None => Default::default(),
        };
        let (daily, best) = (puzzles.of_the_day_in(game), run.map_or(0, |run| run.best));
        sets.push(SetShown { set, record, ratings, daily, best });
    }
    // The game that somebody plays comes first.
    let played = GameRequest::remembered(&headers).game;
    sets.sort_by_key(|shown| GameId::Morris(shown.set.variant) != played);
    let daily = puzzles.of_the_day();
    let own = match visitor.player() {
        Some(player) => Some(app.services.own_puzzles.of(&player.id, &days_of(&headers)).await?),
        None => None,
    };
    let page = puzzles_page::puzzles(&visitor, daily.as_ref(), &sets, own.as_ref());
    Ok(html(StatusCode::OK, page))
}

pub(crate) async fn of_the_day(app: App) -> Result {
    let puzzle = app.services.puzzles.of_the_day().ok_or(Failure::NoPage)?;
    Ok(go_to(&path(&puzzle)))
}

pub(crate) async fn of_the_day_in(app: App, Path(game): Path<String>) -> Result {
    let game: GameId = game.parse().map_err(|_| Failure::NoPage)?;
    let puzzle = app.services.puzzles.of_the_day_in(game).ok_or(Failure::NoPage)?;
    Ok(go_to(&path(&puzzle)))
}

pub(crate) async fn next(
    app: App,
    Path(game): Path<String>,
    PuzzleSeeker(seeker): PuzzleSeeker,
    fields: Fields,
) -> Result {
    let game: GameId = game.parse().map_err(|_| Failure::NoPage)?;
    let visitor = seeker.about(&app, game).await?;
    let theme = fields.get("theme").map(theme_named).transpose()?;
    let puzzles = &app.services.puzzles;
    let puzzle = match visitor.player() {
        Some(player) => puzzles.go_on(&player.id, game, theme, fields.number("after")?).await?,
        None => puzzles.next(None, game, theme).await?,
    };
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

/// A puzzle as it is, the consequence of a `move` in it, after the `line` of one's earlier moves if it goes
/// on, its `solution`, or `why` spots cannot be chosen.
pub(crate) async fn show(
    app: App,
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
    let line: Vec<&str> = fields.get("line").unwrap_or_default().split_whitespace().collect();
    if let Some(spots) = fields.get("why") {
        let course = app.services.puzzles.course(visitor.fair(), &puzzle, &line).await?;
        return Ok(data(StatusCode::OK, wording::why(language, &course.game, spots)));
    }
    let theme = fields.get("theme").and_then(Theme::named);
    let record = record(&app.services.puzzles, &visitor, game).await?;
    let daily = [app.services.puzzles.of_the_day(), app.services.puzzles.of_the_day_in(game)];
    let is_daily = daily.iter().flatten().any(|daily| path(daily) == path(&puzzle));
    let kind = if is_daily { PuzzleKind::Daily } else { PuzzleKind::Shipped };
    let mut shown = unsolved(&puzzle, kind, theme, record, language);
    shown.gave_up = method == Method::POST && fields.get("solution").is_some();
    let text = match shown.gave_up {
        true => Some(puzzle.solution()),
        false => fields.get("move").filter(|_| method == Method::POST).map(str::to_owned),
    };
    let tried = match text {
        None => return Ok(respond(&visitor, StatusCode::OK, game, &shown)),
        Some(text) if line.is_empty() || shown.gave_up => {
            first_move(&app, &visitor, &puzzle, &mut shown, &text).await
        }
        Some(text) => {
            let moves: Vec<&str> = line.into_iter().chain([text.as_str()]).collect();
            later_move(&app, &visitor, &puzzle, &mut shown, &moves).await.map(|()| None)
        }
    };
    match tried {
        Err(Failure::Service(ServiceError::Refused(game, refusal))) => {
            shown.notice = Some(wording::refusal(language, game, &refusal));
            Ok(respond(&visitor, StatusCode::UNPROCESSABLE_ENTITY, game, &shown))
        }
        Err(failure) => Err(failure),
        Ok(cookie) => {
            let response = respond(&visitor, StatusCode::OK, game, &shown);
            Ok(match cookie {
                Some(cookie) => with_cookie(response, &cookie),
                None => response,
            })
        }
    }
}

/// The move that the puzzle asks for, or another one: this try counts. Gives the cookie of a new guest.
async fn first_move(
    app: &App,
    visitor: &FairVisitor,
    puzzle: &NumberedPuzzle,
    shown: &mut PuzzlePage,
    text: &str,
) -> Result<Option<String>> {
    let refused = |refusal| ServiceError::Refused(puzzle.game, refusal);
    let attempt = puzzle.attempt(text).map_err(refused)?;
    let player = who_tries(app, visitor).await?;
    if let Some((player, _)) = &player {
        let solved = attempt.solved && !shown.gave_up;
        let kept = app.services.puzzles.keep(player, puzzle, solved, shown.gave_up);
        shown.record = Some(kept.await?);
    }
    answer(shown, visitor.language, puzzle, &attempt);
    let side = puzzle.puzzle.position.side();
    if shown.gave_up {
        let (game, turns) = puzzle.played_out();
        let (view, events) = open_board(side, &game, (1, &turns[1..]), visitor.language);
        shown.go_on(Then { events, view: closed(view) });
    } else if attempt.solved {
        let course = app.services.puzzles.course(visitor.fair(), puzzle, &[text]).await?;
        if course.step == Step::GoesOn {
            let (view, events) =
                open_board(side, &course.game, (1, &course.turns[1..]), visitor.language);
            shown.go_on(Then { events, view });
            // The line is to be found.
            let right = right_move(visitor.language, puzzle, &attempt);
            shown.notice = Some(right);
            goes_on(shown, visitor.language, course);
        }
    }
    Ok(player.and_then(|(_, cookie)| cookie))
}

/// That the move is right, without the line that it begins.
fn right_move(language: Language, puzzle: &NumberedPuzzle, attempt: &PuzzleAttempt) -> String {
    let text = puzzle.puzzle.position.move_text(attempt.mv);
    language.puzzle_move(PuzzleMoveAs::Found, &text, Verdict::Exact(attempt.value), &[])
}

/// A move after the first: nothing more is rated.
async fn later_move(
    app: &App,
    visitor: &FairVisitor,
    puzzle: &NumberedPuzzle,
    shown: &mut PuzzlePage,
    moves: &[&str],
) -> Result<()> {
    let language = visitor.language;
    let course = app.services.puzzles.course(visitor.fair(), puzzle, moves).await?;
    // Every move before this one was answered.
    let before = 2 * (moves.len() - 1);
    let side = puzzle.puzzle.position.side();
    let (view, events) = open_board(side, &course.game, (before, &course.turns), language);
    shown.view = View { status: shown.view.status.clone(), result: None, ..view };
    shown.events = events;
    match course.step {
        Step::GoesOn => goes_on(shown, language, course),
        Step::Elsewhere => {
            shown.line = course.moves;
            shown.notice = Some(language.say("puzzle-elsewhere"));
        }
        Step::Solved | Step::Wrong => {
            let solved = course.step == Step::Solved;
            shown.solved = Some(solved);
            shown.notice = Some(language.say(if solved { "puzzle-done" } else { "puzzle-slip" }));
            shown.view = closed(shown.view.clone());
            shown.tell_all(puzzle.puzzle);
        }
    }
    Ok(())
}

/// The puzzle goes on after the opponent's answer.
fn goes_on(shown: &mut PuzzlePage, language: Language, course: Course) {
    let reply = course.reply.unwrap_or_default();
    shown.solved = Some(true);
    let told = language.say_with("puzzle-goes-on", &[("move", reply.into())]);
    shown.notice = Some(match shown.notice.take() {
        Some(right) => format!("{right} {told}"),
        None => told,
    });
    shown.line = course.moves;
    shown.goes_on = true;
}

/// A board on which nothing more may be done.
fn closed(mut view: View) -> View {
    view.moves.clear();
    view
}

pub(crate) async fn picture(
    app: App,
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
pub(super) async fn who_tries(
    app: &App,
    visitor: &Visitor,
) -> Result<Option<(PlayerId, Option<String>)>> {
    match player_of(app, visitor).await {
        Ok(player) => Ok(Some(player)),
        Err(Failure::Service(ServiceError::TooMany)) => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// The address of the puzzle that comes after another one.
fn next_address(puzzle: &NumberedPuzzle, theme: Option<Theme>) -> String {
    let theme = theme.map_or(String::new(), |theme| format!("&theme={}", theme.name()));
    format!("/puzzles/{}/next?after={}{theme}", puzzle.game, puzzle.number)
}

/// A puzzle before any move.
fn unsolved(
    puzzle: &NumberedPuzzle,
    kind: PuzzleKind,
    theme: Option<Theme>,
    record: Option<PuzzleRecord>,
    language: Language,
) -> PuzzlePage {
    let side = puzzle.puzzle.position.side();
    let addresses = [path(puzzle), next_address(puzzle, theme)];
    let board = board(side, &puzzle.start(), &[], language);
    let question = language.puzzle_question(puzzle.puzzle);
    PuzzlePage { record, ..PuzzlePage::new(kind, addresses, board, question) }
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
    let value = Verdict::Exact(attempt.value);
    shown.notice = Some(language.puzzle_move(told, &text, value, &attempt.line));
    let position = AnyPosition::Morris(puzzle.puzzle.position);
    shown.explain(language, &position, &puzzle.puzzle.reasons(attempt.mv));
    let side = puzzle.puzzle.position.side();
    let (view, events) = board(side, &attempt.after, &attempt.turns, language);
    shown.view = View { status: language.puzzle_question(puzzle.puzzle), result: None, ..view };
    shown.events = events;
    shown.tell_all(puzzle.puzzle);
}
