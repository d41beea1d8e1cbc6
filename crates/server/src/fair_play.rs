//! The one rule of fair play about values: whoever plays a person now is told none, wherever they are
//! shown, and nobody is told any of a game that goes on.
//!
//! Everything that tells values asks for a [`FairVisitor`], which only this module makes.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use merels_rules::{AnyPosition, Game};
use merels_store::GameKey;

use crate::app::App;
use crate::error::Failure;
use crate::live::Snapshot;
use crate::visitor::Visitor;

/// A visitor who plays no person now, and may be told values.
#[derive(Clone, Debug)]
pub(crate) struct FairVisitor(Visitor);

impl Deref for FairVisitor {
    type Target = Visitor;

    fn deref(&self) -> &Visitor {
        &self.0
    }
}

impl FromRequestParts<Arc<App>> for FairVisitor {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<FairVisitor, Failure> {
        FairVisitor::of(<Visitor>::from_request_parts(parts, app).await?, app).await
    }
}

impl FairVisitor {
    /// A visitor who may be told values, in whichever way he came in.
    ///
    /// # Errors
    ///
    /// If he plays a person now; a bot or the computer is none.
    pub(crate) async fn of(visitor: Visitor, app: &App) -> Result<FairVisitor, Failure> {
        if let Some(player) = visitor.player()
            && app.store.plays_a_person(&player.id).await?
        {
            return Err(Failure::PlaysNow);
        }
        Ok(FairVisitor(visitor))
    }
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
