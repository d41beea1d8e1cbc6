//! The game page and what can be done on it, as plain requests.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use jiff::Timestamp;
use merels_rules::{GameId, Side};
use merels_store::{GameKey, PlayerId};
use serde::Serialize;

use crate::app::App;
use crate::error::Failure;
use crate::fields::Fields;
use crate::live::{ActError, Action, Actor, LiveGame, Refusal};
use crate::pages;
use crate::reply::{data, go_to, page};
use crate::view::{EventView, View};
use crate::visitor::{SignedIn, Visitor};

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let game = open(&app, &GameKey::new(id)).await?;
    show_game(&app, &game, &visitor, StatusCode::OK, None).await
}

pub(crate) async fn open(app: &App, key: &GameKey) -> Result<Arc<LiveGame>, Failure> {
    let game = app.live.open(key).await?;
    game.ok_or(Failure::Refused(GameId::NINE, Refusal::UnknownGame))
}

/// Data for programs: how the game stands, and what there is to say about the request.
#[derive(Serialize)]
struct Answer<'a> {
    game_id: &'a str,
    message: Option<&'a str>,
    error: Option<&'a str>,
    #[serde(flatten)]
    view: View,
    events: Vec<EventView>,
}

/// The page or the data of a game, with a notice if there is one: its code and its words.
async fn show_game(
    app: &App,
    game: &LiveGame,
    visitor: &Visitor,
    status: StatusCode,
    notice: Option<(Option<&str>, &str)>,
) -> Result<Response, Failure> {
    let seeks = match visitor.player() {
        Some(player) if !visitor.json => {
            app.store.waits_for(&player.id, Timestamp::now()).await?.is_some()
        }
        _ => false,
    };
    let state = game.state().await;
    let you = visitor.player().and_then(|player| state.side_of(&player.id));
    let view = View::of(&state, you, visitor.language);
    let events = EventView::since(&state, 0, visitor.language);
    if visitor.json {
        let answer = Answer {
            game_id: state.stored.key.as_str(),
            message: notice.map(|(_, words)| words),
            error: notice.and_then(|(code, _)| code),
            view,
            events,
        };
        return Ok(data(status, answer));
    }
    let notice = notice.map(|(_, words)| words);
    Ok(page(status, pages::game(visitor, &state, you, &view, &events, notice, seeks)))
}

/// Which game a request is about: the one it names, else the player's newest unfinished one.
pub(crate) async fn key_of(
    app: &App,
    visitor: &SignedIn,
    fields: &Fields,
) -> Result<GameKey, Failure> {
    if let Some(key) = fields.get("game_id") {
        return Ok(GameKey::new(key));
    }
    let running = app.store.running_games(visitor.id()).await?;
    running.into_iter().next().map(|game| game.key).ok_or(Failure::NoGame)
}

/// The state of a game as data, or the way to its page.
pub(crate) async fn answer(
    app: &App,
    visitor: &SignedIn,
    key: &GameKey,
    status: StatusCode,
    notice: Option<(Option<&str>, &str)>,
) -> Result<Response, Failure> {
    let game = open(app, key).await?;
    let visitor = Visitor {
        session: Some(visitor.session.clone()),
        client: visitor.client,
        language: visitor.language,
        json: visitor.json,
    };
    show_game(app, &game, &visitor, status, notice).await
}

/// Carries an action out. What is refused is said on the game's page, or with its state.
async fn act(
    app: &App,
    visitor: &SignedIn,
    fields: &Fields,
    action: Action,
) -> Result<Response, Failure> {
    let key = key_of(app, visitor, fields).await?;
    let actor = Actor::Player(visitor.id().clone());
    match app.live.act(&key, actor, action).await {
        Ok(_) if visitor.json => {
            let owed = owes_capture(app, visitor.id(), &key).await?;
            let words = visitor.language.say(if owed { "answer-capture" } else { "answer-done" });
            answer(app, visitor, &key, StatusCode::OK, Some((None, &words))).await
        }
        Ok(_) => Ok(go_to(&format!("/game/{key}"))),
        Err(ActError::Refused(refusal @ (Refusal::UnknownGame | Refusal::NotYours))) => {
            Err(Failure::Refused(GameId::NINE, refusal))
        }
        Err(ActError::Refused(refusal)) => {
            let game = open(app, &key).await?.state().await.stored.game;
            let failure = Failure::Refused(game, refusal);
            let words = failure.words(visitor.language);
            let notice = Some((Some(failure.code()), words.as_str()));
            answer(app, visitor, &key, failure.status(), notice).await
        }
        Err(error) => Err(error.into()),
    }
}

/// Whether the player's turn still waits for a capture.
async fn owes_capture(app: &App, player: &PlayerId, key: &GameKey) -> Result<bool, Failure> {
    let game = open(app, key).await?;
    let state = game.state().await;
    let side: Option<Side> = state.side_of(player);
    Ok(side.is_some() && side == state.mover() && state.draft().is_some())
}

/// A point from its letter and its number.
fn point(fields: &Fields, x: &str, y: &str) -> Result<String, Failure> {
    let (column, row) = (fields.need(x)?, fields.need(y)?);
    if column.len() != 1 || !column.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return Err(Failure::Field("failure-not-a-letter", x.to_owned()));
    }
    if !row.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Failure::Field("failure-not-a-number", y.to_owned()));
    }
    Ok(format!("{}{row}", column.to_ascii_lowercase()))
}

/// The number of the turn, if the request says it.
fn ply(fields: &Fields) -> Result<Option<u32>, Failure> {
    let Some(text) = fields.get("ply") else { return Ok(None) };
    let number = text.parse().map_err(|_| Failure::Field("failure-not-a-number", "ply".into()))?;
    Ok(Some(number))
}

pub(crate) async fn place(
    State(app): State<Arc<App>>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let action = Action::Turn { ply: ply(&fields)?, text: point(&fields, "x", "y")? };
    act(&app, &visitor, &fields, action).await
}

pub(crate) async fn mv(
    State(app): State<Arc<App>>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let text = match fields.get("move") {
        Some(text) => text.to_owned(),
        None => {
            let from = point(&fields, "from_x", "from_y")?;
            format!("{from}-{}", point(&fields, "to_x", "to_y")?)
        }
    };
    let action = Action::Turn { ply: ply(&fields)?, text };
    act(&app, &visitor, &fields, action).await
}

pub(crate) async fn capture(
    State(app): State<Arc<App>>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let action = Action::Capture { point: point(&fields, "x", "y")? };
    act(&app, &visitor, &fields, action).await
}

pub(crate) async fn take_back(
    State(app): State<Arc<App>>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    act(&app, &visitor, &fields, Action::TakeBack).await
}

pub(crate) async fn forfeit(
    State(app): State<Arc<App>>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    act(&app, &visitor, &fields, Action::Forfeit).await
}

pub(crate) async fn draw(
    State(app): State<Arc<App>>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    act(&app, &visitor, &fields, Action::ProposeDraw).await
}

pub(crate) async fn answer_draw(
    State(app): State<Arc<App>>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let accept = match fields.need("response")? {
        "accept" => true,
        "decline" => false,
        other => return Err(Failure::Field("failure-unknown-response", other.to_owned())),
    };
    act(&app, &visitor, &fields, Action::AnswerDraw { accept }).await
}
