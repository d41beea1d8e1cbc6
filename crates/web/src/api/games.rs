//! Games: looking at them, and playing.

use axum::Json;
use axum::http::header;
use axum::response::IntoResponse;
use merels_model::{GameFilter, GameKey};
use merels_rules::Side;
use merels_services::live::{LiveGame, Refusal};
use merels_services::{Action, ClaimOf, DrawResponse, ServiceError};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::extract::{Asked, Body, Caller, Named, Playing, game_in_field};
use crate::app::App;
use crate::edge::visitor::{SignedIn, Visitor};
use crate::error::{Failure, Result};
use crate::json::names::{self, GameName, StatusName};
use crate::json::{Game, GameSummary};

calls!(Calls: list, one, record, play, resign, draw, abort, claim);

/// The most games that one answer lists, and how many it lists if nothing is said.
const MOST_LISTED: u32 = 100;
const USUALLY_LISTED: u32 = 20;

/// A choice of games.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct WhichGames {
    /// The player; the token's owner if it is left out.
    player: Option<String>,
    /// Only `running`, `won`, `lost` or `drawn` ones.
    #[param(inline, value_type = Option<StatusName>)]
    status: Option<String>,
    /// Only of this game, such as `nine`.
    #[param(inline, value_type = Option<GameName>)]
    game: Option<String>,
    /// Pass over so many.
    #[param(value_type = Option<i64>, minimum = 0, maximum = 4_294_967_295_i64)]
    skip: Option<u32>,
    /// The most games of one answer, 100 at the outside; 20 if it is left out.
    #[param(value_type = Option<i64>, minimum = 0, maximum = 4_294_967_295_i64)]
    limit: Option<u32>,
}

impl WhichGames {
    fn filter(&self) -> Result<GameFilter> {
        let standing = |name: &String| {
            name.parse().map_err(|_| Failure::Field("failure-unknown-status", name.clone()))
        };
        Ok(GameFilter {
            game: self.game.as_deref().map(game_in_field).transpose()?,
            opponents: None,
            standing: self.status.as_ref().map(standing).transpose()?,
            skip: self.skip.unwrap_or(0),
            most: self.limit.unwrap_or(USUALLY_LISTED).min(MOST_LISTED),
        })
    }
}

/// Games of a player.
#[derive(Serialize, ToSchema)]
pub(super) struct GameList {
    /// The latest first.
    games: Vec<GameSummary>,
}

/// Games of a player, the latest first
///
/// Whoever's they are, everybody may see them; without `player` they are those of the token's owner.
#[utoipa::path(
    get,
    path = "/api/v1/games",
    tag = "games",
    operation_id = "games",
    params(WhichGames),
    security((), ("token" = ["read"])),
    responses((status = OK, body = GameList))
)]
pub(super) async fn list(
    app: App,
    caller: Caller,
    Asked(which): Asked<WhichGames>,
) -> Result<Json<GameList>> {
    let filter = which.filter()?;
    let player = match (&which.player, caller.player()) {
        (Some(name), _) => app.services.people.named(name).await?.id,
        (None, Some(own)) => own.clone(),
        (None, None) => return Err(ServiceError::SignedOut.into()),
    };
    let games = app.services.people.games(&player, &filter).await?;
    let language = caller.visitor.language;
    let games = games.iter().map(|game| GameSummary::of(game, &player, language)).collect();
    Ok(Json(GameList { games }))
}

fn state(app: &App, game: &LiveGame, visitor: &Visitor) -> Json<Game> {
    let snapshot = game.snapshot();
    let you: Option<Side> = visitor.player().and_then(|player| snapshot.side_of(&player.id));
    Json(Game::of(&snapshot, you, visitor.language, app.services.clock.now()))
}

/// The state of a game
#[utoipa::path(
    get,
    path = "/api/v1/games/{id}",
    tag = "games",
    operation_id = "game",
    params(("id" = String, Path, description = "The game's id")),
    security((), ("token" = ["read"])),
    responses((status = OK, body = Game))
)]
pub(super) async fn one(app: App, caller: Caller, Named(id): Named<String>) -> Result<Json<Game>> {
    let game = app.services.games.open(&GameKey::new(id)).await?;
    Ok(state(&app, &game, &caller.visitor))
}

/// A game as a record
///
/// The text that `merels replay` and `merels play --load` read.
#[utoipa::path(
    get,
    path = "/api/v1/games/{id}/record",
    tag = "games",
    operation_id = "record",
    params(("id" = String, Path, description = "The game's id")),
    responses((status = OK, body = String, content_type = "text/plain"))
)]
pub(super) async fn record(app: App, Named(id): Named<String>) -> Result {
    let game = app.services.games.open(&GameKey::new(id)).await?;
    let text = app.services.games.record(&game).await?.to_string();
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// A move to be played.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewMove {
    /// The whole turn, with what it takes: `d6`, `d6-d5xa1`.
    #[serde(rename = "move")]
    mv: String,
    /// The game's `ply` before it. Said, it makes sending the same move twice harmless.
    ply: Option<u32>,
    /// The milliseconds that you took for it: the time that the line took longer is given back to your
    /// clock, within limits.
    took: Option<i64>,
}

/// Plays a move
#[utoipa::path(
    post,
    path = "/api/v1/games/{id}/moves",
    tag = "games",
    operation_id = "move",
    params(("id" = String, Path, description = "The game's id")),
    request_body = NewMove,
    security(("token" = ["play"])),
    responses((status = OK, body = Game))
)]
pub(super) async fn play(
    app: App,
    Playing(visitor): Playing,
    Named(id): Named<String>,
    Body(NewMove { mv: text, ply, took }): Body<NewMove>,
) -> Result<Json<Game>> {
    let game = app.services.games.open(&GameKey::new(id)).await?;
    let snapshot = game.snapshot();
    let refused = |refusal: Refusal| ServiceError::Refused(snapshot.kind, refusal);
    let mv = snapshot.parse_move(&text).map_err(refused)?;
    if ply.is_none_or(|ply| ply == snapshot.ply) {
        app.services.games.check_whole(&game, visitor.id(), mv).await?;
    }
    app.services.fair_play.note_seat(&game, visitor.id(), visitor.client).await?;
    let action = Action::Move { ply, r#move: text, took };
    app.services.carry_out(action, &visitor, &game).await?;
    Ok(state(&app, &game, &(&visitor).into()))
}

async fn act(app: &App, visitor: &SignedIn, id: &str, action: Action) -> Result<Json<Game>> {
    let game = app.services.games.open(&GameKey::new(id)).await?;
    app.services.carry_out(action, visitor, &game).await?;
    Ok(state(app, &game, &visitor.into()))
}

/// Gives a game up
#[utoipa::path(
    post,
    path = "/api/v1/games/{id}/resign",
    tag = "games",
    operation_id = "resign",
    params(("id" = String, Path, description = "The game's id")),
    security(("token" = ["play"])),
    responses((status = OK, body = Game))
)]
pub(super) async fn resign(
    app: App,
    Playing(visitor): Playing,
    Named(id): Named<String>,
) -> Result<Json<Game>> {
    act(&app, &visitor, &id, Action::Forfeit).await
}

/// A proposal of a draw, or the answer to one.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DrawAnswer {
    /// The answer to the other's proposal; left out to propose one.
    #[schema(value_type = Option<names::DrawResponse>)]
    response: Option<DrawResponse>,
}

/// Proposes a draw, or answers a proposal
#[utoipa::path(
    post,
    path = "/api/v1/games/{id}/draw",
    tag = "games",
    operation_id = "draw",
    params(("id" = String, Path, description = "The game's id")),
    request_body = DrawAnswer,
    security(("token" = ["play"])),
    responses((status = OK, body = Game))
)]
pub(super) async fn draw(
    app: App,
    Playing(visitor): Playing,
    Named(id): Named<String>,
    Body(DrawAnswer { response }): Body<DrawAnswer>,
) -> Result<Json<Game>> {
    let action = match response {
        None => Action::Draw,
        Some(response) => Action::DrawRespond { response },
    };
    act(&app, &visitor, &id, action).await
}

/// Breaks a game off before both have moved
#[utoipa::path(
    post,
    path = "/api/v1/games/{id}/abort",
    tag = "games",
    operation_id = "abort",
    params(("id" = String, Path, description = "The game's id")),
    security(("token" = ["play"])),
    responses((status = OK, body = Game))
)]
pub(super) async fn abort(
    app: App,
    Playing(visitor): Playing,
    Named(id): Named<String>,
) -> Result<Json<Game>> {
    act(&app, &visitor, &id, Action::Abort).await
}

/// The claim.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Claim {
    #[schema(value_type = names::ClaimOf)]
    claim: ClaimOf,
}

/// Claims the win or a draw, because the other player is away
///
/// From the game's `claim_from` on.
#[utoipa::path(
    post,
    path = "/api/v1/games/{id}/claim",
    tag = "games",
    operation_id = "claim",
    params(("id" = String, Path, description = "The game's id")),
    request_body = Claim,
    security(("token" = ["play"])),
    responses((status = OK, body = Game))
)]
pub(super) async fn claim(
    app: App,
    Playing(visitor): Playing,
    Named(id): Named<String>,
    Body(Claim { claim }): Body<Claim>,
) -> Result<Json<Game>> {
    act(&app, &visitor, &id, Action::Claim { claim }).await
}
