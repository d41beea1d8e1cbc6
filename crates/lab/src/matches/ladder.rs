//! The ladder: every level against the one below.

use merels_engine::{Level, LevelNumber};

/// The positions that full strength may visit for a move, so that the ladder is quick and
/// repeatable. The levels below it have limits of their own.
pub const FULL_NODES: u64 = 120_000;

/// The steps of the ladder from a level on: each level and the one below it.
pub fn ladder(from: u8) -> impl Iterator<Item = [Level; 2]> {
    let steps = LevelNumber::ALL.windows(2).filter(move |pair| pair[1].get() >= from);
    steps.map(|pair| [pair[1], pair[0]].map(Level::Numbered))
}
