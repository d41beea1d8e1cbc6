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

use std::io;

use merels_rules::morris::Variant;
use merels_tables::Sector;

use self::removals::{FewerStanding, Removals};
use self::shapes::Shapes;
use crate::backend::{Backend, Finished};
use crate::cells::Cells;

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
    ) -> io::Result<T> {
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

impl Backend for Cpu {
    fn moving(
        &mut self,
        sector: Sector,
        finished: &dyn Finished,
        on_level: &dyn Fn(u16),
    ) -> io::Result<Vec<Cells>> {
        moving::solve_pair(&self.shapes, sector, on_level, &mut |standing, half, values| {
            // The men that move are the opponent's of the sector in which the others stand.
            self.with_removals(standing.mirror(), finished, |removals| {
                half.prepare(removals, values);
            })
        })
    }

    fn placing(&mut self, sector: Sector, finished: &dyn Finished) -> io::Result<Cells> {
        let quiet = finished.load(sector.after_quiet())?;
        self.with_removals(sector, finished, |removals| {
            placing::solve_placing(&self.shapes, sector, &quiet, removals)
        })?
    }
}
