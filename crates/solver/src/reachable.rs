//! The positions that play from the start can reach, counted by value.
//!
//! A position counts with its colours: the same men with the colours exchanged are another
//! position, reachable or not. Finished games count too, including those with two men of a side.

use std::collections::HashMap;

use merels_rules::Position;
use merels_rules::morris::MorrisPosition;
use merels_tables::{Counts, Index, Indexer, Sector, Tables};

use crate::error::{Result, SolveError};
use crate::progress::Progress;

#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Reachable {
    /// All positions, counting each orientation of the board.
    pub orientations: u64,
    /// Positions up to the symmetries of the board, by their value.
    pub counts: Counts,
}

/// The positions found so far, as one bit per index, by sector and by White being to move.
type Found = HashMap<(Sector, bool), Vec<u64>>;

/// Visits everything that play from the start can reach, and probes the tables for the values.
pub fn count_reachable(tables: &Tables, progress: &dyn Progress) -> Result<Reachable> {
    let found = find_all(tables.indexer());
    let mut reachable = Reachable::default();
    for ((sector, _), bits) in &found {
        progress.sector(*sector, bits.len() as u64 * 64);
        for index in ones(bits) {
            let Some(position) = tables.indexer().position(*sector, index) else { continue };
            let value = tables.value(&position)?.ok_or(SolveError::Missing(*sector))?;
            reachable.counts.add(value, 1);
            reachable.orientations += orientations(tables.indexer(), &position);
        }
    }
    Ok(reachable)
}

fn find_all(indexer: &Indexer) -> Found {
    let mut found = Found::new();
    let start = MorrisPosition::start(indexer.variant()).with_automatic_draws(false);
    let mut waiting = vec![(Sector::of(&start), indexer.index(&start), true)];
    insert(&mut found, indexer, waiting[0]);
    while let Some((sector, index, white)) = waiting.pop() {
        let Some(position) = indexer.position(sector, index) else { continue };
        let position = position.with_automatic_draws(false);
        for mv in position.legal_moves() {
            let next = position.after_unchecked(mv);
            let child = (Sector::of(&next), indexer.index(&next), !white);
            if insert(&mut found, indexer, child) && next.outcome().is_none() {
                waiting.push(child);
            }
        }
    }
    found
}

/// Adds a position; returns `false` if it was known.
fn insert(found: &mut Found, indexer: &Indexer, at: (Sector, Index, bool)) -> bool {
    let (sector, Index(index), white) = at;
    let words = || vec![0; indexer.len(sector).div_ceil(64) as usize];
    let bits = found.entry((sector, white)).or_insert_with(words);
    let (word, bit) = (&mut bits[(index / 64) as usize], 1 << (index % 64));
    let is_new = *word & bit == 0;
    *word |= bit;
    is_new
}

fn ones(bits: &[u64]) -> impl Iterator<Item = Index> {
    bits.iter().enumerate().flat_map(|(place, word)| {
        let at = move |bit: &u64| *word >> bit & 1 != 0;
        (0..64).filter(at).map(move |bit| Index(64 * place as u64 + bit))
    })
}

/// The number of orientations of the board that show a position differently.
fn orientations(indexer: &Indexer, position: &MorrisPosition) -> u64 {
    let images = indexer.images();
    let sides = [position.side(), !position.side()].map(|side| position.men(side).bits());
    let keeps = |symmetry: &usize| sides.iter().all(|men| images.image(*symmetry, *men) == *men);
    (images.count() / (0..images.count()).filter(keeps).count()) as u64
}
