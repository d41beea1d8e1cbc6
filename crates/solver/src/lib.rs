//! Makes and verifies the perfect tables (endgame tablebases) of the morris games: the order of the
//! work, retrograde analysis, checkpoints.
//!
//! This crate knows no user interface and no server. [`solve`] runs the whole work sector by
//! sector; a [`Backend`] computes single sectors, such as [`Cpu`] on the processor; a [`Sink`]
//! keeps them, in files or for as long as other sectors build on them. Files that cannot be read or
//! written, or are damaged, end the work with a [`SolveError`].
//!
//! ```
//! use merels_rules::morris::Variant;
//! use merels_solver::{Cpu, InMemory, SolveOptions, solve};
//! use merels_tables::Sector;
//!
//! let mut backend = Cpu::new(Variant::THREE);
//! let mut sink = InMemory::new(Variant::THREE);
//! let options = SolveOptions { men: None, memory: 1 << 30, checks: 100 };
//! let solution = solve(&mut backend, options, &mut sink, &())?;
//! let is_start = |(sector, _): &&(Sector, _)| *sector == Sector::start(Variant::THREE);
//! let (_, start) = solution.counts.iter().find(is_start).expect("the start is a sector");
//! assert_eq!((start.win, start.longest_win), (1, 9), "the first side wins in nine plies");
//! # Ok::<(), merels_solver::SolveError>(())
//! ```

mod backend;
mod background;
mod cells;
mod check;
mod cpu;
mod error;
mod files;
mod plan;
mod progress;
mod ranks;
mod reachable;
mod results;
mod sink;
mod solve;
mod uses;
mod verify;
mod verify_ranks;

pub use backend::{Backend, Finished, Solved, solved_together};
pub use cells::Cells;
pub use cpu::{Cpu, level_code};
pub use error::{Disagreement, Result, SolveError};
pub use plan::{Plan, SectorState};
pub use progress::Progress;
pub use ranks::{RankOptions, RankSolution, RankedSector, solve_ranks};
pub use reachable::{Reachable, count_reachable};
pub use sink::{InFiles, InMemory, Sink};
pub use solve::{Solution, SolveOptions, solve};
pub use uses::Uses;
pub use verify::{Verification, verify};
pub use verify_ranks::{RankVerification, WrongRank, verify_ranks};
