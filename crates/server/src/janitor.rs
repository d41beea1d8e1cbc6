//! What must be done now and then without anybody asking.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use merels_rules::Side;
use merels_store::{ForfeitCause, Seat, StoredGame};

use crate::app::App;
use crate::live::ActError;

/// A game without a clock that nobody touches for this long is forfeited by the side to move.
const PATIENCE: SignedDuration = SignedDuration::from_hours(3 * 24);

/// A guest who has only just come in may not have a session yet.
const WELCOME: SignedDuration = SignedDuration::from_hours(1);

/// How often there is a round.
const ROUND: Duration = Duration::from_secs(60);

/// Does its rounds until the server ends. The first one, at the start, also takes up what a crash
/// may have left half done.
pub(crate) async fn run(app: Arc<App>) {
    let mut rounds = tokio::time::interval(ROUND);
    loop {
        rounds.tick().await;
        if let Err(error) = round(&app, Timestamp::now()).await {
            tracing::warn!(%error, "a round of tidying failed");
        }
    }
}

/// One round, as of `now`.
pub(crate) async fn round(app: &App, now: Timestamp) -> Result<(), ActError> {
    app.live.tidy();
    app.limits.tidy();
    app.store.end_old_sessions(now).await?;
    app.store.delete_old_guests(now - WELCOME).await?;
    for game in app.store.deserted_games().await? {
        let side = deserted_side(&game);
        app.live.forfeit(&game.key, side, ForfeitCause::Left).await?;
    }
    for game in app.store.idle_games(now - PATIENCE).await? {
        match game.seats[game.mover.index()] {
            // The computer does not tire; it was interrupted.
            Seat::Computer(_) => app.live.wake_computer(&game.key),
            Seat::Player { .. } | Seat::Gone => {
                app.live.forfeit(&game.key, game.mover, ForfeitCause::Idle).await?;
            }
        }
    }
    Ok(())
}

/// The side whose player has left; if both have, the one to move.
fn deserted_side(game: &StoredGame) -> Side {
    let left = |side: &Side| game.seats[side.index()] == Seat::Gone;
    [game.mover, !game.mover].into_iter().find(left).unwrap_or(game.mover)
}

#[cfg(test)]
mod tests;
