//! Finding an opponent, or taking the computer for one.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use merels_model::{GameKey, PlayerId, Wish};
use merels_services::meeting::{Again, Search, Sought};
use merels_services::{DrawResponse, ServiceError};
use serde_json::json;

use super::play::play_here;
use super::waiting_page;
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, done, go_to, html};
use crate::edge::visitor::{SignedIn, Visitor};
use crate::error::Result;
use crate::game::{compat, routes};
use crate::game_request::{GameRequest, Opponent, terms};

pub(crate) async fn find(State(app): State<App>, visitor: SignedIn, fields: Fields) -> Result {
    let wish = GameRequest::read(&fields)?.wish(terms(&fields, !visitor.player().is_guest())?);
    seek(&app, visitor.id(), &visitor, wish).await
}

/// Joins the first suitable player who waits, else waits.
pub(crate) async fn seek<S>(app: &App, me: &PlayerId, visitor: &Visitor<S>, wish: Wish) -> Result {
    Ok(sought(visitor, app.services.meeting.seek(me, visitor.client, wish).await?))
}

fn sought<S>(visitor: &Visitor<S>, sought: Sought) -> Response {
    match sought {
        Sought::Begun(key) => matched(visitor, &key),
        Sought::Waits => {
            let message = visitor.language.say("waiting-title");
            let body = json!({"status": "waiting", "message": message});
            done(visitor, StatusCode::OK, body, "/findmatch")
        }
    }
}

pub(crate) fn matched<S>(visitor: &Visitor<S>, key: &GameKey) -> Response {
    let message = visitor.language.say("waiting-matched");
    let body = json!({"status": "matched", "message": message, "game_id": key.as_str()});
    done(visitor, StatusCode::OK, body, &format!("/game/{key}"))
}

pub(crate) async fn waiting_page(State(app): State<App>, visitor: SignedIn) -> Result {
    match app.services.meeting.search_of(visitor.id()).await? {
        Search::Waits(wish) if visitor.json => {
            let message = visitor.language.say("waiting-title");
            let body = json!({
                "status": "waiting", "message": message, "game": wish.game.id(),
                "clock": wish.terms.time.map(|time| time.to_string()), "rated": wish.terms.rated,
            });
            Ok(data(StatusCode::OK, body))
        }
        Search::Waits(wish) => {
            let here = app.services.meeting.players_here().await?;
            Ok(html(StatusCode::OK, waiting_page::waiting(&visitor, &wish, here)))
        }
        Search::Found(key) => Ok(matched(&visitor, &key)),
        Search::Over if visitor.json => Err(ServiceError::NoGame.into()),
        Search::Over => Ok(go_to("/home")),
    }
}

pub(crate) async fn cancel(State(app): State<App>, visitor: SignedIn) -> Result {
    app.services.meeting.stop_waiting(visitor.id()).await?;
    let body = json!({"status": "cancelled", "message": visitor.language.say("waiting-cancelled")});
    Ok(done(&visitor, StatusCode::OK, body, "/home"))
}

/// The game that was matched: the player's newest unfinished one.
pub(crate) async fn matched_game(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result {
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
) -> Result {
    let key = fields.get("game_id").map(GameKey::new);
    Ok(match app.services.meeting.play_again(&visitor, key.as_ref()).await? {
        Again::Begun(key) => begun(&visitor, &key),
        Again::Sought(outcome) => sought(&visitor, outcome),
    })
}

/// Would like a rematch with the same person, or answers the other's wish.
pub(crate) async fn rematch(State(app): State<App>, visitor: SignedIn, fields: Fields) -> Result {
    let key = fields.need("game_id")?;
    let unknown = "failure-unknown-response";
    let accept = fields.word_or("response", unknown, DrawResponse::Accept)?.accepts();
    app.services.meeting.check_rate(visitor.client).await?;
    let game = app.services.games.open(&GameKey::new(key)).await?;
    let status = if accept { "offered" } else { "declined" };
    Ok(match app.services.meeting.rematch(&game, visitor.id(), accept).await? {
        Some(next) => matched(&visitor, &next),
        None => done(&visitor, StatusCode::OK, json!({"status": status}), &format!("/game/{key}")),
    })
}

/// To a game that nobody else had to agree to.
pub(crate) fn begun<S>(visitor: &Visitor<S>, key: &GameKey) -> Response {
    let body = json!({"status": "matched", "game_id": key.as_str()});
    done(visitor, StatusCode::CREATED, body, &format!("/game/{key}"))
}

/// Begins a game against the computer, for guests too.
pub(crate) async fn play_computer(
    State(app): State<App>,
    visitor: Visitor,
    fields: Fields,
) -> Result {
    let choice = GameRequest { opponent: Opponent::Computer, ..GameRequest::read(&fields)? };
    play_here(&app, &visitor, &choice).await
}
