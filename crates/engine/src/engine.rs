//! The engine as others see it: options in, a move with its reasons out.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use merels_rules::{AnyMove, AnyPosition, Game, Position, SplitMix};

use crate::classic::classic_choice;
use crate::deadline::Deadline;
use crate::evaluate::Evaluate;
use crate::level::{Handicap, Level};
use crate::limits::Limits;
use crate::nimble;
use crate::oracle::Oracle;
use crate::perfect;
use crate::score::{Score, WIN_BOUND};
use crate::search::{Found, Iteration, RepetitionStack, SearchOptions, Searcher};
use crate::transposition::TranspositionTable;

/// How an engine is set up.
#[derive(Clone)]
pub struct EngineOptions {
    /// The size of the transposition table in MiB.
    pub hash_mib: usize,
    /// How many threads search.
    pub threads: usize,
    /// How well it plays.
    pub level: Level,
    /// Makes the choices of weaker levels repeatable; without it they differ from game to game.
    pub seed: Option<u64>,
    /// Exact values, asked at full strength.
    pub oracle: Option<Arc<dyn Oracle>>,
    /// Parts of the search, all on by default.
    pub search: SearchOptions,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            hash_mib: 64,
            threads: 1,
            level: Level::FULL,
            seed: None,
            oracle: None,
            search: SearchOptions::default(),
        }
    }
}

impl fmt::Debug for EngineOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineOptions")
            .field("hash_mib", &self.hash_mib)
            .field("threads", &self.threads)
            .field("level", &self.level)
            .field("seed", &self.seed)
            .field("oracle", &self.oracle.is_some())
            .field("search", &self.search)
            .finish()
    }
}

/// How far a search has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The depth just finished.
    pub depth: u32,
    /// The deepest line looked at.
    pub seldepth: u32,
    /// For the side to move.
    pub score: Score,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The best line.
    pub pv: Vec<AnyMove>,
}

impl Info {
    /// Positions visited in a second.
    pub fn nps(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The move to play.
    pub best: AnyMove,
    /// How the search stood at its end; its line begins with the move to play.
    pub info: Info,
}

/// What is asked of the search.
struct Question<'a, P: Evaluate> {
    position: &'a P,
    repetition: RepetitionStack,
    limits: &'a Limits,
    begun: Instant,
    stop: &'a AtomicBool,
    /// A move of this game as one of any.
    wrap: fn(P::Move) -> AnyMove,
}

/// Chooses moves. Keeps what it learns from one move to the next.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use merels_engine::{Engine, EngineOptions, Limits};
/// use merels_rules::{AnyPosition, Game, GameId, Position};
///
/// let position = GameId::NINE.parse_position("WWxBBxxxxxxxxxxxxxxxxxxx w 7 7")?;
/// let mut engine = Engine::new(EngineOptions { hash_mib: 1, ..EngineOptions::default() });
/// let game: Game<AnyPosition> = Game::new(position);
/// let stop = AtomicBool::new(false);
/// let report = engine.search(&game, &Limits::depth(4), &stop, &mut |_| {}).unwrap();
/// assert_eq!(&game.position().move_text(report.best)[..3], "g1x");
/// # Ok::<(), merels_rules::TextError>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    options: EngineOptions,
    table: TranspositionTable,
    seed: u64,
}

impl Engine {
    /// An engine that knows nothing yet.
    pub fn new(options: EngineOptions) -> Engine {
        let seed = options.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
        Engine { table: TranspositionTable::new(options.hash_mib), seed, options }
    }

    /// How it is set up.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Sets it up anew; what it learned is kept if the size of the table stays.
    pub fn set_options(&mut self, options: EngineOptions) {
        if options.hash_mib != self.options.hash_mib {
            self.table = TranspositionTable::new(options.hash_mib);
        }
        if let Some(seed) = options.seed {
            self.seed = seed;
        }
        self.options = options;
    }

    /// Forgets what it learned.
    pub fn new_game(&mut self) {
        self.table.clear();
    }

    /// Chooses a move for the side to move; `None` if the game is over.
    ///
    /// Ends when a limit is reached, when `stop` is set or when the value is certain. `report`
    /// hears of every finished depth.
    pub fn search(
        &mut self,
        game: &Game<AnyPosition>,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Option<Report> {
        let moves = game.legal_moves();
        if moves.is_empty() {
            return None;
        }
        self.table.age();
        let repetition = RepetitionStack::of(game.positions());
        let begun = Instant::now();
        let answer = match (self.options.level, game.position()) {
            (_, AnyPosition::Nimble(position)) => {
                let (mv, score) = nimble::best_move(position)?;
                at_once(AnyMove::Nimble(mv), score, moves.len() as u64, begun)
            }
            (Level::Classic, position) => {
                let choice = classic_choice(position, &moves)?;
                at_once(choice.mv, choice.score(), choice.evaluated, begun)
            }
            (_, AnyPosition::Morris(position)) => {
                let moves = inner(&moves, |mv| match mv {
                    AnyMove::Morris(mv) => Some(mv),
                    _ => None,
                });
                let wrap = AnyMove::Morris;
                self.choose(
                    &Question { position, repetition, limits, begun, stop, wrap },
                    &moves,
                    report,
                )
            }
            (_, AnyPosition::MingMang(position)) => {
                let moves = inner(&moves, |mv| match mv {
                    AnyMove::MingMang(mv) => Some(mv),
                    _ => None,
                });
                let wrap = AnyMove::MingMang;
                self.choose(
                    &Question { position, repetition, limits, begun, stop, wrap },
                    &moves,
                    report,
                )
            }
        };
        if limits.infinite {
            Deadline::start(begun, limits, stop).wait_for_stop();
        }
        Some(answer)
    }

    /// Answers at the set level.
    fn choose<P: Evaluate>(
        &self,
        question: &Question<'_, P>,
        moves: &[P::Move],
        report: &mut dyn FnMut(&Info),
    ) -> Report {
        if let Some(handicap) = self.options.level.handicap() {
            return self.choose_weakly(question, moves, handicap, report);
        }
        let Some(oracle) = self.options.oracle.as_deref() else {
            return self.run(question, moves, question.limits, None, report);
        };
        match perfect::keep_best(question.position, moves, oracle) {
            Some(kept) => {
                let found = self.run(question, &kept.moves, question.limits, None, report);
                Report { info: Info { score: kept.score, ..found.info }, ..found }
            }
            None => self.run(question, moves, question.limits, Some(oracle), report),
        }
    }

    /// Looks less far, and now and then takes a second-best move that is not much worse.
    fn choose_weakly<P: Evaluate>(
        &self,
        question: &Question<'_, P>,
        moves: &[P::Move],
        handicap: Handicap,
        report: &mut dyn FnMut(&Info),
    ) -> Report {
        let limits = question.limits.narrowed(Some(handicap.depth), Some(handicap.nodes));
        let best = self.run(question, moves, &limits, None, report);
        let is_other = |mv: &P::Move| (question.wrap)(*mv) != best.best;
        let others: Vec<_> = moves.iter().copied().filter(is_other).collect();
        if others.is_empty() || !self.doubts(question.position, handicap) {
            return best;
        }
        let second = self.run(question, &others, &limits, None, &mut |_| {});
        let (most, value) = (best.info.score.value(), second.info.score.value());
        if value >= most - handicap.slack && value > -WIN_BOUND { second } else { best }
    }

    /// The score for a value of the search, in which a draw is worth a little less than nothing.
    fn shown(&self, value: i32) -> Score {
        if value == -self.options.search.contempt { Score::DRAW } else { Score::new(value) }
    }

    /// Whether a weaker level thinks of a second-best move here.
    fn doubts<P: Position>(&self, position: &P, handicap: Handicap) -> bool {
        let mut random = SplitMix::new(self.seed ^ position.hash());
        (random.below(100) as u32) < handicap.doubts
    }

    /// Searches with all threads.
    fn run<P: Evaluate>(
        &self,
        question: &Question<'_, P>,
        moves: &[P::Move],
        limits: &Limits,
        oracle: Option<&dyn Oracle>,
        report: &mut dyn FnMut(&Info),
    ) -> Report {
        let Question { position, repetition, wrap, .. } = question;
        let deadline = &Deadline::start(question.begun, limits, question.stop);
        let depth = limits.depth.unwrap_or(u32::MAX);
        let searcher = || {
            Searcher::<P>::new(
                deadline,
                &self.table,
                oracle,
                self.options.search,
                repetition.clone(),
            )
        };
        let mut tell = |done: &Iteration<'_, P::Move>| {
            report(&Info {
                depth: done.depth,
                seldepth: done.deepest,
                score: self.shown(done.value),
                nodes: done.nodes,
                time: done.time,
                pv: done.pv.iter().map(|mv| wrap(*mv)).collect(),
            });
        };
        let found: Found<P::Move> = std::thread::scope(|scope| {
            for helper in 1..self.options.threads {
                scope.spawn(move || {
                    searcher().deepen(position, moves, depth, helper, &mut |_| {});
                });
            }
            let found = searcher().deepen(position, moves, depth, 0, &mut tell);
            deadline.finish();
            found
        });
        Report {
            best: wrap(found.best.mv),
            info: Info {
                depth: found.depth,
                seldepth: found.deepest,
                score: self.shown(found.best.value),
                nodes: found.nodes,
                time: deadline.elapsed(),
                pv: found.best.pv.iter().map(|mv| wrap(*mv)).collect(),
            },
        }
    }
}

fn inner<M>(moves: &[AnyMove], of: fn(AnyMove) -> Option<M>) -> Vec<M> {
    moves.iter().filter_map(|mv| of(*mv)).collect()
}

/// An answer that took no search.
fn at_once(best: AnyMove, score: Score, nodes: u64, begun: Instant) -> Report {
    let info = Info { depth: 1, seldepth: 1, score, nodes, time: begun.elapsed(), pv: vec![best] };
    Report { best, info }
}
