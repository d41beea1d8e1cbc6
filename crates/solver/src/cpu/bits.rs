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

/// Calls `found` with the places of a byte, ascending. Where there are many, this is quicker than a
/// search from one to the next.
#[inline]
pub(crate) fn for_each_place(bytes: &[u8], byte: u8, mut found: impl FnMut(usize)) {
    let (blocks, rest) = bytes.as_chunks::<64>();
    for (number, block) in blocks.iter().enumerate() {
        if !block.iter().fold(false, |any, other| any | (*other == byte)) {
            continue;
        }
        let (words, _) = block.as_chunks::<8>();
        for (word, bytes) in words.iter().enumerate() {
            let mut equal = equal_bytes(u64::from_le_bytes(*bytes), byte);
            while equal != 0 {
                found(number * 64 + word * 8 + equal.trailing_zeros() as usize / 8);
                equal &= equal - 1;
            }
        }
    }
    let first = 64 * blocks.len();
    for (at, _) in rest.iter().enumerate().filter(|(_, other)| **other == byte) {
        found(first + at);
    }
}

/// The bytes of a word that equal `byte`, as the highest bit of each.
#[inline]
fn equal_bytes(word: u64, byte: u8) -> u64 {
    const LOWER: u64 = u64::from_le_bytes([0x7f; 8]);
    let other = word ^ u64::from_le_bytes([byte; 8]);
    !(((other & LOWER) + LOWER) | other | LOWER)
}

/// A set of rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowSet(Vec<u64>);

impl RowSet {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_of_a_byte_is_found() {
        let bytes: Vec<u8> = (0..1000u32).map(|i| (i * i / 7 % 11 * 25) as u8).collect();
        for len in [0, 7, 64, 65, 1000] {
            for byte in 0..=u8::MAX {
                let mut found = Vec::new();
                for_each_place(&bytes[..len], byte, |at| found.push(at));
                let expected: Vec<usize> = (0..len).filter(|at| bytes[*at] == byte).collect();
                assert_eq!(found, expected);
            }
        }
    }
}
