//! How a level chooses among the moves of a position: by search, by what an oracle knows, or by a
//! search that is held back.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use merels_rules::{AnyMove, SplitMix};

use crate::attention::{Attention, overlooks};
use crate::deadline::Deadline;
use crate::evaluate::Evaluate;
use crate::handicap::{CONTEMPT, Focus, Handicap};
use crate::level::Level;
use crate::limits::Limits;
use crate::network::Network;
use crate::openings::Openings;
use crate::options::EngineOptions;
use crate::oracle::{Oracle, Wdl};
use crate::perfect;
use crate::report::{Info, Report};
use crate::score::Score;
use crate::search::{
    Found, Iteration, RepetitionStack, RootMove, SearchOptions, SearchSetup, Searcher,
};
use crate::transposition::TranspositionTable;

/// What is asked, and what there is to answer it with.
pub(crate) struct Chooser<'a, P: Evaluate> {
    pub(crate) options: &'a EngineOptions,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) position: &'a P,
    /// The position before it in the game, if there was one.
    pub(crate) previous: Option<&'a P>,
    /// Judges positions at full strength; `None` for hand-made rules.
    pub(crate) network: Option<Arc<Network>>,
    pub(crate) repetition: RepetitionStack,
    pub(crate) limits: &'a Limits,
    pub(crate) begun: Instant,
    pub(crate) stop: &'a AtomicBool,
    /// How far the game has come.
    pub(crate) ply: usize,
    /// What is left to chance.
    pub(crate) random: SplitMix,
    /// A move of this game as one of any.
    pub(crate) wrap: fn(P::Move) -> AnyMove,
}

/// In the opening every level chooses among moves that are less than this worse than the best, in
/// hundredths of a man; full strength and `perfect` only if they are asked to and the game has no
/// exact openings.
const OPENING_MARGIN: i32 = 12;

/// How many plies the opening lasts.
const OPENING_PLIES: usize = 12;

/// A move by heart is searched no further than this, to say what it is worth.
const OPENING_NODES: u64 = 20_000;

impl<P: Evaluate> Chooser<'_, P> {
    /// Chooses among `moves`, of which there is at least one, as the set level does.
    pub(crate) fn choose(&mut self, moves: &[P::Move], report: &mut dyn FnMut(&Info)) -> Report {
        match (self.options.level, self.options.oracle.as_deref()) {
            (Level::Numbered(number), _) => match Handicap::of(number) {
                Some(handicap) => self.choose_weakly(moves, handicap, report),
                None => self.choose_strongly(moves, report),
            },
            (Level::Perfect, Some(oracle)) => self.choose_perfectly(moves, oracle, report),
            (Level::Perfect, None) => self.choose_strongly(moves, report),
            (Level::Classic | Level::Random | Level::Beginner | Level::Careful, _) => {
                let limits = self.limits.narrowed(Some(1), None);
                self.run(moves, &limits, &self.full_strength(None), report)
            }
        }
    }

    /// Keeps what the openings know and drawn lines beyond them, and searches where they end.
    fn choose_strongly(&mut self, moves: &[P::Move], report: &mut dyn FnMut(&Info)) -> Report {
        let Some(openings) = self.position.openings(&self.options.openings) else {
            return self.run(moves, self.limits, &self.full_strength(None), report);
        };
        // Where openings are known exactly, nothing worse than the best is played beyond them.
        let setup = SearchSetup { margin: 0, ..self.full_strength(None) };
        let kept = perfect::keep_result(self.position, moves, openings);
        let Some((result, mut kept)) = kept else {
            let on_line = self.on_drawn_line(moves, openings);
            let moves = if on_line.is_empty() { moves } else { &on_line };
            return self.run(moves, self.limits, &setup, report);
        };
        if result == Wdl::Draw {
            let on_line = self.on_drawn_line(&kept, openings);
            if !on_line.is_empty() {
                kept = on_line;
            }
            if self.options.variety {
                kept = vec![kept[self.random.below(kept.len())]];
            }
        }
        let most = (kept.len() == 1 && !self.limits.infinite).then_some(OPENING_NODES);
        let limits = self.limits.narrowed(None, most);
        let found = self.run(&kept, &limits, &setup, report);
        let score = if result == Wdl::Draw { Score::DRAW } else { found.info.score };
        Report { info: Info { score, ..found.info }, ..found }
    }

    /// Those of the moves that stay on a drawn line; none if the game did not come along one, or began
    /// here and nobody can say.
    fn on_drawn_line(&self, moves: &[P::Move], openings: &Openings) -> Vec<P::Move> {
        let came_along = self.previous.is_some_and(|previous| {
            previous.is_on_drawn_line(openings) || previous.ask_result(openings) == Some(Wdl::Draw)
        });
        let stays = |mv: &P::Move| perfect::after(self.position, *mv).is_on_drawn_line(openings);
        if came_along { moves.iter().copied().filter(stays).collect() } else { Vec::new() }
    }

    /// Keeps the exact value where the oracle knows every answer, else searches with its help.
    fn choose_perfectly(
        &mut self,
        moves: &[P::Move],
        oracle: &dyn Oracle,
        report: &mut dyn FnMut(&Info),
    ) -> Report {
        match perfect::keep_best(self.position, moves, oracle) {
            Some(kept) => {
                let found = self.run(&kept.moves, self.limits, &self.full_strength(None), report);
                Report { info: Info { score: kept.score, ..found.info }, ..found }
            }
            None => self.run(moves, self.limits, &self.full_strength(Some(oracle)), report),
        }
    }

    /// Looks less far, overlooks this and that, and knows less.
    fn choose_weakly(
        &mut self,
        moves: &[P::Move],
        handicap: Handicap,
        report: &mut dyn FnMut(&Info),
    ) -> Report {
        let limits = self.limits.narrowed(Some(handicap.depth), Some(handicap.nodes));
        let focus = if self.position.is_placing() { handicap.placing } else { handicap.moving };
        let attention = Attention {
            seed: self.random.next_u64(),
            oversight: focus.oversight,
            knowledge: focus.knowledge,
        };
        let setup = SearchSetup {
            options: SearchOptions { contempt: CONTEMPT, ..self.options.search },
            oracle: None,
            attention: Some(attention),
            network: None,
            margin: focus.margin.max(self.opening_margin()),
        };
        self.run(&self.noticed(moves, focus, attention.seed), &limits, &setup, report)
    }

    /// The moves that a level thinks of at all; at least one.
    fn noticed(&self, moves: &[P::Move], focus: Focus, seed: u64) -> Vec<P::Move> {
        let is_noticed = |mv: &P::Move| {
            let mut next = self.position.clone();
            next.play_unchecked(*mv);
            let percent = if self.position.is_quiet(*mv, &next) {
                focus.overlooked_moves
            } else {
                focus.overlooked_captures
            };
            let without_capture = self.position.pack(*mv) & (P::HISTORY - 1) as u16;
            !overlooks(seed, without_capture, percent)
        };
        let noticed: Vec<P::Move> = moves.iter().copied().filter(is_noticed).collect();
        if noticed.is_empty() { moves.to_vec() } else { noticed }
    }

    fn opening_margin(&self) -> i32 {
        if self.ply < OPENING_PLIES { OPENING_MARGIN } else { 0 }
    }

    /// A search that is not held back.
    fn full_strength<'o>(&self, oracle: Option<&'o dyn Oracle>) -> SearchSetup<'o> {
        let margin = if self.options.variety { self.opening_margin() } else { 0 };
        let network = self.network.clone();
        SearchSetup { options: self.options.search, oracle, attention: None, network, margin }
    }

    /// Searches with all threads, and leaves to chance what comes within the margin.
    fn run(
        &mut self,
        moves: &[P::Move],
        limits: &Limits,
        setup: &SearchSetup<'_>,
        report: &mut dyn FnMut(&Info),
    ) -> Report {
        let deadline = &Deadline::start(self.begun, limits, self.stop);
        let depth = limits.depth.unwrap_or(u32::MAX);
        let searcher = || {
            let repetition = self.repetition.clone();
            Searcher::<P>::new(deadline, self.table, setup, repetition)
        };
        let mut tell = |done: &Iteration<'_, P::Move>| {
            report(&Info {
                depth: done.depth,
                seldepth: done.deepest,
                score: shown(done.value, setup),
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
        let (depth, seldepth, nodes) = (found.depth, found.deepest, found.nodes);
        let chosen = one_of(found, &mut self.random);
        Report {
            best: (self.wrap)(chosen.mv),
            info: Info {
                depth,
                seldepth,
                score: shown(chosen.value, setup),
                nodes,
                time: deadline.elapsed(),
                pv: self.wrapped(&chosen.pv),
            },
        }
    }

    fn wrapped(&self, pv: &[P::Move]) -> Vec<AnyMove> {
        pv.iter().map(|mv| (self.wrap)(*mv)).collect()
    }
}

/// The score for a value of the search, in which a draw may be worth a little less than nothing.
fn shown(value: i32, setup: &SearchSetup<'_>) -> Score {
    if value == -setup.options.contempt { Score::DRAW } else { Score::new(value) }
}

/// One of the candidates; the best move if it was found after they were listed.
fn one_of<M: PartialEq>(mut found: Found<M>, random: &mut SplitMix) -> RootMove<M> {
    let is_listed = found.candidates.first().is_some_and(|first| first.mv == found.best.mv);
    if is_listed && found.candidates.len() > 1 {
        let at = random.below(found.candidates.len());
        found.candidates.swap_remove(at)
    } else {
        found.best
    }
}
