//! The placing phase: placing a man leaves the sector for good, so its value follows from finished
//! sectors in one pass.

use std::io;

use merels_tables::{Code, Sector};

use super::cell::Cell;
use super::moving::Rows;
use super::removals::{Load, Removals, RowRemovals};
use super::row::{Row, games_ended};
use super::scatter::{Scatter, Target};
use super::shapes::Shapes;
use crate::cells::Cells;
use crate::error::Result;
use crate::progress::Progress;

/// The values of placing one more man in the rows of a sector's standing men.
pub(crate) struct Placing<'a, T: Cell = u8> {
    pub(crate) before: Rows<'a>,
    after: Rows<'a>,
    /// The finished sector that placing leads to.
    quiet: Cells<T>,
    /// The sector that placing leads to if it closes a mill.
    removals: Removals<'a, T>,
}

impl<'a, T: Cell> Placing<'a, T> {
    /// Loads the values of placing a man in `sector`, if its side to move has one in hand; `lost`
    /// is that of a side that has lost by the usual rule.
    pub(crate) fn load(
        shapes: &'a Shapes,
        sector: Sector,
        lost: T,
        load: Load<'_, T>,
    ) -> Result<Option<Placing<'a, T>>> {
        let Some(after) = sector.after_placement() else { return Ok(None) };
        let quiet = load(after)?;
        let removals = Removals::load(shapes, after, lost, load)?;
        let (before, after) = (Rows::new(shapes, sector.mirror()), Rows::new(shapes, after));
        Ok(Some(Placing { before, after, quiet, removals }))
    }

    /// Finds, for each set of the mover's men in a row, the least value that placing one more man
    /// can leave the standing side.
    pub(crate) fn least_children(&self, class: usize, row: &Row, least: &mut [T]) {
        let removals = self.removals.for_row(row);
        let start = class * self.after.row_len;
        let quiet = &self.quiet[start..start + self.after.row_len];
        self.take_back_all(row, quiet, &removals, least);
    }

    /// Visits all sets after placing, and takes back each man in turn.
    fn take_back_all(
        &self,
        row: &Row,
        quiet: &[T],
        removals: &RowRemovals<'_, T>,
        least: &mut [T],
    ) {
        least.fill(T::NONE);
        let ranks = self.before.movers;
        let (low_ranks, high_ranks) = ranks.tables();
        let mut take_back = |set: u32, placed: u32, value: T| {
            // Taking a man from one half of the set keeps the other half's part of the rank.
            let (low, high) = ranks.halves(set);
            let (mut low_men, mut high_men) = ranks.halves(placed);
            let mut lower = |rank: u32| {
                let least = &mut least[rank as usize];
                *least = value.min(*least);
            };
            while low_men != 0 {
                let others = low_men & (low_men - 1);
                lower(low_ranks[low ^ low_men ^ others] + high_ranks[high]);
                low_men = others;
            }
            while high_men != 0 {
                let others = high_men & (high_men - 1);
                lower(low_ranks[low] + high_ranks[high ^ high_men ^ others]);
                high_men = others;
            }
        };
        for (set, value) in self.after.sets.iter().copied().zip(quiet.iter().copied()) {
            let takers = row.takers(set);
            take_back(set, set & !takers, value);
            if takers != 0 {
                take_back(set, takers, removals.least(set));
            }
        }
    }
}

/// Solves a sector whose side to move must place. `before_move` gives the value of a position with
/// this best child, `ended` that of a game that is over.
pub(crate) fn solve_placing<T: Cell>(
    shapes: &Shapes,
    sector: Sector,
    placing: &Placing<'_, T>,
    (before_move, ended): (impl Fn(T) -> T + Sync, impl Fn(Code) -> T + Sync),
    progress: &dyn Progress,
) -> io::Result<Cells<T>> {
    let scatter = Scatter::new(Target {
        movers: shapes.class_map(sector.mover),
        standing: shapes.subsets(sector),
        images: shapes.images(),
    });
    let mut values = [Cells::zeroed(shapes.len(sector))?];
    let rows: Vec<usize> = (0..placing.before.count()).collect();
    let row_len = placing.before.row_len;
    scatter.pass(rows, row_len, &mut values, 0, |class, _, writer| {
        let row = placing.before.row(*class);
        let mut least = vec![T::NONE; row_len];
        placing.least_children(*class, &row, &mut least);
        let ended_by_line = games_ended(shapes.variant(), &row);
        for (least, set) in least.into_iter().zip(&placing.before.sets) {
            let value = ended_by_line(*set).map_or_else(|| before_move(least), &ended);
            writer.put(&row, *set, value);
        }
        progress.advance(row_len as u64);
    });
    let [values] = values;
    Ok(values)
}
