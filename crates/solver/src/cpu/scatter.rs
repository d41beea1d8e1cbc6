//! From rows to cells: writes values found in rows of standing men to the sector of the moving men.
//!
//! A value found in a row belongs to a position in which the *other* side is to move, and so to
//! another row. Writing each value at once would miss every cache; instead the writes are collected
//! by target region and carried out region by region.

use std::sync::{Mutex, MutexGuard, PoisonError};

use merels_tables::{ClassMap, Images, Squeezer, Subsets};
use rayon::prelude::*;

use super::bits::{RowSet, ones};
use super::cell::Cell;
use super::row::Row;
use crate::cells::Cells;

/// The most cells of a region: offsets must leave one byte of a word for a code.
const REGION_CELLS: usize = 1 << 22;

/// The most cells that are collected before they are written, unless a single row has more.
const BATCH_CELLS: usize = 1 << 26;

/// The bytes that collecting may need while a sector of this many cells is written: a write per
/// cell, in lists that may have grown to twice their content.
pub(crate) fn memory<T: Cell>(cells: u64) -> u64 {
    2 * size_of::<T::Write>() as u64 * cells.min(BATCH_CELLS as u64)
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
pub(crate) struct Scatter<'a, T: Cell = u8> {
    target: Target<'a>,
    row_len: usize,
    /// The binary logarithm of the rows of a region.
    region_shift: u32,
    gatherers: Vec<Mutex<Gatherer<T>>>,
}

#[derive(Debug)]
struct Gatherer<T: Cell> {
    /// The writes for each region.
    regions: Vec<Vec<T::Write>>,
    touched: RowSet,
}

impl<'a, T: Cell> Scatter<'a, T> {
    pub(crate) fn new(target: Target<'a>) -> Scatter<'a, T> {
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
        arrays: &mut [Cells<T>],
        into: usize,
        work: impl Fn(&mut J, &[Cells<T>], &mut Writer<'_, T>) + Sync,
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

    fn write(&self, cells: &mut [T]) {
        let mut gatherers: Vec<_> = self.gatherers.iter().map(lock).collect();
        let lists: Vec<&[Vec<T::Write>]> = gatherers.iter().map(|g| &g.regions[..]).collect();
        let region_len = self.row_len << self.region_shift;
        cells.par_chunks_mut(region_len).enumerate().for_each(|(region, cells)| {
            for list in &lists {
                for write in &list[region] {
                    let (offset, cell) = T::of_write(*write);
                    cells[offset] = cell;
                }
            }
        });
        for gatherer in &mut gatherers {
            gatherer.regions.iter_mut().for_each(Vec::clear);
        }
    }
}

fn lock<T: Cell>(gatherer: &Mutex<Gatherer<T>>) -> MutexGuard<'_, Gatherer<T>> {
    gatherer.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The interface through which a row writes its values.
#[derive(Debug)]
pub(crate) struct Writer<'a, T: Cell = u8> {
    scatter: &'a Scatter<'a, T>,
    gatherer: &'a mut Gatherer<T>,
    squeezer: Squeezer,
}

impl<T: Cell> Writer<'_, T> {
    /// Writes the value of the position in which `men` (numbered in the row) are to move against
    /// the row's standing men, to each of its indices.
    #[inline]
    pub(crate) fn put(&mut self, row: &Row, men: u32, value: T) {
        let Target { movers, images, .. } = &self.scatter.target;
        let entry = movers.find(row.to_board.apply(men));
        let class = entry.class();
        let representative = movers.classes().representative(class);
        let standing = row.images[entry.symmetry()];
        self.put_cell(class, representative, standing, value);
        if entry.has_own_symmetries() {
            for keeper in ones(u32::from(movers.keepers(class)) & !1) {
                let image = images.image(keeper as usize, standing);
                self.put_cell(class, representative, image, value);
            }
        }
    }

    #[inline]
    fn put_cell(&mut self, class: usize, movers: u32, standing: u32, value: T) {
        let rank = self.scatter.target.standing.rank(self.squeezer.squeeze(standing, movers));
        let shift = self.scatter.region_shift;
        let row_in_region = class & ((1 << shift) - 1);
        let offset = row_in_region * self.scatter.row_len + rank as usize;
        self.gatherer.regions[class >> shift].push(value.to_write(offset));
        self.gatherer.touched.insert(class);
    }
}
