//! Values of positions, hints, openings and reviews, asked through the [gate](merels_live::EngineGate).

mod game_review;
pub mod gamesman;
mod mistakes;
mod openings;
mod reviews;

use std::sync::Arc;
use std::time::Duration;

use merels_engine::{
    Claim, EngineOptions, Judge, Judgement, Level, Limits, Oracle, Verdict, chosen, claims_with,
    endgames, explained,
};
use merels_live::{Actor, Command, EngineGate, LiveGame, Oracles, Purpose, Refusal, Turn};
use merels_messages::Worth;
use merels_rules::morris::Variant;
use merels_rules::{AnyMove, AnyPosition, Game, GameId};

use crate::error::{Result, ServiceError};
use crate::fair_play::FairAsker;
use crate::site::Site;
pub use game_review::{GameReview, MistakeReview, MoveReview};
pub use openings::{Opening, OpeningMove, Openings, PLIES, Scored};
pub use reviews::{Progress, Reviews};

/// The plies of best play that are shown on demand.
const LINE: usize = 20;

/// The longest line: with known distances it goes on to the end of the game, but not further than this.
const LONGEST_LINE: usize = 80;

const LONGEST_THOUGHT: Duration = Duration::from_millis(300);

/// A good move and what speaks for it.
#[derive(Debug)]
pub struct Hint {
    pub position: AnyPosition,
    pub mv: AnyMove,
    pub claims: Vec<Claim>,
}

/// A position as the analysis board shows it.
#[derive(Debug)]
pub struct Look {
    pub judgement: Judgement,
    /// Best play from here, if it was asked for.
    pub line: Vec<AnyMove>,
    /// The reasons of the turn that led here, if there was one.
    pub reasons: Option<Reasons>,
}

/// The worth of a turn, of the best one in its place, and what there is to tell of it.
#[derive(Debug)]
pub struct Reasons {
    pub position: AnyPosition,
    pub mv: AnyMove,
    pub best: Verdict,
    pub played: Verdict,
    pub is_mistake: bool,
    pub claims: Vec<Claim>,
}

impl Reasons {
    fn of_last_turn(
        judge: &mut Judge,
        game: &Game<AnyPosition>,
        after: &Judgement,
    ) -> Option<Reasons> {
        let (&mv, earlier) = game.moves().split_last()?;
        let mut before = Game::new(game.start().clone());
        for mv in earlier {
            before.play(*mv).ok()?;
        }
        let judgement = judge.judge(&before);
        let is_mistake = judgement.gives_away(mv);
        let claims = judge.claims_after(&before, mv, &judgement, is_mistake.then_some(after));
        Some(Reasons {
            position: before.position().clone(),
            mv,
            best: judgement.verdict,
            played: judgement.of(mv)?,
            is_mistake,
            claims: chosen(&claims, is_mistake),
        })
    }
}

/// A legal move that was tried, as it is judged.
#[derive(Debug)]
pub struct Explained {
    /// It gives nothing away.
    pub keeps: bool,
    /// The value of the move to the side that makes it.
    pub verdict: Verdict,
    /// The reasons, as they are told after a try at a puzzle.
    pub claims: Vec<Claim>,
    /// The best answer to a move that gives something away; none if it ends the game.
    pub reply: Option<AnyMove>,
}

/// Answers questions about positions, for those who may be told.
#[derive(Clone)]
pub struct Analysis {
    pub(crate) site: Site,
    pub(crate) gate: EngineGate,
    pub(crate) oracles: Arc<Oracles>,
}

impl Analysis {
    pub fn oracle(&self, game: GameId) -> Option<Arc<dyn Oracle>> {
        self.oracles.get(&game).cloned()
    }

    async fn ask<T: Send + 'static>(
        &self,
        fair: &FairAsker,
        game: GameId,
        question: impl FnOnce(&mut Judge) -> T + Send + 'static,
    ) -> Result<T> {
        let judge = Judge::new(self.oracle(game)).with_endgames(endgames());
        let work = self.gate.ask(fair.asker(), Purpose::Values, move |desk, stop| {
            desk.ask_judge(judge, stop, question)
        });
        Ok(work.await?)
    }

    pub async fn judge(&self, fair: &FairAsker, game: Game<AnyPosition>) -> Result<Judgement> {
        let kind = game.position().game();
        self.ask(fair, kind, move |judge| judge.judge(&game)).await
    }

    /// The values of a position, the reasons of the turn that led to it and, on demand, a line of best
    /// play from it.
    pub async fn look(
        &self,
        fair: &FairAsker,
        game: Game<AnyPosition>,
        wants_line: bool,
    ) -> Result<Look> {
        self.ask(fair, game.position().game(), move |judge| {
            let judgement = judge.judge(&game);
            let plies = Worth::from(judgement.verdict).plies.map_or(LINE, |plies| plies as usize);
            let plies = plies.clamp(LINE, LONGEST_LINE);
            let line = if wants_line { judge.line(&game, &judgement, plies) } else { Vec::new() };
            let reasons = Reasons::of_last_turn(judge, &game, &judgement);
            Look { judgement, line, reasons }
        })
        .await
    }

    /// A legal move in a position, judged, and why it is right or wrong.
    pub async fn explain(
        &self,
        fair: &FairAsker,
        position: AnyPosition,
        mv: AnyMove,
    ) -> Result<Explained> {
        self.ask(fair, position.game(), move |judge| {
            let game = Game::new(position);
            let judgement = judge.judge(&game);
            let keeps = !judgement.gives_away(mv);
            let claims = explained(&judge.claims(&game, mv, &judgement), keeps);
            let answer = claims.iter().find_map(|claim| match claim {
                Claim::Allows { reply, .. } => Some(*reply),
                _ => None,
            });
            let mut next = game.clone();
            next.play_unchecked(mv);
            let best = |judge: &mut Judge| judge.judge(&next).best().first().copied();
            let reply = (!keeps).then(|| answer.or_else(|| best(judge))).flatten();
            let verdict = judgement.of(mv).unwrap_or(judgement.verdict);
            Explained { keeps, verdict, claims, reply }
        })
        .await
    }

    /// The values of a position and its moves, if they are known exactly.
    pub async fn known(&self, fair: &FairAsker, position: &AnyPosition) -> Result<Judgement> {
        let (kind, game) = (position.game(), Game::new(position.clone()));
        let known = self.ask(fair, kind, move |judge| judge.known(&game)).await?;
        let has_tables = self.oracle(kind).is_some();
        let unknown = if has_tables { ServiceError::NotInTables } else { ServiceError::NoTables };
        known.ok_or(unknown)
    }

    /// The variants whose tables the site has, in the order of their names.
    pub fn variants(&self) -> Vec<Variant> {
        let variant = |game: &GameId| match game {
            GameId::Morris(variant) => Some(*variant),
            _ => None,
        };
        let mut variants: Vec<Variant> = self.oracles.keys().filter_map(variant).collect();
        variants.sort_by_key(|variant| variant.id());
        variants
    }

    /// The move that the computer would make at its best, and why it is good. The game counts as practice
    /// from then on; where the gate has no room for the question nothing has changed.
    pub async fn hint(&self, fair: &FairAsker, actor: &Actor, game: &LiveGame) -> Result<Hint> {
        let kind = game.snapshot().kind;
        let turn = self.gate.turn(fair.asker(), Purpose::Hint).await?;
        let done = self.site.live.act(game, actor, &Command::Hint).await;
        done.map_err(|error| ServiceError::of(kind, error))?;
        let whole = self.site.live.whole_game(game).await?;
        let (position, ply) = (whole.position().clone(), whole.ply() as u32);
        let mut changes = game.watch();
        let gone_on = changes.wait_for(|now| now.ply != ply);
        let found = tokio::select! {
            found = self.think(turn, whole) => found?,
            _ = gone_on => {
                return Err(ServiceError::Refused(kind, Refusal::Stale(game.snapshot().ply)));
            }
        };
        let (mv, claims) = found.ok_or(ServiceError::NoGame)?;
        Ok(Hint { position, mv, claims })
    }

    /// Thinks about a game as it stands; finds nothing if it is over.
    async fn think(
        &self,
        turn: Turn,
        game: Game<AnyPosition>,
    ) -> Result<Option<(AnyMove, Vec<Claim>)>> {
        let oracle = self.oracle(game.position().game());
        let level = if oracle.is_some() { Level::Perfect } else { Level::FULL };
        let options =
            EngineOptions { level, oracle, endgames: endgames(), ..EngineOptions::default() };
        let found = turn.run(move |desk, stop| {
            let limits = Limits::time(LONGEST_THOUGHT);
            let report = desk.engine(options).search(&game, &limits, stop, &mut |_| {})?;
            let verdict = Verdict::Estimate(report.info.score);
            let claims = claims_with(game.position(), report.best, verdict);
            Some((report.best, chosen(&claims, false)))
        });
        Ok(found.await?)
    }
}
