//! Ranks on the disk: writing, and reading them together with the values.

use merels_tables::{
    Code, Compression, Compressor, Counts, FRAME_CELLS, Fault, Folder, Grading, RankCell,
    RankPreface, Ranking, Sector, SectorWriter, TableError,
};
use rayon::prelude::*;

use super::decided;
use crate::cells::Cells;
use crate::cpu::Ranked;
use crate::error::{Result, SolveError};
use crate::plan::{SectorState, keeps_values};

/// The number of frames that are compressed before any of them is written.
const FRAMES_AT_ONCE: usize = 256;

pub(super) struct RankFiles<'a> {
    pub(super) folder: &'a Folder,
    pub(super) grading: Grading,
}

impl RankFiles<'_> {
    /// The state that an earlier run has left.
    pub(super) fn state(&self, sector: Sector, ranking: &Ranking) -> Result<SectorState> {
        Ok(match self.folder.open_ranks(sector)? {
            Some(file) if file.preface().ranking != *ranking => SectorState::Missing,
            Some(file) if file.has_ranks() => SectorState::Solved(file.counts()),
            Some(file) => SectorState::CountsOnly(file.counts()),
            None => SectorState::Missing,
        })
    }

    /// Writes the ranks of a sector. Where the tables hold the values, decided positions repeat
    /// the grade before them, which compresses well.
    pub(super) fn save(
        &self,
        ranked: &Ranked,
        len: u64,
        counts: Counts,
        preface: &RankPreface,
        compression: Compression,
    ) -> Result<(), TableError> {
        let (sector, variant) = (ranked.sector, self.folder.variant());
        let path = self.folder.rank_file(sector);
        let mut writer =
            SectorWriter::create_ranks(&path, variant, sector, (len, counts), preface)?;
        let hides_decided = keeps_values(variant, sector);
        let new_tool = || Compressor::new(compression);
        let starts: Vec<usize> = (0..len as usize).step_by(FRAME_CELLS).collect();
        for starts in starts.chunks(FRAMES_AT_ONCE) {
            let frames = starts.par_iter().map_init(new_tool, |tool, start| {
                let end = (start + FRAME_CELLS).min(len as usize);
                let mut cells: Vec<RankCell> = ranked.cells(*start..end).collect();
                if hides_decided {
                    self.hide_decided(&mut cells);
                }
                match tool {
                    Ok(tool) => tool.frame(&preface.frame(&cells)),
                    Err(_) => new_tool()?.frame(&preface.frame(&cells)),
                }
            });
            let frames: Result<Vec<_>, _> = frames.collect();
            for frame in frames.map_err(|error| Fault::Io(error).at(&path))? {
                writer.add_frame(&frame)?;
            }
        }
        writer.finish()
    }

    fn hide_decided(&self, cells: &mut [RankCell]) {
        let mut last = self.grading.draw(self.grading.level());
        for cell in cells {
            if self.grading.place(cell.grade).is_none() {
                cell.grade = last;
            }
            last = cell.grade;
        }
    }

    /// Replaces the ranks of a sector by a file with nothing but their list of payoffs.
    pub(super) fn drop_ranks(
        &self,
        sector: Sector,
        counts: Counts,
        preface: &RankPreface,
    ) -> Result<()> {
        let Some(file) = self.folder.open_ranks(sector)? else { return Ok(()) };
        let (path, variant) = (self.folder.rank_file(sector), self.folder.variant());
        let content = (file.cells(), counts);
        Ok(SectorWriter::create_ranks(&path, variant, sector, content, preface)?.finish()?)
    }

    /// The grades of a finished sector.
    pub(super) fn grades(&self, sector: Sector) -> Result<Cells<u16>> {
        let file = self.folder.open_ranks(sector)?.ok_or(SolveError::Missing(sector))?;
        let mut grades = Cells::zeroed(file.cells())
            .map_err(|error| SolveError::OutOfMemory { sector, error })?;
        let values = match keeps_values(self.folder.variant(), sector) {
            true => {
                let values = self.folder.open(sector)?;
                Some(values.ok_or(SolveError::Missing(sector))?)
            }
            false => None,
        };
        grades.par_chunks_mut(FRAME_CELLS).enumerate().try_for_each(|(frame, grades)| {
            let cells = file.read_frame(frame)?;
            let mut codes = [0; FRAME_CELLS];
            if let Some(values) = &values {
                values.read_frame(frame, &mut codes)?;
            }
            for ((grade, cell), code) in grades.iter_mut().zip(cells).zip(codes) {
                let known = values.is_some().then(|| decided(Code(code), self.grading)).flatten();
                *grade = known.unwrap_or(cell.grade.0);
            }
            Ok::<(), TableError>(())
        })?;
        Ok(grades)
    }
}
