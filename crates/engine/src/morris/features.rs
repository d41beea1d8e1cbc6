//! The features of the evaluation: a few numbers for each side of a position.

use merels_rules::morris::MorrisPosition;
use merels_rules::{Position, Side};

use crate::rings::{Around, Rings};

/// The number of features of a side.
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

/// The phase of a side; each has its own weights.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Context {
    /// Placing, with many men left in hand.
    Early,
    /// Placing the last few men.
    Late,
    /// Moving, against an enemy that moves too.
    Moving,
    /// Moving against three flying men.
    MovingAgainstFlying,
    /// Flying against more than three men.
    Flying,
    /// Both sides fly.
    BothFlying,
}

/// The number of contexts.
pub const CONTEXTS: usize = 6;

/// The most men in hand of a side that is late in its placing.
const LATE_HAND: usize = 3;

/// The features of one side.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SideFeatures {
    /// The context that selects the weights.
    pub context: Context,
    /// The numbers, named by [`FEATURE_NAMES`].
    pub features: [i32; FEATURES],
}

/// The data that both sides share, computed once.
struct Scene {
    rings: &'static Rings,
    /// The men of the side to move, then those of the other.
    men: [u32; 2],
    around: [Around; 2],
    empty: u32,
    /// Points next to an empty one.
    near_empty: u32,
}

/// The features of both sides, the side to move first; `None` for `three`.
#[inline]
pub fn side_features(position: &MorrisPosition) -> Option<[SideFeatures; 2]> {
    let rings = Rings::of(position.variant())?;
    let us = position.side();
    let men = [us, !us].map(|side| rings.place(position.men(side)));
    let empty = rings.empty(men[0], men[1]);
    let around = men.map(|men| rings.around(men));
    let scene = Scene { rings, men, around, empty, near_empty: rings.around(empty).any() };
    Some([features_of(position, us, &scene, 0), features_of(position, !us, &scene, 1)])
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
fn features_of(position: &MorrisPosition, side: Side, scene: &Scene, waits: usize) -> SideFeatures {
    let Scene { rings, empty, near_empty, .. } = *scene;
    let (men, enemies) = (scene.men[waits], scene.men[1 - waits]);
    let (around, around_enemies) = (&scene.around[waits], &scene.around[1 - waits]);
    let context = context(position, side);
    let lines = rings.lines(around, men);
    let in_mills = lines.any() & men;
    let completing = lines.any() & empty;
    let by_step = lines.closable(around) & empty;
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
        rings.free_lines(men, around, enemies, around_enemies) as i32,
        count(men & rings.crossings),
        count(men & rings.junctions),
        i32::from(closable != 0),
    ];
    SideFeatures { context, features }
}
