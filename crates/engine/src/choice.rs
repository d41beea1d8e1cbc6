//! How a level chooses among the moves of a position: by search, by what an oracle knows, or by a
//! search that is held back.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use merels_rules::{AnyMove, SplitMix};

use crate::deadline::Deadline;
use crate::evaluate::Evaluate;
use crate::handicap::Handicap;
use crate::level::Level;
use crate::limits::Limits;
use crate::options::EngineOptions;
use crate::oracle::Oracle;
use crate::perfect;
use crate::report::{Info, Report};
use crate::score::{Score, WIN_BOUND};
use crate::search::{Found, Iteration, RepetitionStack, Searcher};
use crate::transposition::TranspositionTable;

/// What is asked, and what there is to answer it with.
pub(crate) struct Chooser<'a, P: Evaluate> {
    pub(crate) options: &'a EngineOptions,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) position: &'a P,
    pub(crate) repetition: RepetitionStack,
    pub(crate) limits: &'a Limits,
    pub(crate) begun: Instant,
    pub(crate) stop: &'a AtomicBool,
    /// A move of this game as one of any.
    pub(crate) wrap: fn(P::Move) -> AnyMove,
}

impl<P: Evaluate> Chooser<'_, P> {
    /// Chooses among `moves`, of which there is at least one, as the set level does.
    pub(crate) fn choose(
        &self,
        moves: &[P::Move],
        random: SplitMix,
        report: &mut dyn FnMut(&Info),
    ) -> Report {
        match (self.options.level, self.options.oracle.as_deref()) {
            (Level::Numbered(number), _) => match Handicap::of(number) {
                Some(handicap) => self.choose_weakly(moves, handicap, random, report),
                None => self.run(moves, self.limits, None, report),
            },
            (Level::Perfect, Some(oracle)) => self.choose_perfectly(moves, oracle, report),
            (Level::Perfect, None) => self.run(moves, self.limits, None, report),
            (Level::Classic | Level::Random | Level::Beginner | Level::Careful, _) => {
                self.run(moves, &self.limits.narrowed(Some(1), None), None, report)
            }
        }
    }

    /// Keeps the exact value where the oracle knows every answer, else searches with its help.
    fn choose_perfectly(
        &self,
        moves: &[P::Move],
        oracle: &dyn Oracle,
        report: &mut dyn FnMut(&Info),
    ) -> Report {
        match perfect::keep_best(self.position, moves, oracle) {
            Some(kept) => {
                let found = self.run(&kept.moves, self.limits, None, report);
                Report { info: Info { score: kept.score, ..found.info }, ..found }
            }
            None => self.run(moves, self.limits, Some(oracle), report),
        }
    }

    /// Looks less far, and now and then takes a second-best move that is not much worse.
    fn choose_weakly(
        &self,
        moves: &[P::Move],
        handicap: Handicap,
        mut random: SplitMix,
        report: &mut dyn FnMut(&Info),
    ) -> Report {
        let limits = self.limits.narrowed(Some(handicap.depth), Some(handicap.nodes));
        let best = self.run(moves, &limits, None, report);
        let is_other = |mv: &P::Move| (self.wrap)(*mv) != best.best;
        let others: Vec<_> = moves.iter().copied().filter(is_other).collect();
        let doubts = (random.below(100) as u32) < handicap.doubts;
        if others.is_empty() || !doubts {
            return best;
        }
        let second = self.run(&others, &limits, None, &mut |_| {});
        let (most, value) = (best.info.score.value(), second.info.score.value());
        if value >= most - handicap.slack && value > -WIN_BOUND { second } else { best }
    }

    /// Searches with all threads.
    fn run(
        &self,
        moves: &[P::Move],
        limits: &Limits,
        oracle: Option<&dyn Oracle>,
        report: &mut dyn FnMut(&Info),
    ) -> Report {
        let deadline = &Deadline::start(self.begun, limits, self.stop);
        let depth = limits.depth.unwrap_or(u32::MAX);
        let searcher = || {
            let repetition = self.repetition.clone();
            Searcher::<P>::new(deadline, self.table, oracle, self.options.search, repetition)
        };
        let mut tell = |done: &Iteration<'_, P::Move>| {
            report(&Info {
                depth: done.depth,
                seldepth: done.deepest,
                score: self.shown(done.value),
                nodes: done.nodes,
                time: done.time,
                pv: self.wrapped(done.pv),
            });
        };
        let position = self.position;
        let found: Found<P::Move> = std::thread::scope(|scope| {
            for helper in 1..self.options.threads {
                let help = move || {
                    searcher().deepen(position, moves, depth, helper, &mut |_| {});
                };
                // Whoever cannot be had does not help; the answer does not depend on it.
                let _ = std::thread::Builder::new().spawn_scoped(scope, help);
            }
            let found = searcher().deepen(position, moves, depth, 0, &mut tell);
            deadline.finish();
            found
        });
        Report {
            best: (self.wrap)(found.best.mv),
            info: Info {
                depth: found.depth,
                seldepth: found.deepest,
                score: self.shown(found.best.value),
                nodes: found.nodes,
                time: deadline.elapsed(),
                pv: self.wrapped(&found.best.pv),
            },
        }
    }

    fn wrapped(&self, pv: &[P::Move]) -> Vec<AnyMove> {
        pv.iter().map(|mv| (self.wrap)(*mv)).collect()
    }

    /// The score for a value of the search, in which a draw is worth a little less than nothing.
    fn shown(&self, value: i32) -> Score {
        if value == -self.options.search.contempt { Score::DRAW } else { Score::new(value) }
    }
}
