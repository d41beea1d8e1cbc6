//! The value of closing a mill, from the sectors with one standing man less.

use merels_tables::{ClassMap, Code, Images, Squeezer, Subsets};

use super::prepare::NO_EXIT;
use super::row::{Row, Translation};
use crate::cells::Cells;

/// The effect of closing a mill in the rows of a sector.
#[derive(Debug)]
pub(crate) enum Removals<'a> {
    /// There is no man to take: the turn is like any other.
    Nothing,
    /// The game ends, with this code for the standing side.
    Ends(Code),
    /// One standing man is taken, and a finished sector gives the value.
    Sector(FewerStanding<'a>),
}

/// The finished sector in which the standing side, one man fewer, is to move.
#[derive(Debug)]
pub(crate) struct FewerStanding<'a> {
    pub(crate) cells: Cells,
    /// The classes of standing men after one is taken.
    pub(crate) classes: &'a ClassMap,
    /// The sets of the men that moved, among the points that are then free.
    pub(crate) movers: &'a Subsets,
    pub(crate) images: &'a Images,
}

/// The value of closing a mill in one row.
#[derive(Debug)]
pub(crate) enum RowRemovals<'a> {
    Nothing,
    Ends(Code),
    /// The row that taking each man leads to.
    Rows {
        rows: Vec<(&'a [u8], Translation)>,
        movers: &'a Subsets,
    },
}

impl Removals<'_> {
    /// Looks up the standing men of a row that may be taken, and the rows that this leads to.
    pub(crate) fn for_row(&self, row: &Row) -> RowRemovals<'_> {
        let sector = match self {
            Removals::Nothing => return RowRemovals::Nothing,
            Removals::Ends(code) => return RowRemovals::Ends(*code),
            Removals::Sector(sector) => sector,
        };
        let leads_to = |man: u32| sector.row_without(row, 1 << man);
        let rows = super::bits::ones(row.takeable).map(leads_to).collect();
        RowRemovals::Rows { rows, movers: sector.movers }
    }
}

impl FewerStanding<'_> {
    fn row_without(&self, row: &Row, man: u32) -> (&[u8], Translation) {
        let entry = self.classes.find(row.standing ^ man);
        let representative = self.classes.classes().representative(entry.class());
        let squeezer = Squeezer::new();
        let number = |point: &u32| {
            let image = self.images.image(entry.symmetry(), 1 << point);
            squeezer.squeeze(image, representative).trailing_zeros()
        };
        let numbers: Vec<u32> = row.free.iter().map(number).collect();
        let row_len = self.movers.len();
        let start = entry.class() * row_len;
        (&self.cells[start..start + row_len], Translation::new(&numbers))
    }
}

impl RowRemovals<'_> {
    /// The least value that can be left to the standing side when `men` have just closed a mill.
    #[inline]
    pub(crate) fn least(&self, men: u32) -> Code {
        match self {
            RowRemovals::Nothing => Code(NO_EXIT),
            RowRemovals::Ends(code) => *code,
            RowRemovals::Rows { rows, movers } => {
                let after = |(cells, translation): &(&[u8], Translation)| {
                    cells[movers.rank(translation.apply(men)) as usize]
                };
                Code(rows.iter().map(after).min().unwrap_or(NO_EXIT))
            }
        }
    }
}
