//! Positions along lines that stay drawn, and beside them: where the draw hangs by a single move, games
//! between imperfect players leave such lines soon, and there are few lessons of what holds.

use std::collections::HashSet;

use merels_engine::canonical;
use merels_rules::morris::{MorrisPosition, Variant};
use merels_rules::{Position, SplitMix, Value};
use rayon::prelude::*;

use super::Sample;
use crate::{Lab, Result};

/// Lines begin after so many random plies: what comes before is known by heart.
const OPENING: usize = 8;

/// One random opening is made for so many positions that are asked for; those that are drawn are followed.
const OPENINGS: u64 = 10;

/// One position is followed from ply to ply, at most, for so many that are asked for.
const FOLLOWED: u64 = 80;

/// The moves that give the draw away that are taken for each position.
const BESIDE: usize = 3;

/// Follows drawn lines; the values of each ply are asked for at once.
pub(super) fn positions(lab: Lab<'_>, sample: Sample) -> Result<Vec<(MorrisPosition, Value)>> {
    let Sample { positions, along_draws: plies, seed } = sample;
    let mut random = SplitMix::new(seed);
    let mut lessons = Vec::new();
    let openings = openings(lab.variant, positions / OPENINGS, seed);
    let values = (lab.values)(&openings)?;
    let mut followed = drawn(openings.into_iter().zip(values));
    for ply in 0..plies {
        random.shuffle(&mut followed);
        followed.truncate((positions / FOLLOWED) as usize);
        (lab.note)(&format!("{} drawn positions after {} plies", followed.len(), OPENING + ply));
        let children = children(&followed);
        let open: Vec<MorrisPosition> = children.iter().flatten().copied().collect();
        let values = (lab.values)(&open)?;
        let mut valued = open.into_iter().zip(values);
        followed = Vec::new();
        for siblings in children {
            let family: Vec<(MorrisPosition, Value)> =
                valued.by_ref().take(siblings.len()).collect();
            let (holding, mut losing): (Vec<_>, Vec<_>) =
                family.into_iter().partition(|(_, value)| *value == Value::Draw);
            random.shuffle(&mut losing);
            followed.extend(holding.iter().map(|(position, _)| *position));
            lessons.extend(holding);
            lessons.extend(losing.into_iter().take(BESIDE));
        }
        followed = without_twins(followed);
    }
    Ok(lessons)
}

/// The positions of random games after the opening.
fn openings(variant: Variant, count: u64, seed: u64) -> Vec<MorrisPosition> {
    let random_game = |number: u64| {
        let mut random = SplitMix::new(seed.rotate_left(32) ^ !number);
        let mut position = MorrisPosition::start(variant);
        for _ in 0..OPENING {
            let moves = position.legal_moves();
            position.play_unchecked(*moves.get(random.below(moves.len().max(1)))?);
        }
        position.outcome().is_none().then_some(position)
    };
    without_twins((0..count).into_par_iter().filter_map(random_game).collect())
}

fn drawn(valued: impl Iterator<Item = (MorrisPosition, Value)>) -> Vec<MorrisPosition> {
    valued.filter(|(_, value)| *value == Value::Draw).map(|(position, _)| position).collect()
}

/// The positions after the moves of each, ended games left out.
fn children(positions: &[MorrisPosition]) -> Vec<Vec<MorrisPosition>> {
    let after = |position: &MorrisPosition| {
        let position = position.with_automatic_draws(false);
        let next = position.legal_moves().into_iter().map(|mv| position.after_unchecked(mv));
        next.filter(|next| next.outcome().is_none()).collect()
    };
    positions.par_iter().map(after).collect()
}

fn without_twins(positions: Vec<MorrisPosition>) -> Vec<MorrisPosition> {
    let keys: Vec<String> = positions.par_iter().map(canonical).collect();
    let mut known = HashSet::new();
    let fresh = positions.into_iter().zip(keys).filter(|(_, key)| known.insert(key.clone()));
    fresh.map(|(position, _)| position).collect()
}
