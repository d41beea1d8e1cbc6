//! The container of a sector's data: a header, a preface, frames, and the table of frames.
//!
//! Header and table of frames are read when the file is opened; a frame is read when it is asked for, by
//! opening the file again. So thousands of sectors hold no file open, and a file that somebody cuts short
//! or writes over is an error where it is read. (A mapped file would be a signal that ends the program.)

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use merels_rules::morris::Variant;
use zstd::bulk::Decompressor;

use crate::error::{Fault, Result};
use crate::header::{Header, Kind};
use crate::sector::Sector;
use crate::wdl::FRAME_CELLS;

/// Bytes per frame in the table of frames: its offset and its checksum.
pub(crate) const FRAME_ENTRY_LEN: usize = 12;

/// The length of the longest header.
const MOST_HEADER_LEN: u64 = 4096;

/// A file of frames. It is checked when opened, its frames when read.
#[derive(Debug)]
pub(crate) struct FramedFile {
    path: PathBuf,
    header: Header,
    frame_table: Box<[u8]>,
}

impl FramedFile {
    /// Opens a file of one of these kinds that should belong to `sector` of `variant`; returns it
    /// with its compressed preface, which is empty if the kind has none.
    pub(crate) fn open(
        path: &Path,
        variant: Variant,
        sector: Sector,
        kinds: &[Kind],
    ) -> Result<(FramedFile, Vec<u8>)> {
        let open = || {
            let mut file = File::open(path)?;
            let length = file.metadata()?.len();
            let start = read_part(&mut file, 0..length.min(MOST_HEADER_LEN))?;
            let header = Header::from_bytes(&start, variant, sector)?;
            if !kinds.contains(&header.kind) {
                return Err(Fault::OtherKind);
            }
            check_length(&header, length)?;
            let frame_table = read_part(&mut file, header.frame_table..length)?;
            if crc32fast::hash(&frame_table) != header.frame_table_checksum {
                return Err(Fault::FrameTable);
            }
            let start = header.len() as u64;
            let preface = read_part(&mut file, start..start + u64::from(header.preface_len))?;
            if header.preface_len > 0 && crc32fast::hash(&preface) != header.preface_checksum {
                return Err(match header.kind {
                    Kind::Ranks => Fault::Payoffs,
                    Kind::Distances | Kind::Results => Fault::Model,
                });
            }
            let file =
                FramedFile { path: path.to_owned(), header, frame_table: frame_table.into() };
            Ok((file, preface))
        };
        open().map_err(|fault: Fault| fault.at(path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn header(&self) -> &Header {
        &self.header
    }

    /// The length of the file in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.header.frame_table + self.frame_table.len() as u64
    }

    /// The number of cells of an existing frame.
    pub(crate) fn cells_of_frame(&self, frame: usize) -> usize {
        let start = frame as u64 * FRAME_CELLS as u64;
        self.header.cells.saturating_sub(start).min(FRAME_CELLS as u64) as usize
    }

    /// The bytes of a frame, checked.
    pub(crate) fn frame_bytes(&self, frame: usize) -> Result<Vec<u8>> {
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

pub(crate) fn unpack(compressed: &[u8], cells: &mut [u8]) -> io::Result<usize> {
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
    use crate::counts::Counts;

    #[test]
    fn a_frame_table_beyond_all_numbers_is_refused() {
        let length = 4;
        let header = Header {
            kind: Kind::Distances,
            variant: Variant::THREE,
            sector: Sector::start(Variant::THREE),
            counts: Counts::default(),
            cells: 1,
            frames: 1,
            // With the table behind it, this begins again at 0 and would seem to fit.
            frame_table: u64::wrapping_sub(length, FRAME_ENTRY_LEN as u64),
            frame_table_checksum: 0,
            preface_len: 0,
            preface_checksum: 0,
        };
        assert!(matches!(check_length(&header, length), Err(Fault::Length { .. })));
    }
}
