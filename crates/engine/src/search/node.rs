//! The search below the root: principal variation search with the usual enhancements.

use merels_rules::{Outcome, Side, Value, Wdl};

use super::Searcher;
use crate::evaluate::{Evaluate, TACTICAL};
use crate::score::{SURE_WIN, WIN, WIN_BOUND};
use crate::transposition::{Bound, Entry, value_from_entry, value_to_entry};

/// The maximal number of plies below the root.
pub(super) const MAX_DEPTH: usize = 200;

/// The number of nodes between two checks of the deadline.
const NODES_BETWEEN_CHECKS: u64 = 1_024;

/// The least depth for a probe of the transposition table; shallower searches cost less than a
/// probe.
const TRANSPOSITION_DEPTH: i32 = 2;

/// Late move reductions: from this move on, at this depth or more, quiet moves are first searched
/// less deep.
const LATE_MOVE: usize = 3;
const REDUCTION_DEPTH: i32 = 3;

/// Reverse futility: a position this much above beta, per ply left, will stay above it.
const REVERSE_FUTILITY_MARGIN: i32 = 60;
const REVERSE_FUTILITY_DEPTH: i32 = 5;

/// The most quiet moves that are remembered to be recorded as failures.
const TRIED: usize = 32;

impl<P: Evaluate> Searcher<'_, P> {
    /// The value of a position for its side to move: exact between `alpha` and `beta`, otherwise a
    /// bound. Searches `depth` plies; the position is the last of the repetition stack and `ply`
    /// plies from the root. The value is meaningless once `self.stopped` is set.
    pub(super) fn node(
        &mut self,
        position: &P,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        let is_pv = beta - alpha > 1;
        if is_pv {
            self.pvs[ply].clear();
        }

        // 1. Count the node, and stop when told to.
        self.nodes += 1;
        if self.nodes >= self.next_check && self.may_stop {
            self.check_deadline();
        }
        if self.stopped {
            return 0;
        }
        self.deepest = self.deepest.max(ply);

        // 2. The game may be over, by this position or by repetition.
        if let Some(outcome) = position.outcome() {
            return outcome_value(outcome, position.side(), ply, self.draw_value(ply));
        }
        if self.repetition.is_drawn(position.reversible_plies()) {
            return self.draw_value(ply);
        }

        // 3. No value here exceeds the shortest win already known or falls below an immediate loss
        //    (mate distance pruning).
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }

        // 4. The horizon.
        if depth <= 0 || ply >= MAX_DEPTH {
            return self.evaluate(position);
        }

        // 5. Probe the transposition table.
        let key = position.table_key() ^ self.attention.map_or(0, |attention| attention.seed);
        let remembers = self.options.table && depth >= TRANSPOSITION_DEPTH;
        let known = if remembers { self.table.probe(key) } else { None };
        if let Some(entry) = known
            && !is_pv
            && self.is_deep_enough(entry, depth)
        {
            let value = value_from_entry(entry.value, ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if decides {
                return value;
            }
        }

        // 6. Probe the oracle. That is expensive, so only after a placement or a capture; in a won
        //    root's search after the winner's moves instead, which goes on while they keep the win
        //    and have not captured yet.
        let is_settled = position.reversible_plies() == 0;
        if let Some(oracle) = self.oracle
            && (if self.converts { ply % 2 == 1 } else { is_settled })
            && let Some(exact) = position.probe(oracle)
            && (is_settled || !self.converts || exact != Wdl::Loss.into())
        {
            return exact_value(exact, ply, self.draw_value(ply));
        }

        // 7. Reverse futility: a position far above beta is not searched any further.
        let eval = known.map_or_else(|| self.evaluate(position), |entry| i32::from(entry.eval));
        if self.options.selective
            && !is_pv
            && depth <= REVERSE_FUTILITY_DEPTH
            && eval - REVERSE_FUTILITY_MARGIN * depth >= beta
            && beta.abs() < WIN_BOUND
        {
            return eval;
        }

        // 8. Move ordering: the table's move, then captures, then quiet moves by history and
        //    killers.
        let table_move = known.and_then(|entry| position.unpack(entry.mv));
        let first = self.moves.len();
        let mut untried = None;
        let mut first_choice = table_move;
        let mut tried: [u16; TRIED] = [0; TRIED];
        let mut tried_count = 0;
        let mut best = -WIN;
        let mut best_move = 0;
        let original_alpha = alpha;
        let mut searched = 0;
        let mut overlooked = 0;
        let side = position.side().index();

        loop {
            let mv = if let Some(mv) = first_choice.take() {
                mv
            } else {
                let at = *untried.get_or_insert_with(|| self.generate(position, table_move, ply));
                let Some(mv) = self.pick(at) else { break };
                untried = Some(at + 1);
                mv
            };
            let packed = position.pack(mv);
            if self.attention.is_some_and(|attention| attention.overlooks::<P>(key, packed)) {
                overlooked += 1;
                continue;
            }
            let next = position.after_unchecked(mv);
            self.repetition.push(&next);
            if self.repetition.is_forbidden() {
                self.repetition.pop();
                continue;
            }

            // 9. The first move gets the full window; the others must prove to be better.
            let quiet = position.is_quiet(mv, &next);
            let below = depth - 1;
            let value = if searched == 0 {
                -self.node(&next, -beta, -alpha, below, ply + 1)
            } else {
                let reduction = self.reduction(depth, searched, quiet, is_pv);
                let mut value = -self.node(&next, -alpha - 1, -alpha, below - reduction, ply + 1);
                if value > alpha && reduction > 0 {
                    value = -self.node(&next, -alpha - 1, -alpha, below, ply + 1);
                }
                if value > alpha && value < beta {
                    value = -self.node(&next, -beta, -alpha, below, ply + 1);
                }
                value
            };
            self.repetition.pop();
            if self.stopped {
                self.truncate_moves(first);
                return 0;
            }
            searched += 1;

            // 10. A better move, or a cutoff because the opponent will not allow it.
            if value > best {
                best = value;
                if value > alpha {
                    best_move = packed;
                    alpha = value;
                    if is_pv {
                        self.extend_pv(ply, mv);
                    }
                    if alpha >= beta {
                        if quiet {
                            self.ordering.record_cutoff(side, ply, packed, depth);
                            for failed in &tried[..tried_count] {
                                self.ordering.record_failure(side, *failed, depth);
                            }
                        }
                        break;
                    }
                }
            }
            if quiet && tried_count < TRIED {
                tried[tried_count] = packed;
                tried_count += 1;
            }
        }
        self.truncate_moves(first);

        // 11. No move was searched. If every move recreates a forbidden arrangement, it is a loss;
        //     a level that sees no move takes the static evaluation.
        if searched == 0 {
            return if overlooked == 0 { ply as i32 - WIN } else { eval };
        }

        // 12. Store the result.
        let bound = if best >= beta {
            Bound::Lower
        } else if best > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if remembers {
            let mv = if best_move == 0 { known.map_or(0, |entry| entry.mv) } else { best_move };
            let (value, eval) = (value_to_entry(best, ply), eval.clamp(-WIN, WIN) as i16);
            self.table.store(key, Entry { mv, value, eval, depth: depth as u8, bound });
        }
        best
    }

    /// Lists the moves of a position except the table's, each with its rank, behind those of the
    /// plies above; returns the index of the first.
    fn generate(&mut self, position: &P, table_move: Option<P::Move>, ply: usize) -> usize {
        let first = self.moves.len();
        position.moves_into(&mut self.moves);
        if let Some(table_move) = table_move
            && let Some(at) = self.moves[first..].iter().position(|mv| *mv == table_move)
        {
            self.moves.remove(first + at);
        }
        position.rank(&self.moves[first..], &mut self.ranks);
        let side = position.side().index();
        for (mv, rank) in self.moves[first..].iter().zip(&mut self.ranks[first..]) {
            if *rank < TACTICAL {
                *rank += self.ordering.score(side, ply, position.pack(*mv));
            }
        }
        first
    }

    /// Selects the best of the moves from `at` on and swaps it to `at`.
    fn pick(&mut self, at: usize) -> Option<P::Move> {
        let untried = self.ranks[at..].iter().enumerate();
        let (offset, _) = untried.rev().max_by_key(|(_, rank)| **rank)?;
        self.moves.swap(at, at + offset);
        self.ranks.swap(at, at + offset);
        Some(self.moves[at])
    }

    fn truncate_moves(&mut self, first: usize) {
        self.moves.truncate(first);
        self.ranks.truncate(first);
    }

    /// The reduction of a move's first search, in plies.
    fn reduction(&self, depth: i32, searched: usize, quiet: bool, is_pv: bool) -> i32 {
        let may = self.options.selective && quiet;
        if !may || depth < REDUCTION_DEPTH || searched < LATE_MOVE {
            return 0;
        }
        let base = super::REDUCTIONS[(depth as usize).min(63)][searched.min(63)];
        (i32::from(base) - i32::from(is_pv)).clamp(0, depth - 2)
    }

    /// Returns `true` if a table entry can answer for a search of `depth` plies. Without
    /// selectivity only the same depth can: the value is then the one that plain minimax finds.
    fn is_deep_enough(&self, entry: Entry, depth: i32) -> bool {
        if self.options.selective {
            i32::from(entry.depth) >= depth
        } else {
            i32::from(entry.depth) == depth
        }
    }

    /// The value of a draw: a little below 0 for the searching side.
    fn draw_value(&self, ply: usize) -> i32 {
        if ply.is_multiple_of(2) { -self.options.contempt } else { self.options.contempt }
    }

    /// The evaluation for the side to move, as far as this level knows it.
    #[inline]
    fn evaluate(&mut self, position: &P) -> i32 {
        match (&self.attention, &mut self.network) {
            (Some(attention), _) => attention.evaluate(position),
            (None, Some((network, cache))) => {
                cache.value(position.hash(), || position.evaluate_with(network))
            }
            (None, None) => position.evaluate(),
        }
    }

    fn check_deadline(&mut self) {
        self.stopped = self.deadline.is_over(self.nodes);
        self.next_check = self.deadline.node_limit().min(self.nodes + NODES_BETWEEN_CHECKS);
    }

    /// Sets the principal variation from `ply` to this move and the variation after it.
    pub(super) fn extend_pv(&mut self, ply: usize, mv: P::Move) {
        let (above, below) = self.pvs.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(mv);
        above[ply].extend_from_slice(&below[0]);
    }
}

/// The search value of an exact value, `ply` plies from the root.
fn exact_value(exact: Value, ply: usize, draw: i32) -> i32 {
    let win = exact.plies().map_or(SURE_WIN, |plies| WIN - i32::from(plies)) - ply as i32;
    match exact {
        Value::Win(_) => win,
        Value::Draw => draw,
        Value::Loss(_) => -win,
    }
}

/// The value of a finished game for `side`, `ply` plies from the root.
pub(super) fn outcome_value(outcome: Outcome, side: Side, ply: usize, draw: i32) -> i32 {
    match outcome.winner() {
        None => draw,
        Some(winner) if winner == side => WIN - ply as i32,
        Some(_) => ply as i32 - WIN,
    }
}
