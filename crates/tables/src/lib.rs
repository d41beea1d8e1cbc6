//! Perfect tables of the morris games: how they are laid out, numbered, stored and read.
//!
//! This crate knows how a table is read, not how it is made: it has no retrograde analysis, no
//! threads and no terminal.

mod cache;
mod classes;
mod code;
mod counts;
mod error;
mod file;
mod folder;
mod header;
mod index;
mod mapping;
mod packing;
mod sector;
mod subsets;
mod tables;
mod writer;

pub use classes::{ClassEntry, ClassMap, Classes};
pub use code::{Code, Coding};
pub use counts::Counts;
pub use error::{Fault, TableError};
pub use file::SectorFile;
pub use folder::Folder;
pub use header::{FRAME_CELLS, VERSION};
pub use index::{Index, Indexer};
pub use packing::{Images, Squeezer, spread};
pub use sector::{Sector, Taking};
pub use subsets::{Subsets, binomial};
pub use tables::Tables;
pub use writer::{Compression, Compressor, SectorWriter};
