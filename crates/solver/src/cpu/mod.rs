//! The solver for the processor: all threads of one machine.

mod bits;
mod levels;
mod moving;
mod placing;
mod prepare;
mod removals;
mod row;
mod scatter;
mod shapes;

pub use self::row::flies;

use merels_rules::morris::Variant;
use merels_tables::Sector;

pub(crate) use self::bits::ones;
use self::removals::{FewerStanding, Removals};
pub(crate) use self::row::Translation;
use self::shapes::Shapes;
use crate::backend::{Backend, Finished, Solved, solved_together};
use crate::cells::Cells;
use crate::count::count;
use crate::error::SolveError;
use crate::progress::Progress;

/// Solves sectors on the processor.
#[derive(Debug)]
pub struct Cpu {
    shapes: Shapes,
}

impl Cpu {
    /// A solver for one variant, on the threads of the current rayon pool.
    pub fn new(variant: Variant) -> Cpu {
        Cpu { shapes: Shapes::new(variant) }
    }

    /// Loads the sector that removals lead to and calls `work` with what they are worth.
    fn with_removals<T>(
        &self,
        sector: Sector,
        finished: &dyn Finished,
        work: impl FnOnce(&Removals<'_>) -> T,
    ) -> Result<T, SolveError> {
        if sector.opponent == 0 {
            return Ok(work(&Removals::Nothing));
        }
        let Some(fewer) = sector.after_removal(self.shapes.variant()) else {
            return Ok(work(&Removals::Win));
        };
        let cells = finished.load(fewer)?;
        Ok(work(&Removals::Sector(FewerStanding {
            cells: &cells,
            classes: self.shapes.class_map(fewer.mover),
            movers: self.shapes.subsets(fewer),
            images: self.shapes.images(),
        })))
    }
}

impl Cpu {
    /// The bytes of memory needed to solve a sector, with its mirror where they are solved
    /// together.
    fn memory(&self, sector: Sector) -> u64 {
        let len = |sector| self.shapes.len(sector);
        let after_removal =
            |sector: Sector| sector.after_removal(self.shapes.variant()).map_or(0, len);
        let arrays = if sector.is_placing() {
            len(sector) + len(sector.after_quiet()) + after_removal(sector)
        } else {
            let mirror = sector.mirror();
            let both = if sector == mirror { len(sector) } else { len(sector) + len(mirror) };
            moving::ARRAYS * both + after_removal(sector).max(after_removal(mirror))
        };
        arrays + scatter::memory(len(sector).max(len(sector.mirror()))) + shapes::MEMORY
    }

    fn moving(
        &self,
        sector: Sector,
        finished: &dyn Finished,
        progress: &dyn Progress,
    ) -> Result<Vec<Cells>, SolveError> {
        moving::solve_pair(&self.shapes, sector, progress, &mut |standing, half, values| {
            // The men that move are the opponent's of the sector in which the others stand.
            self.with_removals(standing.mirror(), finished, |removals| {
                half.prepare(removals, values, progress);
            })
        })
    }

    fn placing(
        &self,
        sector: Sector,
        finished: &dyn Finished,
        progress: &dyn Progress,
    ) -> Result<Cells, SolveError> {
        let quiet = finished.load(sector.after_quiet())?;
        self.with_removals(sector, finished, |removals| {
            placing::solve_placing(&self.shapes, sector, &quiet, removals, progress)
        })?
        .map_err(|error| SolveError::OutOfMemory { sector, error })
    }
}

impl Backend for Cpu {
    fn plan(&mut self, sectors: &[Sector], memory: u64) -> Result<(), SolveError> {
        let needed = |sector: &Sector| (*sector, self.memory(*sector));
        match sectors.iter().map(needed).find(|(_, needed)| *needed > memory) {
            Some((sector, needed)) => Err(SolveError::Memory { sector, needed, given: memory }),
            None => Ok(()),
        }
    }

    fn keeps_cells(&self) -> bool {
        false
    }

    fn solve(
        &mut self,
        sector: Sector,
        want_cells: bool,
        finished: &dyn Finished,
        progress: &dyn Progress,
    ) -> Result<Vec<Solved>, SolveError> {
        let solved = if sector.is_placing() {
            vec![self.placing(sector, finished, progress)?]
        } else {
            self.moving(sector, finished, progress)?
        };
        let with_counts = |(sector, cells): (Sector, Cells)| {
            let counts = count(self.shapes.indexer(), sector, &cells);
            Solved { sector, counts, cells: want_cells.then_some(cells) }
        };
        Ok(solved_together(sector).into_iter().zip(solved).map(with_counts).collect())
    }
}
