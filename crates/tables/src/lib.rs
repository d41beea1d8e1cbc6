//! Perfect tables (endgame tablebases) of the morris games: layout, indexing, file format and
//! probing.
//!
//! This crate reads tables, but does not make them: it has no retrograde analysis, no threads and
//! no terminal. Functions fail with a [`TableError`] where a file cannot be read or written, is
//! damaged, or belongs to another variant or sector.
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

mod cache;
mod classes;
mod code;
mod counts;
mod error;
mod file;
mod folder;
mod header;
mod index;
mod packing;
mod parcel;
mod sector;
mod subsets;
mod tables;
mod wdl;
mod writer;

pub use classes::{ClassEntry, ClassMap, Classes};
pub use code::{Code, Coding};
pub use counts::Counts;
pub use error::{Fault, TableError};
pub use file::{Holds, SectorFile};
pub use folder::Folder;
pub use header::{FRAME_CELLS, VERSION};
pub use index::{Index, Indexer};
pub use packing::{Images, Squeezer, spread};
pub use parcel::{Carried, ParcelError, pack, unpack};
pub use sector::{Sector, Taking};
pub use subsets::{Subsets, binomial};
pub use tables::Tables;
pub use wdl::{BLOCK_CELLS, WdlEncoder, WdlSample};
pub use writer::{Compression, Compressor, SectorWriter};
