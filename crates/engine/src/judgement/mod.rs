//! What a position and every move in it is worth, and how that is known: from perfect tables, from
//! the exact openings, by theory, or by the engine's search. The one place that analysis, reviews and
//! puzzles ask.
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

mod line;
mod verdict;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use merels_rules::morris::MorrisPosition;
use merels_rules::{AnyMove, AnyPosition, Game, Position, Value};

use crate::nimble::nim_sum;
use crate::openings::Openings;
use crate::{Engine, EngineOptions, Limits, Oracle, Score, Wdl};
pub use verdict::Verdict;

/// So many positions the engine visits for all moves of a position together.
const USUAL_NODES: u64 = 200_000;

/// So many it visits for each position of a review, wherever the review is made.
const REVIEW_NODES: u64 = 30_000;

/// So many it visits at least for a move.
const FEWEST_NODES: u64 = 500;

/// How much the engine remembers.
const HASH_MIB: usize = 8;

/// How a judgement is known.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// Perfect tables: who wins, and in how many plies.
    Tables,
    /// The exact openings: who wins.
    Openings,
    /// The theory of the game: who wins.
    Theory,
    /// The engine's search: an opinion, unless it has seen the end.
    Engine,
}

impl Source {
    /// Its name, for programs and for what is kept.
    pub const fn name(self) -> &'static str {
        match self {
            Source::Tables => "tables",
            Source::Openings => "openings",
            Source::Theory => "theory",
            Source::Engine => "engine",
        }
    }

    /// Whether what it says is certain.
    pub const fn is_exact(self) -> bool {
        !matches!(self, Source::Engine)
    }
}

/// A move and what it is worth.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct JudgedMove {
    /// The move.
    pub mv: AnyMove,
    /// What it is worth to the side that makes it.
    pub verdict: Verdict,
    /// After a move that keeps a draw: how many of the opponent's answers hold it, of how many. The
    /// fewer, the harder.
    pub answers: Option<(usize, usize)>,
}

/// What a position is worth to the side to move, with all its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// How that is known.
    pub source: Source,
    /// The value of the position.
    pub verdict: Verdict,
    /// All moves, best first; none if the game is over.
    pub moves: Vec<JudgedMove>,
}

impl Judgement {
    /// How many moves keep the value.
    pub fn keeping(&self) -> usize {
        self.moves.iter().filter(|judged| judged.verdict.keeps(self.verdict)).count()
    }

    /// How far the nearest loss is that a move here leads to, if that is known.
    pub fn nearest_loss(&self) -> Option<u16> {
        let loss = |judged: &JudgedMove| match judged.verdict {
            Verdict::Exact(Value::Loss(plies)) => Some(plies),
            _ => None,
        };
        self.moves.iter().filter_map(loss).min()
    }

    /// Of several moves that keep a draw, those after which the fewest of the answers hold it.
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

    /// What a move is worth.
    pub fn of(&self, mv: AnyMove) -> Option<Verdict> {
        self.moves.iter().find(|judged| judged.mv == mv).map(|judged| judged.verdict)
    }
}

/// Judges positions. The same game has the same judgement and the same line, whatever was asked before.
pub struct Judge {
    oracle: Option<Arc<dyn Oracle>>,
    /// Nothing before it is needed.
    engine: Option<Engine>,
    nodes: u64,
}

impl Judge {
    /// A judge who asks these tables, if there are any for the game.
    pub fn new(oracle: Option<Arc<dyn Oracle>>) -> Judge {
        Judge { oracle, engine: None, nodes: USUAL_NODES }
    }

    /// A judge for reviews, which have many positions.
    pub fn for_review(oracle: Option<Arc<dyn Oracle>>) -> Judge {
        Judge::new(oracle).with_nodes(REVIEW_NODES)
    }

    /// The same with so many positions to visit where the engine must search.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Judge {
        Judge { nodes, ..self }
    }

    /// Judges a game as it stands. What is known exactly is known of the position alone: endless play
    /// is a draw, whatever came before. A game that is over is worth what it ended with.
    pub fn judge(&mut self, game: &Game<AnyPosition>) -> Judgement {
        self.known(game).unwrap_or_else(|| self.by_search(game))
    }

    /// What is known exactly of a game as it stands, without an opinion.
    pub fn known(&self, game: &Game<AnyPosition>) -> Option<Judgement> {
        let mut known = match game.position() {
            AnyPosition::Morris(position) => {
                self.by_tables(position).or_else(|| by_openings(position))?
            }
            AnyPosition::Nimble(_) => by_theory(game),
            AnyPosition::MingMang(_) => return None,
        };
        // Tables know neither the draw by repetition nor the one by quiet plies.
        if let Some(outcome) = game.outcome() {
            known.verdict = Verdict::Exact(Value::of_outcome(outcome, game.side()));
            known.moves.clear();
        }
        Some(known)
    }

    fn by_tables(&self, position: &MorrisPosition) -> Option<Judgement> {
        let oracle = self.oracle.as_deref()?;
        let position = position.with_automatic_draws(false);
        let moves = oracle.moves(&position)?;
        let value = match (position.outcome(), moves.first()) {
            (Some(outcome), _) => Value::of_outcome(outcome, position.side()),
            (None, Some((_, best))) => *best,
            (None, None) => return None,
        };
        let moves = moves.into_iter().map(|(mv, value)| JudgedMove {
            mv: AnyMove::Morris(mv),
            verdict: Verdict::Exact(value),
            answers: None,
        });
        let judgement = Judgement {
            source: Source::Tables,
            verdict: Verdict::Exact(value),
            moves: moves.collect(),
        };
        oracle.prefetch(&positions_after_answers(&judgement, &position));
        Some(with_answers(judgement, &position, |next| oracle.result(next)))
    }

    fn by_search(&mut self, game: &Game<AnyPosition>) -> Judgement {
        self.forget();
        let legal = game.legal_moves();
        let nodes = (self.nodes / legal.len().max(1) as u64).max(FEWEST_NODES);
        let mut moves: Vec<JudgedMove> = legal
            .into_iter()
            .map(|mv| JudgedMove { mv, verdict: self.searched(game, mv, nodes), answers: None })
            .collect();
        moves.sort_by_key(|judged| std::cmp::Reverse(judged.verdict.preference()));
        let verdict = match (game.outcome(), moves.first()) {
            (Some(outcome), _) => Verdict::Exact(Value::of_outcome(outcome, game.side())),
            (None, Some(best)) => best.verdict,
            (None, None) => Verdict::Estimate(Score::DRAW),
        };
        Judgement { source: Source::Engine, verdict, moves }
    }

    /// What the engine thinks of a move.
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

    /// Has the engine begin anew, so that its answer depends on the game alone.
    fn forget(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.new_game();
        }
    }

    fn search(&mut self, game: &Game<AnyPosition>, nodes: u64) -> Option<(Score, Vec<AnyMove>)> {
        let options =
            EngineOptions { hash_mib: HASH_MIB, seed: Some(1), ..EngineOptions::default() };
        let engine = self.engine.get_or_insert_with(|| Engine::new(options));
        let never = AtomicBool::new(false);
        let report = engine.search(game, &Limits::nodes(nodes), &never, &mut |_| {})?;
        Some((report.info.score, report.info.pv))
    }
}

fn after(position: &MorrisPosition, mv: AnyMove) -> Option<MorrisPosition> {
    let AnyMove::Morris(mv) = mv else { return None };
    let mut next = *position;
    next.play_unchecked(mv);
    Some(next)
}

/// Who wins for the side to move, whether the game is over or not.
fn result_of(
    position: &MorrisPosition,
    known: &impl Fn(&MorrisPosition) -> Option<Wdl>,
) -> Option<Wdl> {
    match position.outcome() {
        Some(outcome) => Some(Value::of_outcome(outcome, position.side()).into()),
        None => known(position),
    }
}

/// Whether it is counted how many answers to a move hold the draw.
fn wants_answers(judgement: &Judgement, judged: &JudgedMove) -> bool {
    let draws = |verdict: Verdict| verdict.result() == Some(Wdl::Draw);
    draws(judgement.verdict) && draws(judged.verdict)
}

/// The positions that [`with_answers`] will ask about.
fn positions_after_answers(
    judgement: &Judgement,
    position: &MorrisPosition,
) -> Vec<MorrisPosition> {
    let moves = judgement.moves.iter().filter(|judged| wants_answers(judgement, judged));
    let next = moves.filter_map(|judged| after(position, judged.mv));
    next.filter(|next| next.outcome().is_none())
        .flat_map(|next| {
            let answers = next.legal_moves().into_iter();
            answers.filter_map(move |mv| after(&next, AnyMove::Morris(mv)))
        })
        .collect()
}

/// Counts after each move that keeps a draw how many answers hold it.
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
        let holds = |mv: &merels_rules::morris::Move| {
            let then = after(&next, AnyMove::Morris(*mv))?;
            // The one who answers must not leave a win.
            Some(result_of(&then, &known)? != Wdl::Win)
        };
        let held: Option<Vec<bool>> = answers.iter().map(holds).collect();
        judged.answers =
            held.map(|held| (held.iter().filter(|held| **held).count(), answers.len()));
    }
    judgement
}

fn by_openings(position: &MorrisPosition) -> Option<Judgement> {
    let openings = Openings::built_in(position.variant())?;
    let position = position.with_automatic_draws(false);
    let known = |next: &MorrisPosition| openings.result(next);
    let judged = |mv| {
        let mv = AnyMove::Morris(mv);
        let verdict = Verdict::Known(result_of(&after(&position, mv)?, &known)?.flipped());
        Some(JudgedMove { mv, verdict, answers: None })
    };
    let moves: Option<Vec<JudgedMove>> = position.legal_moves().into_iter().map(judged).collect();
    let judgement = best_of(Source::Openings, moves?)?;
    Some(with_answers(judgement, &position, known))
}

/// Nimble is known to the end.
fn by_theory(game: &Game<AnyPosition>) -> Judgement {
    let judged = |mv| {
        let mut next = game.position().clone();
        next.play_unchecked(mv);
        let wins = matches!(&next, AnyPosition::Nimble(next) if nim_sum(next) == 0);
        let verdict = Verdict::Known(if wins { Wdl::Win } else { Wdl::Loss });
        JudgedMove { mv, verdict, answers: None }
    };
    let moves = game.legal_moves().into_iter().map(judged).collect();
    let over = || {
        let value = game.outcome().map_or(Value::Draw, |end| Value::of_outcome(end, game.side()));
        Judgement { source: Source::Theory, verdict: Verdict::Exact(value), moves: Vec::new() }
    };
    best_of(Source::Theory, moves).unwrap_or_else(over)
}

/// The judgement of these moves, ordered; `None` if there are none.
fn best_of(source: Source, mut moves: Vec<JudgedMove>) -> Option<Judgement> {
    moves.sort_by_key(|judged| std::cmp::Reverse(judged.verdict.preference()));
    let verdict = moves.first()?.verdict;
    Some(Judgement { source, verdict, moves })
}

#[cfg(test)]
mod tests;
