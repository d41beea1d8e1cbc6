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
    /// Uses the transposition table.
    pub table: bool,
    /// Searches promising moves deeper than others.
    pub selective: bool,
    /// The contempt: the penalty of a draw for the searching side, in hundredths of a man.
    pub contempt: i32,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions { table: true, selective: true, contempt: 0 }
    }
}

/// The state of one search thread.
pub(crate) struct Searcher<'a, P: Evaluate> {
    deadline: &'a Deadline<'a>,
    table: &'a TranspositionTable,
    oracle: Option<&'a dyn Oracle>,
    converts: bool,
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
    /// Set after the first depth, which is always finished so that every answer has a real score.
    may_stop: bool,
    stopped: bool,
}

/// The parameters of a search, besides the deadline and the table.
#[derive(Clone)]
pub(crate) struct SearchSetup<'a> {
    pub(crate) options: SearchOptions,
    pub(crate) oracle: Option<&'a dyn Oracle>,
    /// The root is won, and the oracle knows no distances: it judges all moves of the winner.
    pub(crate) converts: bool,
    /// The oversights of a level; `None` for none.
    pub(crate) attention: Option<Attention>,
    /// The network that evaluates positions; `None` for the handcrafted evaluation.
    pub(crate) network: Option<Arc<Network>>,
    /// Root moves that are less than this worse than the best are found as well; 0 for the best
    /// alone.
    pub(crate) margin: i32,
}

/// A root move and the line that follows it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<M> {
    pub(crate) mv: M,
    pub(crate) value: i32,
    pub(crate) pv: Vec<M>,
}

/// The result of a finished depth.
#[derive(Clone, Debug)]
pub(crate) struct Iteration<'l, M> {
    pub(crate) depth: u32,
    pub(crate) deepest: u32,
    pub(crate) value: i32,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    pub(crate) pv: &'l [M],
}

/// The result of a search.
#[derive(Clone, Debug)]
pub(crate) struct Found<M> {
    pub(crate) depth: u32,
    pub(crate) deepest: u32,
    pub(crate) nodes: u64,
    pub(crate) best: RootMove<M>,
    /// The best move and the others within the margin, as of the last finished depth.
    pub(crate) candidates: Vec<RootMove<M>>,
}

/// The half-width of the aspiration window around the last value.
const ASPIRATION: i32 = 18;
const ASPIRATION_DEPTH: u32 = 5;

/// Late move reductions by depth and move number: the usual product of logarithms.
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
            converts: setup.converts,
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

    /// Iterative deepening until the deadline, the depth limit or a certain value; searches at
    /// least one ply. `moves` must not be empty. Helper threads begin at different depths.
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
            // A deeper search cannot shorten or delay a win or loss within the depth.
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

    /// The moves of a finished depth within the margin.
    fn candidates(&self, roots: &[RootMove<P::Move>]) -> Vec<RootMove<P::Move>> {
        let (best, others) = roots.split_at(1);
        let floor = best[0].value - self.margin;
        let close = others.iter().filter(|root| self.margin > 0 && root.value > floor);
        best.iter().chain(close).cloned().collect()
    }

    /// Searches one depth, first with a narrow window around the value of the last one.
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

    /// Searches the root moves; the best goes to the front, the others keep their order. Values
    /// within the margin are exact, lower ones are bounds.
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
            let next = position.after_unchecked(mv);
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

/// The root moves, the most promising first.
fn ordered_root_moves<P: Evaluate>(position: &P, moves: &[P::Move]) -> Vec<RootMove<P::Move>> {
    let mut ranks = Vec::new();
    position.rank(moves, &mut ranks);
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by_key(|i| std::cmp::Reverse(ranks[*i]));
    let root = |mv| RootMove { mv, value: -INFINITY, pv: vec![mv] };
    order.into_iter().map(|i| root(moves[i])).collect()
}
