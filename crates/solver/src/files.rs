//! Finished sectors on the disk: writing, reading, and reducing them to their counts.

use merels_tables::{
    Compression, Compressor, Counts, FRAME_CELLS, Folder, Sector, SectorFile, SectorWriter,
    TableError,
};
use rayon::prelude::*;

use crate::cells::Cells;
use crate::error::{Result, SolveError};

/// The number of frames that are compressed before any of them is written.
const FRAMES_AT_ONCE: usize = 1024;

/// Writes a finished sector, with all threads.
pub(crate) fn save(
    folder: &Folder,
    sector: Sector,
    cells: &[u8],
    counts: Counts,
    compression: Compression,
) -> Result<(), TableError> {
    let path = folder.file(sector);
    let new_tool = || Compressor::new(compression);
    let len = cells.len() as u64;
    let mut writer = SectorWriter::create(&path, folder.variant(), sector, len, counts)?;
    for cells in cells.chunks(FRAMES_AT_ONCE * FRAME_CELLS) {
        let frames = cells.par_chunks(FRAME_CELLS).map_init(new_tool, |tool, cells| match tool {
            Ok(tool) => tool.frame(cells),
            Err(_) => new_tool()?.frame(cells),
        });
        let frames: Result<Vec<_>, _> = frames.collect();
        let frames = frames.map_err(|error| merels_tables::Fault::Io(error).at(&path))?;
        for frame in frames {
            writer.add_frame(&frame)?;
        }
    }
    writer.finish()
}

/// Writes a finished sector, the same bytes, with this thread alone.
pub(crate) fn save_alone(
    folder: &Folder,
    sector: Sector,
    cells: &[u8],
    counts: Counts,
    compression: Compression,
) -> Result<(), TableError> {
    let path = folder.file(sector);
    let failed = |error| merels_tables::Fault::Io(error).at(&path);
    let mut tool = Compressor::new(compression).map_err(failed)?;
    let len = cells.len() as u64;
    let mut writer = SectorWriter::create(&path, folder.variant(), sector, len, counts)?;
    for cells in cells.chunks(FRAME_CELLS) {
        writer.add_frame(&tool.frame(cells).map_err(failed)?)?;
    }
    writer.finish()
}

/// Writes a file that holds only the counts of a sector, in the place of one with values.
pub(crate) fn save_counts(
    folder: &Folder,
    sector: Sector,
    cells: u64,
    counts: Counts,
) -> Result<(), TableError> {
    let path = folder.file(sector);
    SectorWriter::create(&path, folder.variant(), sector, cells, counts)?.finish()
}

/// Replaces the file of a sector by one that holds only its counts.
pub(crate) fn keep_counts_only(
    folder: &Folder,
    file: &SectorFile,
    sector: Sector,
) -> Result<(), TableError> {
    save_counts(folder, sector, file.cells(), file.counts())
}

pub(crate) fn load(folder: &Folder, sector: Sector) -> Result<Cells> {
    let file = folder.open(sector)?.ok_or(SolveError::Missing(sector))?;
    let mut cells =
        Cells::zeroed(file.cells()).map_err(|error| SolveError::OutOfMemory { sector, error })?;
    cells
        .par_chunks_mut(FRAME_CELLS)
        .enumerate()
        .try_for_each(|(frame, cells)| file.read_frame(frame, cells).map(drop))?;
    Ok(cells)
}
