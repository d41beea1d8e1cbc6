//! Makes and verifies the perfect tables of the morris games.

mod backend;
mod cells;
mod count;
mod cpu;

pub use backend::{Backend, Finished};
pub use cells::Cells;
pub use count::count_sector;
pub use cpu::Cpu;
