//! The construction of openings: lists the positions that must be known, and packs their results.

use std::collections::{BTreeSet, HashSet};

use merels_rules::morris::{MorrisPosition, Variant};
use merels_rules::{Position, Wdl};

use super::cells::{BlockKey, Cell};
use super::drawn_lines::DrawnLines;
use super::file::{BlockHead, write};
use super::{Coding, OpeningsError};

/// Lists the positions that openings must contain, and packs their results.
#[derive(Debug)]
pub struct OpeningsBuilder {
    variant: Variant,
    plies: usize,
    blocks: Vec<BlockKey>,
}

impl OpeningsBuilder {
    /// Creates a builder for all positions of the first `plies` plies.
    pub fn new(variant: Variant, plies: usize) -> OpeningsBuilder {
        let start = MorrisPosition::start(variant);
        let mut blocks = BTreeSet::from([Cell::of(&start).block]);
        let mut reached = vec![start];
        for _ in 0..plies {
            let mut known = HashSet::new();
            let mut next = Vec::new();
            for position in &reached {
                for mv in position.legal_moves() {
                    let after = position.after_unchecked(mv);
                    if after.outcome().is_some() {
                        continue;
                    }
                    let Cell { block, number } = Cell::of(&after);
                    if known.insert((block, number)) {
                        next.push(after);
                        blocks.insert(block);
                    }
                }
            }
            reached = next;
        }
        OpeningsBuilder { variant, plies, blocks: blocks.into_iter().collect() }
    }

    /// The positions whose results are needed.
    pub fn positions(&self) -> impl Iterator<Item = MorrisPosition> {
        self.cells().flat_map(|(_, cells)| cells).flatten()
    }

    /// The file of the openings, from the results in the order of [`OpeningsBuilder::positions`].
    /// For drawn lines, `lines` holds the positions that their moves lead to and the other
    /// positions beside them that are not draws, by their
    /// [`symmetric_hash`](super::symmetric_hash).
    ///
    /// # Errors
    ///
    /// Returns an error if there are more or fewer results than positions.
    pub fn pack(
        &self,
        results: &[Wdl],
        lines: Option<[&[u64]; 2]>,
    ) -> Result<Vec<u8>, OpeningsError> {
        let mut results = results.iter().copied();
        let mut heads = Vec::with_capacity(self.blocks.len());
        let mut data = Vec::new();
        for (key, cells) in self.cells() {
            let mut values = Vec::with_capacity(cells.len());
            for cell in cells {
                values.push(match cell {
                    Some(_) => Some(results.next().ok_or(OpeningsError::Damaged)?),
                    None => None,
                });
            }
            heads.push(BlockHead { key, coding: pack_block(&values, &mut data) });
        }
        if results.next().is_some() {
            return Err(OpeningsError::Damaged);
        }
        let lines = lines.map(|[members, beside]| DrawnLines::new(members, beside));
        Ok(write(self.variant, self.plies, (&heads, &data), lines.as_ref()))
    }

    /// The blocks with the positions of their cells.
    fn cells(&self) -> impl Iterator<Item = (BlockKey, Vec<Option<MorrisPosition>>)> {
        self.blocks.iter().map(|key| {
            let cells = 0..key.cells(self.variant);
            (*key, cells.map(|number| key.position(self.variant, number)).collect())
        })
    }
}

/// Packs the values of a block; cells without a position may take any value.
fn pack_block(values: &[Option<Wdl>], data: &mut Vec<u8>) -> Coding {
    let distinct: BTreeSet<Wdl> = values.iter().flatten().copied().collect();
    let distinct: Vec<Wdl> = distinct.into_iter().collect();
    match distinct[..] {
        [] => Coding::One(Wdl::Draw),
        [only] => Coding::One(only),
        [first, second] => {
            data.extend(values.chunks(8).map(|cells| {
                cells.iter().rev().fold(0, |byte, cell| byte << 1 | u8::from(*cell == Some(second)))
            }));
            Coding::Two(first, second)
        }
        _ => {
            data.extend(values.chunks(5).map(|cells| {
                cells.iter().rev().fold(0, |byte, cell| byte * 3 + cell.map_or(0, |wdl| wdl as u8))
            }));
            Coding::Three
        }
    }
}
