//! The moving phase: a pair of sectors connected by quiet moves, solved level by level.
//!
//! The positions of a pair with a given set of standing men form a row (see [`super::row`]), and
//! there are two families of rows: one for each side's men standing. Each [`Half`] is one family.
//! Moves of the other side stay in the row, and the values found for positions with that side to
//! move are scattered to the sector in which it is to move.

use std::io;

use merels_tables::{Code, Coding, Sector, Subsets};
use rayon::prelude::*;

use super::bits::{LevelSet, RowSet};
use super::levels::{Level, level_code};
use super::placing::Placing;
use super::prepare::{NO_EXIT, Preparation};
use super::removals::Removals;
use super::row::Row;
use super::scatter::{Scatter, Target};
use super::shapes::Shapes;
use crate::cells::Cells;
use crate::error::{Result, SolveError};
use crate::progress::Progress;

/// Arrays with a cell for each index of the pair: values, open moves, values of exits.
pub(crate) const ARRAYS: u64 = 3;

/// All rows in which one side's men stand and the other side is to move.
pub(crate) struct Half<'a> {
    rows: Rows<'a>,
    /// By row and mover's set: the number of moves not yet known to lose, all exits counting as
    /// one; 0 when the position is decided.
    open_moves: Cells,
    /// By row and mover's set: the best value of moves out of the pair (removals and placements),
    /// or [`NO_EXIT`](super::prepare::NO_EXIT).
    exit_values: Cells,
    /// The levels of each row's decisive exits.
    exit_levels: Vec<LevelSet>,
    scatter: Scatter<'a>,
    /// The index of the pair's array with the values for the standing side to move.
    source: usize,
    /// The index of the array with the values for the other side to move.
    target: usize,
}

/// The data that the rows of a family share.
#[derive(Debug)]
pub(crate) struct Rows<'a> {
    pub(crate) shapes: &'a Shapes,
    /// The sector in which the standing men are to move.
    pub(crate) sector: Sector,
    pub(crate) row_len: usize,
    /// The sets of the moving men, in the numbers of a row.
    pub(crate) movers: &'a Subsets,
    /// All those sets in order.
    pub(crate) sets: Vec<u32>,
    flying: bool,
}

impl<'a> Rows<'a> {
    pub(crate) fn new(shapes: &'a Shapes, sector: Sector) -> Rows<'a> {
        let movers = shapes.subsets(sector);
        let men = sector.opponent + sector.opponent_hand;
        let flying = shapes.variant().flies(men as usize);
        let sets = movers.iter().collect();
        Rows { shapes, sector, row_len: movers.len(), movers, sets, flying }
    }

    /// The row whose standing men represent a class.
    pub(crate) fn row(&self, class: usize) -> Row {
        let standing = self.shapes.class_map(self.sector.mover).classes().representative(class);
        Row::new(self.shapes.variant(), self.shapes.images(), standing, self.flying)
    }

    pub(crate) fn count(&self) -> usize {
        self.shapes.class_map(self.sector.mover).classes().len()
    }
}

impl<'a> Half<'a> {
    /// Reserves memory for the rows in which the mover's men of `sector` stand.
    pub(crate) fn new(
        shapes: &'a Shapes,
        sector: Sector,
        source: usize,
        target: usize,
    ) -> io::Result<Half<'a>> {
        let rows = Rows::new(shapes, sector);
        let len = shapes.len(sector);
        let scatter = Scatter::new(Target {
            movers: shapes.class_map(sector.opponent),
            standing: shapes.subsets(sector.mirror()),
            images: shapes.images(),
        });
        let exit_levels = vec![LevelSet::default(); rows.count()];
        let open_moves = Cells::zeroed(len)?;
        let exit_values = Cells::zeroed(len)?;
        Ok(Half { rows, open_moves, exit_values, exit_levels, scatter, source, target })
    }

    /// Counts the quiet moves of each position, values its exits, and finds the games that are
    /// over.
    pub(crate) fn prepare(
        &mut self,
        removals: &Removals<'_>,
        placing: Option<&Placing<'_>>,
        values: &mut [Cells],
        progress: &dyn Progress,
    ) {
        let Half { rows, open_moves, exit_values, exit_levels, scatter, target, .. } = self;
        let rows = &*rows;
        let jobs: Vec<_> = open_moves
            .chunks_mut(rows.row_len)
            .zip(exit_values.chunks_mut(rows.row_len))
            .zip(exit_levels)
            .enumerate()
            .collect();
        scatter.pass(jobs, rows.row_len, values, *target, |job, _, writer| {
            let (class, ((open, exits), levels)) = job;
            let row = rows.row(*class);
            match placing {
                Some(placing) => placing.least_children(*class, &row, exits),
                None => exits.fill(NO_EXIT),
            }
            let mut preparation = Preparation { rows, row: &row, open, exits, levels };
            preparation.count_moves(&removals.for_row(&row));
            preparation.end_games(writer);
            progress.advance(rows.row_len as u64);
        });
    }

    /// The greatest level at which an exit decides.
    pub(crate) fn last_exit(&self) -> u16 {
        let all = self.exit_levels.iter().fold(LevelSet::default(), |all, set| all.union(*set));
        all.last().unwrap_or(0)
    }

    /// Finds all positions decided at `level`, given those decided one level earlier; `changed` is
    /// the set of rows that have some.
    pub(crate) fn level(&mut self, level: u16, changed: &RowSet, values: &mut [Cells]) {
        let Half { rows, open_moves, exit_values, exit_levels, scatter, source, target } = self;
        let rows = &*rows;
        let row_len = rows.row_len;
        let has_work = |class: usize| changed.contains(class) || exit_levels[class].contains(level);
        let jobs: Vec<_> = open_moves
            .chunks_mut(row_len)
            .zip(exit_values.chunks(row_len))
            .enumerate()
            .filter(|(class, _)| has_work(*class))
            .collect();
        scatter.pass(jobs, row_len, values, *target, |job, values, writer| {
            let (class, (open, exit_values)) = job;
            let row = rows.row(*class);
            let mut work = Level { rows, row: &row, level, open, writer };
            if exit_levels[*class].contains(level) {
                work.apply_exits(exit_values);
            }
            if changed.contains(*class) {
                let start = *class * row_len;
                work.apply_moves(&values[*source][start..start + row_len]);
            }
        });
    }

    /// The rows of the target sector in which values changed since the last call.
    pub(crate) fn take_touched(&self) -> RowSet {
        self.scatter.take_touched()
    }

    /// The index of the pair's array that this half writes to.
    pub(crate) fn target(&self) -> usize {
        self.target
    }
}

/// Prepares the half whose standing men are to move in the given sector.
pub(crate) type Prepare<'a> = &'a mut dyn FnMut(Sector, &mut Half<'_>, &mut [Cells]) -> Result<()>;

/// Solves a sector together with its mirror: returns their values in that order, or those of the
/// one sector if they are the same.
pub(crate) fn solve_pair(
    shapes: &Shapes,
    sector: Sector,
    progress: &dyn Progress,
    prepare: Prepare<'_>,
) -> Result<Vec<Cells>> {
    let mut sectors = vec![sector, sector.mirror()];
    sectors.dedup();
    let (mut values, mut halves) =
        reserve(shapes, &sectors).map_err(|error| SolveError::OutOfMemory { sector, error })?;
    // 1. Do everything that needs no iteration: exits, move counts, games that are over.
    for (half, sector) in halves.iter_mut().zip(&sectors) {
        prepare(*sector, half, &mut values)?;
    }
    // 2. Proceed level by level, until nothing changes and no exit is still to come.
    let last_exit = halves.iter().map(Half::last_exit).max().unwrap_or(0);
    let mut level = Coding::of(shapes.variant()).first_level();
    loop {
        let mut changed = vec![RowSet::default(); sectors.len()];
        for half in &halves {
            changed[half.target()] = half.take_touched();
        }
        if level >= last_exit && changed.iter().all(RowSet::is_empty) {
            return Ok(values);
        }
        level += 1;
        progress.level(level);
        for (half, changed) in halves.iter_mut().zip(&changed) {
            half.level(level, changed, &mut values);
        }
        // 3. Beyond the last level with its own code, positions found one level earlier have now
        //    been used and no longer need their mark.
        let used = level_code(level - 1);
        if used != used.settled() {
            for ((values, changed), sector) in values.iter_mut().zip(&changed).zip(&sectors) {
                settle(values, shapes.subsets(*sector).len(), changed, used);
            }
        }
    }
}

/// Gives all cells marked with `used` in these rows their final code.
fn settle(values: &mut [u8], row_len: usize, rows: &RowSet, used: Code) {
    let marked = values.par_chunks_mut(row_len).enumerate().filter(|(row, _)| rows.contains(*row));
    marked.flat_map_iter(|(_, row)| row).for_each(|cell| {
        if *cell == used.0 {
            *cell = used.settled().0;
        }
    });
}

/// The values and halves of the sectors of a pair.
fn reserve<'a>(shapes: &'a Shapes, sectors: &[Sector]) -> io::Result<(Vec<Cells>, Vec<Half<'a>>)> {
    let last = sectors.len() - 1;
    let mut values = Vec::new();
    let mut halves = Vec::new();
    for (i, sector) in sectors.iter().enumerate() {
        values.push(Cells::filled(shapes.len(*sector), Code::DRAW.0)?);
        halves.push(Half::new(shapes, *sector, i, last - i)?);
    }
    Ok((values, halves))
}
