//! The public interface of the engine: options in, a move with its reasons out.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::thread;

use merels_rules::morris::{self, MorrisPosition};
use merels_rules::nimble::NimblePosition;
use merels_rules::{AnyMove, AnyPosition, Game, Position, SplitMix, mingmang};
use thiserror::Error;

use crate::choice::Chooser;
use crate::classic::classic_choice;
use crate::conversion::Findings;
use crate::deadline::Deadline;
use crate::evaluate::Evaluate;
use crate::handicap::Handicap;
use crate::level::{Level, LevelNumber};
use crate::limits::Limits;
use crate::nimble;
use crate::options::EngineOptions;
use crate::reference::reference_move;
use crate::report::{Info, Report};
use crate::score::Score;
use crate::search::RepetitionStack;
use crate::stopwatch::Stopwatch;
use crate::transposition::TranspositionTable;

/// A request to the engine.
struct Task<'a> {
    game: &'a Game<AnyPosition>,
    limits: &'a Limits,
    begun: Stopwatch,
    stop: &'a AtomicBool,
    random: SplitMix,
}

/// Chooses moves. Keeps its transposition table from one move to the next.
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
    /// The proofs about winning the present game with an oracle.
    findings: Mutex<Findings<MorrisPosition>>,
}

/// Options that this machine cannot satisfy.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// There is no room for the transposition table.
    #[error("there is no memory for a transposition table of {0} MiB")]
    Memory(usize),
    /// This many threads cannot be started.
    #[error("{0} threads cannot be started")]
    Threads(usize),
}

impl Engine {
    /// Creates an engine with an empty table.
    ///
    /// # Panics
    ///
    /// Panics if the machine cannot satisfy the options. Use [`Engine::try_new`] for sizes from
    /// outside.
    pub fn new(options: EngineOptions) -> Engine {
        Engine::try_new(options).expect("the options are modest")
    }

    /// Creates an engine with an empty table.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory or the threads cannot be started.
    pub fn try_new(options: EngineOptions) -> Result<Engine, EngineError> {
        check_threads(options.threads)?;
        let table = new_table(options.hash_mib)?;
        Ok(Engine { options, table, findings: Mutex::default() })
    }

    /// The current options.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Changes the options; the table's contents are kept if its size stays the same.
    ///
    /// # Panics
    ///
    /// Panics if the machine cannot satisfy the options. Use [`Engine::try_set_options`] for sizes
    /// from outside.
    pub fn set_options(&mut self, options: EngineOptions) {
        self.try_set_options(options).expect("the options are modest");
    }

    /// Changes the options; the table's contents are kept if its size and the evaluation of
    /// positions stay the same.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory or the threads cannot be started. In that
    /// case everything stays as it was, including the table.
    pub fn try_set_options(&mut self, options: EngineOptions) -> Result<(), EngineError> {
        if options.threads > self.options.threads {
            check_threads(options.threads)?;
        }
        if options.hash_mib != self.options.hash_mib {
            self.table = new_table(options.hash_mib)?;
        } else if options.invalidates_table_of(&self.options) {
            self.table.clear();
        }
        self.findings = Mutex::default();
        self.options = options;
        Ok(())
    }

    /// Forgets what earlier searches found.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.findings = Mutex::default();
    }

    /// Chooses a move for the side to move; `None` if the game is over.
    ///
    /// Ends when a limit is reached, when `stop` is set or when the value is certain. `report` is
    /// called after every finished depth.
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
        let begun = Stopwatch::start(self.options.clock);
        let mut random = self.random(game);
        let level = self.options.level;
        // A reference player has its move at once; the search only computes its score.
        let moves = match reference_move(level, game.position(), &moves, &mut random) {
            Some(mv) => vec![mv],
            None => moves,
        };
        let answer = match (level, game.position()) {
            (_, AnyPosition::Nimble(position)) => {
                let (best, score) = nimble_move(level, position, &moves, &mut random)?;
                at_once(best, score, moves.len() as u64, begun)
            }
            (Level::Classic, _) => {
                let choice = classic_choice(game)?;
                at_once(choice.mv, choice.score(), choice.evaluated, begun)
            }
            (_, AnyPosition::Morris(position)) => {
                let task = Task { game, limits, begun, stop, random };
                let positions = (morris_before(game), position);
                let findings = &self.findings;
                let mut chooser = self.chooser(task, positions, AnyMove::Morris, findings);
                chooser.choose(&morris(&moves), report)
            }
            (_, AnyPosition::MingMang(position)) => {
                let task = Task { game, limits, begun, stop, random };
                let findings = &Mutex::default();
                let positions = (None, position);
                let mut chooser = self.chooser(task, positions, AnyMove::MingMang, findings);
                chooser.choose(&mingmang(&moves), report)
            }
        };
        if limits.infinite {
            Deadline::start(begun, limits, stop).wait_for_stop();
        }
        Some(answer)
    }

    fn chooser<'a, P: Evaluate>(
        &'a self,
        task: Task<'a>,
        (previous, position): (Option<&'a P>, &'a P),
        wrap: fn(P::Move) -> AnyMove,
        findings: &'a Mutex<Findings<P>>,
    ) -> Chooser<'a, P> {
        let Task { game, limits, begun, stop, random } = task;
        let repetition = RepetitionStack::of(game.positions());
        let (options, table, ply) = (&self.options, &self.table, game.ply());
        let network = position.network(&options.evaluation);
        Chooser {
            options,
            table,
            findings,
            position,
            previous,
            network,
            repetition,
            limits,
            begun,
            stop,
            ply,
            random,
            wrap,
        }
    }

    /// The source of random choices for this move: the seed and the ply, or fresh entropy without a
    /// seed.
    fn random(&self, game: &Game<AnyPosition>) -> SplitMix {
        let Some(seed) = self.options.seed else {
            return SplitMix::new(RandomState::new().hash_one(0));
        };
        let mut of_ply = SplitMix::new(seed.wrapping_add(game.ply() as u64));
        SplitMix::new(of_ply.next_u64() ^ game.position().hash())
    }
}

fn new_table(mib: usize) -> Result<TranspositionTable, EngineError> {
    TranspositionTable::new(mib).ok_or(EngineError::Memory(mib))
}

/// Checks that this many threads can run at the same time, by starting them.
fn check_threads(threads: usize) -> Result<(), EngineError> {
    let gate = Mutex::new(());
    thread::scope(|scope| {
        let closed = gate.lock();
        let wait = || drop(gate.lock());
        let start = |_| thread::Builder::new().spawn_scoped(scope, wait).map(drop);
        let started = (1..threads).try_for_each(start);
        drop(closed);
        started.map_err(|_| EngineError::Threads(threads))
    })
}

/// The move of a level in Nimble and the score of the best: a reference player's only move, or one at
/// random where the level overlooks the win.
fn nimble_move(
    level: Level,
    position: &NimblePosition,
    moves: &[AnyMove],
    random: &mut SplitMix,
) -> Option<(AnyMove, Score)> {
    let (best, score) = nimble::best_move(position)?;
    let mv = match level {
        level if level.is_reference() => moves[0],
        Level::Numbered(number) if misses_the_win(number, random) => {
            moves[random.below(moves.len())]
        }
        _ => AnyMove::Nimble(best),
    };
    Some((mv, score))
}

/// Returns `true` if a level overlooks the winning move in Nimble.
fn misses_the_win(number: LevelNumber, random: &mut SplitMix) -> bool {
    let percent = Handicap::of(number).map_or(0, |handicap| handicap.nimble);
    random.below(100) < percent as usize
}

/// The position before the last one.
fn morris_before(game: &Game<AnyPosition>) -> Option<&MorrisPosition> {
    match game.positions() {
        [.., AnyPosition::Morris(previous), _] => Some(previous),
        _ => None,
    }
}

fn morris(moves: &[AnyMove]) -> Vec<morris::Move> {
    moves
        .iter()
        .filter_map(|mv| if let AnyMove::Morris(mv) = mv { Some(*mv) } else { None })
        .collect()
}

fn mingmang(moves: &[AnyMove]) -> Vec<mingmang::Move> {
    moves
        .iter()
        .filter_map(|mv| if let AnyMove::MingMang(mv) = mv { Some(*mv) } else { None })
        .collect()
}

/// An answer without a search.
fn at_once(best: AnyMove, score: Score, nodes: u64, begun: Stopwatch) -> Report {
    let info = Info { depth: 1, seldepth: 1, score, nodes, time: begun.elapsed(), pv: vec![best] };
    Report { best, info }
}
