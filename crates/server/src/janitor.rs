//! What must be done now and then without anybody asking.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use merels_rules::Side;
use merels_store::{ForfeitCause, Seat, StoreError, StoredGame};

use crate::app::App;
use crate::live::LiveError;

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

/// One round, as of `now`. A game that cannot be dealt with does not keep the others from it.
pub(crate) async fn round(app: &App, now: Timestamp) -> Result<(), StoreError> {
    app.live.tidy();
    app.limits.tidy();
    app.metrics.run_upkeep();
    app.store.end_old_sessions(now).await?;
    app.store.delete_old_guests(now - WELCOME).await?;
    app.store.end_old_waits(now).await?;
    for game in app.store.deserted_games().await? {
        let left = app.live.forfeit(&game.key, deserted_side(&game), ForfeitCause::Left, None);
        note_trouble(&game, left.await);
    }
    for game in app.store.idle_games(now - PATIENCE).await? {
        // The computer does not tire; it is woken below.
        if !matches!(game.seats[game.mover.index()], Seat::Computer(_)) {
            let (mover, seen) = (game.mover, Some(game.version));
            let idle = app.live.forfeit(&game.key, mover, ForfeitCause::Idle, seen);
            note_trouble(&game, idle.await);
        }
    }
    // Whatever kept it from its move, the computer tries again.
    for game in app.store.games_awaiting_computer().await? {
        if game.touched < now - SignedDuration::from_secs(ROUND.as_secs() as i64) {
            app.computer.push(&game.key, &game.seats);
        }
    }
    Ok(())
}

fn note_trouble(game: &StoredGame, result: Result<(), LiveError>) {
    if let Err(error) = result {
        tracing::warn!(game = %game.key, %error, "a game could not be ended");
    }
}

/// The side whose player has left; if both have, the one to move.
fn deserted_side(game: &StoredGame) -> Side {
    let left = |side: &Side| game.seats[side.index()] == Seat::Gone;
    [game.mover, !game.mover].into_iter().find(left).unwrap_or(game.mover)
}

#[cfg(test)]
mod tests;
