//! Makes and verifies the perfect tables of the morris games: the order of the work, retrograde
//! analysis, checkpoints.
//!
//! This crate knows no user interface and no server. [`solve`] runs the whole work sector by
//! sector; a [`Backend`] computes single sectors, [`Cpu`] being the one for the processor.

mod backend;
mod cells;
mod count;
mod cpu;
mod error;
mod plan;
mod progress;
mod solve;
mod store;
mod unsaved;
mod uses;
mod verify;

pub use backend::{Backend, Finished, Solved, solved_together};
pub use cells::Cells;
pub use cpu::{Cpu, flies};
pub use error::SolveError;
pub use progress::Progress;
pub use solve::{Order, solve};
pub use unsaved::solve_unsaved;
pub use uses::Uses;
pub use verify::{Disagreement, Verification, verify};
