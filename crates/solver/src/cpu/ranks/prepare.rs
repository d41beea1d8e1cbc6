//! The preparation of a pair's rows before the first goal.

use merels_tables::{Grade, Grading};
use rayon::prelude::*;

use super::super::cell::Cell;
use super::super::moving::Rows;
use super::super::placing::Placing;
use super::super::removals::{Removals, RowRemovals};
use super::super::row::{Row, games_ended};
use super::half::{GradeSets, Half};
use super::{LOST, UNDECIDED};
use crate::progress::Progress;

impl Half<'_> {
    /// Counts the moves that keep each draw and grades its exits; `marks` are those of the sector
    /// with the standing side to move.
    pub(crate) fn prepare(
        &mut self,
        removals: &Removals<'_, u16>,
        placing: Option<&Placing<'_, u16>>,
        marks: &[u16],
        progress: &dyn Progress,
    ) {
        let Half { rows, grading, open, exits, exit_grades, .. } = self;
        let (rows, row_len, words) = (&*rows, rows.row_len, exit_grades.words);
        let count = rows.count();
        let jobs = open[..count * row_len]
            .par_chunks_mut(row_len)
            .zip(exits.par_chunks_mut(row_len))
            .zip(exit_grades.bits.par_chunks_mut(words))
            .zip(marks.par_chunks(row_len));
        jobs.enumerate().for_each(|(class, (((open, exits), grades), marks))| {
            let row = rows.row(class);
            match placing {
                Some(placing) => placing.least_children(class, &row, exits),
                None => exits.fill(u16::NONE),
            }
            let mut preparation = Preparation { rows, row: &row, open, exits };
            preparation.count_moves(&removals.for_row(&row), marks);
            preparation.grade_exits(*grading, grades);
            progress.advance(row_len as u64);
        });
    }
}

struct Preparation<'a> {
    rows: &'a Rows<'a>,
    row: &'a Row,
    /// Output: the number of moves to draws, all exits counting as one; 0 if the position is
    /// decided.
    open: &'a mut [u8],
    /// Input: the least grade that placing leaves the other side. Output: the mover's own grade
    /// after the best exit, if that is a draw.
    exits: &'a mut [u16],
}

impl Preparation<'_> {
    /// Steps back from each set to those it came from: by a quiet move, or by one that closed a
    /// mill.
    fn count_moves(&mut self, removals: &RowRemovals<'_, u16>, marks: &[u16]) {
        let Preparation { rows, row, open, exits } = self;
        for (set, mark) in rows.sets.iter().copied().zip(marks) {
            let takers = row.takers(set);
            if takers != 0 {
                let least = removals.least(set);
                row.for_each_before(set, takers, |before| {
                    let exit = &mut exits[rows.movers.rank(before) as usize];
                    *exit = least.min(*exit);
                });
            }
            match *mark {
                UNDECIDED => row.for_each_before(set, set & !takers, |before| {
                    open[rows.movers.rank(before) as usize] += 1;
                }),
                // A move there wins, as an exit may.
                LOST => row.for_each_before(set, set & !takers, |before| {
                    exits[rows.movers.rank(before) as usize] = Grading::LOST.0;
                }),
                _ => {}
            }
        }
    }

    /// Turns the least grades of the other side into the mover's own, and closes what is decided.
    fn grade_exits(&mut self, grading: Grading, grades: &mut [u64]) {
        let ended = games_ended(self.rows.shapes.variant(), self.row);
        let cells = self.open.iter_mut().zip(self.exits.iter_mut()).zip(&self.rows.sets);
        for ((open, exit), set) in cells {
            let own = (*exit != u16::NONE).then(|| grading.flipped(Grade(*exit)));
            *exit = u16::NONE;
            if own == Some(grading.won()) || ended(*set).is_some() {
                *open = 0;
            } else if let Some(own) = own.filter(|own| *own != Grading::LOST) {
                *open += 1;
                *exit = own.0;
                GradeSets::insert(grades, own);
            }
        }
    }
}
