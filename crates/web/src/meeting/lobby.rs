//! The lobby: the number of players here, the seats that wait, and open challenges.

use axum::http::{HeaderMap, StatusCode};
use merels_model::{OpenSeat, SeatId};
use serde_json::json;

use super::lobby_page;
use super::matches::matched;
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::guests::player_of;
use crate::edge::reply::{data, html, with_cookie};
use crate::edge::visitor::Visitor;
use crate::error::Result;
use crate::game_request::GameRequest;

pub(crate) async fn show(app: App, visitor: Visitor, headers: HeaderMap, fields: Fields) -> Result {
    let lobby = app.services.meeting.lobby(visitor.player().map(|player| &player.id)).await?;
    if visitor.json {
        let seats: Vec<_> = lobby.seats.iter().map(seat_data).collect();
        return Ok(data(StatusCode::OK, json!({"here": lobby.here, "seats": seats})));
    }
    let choice = GameRequest::wished(&fields, &headers)?;
    Ok(html(StatusCode::OK, lobby_page::lobby(&visitor, &choice, &lobby)))
}

/// The part of the page that changes.
pub(crate) async fn now(app: App, visitor: Visitor) -> Result {
    let lobby = app.services.meeting.lobby(visitor.player().map(|player| &player.id)).await?;
    Ok(html(StatusCode::OK, lobby_page::now(&visitor, &lobby)))
}

fn seat_data(seat: &OpenSeat) -> serde_json::Value {
    let terms = seat.wish.terms;
    json!({
        "seat": seat.seat.as_str(), "name": seat.name, "rating": seat.rating,
        "game": seat.wish.game.id(), "start": seat.wish.start,
        "clock": terms.time.map(|time| time.to_string()), "rated": terms.rated,
    })
}

/// Sits down with somebody who waits, for guests too.
pub(crate) async fn take_seat(app: App, visitor: Visitor, fields: Fields) -> Result {
    let seat = SeatId::new(fields.need("seat")?);
    app.services.meeting.check_rate(visitor.client).await?;
    // Nobody becomes a guest for a seat that is gone.
    app.services.meeting.check_seat(&seat).await?;
    let (player, cookie) = player_of(&app, &visitor).await?;
    let key = app.services.meeting.take_seat(seat, &player, visitor.has_account()).await?;
    let response = matched(&visitor, &key);
    Ok(match cookie {
        Some(cookie) => with_cookie(response, &cookie),
        None => response,
    })
}
