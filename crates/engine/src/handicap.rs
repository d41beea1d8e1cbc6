//! What holds levels 1 to 9 back.

use crate::level::LevelNumber;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Handicap {
    /// The most plies it looks ahead.
    pub(crate) depth: u32,
    /// The most positions it visits.
    pub(crate) nodes: u64,
    /// How many times in a hundred it thinks of a second-best move.
    pub(crate) doubts: u32,
    /// How much worse than the best that move may be, in hundredths of a man.
    pub(crate) slack: i32,
}

const HANDICAPS: [Handicap; 9] = [
    Handicap { depth: 1, nodes: 100, doubts: 60, slack: 200 },
    Handicap { depth: 1, nodes: 100, doubts: 20, slack: 100 },
    Handicap { depth: 2, nodes: 500, doubts: 30, slack: 80 },
    Handicap { depth: 3, nodes: 1_500, doubts: 30, slack: 60 },
    Handicap { depth: 4, nodes: 2_500, doubts: 25, slack: 60 },
    Handicap { depth: 5, nodes: 4_500, doubts: 25, slack: 60 },
    Handicap { depth: 7, nodes: 7_000, doubts: 25, slack: 50 },
    Handicap { depth: 9, nodes: 16_000, doubts: 12, slack: 40 },
    Handicap { depth: 13, nodes: 40_000, doubts: 8, slack: 40 },
];

impl Handicap {
    /// `None` for full strength.
    pub(crate) fn of(number: LevelNumber) -> Option<Handicap> {
        HANDICAPS.get(usize::from(number.get()) - 1).copied()
    }
}
