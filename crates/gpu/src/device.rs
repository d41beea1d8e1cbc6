//! The interface of a machine that runs kernels.

use merels_solver::SolveError;
use thiserror::Error;

use crate::params::{Address, Params};

/// The kernels, by the names they have in `kernels.cu`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum Kernel {
    SetUpRows,
    ValueMills,
    CountMoves,
    Level,
    Place,
    CountValues,
    LookUp,
}

impl Kernel {
    /// The workers that its items are for.
    pub(crate) const fn workers(self) -> Workers {
        match self {
            Kernel::CountValues => Workers::Warps,
            Kernel::Level | Kernel::ValueMills => Workers::Blocks,
            _ => Workers::Threads,
        }
    }
}

/// The workers of a kernel: one thread for each item, or as many warps or blocks as run at once,
/// which share the items.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Workers {
    Threads,
    Warps,
    Blocks,
}

/// The reason why the card cannot be used, or its failure.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GpuError {
    /// This machine has no driver or no compiler for kernels.
    #[error("{0} is not installed")]
    NotInstalled(&'static str),
    #[error("the graphics card failed: {0}")]
    Card(String),
    /// The kernels could not be compiled for the card.
    #[error("the kernels do not compile for this card: {0}")]
    Compile(String),
    /// A position may have more moves, or a sector more positions, than the kernels count.
    #[error("the card's solver cannot count {0}")]
    TooMany(&'static str),
    /// The card's memory does not suffice.
    #[error("{needed} bytes are needed on the card, {free} are free")]
    Memory {
        /// The bytes needed for the next piece of work.
        needed: u64,
        /// The bytes that the card has left.
        free: u64,
    },
}

impl From<GpuError> for SolveError {
    fn from(error: GpuError) -> SolveError {
        SolveError::Device(error.to_string())
    }
}

/// A machine with its own memory that runs kernels, one after another.
pub(crate) trait Device {
    /// The name, for people.
    fn name(&self) -> &str;

    /// The bytes that may be reserved in all.
    fn capacity(&self) -> u64;

    /// Provides for reserving this many bytes at once; called before anything is reserved.
    fn provide(&mut self, bytes: u64) -> Result<(), GpuError>;

    /// Reserves memory, which is not cleared.
    fn reserve(&mut self, bytes: u64) -> Result<Address, GpuError>;

    fn release(&mut self, address: Address);

    /// Sets bytes.
    fn fill(&mut self, address: Address, byte: u8, bytes: u64) -> Result<(), GpuError>;

    /// Copies to the device.
    fn upload(&mut self, address: Address, bytes: &[u8]) -> Result<(), GpuError>;

    /// Copies from the device after all kernels launched so far have finished.
    fn download(&mut self, address: Address, bytes: &mut [u8]) -> Result<(), GpuError>;

    /// Runs a kernel over `params.items` items: single ones, or chunks of cells that its warps
    /// share.
    fn launch(&mut self, kernel: Kernel, params: &Params) -> Result<(), GpuError>;
}
