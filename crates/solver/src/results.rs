//! Shrinks a sector with distances to its results: win, draw or loss.

use merels_rules::Wdl;
use merels_tables::{
    BLOCK_CELLS, Code, Counts, FRAME_CELLS, Folder, Indexer, Sector, SectorFile, SectorWriter,
    WdlSample,
};
use rayon::prelude::*;

use crate::error::{Result, SolveError};
use crate::files;

/// The number of frames that the model of a sector is made from.
const SAMPLED_FRAMES: usize = 512;

/// The number of frames that are encoded before any of them is written.
const FRAMES_AT_ONCE: usize = 1024;

/// Replaces the file of a sector with distances by one with results, or with counts alone if a
/// search of one ply gives its values. What was written is read again and compared before it takes
/// the place of the distances.
pub(crate) fn shrink(folder: &Folder, indexer: &Indexer, sector: Sector) -> Result<Counts> {
    let file = folder.open(sector)?.ok_or(SolveError::Missing(sector))?;
    let counts = file.counts();
    if sector.is_behind() {
        files::keep_counts_only(folder, &file, sector)?;
        return Ok(counts);
    }
    let cells = files::load(folder, sector)?;
    let frames: Vec<&[u8]> = cells.chunks(FRAME_CELLS).collect();
    let writer = write(folder, indexer, (sector, counts), &frames)?;
    writer.finish_checked(|written| compare(written, indexer, sector, &cells))?;
    Ok(counts)
}

/// Writes the frames of a sector; the file has no name yet.
fn write(
    folder: &Folder,
    indexer: &Indexer,
    (sector, counts): (Sector, Counts),
    frames: &[&[u8]],
) -> Result<SectorWriter> {
    // 1. The model, from frames all over the sector.
    let step = frames.len().div_ceil(SAMPLED_FRAMES);
    let sampled: Vec<usize> = (0..frames.len()).step_by(step).collect();
    let empty = || WdlSample::new(indexer, sector);
    let sample = sampled
        .par_chunks(sampled.len().div_ceil(rayon::current_num_threads()))
        .map(|numbers| {
            numbers
                .iter()
                .fold(empty(), |sample, frame| sample.with_frame(*frame, &results(frames[*frame])))
        })
        .reduce(empty, |sum, sample| sum.merge(&sample));
    let encoder = sample.encoder();
    // 2. The frames.
    let path = folder.file(sector);
    let mut writer = SectorWriter::create_results(&path, &encoder, counts)?;
    let first_frames = (0..frames.len()).step_by(FRAMES_AT_ONCE);
    for (first, frames) in first_frames.zip(frames.chunks(FRAMES_AT_ONCE)) {
        let encode = |(at, cells): (usize, &&[u8])| encoder.frame(first + at, &results(cells));
        for frame in frames.par_iter().enumerate().map(encode).collect::<Vec<_>>() {
            writer.add_frame(&frame)?;
        }
    }
    Ok(writer)
}

fn compare(file: &SectorFile, indexer: &Indexer, sector: Sector, cells: &[u8]) -> Result<()> {
    let blocks = cells.par_chunks(BLOCK_CELLS).enumerate();
    blocks.try_for_each(|(block, cells)| {
        let read = file.read_block(indexer, block as u32)?;
        if read == results(cells) { Ok(()) } else { Err(SolveError::Unfaithful(sector)) }
    })
}

fn results(cells: &[u8]) -> Vec<Wdl> {
    cells.iter().map(|cell| Code(*cell).result()).collect()
}
