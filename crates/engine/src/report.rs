use std::time::Duration;

use merels_rules::AnyMove;

use crate::score::Score;

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
