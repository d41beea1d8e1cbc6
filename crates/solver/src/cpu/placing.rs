//! The placing phase: no position comes again, so each sector follows from the one of the next
//! ply in one pass.

use std::io;

use merels_tables::{Code, Sector};

use super::moving::Rows;
use super::removals::{Removals, RowRemovals};
use super::row::{Row, games_ended};
use super::scatter::{Scatter, Target};
use super::shapes::Shapes;
use crate::cells::Cells;
use crate::progress::Progress;

/// Solves a placing sector, given the finished sectors that its quiet moves and its removals lead
/// to.
pub(crate) fn solve_placing(
    shapes: &Shapes,
    sector: Sector,
    quiet: &[u8],
    removals: &Removals<'_>,
    progress: &dyn Progress,
) -> io::Result<Cells> {
    let scatter = Scatter::new(Target {
        movers: shapes.class_map(sector.mover),
        standing: shapes.subsets(sector),
        images: shapes.images(),
    });
    let placing = Placing {
        before: Rows::new(shapes, sector.mirror()),
        after: Rows::new(shapes, sector.after_quiet()),
    };
    let mut values = [Cells::zeroed(shapes.len(sector))?];
    let rows: Vec<usize> = (0..placing.before.count()).collect();
    let row_len = placing.before.row_len;
    scatter.pass(rows, row_len, &mut values, 0, |class, _, writer| {
        let row = placing.before.row(*class);
        let removals = removals.for_row(shapes.variant(), &row);
        let start = *class * placing.after.row_len;
        let quiet = &quiet[start..start + placing.after.row_len];
        let least = placing.least_children(&row, quiet, &removals);
        let ended = games_ended(shapes.variant(), &row);
        for (least, set) in least.into_iter().zip(&placing.before.sets) {
            let code = ended(*set).unwrap_or_else(|| Code(least).before_move());
            writer.put(&row, *set, code);
        }
        progress.advance(row_len as u64);
    });
    let [values] = values;
    Ok(values)
}

/// The rows of a placing sector, before and after a man is placed.
struct Placing<'a> {
    before: Rows<'a>,
    after: Rows<'a>,
}

impl Placing<'_> {
    /// For each set of the mover's men in a row, the least value that placing one more can leave
    /// the standing side: goes through all sets after placing, and takes each man back in turn.
    fn least_children(&self, row: &Row, quiet: &[u8], removals: &RowRemovals<'_>) -> Vec<u8> {
        let mut least = vec![u8::MAX; self.before.row_len];
        let ranks = self.before.movers;
        let (low_ranks, high_ranks) = ranks.tables();
        let mut take_back = |set: u32, placed: u32, value: u8| {
            // A man taken from one half of the set leaves the other half's part of the rank.
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
            let in_mills = row.in_mills(set);
            take_back(set, set & !in_mills, value);
            if in_mills != 0 {
                let value = match removals {
                    RowRemovals::Nothing => value,
                    _ => removals.least(set).0,
                };
                take_back(set, in_mills, value);
            }
        }
        least
    }
}
