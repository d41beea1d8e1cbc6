use std::time::Duration;

use merels_rules::AnyMove;

use crate::score::Score;

/// The progress of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The depth just finished.
    pub depth: u32,
    /// The deepest line looked at.
    pub seldepth: u32,
    /// The score for the side to move.
    pub score: Score,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The principal variation.
    pub pv: Vec<AnyMove>,
}

impl Info {
    /// Positions visited per second.
    pub fn nps(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The move to play.
    pub best: AnyMove,
    /// The final state of the search; its principal variation begins with the move to play.
    pub info: Info,
}
