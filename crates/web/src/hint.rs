//! Hints for those who learn: the move that the computer would make at its best, and why it is good.

use std::time::Duration;

use merels_engine::{EngineOptions, Level, Limits, Reason, explain};
use merels_live::{Actor, Command, LiveGame, Purpose, Refusal, Turn};
use merels_rules::{AnyMove, AnyPosition, Game, Position};

use crate::app::App;
use crate::error::Failure;
use crate::fair_play::FairVisitor;
use crate::i18n::Language;

/// The longest that is thought about a hint.
const LONGEST_THOUGHT: Duration = Duration::from_millis(300);

/// So many reasons are said: the weightiest.
const REASONS_SAID: usize = 2;

/// A good move and what speaks for it.
pub(crate) struct Hint {
    pub(crate) text: String,
    pub(crate) reasons: Vec<Reason>,
}

/// A hint in a game, for somebody who may be told. The game counts as practice from then on; where the
/// gate has no room for the question nothing has changed.
///
/// # Errors
///
/// If there is no room, if the player may not have a hint now, or if the game goes on meanwhile.
pub(crate) async fn hint(
    app: &App,
    fair: &FairVisitor,
    actor: &Actor,
    game: &LiveGame,
) -> Result<Hint, Failure> {
    let kind = game.snapshot().kind;
    let turn = app.gate.turn(&fair.asker(), Purpose::Hint).await?;
    let done = app.live.act(game, actor, &Command::Hint).await;
    done.map_err(|error| Failure::of(kind, error))?;
    let whole = app.live.whole_game(game).await?;
    let (position, ply) = (whole.position().clone(), whole.ply() as u32);
    let mut changes = game.watch();
    let gone_on = changes.wait_for(|now| now.ply != ply);
    let found = tokio::select! {
        found = think(app, turn, whole) => found?,
        _ = gone_on => return Err(Failure::Refused(kind, Refusal::Stale(game.snapshot().ply))),
    };
    let (mv, reasons) = found.ok_or(Failure::NoGame)?;
    Ok(Hint { text: position.move_text(mv), reasons })
}

/// Thinks about a game as it stands; finds nothing if it is over.
async fn think(
    app: &App,
    turn: Turn,
    game: Game<AnyPosition>,
) -> Result<Option<(AnyMove, Vec<Reason>)>, Failure> {
    let oracle = app.oracles.get(&game.position().game()).cloned();
    let level = if oracle.is_some() { Level::Perfect } else { Level::FULL };
    let options = EngineOptions { level, oracle, ..EngineOptions::default() };
    let found = turn.run(move |desk, stop| {
        let limits = Limits::time(LONGEST_THOUGHT);
        let report = desk.engine(options).search(&game, &limits, stop, &mut |_| {})?;
        Some((report.best, explain(game.position(), report.best, Some(report.info.score))))
    });
    Ok(found.await?)
}

impl Language {
    /// A hint: the move, and why it is good.
    pub(crate) fn hint(self, hint: &Hint) -> String {
        let mut words = self.say_with("hint-move", &[("move", hint.text.as_str().into())]);
        for reason in hint.reasons.iter().take(REASONS_SAID) {
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
            Reason::WinsInAtLeast(plies) => counted("hint-wins-in-at-least", plies),
            Reason::HoldsOutAtLeast(plies) => counted("hint-holds-out-at-least", plies),
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
