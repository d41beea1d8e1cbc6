use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use merels_rules::morris::Variant;

use crate::error::{Fault, Result, TableError};
use crate::file::SectorFile;
use crate::rank_file::RankFile;
use crate::sector::Sector;
use crate::writer::UNFINISHED;

/// The extension of table files.
const TABLE: &str = "table";

/// The extension of files with the ranks of drawn positions.
const RANKS: &str = "ranks";

/// The folder with the files of one variant, inside the folder of all tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    path: PathBuf,
    variant: Variant,
}

impl Folder {
    /// The folder of `variant` in the folder of all tables, existing or not.
    pub fn new(tables: &Path, variant: Variant) -> Folder {
        Folder { path: tables.join(variant.id()), variant }
    }

    /// The variant whose files these are.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file of a sector.
    pub fn file(&self, sector: Sector) -> PathBuf {
        self.path.join(format!("{sector}.{TABLE}"))
    }

    /// Opens the file of a sector; returns `None` if it does not exist.
    pub fn open(&self, sector: Sector) -> Result<Option<SectorFile>> {
        if_it_exists(SectorFile::open(&self.file(sector), self.variant, sector))
    }

    /// The file with the ranks of a sector's drawn positions.
    pub fn rank_file(&self, sector: Sector) -> PathBuf {
        self.path.join(format!("{sector}.{RANKS}"))
    }

    /// Opens the file with the ranks of a sector's drawn positions; returns `None` if it does not
    /// exist.
    pub fn open_ranks(&self, sector: Sector) -> Result<Option<RankFile>> {
        if_it_exists(RankFile::open(&self.rank_file(sector), self.variant, sector))
    }

    /// Creates the folder if necessary and removes the files that an earlier run left unfinished.
    pub fn prepare(&self) -> Result<()> {
        let prepare = || {
            fs::create_dir_all(&self.path)?;
            for entry in fs::read_dir(&self.path)? {
                let path = entry?.path();
                if path.extension().is_some_and(|ending| ending == UNFINISHED) {
                    fs::remove_file(path)?;
                }
            }
            Ok(())
        };
        prepare().map_err(|fault: Fault| fault.at(&self.path))
    }
}

/// `None` for a file that does not exist.
fn if_it_exists<T>(opened: Result<T>) -> Result<Option<T>> {
    match opened {
        Ok(file) => Ok(Some(file)),
        Err(TableError { fault: Fault::Io(error), .. })
            if error.kind() == io::ErrorKind::NotFound =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
