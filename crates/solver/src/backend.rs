//! What a solver of sectors must be able to do, whatever machine it runs on.

use merels_rules::morris::Variant;
use merels_tables::{Code, Counts, Index, Sector};

use crate::cells::Cells;
use crate::error::SolveError;
use crate::progress::Progress;

/// Where a backend finds the sectors that its work builds on.
pub trait Finished {
    /// The cells of a finished sector.
    ///
    /// # Errors
    ///
    /// If the sector is not there, or damaged, or memory runs out.
    fn load(&self, sector: Sector) -> Result<Cells, SolveError>;
}

/// What a backend has found out about a sector.
#[derive(Debug)]
pub struct Solved {
    /// The sector.
    pub sector: Sector,
    /// How many positions have which value.
    pub counts: Counts,
    /// Its cells, if they were wanted.
    pub cells: Option<Cells>,
}

/// Computes sectors. All backends compute the same bytes: every index of a position that has
/// several holds its value.
pub trait Backend {
    /// Takes note of all sectors that are to be solved, in order, before any work is done; of a
    /// pair that is solved together, the first stands for both. `memory` is what the backend may
    /// use of this machine's.
    ///
    /// # Errors
    ///
    /// If memory does not suffice, with the numbers.
    fn plan(&mut self, sectors: &[Sector], memory: u64) -> Result<(), SolveError>;

    /// Whether the backend itself keeps what later sectors of the plan build on.
    fn keeps_cells(&self) -> bool;

    /// Looks up values of a sector just solved, or of one that it builds on, if the backend
    /// [keeps](Backend::keeps_cells) them: until the next sector is begun.
    ///
    /// # Errors
    ///
    /// If the sector is not there.
    fn look_up(&mut self, sector: Sector, indices: &[Index]) -> Result<Vec<Code>, SolveError>;

    /// Solves a sector, with its mirror where it [recurs](Sector::recurs), in this order. All
    /// sectors that lead out of them are finished.
    ///
    /// # Errors
    ///
    /// If memory runs out or a finished sector cannot be loaded.
    fn solve(
        &mut self,
        sector: Sector,
        want_cells: bool,
        finished: &dyn Finished,
        progress: &dyn Progress,
    ) -> Result<Vec<Solved>, SolveError>;
}

/// The sectors that are solved together with this one, itself first.
pub fn solved_together(variant: Variant, sector: Sector) -> Vec<Sector> {
    if sector.recurs(variant) { sector.with_mirror().collect() } else { vec![sector] }
}
