//! Where players meet: how many are here, whom one can sit down with, who has challenged whom.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use merels_model::{OpenSeat, PlayerId, SeatId};
use merels_services::ServiceError;
use merels_store::Relation;
use serde_json::json;

use super::lobby_page::{self, LobbyPage};
use super::matches::matched;
use crate::account::guests::player_of;
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, html, with_cookie};
use crate::edge::visitor::Visitor;
use crate::error::Failure;
use crate::game_request::GameRequest;

pub(crate) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    fields: Fields,
) -> Result<Response, Failure> {
    let now = app.clock.now();
    let here = app.store.cluster().players_here(now).await?;
    let waiting = app.store.meeting().count_open_seats(now).await?;
    let seats = seats_for(&app, &visitor).await?;
    if visitor.json {
        let seats: Vec<_> = seats.iter().map(seat_data).collect();
        return Ok(data(StatusCode::OK, json!({"here": here, "seats": seats})));
    }
    let (challenges, followed) = match visitor.player() {
        Some(player) => (
            app.store.meeting().challenges(&player.id, now).await?,
            app.store.accounts().people(&player.id, Relation::Follows, now).await?,
        ),
        None => Default::default(),
    };
    let choice = GameRequest::wished(&fields, &headers)?;
    let lobby = LobbyPage {
        choice: &choice,
        here,
        waiting,
        seats: &seats,
        challenges: &challenges,
        followed: &followed,
    };
    Ok(html(StatusCode::OK, lobby_page::lobby(&visitor, &lobby)))
}

/// So many seats are shown, besides one's own.
const MOST_SHOWN: u32 = 100;

/// The seats that somebody may take, and one's own.
async fn seats_for(app: &App, visitor: &Visitor) -> Result<Vec<OpenSeat>, Failure> {
    let now = app.clock.now();
    let mut seats = app.store.meeting().open_seats(now, MOST_SHOWN).await?;
    // Whoever comes without a session would sit down as a guest.
    let nobody = PlayerId::new("");
    let player = visitor.player().map_or(&nobody, |player| &player.id);
    let blocked = app.store.accounts().kept_apart(player).await?;
    seats.retain(|seat| !blocked.contains(&seat.player));
    if !seats.iter().any(|seat| seat.player == *player) {
        seats.extend(app.store.meeting().seat_of(player, now).await?);
    }
    Ok(seats)
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
pub(crate) async fn take_seat(
    State(app): State<App>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    let seat = SeatId::new(fields.need("seat")?);
    app.meeting.check_rate(visitor.client).await?;
    // Nobody becomes a guest for a seat that is gone.
    if app.store.meeting().open_seat(&seat, app.clock.now()).await?.is_none() {
        return Err(ServiceError::SeatGone.into());
    }
    let (player, cookie) = player_of(&app, &visitor).await?;
    let has_account = visitor.player().is_some_and(|player| !player.is_guest());
    let key = app.meeting.take_seat(seat, &player, has_account).await?;
    let response = matched(&visitor, &key);
    Ok(match cookie {
        Some(cookie) => with_cookie(response, &cookie),
        None => response,
    })
}
