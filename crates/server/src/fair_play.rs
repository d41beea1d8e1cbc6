//! The one rule of fair play about values: whoever plays a person now is told none, wherever they are
//! shown, and nobody is told any of a game that goes on.
//!
//! Everything that tells values asks for a [`FairVisitor`], which only this module makes.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use merels_rules::{AnyPosition, Game};
use merels_store::{GameKey, Player, PlayerId, Seat, StoredGame};

use crate::api::bearer;
use crate::app::App;
use crate::error::Failure;
use crate::live::Snapshot;
use crate::values;
use crate::visitor::{Visitor, client_of};

/// A visitor who plays no person now, and may be told values.
#[derive(Clone, Debug)]
pub(crate) struct FairVisitor(Visitor);

impl Deref for FairVisitor {
    type Target = Visitor;

    fn deref(&self) -> &Visitor {
        &self.0
    }
}

/// Whoever a request brings counts, the session of its cookie and the token of a program: what the one
/// may not be told the other must not ask for.
impl FromRequestParts<Arc<App>> for FairVisitor {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<FairVisitor, Failure> {
        let client = client_of(parts, app).await;
        values::count(parts, client, app).await?;
        let visitor = <Visitor>::from_request_parts(parts, app).await?;
        // A token that does not hold says nothing about anybody; what else is sent may be a proxy's.
        if let Ok(Some(secret)) = bearer(&parts.headers)
            && let Some(token) = app.store.token(&secret.id()).await?
        {
            check(&token.player, app).await?;
        }
        FairVisitor::of(visitor, app).await
    }
}

impl FairVisitor {
    /// A visitor who may be told values, in whichever way he came in.
    ///
    /// # Errors
    ///
    /// If he plays a person now.
    pub(crate) async fn of(visitor: Visitor, app: &App) -> Result<FairVisitor, Failure> {
        if let Some(player) = visitor.player() {
            check(player, app).await?;
        }
        Ok(FairVisitor(visitor))
    }
}

/// Whether a player plays no person now; a bot or the computer is none.
async fn check(player: &Player, app: &App) -> Result<(), Failure> {
    if app.store.plays_a_person(&player.id).await? { Err(Failure::PlaysNow) } else { Ok(()) }
}

/// The games that a player has to end before values are told again; none if that cannot be said, for the
/// refusal is the same without.
pub(crate) async fn games_in_the_way(app: &App, player: &PlayerId) -> Vec<StoredGame> {
    let mut games = app.store.running_games(player).await.unwrap_or_default();
    games.retain(|game| game.is_between_people() && !game.seats.iter().any(Seat::is_bot));
    games
}

/// A game that is over, with its whole history.
///
/// # Errors
///
/// If there is no such game, or it goes on.
pub(crate) async fn finished_game(
    app: &App,
    key: &str,
) -> Result<(Arc<Snapshot>, Game<AnyPosition>), Failure> {
    let game = app.live.open(&GameKey::new(key)).await?.ok_or(Failure::UnknownGame)?;
    let snapshot = game.snapshot();
    if snapshot.outcome.is_none() {
        return Err(Failure::GoesOn);
    }
    let whole = app.live.whole_game(&game).await?;
    Ok((snapshot, whole))
}
