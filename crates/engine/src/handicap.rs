//! The handicaps of levels 1 to 9.

use crate::level::LevelNumber;

/// The handicap of a level: it searches less deep than it could and sees less.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Handicap {
    /// The greatest search depth in plies.
    pub(crate) depth: u32,
    /// The most positions it visits.
    pub(crate) nodes: u64,
    /// Its sight while men are placed.
    pub(crate) placing: Focus,
    /// Its sight while men move; lines are easier to see than plans.
    pub(crate) moving: Focus,
    /// The percentage of positions in Nimble in which it overlooks the winning move.
    pub(crate) nimble: u32,
}

/// The oversights, the knowledge and the randomness of a level.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Focus {
    /// The percentage of quiet moves it does not consider.
    pub(crate) overlooked_moves: u32,
    /// The percentage of its own captures it does not see.
    pub(crate) overlooked_captures: u32,
    /// The percentage of moves, of either side, overlooked in its search.
    pub(crate) oversight: u32,
    /// The known share of the evaluation, in percent; the rest is a count of men.
    pub(crate) knowledge: i32,
    /// Moves that are less than this worse than the best count as equal, in hundredths of a man.
    pub(crate) margin: i32,
}

/// The handicaps of levels 1 to 9, tuned by matches: see docs/engine.md.
#[rustfmt::skip]
const HANDICAPS: [Handicap; 9] = [
    uneven(3,  2_000, ([0, 0, 0], [100, 5]), ([40, 70, 100], [ 0, 30]), 60),
    uneven(3,  2_000, ([0, 0, 0], [100, 5]), ([40, 53,  72], [ 0, 30]), 50),
    uneven(3,  2_000, ([0, 0, 0], [100, 5]), ([35, 36,  62], [ 2, 30]), 42),
    uneven(3,  2_000, ([0, 0, 0], [100, 5]), ([27, 16,  45], [ 5, 28]), 35),
    uneven(3,  2_000, ([0, 0, 0], [100, 5]), ([17,  5,  28], [15, 21]), 28),
    uneven(3,  3_000, ([0, 0, 0], [100, 5]), ([ 9,  0,  17], [38, 15]), 22),
    even(4,    4_000, ([3, 0, 4], [100, 9]), 16),
    even(6,   10_000, ([2, 0, 1], [100, 6]), 11),
    even(12,  40_000, ([0, 0, 0], [100, 6]), 6),
];

/// Overlooked moves, captures and moves in the search; knowledge and margin.
type FocusNumbers = ([u32; 3], [i32; 2]);

/// A level that sees less in one part of the game than in the other.
const fn uneven(
    depth: u32,
    nodes: u64,
    placing: FocusNumbers,
    moving: FocusNumbers,
    nimble: u32,
) -> Handicap {
    Handicap { depth, nodes, placing: focus(placing), moving: focus(moving), nimble }
}

/// A level that sees equally much in all parts of the game.
const fn even(depth: u32, nodes: u64, numbers: FocusNumbers, nimble: u32) -> Handicap {
    uneven(depth, nodes, numbers, numbers, nimble)
}

const fn focus(numbers: FocusNumbers) -> Focus {
    let ([overlooked_moves, overlooked_captures, oversight], [knowledge, margin]) = numbers;
    Focus { overlooked_moves, overlooked_captures, oversight, knowledge, margin }
}

/// The contempt of levels 1 to 9 for a draw, in hundredths of a man: enough to play on in even
/// positions, not enough to spoil them.
pub(crate) const CONTEMPT: i32 = 30;

impl Handicap {
    /// `None` for full strength.
    pub(crate) fn of(number: LevelNumber) -> Option<Handicap> {
        HANDICAPS.get(usize::from(number.get()) - 1).copied()
    }
}
