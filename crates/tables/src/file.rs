//! The reader of a sector's values.

use std::path::Path;

use merels_rules::Wdl;
use merels_rules::morris::Variant;

use crate::counts::Counts;
use crate::error::{Fault, Result};
use crate::frames::{FramedFile, unpack};
use crate::header::Kind;
use crate::index::{Index, Indexer};
use crate::sector::Sector;
use crate::wdl::{self, BLOCK_CELLS, FRAME_CELLS, Model};

/// The file of a finished sector. The file is checked when opened, its frames when read.
#[derive(Debug)]
pub struct SectorFile {
    file: FramedFile,
    /// Decodes values without distances.
    model: Option<Model>,
}

/// The data that a file holds for each index of its sector.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Values with their distances.
    Distances,
    /// Values without distances: win, draw or loss.
    Results,
    /// Nothing: only the counts of the sector.
    Counts,
}

impl SectorFile {
    /// Opens a file that should hold `sector` of `variant`.
    /// Fails if the file cannot be read, is damaged, or holds another variant or sector.
    pub fn open(path: &Path, variant: Variant, sector: Sector) -> Result<SectorFile> {
        let kinds = [Kind::Distances, Kind::Results];
        let (file, preface) = FramedFile::open(path, variant, sector, &kinds)?;
        let model = match file.header().kind {
            Kind::Results => Some(read_model(&preface).ok_or_else(|| Fault::Model.at(path))?),
            Kind::Distances | Kind::Ranks => None,
        };
        Ok(SectorFile { file, model })
    }

    /// The counts of the sector's values.
    pub fn counts(&self) -> Counts {
        self.file.header().counts
    }

    /// The number of indices of the sector.
    pub fn cells(&self) -> u64 {
        self.file.header().cells
    }

    /// The length of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.file.bytes()
    }

    /// Returns `true` if the file holds values, and not only counts.
    pub fn has_values(&self) -> bool {
        self.holds() != Holds::Counts
    }

    /// The data that the file holds for each index.
    pub fn holds(&self) -> Holds {
        match self.model {
            _ if self.file.header().frames == 0 => Holds::Counts,
            Some(_) => Holds::Results,
            None => Holds::Distances,
        }
    }

    /// Writes the cells of a frame to the front of `cells`; returns their number.
    pub fn read_frame(&self, frame: usize, cells: &mut [u8]) -> Result<usize> {
        match self.holds() {
            Holds::Distances => {}
            Holds::Results => return Err(Fault::NoDistances.at(self.file.path())),
            Holds::Counts => return Err(Fault::CountsOnly.at(self.file.path())),
        }
        let compressed = self.file.frame_bytes(frame)?;
        match unpack(&compressed, cells) {
            Ok(len) if len == self.file.cells_of_frame(frame) => Ok(len),
            _ => Err(Fault::Frame(frame).at(self.file.path())),
        }
    }

    /// The results in the block with this number: [`BLOCK_CELLS`] indices, fewer in the last one.
    pub fn read_block(&self, indexer: &Indexer, block: u32) -> Result<Vec<Wdl>> {
        let Some(model) = &self.model else { return Err(Fault::CountsOnly.at(self.file.path())) };
        if self.file.header().cells != indexer.len(self.file.header().sector) {
            return Err(Fault::Header.at(self.file.path()));
        }
        let first = u64::from(block) * BLOCK_CELLS as u64;
        let frame = (first / FRAME_CELLS as u64) as usize;
        let bytes = self.file.frame_bytes(frame)?;
        let at = wdl::Place { indexer, sector: self.file.header().sector, first: Index(first) };
        wdl::decode(model, &at, &bytes, self.file.cells_of_frame(frame))
            .ok_or_else(|| Fault::Frame(frame).at(self.file.path()))
    }

    /// Asks the system to read a frame from the disk, without waiting for it.
    pub(crate) fn fetch_frame(&self, frame: usize) {
        self.file.fetch_frame(frame);
    }

    /// Asks the system to drop what it has read of the file.
    pub(crate) fn forget_pages(&self) {
        self.file.forget_pages();
    }
}

/// The model in a file's preface.
fn read_model(preface: &[u8]) -> Option<Model> {
    let mut bytes = vec![0; Model::LEN];
    let len = unpack(preface, &mut bytes).ok()?;
    Model::from_bytes(&bytes[..len])
}
