//! The oversights of levels 1 to 9, and the limited knowledge of the lowest of them.

use crate::evaluate::Evaluate;

/// The limited sight of a handicapped level: like people, it overlooks moves of both sides. The
/// overlooked moves are fixed for one search; the next search looks again.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attention {
    /// Decides which moves are overlooked.
    pub(crate) seed: u64,
    /// The percentage of moves overlooked in its search.
    pub(crate) oversight: u32,
    /// The known share of the evaluation, in percent; the rest is a count of men.
    pub(crate) knowledge: i32,
}

impl Attention {
    /// Returns `true` if a move of the position with this key is overlooked; the man it takes makes
    /// no difference.
    #[inline]
    pub(crate) fn overlooks<P: Evaluate>(&self, key: u64, packed: u16) -> bool {
        overlooks(self.seed ^ key, packed & (P::HISTORY - 1) as u16, self.oversight)
    }

    /// The estimated value of a position.
    pub(crate) fn evaluate<P: Evaluate>(&self, position: &P) -> i32 {
        let (full, material) = (position.evaluate(), position.material());
        (full * self.knowledge + material * (100 - self.knowledge)) / 100
    }
}

/// Returns `true` for `percent` arguments in a hundred, pseudo-randomly, and always the same for
/// the same arguments.
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
