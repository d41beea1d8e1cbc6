//! What a solver of sectors must be able to do, whatever machine it runs on.

use merels_tables::Sector;

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

/// Computes the cells of sectors. All backends compute the same bytes: every index of a position
/// that has several holds its value.
pub trait Backend {
    /// The bytes of memory needed to solve a sector, with its mirror where they are solved
    /// together.
    fn memory(&self, sector: Sector) -> u64;

    /// Solves a moving sector and its mirror: the cells of both, in this order, or of the one
    /// sector where they are the same. All sectors that removals lead to are finished.
    ///
    /// # Errors
    ///
    /// If memory runs out, a finished sector cannot be loaded, or a game is too long for a cell.
    fn moving(
        &mut self,
        sector: Sector,
        finished: &dyn Finished,
        progress: &dyn Progress,
    ) -> Result<Vec<Cells>, SolveError>;

    /// Solves a placing sector; all sectors that its moves lead to are finished.
    ///
    /// # Errors
    ///
    /// If memory runs out or a finished sector cannot be loaded.
    fn placing(
        &mut self,
        sector: Sector,
        finished: &dyn Finished,
        progress: &dyn Progress,
    ) -> Result<Cells, SolveError>;
}
