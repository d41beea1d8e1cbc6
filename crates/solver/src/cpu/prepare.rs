//! Before the first level: what each position of a row has to start with.

use merels_rules::morris::Points;
use merels_tables::Code;

use super::bits::PlySet;
use super::moving::Rows;
use super::removals::{RowRemovals, line_wins};
use super::row::Row;
use super::scatter::Writer;

/// Stands for "no removal is possible" among the values of removals.
pub(crate) const NO_REMOVAL: u8 = 255;

/// The preparation of one row.
pub(crate) struct Preparation<'a> {
    pub(crate) rows: &'a Rows<'a>,
    pub(crate) row: &'a Row,
    /// Gets the number of moves of each position, all removals counting as one.
    pub(crate) open: &'a mut [u8],
    /// Gets the best value that removals achieve.
    pub(crate) values: &'a mut [u8],
    /// Gets the plies of those values that decide.
    pub(crate) plies: &'a mut PlySet,
}

impl Preparation<'_> {
    /// Goes through all sets that a move may lead to, and from each back to where it came from:
    /// a man in a mill has closed it by arriving, all others came quietly.
    pub(crate) fn count_moves(&mut self, removals: &RowRemovals<'_>) {
        let Preparation { rows, row, open, values, plies } = self;
        // 1. Count quiet moves and keep the least value that a removal leaves the other side.
        values.fill(NO_REMOVAL);
        for set in rows.sets.iter().copied() {
            let in_mills = row.in_mills(set);
            row.for_each_before(set, set & !in_mills, |before| {
                open[rows.movers.rank(before) as usize] += 1;
            });
            if in_mills != 0 {
                let least = removals.least(set).0;
                row.for_each_before(set, in_mills, |before| {
                    let value = &mut values[rows.movers.rank(before) as usize];
                    *value = least.min(*value);
                });
            }
        }
        // 2. Turn that into the mover's own value, and note when it decides.
        for (open, value) in open.iter_mut().zip(values.iter_mut()) {
            if *value != NO_REMOVAL {
                let code = Code(*value).before_move();
                *value = code.0;
                *open += 1;
                if let Some(decided) = code.value().plies() {
                    plies.insert(decided);
                }
            }
        }
    }

    /// Finds the positions in which the game is over and writes their values.
    pub(crate) fn end_games(&mut self, writer: &mut Writer<'_>) {
        let variant = self.rows.shapes.variant();
        let rules = variant.rules();
        let men = self.rows.sector.mover + self.rows.sector.opponent;
        if rules.full_board_draws && men as usize == rules.board.len() {
            return;
        }
        if line_wins(variant) {
            self.end_by_lines(writer);
        }
        for (open, set) in self.open.iter().zip(&self.rows.sets) {
            if *open == 0 {
                writer.put(self.row, *set, Code::LOST);
            }
        }
    }

    /// Where the first line wins: a line of the standing men has lost the game for the mover, any
    /// other line has won it already.
    fn end_by_lines(&mut self, writer: &mut Writer<'_>) {
        let board = self.rows.shapes.variant().board();
        let lost = !board.in_mills(Points::from_bits(self.row.standing)).is_empty();
        for (i, set) in self.rows.sets.iter().enumerate() {
            let won = !lost && self.row.in_mills(*set) != 0;
            if lost || won {
                self.open[i] = 0;
                self.values[i] = NO_REMOVAL;
            }
            if won {
                writer.put(self.row, *set, Code::WON);
            }
        }
    }
}
