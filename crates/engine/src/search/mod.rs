//! Iterative deepening at the root. [`node`] searches below it.

mod eval_cache;
mod node;
mod ordering;
mod repetition;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use crate::attention::Attention;
use crate::deadline::Deadline;
use crate::evaluate::Evaluate;
use crate::network::Network;
use crate::oracle::Oracle;
use crate::score::{INFINITY, WIN_BOUND};
use crate::transposition::TranspositionTable;
use eval_cache::EvalCache;
use node::MAX_DEPTH;
use ordering::MoveOrdering;
pub(crate) use repetition::RepetitionStack;

/// Parts of the search that can be switched off, to compare it with plain minimax.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// Remember positions.
    pub table: bool,
    /// Look at promising moves deeper than at others.
    pub selective: bool,
    /// How much worse than equality a draw is to the side that searches, in hundredths of a man.
    pub contempt: i32,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions { table: true, selective: true, contempt: 0 }
    }
}

/// What one thread of a search needs and keeps.
pub(crate) struct Searcher<'a, P: Evaluate> {
    deadline: &'a Deadline<'a>,
    table: &'a TranspositionTable,
    oracle: Option<&'a dyn Oracle>,
    options: SearchOptions,
    attention: Option<Attention>,
    network: Option<(&'a Network, EvalCache)>,
    margin: i32,
    repetition: RepetitionStack,
    ordering: MoveOrdering,
    /// Untried moves of all plies above, and their ranks.
    moves: Vec<P::Move>,
    ranks: Vec<i32>,
    /// The principal variation from each ply.
    pvs: Vec<Vec<P::Move>>,
    nodes: u64,
    next_check: u64,
    deepest: usize,
    /// The first depth is always finished, so that every answer has an honest score.
    may_stop: bool,
    stopped: bool,
}

/// With what a search is made, besides the deadline and the table.
#[derive(Clone)]
pub(crate) struct SearchSetup<'a> {
    pub(crate) options: SearchOptions,
    pub(crate) oracle: Option<&'a dyn Oracle>,
    /// How much a level overlooks; `None` for nothing.
    pub(crate) attention: Option<Attention>,
    /// Judges positions; `None` for hand-made rules.
    pub(crate) network: Option<Arc<Network>>,
    /// Moves of the root that are less than this worse than the best are found as well; 0 for the
    /// best alone.
    pub(crate) margin: i32,
}

/// A move of the root and the line that follows it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<M> {
    pub(crate) mv: M,
    pub(crate) value: i32,
    pub(crate) pv: Vec<M>,
}

/// What a finished depth has found.
#[derive(Clone, Debug)]
pub(crate) struct Iteration<'l, M> {
    pub(crate) depth: u32,
    pub(crate) deepest: u32,
    pub(crate) value: i32,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    pub(crate) pv: &'l [M],
}

/// What a search has found.
#[derive(Clone, Debug)]
pub(crate) struct Found<M> {
    pub(crate) depth: u32,
    pub(crate) deepest: u32,
    pub(crate) nodes: u64,
    pub(crate) best: RootMove<M>,
    /// The best and what comes within the margin, as the last finished depth saw them.
    pub(crate) candidates: Vec<RootMove<M>>,
}

/// How far around the last value the next depth looks first.
const ASPIRATION: i32 = 18;
const ASPIRATION_DEPTH: u32 = 5;

/// Logarithms of depth and number of the move, as the usual rule of thumb has it.
static REDUCTIONS: std::sync::LazyLock<[[u8; 64]; 64]> = std::sync::LazyLock::new(|| {
    std::array::from_fn(|depth| {
        std::array::from_fn(|tried| {
            let product = (depth.max(1) as f64).ln() * (tried.max(1) as f64).ln();
            (0.5 + product / 2.2) as u8
        })
    })
});

impl<'a, P: Evaluate> Searcher<'a, P> {
    pub(crate) fn new(
        deadline: &'a Deadline<'a>,
        table: &'a TranspositionTable,
        setup: &'a SearchSetup<'a>,
        repetition: RepetitionStack,
    ) -> Searcher<'a, P> {
        Searcher {
            deadline,
            table,
            oracle: setup.oracle,
            options: setup.options,
            attention: setup.attention,
            network: setup.network.as_deref().map(|network| (network, EvalCache::new())),
            margin: setup.margin,
            repetition,
            ordering: MoveOrdering::new::<P>(MAX_DEPTH + 2),
            moves: Vec::with_capacity(1_024),
            ranks: Vec::with_capacity(1_024),
            pvs: vec![Vec::new(); MAX_DEPTH + 2],
            nodes: 0,
            next_check: 0,
            deepest: 0,
            may_stop: false,
            stopped: false,
        }
    }

    /// Searches deeper and deeper until the deadline says stop, `depth` is reached or the value is
    /// certain; one ply in any case. `moves` must not be empty. Helping threads begin at different depths.
    pub(crate) fn deepen(
        &mut self,
        position: &P,
        moves: &[P::Move],
        depth: u32,
        helper: usize,
        report: &mut dyn FnMut(&Iteration<'_, P::Move>),
    ) -> Found<P::Move> {
        let mut roots = ordered_root_moves(position, moves);
        let mut reached = 0;
        let mut value = 0;
        let mut candidates = Vec::new();
        self.may_stop = helper > 0;
        for depth in 1 + (helper % 2) as u32..=depth.min(MAX_DEPTH as u32) {
            value = self.aspiration_search(position, &mut roots, depth, value);
            if self.stopped {
                break;
            }
            reached = depth;
            self.may_stop = true;
            candidates = self.candidates(&roots);
            report(&Iteration {
                depth,
                deepest: self.deepest as u32,
                value,
                nodes: self.nodes,
                time: self.deadline.elapsed(),
                pv: &roots[0].pv,
            });
            // A win or loss within the depth cannot be shortened or delayed by looking deeper.
            let certain =
                value.abs() >= WIN_BOUND && crate::score::WIN - value.abs() <= depth as i32;
            if certain || !self.deadline.allows_another_depth() {
                break;
            }
        }
        Found {
            depth: reached,
            deepest: self.deepest as u32,
            nodes: self.nodes,
            best: roots.swap_remove(0),
            candidates,
        }
    }

    /// The moves of a finished depth that come within the margin.
    fn candidates(&self, roots: &[RootMove<P::Move>]) -> Vec<RootMove<P::Move>> {
        let (best, others) = roots.split_at(1);
        let floor = best[0].value - self.margin;
        let close = others.iter().filter(|root| self.margin > 0 && root.value > floor);
        best.iter().chain(close).cloned().collect()
    }

    /// One depth, first with a narrow window around the value of the last one.
    fn aspiration_search(
        &mut self,
        position: &P,
        roots: &mut [RootMove<P::Move>],
        depth: u32,
        last: i32,
    ) -> i32 {
        let mut width = ASPIRATION;
        let (mut alpha, mut beta) = if depth >= ASPIRATION_DEPTH && last.abs() < WIN_BOUND {
            (last - width, last + width)
        } else {
            (-INFINITY, INFINITY)
        };
        loop {
            let value = self.root(position, roots, alpha, beta, depth as i32);
            if self.stopped {
                return value;
            }
            width *= 4;
            if value <= alpha {
                alpha = if width > 500 { -INFINITY } else { value - width };
            } else if value >= beta {
                beta = if width > 500 { INFINITY } else { value + width };
            } else {
                return value;
            }
        }
    }

    /// Searches the moves of the root; the best goes to the front, the others keep their order.
    /// Values within the margin are exact, lower ones are bounds.
    fn root(
        &mut self,
        position: &P,
        roots: &mut [RootMove<P::Move>],
        alpha: i32,
        beta: i32,
        depth: i32,
    ) -> i32 {
        let mut best = -INFINITY;
        for i in 0..roots.len() {
            let mv = roots[i].mv;
            let mut next = position.clone();
            next.play_unchecked(mv);
            self.repetition.push(&next);
            let floor = alpha.max(best - self.margin);
            let mut value = floor + 1;
            if i > 0 {
                value = -self.node(&next, -floor - 1, -floor, depth - 1, 1);
            }
            let looked_at = i == 0 || value > floor;
            if looked_at {
                value = -self.node(&next, -beta, -floor, depth - 1, 1);
            }
            self.repetition.pop();
            if self.stopped {
                return best;
            }
            roots[i].value = value;
            if looked_at {
                self.extend_pv(0, mv);
                roots[i].pv.clone_from(&self.pvs[0]);
            }
            if value > best {
                best = value;
                if value > alpha || i == 0 {
                    roots[..=i].rotate_right(1);
                }
                if value >= beta {
                    break;
                }
            }
        }
        best
    }
}

/// The moves of the root, the most promising first.
fn ordered_root_moves<P: Evaluate>(position: &P, moves: &[P::Move]) -> Vec<RootMove<P::Move>> {
    let mut ranks = Vec::new();
    position.rank(moves, &mut ranks);
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by_key(|i| std::cmp::Reverse(ranks[*i]));
    let root = |mv| RootMove { mv, value: -INFINITY, pv: vec![mv] };
    order.into_iter().map(|i| root(moves[i])).collect()
}
