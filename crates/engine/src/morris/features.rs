//! What the evaluation sees in a position: a few numbers for each side.

use merels_rules::morris::MorrisPosition;
use merels_rules::{Position, Side};

use super::rings::Rings;

/// How many numbers describe a side.
pub const FEATURES: usize = 16;

/// The names of the features, in their order.
pub const FEATURE_NAMES: [&str; FEATURES] = [
    "always",
    "men",
    "hand",
    "mobility",
    "blocked men",
    "men in mills",
    "movable men in mills",
    "closable mills",
    "several closable mills",
    "double mills",
    "waiting pairs",
    "pairs held up",
    "free lines",
    "crossings",
    "junctions",
    "any closable mill",
];

/// What a side is doing; each has weights of its own.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Context {
    /// Placing, with many men left in hand.
    Early,
    /// Placing the last few men.
    Late,
    /// Moving, and so does the enemy.
    Moving,
    /// Moving against three flying men.
    MovingAgainstFlying,
    /// Flying against more than three men.
    Flying,
    /// Both sides fly.
    BothFlying,
}

/// How many contexts there are.
pub const CONTEXTS: usize = 6;

/// A side with more men in hand than this is early in its placing.
const LATE_HAND: usize = 3;

/// What the evaluation sees of one side.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// Which weights count.
    pub context: Context,
    /// The numbers, named by [`FEATURE_NAMES`].
    pub features: [i32; FEATURES],
}

/// What the evaluation sees of both sides, the side to move first; `None` for `three`.
#[inline]
pub fn sights(position: &MorrisPosition) -> Option<[Sight; 2]> {
    let rings = Rings::of(position.variant())?;
    let us = position.side();
    let men = [rings.place(position.men(us)), rings.place(position.men(!us))];
    Some([sight(position, rings, us, men[0], men[1]), sight(position, rings, !us, men[1], men[0])])
}

#[inline]
fn context(position: &MorrisPosition, side: Side) -> Context {
    let hand = position.hand(side);
    if hand > LATE_HAND {
        return Context::Early;
    }
    if hand > 0 {
        return Context::Late;
    }
    match (position.flies(side), position.flies(!side)) {
        (false, false) => Context::Moving,
        (false, true) => Context::MovingAgainstFlying,
        (true, false) => Context::Flying,
        (true, true) => Context::BothFlying,
    }
}

#[inline]
fn sight(position: &MorrisPosition, rings: &Rings, side: Side, men: u32, enemies: u32) -> Sight {
    let context = context(position, side);
    let empty = rings.empty(men, enemies);
    let around = rings.around(men);
    let lines = rings.lines(&around, men);
    let near_empty = rings.around(empty).any();
    let in_mills = lines.any() & men;
    let completing = lines.any() & empty;
    let by_step = lines.closable(&around) & empty;
    let closable = if context == Context::Moving || context == Context::MovingAgainstFlying {
        by_step
    } else {
        completing
    };
    let double = lines.closable(&rings.around(in_mills)) & empty;
    let count = |set: u32| set.count_ones() as i32;
    let hand = position.hand(side) as i32;
    let features = [
        1,
        count(men) + hand,
        hand,
        around.count(empty) as i32,
        count(men & !near_empty),
        count(in_mills),
        count(in_mills & near_empty),
        count(closable),
        i32::from(count(closable) > 1),
        count(double),
        count(completing & !closable),
        count(lines.any() & enemies),
        rings.free_lines(men, &around, enemies, &rings.around(enemies)) as i32,
        count(men & rings.crossings),
        count(men & rings.junctions),
        i32::from(closable != 0),
    ];
    Sight { context, features }
}
