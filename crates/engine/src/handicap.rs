//! What holds levels 1 to 9 back.

use crate::level::LevelNumber;

/// A level looks less far than it could, and sees less of what there is to see.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Handicap {
    /// The most plies it looks ahead.
    pub(crate) depth: u32,
    /// The most positions it visits.
    pub(crate) nodes: u64,
    /// How it sees a game while men are placed.
    pub(crate) placing: Focus,
    /// How it sees a game in which men move: rows are easier to see than plans.
    pub(crate) moving: Focus,
    /// In Nimble: how many times in a hundred it does not see the move that wins.
    pub(crate) nimble: u32,
}

/// What a level overlooks, what it knows, and what it leaves to chance.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Focus {
    /// How many quiet moves in a hundred it does not think of.
    pub(crate) overlooked_moves: u32,
    /// How many of its own captures in a hundred it does not see.
    pub(crate) overlooked_captures: u32,
    /// How many moves in a hundred, of either side, it overlooks in what it thinks ahead.
    pub(crate) oversight: u32,
    /// How much of the evaluation it knows, in percent; the rest is a count of men.
    pub(crate) knowledge: i32,
    /// Moves that are less than this worse than the best count as equal, in hundredths of a man.
    pub(crate) margin: i32,
}

/// Levels 1 to 9, settled by matches: see docs/engine.md.
#[rustfmt::skip]
const HANDICAPS: [Handicap; 9] = [
    uneven(3,  2_000, ([0, 0, 0], [100, 5]), ([40, 70, 100], [ 0, 30]), 60),
    uneven(3,  2_000, ([0, 0, 0], [100, 5]), ([40, 53,  72], [ 0, 30]), 50),
    uneven(3,  2_000, ([0, 0, 0], [100, 5]), ([35, 36,  62], [ 2, 30]), 42),
    uneven(3,  2_000, ([0, 0, 0], [100, 5]), ([26, 11,  40], [ 6, 27]), 35),
    uneven(3,  2_000, ([0, 0, 0], [100, 5]), ([17,  4,  27], [16, 20]), 28),
    uneven(3,  3_000, ([0, 0, 0], [100, 5]), ([ 9,  0,  17], [38, 15]), 22),
    even(4,    4_000, ([3, 0, 4], [100, 9]), 16),
    even(6,   10_000, ([2, 0, 1], [100, 6]), 11),
    even(12,  40_000, ([0, 0, 0], [100, 6]), 6),
];

/// Overlooked moves, captures and moves in thought; knowledge and margin.
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

/// A level that sees as much in all parts of the game.
const fn even(depth: u32, nodes: u64, numbers: FocusNumbers, nimble: u32) -> Handicap {
    uneven(depth, nodes, numbers, numbers, nimble)
}

const fn focus(numbers: FocusNumbers) -> Focus {
    let ([overlooked_moves, overlooked_captures, oversight], [knowledge, margin]) = numbers;
    Focus { overlooked_moves, overlooked_captures, oversight, knowledge, margin }
}

/// How much worse than equality a draw is to levels 1 to 9, in hundredths of a man: enough to play
/// on in even positions, not enough to spoil them.
pub(crate) const CONTEMPT: i32 = 30;

impl Handicap {
    /// `None` for full strength.
    pub(crate) fn of(number: LevelNumber) -> Option<Handicap> {
        HANDICAPS.get(usize::from(number.get()) - 1).copied()
    }
}
