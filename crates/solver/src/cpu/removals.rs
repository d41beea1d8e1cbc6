//! The value of closing a mill, from the sectors with one standing man less.

use merels_tables::{ClassMap, Images, Sector, Squeezer, Subsets, Taking};

use super::cell::Cell;
use super::row::{Row, Translation};
use super::shapes::Shapes;
use crate::cells::Cells;
use crate::error::Result;

/// The effect of closing a mill in the rows of a sector.
#[derive(Debug)]
pub(crate) enum Removals<'a, T: Cell = u8> {
    /// There is no man to take: the turn is like any other.
    Nothing,
    /// The game ends, with this value for the standing side.
    Ends(T),
    /// One standing man is taken, and a finished sector gives the value.
    Sector(FewerStanding<'a, T>),
}

/// The finished sector in which the standing side, one man fewer, is to move.
#[derive(Debug)]
pub(crate) struct FewerStanding<'a, T> {
    pub(crate) cells: Cells<T>,
    /// The classes of standing men after one is taken.
    pub(crate) classes: &'a ClassMap,
    /// The sets of the men that moved, among the points that are then free.
    pub(crate) movers: &'a Subsets,
    pub(crate) images: &'a Images,
}

/// The value of closing a mill in one row.
#[derive(Debug)]
pub(crate) enum RowRemovals<'a, T: Cell = u8> {
    Nothing,
    Ends(T),
    /// The row that taking each man leads to.
    Rows {
        rows: Vec<(&'a [T], Translation)>,
        movers: &'a Subsets,
    },
}

pub(crate) type Load<'a, T> = &'a dyn Fn(Sector) -> Result<Cells<T>>;

impl<'a, T: Cell> Removals<'a, T> {
    /// Loads the values of closing a mill on the way to the sector `after`; `lost` is that of a
    /// side that has lost by the usual rule.
    pub(crate) fn load(
        shapes: &'a Shapes,
        after: Sector,
        lost: T,
        load: Load<'_, T>,
    ) -> Result<Removals<'a, T>> {
        Ok(match after.taking(shapes.variant()) {
            Taking::Nothing => Removals::Nothing,
            Taking::Win => Removals::Ends(lost),
            Taking::Man(fewer) => Removals::Sector(FewerStanding {
                cells: load(fewer)?,
                classes: shapes.class_map(fewer.mover),
                movers: shapes.subsets(fewer),
                images: shapes.images(),
            }),
        })
    }

    /// Looks up the standing men of a row that may be taken, and the rows that this leads to.
    pub(crate) fn for_row(&self, row: &Row) -> RowRemovals<'_, T> {
        let sector = match self {
            Removals::Nothing => return RowRemovals::Nothing,
            Removals::Ends(value) => return RowRemovals::Ends(*value),
            Removals::Sector(sector) => sector,
        };
        let leads_to = |man: u32| sector.row_without(row, 1 << man);
        let rows = super::bits::ones(row.takeable).map(leads_to).collect();
        RowRemovals::Rows { rows, movers: sector.movers }
    }
}

impl<T: Cell> FewerStanding<'_, T> {
    fn row_without(&self, row: &Row, man: u32) -> (&[T], Translation) {
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

impl<T: Cell> RowRemovals<'_, T> {
    /// The least value that can be left to the standing side when `men` have just closed a mill.
    #[inline]
    pub(crate) fn least(&self, men: u32) -> T {
        match self {
            RowRemovals::Nothing => T::NONE,
            RowRemovals::Ends(value) => *value,
            RowRemovals::Rows { rows, movers } => {
                let after = |(cells, translation): &(&[T], Translation)| {
                    cells[movers.rank(translation.apply(men)) as usize]
                };
                rows.iter().map(after).min().unwrap_or(T::NONE)
            }
        }
    }
}
