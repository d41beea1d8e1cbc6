//! Lessons. Nothing of them is kept: a step is set up anew for every request, and what is done on it
//! comes along.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use merels_live::{Refusal, Snapshot};
use merels_messages::Language;
use merels_model::{PlayerId, Seat};
use merels_rules::{GameId, Side};
use serde_json::json;

use super::lesson_page::{self, LessonPage};
use crate::edge::fields::Fields;
use crate::edge::reply::{data, html};
use crate::edge::visitor::Visitor;
use crate::error::Failure;
use crate::lessons::{Attempt, Lesson, Task, lesson};
use crate::view::{EventView, View};
use crate::wording;

pub(crate) async fn begin(
    visitor: Visitor,
    Path(game): Path<String>,
    fields: Fields,
) -> Result<Response, Failure> {
    answer(&visitor, &game, "1", &fields)
}

pub(crate) async fn show(
    visitor: Visitor,
    Path((game, number)): Path<(String, String)>,
    fields: Fields,
) -> Result<Response, Failure> {
    answer(&visitor, &game, &number, &fields)
}

/// The step as it is, what comes of a `move` on it, or `why` spots cannot be chosen.
fn answer(
    visitor: &Visitor,
    game: &str,
    number: &str,
    fields: &Fields,
) -> Result<Response, Failure> {
    let game: GameId = game.parse().map_err(|_| Failure::NoPage)?;
    let number: usize = number.parse().map_err(|_| Failure::NoPage)?;
    let lesson = lesson(game).ok_or(Failure::NoPage)?;
    let task = lesson.task(number).ok_or(Failure::NoPage)?;
    let language = visitor.language;
    if let Some(spots) = fields.get("why") {
        let spots: Vec<&str> = spots.split(',').collect();
        let refusal = task.check_choice(&spots).err();
        let reason = refusal.map(|refusal| wording::refusal(language, game, &refusal));
        return Ok(data(StatusCode::OK, json!({ "reason": reason })));
    }
    let attempt = fields.get("move").map(|text| task.attempt(text));
    let (status, shown) = result(lesson, number, &task, attempt, language);
    Ok(if visitor.json {
        data(status, shown)
    } else {
        html(status, lesson_page::lesson(visitor, lesson, &shown))
    })
}

/// What is shown after a turn, or before any.
fn result(
    lesson: Lesson,
    number: usize,
    task: &Task,
    attempt: Option<Result<Attempt, Refusal>>,
    language: Language,
) -> (StatusCode, LessonPage) {
    let message = task.message();
    let before = |notice: Option<String>| LessonPage {
        path: format!("/learn/{}/{number}", lesson.game),
        number,
        total: lesson.len(),
        done: false,
        notice,
        events: Vec::new(),
        view: view(task, language, &Snapshot::of_game(&task.game, seats(task, language)), &message),
    };
    match attempt {
        None => (StatusCode::OK, before(None)),
        Some(Err(refusal)) => {
            let words = wording::refusal(language, lesson.game, &refusal);
            (StatusCode::UNPROCESSABLE_ENTITY, before(Some(words)))
        }
        Some(Ok(attempt)) if !attempt.reached => {
            (StatusCode::OK, before(Some(language.say(&format!("{message}-else")))))
        }
        Some(Ok(attempt)) => {
            let snapshot = Snapshot::of_game(&attempt.after, seats(task, language));
            let mut after = view(task, language, &snapshot, &format!("{message}-done"));
            after.version = 1;
            after.moves.clear();
            let event = EventView::of_turn(&snapshot, 1, &attempt.happenings);
            let page = LessonPage { done: true, events: vec![event], view: after, ..before(None) };
            (StatusCode::OK, page)
        }
    }
}

/// The one who learns, and nobody in particular.
fn seats(task: &Task, language: Language) -> [Seat; 2] {
    let seat = |name: &str| Seat::Player { id: PlayerId::new(""), name: language.say(name) };
    let (you, other) = (seat("seat-you"), seat("seat-other"));
    match task.side() {
        Side::White => [you, other],
        Side::Black => [other, you],
    }
}

fn view(task: &Task, language: Language, snapshot: &Snapshot, message: &str) -> View {
    let view = View::of(snapshot, Some(task.side()), language);
    View { status: language.say(message), ..view }
}
