//! What levels 1 to 9 overlook, and how little the lowest of them know.

use crate::evaluate::Evaluate;

/// How a level that is held back sees a game: it overlooks moves, its own and those of the enemy,
/// as people do. What it overlooks is settled for one search; in the next it looks again.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attention {
    /// Settles what is overlooked.
    pub(crate) seed: u64,
    /// How many moves in a hundred it overlooks in what it thinks ahead.
    pub(crate) oversight: u32,
    /// How much of the evaluation it knows, in percent; the rest is a count of men.
    pub(crate) knowledge: i32,
}

impl Attention {
    /// Whether a move of the position with this key is overlooked; which man it takes makes no
    /// difference.
    #[inline]
    pub(crate) fn overlooks<P: Evaluate>(&self, key: u64, packed: u16) -> bool {
        overlooks(self.seed ^ key, packed & (P::HISTORY - 1) as u16, self.oversight)
    }

    /// What it takes a position to be worth.
    pub(crate) fn evaluate<P: Evaluate>(&self, position: &P) -> i32 {
        let (full, material) = (position.evaluate(), position.material());
        (full * self.knowledge + material * (100 - self.knowledge)) / 100
    }
}

/// Falls as if by chance, `percent` times in a hundred, but the same way for the same arguments.
pub(crate) fn overlooks(seed: u64, mv: u16, percent: u32) -> bool {
    let mixed = (seed ^ u64::from(mv) << 48).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32;
    ((mixed * 100) >> 32) < u64::from(percent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oversight_is_as_frequent_as_it_says() {
        for percent in [0, 5, 40, 100] {
            let missed = (0..10_000_u64)
                .filter(|i| overlooks(i.wrapping_mul(0x1234_5677), *i as u16 & 1023, percent))
                .count();
            let expected = percent as usize * 100;
            assert!(missed.abs_diff(expected) < 250, "{missed} instead of {expected}");
        }
    }
}
