//! Puzzles: positions in which exactly one move wins, or holds the draw.

mod check;
mod find;
mod levels;
mod themes;

pub use check::check;
pub use find::{Search, find};
