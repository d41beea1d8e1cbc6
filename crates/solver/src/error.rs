use std::io;

use merels_rules::Value;
use merels_rules::morris::MorrisPosition;
use merels_tables::{Sector, TableError};
use thiserror::Error;

pub type Result<T, E = SolveError> = std::result::Result<T, E>;

/// An error in making or verifying tables.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The given memory does not suffice.
    #[error(
        "sector {sector} needs {} MiB of memory, but only {} MiB are given (--memory)",
        .needed.div_ceil(1 << 20), .given >> 20
    )]
    Memory {
        sector: Sector,
        /// The bytes it needs.
        needed: u64,
        given: u64,
    },
    /// Without files, the sectors that later ones build on do not fit into the given memory.
    #[error(
        "without files {} MiB of memory are needed for the sectors that others build on, but only \
         {} MiB are given (--memory)",
        .needed.div_ceil(1 << 20), .given >> 20
    )]
    Unsaved {
        /// The bytes that are held at once.
        needed: u64,
        given: u64,
    },
    #[error("out of memory while solving {sector}: {error}")]
    OutOfMemory {
        sector: Sector,
        #[source]
        error: io::Error,
    },
    /// A value that was just computed does not follow from the moves of its position.
    #[error(
        "the value of {} is computed as {}, but its moves say {}",
        .0.position, .0.stored, .0.computed.map_or_else(|| "nothing".to_owned(), |v| v.to_string())
    )]
    Disagrees(Disagreement),
    /// The file of a sector without distances does not hold what was written to it.
    #[error("sector {0} without distances is read otherwise than it was written")]
    Unfaithful(Sector),
    #[error("sector {0} is missing")]
    Missing(Sector),
    /// The draws of a pair have more payoffs and distances than a mark can tell apart.
    #[error("sector {0} has too many ranks and distances of draws")]
    TooManyLevels(Sector),
    /// The variant has more payoffs than a rank can tell apart.
    #[error("the variant has too many payoffs of endless play")]
    TooManyPayoffs,
    /// Ranks were made for another payoff of endless play than the counts of the tables give.
    #[error("the ranks of sector {0} do not belong to these tables: merels solve --ranks mends it")]
    WrongPayoff(Sector),
    /// The graphics card failed or does not suffice.
    #[error("{0}")]
    Device(String),
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A file of tables could not be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// A cell that does not follow from the moves of its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    pub position: MorrisPosition,
    pub stored: Value,
    /// The value that follows from the moves; `None` if one of them leads to a missing sector.
    pub computed: Option<Value>,
}
