//! The choice among the moves of a position at a level: by search, by an oracle's knowledge, or by
//! a handicapped search.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use merels_rules::{AnyMove, SplitMix, Wdl};

use crate::attention::{Attention, overlooks};
use crate::conversion::{Conversion, Findings, Progress, is_progress};
use crate::deadline::Deadline;
use crate::evaluate::Evaluate;
use crate::handicap::{CONTEMPT, Focus, Handicap};
use crate::level::Level;
use crate::limits::Limits;
use crate::network::Network;
use crate::openings::Openings;
use crate::options::EngineOptions;
use crate::oracle::Oracle;
use crate::perfect::{self, Kept};
use crate::report::{Info, Report};
use crate::score::Score;
use crate::search::{
    Found, Iteration, RepetitionStack, RootMove, SearchOptions, SearchSetup, Searcher,
};
use crate::stopwatch::Stopwatch;
use crate::transposition::TranspositionTable;

/// A question and the means to answer it.
pub(crate) struct Chooser<'a, P: Evaluate> {
    pub(crate) options: &'a EngineOptions,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) findings: &'a Mutex<Findings<P>>,
    pub(crate) position: &'a P,
    /// The position before it in the game, if there was one.
    pub(crate) previous: Option<&'a P>,
    /// The network that evaluates positions at full strength; `None` for the handcrafted
    /// evaluation.
    pub(crate) network: Option<Arc<Network>>,
    pub(crate) repetition: RepetitionStack,
    pub(crate) limits: &'a Limits,
    pub(crate) begun: Stopwatch,
    pub(crate) stop: &'a AtomicBool,
    /// The number of plies played.
    pub(crate) ply: usize,
    /// The source of random choices.
    pub(crate) random: SplitMix,
    /// Converts a move of this game into an [`AnyMove`].
    pub(crate) wrap: fn(P::Move) -> AnyMove,
}

/// The margin of the opening, in hundredths of a man: every level chooses among moves that are less
/// than this worse than the best. Full strength and `perfect` do so only on request and in games
/// without exact openings.
const OPENING_MARGIN: i32 = 12;

/// The contempt for draws in a position that is won.
const NEVER_DRAWN: i32 = 10_000;

/// The number of plies of the opening.
const OPENING_PLIES: usize = 12;

/// The most nodes for a short win in an endgame, and for the choice among moves that keep a win and
/// cannot be taken back.
const SHORT_WIN_NODES: u64 = 50_000;
const PROGRESS_NODES: u64 = 100_000;

/// The most nodes for scoring a move from the openings.
const OPENING_NODES: u64 = 20_000;

impl<P: Evaluate> Chooser<'_, P> {
    /// Chooses among `moves`, which must not be empty, at the set level.
    pub(crate) fn choose(&mut self, moves: &[P::Move], report: &mut dyn FnMut(&Info)) -> Report {
        match (self.options.level, self.options.oracle.as_deref()) {
            (Level::Numbered(number), _) => match Handicap::of(number) {
                Some(handicap) => self.choose_weakly(moves, handicap, report),
                None => self.choose_strongly(moves, report),
            },
            (Level::Perfect, Some(oracle)) => self.choose_perfectly(moves, oracle, report),
            (Level::Perfect, None) => self.choose_strongly(moves, report),
            (
                Level::Classic | Level::Random | Level::Beginner | Level::Careful | Level::Hasty,
                _,
            ) => {
                let limits = self.limits.narrowed(Some(1), None);
                self.run(moves, &limits, &self.full_strength(None), report)
            }
        }
    }

    /// Follows the openings and the drawn lines beyond them, keeps the value of the small endgames,
    /// and searches between them.
    fn choose_strongly(&mut self, moves: &[P::Move], report: &mut dyn FnMut(&Info)) -> Report {
        let openings = self.position.openings(&self.options.openings);
        if let Some(openings) = openings
            && let Some(known) = perfect::keep_result(self.position, moves, openings)
        {
            return self.follow(openings, known, report);
        }
        if let Some(endgames) = self.options.endgames
            && let Some(kept) = perfect::keep_best(self.position, moves, endgames, false)
        {
            return self.play_endgame(moves, &kept, endgames, report);
        }
        let setup = self.full_strength(self.options.endgames);
        let Some(openings) = openings else { return self.run(moves, self.limits, &setup, report) };
        // In games with exact openings, only the best move is played beyond them.
        let setup = SearchSetup { margin: 0, ..setup };
        let on_line = self.on_drawn_line(moves, openings);
        let moves = if on_line.is_empty() { moves } else { &on_line };
        self.run(moves, self.limits, &setup, report)
    }

    /// Wins by the shortest way if a short search sees it, and otherwise keeps the value that the
    /// endgames know.
    fn play_endgame(
        &mut self,
        moves: &[P::Move],
        kept: &Kept<P::Move>,
        endgames: &dyn Oracle,
        report: &mut dyn FnMut(&Info),
    ) -> Report {
        let mut limits = *self.limits;
        if kept.score == Score::SURE_WIN {
            let most = limits.nodes.map_or(SHORT_WIN_NODES, |most| SHORT_WIN_NODES.min(most / 4));
            let short = limits.narrowed(None, Some(most));
            let found = self.run(moves, &short, &self.full_strength(None), report);
            if found.info.score.win().is_some() {
                return found;
            }
            limits.nodes = limits.nodes.map(|most| most.saturating_sub(found.info.nodes));
        }
        self.keep(kept, endgames, &limits, report)
    }

    /// Plays one of the moves that keep the result that the openings know.
    fn follow(
        &mut self,
        openings: &Openings,
        (result, mut kept): (Wdl, Vec<P::Move>),
        report: &mut dyn FnMut(&Info),
    ) -> Report {
        let setup = SearchSetup { margin: 0, ..self.full_strength(self.options.endgames) };
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

    /// The moves that stay on a drawn line; empty if the game did not follow one, or if it began
    /// here and its history is unknown.
    fn on_drawn_line(&self, moves: &[P::Move], openings: &Openings) -> Vec<P::Move> {
        let came_along = self.previous.is_some_and(|previous| {
            previous.is_on_drawn_line(openings)
                || previous.probe_result(openings) == Some(Wdl::Draw)
        });
        let stays = |mv: &P::Move| self.position.after_unchecked(*mv).is_on_drawn_line(openings);
        if came_along { moves.iter().copied().filter(stays).collect() } else { Vec::new() }
    }

    /// Keeps the exact value if the oracle knows every answer; otherwise searches with its help.
    fn choose_perfectly(
        &mut self,
        moves: &[P::Move],
        oracle: &dyn Oracle,
        report: &mut dyn FnMut(&Info),
    ) -> Report {
        match perfect::keep_best(self.position, moves, oracle, self.options.ranks) {
            Some(kept) => self.keep(&kept, oracle, self.limits, report),
            None => self.run(moves, self.limits, &self.full_strength(Some(oracle)), report),
        }
    }

    /// Plays one of the moves that keep the value of the position.
    fn keep(
        &mut self,
        kept: &Kept<P::Move>,
        oracle: &dyn Oracle,
        limits: &Limits,
        report: &mut dyn FnMut(&Info),
    ) -> Report {
        if kept.score == Score::SURE_WIN {
            return self.convert(kept, oracle, limits, report);
        }
        let found = self.run(&kept.moves, limits, &self.full_strength(None), report);
        Report { info: Info { score: kept.score, ..found.info }, ..found }
    }

    /// Wins a position whose distance to the end the oracle does not know: plays a move that cannot
    /// be taken back, or towards one that is proved to come.
    fn convert(
        &mut self,
        kept: &Kept<P::Move>,
        oracle: &dyn Oracle,
        limits: &Limits,
        report: &mut dyn FnMut(&Info),
    ) -> Report {
        let makes_progress = |mv: &P::Move| is_progress(&self.position.after_unchecked(*mv));
        let (progress, others): (Vec<P::Move>, Vec<P::Move>) =
            kept.moves.iter().copied().partition(makes_progress);
        let found = if progress.is_empty() {
            self.prepare(&others, oracle, limits, report)
        } else {
            let limits = limits.narrowed(None, (!limits.infinite).then_some(PROGRESS_NODES));
            self.run(&progress, &limits, &self.winning(None), report)
        };
        Report { info: Info { score: found.info.score.max(kept.score), ..found.info }, ..found }
    }

    /// Chooses among moves that keep a win, but can be taken back. If the limits do not allow a
    /// proof that progress can be forced, searches for the next capture, and returns to no earlier
    /// position.
    fn prepare(
        &mut self,
        moves: &[P::Move],
        oracle: &dyn Oracle,
        limits: &Limits,
        report: &mut dyn FnMut(&Info),
    ) -> Report {
        let deadline = &Deadline::start(self.begun, limits, self.stop);
        let mut findings = self.findings.lock().unwrap_or_else(PoisonError::into_inner);
        let (found, nodes) =
            Conversion::new(self.position, oracle, deadline, &self.repetition, &mut findings)
                .run(moves);
        drop(findings);
        if let Some(Progress { mv, plies }) = found {
            let (depth, pv, time) = (u32::from(plies), self.wrapped(&[mv]), deadline.elapsed());
            let info = Info { depth, seldepth: depth, score: Score::SURE_WIN, nodes, time, pv };
            report(&info);
            return Report { best: (self.wrap)(mv), info };
        }
        let is_new = |mv: &P::Move| self.repetition.times(&self.position.after_unchecked(*mv)) == 0;
        let new: Vec<P::Move> = moves.iter().copied().filter(is_new).collect();
        let moves = if new.is_empty() { moves } else { &new };
        let left = limits.nodes.map(|most| most.saturating_sub(nodes));
        let limits = limits.narrowed(None, left);
        let setup = SearchSetup { converts: true, ..self.winning(Some(oracle)) };
        self.run(moves, &limits, &setup, report)
    }

    /// A search in a position that is won.
    fn winning<'o>(&self, oracle: Option<&'o dyn Oracle>) -> SearchSetup<'o> {
        let setup = self.full_strength(oracle);
        let options = SearchOptions { contempt: NEVER_DRAWN, ..setup.options };
        SearchSetup { options, margin: 0, ..setup }
    }

    /// Searches less deep, overlooks some moves, and knows less of the evaluation.
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
            converts: false,
            attention: Some(attention),
            network: None,
            margin: focus.margin.max(self.opening_margin()),
        };
        self.run(&self.noticed(moves, focus, attention.seed), &limits, &setup, report)
    }

    /// The moves that a level considers at all; at least one.
    fn noticed(&self, moves: &[P::Move], focus: Focus, seed: u64) -> Vec<P::Move> {
        let is_noticed = |mv: &P::Move| {
            let next = self.position.after_unchecked(*mv);
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

    /// A search without a handicap.
    fn full_strength<'o>(&self, oracle: Option<&'o dyn Oracle>) -> SearchSetup<'o> {
        let margin = if self.options.variety { self.opening_margin() } else { 0 };
        let network = self.network.clone();
        let options = self.options.search;
        SearchSetup { options, oracle, converts: false, attention: None, network, margin }
    }

    /// Searches with all threads, and picks at random among the moves within the margin.
    fn run(
        &mut self,
        moves: &[P::Move],
        limits: &Limits,
        setup: &SearchSetup<'_>,
        report: &mut dyn FnMut(&Info),
    ) -> Report {
        let deadline = &Deadline::start(self.begun, limits, self.stop);
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
        let depth = limits.depth.unwrap_or(u32::MAX);
        let found = self.deepen(moves, depth, setup, deadline, &mut tell);
        let (depth, seldepth, nodes) = (found.depth, found.deepest, found.nodes);
        let chosen = one_of(found, &mut self.random);
        let score = shown(chosen.value, setup);
        let (time, pv) = (deadline.elapsed(), self.wrapped(&chosen.pv));
        let info = Info { depth, seldepth, score, nodes, time, pv };
        Report { best: (self.wrap)(chosen.mv), info }
    }

    /// Searches on this thread, with the others as helpers.
    fn deepen(
        &self,
        moves: &[P::Move],
        depth: u32,
        setup: &SearchSetup<'_>,
        deadline: &Deadline<'_>,
        tell: &mut dyn FnMut(&Iteration<'_, P::Move>),
    ) -> Found<P::Move> {
        let position = self.position;
        let searcher = || Searcher::<P>::new(deadline, self.table, setup, self.repetition.clone());
        std::thread::scope(|scope| {
            for helper in 1..self.options.threads {
                let help = move || {
                    searcher().deepen(position, moves, depth, helper, &mut |_| {});
                };
                // A helper that cannot be started is left out; the answer does not depend on it.
                let _ = std::thread::Builder::new().spawn_scoped(scope, help);
            }
            let found = searcher().deepen(position, moves, depth, 0, tell);
            deadline.finish();
            found
        })
    }

    fn wrapped(&self, pv: &[P::Move]) -> Vec<AnyMove> {
        pv.iter().map(|mv| (self.wrap)(*mv)).collect()
    }
}

/// The score for a value of the search, in which contempt may shift a draw below 0.
fn shown(value: i32, setup: &SearchSetup<'_>) -> Score {
    if value == -setup.options.contempt { Score::DRAW } else { Score::new(value) }
}

/// A random candidate; the best move if it was found after the candidates were listed.
fn one_of<M: PartialEq>(mut found: Found<M>, random: &mut SplitMix) -> RootMove<M> {
    let is_listed = found.candidates.first().is_some_and(|first| first.mv == found.best.mv);
    if is_listed && found.candidates.len() > 1 {
        let at = random.below(found.candidates.len());
        found.candidates.swap_remove(at)
    } else {
        found.best
    }
}
