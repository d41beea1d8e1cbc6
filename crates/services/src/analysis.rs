//! What positions are worth, and hints for those who learn, asked through the
//! [gate](merels_live::EngineGate).

use std::sync::Arc;
use std::time::Duration;

use merels_engine::{EngineOptions, Judge, Judgement, Level, Limits, Oracle, Reason, explain};
use merels_live::{Actor, Command, EngineGate, Live, LiveGame, Oracles, Purpose, Refusal, Turn};
use merels_rules::{AnyMove, AnyPosition, Game, GameId, Position};

use crate::error::ServiceError;
use crate::fair_play::FairAsker;

/// The longest that is thought about a hint.
const LONGEST_THOUGHT: Duration = Duration::from_millis(300);

/// A good move and what speaks for it.
#[derive(Debug)]
pub struct Hint {
    pub text: String,
    pub reasons: Vec<Reason>,
}

/// Answers questions about positions, for those who may be told.
#[derive(Clone)]
pub struct Analysis {
    live: Arc<Live>,
    gate: EngineGate,
    oracles: Arc<Oracles>,
}

impl Analysis {
    pub fn new(live: Arc<Live>, gate: EngineGate, oracles: Arc<Oracles>) -> Analysis {
        Analysis { live, gate, oracles }
    }

    /// The tables of a game, if the site has them.
    pub fn oracle(&self, game: GameId) -> Option<Arc<dyn Oracle>> {
        self.oracles.get(&game).cloned()
    }

    /// Asks a judge about a game.
    pub async fn ask<T: Send + 'static>(
        &self,
        fair: &FairAsker,
        game: GameId,
        question: impl FnOnce(&mut Judge) -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        let judge = Judge::new(self.oracle(game));
        let work = self.gate.ask(fair.asker(), Purpose::Values, move |desk, stop| {
            desk.ask_judge(judge, stop, question)
        });
        Ok(work.await?)
    }

    /// What a position and all its moves are worth.
    pub async fn judge(
        &self,
        fair: &FairAsker,
        game: Game<AnyPosition>,
    ) -> Result<Judgement, ServiceError> {
        let kind = game.position().game();
        self.ask(fair, kind, move |judge| judge.judge(&game)).await
    }

    /// The move that the computer would make at its best, and why it is good. The game counts as practice
    /// from then on; where the gate has no room for the question nothing has changed.
    pub async fn hint(
        &self,
        fair: &FairAsker,
        actor: &Actor,
        game: &LiveGame,
    ) -> Result<Hint, ServiceError> {
        let kind = game.snapshot().kind;
        let turn = self.gate.turn(fair.asker(), Purpose::Hint).await?;
        let done = self.live.act(game, actor, &Command::Hint).await;
        done.map_err(|error| ServiceError::of(kind, error))?;
        let whole = self.live.whole_game(game).await?;
        let (position, ply) = (whole.position().clone(), whole.ply() as u32);
        let mut changes = game.watch();
        let gone_on = changes.wait_for(|now| now.ply != ply);
        let found = tokio::select! {
            found = self.think(turn, whole) => found?,
            _ = gone_on => {
                return Err(ServiceError::Refused(kind, Refusal::Stale(game.snapshot().ply)));
            }
        };
        let (mv, reasons) = found.ok_or(ServiceError::NoGame)?;
        Ok(Hint { text: position.move_text(mv), reasons })
    }

    /// Thinks about a game as it stands; finds nothing if it is over.
    async fn think(
        &self,
        turn: Turn,
        game: Game<AnyPosition>,
    ) -> Result<Option<(AnyMove, Vec<Reason>)>, ServiceError> {
        let oracle = self.oracle(game.position().game());
        let level = if oracle.is_some() { Level::Perfect } else { Level::FULL };
        let options = EngineOptions { level, oracle, ..EngineOptions::default() };
        let found = turn.run(move |desk, stop| {
            let limits = Limits::time(LONGEST_THOUGHT);
            let report = desk.engine(options).search(&game, &limits, stop, &mut |_| {})?;
            Some((report.best, explain(game.position(), report.best, Some(report.info.score))))
        });
        Ok(found.await?)
    }
}
