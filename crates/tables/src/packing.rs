//! Bit permutations by table: squeezing a set into the remaining points when others are taken away,
//! and the images of sets under the symmetries of a board.

use std::sync::LazyLock;

use merels_rules::morris::{Board, MAX_POINTS, Points, Symmetry};

use crate::subsets::ones;

/// The bits at the wanted places, moved together, for each byte of wanted places and each byte of
/// bits.
static SQUEEZED: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut table = vec![0; 1 << 16];
    for places in 0..256 {
        for bits in 0..256 {
            let squeezed = ones(places)
                .enumerate()
                .fold(0, |sum, (to, from)| sum | ((bits >> from) & 1) << to);
            table[(places << 8 | bits) as usize] = squeezed as u8;
        }
    }
    table
});

/// The point beyond the third byte, which only the largest board has.
const LAST_POINT: u32 = 1 << 24;

/// Renumbers sets of points among the points that remain when others are taken away.
#[derive(Copy, Clone, Debug)]
pub struct Squeezer {
    table: &'static [u8],
}

impl Squeezer {
    /// Borrows the program's shared table, which is built at first use.
    pub fn new() -> Squeezer {
        Squeezer { table: &SQUEEZED }
    }

    /// The bits at the wanted places, moved together, for each byte of wanted places and then each
    /// byte of bits.
    pub fn table(self) -> &'static [u8] {
        self.table
    }

    /// The members of `bits`, renumbered among the points outside `taken`, of 25 in all.
    #[inline]
    pub fn squeeze(self, bits: u32, taken: u32) -> u32 {
        let places = !taken;
        let byte = |shift: u32| {
            let places = (places >> shift) & 0xff;
            let at = (places << 8 | (bits >> shift) & 0xff) as usize;
            (u32::from(self.table[at & 0xffff]), places.count_ones())
        };
        let (low, low_width) = byte(0);
        let (middle, middle_width) = byte(8);
        let (high, high_width) = byte(16);
        let last = bits & places & LAST_POINT;
        let below_last = low_width + middle_width + high_width;
        low | middle << low_width | high << (low_width + middle_width) | last >> (24 - below_last)
    }
}

impl Default for Squeezer {
    fn default() -> Squeezer {
        Squeezer::new()
    }
}

/// The inverse of [`Squeezer::squeeze`]: the points with the numbers in `bits`.
pub fn spread(bits: u32, taken: u32) -> u32 {
    let free = ones(!taken);
    free.enumerate().fold(0, |sum, (number, point)| sum | ((bits >> number) & 1) << point)
}

/// The number of values of a set's bits above the second byte.
const HIGH_PARTS: usize = 1 << (MAX_POINTS - 16);

/// The symmetries of a board as tables over parts of a set.
#[derive(Clone, Debug)]
pub struct Images {
    /// The images of the low byte, the middle byte and the rest, for each symmetry.
    tables: Vec<([u32; 256], [u32; 256], [u32; HIGH_PARTS])>,
}

impl Images {
    /// Builds the tables of all symmetries, in the board's order.
    pub fn new(board: &Board) -> Images {
        Images { tables: board.symmetries().iter().map(image_tables).collect() }
    }

    /// The number of symmetries.
    pub fn count(&self) -> usize {
        self.tables.len()
    }

    /// The image of a set under symmetry number `symmetry`.
    #[inline]
    pub fn image(&self, symmetry: usize, bits: u32) -> u32 {
        let (low, middle, high) = &self.tables[symmetry];
        let byte = |shift: u32| ((bits >> shift) & 0xff) as usize;
        low[byte(0)] | middle[byte(8)] | high[(bits >> 16) as usize % HIGH_PARTS]
    }

    /// The least image of a set and the first symmetry that gives it.
    pub fn least(&self, bits: u32) -> (u32, usize) {
        let images = (0..self.count()).map(|symmetry| (self.image(symmetry, bits), symmetry));
        images.min().expect("a board has its identity")
    }

    /// Returns `true` if no image of the set is less than the set itself.
    pub fn is_least(&self, bits: u32) -> bool {
        (1..self.count()).all(|symmetry| self.image(symmetry, bits) >= bits)
    }
}

fn image_tables(symmetry: &Symmetry) -> ([u32; 256], [u32; 256], [u32; HIGH_PARTS]) {
    fn table<const N: usize>(symmetry: &Symmetry, shift: usize) -> [u32; N] {
        std::array::from_fn(|part| {
            symmetry.apply_all(Points::from_bits((part as u32) << shift)).bits()
        })
    }
    (table(symmetry, 0), table(symmetry, 8), table(symmetry, 16))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squeezing_undoes_spreading() {
        let squeezer = Squeezer::new();
        let mut seed = 1u32;
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 7
        };
        for _ in 0..10_000 {
            let taken = random() & random();
            let taken = taken & ((1 << 25) - 1);
            let free = 25 - taken.count_ones();
            let bits = random() & ((1 << free) - 1);
            let points = spread(bits, taken);
            assert_eq!(points & taken, 0);
            assert_eq!(squeezer.squeeze(points, taken), bits);
        }
    }
}
