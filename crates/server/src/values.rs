//! What positions are worth, asked outside the threads that serve. Two gates: tables answer as many
//! at once as there are processors, the engine thinks about one position at a time.

use std::sync::{Arc, LazyLock};

use merels_engine::{Judge, Judgement, Oracle};
use merels_rules::{AnyPosition, Game, GameId};
use tokio::sync::Semaphore;

use crate::app::App;
use crate::error::Failure;
use crate::fair_play::FairVisitor;

static TABLES: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(std::thread::available_parallelism().map_or(1, usize::from)));

static ENGINE: Semaphore = Semaphore::const_new(1);

/// The tables of a game, if the site has them.
pub(crate) fn oracle(app: &App, game: GameId) -> Option<Arc<dyn Oracle>> {
    app.oracles.get(&game).cloned()
}

/// Asks a judge about a game, for somebody who may be told.
///
/// # Errors
///
/// If the server is about to end.
pub(crate) async fn ask<T: Send + 'static>(
    app: &App,
    _: &FairVisitor,
    game: GameId,
    question: impl FnOnce(&mut Judge) -> T + Send + 'static,
) -> Result<T, Failure> {
    let oracle = oracle(app, game);
    let gate: &Semaphore = if oracle.is_some() { &TABLES } else { &ENGINE };
    let _permit = gate.acquire().await.map_err(|_| Failure::Busy)?;
    let work = tokio::task::spawn_blocking(move || question(&mut Judge::new(oracle)));
    work.await.map_err(|_| Failure::Busy)
}

/// What a position and all its moves are worth.
///
/// # Errors
///
/// If the server is about to end.
pub(crate) async fn judge(
    app: &App,
    visitor: &FairVisitor,
    game: Game<AnyPosition>,
) -> Result<Judgement, Failure> {
    let kind = game.position().game();
    ask(app, visitor, kind, move |judge| judge.judge(&game)).await
}
