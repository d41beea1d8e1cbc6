//! Challenges: offering a game to somebody by name, or to whoever has the link.

use axum::Json;
use axum::http::StatusCode;
use merels_model::{InvitationId, Player};
use merels_services::ServiceError;
use merels_services::accounts::names;
use merels_services::meeting::Seated;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extract::{Body, Named, Playing, Reader};
use super::model::Challenge;
use crate::app::App;
use crate::edge::fields::Fields;
use crate::error::Result;
use crate::game_request::{GameRequest, terms};
use crate::json::names::GameName;

calls!(Calls: list make, one withdraw, accept, decline);

/// Open challenges.
#[derive(Serialize, ToSchema)]
pub(super) struct ChallengeList {
    /// The oldest first.
    challenges: Vec<Challenge>,
}

/// The open challenges to you and by you
#[utoipa::path(
    get,
    path = "/api/v1/challenges",
    tag = "challenges",
    operation_id = "challenges",
    security(("token" = ["read"])),
    responses((status = OK, body = ChallengeList))
)]
pub(super) async fn list(app: App, Reader(visitor): Reader) -> Result<Json<ChallengeList>> {
    let challenges = open_ones(&app, visitor.player()).await?;
    Ok(Json(ChallengeList { challenges }))
}

pub(super) async fn open_ones(app: &App, player: &Player) -> Result<Vec<Challenge>> {
    let open = app.services.meeting.challenges(&player.id).await?;
    Ok(open.iter().map(|challenge| Challenge::of(challenge, &player.id)).collect())
}

/// A game to be offered. What is left out is as usual.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewChallenge {
    /// To whom, by name; left out, whoever has the link may sit down.
    to: Option<String>,
    /// The game; `nine` if it is left out.
    #[schema(value_type = Option<GameName>)]
    game: Option<String>,
    /// Your colour: `white`, `black` or `random`.
    colour: Option<String>,
    /// `none`, minutes and seconds for each move such as `5+3`, or days for each move such as `3d`.
    clock: Option<String>,
    /// Games with bots are not rated.
    rated: Option<bool>,
    /// The size of Ming Mang's board.
    size: Option<u32>,
    /// The length of Nimble's strip.
    squares: Option<u32>,
    /// The most pawns on a square of Nimble's strip.
    pawns: Option<u32>,
    /// Nimble's strip, laid by hand: `0,0,1,2`.
    strip: Option<String>,
}

/// Offers a game
#[utoipa::path(
    post,
    path = "/api/v1/challenges",
    tag = "challenges",
    operation_id = "challenge",
    request_body = NewChallenge,
    security(("token" = ["play"])),
    responses((status = CREATED, body = Challenge))
)]
pub(super) async fn make(
    app: App,
    Playing(visitor): Playing,
    Body(wish): Body<NewChallenge>,
) -> Result<(StatusCode, Json<Challenge>)> {
    let host = visitor.player();
    let fields = Fields::of_object(&wish)?;
    let choice = GameRequest::read(&fields)?;
    if host.is_bot && wish.rated == Some(true) {
        return Err(ServiceError::BotsAreUnrated.into());
    }
    let terms = terms(&fields, !host.is_guest())?;
    app.services.meeting.check_invitation_rate(visitor.client).await?;
    let challenged = match &wish.to {
        Some(name) => Some(app.services.meeting.challenged(Some(host), names::tidy(name)).await?),
        None => None,
    };
    let id =
        app.services.meeting.invite(&host.id, challenged.as_ref(), choice.proposal(terms)).await?;
    let challenge = app.services.meeting.invitation(&id).await?;
    Ok((StatusCode::CREATED, Json(Challenge::of(&challenge, &host.id))))
}

/// A challenge, open or taken
#[utoipa::path(
    get,
    path = "/api/v1/challenges/{id}",
    tag = "challenges",
    operation_id = "oneChallenge",
    params(("id" = String, Path, description = "The challenge's id")),
    security(("token" = ["read"])),
    responses((status = OK, body = Challenge))
)]
pub(super) async fn one(
    app: App,
    Reader(visitor): Reader,
    Named(id): Named<String>,
) -> Result<Json<Challenge>> {
    let (id, me) = (InvitationId::new(id), visitor.id());
    let challenge = app.services.meeting.invitation_to(&id, Some(me)).await?;
    Ok(Json(Challenge::of(&challenge, me)))
}

/// The game that has begun.
#[derive(Serialize, ToSchema)]
pub(super) struct Begun {
    game_id: String,
}

/// Takes a challenge: the game begins
#[utoipa::path(
    post,
    path = "/api/v1/challenges/{id}/accept",
    tag = "challenges",
    operation_id = "accept",
    params(("id" = String, Path, description = "The challenge's id")),
    security(("token" = ["play"])),
    responses((status = CREATED, body = Begun))
)]
pub(super) async fn accept(
    app: App,
    Playing(visitor): Playing,
    Named(id): Named<String>,
) -> Result<(StatusCode, Json<Begun>)> {
    app.services.meeting.check_rate(visitor.client).await?;
    let may_be_rated = !visitor.player().is_bot;
    let id = InvitationId::new(id);
    match app.services.meeting.accept(&id, visitor.id(), may_be_rated, None).await? {
        Seated::Begun(game) => Ok((StatusCode::CREATED, Json(Begun { game_id: game.to_string() }))),
        Seated::Taken(_) | Seated::Own | Seated::Changed => Err(ServiceError::NoInvitation.into()),
    }
}

/// Declines a challenge
#[utoipa::path(
    post,
    path = "/api/v1/challenges/{id}/decline",
    tag = "challenges",
    operation_id = "decline",
    params(("id" = String, Path, description = "The challenge's id")),
    security(("token" = ["play"])),
    responses((status = NO_CONTENT))
)]
pub(super) async fn decline(
    app: App,
    Playing(visitor): Playing,
    Named(id): Named<String>,
) -> Result<StatusCode> {
    app.services.meeting.decline(&InvitationId::new(id), visitor.id()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes your own challenge back
#[utoipa::path(
    delete,
    path = "/api/v1/challenges/{id}",
    tag = "challenges",
    operation_id = "withdraw",
    params(("id" = String, Path, description = "The challenge's id")),
    security(("token" = ["play"])),
    responses((status = NO_CONTENT))
)]
pub(super) async fn withdraw(
    app: App,
    Playing(visitor): Playing,
    Named(id): Named<String>,
) -> Result<StatusCode> {
    app.services.meeting.withdraw(&InvitationId::new(id), visitor.id()).await?;
    Ok(StatusCode::NO_CONTENT)
}
