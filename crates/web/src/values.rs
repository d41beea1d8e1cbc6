//! What positions are worth, asked through the [gate](merels_live::EngineGate), and the one limit of all doors
//! to values.

use std::sync::Arc;

use axum::http::request::Parts;
use merels_engine::{Judge, Judgement, Oracle};
use merels_live::{ClientAddress, Purpose};
use merels_rules::{AnyPosition, Game, GameId};

use crate::api::bearer;
use crate::app::App;
use crate::error::Failure;
use crate::fair_play::FairVisitor;

/// The mark of a request that was counted already.
#[derive(Clone)]
pub(crate) struct Counted;

/// Counts a question for values towards the limit of its token, else of its network.
///
/// # Errors
///
/// If there were too many within a minute.
pub(crate) async fn count(parts: &Parts, client: ClientAddress, app: &App) -> Result<(), Failure> {
    if parts.extensions.get::<Counted>().is_some() {
        return Ok(());
    }
    let token = match bearer(&parts.headers) {
        // Whatever else is sent may be a proxy's.
        Ok(Some(secret)) => app.store.token(&secret.id()).await?.map(|token| token.id.to_string()),
        _ => None,
    };
    count_for(&token.unwrap_or_else(|| client.to_string()), app)
}

/// Counts a question of a client that was let in before.
///
/// # Errors
///
/// If there were too many within a minute.
pub(crate) fn count_for(who: &str, app: &App) -> Result<(), Failure> {
    match app.value_limit.take(who).wait {
        Some(seconds) => Err(Failure::TooManyQuestions(seconds)),
        None => Ok(()),
    }
}

/// The tables of a game, if the site has them.
pub(crate) fn oracle(app: &App, game: GameId) -> Option<Arc<dyn Oracle>> {
    app.oracles.get(&game).cloned()
}

/// Asks a judge about a game, for somebody who may be told.
///
/// # Errors
///
/// If there is no room for the question.
pub(crate) async fn ask<T: Send + 'static>(
    app: &App,
    visitor: &FairVisitor,
    game: GameId,
    question: impl FnOnce(&mut Judge) -> T + Send + 'static,
) -> Result<T, Failure> {
    let (judge, asker) = (Judge::new(oracle(app, game)), visitor.asker());
    let work = app
        .gate
        .ask(&asker, Purpose::Values, move |desk, stop| desk.ask_judge(judge, stop, question));
    Ok(work.await?)
}

/// What a position and all its moves are worth.
///
/// # Errors
///
/// If there is no room for the question.
pub(crate) async fn judge(
    app: &App,
    visitor: &FairVisitor,
    game: Game<AnyPosition>,
) -> Result<Judgement, Failure> {
    let kind = game.position().game();
    ask(app, visitor, kind, move |judge| judge.judge(&game)).await
}
