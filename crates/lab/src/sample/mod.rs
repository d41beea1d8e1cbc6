//! Positions with their exact values, for programs that learn.
//!
//! Positions are chosen first, without looking at values: at random from every sector, and from
//! games that were played for the purpose. Then they are looked up.

mod along_draws;
mod lesson;
pub(crate) mod played;
pub(crate) mod random;

use merels_rules::{SplitMix, Value};
use merels_tables::Indexer;

pub use lesson::{Lesson, write};

use crate::{Lab, Result};

/// The share in a hundred of positions from games, from random placing positions, and from random
/// positions without men in hand.
const PLAYED: u64 = 45;
const PLACING: u64 = 30;
const MOVING: u64 = 25;

/// Of positions that a single ply decides only one in so many is kept: any search sees those.
const OBVIOUS: usize = 8;

#[derive(Copy, Clone, Debug)]
pub struct Sample {
    /// The positions to choose; a few less become lessons.
    pub positions: u64,
    /// The plies for which drawn lines are followed as well.
    pub along_draws: usize,
    pub seed: u64,
}

/// Lessons in random order. The same sample always gives the same ones.
pub fn lessons(lab: Lab<'_>, sample: Sample) -> Result<Vec<Lesson>> {
    let Sample { positions, along_draws, seed } = sample;
    let share = |percent: u64| positions * percent / 100;
    let mut positions = played::positions(lab.variant, share(PLAYED), seed);
    (lab.note)(&format!("{} positions played", positions.len()));
    let indexer = Indexer::new(lab.variant);
    positions.extend(random::positions(&indexer, share(PLACING), share(MOVING), seed));
    positions.retain(|position| position.outcome().is_none());
    let values = (lab.values)(&positions)?;
    let mut random = SplitMix::new(seed);
    let mut is_kept = |value: Value| {
        let obvious = value.plies().is_some_and(|plies| plies <= 1);
        !obvious || random.below(OBVIOUS) == 0
    };
    let mut valued: Vec<_> = positions.into_iter().zip(values).collect();
    valued.retain(|(_, value)| is_kept(*value));
    if along_draws > 0 {
        valued.extend(along_draws::positions(lab, sample)?);
    }
    let mut lessons: Vec<Lesson> =
        valued.iter().map(|(position, value)| Lesson::new(position, *value)).collect();
    SplitMix::new(!seed).shuffle(&mut lessons);
    Ok(lessons)
}
