//! The reader of a sector's file.
//!
//! Header and table of frames are read when the file is opened; a frame is read when it is asked for, by
//! opening the file again. So thousands of sectors hold no file open, and a file that somebody cuts short
//! or writes over is an error where it is read. (A mapped file would be a signal that ends the program.)

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use merels_rules::Wdl;
use merels_rules::morris::Variant;
use zstd::bulk::Decompressor;

use crate::counts::Counts;
use crate::error::{Fault, TableError};
use crate::header::Header;
use crate::index::{Index, Indexer};
use crate::sector::Sector;
use crate::wdl::{self, BLOCK_CELLS, FRAME_CELLS, Model};

/// Bytes per frame in the table of frames: its offset and its checksum.
pub(crate) const FRAME_ENTRY_LEN: usize = 12;

/// The length of the longest header.
const MOST_HEADER_LEN: u64 = 4096;

/// The file of a finished sector. The file is checked when opened, its frames when read.
#[derive(Debug)]
pub struct SectorFile {
    path: PathBuf,
    header: Header,
    frame_table: Box<[u8]>,
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
    pub fn open(path: &Path, variant: Variant, sector: Sector) -> Result<SectorFile, TableError> {
        let open = || {
            let mut file = File::open(path)?;
            let length = file.metadata()?.len();
            let start = read_part(&mut file, 0..length.min(MOST_HEADER_LEN))?;
            let header = Header::from_bytes(&start, variant, sector)?;
            check_length(&header, length)?;
            let frame_table = read_part(&mut file, header.frame_table..length)?;
            if crc32fast::hash(&frame_table) != header.frame_table_checksum {
                return Err(Fault::FrameTable);
            }
            let model = read_model(&mut file, &header)?;
            Ok(SectorFile { path: path.to_owned(), header, frame_table: frame_table.into(), model })
        };
        open().map_err(|fault: Fault| fault.at(path))
    }

    /// The counts of the sector's values.
    pub fn counts(&self) -> Counts {
        self.header.counts
    }

    /// The number of indices of the sector.
    pub fn cells(&self) -> u64 {
        self.header.cells
    }

    /// The length of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.header.frame_table + self.frame_table.len() as u64
    }

    /// Returns `true` if the file holds values, and not only counts.
    pub fn has_values(&self) -> bool {
        self.holds() != Holds::Counts
    }

    /// The data that the file holds for each index.
    pub fn holds(&self) -> Holds {
        match self.model {
            _ if self.header.frames == 0 => Holds::Counts,
            Some(_) => Holds::Results,
            None => Holds::Distances,
        }
    }

    /// Writes the cells of a frame to the front of `cells`; returns their number.
    pub fn read_frame(&self, frame: usize, cells: &mut [u8]) -> Result<usize, TableError> {
        match self.holds() {
            Holds::Distances => {}
            Holds::Results => return Err(Fault::NoDistances.at(&self.path)),
            Holds::Counts => return Err(Fault::CountsOnly.at(&self.path)),
        }
        let compressed = self.frame_bytes(frame)?;
        match unpack(&compressed, cells) {
            Ok(len) if len == self.cells_of_frame(frame) => Ok(len),
            _ => Err(Fault::Frame(frame).at(&self.path)),
        }
    }

    /// The results in the block with this number: [`BLOCK_CELLS`] indices, fewer in the last one.
    pub fn read_block(&self, indexer: &Indexer, block: u32) -> Result<Vec<Wdl>, TableError> {
        let Some(model) = &self.model else { return Err(Fault::CountsOnly.at(&self.path)) };
        if self.header.cells != indexer.len(self.header.sector) {
            return Err(Fault::Header.at(&self.path));
        }
        let first = u64::from(block) * BLOCK_CELLS as u64;
        let frame = (first / FRAME_CELLS as u64) as usize;
        let bytes = self.frame_bytes(frame)?;
        let at = wdl::Place { indexer, sector: self.header.sector, first: Index(first) };
        wdl::decode(model, &at, &bytes, self.cells_of_frame(frame))
            .ok_or_else(|| Fault::Frame(frame).at(&self.path))
    }

    /// The number of cells of an existing frame.
    fn cells_of_frame(&self, frame: usize) -> usize {
        let start = frame as u64 * FRAME_CELLS as u64;
        self.header.cells.saturating_sub(start).min(FRAME_CELLS as u64) as usize
    }

    /// The bytes of a frame, checked.
    fn frame_bytes(&self, frame: usize) -> Result<Vec<u8>, TableError> {
        let damaged = || Fault::Frame(frame).at(&self.path);
        let (range, checksum) = self.frame_range(frame).ok_or_else(damaged)?;
        let compressed = File::open(&self.path).and_then(|mut file| read_part(&mut file, range));
        let compressed = compressed.map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => damaged(),
            _ => Fault::Io(error).at(&self.path),
        })?;
        if crc32fast::hash(&compressed) != checksum {
            return Err(damaged());
        }
        Ok(compressed)
    }

    /// Asks the system to read a frame from the disk, without waiting for it.
    pub(crate) fn fetch_frame(&self, frame: usize) {
        #[cfg(target_os = "linux")]
        if let Some((range, _)) = self.frame_range(frame)
            && let Ok(file) = File::open(&self.path)
        {
            let (length, advice) = (range.end - range.start, rustix::fs::Advice::WillNeed);
            let length = std::num::NonZeroU64::new(length);
            let _ = rustix::fs::fadvise(&file, range.start, length, advice);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = frame;
    }

    /// Asks the system to drop what it has read of the file.
    pub(crate) fn forget_pages(&self) {
        #[cfg(target_os = "linux")]
        if let Ok(file) = File::open(&self.path) {
            let _ = rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed);
        }
    }

    /// The range of a frame's compressed bytes according to the table of frames, and their checksum;
    /// `None` if the range does not lie before the table.
    fn frame_range(&self, frame: usize) -> Option<(Range<u64>, u32)> {
        let entry = |frame: usize| -> Option<(u64, u32)> {
            let entries = self.frame_table.get(frame * FRAME_ENTRY_LEN..)?;
            let (start, checksum) =
                entries.first_chunk::<FRAME_ENTRY_LEN>()?.split_first_chunk()?;
            Some((u64::from_le_bytes(*start), u32::from_le_bytes(*checksum.first_chunk()?)))
        };
        let (start, checksum) = entry(frame)?;
        let end = entry(frame + 1).map_or(self.header.frame_table, |(next, _)| next);
        let lies_before = start <= end && end <= self.header.frame_table;
        lies_before.then_some((start..end, checksum))
    }
}

/// Reads the model behind the header, if the file has one.
fn read_model(file: &mut File, header: &Header) -> Result<Option<Model>, Fault> {
    if header.model_len == 0 {
        return Ok(None);
    }
    let start = header.len() as u64;
    let compressed = read_part(file, start..start + u64::from(header.model_len))?;
    if crc32fast::hash(&compressed) != header.model_checksum {
        return Err(Fault::Model);
    }
    let mut bytes = vec![0; Model::LEN];
    match unpack(&compressed, &mut bytes) {
        Ok(len) => Model::from_bytes(&bytes[..len]).map(Some).ok_or(Fault::Model),
        Err(_) => Err(Fault::Model),
    }
}

fn read_part(file: &mut File, part: Range<u64>) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; (part.end - part.start) as usize];
    file.seek(SeekFrom::Start(part.start))?;
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

thread_local! {
    /// The decompression buffers, made once for each thread.
    static UNPACKER: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

fn unpack(compressed: &[u8], cells: &mut [u8]) -> io::Result<usize> {
    UNPACKER.with_borrow_mut(|unpacker| {
        let unpacker = match unpacker {
            Some(unpacker) => unpacker,
            none => none.insert(Decompressor::new()?),
        };
        unpacker.decompress_to_buffer(compressed, cells)
    })
}

/// Checks that all the header promises is there.
fn check_length(header: &Header, found: u64) -> Result<(), Fault> {
    let wanted_frames = header.cells.div_ceil(FRAME_CELLS as u64);
    if header.frames != 0 && u64::from(header.frames) != wanted_frames {
        return Err(Fault::Header);
    }
    let table_len = u64::from(header.frames) * FRAME_ENTRY_LEN as u64;
    let wanted = header.frame_table.saturating_add(table_len);
    if found == wanted { Ok(()) } else { Err(Fault::Length { found, wanted }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_table_beyond_all_numbers_is_refused() {
        let length = 4;
        let header = Header {
            variant: Variant::THREE,
            sector: Sector::start(Variant::THREE),
            counts: Counts::default(),
            cells: 1,
            frames: 1,
            // With the table behind it, this begins again at 0 and would seem to fit.
            frame_table: u64::wrapping_sub(length, FRAME_ENTRY_LEN as u64),
            frame_table_checksum: 0,
            model_len: 0,
            model_checksum: 0,
        };
        assert!(matches!(check_length(&header, length), Err(Fault::Length { .. })));
    }
}
