//! The URL calls of docs/http.md that act in a game, and their answer: the view of the game with its
//! events. A call costs a line in [`CALLS`].

use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::put;
use axum::{Extension, Router};
use merels_model::GameKey;
use merels_rules::Side;
use merels_services::live::{LiveGame, Refusal, Snapshot};
use merels_services::{Action, DrawResponse, ServiceError};
use serde::Serialize;

use super::events::EventView;
use super::page::Notice;
use super::routes::show_game;
use super::view::View;
use crate::app::App;
use crate::edge::fair_play::ValueSeeker;
use crate::edge::fields::Fields;
use crate::edge::hang_up::HangUp;
use crate::edge::reply::{data, go_to};
use crate::edge::visitor::{SignedIn, Visitor};
use crate::error::{Failure, Result};
use crate::wording;

type Read = fn(&Fields) -> Result<Action>;

const CALLS: [(&str, Read); 12] = [
    ("/place", |call| {
        Ok(Action::Step { ply: call.number("ply")?, r#move: point(call, "x", "y")? })
    }),
    ("/move", |call| Ok(Action::Step { ply: call.number("ply")?, r#move: turn(call)? })),
    ("/capture", |call| {
        Ok(Action::Capture { ply: call.number("ply")?, spot: point(call, "x", "y")? })
    }),
    ("/takeback", |_| Ok(Action::Draft { ply: 0, r#move: None })),
    ("/undo", |call| Ok(Action::Undo { ply: call.number("ply")? })),
    ("/undorespond", |call| Ok(Action::UndoRespond { response: response(call)? })),
    ("/claim", |call| Ok(Action::Claim { claim: call.word("claim", "failure-unknown-claim")? })),
    ("/forfeit", |_| Ok(Action::Forfeit)),
    ("/abort", |_| Ok(Action::Abort)),
    ("/draw", |_| Ok(Action::Draw)),
    ("/drawrespond", |call| Ok(Action::DrawRespond { response: response(call)? })),
    ("/say", |call| {
        let phrase = call.word("phrase", "failure-unknown-phrase")?;
        Ok(Action::Say { phrase, version: call.number("version")? })
    }),
];

pub(super) fn router() -> Router<App> {
    let hint = Router::new().route("/hint", put(give_hint).patch(give_hint).post(give_hint));
    CALLS.into_iter().fold(hint, |router, (path, read)| {
        let call = move |app: App, visitor: SignedIn, fields: Fields| async move {
            let action = read(&fields)?;
            let game = named_game(&app, &visitor, &fields).await?;
            let done = app.services.carry_out(action, &visitor, &game).await.map_err(Failure::from);
            let response = answer(&app, &visitor, &game, done).await?;
            // A form of the home page leads back to it.
            let to_home = fields.get("back") == Some("home") && response.status().is_redirection();
            Ok::<_, Failure>(if to_home { go_to("/home") } else { response })
        };
        router.route(path, put(call).patch(call).post(call))
    })
}

/// A point from its letter and its number.
fn point(fields: &Fields, x: &str, y: &str) -> Result<String> {
    let (column, row) = (fields.need(x)?, fields.need(y)?);
    if column.len() != 1 || !column.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return Err(Failure::Field("failure-not-a-letter", x.to_owned()));
    }
    if !row.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Failure::Field("failure-not-a-number", y.to_owned()));
    }
    Ok(format!("{}{row}", column.to_ascii_lowercase()))
}

/// A move as text, or from the points where it begins and ends.
fn turn(fields: &Fields) -> Result<String> {
    if let Some(text) = fields.get("move") {
        return Ok(text.to_owned());
    }
    let from = point(fields, "from_x", "from_y")?;
    Ok(format!("{from}-{}", point(fields, "to_x", "to_y")?))
}

fn response(fields: &Fields) -> Result<DrawResponse> {
    fields.word("response", "failure-unknown-response")
}

/// The game of a request: the one it names, else the player's newest unfinished one.
pub(crate) async fn named_game(
    app: &App,
    visitor: &SignedIn,
    fields: &Fields,
) -> Result<Arc<LiveGame>> {
    let key = fields.get("game_id").map(GameKey::new);
    Ok(app.services.games.open_to_act(key, visitor).await?)
}

/// The answer to an action: the game's page, or its state. A refusal is said with it.
async fn answer(app: &App, visitor: &SignedIn, game: &LiveGame, done: Result<u32>) -> Result {
    let now = game.snapshot();
    match done {
        Ok(_) if visitor.json => {
            let owed = now.owes_removal() && now.side_of(visitor.id()) == now.mover();
            let words = visitor.language.say(if owed { "answer-capture" } else { "answer-done" });
            show_game(app, &now, &visitor.into(), StatusCode::OK, Some((None, &words))).await
        }
        Ok(_) => Ok(go_to(&format!("/game/{}", game.key))),
        Err(Failure::Service(ServiceError::Refused(kind, refusal)))
            if refusal != Refusal::NotYours =>
        {
            let failure = Failure::from(ServiceError::Refused(kind, refusal));
            let words = failure.words(visitor.language);
            let notice = Some((Some(failure.code()), words.as_str()));
            show_game(app, &now, &visitor.into(), failure.status(), notice).await
        }
        Err(failure) => Err(failure),
    }
}

/// Shows a good move and the reasons for it, against the computer.
async fn give_hint(
    app: App,
    seeker: ValueSeeker,
    Extension(hang_up): Extension<HangUp>,
    fields: Fields,
) -> Result {
    let visitor = SignedIn::try_from(Visitor::clone(&seeker))?;
    let game = named_game(&app, &visitor, &fields).await?;
    let fair = seeker.about(&app, game.snapshot().kind).await?;
    let actor = visitor.actor();
    let hint = tokio::select! {
        hint = app.services.analysis.hint(fair.fair(), &actor, &game) => hint?,
        () = hang_up.wait() => return Err(ServiceError::Busy.into()),
    };
    let (_, words) = wording::hint(visitor.language, &hint);
    let notice = Some((None, words.as_str()));
    show_game(&app, &game.snapshot(), &(&visitor).into(), StatusCode::OK, notice).await
}

/// The state of a game for programs, and the message about the request.
#[derive(Serialize)]
struct Answer<'a> {
    game_id: &'a str,
    message: Option<&'a str>,
    error: Option<&'a str>,
    #[serde(flatten)]
    view: View,
    events: Vec<EventView>,
}

/// The state of a game as data.
pub(super) fn state(
    snapshot: &Snapshot,
    you: Option<Side>,
    visitor: &Visitor,
    status: StatusCode,
    notice: Option<Notice<'_>>,
) -> Response {
    let answer = Answer {
        game_id: snapshot.key.as_str(),
        message: notice.map(|(_, words)| words),
        error: notice.and_then(|(code, _)| code),
        view: View::of(snapshot, you, visitor.language),
        events: EventView::since(snapshot, 0, visitor.language),
    };
    data(status, answer)
}
