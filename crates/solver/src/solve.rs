//! A whole run: every sector in turn, each kept before the next is begun.

use merels_tables::{Code, Counts, Indexer, Sector};

use crate::backend::{Backend, solved_together};
use crate::error::SolveError;
use crate::plan::{Plan, SectorState};
use crate::progress::Progress;
use crate::sink::Sink;
use crate::uses::Uses;

/// How much is to be solved, and with what.
#[derive(Copy, Clone, Debug)]
pub struct SolveOptions {
    /// Only sectors with at most this many men a side; `None` for all.
    pub men: Option<u8>,
    /// The bytes of memory that may be used.
    pub memory: u64,
}

/// Solves what the sink does not have yet, on the threads of the current rayon pool. Each finished
/// sector goes to the sink at once; where that is [files](crate::InFiles), it is never computed
/// again, so a run may be stopped at any moment and repeated. Returns the counts of all sectors of
/// the options.
///
/// # Errors
///
/// If memory does not suffice, a game is too long for a cell, or a file cannot be read or written.
/// What was finished stays.
pub fn solve(
    backend: &mut dyn Backend,
    options: SolveOptions,
    sink: &mut dyn Sink,
    progress: &dyn Progress,
) -> Result<Vec<(Sector, Counts)>, SolveError> {
    let variant = sink.variant();
    let men = options.men.unwrap_or(variant.rules().men);
    // 1. See what there is, and whether the rest fits into memory.
    sink.prepare()?;
    let mut plan = Plan::of(variant, |sector| sink.state(sector))?;
    let to_do = plan.to_do(men);
    backend.plan(&to_do, options.memory)?;
    sink.plan(backend, &to_do, options.memory)?;
    // 2. Solve and keep, one sector or pair after another.
    let indexer = Indexer::new(variant);
    let indices = |sector: Sector| -> u64 {
        solved_together(variant, sector).into_iter().map(|sector| indexer.len(sector)).sum()
    };
    let total = plan.indices(&indexer, men);
    let left: u64 = to_do.iter().map(|sector| indices(*sector)).sum();
    progress.begin(total.saturating_sub(left), total);
    let mut uses = Uses::of(variant, &to_do);
    sink.drop_values(&mut plan, &uses)?;
    for sector in to_do {
        progress.sector(sector, indices(sector));
        let want_cells = sink.wants_cells(backend);
        for solved in backend.solve(sector, want_cells, &*sink, progress)? {
            let (sector, counts) = (solved.sector, solved.counts);
            if counts.longest() > Code::MAX_PLIES {
                return Err(SolveError::TooLong(sector));
            }
            sink.keep(solved)?;
            plan.set(sector, SectorState::Solved(counts));
            progress.finished(sector, indexer.len(sector), &counts);
        }
        uses.solved(sector);
        sink.drop_values(&mut plan, &uses)?;
    }
    Ok(plan.counts(men))
}
