//! Hints for those who learn: the move that the computer would make at its best, and why it is good.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use merels_engine::{Engine, EngineOptions, Level, Limits, Reason, explain};
use merels_rules::{AnyMove, AnyPosition, Game};
use tokio::sync::Semaphore;

use crate::app::App;
use crate::fair_play::FairVisitor;
use crate::i18n::Language;

/// The longest that is thought about a hint.
const LONGEST_THOUGHT: Duration = Duration::from_millis(300);

/// How much the engine remembers.
const HASH_MIB: usize = 8;

/// So many reasons are said: the weightiest.
const REASONS_SAID: usize = 2;

/// One at a time: nobody's opponent shall wait for other people's hints.
static GATE: Semaphore = Semaphore::const_new(1);

/// A good move and what speaks for it.
pub(crate) struct Hint {
    pub(crate) mv: AnyMove,
    pub(crate) reasons: Vec<Reason>,
}

/// Thinks about a game, outside the threads that serve, for somebody who may be told.
pub(crate) async fn hint(app: &App, _: &FairVisitor, game: Game<AnyPosition>) -> Option<Hint> {
    let _permit = GATE.acquire().await.ok()?;
    let oracle = app.oracles.get(&game.position().game()).cloned();
    let level = if oracle.is_some() { Level::Perfect } else { Level::FULL };
    let options = EngineOptions { hash_mib: HASH_MIB, level, oracle, ..EngineOptions::default() };
    let think = move || {
        let never = AtomicBool::new(false);
        let limits = Limits::time(LONGEST_THOUGHT);
        let report = Engine::new(options).search(&game, &limits, &never, &mut |_| {})?;
        let reasons = explain(game.position(), report.best, Some(report.info.score));
        Some(Hint { mv: report.best, reasons })
    };
    tokio::task::spawn_blocking(think).await.ok().flatten()
}

impl Language {
    /// A hint: the move, and why it is good.
    pub(crate) fn hint(self, mv: &str, reasons: &[Reason]) -> String {
        let mut words = self.say_with("hint-move", &[("move", mv.into())]);
        for reason in reasons.iter().take(REASONS_SAID) {
            words.push(' ');
            words += &self.reason(*reason);
        }
        words
    }

    fn reason(self, reason: Reason) -> String {
        let counted = |name: &str, number: u32| self.say_with(name, &[("number", number.into())]);
        match reason {
            Reason::EndsGame => self.say("hint-ends-game"),
            Reason::WinsIn(plies) => counted("hint-wins-in", plies),
            Reason::HoldsOut(plies) => counted("hint-holds-out", plies),
            Reason::ClosesMill => self.say("hint-closes-mill"),
            Reason::CapturesPawns(pawns) => counted("hint-captures-pawns", pawns as u32),
            Reason::BlocksMill => self.say("hint-blocks-mill"),
            Reason::OpensDoubleMill => self.say("hint-opens-double-mill"),
            Reason::ThreatensTwoMills => self.say("hint-threatens-two-mills"),
            Reason::ThreatensMill => self.say("hint-threatens-mill"),
            Reason::ShutsIn(men) => counted("hint-shuts-in", men as u32),
            Reason::TakesCrossing(ways) => counted("hint-takes-crossing", ways as u32),
            Reason::BalancesStrip => self.say("hint-balances-strip"),
        }
    }
}
