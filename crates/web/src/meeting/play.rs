//! Beginning a game as it was chosen: against the computer, with somebody at the same screen, or with
//! the next person who comes.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use merels_model::GameKey;
use merels_services::meeting::Solo;
use serde_json::json;

use super::invitations::Sitter;
use super::matches::{begun, seek};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::guests::player_of;
use crate::edge::reply::{done, with_cookie};
use crate::edge::visitor::Visitor;
use crate::error::{Failure, Result};
use crate::game_request::{GameRequest, Opponent, terms};
use crate::parts::another_try;

pub(crate) async fn play(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    fields: Fields,
) -> Result {
    let fields = fields.over(GameRequest::remembered_measures(&headers)?);
    let choice = GameRequest::read(&fields)?;
    let response = match choice.opponent {
        Opponent::Anybody => seek_anybody(&app, &visitor, &choice, &fields).await?,
        Opponent::Friend => invite_friend(&app, &visitor, &choice, &fields).await?,
        Opponent::Computer | Opponent::Here => play_here(&app, &visitor, &choice).await?,
    };
    Ok(with_cookie(response, &choice.cookie(&app.settings)))
}

/// Looks for the next person who comes, for guests too.
async fn seek_anybody(
    app: &App,
    visitor: &Visitor,
    choice: &GameRequest,
    fields: &Fields,
) -> Result {
    let wish = choice.wish(terms(fields, visitor.has_account())?);
    let (player, cookie) = player_of(app, visitor).await?;
    let response = seek(app, &player, visitor, wish).await?;
    Ok(match cookie {
        Some(cookie) => with_cookie(response, &cookie),
        None => response,
    })
}

/// Makes a link for what is chosen, at once: its page is where the rest is decided.
async fn invite_friend(
    app: &App,
    visitor: &Visitor,
    choice: &GameRequest,
    fields: &Fields,
) -> Result {
    let terms = terms(fields, visitor.has_account())?;
    app.services.meeting.check_invitation_rate(visitor.client).await?;
    let host = match Sitter::of(app, visitor, fields).await? {
        Ok(host) => host,
        Err(message) => return Err(Failure::Field(message, "name".to_owned())),
    };
    let id = app.services.meeting.invite(&host.player, None, choice.proposal(terms)).await?;
    let body = json!({"invitation": id.as_str()});
    Ok(host.with_cookie(done(visitor, StatusCode::CREATED, body, &format!("/invite/{id}"))))
}

/// Begins a game that needs nobody else, for guests too.
pub(crate) async fn play_here(app: &App, visitor: &Visitor, choice: &GameRequest) -> Result {
    let (key, cookie) = begin_here(app, visitor, choice).await?;
    Ok(with_cookies(begun(visitor, &key), cookie))
}

/// The same, with the cookie of another try where the fields ask for one.
pub(crate) async fn try_again(
    app: &App,
    visitor: &Visitor,
    choice: &GameRequest,
    fields: &Fields,
) -> Result {
    let (key, cookie) = begin_here(app, visitor, choice).await?;
    let remembered = another_try::remember(&app.settings, fields, &key);
    Ok(with_cookies(begun(visitor, &key), cookie.into_iter().chain(remembered)))
}

/// The new game, and the cookie of a new guest.
async fn begin_here(
    app: &App,
    visitor: &Visitor,
    choice: &GameRequest,
) -> Result<(GameKey, Option<String>)> {
    let solo = match choice.opponent {
        Opponent::Here => Solo::Shared,
        _ => Solo::Computer { level: choice.level.to_string(), own: choice.colour.side() },
    };
    app.services.meeting.check_solo(visitor, choice.game, &solo).await?;
    let (player, cookie) = player_of(app, visitor).await?;
    let key = app.services.meeting.begin(&player, visitor.client, &choice.start, solo).await?;
    Ok((key, cookie))
}

fn with_cookies(response: Response, cookies: impl IntoIterator<Item = String>) -> Response {
    cookies.into_iter().fold(response, |response, cookie| with_cookie(response, &cookie))
}
