//! The writer of a sector's file.

use std::fs::{self, File};
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use merels_rules::morris::Variant;

use crate::counts::Counts;
use crate::error::{Fault, Result, TableError};
use crate::file::SectorFile;
use crate::frames::FramedFile;
use crate::header::{Header, Kind};
use crate::rank_file::RankPreface;
use crate::sector::Sector;
use crate::wdl::WdlEncoder;

/// The extension of a file that is still being written.
pub(crate) const UNFINISHED: &str = "unfinished";

/// The compression level of models and lists of payoffs.
const PREFACE_LEVEL: i32 = 19;

/// The compression level of frames.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Compression {
    /// For tables that stay.
    Lasting,
    /// For temporary tables.
    Passing,
}

/// Compresses many frames with one set of buffers.
pub struct Compressor(zstd::bulk::Compressor<'static>);

impl Compressor {
    /// Creates a compressor with its own buffers.
    pub fn new(compression: Compression) -> std::io::Result<Compressor> {
        let level = match compression {
            Compression::Lasting => 3,
            Compression::Passing => 1,
        };
        zstd::bulk::Compressor::new(level).map(Compressor)
    }

    /// The compressed bytes of a frame with these cells, at most
    /// [`FRAME_CELLS`](crate::FRAME_CELLS). The same cells always give the same bytes.
    pub fn frame(&mut self, cells: &[u8]) -> std::io::Result<Vec<u8>> {
        self.0.compress(cells)
    }
}

/// Writes the file of a sector under a temporary name; [`SectorWriter::finish`] renames it. A file
/// that is abandoned before that is removed.
#[derive(Debug)]
pub struct SectorWriter {
    path: PathBuf,
    unfinished: PathBuf,
    /// The file; `None` once finished.
    file: Option<BufWriter<File>>,
    header: Header,
    frame_table: Vec<u8>,
    position: u64,
}

impl SectorWriter {
    /// Begins the file at `path`, for values with distances or for counts alone.
    pub fn create(
        path: &Path,
        variant: Variant,
        sector: Sector,
        cells: u64,
        counts: Counts,
    ) -> Result<SectorWriter> {
        SectorWriter::begin(path, (Kind::Distances, variant, sector), cells, counts, &[])
    }

    /// Begins the file at `path`, for the frames of this encoder.
    pub fn create_results(
        path: &Path,
        encoder: &WdlEncoder<'_>,
        counts: Counts,
    ) -> Result<SectorWriter> {
        let (indexer, sector) = (encoder.indexer(), encoder.sector());
        let content = (Kind::Results, indexer.variant(), sector);
        SectorWriter::begin(path, content, indexer.len(sector), counts, encoder.model())
    }

    /// Begins the file at `path`, for the ranks of drawn positions, or for nothing but their list
    /// of payoffs where the ranks follow from other sectors.
    pub fn create_ranks(
        path: &Path,
        variant: Variant,
        sector: Sector,
        (cells, counts): (u64, Counts),
        preface: &RankPreface,
    ) -> Result<SectorWriter> {
        let content = (Kind::Ranks, variant, sector);
        SectorWriter::begin(path, content, cells, counts, &preface.to_bytes())
    }

    fn begin(
        path: &Path,
        (kind, variant, sector): (Kind, Variant, Sector),
        cells: u64,
        counts: Counts,
        preface: &[u8],
    ) -> Result<SectorWriter> {
        let preface = match preface {
            [] => Vec::new(),
            _ => zstd::bulk::compress(preface, PREFACE_LEVEL)
                .map_err(|error| Fault::Io(error).at(path))?,
        };
        let unfinished = path.with_added_extension(UNFINISHED);
        let header = Header {
            kind,
            variant,
            sector,
            counts,
            cells,
            frames: 0,
            frame_table: 0,
            frame_table_checksum: 0,
            preface_len: preface.len() as u32,
            preface_checksum: crc32fast::hash(&preface),
        };
        let create = || {
            let mut file = BufWriter::with_capacity(1 << 20, File::create(&unfinished)?);
            // The header is known only at the end: its space is filled with zeros for now.
            file.write_all(&vec![0; header.len()])?;
            file.write_all(&preface)?;
            Ok(file)
        };
        let file = create().map_err(|fault: Fault| fault.at(&unfinished))?;
        Ok(SectorWriter {
            path: path.to_owned(),
            unfinished,
            file: Some(file),
            position: (header.len() + preface.len()) as u64,
            header,
            frame_table: Vec::new(),
        })
    }

    /// Adds the next frame, as [`Compressor::frame`] or [`WdlEncoder::frame`] made it.
    pub fn add_frame(&mut self, compressed: &[u8]) -> Result<()> {
        self.frame_table.extend(self.position.to_le_bytes());
        self.frame_table.extend(crc32fast::hash(compressed).to_le_bytes());
        self.header.frames += 1;
        self.position += compressed.len() as u64;
        self.try_io(|file| file.write_all(compressed))
    }

    /// Completes the file, syncs it to the disk, and gives it its final name. A writer without
    /// frames makes a file that holds only counts.
    pub fn finish(mut self) -> Result<()> {
        self.seal()?;
        let Header { kind, variant, sector, .. } = self.header;
        FramedFile::open(&self.unfinished, variant, sector, &[kind])?;
        self.name()
    }

    /// As [`SectorWriter::finish`], but first has the complete file of values read. If the check
    /// fails, the file that had the name before stays.
    pub fn finish_checked<E: From<TableError>>(
        mut self,
        check: impl FnOnce(&SectorFile) -> Result<(), E>,
    ) -> Result<(), E> {
        self.seal()?;
        check(&SectorFile::open(&self.unfinished, self.header.variant, self.header.sector)?)?;
        Ok(self.name()?)
    }

    /// Completes the file under its temporary name.
    fn seal(&mut self) -> Result<()> {
        self.header.frame_table = self.position;
        self.header.frame_table_checksum = crc32fast::hash(&self.frame_table);
        let header = self.header.to_bytes();
        let frame_table = std::mem::take(&mut self.frame_table);
        self.try_io(|file| {
            file.write_all(&frame_table)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&header)?;
            file.flush()?;
            file.get_ref().sync_all()
        })
    }

    /// Gives the complete file its final name.
    fn name(mut self) -> Result<()> {
        self.file = None;
        let name = || {
            fs::rename(&self.unfinished, &self.path)?;
            // The new name must also be on the disk before the sector counts as finished.
            if let Some(folder) = self.path.parent() {
                File::open(folder)?.sync_all()?;
            }
            Ok(())
        };
        name().map_err(|fault: Fault| fault.at(&self.path))
    }

    fn try_io(
        &mut self,
        work: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>,
    ) -> Result<()> {
        match &mut self.file {
            Some(file) => work(file).map_err(|error| Fault::Io(error).at(&self.unfinished)),
            None => Ok(()),
        }
    }
}

impl Drop for SectorWriter {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            // The buffer is dropped unwritten: an abandoned file does not need it.
            drop(file.into_parts());
            // If this fails too, the next run removes the file.
            let _ = fs::remove_file(&self.unfinished);
        }
    }
}
