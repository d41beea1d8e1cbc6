//! Solves the morris games on a graphics card: the same sectors, the same values and the same
//! bytes as on the processor, in seconds.
//!
//! The kernels are one source file, compiled at run time for the available card and for the
//! variant. The driver is loaded on demand, so that the program also starts on machines without
//! one. This crate knows no user interface and no files.
//!
//! ```
//! use merels_gpu::Gpu;
//! use merels_rules::morris::Variant;
//!
//! match Gpu::open(Variant::THREE) {
//!     Ok(card) => println!("{} with {} GiB free", card.name(), card.memory() >> 30),
//!     Err(reason) => println!("no graphics card: {reason}"),
//! }
//! ```

mod arena;
mod cuda;
mod device;
#[cfg(test)]
mod host;
mod params;
mod shapes;
mod solver;
mod source;
#[cfg(test)]
mod tests;

pub use device::GpuError;

use std::panic::resume_unwind;
use std::thread;

use merels_rules::morris::Variant;
use merels_solver::{Backend, Finished, Progress, SolveError, Solved, solved_together};
use merels_tables::{Code, Index, Sector};

use crate::cuda::Cuda;
use crate::device::Device;
use crate::shapes::Shapes;
use crate::solver::Solver;

/// Solves sectors on the first graphics card of this machine.
#[derive(Debug)]
pub struct Gpu(Solver<Cuda>);

impl Gpu {
    /// Opens the card and compiles the kernels for a variant.
    /// Fails if there is no card, no driver or no compiler for kernels, or if one of them fails.
    pub fn open(variant: Variant) -> Result<Gpu, GpuError> {
        Cuda::find()?;
        // The tables for the card are built while the card is being opened.
        let (card, shapes) = thread::scope(|scope| {
            let shapes = scope.spawn(|| Shapes::new(variant));
            (Cuda::open(variant), shapes.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        Ok(Gpu(Solver::new(card?, shapes)))
    }

    pub fn name(&self) -> &str {
        self.0.device().name()
    }

    /// The bytes of the card's memory that may be used.
    pub fn memory(&self) -> u64 {
        self.0.device().capacity()
    }
}

impl Backend for Gpu {
    fn plan(&mut self, sectors: &[Sector], _memory: u64) -> Result<(), SolveError> {
        Ok(self.0.plan(sectors)?)
    }

    fn keeps_cells(&self) -> bool {
        true
    }

    fn look_up(&mut self, sector: Sector, indices: &[Index]) -> Result<Vec<Code>, SolveError> {
        self.0.look_up(sector, indices)
    }

    fn solve(
        &mut self,
        sector: Sector,
        want_cells: bool,
        finished: &dyn Finished,
        progress: &dyn Progress,
    ) -> Result<Vec<Solved>, SolveError> {
        self.0.drop_unused();
        self.0.solve(sector, finished, progress)?;
        let mut all = Vec::new();
        for sector in solved_together(self.0.variant(), sector) {
            let counts = self.0.counts(sector)?;
            let cells = if want_cells { Some(self.0.cells(sector)?) } else { None };
            all.push(Solved { sector, counts, cells });
        }
        Ok(all)
    }
}
