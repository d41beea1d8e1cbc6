//! The interface of a sector solver, independent of the machine it runs on.

use merels_rules::morris::Variant;
use merels_tables::{Code, Counts, Index, Sector};

use crate::cells::Cells;
use crate::error::Result;
use crate::progress::Progress;

/// The source of the finished sectors that a backend's work builds on.
pub trait Finished {
    /// The cells of a finished sector.
    /// Fails if the sector is missing or damaged, or if memory runs out.
    fn load(&self, sector: Sector) -> Result<Cells>;
}

#[derive(Debug)]
pub struct Solved {
    pub sector: Sector,
    /// The number of positions with each value.
    pub counts: Counts,
    pub cells: Option<Cells>,
}

/// Solves sectors. All backends compute the same bytes: if a position has several indices, each of
/// them holds its value.
pub trait Backend {
    /// Receives all sectors to be solved, in order, before any work is done; of a pair that is
    /// solved together, the first stands for both. `memory` is the share of this machine's memory
    /// that the backend may use.
    /// Fails with the numbers if memory does not suffice.
    fn plan(&mut self, sectors: &[Sector], memory: u64) -> Result<()>;

    /// Returns `true` if the backend itself keeps the cells that later sectors of the plan build
    /// on.
    fn keeps_cells(&self) -> bool;

    /// Looks up values of a sector just solved, or of one that it builds on, until the next sector
    /// is begun. The backend must [keep](Backend::keeps_cells) its cells.
    /// Fails if the sector is missing.
    fn look_up(&mut self, sector: Sector, indices: &[Index]) -> Result<Vec<Code>>;

    /// Solves a sector, with its mirror if it [recurs](Sector::recurs), in this order. All sectors
    /// that they lead to are finished.
    /// Fails if memory runs out or a finished sector cannot be loaded.
    fn solve(
        &mut self,
        sector: Sector,
        want_cells: bool,
        finished: &dyn Finished,
        progress: &dyn Progress,
    ) -> Result<Vec<Solved>>;
}

/// The sectors that are solved together with this one, itself first.
pub fn solved_together(variant: Variant, sector: Sector) -> Vec<Sector> {
    if sector.recurs(variant) { sector.with_mirror().collect() } else { vec![sector] }
}
