//! The account of a token.

use axum::Json;
use merels_services::accounts::Scope;
use serde::Serialize;
use utoipa::ToSchema;

use super::extract::Caller;
use crate::app::App;
use crate::error::Result;
use crate::json::PlayerKind;

calls!(Calls: account);

/// The account of a token.
#[derive(Serialize, ToSchema)]
pub(super) struct Account {
    /// The name that others see.
    name: String,
    kind: PlayerKind,
    /// The scopes of the token: `read`, `play`.
    scopes: Vec<&'static str>,
    /// When the account was made.
    created: String,
    /// Games against people, counted.
    wins: u32,
    losses: u32,
    draws: u32,
}

/// The account of this token
#[utoipa::path(
    get,
    path = "/api/v1/account",
    tag = "account",
    operation_id = "account",
    security(("token" = ["read"])),
    responses((status = OK, body = Account))
)]
pub(super) async fn account(app: App, caller: Caller) -> Result<Json<Account>> {
    let granted = caller.token.as_ref().map(|(_, scope)| *scope);
    let visitor = caller.with_scope(Scope::Read)?;
    let player = visitor.player();
    let tally = app.services.people.results(&player.id).await?;
    let holds = |scope: &Scope| granted.is_some_and(|granted| *scope <= granted);
    Ok(Json(Account {
        name: player.name.clone(),
        kind: if player.is_bot { PlayerKind::Bot } else { PlayerKind::Person },
        scopes: Scope::ALL.into_iter().filter(holds).map(Scope::name).collect(),
        created: player.created.to_string(),
        wins: tally.wins,
        losses: tally.losses,
        draws: tally.draws,
    }))
}
