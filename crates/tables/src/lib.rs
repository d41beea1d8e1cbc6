//! Perfect tables (endgame tablebases) of the morris games: layout, indexing, file format and
//! probing.
//!
//! This crate reads tables, but does not make them: it has no retrograde analysis, no threads and
//! no terminal. Functions fail with a [`TableError`] where a file cannot be read or written, is
//! damaged, or belongs to another variant or sector. The small [`Endgames`] come with the crate;
//! without the feature `files` they and the numbering are all that remains, for programs without a
//! file system.
//!
//! ```
//! use merels_rules::morris::{MorrisPosition, Variant};
//! use merels_tables::{Indexer, Sector};
//!
//! // Every position has a number within its sector, and symmetric ones have the same.
//! let indexer = Indexer::new(Variant::THREE);
//! let start = MorrisPosition::start(Variant::THREE);
//! assert_eq!(indexer.len(Sector::of(&start)), 1);
//! assert_eq!(indexer.position(Sector::of(&start), indexer.index(&start)), Some(start));
//! ```
#![warn(missing_docs)]

#[cfg(feature = "files")]
mod cache;
mod classes;
mod code;
mod counts;
mod endgames;
#[cfg(feature = "files")]
mod error;
#[cfg(feature = "files")]
mod file;
#[cfg(feature = "files")]
mod folder;
#[cfg(feature = "files")]
mod frames;
#[cfg(feature = "files")]
mod header;
mod index;
mod packing;
#[cfg(feature = "files")]
mod parcel;
#[cfg(feature = "files")]
mod rank_file;
#[cfg(feature = "files")]
mod ranking;
mod sector;
mod subsets;
#[cfg(feature = "files")]
mod tables;
mod wdl;
#[cfg(feature = "files")]
mod writer;

pub use classes::{ClassEntry, ClassMap, Classes};
pub use code::{Code, Coding};
pub use counts::Counts;
pub use endgames::{Endgames, EndgamesError, pack_endgames};
#[cfg(feature = "files")]
pub use error::{Fault, Result, TableError};
#[cfg(feature = "files")]
pub use file::{Holds, SectorFile};
#[cfg(feature = "files")]
pub use folder::Folder;
#[cfg(feature = "files")]
pub use header::VERSION;
pub use index::{Index, Indexer};
pub use packing::{Images, Squeezer, spread};
#[cfg(feature = "files")]
pub use parcel::{Carried, ParcelError, pack, unpack};
#[cfg(feature = "files")]
pub use rank_file::{Grade, Grading, RankCell, RankFile, RankPreface};
#[cfg(feature = "files")]
pub use ranking::{Ranking, own_payoff};
pub use sector::{Sector, Taking};
pub use subsets::{Subsets, binomial};
#[cfg(feature = "files")]
pub use tables::Tables;
pub use wdl::{BLOCK_CELLS, FRAME_CELLS, WdlEncoder, WdlSample};
#[cfg(feature = "files")]
pub use writer::{Compression, Compressor, SectorWriter};
