use crate::evaluate::Evaluate;

/// No score of a quiet move grows beyond this.
const LIMIT: i32 = 16_000;

/// What a thread remembers of quiet moves that did well, to try them early elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    /// For each side and move, how often it refuted against how often it failed to.
    history: [Vec<i32>; 2],
    /// For each ply, the last two moves that refuted there.
    killers: Vec<[u16; 2]>,
}

/// The bonus in move ordering for the two killers of a ply.
const KILLERS: [i32; 2] = [24_000, 20_000];

impl Memory {
    pub(crate) fn new<P: Evaluate>(plies: usize) -> Memory {
        Memory { history: [vec![0; P::HISTORY], vec![0; P::HISTORY]], killers: vec![[0; 2]; plies] }
    }

    /// How promising a quiet move is.
    #[inline]
    pub(crate) fn promise(&self, side: usize, ply: usize, packed: u16) -> i32 {
        let history = &self.history[side];
        let killers = self.killers[ply];
        let bonus = if packed == killers[0] {
            KILLERS[0]
        } else if packed == killers[1] {
            KILLERS[1]
        } else {
            0
        };
        bonus + history[packed as usize & (history.len() - 1)]
    }

    /// A quiet move refuted the one before it.
    pub(crate) fn refuted(&mut self, side: usize, ply: usize, packed: u16, depth: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != packed {
            *killers = [packed, killers[0]];
        }
        self.adjust(side, packed, depth * depth);
    }

    /// A quiet move was tried before the one that refuted.
    pub(crate) fn failed(&mut self, side: usize, packed: u16, depth: i32) {
        self.adjust(side, packed, -depth * depth);
    }

    fn adjust(&mut self, side: usize, packed: u16, change: i32) {
        let history = &mut self.history[side];
        let index = packed as usize & (history.len() - 1);
        let change = change.clamp(-LIMIT / 8, LIMIT / 8);
        history[index] += change - history[index] * change.abs() / LIMIT;
    }
}
