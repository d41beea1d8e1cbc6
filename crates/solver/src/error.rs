use std::io;

use merels_rules::Value;
use merels_rules::morris::MorrisPosition;
use merels_tables::{Sector, TableError};
use thiserror::Error;

/// Why tables could not be made or verified.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The memory that was given does not suffice.
    #[error(
        "sector {sector} needs {} MiB of memory, but only {} MiB are given (--memory)",
        .needed.div_ceil(1 << 20), .given >> 20
    )]
    Memory {
        /// The first sector that does not fit.
        sector: Sector,
        /// The bytes it needs.
        needed: u64,
        /// The bytes there are.
        given: u64,
    },
    /// Without files, what later sectors build on does not fit into the memory that was given.
    #[error(
        "without files {} MiB of memory are needed for the sectors that others build on, but only \
         {} MiB are given (--memory)",
        .needed.div_ceil(1 << 20), .given >> 20
    )]
    Unsaved {
        /// The bytes that are held at once.
        needed: u64,
        /// The bytes there are.
        given: u64,
    },
    /// The system has no memory left.
    #[error("out of memory while solving {sector}: {error}")]
    OutOfMemory {
        /// The sector in work.
        sector: Sector,
        /// What the system said.
        #[source]
        error: io::Error,
    },
    /// A value that was just computed does not follow from the moves of its position.
    #[error(
        "the value of {} is computed as {}, but its moves say {}",
        .0.position, .0.stored, .0.computed.map_or_else(|| "nothing".to_owned(), |v| v.to_string())
    )]
    Disagrees(Disagreement),
    /// A sector that the work builds on is not there.
    #[error("sector {0} is missing")]
    Missing(Sector),
    /// The graphics card failed or does not suffice.
    #[error("{0}")]
    Device(String),
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A file of tables could not be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// A cell that does not follow from the moves of its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The position.
    pub position: MorrisPosition,
    /// What the table says.
    pub stored: Value,
    /// What follows from the moves; `None` if one of them leads to a sector that is not there.
    pub computed: Option<Value>,
}
