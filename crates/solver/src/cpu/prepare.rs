//! The preparation of a row's positions before the first level.

use merels_tables::{Code, Coding};

use super::bits::LevelSet;
use super::cell::Cell;
use super::moving::Rows;
use super::removals::RowRemovals;
use super::row::{Row, games_ended};
use super::scatter::Writer;

/// The code for "no exit" among the values of exits; no child of a move has this code.
pub(crate) const NO_EXIT: u8 = <u8 as Cell>::NONE;

pub(crate) struct Preparation<'a> {
    pub(crate) rows: &'a Rows<'a>,
    pub(crate) row: &'a Row,
    /// Output: the number of moves of each position, all exits counting as one.
    pub(crate) open: &'a mut [u8],
    /// Input: the least value that placing leaves the other side, or [`NO_EXIT`]. Output: the best
    /// value of removals and placements.
    pub(crate) exits: &'a mut [u8],
    /// Output: the levels of the decisive ones among those values.
    pub(crate) levels: &'a mut LevelSet,
}

impl Preparation<'_> {
    /// Counts all moves of each set. Then visits the sets with mills and steps back from each to
    /// the sets its men in mills came from: their arrival closed the mill and was not quiet.
    pub(crate) fn count_moves(&mut self, removals: &RowRemovals<'_>) {
        let Preparation { rows, row, open, exits, levels } = self;
        // 1. Count quiet moves and keep the least value that an exit leaves the other side.
        for (i, set) in rows.sets.iter().copied().enumerate() {
            open[i] = open[i].wrapping_add(row.mobility(set));
            let takers = row.takers(set);
            if takers != 0 {
                let least = removals.least(set);
                row.for_each_before(set, takers, |before| {
                    let before = rows.movers.rank(before) as usize;
                    exits[before] = least.min(exits[before]);
                    // The count is below zero for a while if the set's own moves are not yet
                    // counted.
                    open[before] = open[before].wrapping_sub(1);
                });
            }
        }
        // 2. Turn that into the mover's own value, and record the level at which it decides.
        for (open, value) in open.iter_mut().zip(exits.iter_mut()) {
            if *value != NO_EXIT {
                let code = Code(*value).before_move();
                *value = code.0;
                *open += 1;
                if let Some(level) = code.level() {
                    levels.insert(level);
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
        let ended = games_ended(variant, self.row);
        for (i, set) in self.rows.sets.iter().enumerate() {
            let blocked = || (self.open[i] == 0).then(|| Coding::of(variant).lost_by_rule());
            if let Some(code) = ended(*set).or_else(blocked) {
                self.open[i] = 0;
                self.exits[i] = NO_EXIT;
                writer.put(self.row, *set, code.0);
            }
        }
    }
}
