//! The reader of a sector's file.

use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use memmap2::Mmap;
use merels_rules::morris::Variant;
use zstd::bulk::Decompressor;

use crate::counts::Counts;
use crate::error::{Fault, TableError};
use crate::header::{FRAME_CELLS, Header};
use crate::mapping;
use crate::sector::Sector;

/// Bytes per frame in the table of frames: its offset and its checksum.
pub(crate) const FRAME_ENTRY_LEN: usize = 12;

/// The length of the longest header.
const MOST_HEADER_LEN: usize = 4096;

/// The file of a finished sector. The file is checked when opened, its frames when read.
#[derive(Debug)]
pub struct SectorFile {
    path: PathBuf,
    header: Header,
    bytes: Mmap,
}

impl SectorFile {
    /// Opens a file that should hold `sector` of `variant`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, is damaged, or holds another variant or sector.
    pub fn open(path: &Path, variant: Variant, sector: Sector) -> Result<SectorFile, TableError> {
        let open = || {
            let bytes = mapping::map(&File::open(path)?)?;
            // A page that was not fetched first would bring megabytes around it along.
            mapping::fetch(&bytes, 0..bytes.len().min(MOST_HEADER_LEN));
            let header = Header::from_bytes(&bytes, variant, sector)?;
            mapping::fetch(&bytes, header.frame_table as usize..bytes.len());
            check_frames(&header, &bytes)?;
            Ok(SectorFile { path: path.to_owned(), header, bytes })
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
        self.bytes.len() as u64
    }

    /// Returns `true` if the file holds values, and not only counts.
    pub fn has_values(&self) -> bool {
        self.header.frames > 0
    }

    /// Writes the cells of a frame to the front of `cells`; returns their number.
    ///
    /// # Errors
    ///
    /// Returns an error if the frame is damaged or does not exist.
    pub fn read_frame(&self, frame: usize, cells: &mut [u8]) -> Result<usize, TableError> {
        if !self.has_values() {
            return Err(Fault::CountsOnly.at(&self.path));
        }
        let damaged = || Fault::Frame(frame).at(&self.path);
        let (compressed, checksum) = self.frame(frame).ok_or_else(damaged)?;
        if crc32fast::hash(compressed) != checksum {
            return Err(damaged());
        }
        let start = frame as u64 * FRAME_CELLS as u64;
        let wanted = (self.header.cells - start).min(FRAME_CELLS as u64) as usize;
        match unpack(compressed, cells) {
            Ok(len) if len == wanted => Ok(len),
            _ => Err(damaged()),
        }
    }

    /// Asks the system to read a frame from the disk, without waiting for it.
    pub(crate) fn fetch_frame(&self, frame: usize) {
        if let Some((range, _)) = self.frame_range(frame) {
            mapping::fetch(&self.bytes, range);
        }
    }

    /// The compressed bytes of a frame and their checksum.
    fn frame(&self, frame: usize) -> Option<(&[u8], u32)> {
        let (range, checksum) = self.frame_range(frame)?;
        Some((self.bytes.get(range)?, checksum))
    }

    /// The range of a frame's compressed bytes according to the table of frames, and their
    /// checksum.
    fn frame_range(&self, frame: usize) -> Option<(Range<usize>, u32)> {
        let table = &self.bytes[self.header.frame_table as usize..];
        let entry = |frame: usize| -> Option<(u64, u32)> {
            let bytes = table.get(frame * FRAME_ENTRY_LEN..)?.first_chunk::<FRAME_ENTRY_LEN>()?;
            let (start, checksum) = bytes.split_first_chunk()?;
            Some((u64::from_le_bytes(*start), u32::from_le_bytes(*checksum.first_chunk()?)))
        };
        let (start, checksum) = entry(frame)?;
        let end = entry(frame + 1).map_or(self.header.frame_table, |(next, _)| next);
        Some((start as usize..end as usize, checksum))
    }
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

/// Checks that the file has everything that its header promises.
fn check_frames(header: &Header, bytes: &[u8]) -> Result<(), Fault> {
    let wanted_frames = header.cells.div_ceil(FRAME_CELLS as u64);
    if header.frames != 0 && u64::from(header.frames) != wanted_frames {
        return Err(Fault::Header);
    }
    let table_len = u64::from(header.frames) * FRAME_ENTRY_LEN as u64;
    let (found, wanted) = (bytes.len() as u64, header.frame_table.saturating_add(table_len));
    if found != wanted {
        return Err(Fault::Length { found, wanted });
    }
    if crc32fast::hash(&bytes[header.frame_table as usize..]) != header.frame_table_checksum {
        return Err(Fault::FrameTable);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_table_beyond_all_numbers_is_refused() {
        let bytes = [0; 4];
        let header = Header {
            variant: Variant::THREE,
            sector: Sector::start(Variant::THREE),
            counts: Counts::default(),
            cells: 1,
            frames: 1,
            // Adding the table's length wraps around, so the file would seem to fit.
            frame_table: (bytes.len() as u64).wrapping_sub(FRAME_ENTRY_LEN as u64),
            frame_table_checksum: 0,
        };
        assert!(matches!(check_frames(&header, &bytes), Err(Fault::Length { .. })));
    }
}
