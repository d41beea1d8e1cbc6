//! One level of one row: from the positions decided one ply earlier to those decided now.

use merels_tables::Code;

use super::bits::for_each_place;
use super::moving::Rows;
use super::row::Row;
use super::scatter::Writer;

/// The code of positions found at a level. Beyond the last level with its own code, the code only
/// marks positions found at this level and not earlier.
pub fn level_code(level: u16) -> Code {
    if level <= Code::LAST_LEVEL {
        Code::at_level(level)
    } else if level.is_multiple_of(2) {
        Code::LATE_LOSS
    } else {
        Code::LATE_WIN
    }
}

pub(crate) struct Level<'a, 'w> {
    pub(crate) rows: &'a Rows<'a>,
    pub(crate) row: &'a Row,
    /// The level of the positions found now: even for losses, odd for wins.
    pub(crate) level: u16,
    /// The number of moves of each position not yet known to lose; 0 when it is decided.
    pub(crate) open: &'a mut [u8],
    pub(crate) writer: &'a mut Writer<'w>,
}

impl Level<'_, '_> {
    /// Applies the exits that decide, or fail, at this level.
    pub(crate) fn apply_exits(&mut self, exit_values: &[u8]) {
        for_each_place(exit_values, level_code(self.level).0, |at| {
            self.record_move(at, self.rows.sets[at]);
        });
    }

    /// Applies the quiet moves to positions decided one ply earlier; `values` are those of the row
    /// with the standing side to move.
    pub(crate) fn apply_moves(&mut self, values: &[u8]) {
        let row = self.row;
        for_each_place(values, level_code(self.level - 1).0, |at| {
            let set = self.rows.sets[at];
            let quiet = set & !row.takers(set);
            row.for_each_before(set, quiet, |before| {
                self.record_move(self.rows.movers.rank(before) as usize, before);
            });
        });
    }

    /// Records that one move of a position is now known to win (at odd levels) or to lose (at even
    /// ones). A win decides it, and so does the loss of the last remaining move.
    #[inline]
    fn record_move(&mut self, at: usize, set: u32) {
        let open = &mut self.open[at];
        if *open == 0 {
            return;
        }
        *open = if self.level.is_multiple_of(2) { *open - 1 } else { 0 };
        if *open == 0 {
            self.writer.put(self.row, set, level_code(self.level).0);
        }
    }
}
