//! Move ordering: history and killers.

use crate::evaluate::Evaluate;

/// The bound on the history score of a quiet move.
const LIMIT: i32 = 16_000;

/// Quiet moves that caused cutoffs, kept by each thread and tried early in other positions.
#[derive(Clone, Debug)]
pub(crate) struct MoveOrdering {
    /// For each side and move, the balance of cutoffs and failures to cut off.
    history: [Vec<i32>; 2],
    /// For each ply, the last two moves that caused a cutoff there.
    killers: Vec<[u16; 2]>,
}

/// The bonus in move ordering for the two killers of a ply.
const KILLER_BONUS: [i32; 2] = [24_000, 20_000];

impl MoveOrdering {
    pub(crate) fn new<P: Evaluate>(plies: usize) -> MoveOrdering {
        MoveOrdering {
            history: [vec![0; P::HISTORY], vec![0; P::HISTORY]],
            killers: vec![[0; 2]; plies],
        }
    }

    /// The ordering score; moves with a higher score are tried earlier.
    #[inline]
    pub(crate) fn score(&self, side: usize, ply: usize, packed: u16) -> i32 {
        let history = &self.history[side];
        let killers = self.killers[ply];
        let bonus = if packed == killers[0] {
            KILLER_BONUS[0]
        } else if packed == killers[1] {
            KILLER_BONUS[1]
        } else {
            0
        };
        bonus + history[packed as usize & (history.len() - 1)]
    }

    /// Records that a quiet move caused a cutoff.
    pub(crate) fn record_cutoff(&mut self, side: usize, ply: usize, packed: u16, depth: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != packed {
            *killers = [packed, killers[0]];
        }
        self.adjust(side, packed, depth * depth);
    }

    /// Records that a quiet move was tried before the one that caused a cutoff.
    pub(crate) fn record_failure(&mut self, side: usize, packed: u16, depth: i32) {
        self.adjust(side, packed, -depth * depth);
    }

    fn adjust(&mut self, side: usize, packed: u16, change: i32) {
        let history = &mut self.history[side];
        let index = packed as usize & (history.len() - 1);
        let change = change.clamp(-LIMIT / 8, LIMIT / 8);
        history[index] += change - history[index] * change.abs() / LIMIT;
    }
}
