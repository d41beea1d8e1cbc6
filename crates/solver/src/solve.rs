//! A whole run: every sector in turn, each on the disk before the next is begun.

use merels_tables::{Code, Compression, Counts, Folder, Indexer, Sector};

use crate::backend::{Backend, Solved, solved_together};
use crate::error::SolveError;
use crate::plan::{Plan, State, keeps_values};
use crate::progress::Progress;
use crate::store::Store;

/// What is to be solved.
#[derive(Clone, Debug)]
pub struct Order {
    /// Where finished sectors are kept.
    pub folder: Folder,
    /// Only sectors with at most this many men a side; `None` for all.
    pub men: Option<u8>,
    /// The bytes of memory that may be used.
    pub memory: u64,
}

/// Solves what is not yet solved, on the threads of the current rayon pool. Each finished sector
/// is written at once and never computed again, so a run may be stopped at any moment and
/// repeated. Returns the counts of all sectors of the order.
///
/// # Errors
///
/// If memory does not suffice, a game is too long for a cell, or a file cannot be read or written.
/// What was finished stays.
pub fn solve(
    backend: &mut dyn Backend,
    order: &Order,
    progress: &dyn Progress,
) -> Result<Vec<(Sector, Counts)>, SolveError> {
    let variant = order.folder.variant();
    let men = order.men.unwrap_or(variant.rules().men);
    // 1. See what there is, and whether the rest fits into memory.
    order.folder.prepare()?;
    let mut run = Run {
        plan: Plan::of(&order.folder)?,
        store: Store { folder: &order.folder },
        indexer: Indexer::new(variant),
        progress,
    };
    let to_do = run.plan.to_do(men);
    backend.plan(&to_do, order.memory)?;
    // 2. Solve and save, one sector or pair after another.
    let total = run.plan.indices(&run.indexer, men);
    let left: u64 = to_do.iter().map(|sector| run.indices(*sector)).sum();
    progress.begin(total.saturating_sub(left), total);
    run.drop_values()?;
    for sector in to_do {
        run.solve(backend, sector)?;
        run.drop_values()?;
    }
    Ok(run.plan.counts(men))
}

struct Run<'a> {
    plan: Plan,
    store: Store<'a>,
    indexer: Indexer,
    progress: &'a dyn Progress,
}

impl Run<'_> {
    fn indices(&self, sector: Sector) -> u64 {
        let together = solved_together(self.indexer.variant(), sector);
        together.into_iter().map(|sector| self.indexer.len(sector)).sum()
    }

    fn solve(&mut self, backend: &mut dyn Backend, sector: Sector) -> Result<(), SolveError> {
        self.progress.sector(sector, self.indices(sector));
        for solved in backend.solve(sector, true, &self.store, self.progress)? {
            let Solved { sector, counts, cells } = solved;
            if counts.longest() > Code::MAX_PLIES {
                return Err(SolveError::TooLong(sector));
            }
            let cells = cells.ok_or(SolveError::Missing(sector))?;
            let compression = if keeps_values(self.indexer.variant(), sector) {
                Compression::Lasting
            } else {
                Compression::Passing
            };
            self.store.save(sector, &cells, counts, compression)?;
            self.plan.set(sector, State::Solved(counts));
            self.progress.finished(sector, self.indexer.len(sector), &counts);
        }
        Ok(())
    }

    /// Gives up the values that nothing needs any more.
    fn drop_values(&mut self) -> Result<(), SolveError> {
        for sector in self.plan.to_drop() {
            if let Some(file) = self.store.folder.open(sector)? {
                self.store.keep_counts_only(&file, sector)?;
                self.plan.set(sector, State::CountsOnly(file.counts()));
            }
        }
        Ok(())
    }
}
