//! The game page and what can be done on it, as plain requests.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use merels_live::{ActError, Command, LiveGame, Refusal, Snapshot, seat_of};
use merels_model::{GameKey, Seat};
use merels_rules::Side;
use merels_services::{ComputerResults, ServiceError};
use merels_store::Relation;
use serde::Serialize;

use super::page::{self, GamePage, Notice};
use crate::app::App;
use crate::edge::fair_play::ValueSeeker;
use crate::edge::fields::Fields;
use crate::edge::hang_up::HangUp;
use crate::edge::reply::{data, go_to, html};
use crate::edge::visitor::{SignedIn, Visitor};
use crate::error::Failure;
use crate::view::{EventView, View};

/// So many events stand on the page of a game; the replay has all.
const MOST_SHOWN: usize = 200;

pub(crate) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let game = open(&app, &GameKey::new(id)).await?;
    let snapshot = game.snapshot();
    if snapshot.outcome.is_none() && snapshot.is_between_people() {
        let me = visitor.player().filter(|player| snapshot.side_of(&player.id).is_some());
        if let Some(player) = me {
            app.store.cluster().visits(seat_of(&player.id, &game.key), app.clock.now()).await?;
            app.fair_play.note_seat(&game, &player.id, visitor.client).await?;
        }
        app.live.look_for_players(&game).await?;
    }
    show_game(&app, &game.snapshot(), &visitor, StatusCode::OK, None).await
}

async fn open(app: &App, key: &GameKey) -> Result<Arc<LiveGame>, Failure> {
    Ok(app.live.open(key).await?.ok_or(ServiceError::UnknownGame)?)
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

/// The page or the data of a game.
pub(crate) async fn show_game(
    app: &App,
    snapshot: &Snapshot,
    visitor: &Visitor,
    status: StatusCode,
    notice: Option<Notice<'_>>,
) -> Result<Response, Failure> {
    let you = visitor.player().and_then(|player| snapshot.side_of(&player.id));
    let view = View::of(snapshot, you, visitor.language);
    if visitor.json {
        let events = EventView::since(snapshot, 0, visitor.language);
        let answer = Answer {
            game_id: snapshot.key.as_str(),
            message: notice.map(|(_, words)| words),
            error: notice.and_then(|(code, _)| code),
            view,
            events,
        };
        return Ok(data(status, answer));
    }
    let events = EventView::last(snapshot, MOST_SHOWN, visitor.language);
    let seeks = match visitor.player() {
        Some(player) => app.store.meeting().waits_for(&player.id, app.clock.now()).await?.is_some(),
        None => false,
    };
    let computer_results = match visitor.player() {
        Some(player) if view.result.is_some() => {
            ComputerResults::of(&app.store, &player.id).await?
        }
        _ => ComputerResults::default(),
    };
    let preview = app.settings.address(&format!("/game/{}/picture.png", snapshot.key));
    let watchers = app.store.games().watchers_of(&snapshot.key, app.clock.now()).await?;
    let opponent = match you {
        Some(you) if snapshot.is_between_people() => other_player(app, snapshot, you).await?,
        _ => None,
    };
    let table = GamePage {
        opponent,
        snapshot,
        you,
        view: &view,
        events: &events,
        notice,
        preview,
        seeks,
        computer_results: &computer_results,
        watchers,
        push_key: app.push.public_key(),
        now: app.clock.now(),
    };
    Ok(html(status, page::game(visitor, table)))
}

/// What the other player of a game is to one.
async fn other_player(
    app: &App,
    snapshot: &Snapshot,
    you: Side,
) -> Result<Option<Option<Relation>>, Failure> {
    match [snapshot.seat(you), snapshot.seat(!you)] {
        [Seat::Player { id: own, .. }, Seat::Player { id: other, .. }] => {
            Ok(Some(app.store.accounts().relation(own, other).await?))
        }
        _ => Ok(None),
    }
}

/// The game that a request is about: the one it names, else the player's newest unfinished one.
pub(crate) async fn named_game(
    app: &App,
    visitor: &SignedIn,
    fields: &Fields,
) -> Result<Arc<LiveGame>, Failure> {
    let key = match fields.get("game_id") {
        Some(key) => GameKey::new(key),
        None => {
            let running = app.store.games().running_games(visitor.id()).await?;
            running.into_iter().next().ok_or(ServiceError::NoGame)?.key
        }
    };
    let game = open(app, &key).await?;
    app.fair_play.note_seat(&game, visitor.id(), visitor.client).await?;
    Ok(game)
}

/// Carries a command out, which is read from the request when its game is known. What is refused is
/// said on the game's page, or with its state.
async fn act(
    app: &App,
    visitor: &SignedIn,
    fields: &Fields,
    read: impl FnOnce(&Snapshot) -> Result<Command, Refusal>,
) -> Result<Response, Failure> {
    let game = named_game(app, visitor, fields).await?;
    let snapshot = game.snapshot();
    let done = match read(&snapshot) {
        Ok(command) => {
            app.fair_play
                .check_turn(|| Visitor::from(visitor).seeker(), &snapshot, &command)
                .await?;
            app.live.act(&game, &visitor.actor(), &command).await
        }
        Err(refusal) => Err(refusal.into()),
    };
    answer(app, visitor, &game, done).await
}

/// What came of a command: the game's page, or its state. What was refused is said with it.
async fn answer(
    app: &App,
    visitor: &SignedIn,
    game: &LiveGame,
    done: Result<u32, ActError>,
) -> Result<Response, Failure> {
    let kind = game.snapshot().kind;
    if let Err(ActError::Refused(Refusal::NotYours)) = done {
        return Err(ServiceError::Refused(kind, Refusal::NotYours).into());
    }
    match done {
        Ok(_) if visitor.json => {
            let now = game.snapshot();
            let owed = now.owes_removal() && now.side_of(visitor.id()) == now.mover();
            let words = visitor.language.say(if owed { "answer-capture" } else { "answer-done" });
            show_game(app, &now, &visitor.into(), StatusCode::OK, Some((None, &words))).await
        }
        Ok(_) => Ok(go_to(&format!("/game/{}", game.key))),
        Err(ActError::Refused(refusal)) => {
            let failure = Failure::from(ServiceError::Refused(kind, refusal));
            let words = failure.words(visitor.language);
            let notice = Some((Some(failure.code()), words.as_str()));
            show_game(app, &game.snapshot(), &visitor.into(), failure.status(), notice).await
        }
        Err(error) => Err(Failure::of(kind, error)),
    }
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
    number(fields, "ply")
}

fn number(fields: &Fields, name: &str) -> Result<Option<u32>, Failure> {
    let Some(text) = fields.get(name) else { return Ok(None) };
    let number = text.parse().map_err(|_| Failure::Field("failure-not-a-number", name.into()))?;
    Ok(Some(number))
}

pub(crate) async fn place(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let (ply, text) = (ply(&fields)?, point(&fields, "x", "y")?);
    let read = |game: &Snapshot| Ok(Command::Step { ply, mv: game.parse_move(&text)? });
    act(&app, &visitor, &fields, read).await
}

pub(crate) async fn mv(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let ply = ply(&fields)?;
    let text = match fields.get("move") {
        Some(text) => text.to_owned(),
        None => {
            let from = point(&fields, "from_x", "from_y")?;
            format!("{from}-{}", point(&fields, "to_x", "to_y")?)
        }
    };
    let read = |game: &Snapshot| Ok(Command::Step { ply, mv: game.parse_move(&text)? });
    act(&app, &visitor, &fields, read).await
}

pub(crate) async fn capture(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let (ply, text) = (ply(&fields)?, point(&fields, "x", "y")?);
    let read = |game: &Snapshot| Ok(Command::Capture { ply, spot: game.parse_spot(&text)? });
    act(&app, &visitor, &fields, read).await
}

pub(crate) async fn take_back(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    act(&app, &visitor, &fields, |_| Ok(Command::ClearDraft)).await
}

/// Takes the last turn back; another person is asked.
pub(crate) async fn undo(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let ply = ply(&fields)?;
    act(&app, &visitor, &fields, |_| Ok(Command::TakeBack { ply })).await
}

/// Lets the other player take a turn back, or does not.
pub(crate) async fn answer_undo(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let accept = accepts(&fields)?;
    act(&app, &visitor, &fields, |_| Ok(Command::AnswerTakeBack { accept })).await
}

/// Claims the win or a draw, because the other player is away.
pub(crate) async fn claim(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let win = match fields.need("claim")? {
        "win" => true,
        "draw" => false,
        other => return Err(Failure::Field("failure-unknown-claim", other.to_owned())),
    };
    let game = named_game(&app, &visitor, &fields).await?;
    let done = app.live.claim(&game, visitor.id(), win).await;
    answer(&app, &visitor, &game, done).await
}

/// Shows a good move and why it is good, against the computer.
pub(crate) async fn give_hint(
    State(app): State<App>,
    seeker: ValueSeeker,
    Extension(hang_up): Extension<HangUp>,
    fields: Fields,
) -> Result<Response, Failure> {
    let visitor = SignedIn::try_from(Visitor::clone(&seeker))?;
    let game = named_game(&app, &visitor, &fields).await?;
    let fair = seeker.about(&app, game.snapshot().kind).await?;
    let actor = visitor.actor();
    let hint = tokio::select! {
        hint = app.analysis.hint(fair.fair(), &actor, &game) => hint?,
        () = hang_up.wait() => return Err(ServiceError::Busy.into()),
    };
    let words = visitor.language.hint(&hint.text, &hint.reasons);
    let notice = Some((None, words.as_str()));
    show_game(&app, &game.snapshot(), &(&visitor).into(), StatusCode::OK, notice).await
}

pub(crate) async fn forfeit(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let response = act(&app, &visitor, &fields, |_| Ok(Command::Resign)).await?;
    // On one's own page it is done without going to the game.
    let to_home = fields.get("back") == Some("home") && response.status().is_redirection();
    Ok(if to_home { go_to("/home") } else { response })
}

/// Says one of the quick words.
pub(crate) async fn say(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let name = fields.need("phrase")?;
    let unknown = || Failure::Field("failure-unknown-phrase", name.to_owned());
    let phrase = name.parse().map_err(|_| unknown())?;
    let seen = number(&fields, "version")?;
    let game = named_game(&app, &visitor, &fields).await?;
    let done = app.live.say(&game, visitor.id(), phrase, seen).await;
    answer(&app, &visitor, &game, done).await
}

/// Breaks a game off before both have moved.
pub(crate) async fn abort(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    act(&app, &visitor, &fields, |_| Ok(Command::Abort)).await
}

pub(crate) async fn draw(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    act(&app, &visitor, &fields, |_| Ok(Command::OfferDraw)).await
}

pub(crate) async fn answer_draw(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let accept = accepts(&fields)?;
    act(&app, &visitor, &fields, |_| Ok(Command::AnswerDraw { accept })).await
}

/// Whether the answer to a proposal is yes.
fn accepts(fields: &Fields) -> Result<bool, Failure> {
    match fields.need("response")? {
        "accept" => Ok(true),
        "decline" => Ok(false),
        other => Err(Failure::Field("failure-unknown-response", other.to_owned())),
    }
}
