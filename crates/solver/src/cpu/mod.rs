//! Retrograde analysis on the processor, with all threads of one machine.

mod bits;
mod cell;
mod count;
mod levels;
mod moving;
mod placing;
mod prepare;
mod ranks;
mod removals;
mod row;
mod scatter;
mod shapes;

use merels_rules::morris::Variant;
use merels_tables::{Code, Coding, Index, Sector};

use self::count::count;
pub use self::levels::level_code;
use self::placing::Placing;
pub(crate) use self::ranks::{Known, Ranked, Ranker};
use self::removals::Removals;
use self::shapes::Shapes;
use crate::backend::{Backend, Finished, Solved, solved_together};
use crate::cells::Cells;
use crate::error::{Result, SolveError};
use crate::progress::Progress;

/// Solves sectors on the processor.
#[derive(Debug)]
pub struct Cpu {
    shapes: Shapes,
}

impl Cpu {
    /// Creates a solver for one variant, on the threads of the current rayon pool.
    pub fn new(variant: Variant) -> Cpu {
        Cpu { shapes: Shapes::new(variant) }
    }

    /// The bytes of memory needed to solve a sector, with its mirror if they are solved together.
    fn memory(&self, sector: Sector) -> u64 {
        let variant = self.shapes.variant();
        let len = |sector| self.shapes.len(sector);
        let exits = |sector: &Sector| -> u64 { sector.exits(variant).map(len).sum() };
        let together = solved_together(variant, sector);
        let own: u64 = together.iter().copied().map(len).sum();
        let arrays = if sector.recurs(variant) { moving::ARRAYS } else { 1 };
        let exits = together.iter().map(exits).max().unwrap_or(0);
        let gathered = scatter::memory::<u8>(len(sector).max(len(sector.mirror())));
        arrays * own + exits + gathered + shapes::MEMORY
    }

    fn solve_pair(
        &self,
        sector: Sector,
        finished: &dyn Finished,
        progress: &dyn Progress,
    ) -> Result<Vec<Cells>> {
        let lost = self.lost();
        moving::solve_pair(&self.shapes, sector, progress, &mut |standing, half, values| {
            // The men that move or are placed are those of the other side.
            let load = |sector| finished.load(sector);
            let removals = Removals::load(&self.shapes, standing, lost, &load)?;
            let placing = Placing::load(&self.shapes, standing.mirror(), lost, &load)?;
            half.prepare(&removals, placing.as_ref(), values, progress);
            Ok(())
        })
    }

    fn solve_placing(
        &self,
        sector: Sector,
        finished: &dyn Finished,
        progress: &dyn Progress,
    ) -> Result<Cells> {
        let load = |sector| finished.load(sector);
        let placing = Placing::load(&self.shapes, sector, self.lost(), &load)?;
        let placing = placing.ok_or(SolveError::Missing(sector))?;
        let codes = (|least| Code(least).before_move().0, |code: Code| code.0);
        placing::solve_placing(&self.shapes, sector, &placing, codes, progress)
            .map_err(|error| SolveError::OutOfMemory { sector, error })
    }

    /// The code of a side that has lost by the usual rule.
    fn lost(&self) -> u8 {
        Coding::of(self.shapes.variant()).lost_by_rule().0
    }
}

impl Backend for Cpu {
    fn plan(&mut self, sectors: &[Sector], memory: u64) -> Result<()> {
        let needed = |sector: &Sector| (*sector, self.memory(*sector));
        match sectors.iter().map(needed).find(|(_, needed)| *needed > memory) {
            Some((sector, needed)) => Err(SolveError::Memory { sector, needed, given: memory }),
            None => Ok(()),
        }
    }

    fn keeps_cells(&self) -> bool {
        false
    }

    fn look_up(&mut self, sector: Sector, _: &[Index]) -> Result<Vec<Code>> {
        Err(SolveError::Missing(sector))
    }

    fn solve(
        &mut self,
        sector: Sector,
        want_cells: bool,
        finished: &dyn Finished,
        progress: &dyn Progress,
    ) -> Result<Vec<Solved>> {
        let variant = self.shapes.variant();
        let solved = if sector.recurs(variant) {
            self.solve_pair(sector, finished, progress)?
        } else {
            vec![self.solve_placing(sector, finished, progress)?]
        };
        let with_counts = |(sector, cells): (Sector, Cells)| {
            let counts = count(self.shapes.indexer(), sector, &cells);
            Solved { sector, counts, cells: want_cells.then_some(cells) }
        };
        Ok(solved_together(variant, sector).into_iter().zip(solved).map(with_counts).collect())
    }
}
