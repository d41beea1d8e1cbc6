//! From rows to cells: writes values found in rows of standing men to the sector of the moving men.
//!
//! A value found in a row belongs to a position in which the *other* side is to move, and so to
//! another row. Writing each value at once would miss every cache; instead the writes are collected
//! by target region and carried out region by region.

use std::sync::{Mutex, MutexGuard, PoisonError};

use merels_tables::{ClassMap, Code, Images, Squeezer, Subsets};
use rayon::prelude::*;

use super::bits::{RowSet, ones};
use super::row::Row;
use crate::cells::Cells;

/// The most cells of a region: offsets must leave one byte of a word for the code.
const REGION_CELLS: usize = 1 << 22;

/// The most cells that are collected before they are written, unless a single row has more.
const BATCH_CELLS: usize = 1 << 26;

/// The bytes that collecting may need while a sector of this many cells is written: a word per
/// cell, in lists that may have grown to twice their content.
pub(crate) fn memory(cells: u64) -> u64 {
    8 * cells.min(BATCH_CELLS as u64)
}

/// The target of a pass: the sector whose mover's men are the moving men of the rows.
#[derive(Debug)]
pub(crate) struct Target<'a> {
    /// The classes of the men that are to move.
    pub(crate) movers: &'a ClassMap,
    /// The sets of standing men among the points that the movers leave free.
    pub(crate) standing: &'a Subsets,
    pub(crate) images: &'a Images,
}

/// Collects writes, one collector per thread.
#[derive(Debug)]
pub(crate) struct Scatter<'a> {
    target: Target<'a>,
    row_len: usize,
    /// The binary logarithm of the rows of a region.
    region_shift: u32,
    gatherers: Vec<Mutex<Gatherer>>,
}

#[derive(Debug)]
struct Gatherer {
    /// The offset and code of each write, for each region.
    regions: Vec<Vec<u32>>,
    touched: RowSet,
}

impl<'a> Scatter<'a> {
    pub(crate) fn new(target: Target<'a>) -> Scatter<'a> {
        let row_len = target.standing.len();
        let rows = target.movers.classes().len();
        let region_shift = (REGION_CELLS / row_len).max(1).ilog2();
        let gatherer = || Gatherer {
            regions: vec![Vec::new(); (rows >> region_shift) + 1],
            touched: RowSet::new(rows),
        };
        let threads = rayon::current_num_threads();
        let gatherers = (0..threads).map(|_| Mutex::new(gatherer())).collect();
        Scatter { target, row_len, region_shift, gatherers }
    }

    /// Does `work` for every job in parallel, with read access to all `arrays`, and carries out its
    /// writes on `arrays[into]` in batches. Each job makes at most `cells_per_job` writes, not
    /// counting further indices of one position.
    pub(crate) fn pass<J: Send>(
        &self,
        mut jobs: Vec<J>,
        cells_per_job: usize,
        arrays: &mut [Cells],
        into: usize,
        work: impl Fn(&mut J, &[Cells], &mut Writer<'_>) + Sync,
    ) {
        let per_batch = (BATCH_CELLS / cells_per_job).max(1);
        for batch in jobs.chunks_mut(per_batch) {
            let shown = &*arrays;
            batch.par_iter_mut().for_each(|job| {
                let thread = rayon::current_thread_index().unwrap_or(0);
                let mut gatherer = lock(&self.gatherers[thread % self.gatherers.len()]);
                let squeezer = Squeezer::new();
                let mut writer = Writer { scatter: self, gatherer: &mut gatherer, squeezer };
                work(job, shown, &mut writer);
            });
            self.write(&mut arrays[into]);
        }
    }

    /// The rows written to since the last call.
    pub(crate) fn take_touched(&self) -> RowSet {
        let mut all = RowSet::new(self.target.movers.classes().len());
        for gatherer in &self.gatherers {
            all.drain_from(&mut lock(gatherer).touched);
        }
        all
    }

    fn write(&self, cells: &mut [u8]) {
        let mut gatherers: Vec<_> = self.gatherers.iter().map(lock).collect();
        let lists: Vec<&[Vec<u32>]> = gatherers.iter().map(|g| &g.regions[..]).collect();
        let region_len = self.row_len << self.region_shift;
        cells.par_chunks_mut(region_len).enumerate().for_each(|(region, cells)| {
            for list in &lists {
                for entry in &list[region] {
                    cells[(entry >> 8) as usize] = *entry as u8;
                }
            }
        });
        for gatherer in &mut gatherers {
            gatherer.regions.iter_mut().for_each(Vec::clear);
        }
    }
}

fn lock(gatherer: &Mutex<Gatherer>) -> MutexGuard<'_, Gatherer> {
    gatherer.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The interface through which a row writes its values.
#[derive(Debug)]
pub(crate) struct Writer<'a> {
    scatter: &'a Scatter<'a>,
    gatherer: &'a mut Gatherer,
    squeezer: Squeezer,
}

impl Writer<'_> {
    /// Writes the value of the position in which `men` (numbered in the row) are to move against
    /// the row's standing men, to each of its indices.
    #[inline]
    pub(crate) fn put(&mut self, row: &Row, men: u32, code: Code) {
        let Target { movers, images, .. } = &self.scatter.target;
        let entry = movers.find(row.to_board.apply(men));
        let class = entry.class();
        let representative = movers.classes().representative(class);
        let standing = row.images[entry.symmetry()];
        self.put_cell(class, representative, standing, code);
        if entry.has_own_symmetries() {
            for keeper in ones(u32::from(movers.keepers(class)) & !1) {
                let image = images.image(keeper as usize, standing);
                self.put_cell(class, representative, image, code);
            }
        }
    }

    #[inline]
    fn put_cell(&mut self, class: usize, movers: u32, standing: u32, code: Code) {
        let rank = self.scatter.target.standing.rank(self.squeezer.squeeze(standing, movers));
        let shift = self.scatter.region_shift;
        let row_in_region = class & ((1 << shift) - 1);
        let offset = row_in_region * self.scatter.row_len + rank as usize;
        self.gatherer.regions[class >> shift].push((offset as u32) << 8 | u32::from(code.0));
        self.gatherer.touched.insert(class);
    }
}
