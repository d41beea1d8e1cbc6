use std::io;

use merels_tables::{Code, Sector, TableError};
use thiserror::Error;

/// Why tables could not be made or verified.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The variant's sectors cannot be solved in this way.
    #[error(
        "'lasker' cannot be solved: with men in hand a turn may place or move, so its placing \
         sectors need the level-by-level search too, all of a layer at once; that needs more \
         than 24 GiB of memory"
    )]
    Lasker,
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
    /// The system has no memory left.
    #[error("out of memory while solving {sector}: {error}")]
    OutOfMemory {
        /// The sector in work.
        sector: Sector,
        /// What the system said.
        #[source]
        error: io::Error,
    },
    /// A game is longer than a cell can say.
    #[error("sector {0} has games of more than {max} plies, which a cell cannot hold", max = Code::MAX_PLIES)]
    TooLong(Sector),
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
