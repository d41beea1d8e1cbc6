//! The computer as a player of the site: it thinks through one bounded gate, outside the threads
//! that serve requests.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use merels_engine::{
    Engine, EngineOptions, Level, Limits, Oracle, Report, Score, answer_draw_offer,
    declined_unjudged,
};
use merels_rules::{AnyPosition, Game, GameId, Position, Side};
use merels_store::{GameKey, Seat};
use tokio::sync::{Semaphore, mpsc};

use crate::live::{ActError, Action, Actor, Live, LiveGame};

/// The longest the computer thinks about a move.
const LONGEST_THOUGHT: Duration = Duration::from_millis(800);

/// The longest it thinks about a proposed draw.
const SHORT_THOUGHT: Duration = Duration::from_millis(200);

/// How much an engine remembers. Every thinker has one of its own.
const HASH_MIB: usize = 16;

/// The tables by game.
pub(crate) type Oracles = HashMap<GameId, Arc<dyn Oracle>>;

/// The levels that people are offered in a game, from the gentlest on.
pub(crate) fn levels(game: GameId, oracles: &Oracles) -> Vec<Level> {
    let is_offered = |level: &Level| match level {
        Level::Perfect => oracles.contains_key(&game),
        level => !level.is_reference(),
    };
    Level::all().filter(is_offered).collect()
}

/// What the computer is to do in a game, at its level.
enum Task {
    Move(Level),
    AnswerDraw(Level),
}

pub(crate) struct Computer {
    live: Arc<Live>,
    oracles: Oracles,
    gate: Semaphore,
    /// Engines that nobody thinks with just now.
    idle: Mutex<Vec<Engine>>,
}

impl Computer {
    /// A computer with as many thinkers as there are processors to spare.
    pub(crate) fn new(live: Arc<Live>, oracles: Oracles) -> Computer {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let gate = Semaphore::new((processors / 2).max(1));
        Computer { live, oracles, gate, idle: Mutex::default() }
    }

    /// Looks at every game that it is woken for, until the server ends.
    pub(crate) async fn run(self: Arc<Self>, mut games: mpsc::UnboundedReceiver<GameKey>) {
        while let Some(key) = games.recv().await {
            let computer = Arc::clone(&self);
            tokio::spawn(async move {
                if let Err(error) = computer.attend(&key).await {
                    tracing::warn!(game = %key, %error, "the computer could not play");
                }
            });
        }
    }

    /// Does in a game what there is to do for the computer. Every change of the game that gives it
    /// something to do wakes it once more, so one thing at a time is enough.
    async fn attend(&self, key: &GameKey) -> Result<(), ActError> {
        let Some(game) = self.live.open(key).await? else { return Ok(()) };
        let _alone = game.thinking().await;
        let Some((side, task, position)) = self.task(&game).await else { return Ok(()) };
        let action = match task {
            Task::Move(level) => {
                let Some(report) = self.think(position.clone(), level, LONGEST_THOUGHT).await
                else {
                    return Ok(());
                };
                let text = position.position().move_text(report.best);
                Action::Turn { ply: Some(position.ply() as u32), text }
            }
            Task::AnswerDraw(level) => {
                let score = match declined_unjudged(position.position()) {
                    Ok(()) => self.judge(position.clone(), level, side).await,
                    Err(_) => None,
                };
                Action::AnswerDraw { accept: answer_draw_offer(&position, score).is_ok() }
            }
        };
        match self.live.act(key, Actor::Computer(side), action).await {
            // If the game went on meanwhile, that has woken the computer again.
            Ok(_) | Err(ActError::Refused(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// What there is to do for the computer, for which side, and in which game.
    async fn task(&self, game: &LiveGame) -> Option<(Side, Task, Game<AnyPosition>)> {
        let state = game.state().await;
        if state.outcome().is_some() {
            return None;
        }
        let computer = |side: Side| match state.seat(side) {
            // A level that this version does not know any more is played at full level.
            Seat::Computer(level) => Some(level.parse().unwrap_or(Level::FULL)),
            Seat::Player { .. } | Seat::Gone => None,
        };
        let asked = state.offer.map(|offerer| !offerer);
        if let Some((side, level)) = asked.and_then(|side| Some((side, computer(side)?))) {
            return Some((side, Task::AnswerDraw(level), state.game.clone()));
        }
        let side = state.mover()?;
        Some((side, Task::Move(computer(side)?), state.game.clone()))
    }

    /// What the computer thinks of the chances of a side.
    async fn judge(&self, game: Game<AnyPosition>, level: Level, side: Side) -> Option<Score> {
        let mover = game.side();
        let score = self.think(game, level, SHORT_THOUGHT).await?.info.score;
        Some(if mover == side { score } else { score.flipped() })
    }

    /// Thinks about a position through the gate.
    async fn think(
        &self,
        game: Game<AnyPosition>,
        level: Level,
        longest: Duration,
    ) -> Option<Report> {
        let _permit = self.gate.acquire().await.ok()?;
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let oracle = self.oracles.get(&game.position().game()).cloned();
        let options =
            EngineOptions { hash_mib: HASH_MIB, level, oracle, ..EngineOptions::default() };
        let search = move || {
            let mut engine = idle.unwrap_or_else(|| Engine::new(options.clone()));
            engine.set_options(options);
            // It must not play on what it learned with other options in another game.
            engine.new_game();
            let never = AtomicBool::new(false);
            let report = engine.search(&game, &Limits::time(longest), &never, &mut |_| {});
            (engine, report)
        };
        let (engine, report) = tokio::task::spawn_blocking(search).await.ok()?;
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
        report
    }
}
