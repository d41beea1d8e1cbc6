//! Bit sets: the rows that changed, and the levels with work to do.

/// The numbers of the one-bits of a word, ascending.
#[inline]
pub(crate) fn ones(mut bits: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (lowest < u32::BITS).then_some(lowest)
    })
}

/// A set of rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowSet(Vec<u64>);

impl RowSet {
    /// Creates an empty set of `rows` possible rows.
    pub(crate) fn new(rows: usize) -> RowSet {
        RowSet(vec![0; rows.div_ceil(64)])
    }

    #[inline]
    pub(crate) fn insert(&mut self, row: usize) {
        self.0[row / 64] |= 1 << (row % 64);
    }

    #[inline]
    pub(crate) fn contains(&self, row: usize) -> bool {
        self.0[row / 64] >> (row % 64) & 1 != 0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Moves the rows of `other` over to this set.
    pub(crate) fn drain_from(&mut self, other: &mut RowSet) {
        for (word, more) in self.0.iter_mut().zip(&mut other.0) {
            *word |= std::mem::take(more);
        }
    }
}

/// A set of levels below 256.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct LevelSet([u64; 4]);

impl LevelSet {
    #[inline]
    pub(crate) fn insert(&mut self, level: u16) {
        self.0[level as usize / 64 % 4] |= 1 << (level % 64);
    }

    #[inline]
    pub(crate) fn contains(&self, level: u16) -> bool {
        self.0[level as usize / 64 % 4] >> (level % 64) & 1 != 0
    }

    pub(crate) fn union(self, other: LevelSet) -> LevelSet {
        LevelSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The greatest member.
    pub(crate) fn last(self) -> Option<u16> {
        (0..256).rev().find(|level| self.contains(*level))
    }
}
