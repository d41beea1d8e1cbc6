//! Helpers shared by the tests of the solver.

use std::path::Path;

use merels_rules::morris::Variant;
use merels_solver::{Cpu, InFiles, SolveError, SolveOptions, solve};
use merels_tables::{Counts, Folder, Sector};

/// Solves a variant into a folder, without a memory limit.
pub(crate) fn solve_into(
    tables: &Path,
    variant: Variant,
    men: Option<u8>,
) -> Result<Vec<(Sector, Counts)>, SolveError> {
    let mut files = InFiles::new(Folder::new(tables, variant));
    solve(
        &mut Cpu::new(variant),
        SolveOptions { men, memory: u64::MAX, checks: 0 },
        &mut files,
        &(),
    )
    .map(|solution| solution.counts)
}
