//! Playing a friend: a link for one game, or a challenge to a player by name; and sitting down at it.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use merels_model::{GameKey, InvitationId, PlayerId, Terms};
use merels_rules::Side;
use merels_services::ServiceError;
use merels_services::accounts::names;
use merels_services::meeting::Seated;
use serde_json::json;

use super::friend_page::{self, FriendPage};
use super::invitation_page::{self, InvitationPage};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::origin;
use crate::edge::reply::{data, done, go_to, html, with_cookie};
use crate::edge::visitor::{Client, SignedIn, Visitor, keep_session};
use crate::error::{Failure, Result};
use crate::game_request::{GameRequest, offered, terms};
use crate::pictures::LASTING;

/// The news that an invitation's page may have to tell, by their names in the address.
const NEWS: [(&str, &str); 2] = [("saved", "invitation-saved"), ("changed", "invitation-changed")];

/// The form to invite somebody.
pub(crate) async fn form(visitor: Visitor, headers: HeaderMap, fields: Fields) -> Result {
    let choice = GameRequest::wished(&fields, &headers)?;
    let to = fields.get("to").unwrap_or_default();
    let friend = FriendPage { choice: &choice, terms: Terms::default(), name: "", error: None, to };
    Ok(html(StatusCode::OK, friend_page::friend(&visitor, &friend)))
}

/// A player who sits down, and the cookie that a new guest gets.
pub(crate) struct Sitter {
    pub(crate) player: PlayerId,
    cookie: Option<String>,
}

impl Sitter {
    /// The player of a session, else a new guest, under the name of choice.
    ///
    /// # Errors
    ///
    /// In the inner result, which message says what is wrong with the name.
    pub(crate) async fn of(
        app: &App,
        visitor: &Visitor,
        fields: &Fields,
    ) -> Result<Result<Sitter, &'static str>> {
        match app.services.accounts.player(visitor, fields.get("name").unwrap_or_default()).await {
            Ok((player, token)) => {
                let cookie = token.map(|token| keep_session(&app.settings, &token));
                Ok(Ok(Sitter { player, cookie }))
            }
            Err(ServiceError::Form(errors)) => Ok(Err(errors.first().1)),
            Err(error) => Err(error.into()),
        }
    }

    pub(crate) fn with_cookie(&self, response: Response) -> Response {
        match &self.cookie {
            Some(cookie) => with_cookie(response, cookie),
            None => response,
        }
    }
}

pub(crate) async fn invite(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    fields: Fields,
) -> Result {
    let choice = GameRequest::read(&fields)?;
    let terms = terms(&fields, visitor.has_account())?;
    app.services.meeting.check_invitation_rate(visitor.client).await?;
    let to = fields.get("to").map(names::tidy).filter(|name| !name.is_empty());
    let challenged = match &to {
        Some(name) => Some(app.services.meeting.challenged(visitor.player(), name.clone()).await?),
        None => None,
    };
    let host = match Sitter::of(&app, &visitor, &fields).await? {
        Ok(host) => host,
        Err(message) if visitor.json => return Err(Failure::Field(message, "name".to_owned())),
        Err(message) => {
            let (name, error) = (fields.get("name").unwrap_or_default(), Some(message));
            let to = fields.get("to").unwrap_or_default();
            let friend = FriendPage { choice: &choice, terms, name, error, to };
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return Ok(html(status, friend_page::friend(&visitor, &friend)));
        }
    };
    let id = app
        .services
        .meeting
        .invite(&host.player, challenged.as_ref(), choice.proposal(terms))
        .await?;
    let path = format!("/invite/{id}");
    let url = format!("{}{path}", origin::base(&headers, &app.settings));
    let body = json!({"invitation": id.as_str(), "url": url});
    let response = done(&visitor, StatusCode::CREATED, body, &path);
    Ok(host.with_cookie(response))
}

/// The page of an invitation: for its host the link, for everybody else the seat.
pub(crate) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
    fields: Fields,
) -> Result {
    let news = NEWS.iter().find(|(name, _)| fields.get("news") == Some(name));
    let news = news.map(|(_, message)| *message);
    show_with(&app, &visitor, &headers, &InvitationId::new(id), None, news).await
}

/// A name that does not fit: the message that says why, and the name.
type BadName<'a> = (&'static str, &'a str);

async fn show_with(
    app: &App,
    visitor: &Visitor,
    headers: &HeaderMap,
    id: &InvitationId,
    bad_name: Option<BadName<'_>>,
    news: Option<&'static str>,
) -> Result {
    let now = app.services.clock.now();
    let me = visitor.player().map(|player| &player.id);
    let invitation = app.services.meeting.invitation_to(id, me).await?;
    let is_host = me == Some(&invitation.host);
    let url = format!("{}/invite/{id}", origin::base(headers, &app.settings));
    if visitor.json {
        let body = json!({
            "invitation": id.as_str(), "url": url, "host": invitation.host_name,
            "game": invitation.game.id(), "start": invitation.start,
            "clock": invitation.terms.time.map(|time| time.to_string()),
            "rated": invitation.terms.rated,
            "hosts_side": invitation.side,
            "yours": is_host,
            "to": invitation.challenged.as_ref().map(|(_, name)| name),
            "expires": invitation.expires.to_string(),
            "game_id": invitation.taken.as_ref().map(GameKey::as_str),
        });
        return Ok(data(StatusCode::OK, body));
    }
    if let Some(game) = &invitation.taken {
        return Ok(go_to(&format!("/game/{game}")));
    }
    let shown = InvitationPage { invitation: &invitation, url: &url, now, bad_name, news };
    let status = if bad_name.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let markup = if is_host {
        invitation_page::hosting(visitor, &shown)
    } else {
        invitation_page::invited(visitor, &shown)
    };
    Ok(html(status, markup))
}

/// The board that waits, as a picture for previews.
pub(crate) async fn picture(
    State(app): State<App>,
    Client(client): Client,
    Path(id): Path<String>,
) -> Result {
    let invitation = app.services.meeting.invitation(&InvitationId::new(id)).await?;
    let start = invitation.game.parse_position(&invitation.start);
    let start = start.map_err(|_| Failure::NoPage)?;
    let near = invitation.side.map_or(Side::White, |side| !side);
    app.pictures.board(start, near, client, LASTING).await
}

/// Sits down.
pub(crate) async fn accept(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
    fields: Fields,
) -> Result {
    let id = InvitationId::new(id);
    // Nobody becomes a guest for a link that leads nowhere.
    let invitation = app.services.meeting.invitation(&id).await?;
    app.services.meeting.check_rate(visitor.client).await?;
    if let Some(game) = invitation.taken {
        return Ok(sat_down(&visitor, StatusCode::CONFLICT, &game));
    }
    let sitter = match Sitter::of(&app, &visitor, &fields).await? {
        Ok(sitter) => sitter,
        Err(message) if visitor.json => return Err(Failure::Field(message, "name".to_owned())),
        Err(message) => {
            let bad_name = Some((message, fields.get("name").unwrap_or_default()));
            return show_with(&app, &visitor, &headers, &id, bad_name, None).await;
        }
    };
    // A page says what it shows; a program agrees to whatever is offered.
    let seen = fields.get("clock").map(|_| offered(&fields, true)).transpose()?;
    let may_be_rated = visitor.has_account();
    let seated = app.services.meeting.accept(&id, &sitter.player, may_be_rated, seen).await?;
    let response = match seated {
        Seated::Begun(game) => sat_down(&visitor, StatusCode::CREATED, &game),
        Seated::Taken(game) => sat_down(&visitor, StatusCode::CONFLICT, &game),
        Seated::Own => go_to(&format!("/invite/{id}")),
        Seated::Changed if visitor.json => return Err(ServiceError::OfferChanged.into()),
        Seated::Changed => go_to(&format!("/invite/{id}?news=changed")),
    };
    Ok(sitter.with_cookie(response))
}

/// To the game: one's own, or to watch the one that somebody else was quicker to.
fn sat_down(visitor: &Visitor, status: StatusCode, game: &GameKey) -> Response {
    let word = if status == StatusCode::CREATED { "matched" } else { "taken" };
    let body = json!({"status": word, "game_id": game.as_str()});
    done(visitor, status, body, &format!("/game/{game}"))
}

/// Changes what the host offers, and the name of a host who is a guest.
pub(crate) async fn change(
    State(app): State<App>,
    visitor: SignedIn,
    headers: HeaderMap,
    Path(id): Path<String>,
    fields: Fields,
) -> Result {
    let (id, visitor) = (InvitationId::new(id), Visitor::from(&visitor));
    let offered = offered(&fields, visitor.has_account())?;
    app.services.meeting.check_rate(visitor.client).await?;
    let host = match Sitter::of(&app, &visitor, &fields).await? {
        Ok(host) => host,
        Err(message) if visitor.json => return Err(Failure::Field(message, "name".to_owned())),
        Err(message) => {
            let bad_name = Some((message, fields.get("name").unwrap_or_default()));
            return show_with(&app, &visitor, &headers, &id, bad_name, None).await;
        }
    };
    app.services.meeting.change_offer(&id, &host.player, offered).await?;
    let body = json!({"status": "changed"});
    Ok(done(&visitor, StatusCode::OK, body, &format!("/invite/{id}?news=saved")))
}

/// Declines a challenge.
pub(crate) async fn decline(
    State(app): State<App>,
    visitor: SignedIn,
    Path(id): Path<String>,
) -> Result {
    app.services.meeting.decline(&InvitationId::new(id), visitor.id()).await?;
    let body = json!({"status": "declined", "message": visitor.language.say("challenge-declined")});
    Ok(done(&visitor, StatusCode::OK, body, "/lobby"))
}

pub(crate) async fn withdraw(
    State(app): State<App>,
    visitor: SignedIn,
    Path(id): Path<String>,
) -> Result {
    app.services.meeting.withdraw(&InvitationId::new(id), visitor.id()).await?;
    let message = visitor.language.say("invitation-withdrawn");
    let body = json!({"status": "withdrawn", "message": message});
    Ok(done(&visitor, StatusCode::OK, body, "/home"))
}
