use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::sector::Sector;

/// The result of reading or writing tables.
pub type Result<T, E = TableError> = std::result::Result<T, E>;

/// An error in reading or writing a table file, always with the file's name.
#[derive(Debug, Error)]
#[error("{}: {fault}", path.display())]
pub struct TableError {
    /// The file.
    pub path: PathBuf,
    /// The fault. It is part of the message and therefore not repeated as the error's source.
    pub fault: Fault,
}

/// A fault of a table file.
#[derive(Debug, Error)]
pub enum Fault {
    /// The system could not read or write it.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Its first bytes are not those of a table.
    #[error("not a table of Merels")]
    Foreign,
    /// It has another version of the format.
    #[error("the format's version is {found}, this program reads 1 to {newest}")]
    Version {
        /// The version of the file.
        found: u32,
        /// The newest version this program reads.
        newest: u32,
    },
    /// It is a file of Merels with other content.
    #[error("the file holds something else than its name says")]
    OtherKind,
    /// It belongs to another variant.
    #[error("the table is of '{found}', not of '{wanted}'")]
    OtherVariant {
        /// The variant named in the file.
        found: String,
        /// The variant asked for.
        wanted: &'static str,
    },
    /// It was made by other rules or with another numbering of positions.
    #[error("the table was made by other rules")]
    OtherRules,
    /// Its name and its content disagree.
    #[error("the table is of sector {0}")]
    OtherSector(Sector),
    /// Its header is damaged.
    #[error("damaged: the header does not fit its checksum")]
    Header,
    /// It is shorter or longer than its header says.
    #[error("damaged: the file has {found} bytes, {wanted} are wanted")]
    Length {
        /// The length of the file.
        found: u64,
        /// The length according to the header.
        wanted: u64,
    },
    /// Its table of frames is damaged.
    #[error("damaged: the table of frames does not fit its checksum")]
    FrameTable,
    /// One of its frames is damaged.
    #[error("damaged: frame {0} does not fit its checksum")]
    Frame(usize),
    /// Its model, which decodes the values, is damaged.
    #[error("damaged: the model does not fit its checksum")]
    Model,
    /// Its list of payoffs is damaged.
    #[error("damaged: the list of payoffs cannot be read")]
    Payoffs,
    /// Its ranks belong to another list of payoffs than those of other files.
    #[error(
        "its ranks are of another list than those of other files: merels solve --ranks mends it"
    )]
    OtherPayoffs,
    /// Its values have no distances.
    #[error("the file holds no distances")]
    NoDistances,
    /// It holds only the counts of its sector, because its values follow from other sectors.
    #[error("the file holds no values, only counts")]
    CountsOnly,
}

impl Fault {
    /// The error for this fault of the file at `path`.
    pub fn at(self, path: &Path) -> TableError {
        TableError { path: path.to_owned(), fault: self }
    }
}
