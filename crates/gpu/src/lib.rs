//! Solves the morris games on a graphics card: the same sectors, the same values and the same
//! bytes as on the processor, in seconds.
//!
//! The kernels are one source file, compiled when the program runs for the card that is there and
//! for the variant to be solved. The driver is loaded when it is asked for, so that the program
//! starts on machines without one. This crate knows no user interface and no files.

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
