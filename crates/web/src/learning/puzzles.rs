//! Puzzles: the one of the day, a stream at one's strength, and what a move comes to.

use axum::extract::{Path, State};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use merels_engine::{Puzzle, Theme};
use merels_live::Snapshot;
use merels_messages::{Language, Worth};
use merels_model::{PlayerId, Seat};
use merels_rules::{Game, GameId, Position, Side};
use merels_store::{PuzzleRecord, PuzzleTry};

use super::puzzle_page::{self, PuzzlePage};
use super::puzzle_sets::{self, Attempt};
use crate::account::guests::player_of;
use crate::app::App;
use crate::edge::fair_play::PuzzleSeeker;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, go_to, html, with_cookie};
use crate::edge::visitor::Visitor;
use crate::error::Failure;
use crate::view::{EventView, View};
use crate::wording;

pub(crate) async fn index(State(app): State<App>, visitor: Visitor) -> Result<Response, Failure> {
    let mut records = Vec::new();
    for set in puzzle_sets::sets() {
        let record = record(&app, &visitor, GameId::Morris(set.variant)).await?;
        records.push((set, record.unwrap_or_default()));
    }
    Ok(html(StatusCode::OK, puzzle_page::puzzles(&visitor, &records)))
}

pub(crate) async fn of_the_day(State(app): State<App>) -> Result<Response, Failure> {
    let (game, number) = puzzle_sets::of_the_day(app.clock.now()).ok_or(Failure::NoPage)?;
    Ok(go_to(&format!("/puzzles/{game}/{number}")))
}

pub(crate) async fn next(
    State(app): State<App>,
    Path(game): Path<String>,
    PuzzleSeeker(seeker): PuzzleSeeker,
    fields: Fields,
) -> Result<Response, Failure> {
    let game: GameId = game.parse().map_err(|_| Failure::NoPage)?;
    let visitor = seeker.about(&app, game).await?;
    let set = puzzle_sets::set(game).ok_or(Failure::NoPage)?;
    let theme = match fields.get("theme") {
        Some(name) => Some(
            Theme::named(name)
                .ok_or_else(|| Failure::Field("failure-unknown-theme", name.to_owned()))?,
        ),
        None => None,
    };
    let record = record(&app, &visitor, game).await?.unwrap_or_default();
    let tried = match visitor.player() {
        Some(player) => app.store.accounts().tried_puzzles(&player.id, game).await?,
        None => Vec::new(),
    };
    let lot = getrandom::u64().unwrap_or_default();
    let number =
        puzzle_sets::next(set, record.rating, &tried, theme, lot).ok_or(Failure::NoPage)?;
    let theme = theme.map_or(String::new(), |theme| format!("?theme={}", theme.name()));
    Ok(go_to(&format!("/puzzles/{game}/{number}{theme}")))
}

async fn record(
    app: &App,
    visitor: &Visitor,
    game: GameId,
) -> Result<Option<PuzzleRecord>, Failure> {
    Ok(match visitor.player() {
        Some(player) => Some(app.store.accounts().puzzle_record(&player.id, game).await?),
        None => None,
    })
}

/// A puzzle as it is, what comes of a `move` in it, its `solution`, or `why` spots cannot be chosen.
pub(crate) async fn show(
    State(app): State<App>,
    method: Method,
    Path((game, number)): Path<(String, String)>,
    PuzzleSeeker(seeker): PuzzleSeeker,
    fields: Fields,
) -> Result<Response, Failure> {
    let game: GameId = game.parse().map_err(|_| Failure::NoPage)?;
    let visitor = seeker.about(&app, game).await?;
    let number: usize = number.parse().map_err(|_| Failure::NoPage)?;
    let set = puzzle_sets::set(game).ok_or(Failure::NoPage)?;
    let puzzle = number.checked_sub(1).and_then(|at| set.puzzles.get(at)).ok_or(Failure::NoPage)?;
    let language = visitor.language;
    if let Some(spots) = fields.get("why") {
        let spots: Vec<&str> = spots.split(',').collect();
        let start = Game::new(merels_rules::AnyPosition::Morris(puzzle.position));
        let refusal = crate::lessons::check_choice(&start, &spots).err();
        let reason = refusal.map(|refusal| wording::refusal(language, game, &refusal));
        return Ok(data(StatusCode::OK, serde_json::json!({ "reason": reason })));
    }
    let daily = puzzle_sets::of_the_day(app.clock.now()) == Some((game, number));
    let theme = fields.get("theme").and_then(Theme::named);
    let mut shown = PuzzlePage {
        path: format!("/puzzles/{game}/{number}"),
        daily,
        theme: theme.map(Theme::name),
        solved: None,
        gave_up: false,
        notice: None,
        events: Vec::new(),
        view: view(
            puzzle,
            language,
            &Game::new(merels_rules::AnyPosition::Morris(puzzle.position)),
            0,
        ),
        record: record(&app, &visitor, game).await?,
        themes: Vec::new(),
    };
    let (mut status, mut cookie) = (StatusCode::OK, None);
    let gives_up = fields.get("solution").is_some();
    let tried = if gives_up {
        Some(puzzle_sets::solution(puzzle))
    } else {
        fields.get("move").map(str::to_owned)
    };
    if let Some(text) = tried.filter(|_| method == Method::POST) {
        match puzzle_sets::attempt(puzzle, &text) {
            Err(refusal) => {
                status = StatusCode::UNPROCESSABLE_ENTITY;
                shown.notice = Some(wording::refusal(language, game, &refusal));
            }
            Ok(attempt) => {
                if let Some((player, new)) = who_tries(&app, &visitor).await? {
                    let solved = attempt.solved && !gives_up;
                    shown.record = Some(note(&app, &player, game, puzzle, solved).await?);
                    cookie = new;
                }
                shown.gave_up = gives_up;
                answer(&mut shown, language, puzzle, &attempt);
            }
        }
    }
    let response = if visitor.json {
        data(status, shown.data(language))
    } else {
        html(status, puzzle_page::puzzle(&visitor, game, &shown))
    };
    Ok(match cookie {
        Some(cookie) => with_cookie(response, &cookie),
        None => response,
    })
}

/// Whose try it is. The first one makes a guest, as the first move of a game does; where no more guests
/// are let in it is answered all the same, and nothing is kept.
async fn who_tries(
    app: &App,
    visitor: &Visitor,
) -> Result<Option<(PlayerId, Option<String>)>, Failure> {
    match player_of(app, visitor).await {
        Ok(player) => Ok(Some(player)),
        Err(Failure::TooMany) => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// Notes the try; the first one counts.
pub(crate) async fn note(
    app: &App,
    player: &PlayerId,
    game: GameId,
    puzzle: &Puzzle,
    solved: bool,
) -> Result<PuzzleRecord, Failure> {
    let attempt = PuzzleTry {
        player: player.clone(),
        game,
        position: puzzle.position.to_string(),
        rating: i64::from(puzzle.rating()),
        solved,
        at: app.clock.now(),
    };
    Ok(app.store.accounts().try_puzzle(attempt).await?)
}

/// Adds what came of a move: what it is worth, and how it goes on.
fn answer(shown: &mut PuzzlePage, language: Language, puzzle: &Puzzle, attempt: &Attempt) {
    let Some(known) = puzzle.answer(attempt.mv) else { return };
    let value = language.worth_of_move(Worth::from(merels_engine::Verdict::Exact(known.value)));
    let line = puzzle_sets::line(puzzle, attempt.mv).join(" ");
    let name = match attempt.solved {
        true if shown.gave_up => "puzzle-solution",
        true => "puzzle-right",
        false => "puzzle-wrong",
    };
    let text = puzzle.position.move_text(attempt.mv);
    let values = [("move", text.into()), ("value", value.into()), ("line", line.into())];
    shown.solved = Some(attempt.solved && !shown.gave_up);
    shown.notice = Some(language.say_with(name, &values));
    let version = attempt.turns.len() as u32;
    shown.view = view(puzzle, language, &attempt.after, version);
    shown.view.moves.clear();
    let snapshot = Snapshot::of_game(&attempt.after, seats(puzzle, language));
    let events = (1..).zip(&attempt.turns);
    shown.events =
        events.map(|(version, turn)| EventView::of_turn(&snapshot, version, turn)).collect();
    shown.themes = puzzle.themes.iter().map(|theme| theme.name()).collect();
}

/// The one who solves, and nobody in particular.
fn seats(puzzle: &Puzzle, language: Language) -> [Seat; 2] {
    let seat = |name: &str| Seat::Player { id: PlayerId::new(""), name: language.say(name) };
    let (you, other) = (seat("seat-you"), seat("seat-other"));
    match puzzle.position.side() {
        Side::White => [you, other],
        Side::Black => [other, you],
    }
}

fn view(
    puzzle: &Puzzle,
    language: Language,
    game: &Game<merels_rules::AnyPosition>,
    version: u32,
) -> View {
    let side = puzzle.position.side();
    let snapshot = Snapshot::of_game(game, seats(puzzle, language));
    let view = View::of(&snapshot, Some(side), language);
    let name = match puzzle.value {
        merels_rules::Value::Draw => "puzzle-ask-draw",
        _ => "puzzle-ask-win",
    };
    let status = language.say_with(name, &[("side", language.side(snapshot.kind, side).into())]);
    View { status, version, result: None, ..view }
}
