//! The context of a value: its surroundings on the board and the values decoded before it.

use merels_rules::Wdl;

use super::row::Row;
use crate::index::Indexer;
use crate::sector::Sector;
use crate::subsets::binomial;

/// The number of different neighbourhoods.
pub(super) const NEIGHBOURHOODS: usize = UNKNOWN_AND_VALUES.pow(3);

/// A neighbour is unknown or has one of three values.
const UNKNOWN_AND_VALUES: usize = 4;

/// Visits the cells of a sector in the order of their indices, from any of them on.
pub(super) struct Walk<'a> {
    indexer: &'a Indexer,
    sector: Sector,
    row: Row,
    class: usize,
    rank: usize,
    row_len: usize,
    /// The opponent's men, as a set among the points that the mover leaves.
    opponent: u32,
}

impl<'a> Walk<'a> {
    /// Begins at a cell.
    pub(super) fn new(indexer: &'a Indexer, sector: Sector, first: u64) -> Walk<'a> {
        let row_len = indexer.row_len(sector);
        let (class, rank) = (first as usize / row_len, first as usize % row_len);
        Walk {
            indexer,
            sector,
            row: row(indexer, sector, class),
            class,
            rank,
            row_len,
            opponent: indexer.subsets(sector).unrank(rank as u32).unwrap_or(0),
        }
    }

    /// The surroundings of the current cell.
    #[inline]
    pub(super) fn surroundings(&self) -> usize {
        self.row.surroundings(self.opponent)
    }

    /// The neighbourhood of the current cell: the values of the positions in which one of the
    /// opponent's first three men stands one point lower, if they are among those just `decoded`.
    #[inline]
    pub(super) fn neighbourhood(&self, decoded: &[Wdl]) -> usize {
        let mut men = self.opponent;
        let mut sum = 0;
        for place in 0..3 {
            let man = men & men.wrapping_neg();
            let lower = man >> 1;
            let mut number = 0;
            if lower != 0 && lower & self.opponent == 0 {
                // The difference of the ranks.
                let back = binomial(man.trailing_zeros() as usize - 1, place);
                if let Some(at) = decoded.len().checked_sub(back) {
                    number = decoded[at] as usize + 1;
                }
            }
            sum = sum * UNKNOWN_AND_VALUES + number;
            men ^= man;
        }
        sum
    }

    /// Goes on to the next cell.
    #[inline]
    pub(super) fn advance(&mut self) {
        self.rank += 1;
        if self.rank == self.row_len {
            self.rank = 0;
            self.class += 1;
            if self.class < self.indexer.classes(self.sector.mover).len() {
                self.row = row(self.indexer, self.sector, self.class);
            }
            self.opponent = ((1u64 << self.sector.opponent) - 1) as u32;
        } else {
            let lowest = self.opponent & self.opponent.wrapping_neg();
            let carried = self.opponent + lowest;
            self.opponent = carried | (carried ^ self.opponent) >> (lowest.trailing_zeros() + 2);
        }
    }
}

fn row(indexer: &Indexer, sector: Sector, class: usize) -> Row {
    let mover = indexer.classes(sector.mover).representative(class);
    Row::new(indexer.variant(), sector, mover)
}
