//! The engine as others see it: options in, a move with its reasons out.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use merels_rules::{AnyMove, AnyPosition, Game, Position, SplitMix};

use crate::classic::classic_choice;
use crate::evaluate::Evaluate;
use crate::level::{Handicap, Level};
use crate::limits::{Limits, Watch};
use crate::nimble;
use crate::oracle::Oracle;
use crate::perfect;
use crate::score::{Score, WIN_BOUND};
use crate::search::{Features, Found, Iteration, Line, Searcher};
use crate::table::Table;

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
    pub features: Features,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            hash_mib: 64,
            threads: 1,
            level: Level::FULL,
            seed: None,
            oracle: None,
            features: Features::default(),
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
            .field("features", &self.features)
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
    table: Table,
    seed: u64,
}

impl Engine {
    /// An engine that knows nothing yet.
    pub fn new(options: EngineOptions) -> Engine {
        let seed = options.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
        Engine { table: Table::new(options.hash_mib), seed, options }
    }

    /// How it is set up.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Sets it up anew; what it learned is kept if the size of the table stays.
    pub fn set_options(&mut self, options: EngineOptions) {
        if options.hash_mib != self.options.hash_mib {
            self.table = Table::new(options.hash_mib);
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
        let line = Line::of(game.positions());
        let watch = Watch::start(limits, stop);
        let answer = match (self.options.level, game.position()) {
            (_, AnyPosition::Nimble(position)) => {
                let (mv, score) = nimble::best_move(position)?;
                Some(at_once(AnyMove::Nimble(mv), score, moves.len() as u64, &watch))
            }
            (Level::Classic, position) => {
                let choice = classic_choice(position, &moves)?;
                Some(at_once(choice.mv, choice.score(), choice.evaluated, &watch))
            }
            (_, AnyPosition::Morris(position)) => {
                let moves = inner(&moves, |mv| match mv {
                    AnyMove::Morris(mv) => Some(mv),
                    _ => None,
                });
                self.choose(position, &moves, &line, limits, stop, AnyMove::Morris, report)
            }
            (_, AnyPosition::MingMang(position)) => {
                let moves = inner(&moves, |mv| match mv {
                    AnyMove::MingMang(mv) => Some(mv),
                    _ => None,
                });
                self.choose(position, &moves, &line, limits, stop, AnyMove::MingMang, report)
            }
        };
        if limits.infinite {
            watch.wait_for_stop();
        }
        answer
    }

    /// Searches at the set level.
    #[expect(clippy::too_many_arguments)]
    fn choose<P: Evaluate>(
        &self,
        position: &P,
        moves: &[P::Move],
        line: &Line,
        limits: &Limits,
        stop: &AtomicBool,
        wrap: fn(P::Move) -> AnyMove,
        report: &mut dyn FnMut(&Info),
    ) -> Option<Report> {
        let Some(handicap) = self.options.level.handicap() else {
            let oracle = self.options.oracle.as_deref();
            if let Some(oracle) = oracle
                && let Some(kept) = perfect::keep_best(position, moves, oracle)
            {
                let watch = Watch::start(limits, stop);
                let found =
                    self.run(position, &kept.moves, line, limits, &watch, None, wrap, report);
                return Some(Report { info: Info { score: kept.score, ..found.info }, ..found });
            }
            let watch = Watch::start(limits, stop);
            return Some(self.run(position, moves, line, limits, &watch, oracle, wrap, report));
        };
        let narrowed = limits.narrowed(Some(handicap.depth), Some(handicap.nodes));
        let watch = Watch::start(&narrowed, stop);
        let best = self.run(position, moves, line, &narrowed, &watch, None, wrap, report);
        if !self.doubts(position, handicap) {
            return Some(best);
        }
        let others: Vec<_> = moves.iter().copied().filter(|mv| wrap(*mv) != best.best).collect();
        if others.is_empty() {
            return Some(best);
        }
        let watch = Watch::start(&narrowed, stop);
        let second = self.run(position, &others, line, &narrowed, &watch, None, wrap, &mut |_| {});
        let plausible = second.info.score.value() >= best.info.score.value() - handicap.slack
            && second.info.score.value() > -WIN_BOUND;
        Some(if plausible { second } else { best })
    }

    /// Whether a weaker level thinks of a second-best move here.
    fn doubts<P: Position>(&self, position: &P, handicap: Handicap) -> bool {
        let mut random = SplitMix::new(self.seed ^ position.hash());
        (random.below(100) as u32) < handicap.doubts
    }

    /// Searches with all threads.
    #[expect(clippy::too_many_arguments)]
    fn run<P: Evaluate>(
        &self,
        position: &P,
        moves: &[P::Move],
        line: &Line,
        limits: &Limits,
        watch: &Watch<'_>,
        oracle: Option<&dyn Oracle>,
        wrap: fn(P::Move) -> AnyMove,
        report: &mut dyn FnMut(&Info),
    ) -> Report {
        let depth = limits.depth.unwrap_or(u32::MAX);
        let searcher =
            || Searcher::<P>::new(watch, &self.table, oracle, self.options.features, line.clone());
        let mut tell = |done: &Iteration<'_, P::Move>| {
            report(&Info {
                depth: done.depth,
                seldepth: done.deepest,
                score: Score::new(done.value),
                nodes: done.nodes,
                time: done.time,
                pv: done.line.iter().map(|mv| wrap(*mv)).collect(),
            });
        };
        let found: Found<P::Move> = std::thread::scope(|scope| {
            for helper in 1..self.options.threads {
                scope.spawn(move || {
                    searcher().deepen(position, moves, depth, helper, &mut |_| {});
                });
            }
            let found = searcher().deepen(position, moves, depth, 0, &mut tell);
            watch.finish();
            found
        });
        Report {
            best: wrap(found.best.mv),
            info: Info {
                depth: found.depth,
                seldepth: found.deepest,
                score: Score::new(found.best.value),
                nodes: found.nodes,
                time: watch.elapsed(),
                pv: found.best.line.iter().map(|mv| wrap(*mv)).collect(),
            },
        }
    }
}

fn inner<M>(moves: &[AnyMove], of: fn(AnyMove) -> Option<M>) -> Vec<M> {
    moves.iter().filter_map(|mv| of(*mv)).collect()
}

/// An answer that took no search.
fn at_once(best: AnyMove, score: Score, nodes: u64, watch: &Watch<'_>) -> Report {
    let info = Info { depth: 1, seldepth: 1, score, nodes, time: watch.elapsed(), pv: vec![best] };
    Report { best, info }
}
