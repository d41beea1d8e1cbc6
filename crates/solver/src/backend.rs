//! What a solver of sectors must be able to do, whatever machine it runs on.

use std::io;

use merels_tables::Sector;

use crate::cells::Cells;

/// Where a backend finds the sectors that its work builds on.
pub trait Finished {
    /// The cells of a finished sector.
    ///
    /// # Errors
    ///
    /// If the sector is not there, or damaged, or memory runs out.
    fn load(&self, sector: Sector) -> io::Result<Cells>;
}

/// Computes the cells of sectors. All backends compute the same bytes: every index of a position
/// that has several holds its value.
pub trait Backend {
    /// Solves a moving sector and its mirror: the cells of both, in this order, or of the one
    /// sector where they are the same. All sectors that removals lead to are finished. `on_level`
    /// hears the number of plies that the search has come to.
    ///
    /// # Errors
    ///
    /// If memory runs out, a finished sector cannot be loaded, or a game is too long for a cell.
    fn moving(
        &mut self,
        sector: Sector,
        finished: &dyn Finished,
        on_level: &dyn Fn(u16),
    ) -> io::Result<Vec<Cells>>;

    /// Solves a placing sector; all sectors that its moves lead to are finished.
    ///
    /// # Errors
    ///
    /// If memory runs out or a finished sector cannot be loaded.
    fn placing(&mut self, sector: Sector, finished: &dyn Finished) -> io::Result<Cells>;
}
