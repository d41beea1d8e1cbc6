//! Lessons. A step is set up anew for every request, which brings the turn made on it; all that is kept
//! is that a player did a lesson to its end.

use axum::extract::Path;
use axum::http::StatusCode;
use merels_engine::{board_claims, chosen};
use merels_messages::{ByColour, Language};
use merels_rules::{AnyPosition, Game, GameId};
use merels_services::learning::{Lesson, LessonAttempt, Task, attempt_step};
use merels_services::live::Refusal;

use super::lesson_page::{self, LessonPage};
use super::shown::board;
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, html};
use crate::edge::visitor::Visitor;
use crate::error::{Failure, Result};
use crate::game::view::View;
use crate::wording;

pub(crate) async fn begin(
    app: App,
    visitor: Visitor,
    Path(game): Path<String>,
    fields: Fields,
) -> Result {
    answer(&app, &visitor, &game, "1", &fields).await
}

pub(crate) async fn show(
    app: App,
    visitor: Visitor,
    Path((game, number)): Path<(String, String)>,
    fields: Fields,
) -> Result {
    answer(&app, &visitor, &game, &number, &fields).await
}

/// The step as it is, the consequence of a `move` on it, or the reason `why` spots cannot be chosen.
async fn answer(app: &App, visitor: &Visitor, game: &str, number: &str, fields: &Fields) -> Result {
    let game: GameId = game.parse().map_err(|_| Failure::NoPage)?;
    let number: usize = number.parse().map_err(|_| Failure::NoPage)?;
    let lesson = Lesson::of(game).ok_or(Failure::NoPage)?;
    let task = lesson.task(number).ok_or(Failure::NoPage)?;
    if let Some(spots) = fields.get("why") {
        return Ok(data(StatusCode::OK, wording::why(visitor.language, &task.game, spots)));
    }
    let attempt = fields.get("move").map(|text| attempt_step(&task, text));
    let (status, shown) = result(lesson, number, &task, attempt, visitor.language);
    if let Some(player) = visitor.player().filter(|_| shown.done && number == lesson.steps()) {
        app.services.days.has_learned(&player.id).await?;
    }
    Ok(if visitor.json {
        data(status, shown)
    } else {
        html(status, lesson_page::lesson(visitor, lesson, &shown))
    })
}

/// The step after a turn, or before any.
fn result(
    lesson: Lesson,
    number: usize,
    task: &Task,
    attempt: Option<Result<LessonAttempt, Refusal>>,
    language: Language,
) -> (StatusCode, LessonPage) {
    let message = task.message();
    let (view, events) = board(task.side(), &task.game, &[], language);
    let before = LessonPage {
        path: format!("/learn/{}/{number}", lesson.game),
        number,
        total: lesson.steps(),
        done: false,
        notice: None,
        events,
        marks: task.marks(),
        view: View { status: language.say(&message), ..view },
    };
    match attempt {
        None => (StatusCode::OK, before),
        Some(Err(refusal)) => {
            let notice = Some(wording::refusal(language, lesson.game, &refusal));
            (StatusCode::UNPROCESSABLE_ENTITY, LessonPage { notice, ..before })
        }
        Some(Ok(attempt)) if !attempt.reached => {
            let notice = Some(language.say(&format!("{message}-else")));
            (StatusCode::OK, LessonPage { notice, ..before })
        }
        Some(Ok(LessonAttempt { after, happenings, .. })) => {
            let (view, events) = board(task.side(), &after, &[happenings], language);
            let view = View { status: language.say(&format!("{message}-done")), ..view };
            let (notice, marks) = (reason(task, &after, language), Vec::new());
            (StatusCode::OK, LessonPage { done: true, notice, events, marks, view, ..before })
        }
    }
}

/// The claims of a task's turn, if there is something to say.
fn reason(task: &Task, after: &Game<AnyPosition>, language: Language) -> Option<String> {
    let before = task.game.position();
    let claims = chosen(&board_claims(before, *after.moves().last()?), false);
    claims.first().map(|claim| language.claim(&ByColour(language, before), claim))
}
