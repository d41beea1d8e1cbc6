//! Keys for Zobrist hashing: fixed, well-mixed 64-bit numbers.

/// The `index`-th key of one endless fixed sequence (SplitMix64).
pub(crate) const fn key(index: u64) -> u64 {
    mix(index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The key that switches the hash to the other side to move.
pub(crate) const SIDE: u64 = key(u64::MAX - 1);

/// A small reproducible generator (SplitMix64) for seeded starts and random play.
///
/// The same seed gives the same numbers on every machine. Not for secrets.
#[derive(Clone, Debug)]
pub struct SplitMix {
    state: u64,
}

impl SplitMix {
    /// Creates a generator. The same seed always gives the same sequence.
    pub const fn new(seed: u64) -> SplitMix {
        SplitMix { state: seed }
    }

    /// The next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// A number from 0 to `bound - 1`, as good as uniform for bounds far below 2³².
    ///
    /// # Panics
    ///
    /// Panics if `bound` is 0.
    pub const fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "a random choice needs something to choose from");
        let high = self.next_u64() >> 32;
        ((high as u128 * bound as u128) >> 32) as usize
    }

    /// Brings items into a random order, every order as likely as any other.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
