//! The value of a position and of every move in it, with its source: perfect tables, exact
//! openings, theory, or the engine's search. Analysis, reviews and puzzles use it.
//!
//! ```
//! use merels_engine::{Judge, Source, Verdict};
//! use merels_rules::{Game, GameId};
//!
//! let mut judge = Judge::new(None);
//! let start = Game::new(GameId::NINE.start());
//! let judgement = judge.judge(&start);
//! assert_eq!(judgement.source, Source::Openings);
//! assert_eq!(judgement.moves.len(), 24);
//! assert_eq!(judgement.keeping(), 24, "every first move of Nine draws");
//! # Ok::<(), merels_rules::TextError>(())
//! ```

mod exact;
mod line;
mod verdict;

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use merels_rules::morris::{MorrisPosition, Move};
use merels_rules::{AnyMove, AnyPosition, DrawRank, Game, Position, Value, Wdl};

use crate::nimble::nim_sum;
use crate::openings::OpeningsChoice;
use crate::{Engine, EngineOptions, Limits, Oracle, Score};
use exact::judged;
pub use verdict::Verdict;

/// The number of nodes for all moves of a position together.
const USUAL_NODES: u64 = 200_000;

/// The number of nodes for each position of a review, wherever the review is made.
const REVIEW_NODES: u64 = 30_000;

/// The fewest nodes for a move.
const FEWEST_NODES: u64 = 500;

/// The size of the engine's transposition table.
const HASH_MIB: usize = 8;

/// The source of a judgement.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// Perfect tables (an endgame tablebase): the result and its distance in plies.
    Tables,
    /// The exact openings: the result.
    Openings,
    /// The theory of the game: the result.
    Theory,
    /// The engine's search: an estimate, unless it has seen the end.
    Engine,
}

impl Source {
    /// The name, for programs and for stored reviews.
    pub const fn name(self) -> &'static str {
        match self {
            Source::Tables => "tables",
            Source::Openings => "openings",
            Source::Theory => "theory",
            Source::Engine => "engine",
        }
    }

    /// Returns `true` if judgements of this source are certain.
    pub const fn is_exact(self) -> bool {
        !matches!(self, Source::Engine)
    }
}

/// A move and its value.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct JudgedMove {
    /// The move.
    pub mv: AnyMove,
    /// The value for the side that makes it.
    pub verdict: Verdict,
    /// After a move that keeps a draw: the number of the opponent's answers that hold it, and the
    /// number of all answers. The fewer, the harder.
    pub answers: Option<(usize, usize)>,
    /// The rank of a move that draws, for the side that makes it, if it is known.
    pub rank: Option<DrawRank>,
}

/// The value of a position for the side to move, with all its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The source of the judgement.
    pub source: Source,
    /// The value of the position.
    pub verdict: Verdict,
    /// The rank of a draw, if it is known.
    pub rank: Option<DrawRank>,
    /// All moves, best first; empty if the game is over.
    pub moves: Vec<JudgedMove>,
}

impl Judgement {
    /// The number of moves that keep the value.
    pub fn keeping(&self) -> usize {
        self.moves.iter().filter(|judged| judged.verdict.keeps(self.verdict)).count()
    }

    /// Returns `true` if the moves that keep the value are in a meaningful order. The openings, and
    /// won or lost positions without distances, have none: there the engine chooses.
    fn ranks_moves(&self) -> bool {
        let is_measured = |value: Value| value == Value::Draw || value.plies().is_some();
        self.source != Source::Openings
            && !matches!(self.verdict, Verdict::Exact(value) if !is_measured(value))
    }

    /// The distance of the nearest loss that a move here leads to, if it is known.
    pub fn nearest_loss(&self) -> Option<u16> {
        let loss = |judged: &JudgedMove| match judged.verdict {
            Verdict::Exact(value @ Value::Loss(_)) => value.plies(),
            _ => None,
        };
        self.moves.iter().filter_map(loss).min()
    }

    /// The moves that keep a draw and leave the fewest answers that hold it.
    pub fn hardest(&self) -> Vec<AnyMove> {
        let share = |judged: &JudgedMove| {
            judged
                .answers
                .map(|(holding, all)| (holding * 10_000).checked_div(all).unwrap_or(10_000))
        };
        let shares: Vec<usize> = self.moves.iter().filter_map(share).collect();
        let (least, most) = (shares.iter().min(), shares.iter().max());
        if least == most {
            return Vec::new();
        }
        let is_hard = |judged: &&JudgedMove| share(judged).as_ref() == least;
        self.moves.iter().filter(is_hard).map(|judged| judged.mv).collect()
    }

    /// The moves of the best value, in their order.
    pub fn best(&self) -> Vec<AnyMove> {
        let value = |judged: &JudgedMove| judged.verdict.preference();
        let first = self.moves.first().map(value);
        let best = self.moves.iter().take_while(|judged| Some(value(judged)) == first);
        best.map(|judged| judged.mv).collect()
    }

    /// The value of a move.
    pub fn of(&self, mv: AnyMove) -> Option<Verdict> {
        self.moves.iter().find(|judged| judged.mv == mv).map(|judged| judged.verdict)
    }
}

/// Judges positions. The same game always gets the same judgement and the same line, regardless of
/// earlier questions.
pub struct Judge {
    oracle: Option<Arc<dyn Oracle>>,
    endgames: Option<&'static dyn Oracle>,
    openings: OpeningsChoice,
    /// The engine, which needs no state from earlier searches.
    engine: Option<Engine>,
    nodes: u64,
    stop: Arc<AtomicBool>,
}

impl Judge {
    /// Creates a judge that asks these tables, if there are any for the game.
    pub fn new(oracle: Option<Arc<dyn Oracle>>) -> Judge {
        Judge {
            oracle,
            endgames: None,
            openings: OpeningsChoice::BuiltIn,
            engine: None,
            nodes: USUAL_NODES,
            stop: Arc::default(),
        }
    }

    /// Creates a judge for reviews, which have many positions.
    pub fn for_review(oracle: Option<Arc<dyn Oracle>>) -> Judge {
        Judge::new(oracle).with_nodes(REVIEW_NODES)
    }

    /// The same, which also asks these small endgames where the tables know nothing.
    #[must_use]
    pub fn with_endgames(self, endgames: Option<&'static dyn Oracle>) -> Judge {
        Judge { endgames, ..self }
    }

    /// The same with other openings than the built-in ones.
    #[must_use]
    pub fn with_openings(self, openings: OpeningsChoice) -> Judge {
        Judge { openings, ..self }
    }

    /// Sets the number of nodes for positions that the engine must search.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Judge {
        Judge { nodes, ..self }
    }

    /// The same with the engine of an earlier judge, whose memory is used again.
    #[must_use]
    pub fn with_engine(self, engine: Option<Engine>) -> Judge {
        Judge { engine, ..self }
    }

    /// The engine, for a later judge; `None` if none was needed.
    pub fn into_engine(self) -> Option<Engine> {
        self.engine
    }

    /// The same, which answers at once, and without meaning, when this flag is set.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Judge {
        Judge { stop, ..self }
    }

    /// Judges the current position of a game. Exact knowledge is about the position alone: endless
    /// play is a draw, regardless of history. A finished game has the value of its outcome.
    pub fn judge(&mut self, game: &Game<AnyPosition>) -> Judgement {
        self.known(game).unwrap_or_else(|| self.by_search(game))
    }

    /// The exact knowledge about the current position of a game, without an estimate.
    pub fn known(&self, game: &Game<AnyPosition>) -> Option<Judgement> {
        let mut known = match game.position() {
            AnyPosition::Morris(position) => {
                let by_tables = self.oracle.as_deref().and_then(|tables| judged(tables, position));
                let by_openings = || by_openings(&self.openings, position);
                let by_endgames = || judged(self.endgames?, position);
                by_tables.or_else(by_openings).or_else(by_endgames)?
            }
            AnyPosition::Nimble(_) => by_theory(game),
            AnyPosition::MingMang(_) => return None,
        };
        // Tables know neither the draw by repetition nor the one by quiet plies.
        if let Some(outcome) = game.outcome() {
            known.verdict = Verdict::Exact(Value::of_outcome(outcome, game.side()));
            known.rank = None;
            known.moves.clear();
        }
        Some(known)
    }

    fn by_search(&mut self, game: &Game<AnyPosition>) -> Judgement {
        self.forget();
        let legal = game.legal_moves();
        let nodes = (self.nodes / legal.len().max(1) as u64).max(FEWEST_NODES);
        let mut moves: Vec<JudgedMove> = legal
            .into_iter()
            .map(|mv| JudgedMove {
                mv,
                verdict: self.searched(game, mv, nodes),
                answers: None,
                rank: None,
            })
            .collect();
        moves.sort_by_key(|judged| Reverse(judged.verdict.preference()));
        let verdict = match (game.outcome(), moves.first()) {
            (Some(outcome), _) => Verdict::Exact(Value::of_outcome(outcome, game.side())),
            (None, Some(best)) => best.verdict,
            (None, None) => Verdict::Estimate(Score::DRAW),
        };
        Judgement { source: Source::Engine, verdict, rank: None, moves }
    }

    /// The engine's estimate of a move.
    fn searched(&mut self, game: &Game<AnyPosition>, mv: AnyMove, nodes: u64) -> Verdict {
        let mut next = game.clone();
        if next.play(mv).is_err() {
            return Verdict::Estimate(Score::DRAW);
        }
        let score = match next.outcome() {
            Some(outcome) => Score::from(Value::of_outcome(outcome, next.side())),
            None => self.search(&next, nodes).map_or(Score::DRAW, |(score, _)| score),
        };
        Verdict::Estimate(score.before_move())
    }

    /// Resets the engine, so that its answer depends on the game alone.
    fn forget(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.new_game();
        }
    }

    fn search(&mut self, game: &Game<AnyPosition>, nodes: u64) -> Option<(Score, Vec<AnyMove>)> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let options = EngineOptions {
            hash_mib: HASH_MIB,
            seed: Some(1),
            endgames: self.endgames,
            ..EngineOptions::default()
        };
        let engine = self.engine.get_or_insert_with(|| Engine::new(options));
        let report = engine.search(game, &Limits::nodes(nodes), &self.stop, &mut |_| {})?;
        Some((report.info.score, report.info.pv))
    }
}

fn after(position: &MorrisPosition, mv: AnyMove) -> Option<MorrisPosition> {
    let AnyMove::Morris(mv) = mv else { return None };
    Some(position.after_unchecked(mv))
}

/// The result for the side to move, for running and finished games.
fn result_of(
    position: &MorrisPosition,
    known: &impl Fn(&MorrisPosition) -> Option<Wdl>,
) -> Option<Wdl> {
    match position.outcome() {
        Some(outcome) => Some(Value::of_outcome(outcome, position.side()).into()),
        None => known(position),
    }
}

/// Returns `true` if the answers that hold the draw are counted for this move.
fn wants_answers(judgement: &Judgement, judged: &JudgedMove) -> bool {
    let draws = |verdict: Verdict| verdict.result() == Some(Wdl::Draw);
    draws(judgement.verdict) && draws(judged.verdict)
}

/// Counts, after each move that keeps a draw, the answers that hold it.
fn with_answers(
    mut judgement: Judgement,
    position: &MorrisPosition,
    known: impl Fn(&MorrisPosition) -> Option<Wdl>,
) -> Judgement {
    let wanted: Vec<bool> =
        judgement.moves.iter().map(|judged| wants_answers(&judgement, judged)).collect();
    for (judged, wanted) in judgement.moves.iter_mut().zip(wanted) {
        let Some(next) = after(position, judged.mv) else { continue };
        if !wanted || next.outcome().is_some() {
            continue;
        }
        let answers = next.legal_moves();
        let holds = |mv: &Move| {
            let then = after(&next, AnyMove::Morris(*mv))?;
            // The side that answers must not leave a win.
            Some(result_of(&then, &known)? != Wdl::Win)
        };
        let held: Option<Vec<bool>> = answers.iter().map(holds).collect();
        judged.answers =
            held.map(|held| (held.iter().filter(|held| **held).count(), answers.len()));
    }
    judgement
}

fn by_openings(choice: &OpeningsChoice, position: &MorrisPosition) -> Option<Judgement> {
    let openings = choice.of(position.variant())?;
    let position = position.with_automatic_draws(false);
    let known = |next: &MorrisPosition| openings.result(next);
    let judged = |mv| {
        let mv = AnyMove::Morris(mv);
        let verdict = Verdict::Known(result_of(&after(&position, mv)?, &known)?.flipped());
        Some(JudgedMove { mv, verdict, answers: None, rank: None })
    };
    let moves: Option<Vec<JudgedMove>> = position.legal_moves().into_iter().map(judged).collect();
    let judgement = best_of(Source::Openings, moves?)?;
    Some(with_answers(judgement, &position, known))
}

/// Nimble is solved completely.
fn by_theory(game: &Game<AnyPosition>) -> Judgement {
    let judged = |mv| {
        let next = game.position().after_unchecked(mv);
        let wins = matches!(&next, AnyPosition::Nimble(next) if nim_sum(next) == 0);
        let verdict = Verdict::Known(if wins { Wdl::Win } else { Wdl::Loss });
        JudgedMove { mv, verdict, answers: None, rank: None }
    };
    let moves = game.legal_moves().into_iter().map(judged).collect();
    let over = || {
        let value = game.outcome().map_or(Value::Draw, |end| Value::of_outcome(end, game.side()));
        let verdict = Verdict::Exact(value);
        Judgement { source: Source::Theory, verdict, rank: None, moves: Vec::new() }
    };
    best_of(Source::Theory, moves).unwrap_or_else(over)
}

/// The judgement of these moves, ordered; `None` if there are none.
fn best_of(source: Source, mut moves: Vec<JudgedMove>) -> Option<Judgement> {
    moves.sort_by_key(|judged| Reverse(judged.verdict.preference()));
    let verdict = moves.first()?.verdict;
    Some(Judgement { source, verdict, rank: None, moves })
}

#[cfg(test)]
mod tests;
