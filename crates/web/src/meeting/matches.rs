//! Finding an opponent, or taking the computer for one.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use merels_model::{GameKey, PlayerId, Seat, Wish};
use merels_rules::nimble::USUAL_STRIP;
use merels_rules::{AnyPosition, Position, Side};
use merels_services::{ServiceError, Sought, same_start};
use merels_store::{NewSeat, StoredGame};
use serde_json::json;

use super::play::play_here;
use super::waiting_page;
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, go_to, html};
use crate::edge::visitor::{SignedIn, Visitor};
use crate::error::Failure;
use crate::game::action::DrawResponse;
use crate::game::{compat, routes};
use crate::game_request::{GameRequest, Opponent, measure, terms};

/// Two seats: the first on `side`.
fn seats(side: Side, first: NewSeat, second: NewSeat) -> [NewSeat; 2] {
    match side {
        Side::White => [first, second],
        Side::Black => [second, first],
    }
}

pub(crate) async fn find(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let wish = GameRequest::read(&fields)?.wish(terms(&fields, !visitor.player().is_guest())?);
    seek(&app, visitor.id(), &visitor, wish).await
}

/// Joins the first suitable player who waits, else waits.
pub(crate) async fn seek<S>(
    app: &App,
    me: &PlayerId,
    visitor: &Visitor<S>,
    wish: Wish,
) -> Result<Response, Failure> {
    match app.meeting.seek(me, visitor.client, wish).await? {
        Sought::Begun(key) => Ok(matched(visitor, &key)),
        Sought::Waits if visitor.json => {
            let message = visitor.language.say("waiting-title");
            Ok(data(StatusCode::OK, json!({"status": "waiting", "message": message})))
        }
        Sought::Waits => Ok(go_to("/findmatch")),
    }
}

pub(crate) fn matched<S>(visitor: &Visitor<S>, key: &GameKey) -> Response {
    if visitor.json {
        let message = visitor.language.say("waiting-matched");
        let body = json!({"status": "matched", "message": message, "game_id": key.as_str()});
        data(StatusCode::OK, body)
    } else {
        go_to(&format!("/game/{key}"))
    }
}

pub(crate) async fn waiting_page(
    State(app): State<App>,
    visitor: SignedIn,
) -> Result<Response, Failure> {
    // Whoever is matched between the two questions waits no more: the game is there.
    if app.store.meeting().still_waiting(visitor.id(), app.clock.now()).await?
        && let Some(wish) = app.store.meeting().waits_for(visitor.id(), app.clock.now()).await?
    {
        if visitor.json {
            let message = visitor.language.say("waiting-title");
            let body = json!({
                "status": "waiting", "message": message, "game": wish.game.id(),
                "clock": wish.terms.time.map(|time| time.to_string()), "rated": wish.terms.rated,
            });
            return Ok(data(StatusCode::OK, body));
        }
        let here = app.store.cluster().players_here(app.clock.now()).await?;
        return Ok(html(StatusCode::OK, waiting_page::waiting(&visitor, &wish, here)));
    }
    let running = app.store.games().running_games(visitor.id()).await?;
    match running.iter().find(|game| game.is_between_people()) {
        Some(game) => Ok(matched(&visitor, &game.key)),
        None if visitor.json => Err(ServiceError::NoGame.into()),
        None => Ok(go_to("/home")),
    }
}

pub(crate) async fn cancel(State(app): State<App>, visitor: SignedIn) -> Result<Response, Failure> {
    app.store.meeting().stop_waiting(visitor.id()).await?;
    if visitor.json {
        let message = visitor.language.say("waiting-cancelled");
        return Ok(data(StatusCode::OK, json!({"status": "cancelled", "message": message})));
    }
    Ok(go_to("/home"))
}

/// The game that was matched: the player's newest unfinished one.
pub(crate) async fn matched_game(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let game = compat::named_game(&app, &visitor, &fields).await?;
    if visitor.json {
        let snapshot = game.snapshot();
        return routes::show_game(&app, &snapshot, &(&visitor).into(), StatusCode::OK, None).await;
    }
    Ok(go_to(&format!("/game/{}", game.key)))
}

/// The same once more: against people back to matchmaking, against the computer with the colours
/// exchanged.
pub(crate) async fn play_again(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let game = match fields.get("game_id") {
        Some(key) => app.store.games().game(&GameKey::new(key)).await?,
        None => app.store.games().finished_games(visitor.id(), 1).await?.into_iter().next(),
    };
    let game = game.ok_or(ServiceError::NoGame)?;
    let side = game.side_of(visitor.id()).ok_or(ServiceError::NoGame)?;
    match &game.seats[(!side).index()] {
        Seat::Computer(level) => {
            app.fair_play.check_level(Visitor::from(&visitor).seeker(), game.game, level).await?;
            app.meeting.check_rate(visitor.client).await?;
            let me = NewSeat::Player(visitor.id().clone());
            let seats = seats(!side, me, NewSeat::Computer(level.clone()));
            begin(&app, &visitor, visitor.id(), &same_start(&game), seats).await
        }
        // Both seats are the player's own.
        seat if seat.is(visitor.id()) => {
            app.meeting.check_rate(visitor.client).await?;
            let me = || NewSeat::Player(visitor.id().clone());
            begin(&app, &visitor, visitor.id(), &same_start(&game), [me(), me()]).await
        }
        Seat::Player { .. } | Seat::Gone => {
            seek(&app, visitor.id(), &visitor, wish_like(&game)).await
        }
    }
}

/// The wish for a game like another.
fn wish_like(game: &StoredGame) -> Wish {
    let start = same_start(game);
    Wish {
        game: game.game,
        measure: measure(&start, USUAL_STRIP.pawns),
        start: start.to_string(),
        mover: start.side(),
        terms: game.terms,
    }
}

/// Would like a rematch with the same person, or answers the other's wish.
pub(crate) async fn rematch(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let key = fields.need("game_id")?;
    let unknown = "failure-unknown-response";
    let accept = fields.word_or("response", unknown, DrawResponse::Accept)?.accepts();
    app.meeting.check_rate(visitor.client).await?;
    let game = app.game(&GameKey::new(key)).await?;
    match app.meeting.rematch(&game, visitor.id(), accept).await? {
        Some(next) => Ok(matched(&visitor, &next)),
        None if visitor.json => {
            let status = if accept { "offered" } else { "declined" };
            Ok(data(StatusCode::OK, json!({"status": status})))
        }
        None => Ok(go_to(&format!("/game/{key}"))),
    }
}

pub(crate) async fn begin<S>(
    app: &App,
    visitor: &Visitor<S>,
    player: &PlayerId,
    start: &AnyPosition,
    seats: [NewSeat; 2],
) -> Result<Response, Failure> {
    let key = app.meeting.begin(player, visitor.client, start, seats).await?;
    Ok(if visitor.json {
        data(StatusCode::CREATED, json!({"status": "matched", "game_id": key.as_str()}))
    } else {
        go_to(&format!("/game/{key}"))
    })
}

/// Begins a game against the computer, for guests too.
pub(crate) async fn play_computer(
    State(app): State<App>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    let choice = GameRequest { opponent: Opponent::Computer, ..GameRequest::read(&fields)? };
    play_here(&app, &visitor, &choice).await
}
