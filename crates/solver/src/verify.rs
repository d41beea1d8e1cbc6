//! An independent verification: recomputes every value from the moves of its position, with only
//! the rules and the tables' reader.

use merels_rules::morris::MorrisPosition;
use merels_rules::{Position, SplitMix, Value};
use merels_tables::{Index, Sector, SectorFile, TableError, Tables};
use rayon::prelude::*;

use crate::error::{Disagreement, Result};
use crate::progress::Progress;

/// The number of positions that one thread takes at a time.
const CHUNK: u64 = 1 << 12;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// The number of cells compared.
    pub checked: u64,
    /// The sectors that are missing or hold no values.
    pub skipped: Vec<Sector>,
    /// The first cell, in order of sectors and indices, that is wrong.
    pub disagreement: Option<Disagreement>,
}

/// Compares the stored values with those that follow from the legal moves: all of them, or `sample`
/// chosen at random. A table that agrees everywhere is right: by induction over the plies no win or
/// loss can be missing, and there can be no false one. (Values that are
/// [saturated](merels_rules::Value::is_at_least) give only a lower bound of their plies, and so
/// this proves less about them.)
///
/// Stops at the first disagreement.
pub fn verify(
    tables: &Tables,
    sample: Option<u64>,
    progress: &dyn Progress,
) -> Result<Verification> {
    let sectors = Sector::all(tables.variant());
    let mut files = Vec::new();
    let mut skipped = Vec::new();
    for sector in sectors {
        match tables.file(sector)? {
            Some(file) if file.has_values() => files.push((sector, file)),
            _ => skipped.push(sector),
        }
    }
    let total: u64 = files.iter().map(|(_, file)| file.cells()).sum();
    progress.begin(0, sample.unwrap_or(total));
    let mut random = SplitMix::new(total);
    let mut checked = 0;
    for (sector, file) in &files {
        let check = SectorCheck { tables, file, sector: *sector, progress };
        let share = sample.map(|sample| share(sample, file.cells(), total, &mut random));
        progress.sector(*sector, share.unwrap_or(file.cells()));
        let wrong = match share {
            None => check.all()?,
            Some(share) => check.some(share, &mut random)?,
        };
        checked += share.unwrap_or(file.cells());
        if wrong.is_some() {
            return Ok(Verification { checked, skipped, disagreement: wrong });
        }
    }
    Ok(Verification { checked, skipped, disagreement: None })
}

/// The number of `sample` positions for a sector with `cells` of `total`; the fraction is rounded
/// at random.
pub(crate) fn share(sample: u64, cells: u64, total: u64, random: &mut SplitMix) -> u64 {
    if total == 0 {
        return 0;
    }
    let exact = u128::from(sample) * u128::from(cells);
    let whole = (exact / u128::from(total)) as u64;
    let rest = (exact % u128::from(total)) as usize;
    whole + u64::from(random.below(total as usize) < rest)
}

struct SectorCheck<'a> {
    tables: &'a Tables,
    file: &'a SectorFile,
    sector: Sector,
    progress: &'a dyn Progress,
}

impl SectorCheck<'_> {
    /// Checks every cell; returns the first wrong one.
    fn all(&self) -> Result<Option<Disagreement>, TableError> {
        let cells = self.file.cells();
        let chunks = (0..cells.div_ceil(CHUNK)).into_par_iter();
        let wrong = chunks.map(|chunk| {
            let indices = chunk * CHUNK..((chunk + 1) * CHUNK).min(cells);
            self.progress.advance(indices.end - indices.start);
            self.first_wrong(indices)
        });
        wrong.find_first(|found| !matches!(found, Ok(None))).unwrap_or(Ok(None))
    }

    fn some(&self, share: u64, random: &mut SplitMix) -> Result<Option<Disagreement>, TableError> {
        let mut chosen: Vec<u64> =
            (0..share).map(|_| random.below(self.file.cells() as usize) as u64).collect();
        chosen.sort_unstable();
        let wrong = chosen.par_chunks(64).map(|indices| {
            self.progress.advance(indices.len() as u64);
            self.first_wrong(indices.iter().copied())
        });
        wrong.find_first(|found| !matches!(found, Ok(None))).unwrap_or(Ok(None))
    }

    fn first_wrong(
        &self,
        indices: impl IntoIterator<Item = u64>,
    ) -> Result<Option<Disagreement>, TableError> {
        for index in indices {
            let index = Index(index);
            let Some(position) = self.tables.indexer().position(self.sector, index) else {
                continue;
            };
            let stored = self.tables.stored(self.file, self.sector, index)?;
            let computed = self.value_by_moves(&position)?;
            if !computed.is_some_and(|computed| stored.covers(computed)) {
                return Ok(Some(Disagreement { position, stored, computed }));
            }
        }
        Ok(None)
    }

    /// The value of a position from its moves, or from the rules if the game is over.
    fn value_by_moves(&self, position: &MorrisPosition) -> Result<Option<Value>, TableError> {
        let position = position.with_automatic_draws(false);
        if position.outcome().is_some() {
            return self.tables.value(&position);
        }
        let mut best: Option<Value> = None;
        for mv in position.legal_moves() {
            let next = position.after_unchecked(mv);
            let Some(value) = self.tables.value(&next)? else { return Ok(None) };
            let value = self.tables.coding().before_move(value);
            if best.is_none_or(|best| value.preference() > best.preference()) {
                best = Some(value);
            }
        }
        Ok(best)
    }
}
