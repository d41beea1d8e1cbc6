//! A whole run that leaves nothing behind but its counts.

use std::cell::RefCell;
use std::collections::HashMap;

use merels_rules::morris::Variant;
use merels_tables::{Counts, Indexer, Sector};

use crate::backend::{Backend, Finished};
use crate::cells::Cells;
use crate::error::SolveError;
use crate::progress::Progress;
use crate::uses::Uses;

/// Solves all sectors of a variant, or those with at most `men` men a side, and reads and writes
/// no file. What later sectors build on stays in the backend's memory or in this machine's.
///
/// # Errors
///
/// If memory does not suffice or a game is too long for a cell.
pub fn solve_unsaved(
    backend: &mut dyn Backend,
    variant: Variant,
    men: Option<u8>,
    memory: u64,
    progress: &dyn Progress,
) -> Result<Vec<(Sector, Counts)>, SolveError> {
    let men = men.unwrap_or(variant.rules().men);
    let mut sectors = Sector::all(variant);
    sectors.retain(|sector| sector.men_a_side() <= men);
    let mut leading = sectors.clone();
    leading.retain(|sector| sector.leads(variant));
    let indexer = Indexer::new(variant);
    let mut uses = Uses::of(variant, &leading);
    backend.plan(&leading, memory)?;
    if !backend.keeps_cells() {
        let needed = uses.most_held(&leading, |sector| indexer.len(sector), |_| 0);
        if needed > memory {
            return Err(SolveError::Unsaved { needed, given: memory });
        }
    }
    progress.begin(0, sectors.iter().map(|sector| indexer.len(*sector)).sum());
    let kept = Kept::default();
    let mut counts = HashMap::new();
    for sector in leading {
        progress.sector(sector, indexer.len(sector));
        for solved in backend.solve(sector, !backend.keeps_cells(), &kept, progress)? {
            progress.finished(solved.sector, indexer.len(solved.sector), &solved.counts);
            counts.insert(solved.sector, solved.counts);
            kept.0.borrow_mut().extend(solved.cells.map(|cells| (solved.sector, cells)));
        }
        uses.solved(sector);
        kept.0.borrow_mut().retain(|sector, _| uses.is_needed(*sector));
    }
    Ok(sectors.into_iter().filter_map(|sector| Some((sector, *counts.get(&sector)?))).collect())
}

/// Finished sectors in memory.
#[derive(Default)]
struct Kept(RefCell<HashMap<Sector, Cells>>);

impl Finished for Kept {
    fn load(&self, sector: Sector) -> Result<Cells, SolveError> {
        let kept = self.0.borrow();
        let cells = kept.get(&sector).ok_or(SolveError::Missing(sector))?;
        let mut copy = Cells::zeroed(cells.len() as u64)
            .map_err(|error| SolveError::OutOfMemory { sector, error })?;
        copy.copy_from_slice(cells);
        Ok(copy)
    }
}
