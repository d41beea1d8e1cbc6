//! One family of rows of a pair: those in which one side's men stand and the other side is to move.

use std::io;

use merels_tables::{Grade, Grading, Sector};

use super::super::bits::RowSet;
use super::super::moving::Rows;
use super::super::row::Row;
use super::super::scatter::{Scatter, Target, Writer};
use super::super::shapes::Shapes;
use super::goal::Level;
use crate::cells::Cells;

pub(crate) struct Half<'a> {
    pub(crate) rows: Rows<'a>,
    pub(crate) grading: Grading,
    /// By row and mover's set: the number of moves to draws not yet known to fail, all exits
    /// counting as one; 0 when the position is decided.
    pub(crate) open: Cells,
    /// By row and mover's set: the grade of the best exit if that is a draw.
    pub(crate) exits: Cells<u16>,
    /// The grades of each row's exits.
    pub(crate) exit_grades: GradeSets,
    scatter: Scatter<'a, u16>,
    /// The number of the sector with the standing side to move.
    source: usize,
    /// The number of the sector with the other side to move.
    pub(crate) target: usize,
}

impl<'a> Half<'a> {
    /// Reserves memory for the rows in which the mover's men of `standing` stand.
    pub(crate) fn new(
        shapes: &'a Shapes,
        standing: Sector,
        grading: Grading,
        (source, target): (usize, usize),
    ) -> io::Result<Half<'a>> {
        let rows = Rows::new(shapes, standing);
        let len = shapes.len(standing);
        let scatter = Scatter::new(Target {
            movers: shapes.class_map(standing.opponent),
            standing: shapes.subsets(standing.mirror()),
            images: shapes.images(),
        });
        let exit_grades = GradeSets::new(rows.count(), grading);
        let (open, exits) = (Cells::zeroed(len)?, Cells::zeroed(len)?);
        Ok(Half { rows, grading, open, exits, exit_grades, scatter, source, target })
    }

    /// Finds the positions of a level in the rows that changed at the level before; at the first
    /// level, through exits.
    pub(crate) fn level(&mut self, level: &Level, changed: &RowSet, marks: &mut [Cells<u16>]) {
        let Half { rows, grading, open, exits, exit_grades, scatter, source, target } = self;
        let (rows, source, row_len) = (&*rows, *source, rows.row_len);
        let wanted = level.wanted_exits(*target, *grading);
        let has_work = |class: usize| match level.is_first() {
            true => wanted.iter().flatten().any(|grade| exit_grades.contains(class, *grade)),
            false => changed.contains(class),
        };
        let jobs: Vec<_> = open
            .chunks_mut(row_len)
            .zip(exits.chunks(row_len))
            .enumerate()
            .filter(|(class, _)| has_work(*class))
            .collect();
        scatter.pass(jobs, row_len, marks, *target, |job, marks, writer| {
            let (class, (open, exits)) = job;
            let row = rows.row(*class);
            let mut work = RowLevel { rows, row: &row, level, open, writer };
            if level.is_first() {
                work.apply_exits(exits, wanted);
            } else {
                let start = *class * row_len;
                work.apply_moves(&marks[source][start..start + row_len]);
            }
        });
    }

    /// The rows of the target sector that changed since the last call.
    pub(crate) fn take_touched(&self) -> RowSet {
        self.scatter.take_touched()
    }
}

struct RowLevel<'a, 'w> {
    rows: &'a Rows<'a>,
    row: &'a Row,
    level: &'a Level,
    open: &'a mut [u8],
    writer: &'a mut Writer<'w, u16>,
}

impl RowLevel<'_, '_> {
    fn apply_exits(&mut self, exits: &[u16], [reaches, fails]: [Option<Grade>; 2]) {
        let [reaches, fails] =
            [reaches, fails].map(|grade| grade.map_or(Grading::LOST.0, |grade| grade.0));
        for_each_of(exits, [reaches, fails], |at, exit| {
            self.record_move(at, self.rows.sets[at], exit == reaches);
        });
    }

    /// Applies the quiet moves to positions found one level earlier; `marks` are those of the row
    /// with the standing side to move.
    fn apply_moves(&mut self, marks: &[u16]) {
        let [reached, failed] = self.level.previous();
        let row = self.row;
        for_each_of(marks, [reached, failed], |at, mark| {
            let set = self.rows.sets[at];
            let quiet = set & !row.takers(set);
            row.for_each_before(set, quiet, |before| {
                let at = self.rows.movers.rank(before) as usize;
                self.record_move(at, before, mark == failed);
            });
        });
    }

    /// Records that one move of a position is now known to reach the goal, or not to prevent it.
    /// The first of the former decides, and so does the last of the latter.
    #[inline]
    fn record_move(&mut self, at: usize, set: u32, reaches: bool) {
        let open = &mut self.open[at];
        if *open == 0 {
            return;
        }
        *open = if reaches { 0 } else { *open - 1 };
        if *open == 0 {
            let [reached, failed] = self.level.marks();
            self.writer.put(self.row, set, if reaches { reached } else { failed });
        }
    }
}

/// The number of cells that are looked at together before any of them by itself.
const GLANCE: usize = 64;

/// Calls `found` with the place of every cell that is one of these, and the cell.
#[inline]
fn for_each_of(cells: &[u16], wanted: [u16; 2], mut found: impl FnMut(usize, u16)) {
    let [one, other] = wanted;
    for (glance, cells) in cells.chunks(GLANCE).enumerate() {
        // Without a branch for each cell, the processor compares many at once.
        let any = cells.iter().fold(false, |any, cell| any | (*cell == one) | (*cell == other));
        if any {
            for (at, cell) in cells.iter().enumerate() {
                if *cell == one || *cell == other {
                    found(glance * GLANCE + at, *cell);
                }
            }
        }
    }
}

/// Sets of grades, one for each row.
pub(crate) struct GradeSets {
    /// The words of each set.
    pub(crate) words: usize,
    pub(crate) bits: Vec<u64>,
}

impl GradeSets {
    fn new(rows: usize, grading: Grading) -> GradeSets {
        let words = usize::from(grading.won().0) / 64 + 1;
        GradeSets { words, bits: vec![0; rows * words] }
    }

    pub(crate) fn insert(set: &mut [u64], grade: Grade) {
        set[usize::from(grade.0) / 64] |= 1 << (grade.0 % 64);
    }

    fn contains(&self, row: usize, grade: Grade) -> bool {
        self.bits[row * self.words + usize::from(grade.0) / 64] >> (grade.0 % 64) & 1 != 0
    }

    /// The grades that occur in any row, ascending.
    pub(crate) fn all(&self) -> Vec<Grade> {
        let mut all = vec![0; self.words];
        for set in self.bits.chunks(self.words) {
            for (all, word) in all.iter_mut().zip(set) {
                *all |= word;
            }
        }
        let grades = 0..64 * self.words as u16;
        grades.filter(|g| all[usize::from(*g) / 64] >> (g % 64) & 1 != 0).map(Grade).collect()
    }
}
