//! Puzzles of one's own mistakes: the next one, and the judgement of a move.

use axum::extract::Path;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use jiff::tz::TimeZone;
use merels_messages::{Language, PuzzleMoveAs};
use merels_model::{GameKey, PlayerId};
use merels_rules::{GameId, Position, Wdl};
use merels_services::ServiceError;
use merels_services::learning::{Learned, OwnAttempt, OwnPuzzle, Wanted, puzzle_sets};

use super::mistakes_page;
use super::puzzle_page::{self, PuzzleKind, PuzzlePage};
use super::shown::board;
use super::wanted::{query, wanted};
use crate::app::App;
use crate::edge::fair_play::{FairVisitor, ValueSeeker};
use crate::edge::fields::Fields;
use crate::edge::reply::{data, go_to, html};
use crate::edge::time_zone::days_of;
use crate::edge::visitor::SignedIn;
use crate::error::{Failure, Result};
use crate::game::view::View;
use crate::game_request::GameRequest;
use crate::wording;

/// All that one gave away, and where.
pub(crate) async fn mistakes(app: App, visitor: SignedIn, headers: HeaderMap) -> Result {
    let learned = app.services.own_puzzles.of(visitor.id(), &days_of(&headers)).await?;
    Ok(html(StatusCode::OK, mistakes_page::mistakes(&visitor, &learned)))
}

/// Leads to the next puzzle of one's own that is wanted, and after the last one to shipped ones that
/// train the same.
pub(crate) async fn next(
    app: App,
    visitor: SignedIn,
    headers: HeaderMap,
    fields: Fields,
) -> Result {
    let wanted = wanted(&fields)?;
    let learned = app.services.own_puzzles.of(visitor.id(), &days_of(&headers)).await?;
    let after = fields.get("after").and_then(|text| text.split_once('.'));
    let after = after.and_then(|(key, ply)| Some((GameKey::new(key), ply.parse().ok()?)));
    let next = learned.next(&wanted, after.as_ref().map(|(key, ply)| (key, *ply)));
    Ok(go_to(&match next {
        Some(puzzle) => path(puzzle) + &query('?', &wanted),
        None => shipped(&learned, &wanted, &headers),
    }))
}

/// The address of a shipped puzzle that trains what is wanted, of the game that one plays.
fn shipped(learned: &Learned, wanted: &Wanted, headers: &HeaderMap) -> String {
    let set_of = |game: GameId| puzzle_sets().find(|set| GameId::Morris(set.variant) == game);
    let played = learned.mistakes.iter().find(|mistake| wanted.takes(mistake));
    let games = played.map(|mistake| mistake.kind).into_iter();
    let mut games = games.chain([GameRequest::remembered(headers).game]);
    let Some(set) = games.find_map(set_of).or_else(|| set_of(GameId::NINE)) else {
        return "/puzzles".to_owned();
    };
    let has = |theme| set.puzzles.iter().any(|puzzle| puzzle.themes.contains(&theme));
    let theme = wanted.theme().filter(|theme| has(*theme));
    let theme = theme.map_or(String::new(), |theme| format!("?theme={}", theme.name()));
    format!("/puzzles/{}/next{theme}", GameId::Morris(set.variant))
}

fn path(puzzle: &OwnPuzzle) -> String {
    format!("/puzzles/own/{}/{}", puzzle.mistake.game, puzzle.mistake.ply)
}

/// A puzzle as it is, the consequence of a `move` in it, its `solution`, or `why` spots cannot be chosen.
pub(crate) async fn show(
    app: App,
    method: Method,
    headers: HeaderMap,
    Path((key, ply)): Path<(String, String)>,
    seeker: ValueSeeker,
    fields: Fields,
) -> Result {
    let player = seeker.player().ok_or(ServiceError::SignedOut)?.id.clone();
    let ply: u32 = ply.parse().map_err(|_| Failure::NoPage)?;
    let puzzle = app.services.own_puzzles.find(&player, &GameKey::new(key), ply).await?;
    let game = puzzle.mistake.kind;
    let visitor = seeker.about(&app, game).await?;
    let language = visitor.language;
    if let Some(spots) = fields.get("why") {
        let start = merels_rules::Game::new(puzzle.position.clone());
        return Ok(data(StatusCode::OK, wording::why(language, &start, spots)));
    }
    let mut shown = unsolved(&puzzle, &wanted(&fields)?, language);
    let is_try = method == Method::POST;
    shown.gave_up = is_try && fields.get("solution").is_some();
    let text = fields.get("move").filter(|_| is_try && !shown.gave_up);
    if !shown.gave_up && text.is_none() {
        return Ok(respond(&visitor, StatusCode::OK, game, &shown));
    }
    match attempt(&app, &visitor, (&player, &days_of(&headers)), &puzzle, text).await {
        Ok(attempt) => {
            answer(&mut shown, language, &puzzle, &attempt);
            Ok(respond(&visitor, StatusCode::OK, game, &shown))
        }
        Err(ServiceError::Refused(game, refusal)) => {
            shown.notice = Some(wording::refusal(language, game, &refusal));
            Ok(respond(&visitor, StatusCode::UNPROCESSABLE_ENTITY, game, &shown))
        }
        Err(error) => Err(error.into()),
    }
}

/// A try, or without a move the solution.
async fn attempt(
    app: &App,
    visitor: &FairVisitor,
    who: (&PlayerId, &TimeZone),
    puzzle: &OwnPuzzle,
    text: Option<&str>,
) -> Result<OwnAttempt, ServiceError> {
    let puzzles = &app.services.own_puzzles;
    match text {
        Some(text) => puzzles.attempt(visitor.fair(), who, puzzle, text).await,
        None => puzzles.give_up(visitor.fair(), who, puzzle).await,
    }
}

fn respond(
    visitor: &FairVisitor,
    status: StatusCode,
    game: GameId,
    shown: &PuzzlePage,
) -> Response {
    if visitor.json {
        data(status, shown.data(visitor.language))
    } else {
        html(status, puzzle_page::puzzle(visitor, game, shown))
    }
}

/// A puzzle before any move.
fn unsolved(puzzle: &OwnPuzzle, wanted: &Wanted, language: Language) -> PuzzlePage {
    let start = merels_rules::Game::new(puzzle.position.clone());
    let after = format!("{}.{}", puzzle.mistake.game, puzzle.mistake.ply);
    let next = format!("/puzzles/own?after={after}{}", query('&', wanted));
    let board = board(puzzle.position.side(), &start, &[], language);
    PuzzlePage::new(PuzzleKind::Own, [path(puzzle), next], board, question(puzzle, language))
}

fn question(puzzle: &OwnPuzzle, language: Language) -> String {
    let name = match puzzle.mistake.keeps {
        Some(Wdl::Win) => "puzzle-ask-win",
        Some(_) => "puzzle-ask-draw",
        None => "own-ask",
    };
    let side = language.side(puzzle.mistake.kind, puzzle.position.side());
    language.say_with(name, &[("side", side.into())])
}

/// Adds what came of a move.
fn answer(shown: &mut PuzzlePage, language: Language, puzzle: &OwnPuzzle, attempt: &OwnAttempt) {
    let (told, opinion) = match attempt.solved {
        true if shown.gave_up => (PuzzleMoveAs::Shown, "own-solution"),
        true => (PuzzleMoveAs::Found, "own-right"),
        false => (PuzzleMoveAs::Wrong, "own-wrong"),
    };
    let text = puzzle.position.move_text(attempt.mv);
    // An opinion of the engine is told without its number.
    shown.notice = Some(match attempt.verdict.result() {
        Some(_) => language.puzzle_move(told, &text, attempt.verdict, &[]),
        None => language.say_with(opinion, &[("move", text.into())]),
    });
    shown.solved = Some(attempt.solved && !shown.gave_up);
    let side = puzzle.position.side();
    let (view, events) = board(side, &attempt.after, &attempt.turns, language);
    shown.view = View { status: question(puzzle, language), result: None, ..view };
    shown.events = events;
    shown.explain(language, &puzzle.position, &attempt.claims);
    let is_over = attempt.solved || shown.gave_up;
    let in_game = format!("/game/{}/review?ply={}", puzzle.mistake.game, puzzle.mistake.ply + 1);
    shown.in_game = is_over.then_some(in_game);
}
