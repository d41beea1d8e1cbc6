//! Ranking of sets of a given size: the combinatorial number system by table.

use merels_rules::morris::MAX_POINTS;

/// Binomial coefficients up to the number of points of the largest board.
const BINOMIALS: [[u32; MAX_POINTS + 1]; MAX_POINTS + 1] = {
    let mut table = [[0; MAX_POINTS + 1]; MAX_POINTS + 1];
    let mut n = 0;
    while n <= MAX_POINTS {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of sets of `size` among `points` points.
pub const fn binomial(points: usize, size: usize) -> usize {
    if size > points { 0 } else { BINOMIALS[points][size] as usize }
}

/// The sets of `size` members among `points` points, numbered from 0 in the order of their bits
/// read as a number.
///
/// The rank of a set is the sum over its members, in ascending order, of the binomial of the member
/// and its place in that order. Because the size is fixed, the upper half of a set's bits
/// determines the number of members in the lower half, so two lookups make the sum.
#[derive(Clone, Debug)]
pub struct Subsets {
    points: usize,
    size: usize,
    low_bits: u32,
    low: Vec<u32>,
    high: Vec<u32>,
}

impl Subsets {
    /// Builds the two tables: at most 2 × 4096 numbers.
    pub fn new(points: usize, size: usize) -> Subsets {
        let low_bits = points.div_ceil(2) as u32;
        let partial = |bits: u32, first_point: u32, members_before: usize| {
            let mut sum = 0;
            for (place, point) in ones(bits).enumerate() {
                sum += binomial((first_point + point) as usize, members_before + place + 1) as u32;
            }
            sum
        };
        let low = (0..1 << low_bits).map(|bits| partial(bits, 0, 0)).collect();
        let high = (0..1u32 << (points as u32 - low_bits))
            .map(|bits| match size.checked_sub(bits.count_ones() as usize) {
                Some(members_below) => partial(bits, low_bits, members_below),
                None => 0,
            })
            .collect();
        Subsets { points, size, low_bits, low, high }
    }

    /// The number of sets.
    pub fn len(&self) -> usize {
        binomial(self.points, self.size)
    }

    /// Returns `true` if there is no such set.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rank of a set, which must have the right size.
    #[inline]
    pub fn rank(&self, bits: u32) -> u32 {
        let (low, high) = self.halves(bits);
        self.low[low] + self.high[high]
    }

    /// The lower and the upper part of a set's bits: the indices for [`Subsets::tables`].
    #[inline]
    pub fn halves(&self, bits: u32) -> (usize, usize) {
        ((bits & ((1 << self.low_bits) - 1)) as usize, (bits >> self.low_bits) as usize)
    }

    /// The two tables whose sum is the rank, for the halves of a set.
    pub fn tables(&self) -> (&[u32], &[u32]) {
        (&self.low, &self.high)
    }

    /// The set with this rank, or `None` if there are fewer sets.
    pub fn unrank(&self, rank: u32) -> Option<u32> {
        if rank as usize >= self.len() {
            return None;
        }
        let mut rest = rank as usize;
        let mut bits = 0;
        let mut point = self.points;
        for size in (1..=self.size).rev() {
            // The greatest member is the greatest point whose binomial still fits.
            point = (0..point).rev().find(|point| binomial(*point, size) <= rest)?;
            rest -= binomial(point, size);
            bits |= 1 << point;
        }
        Some(bits)
    }

    /// All sets in the order of their ranks.
    pub fn iter(&self) -> impl Iterator<Item = u32> + use<> {
        let first = ((1u64 << self.size) - 1) as u32;
        let following = |bits: &u32| {
            // The next number with equally many one-bits.
            let lowest = *bits & bits.wrapping_neg();
            let carried = bits.checked_add(lowest)?;
            Some(carried | (carried ^ bits).unbounded_shr(lowest.trailing_zeros() + 2))
        };
        std::iter::successors(Some(first), following).take(self.len())
    }
}

/// The numbers of the one-bits, ascending.
pub(crate) fn ones(mut bits: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (lowest < u32::BITS).then_some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_and_unrank_and_order_agree() {
        for points in 0..=15 {
            for size in 0..=points {
                let subsets = Subsets::new(points, size);
                let all: Vec<u32> = subsets.iter().collect();
                assert_eq!(all.len(), subsets.len(), "{size} of {points}");
                for (number, bits) in all.into_iter().enumerate() {
                    assert_eq!(bits.count_ones() as usize, size);
                    assert_eq!(subsets.rank(bits) as usize, number);
                    assert_eq!(subsets.unrank(number as u32), Some(bits));
                }
                assert_eq!(subsets.unrank(subsets.len() as u32), None);
            }
        }
    }
}
