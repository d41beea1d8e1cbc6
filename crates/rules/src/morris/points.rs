use core::fmt;
use core::num::NonZeroU8;
use core::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Sub};

/// The most points of a morris board.
pub const MAX_POINTS: usize = 25;

/// A point of a morris board, by its number in point order (bottom row first, left to right).
///
/// Its name depends on the board: see [`Board::name`](super::Board::name).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(NonZeroU8); // The number plus one keeps an `Option<Point>` at one byte.

impl Point {
    /// The point with this number, from 0 to 24.
    pub const fn new(number: usize) -> Option<Point> {
        if number >= MAX_POINTS {
            return None;
        }
        match NonZeroU8::new(number as u8 + 1) {
            Some(stored) => Some(Point(stored)),
            None => None,
        }
    }

    /// The number in point order, from 0.
    pub const fn number(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Point({})", self.number())
    }
}

/// A set of points, one bit each.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Points(u32);

impl Points {
    /// No point.
    pub const EMPTY: Points = Points(0);

    /// The set whose members are the one-bits; bits past the last point are dropped.
    pub const fn from_bits(bits: u32) -> Points {
        Points(bits & ((1 << MAX_POINTS) - 1))
    }

    /// The first `count` points in point order.
    pub const fn first(count: usize) -> Points {
        assert!(count <= MAX_POINTS, "no board has that many points");
        Points(((1u64 << count) - 1) as u32)
    }

    /// The set of one point.
    pub const fn of(point: Point) -> Points {
        Points(1 << point.number())
    }

    /// One bit per point, point 0 lowest.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Returns `true` if the set has no member.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of members.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if `point` is a member.
    pub const fn contains(self, point: Point) -> bool {
        self.0 & Points::of(point).0 != 0
    }

    /// Returns `true` if every member of `other` is a member.
    pub const fn includes(self, other: Points) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns `true` if the two sets share a member.
    pub const fn meets(self, other: Points) -> bool {
        self.0 & other.0 != 0
    }

    /// The set with `point` added.
    #[must_use]
    pub const fn with(self, point: Point) -> Points {
        Points(self.0 | Points::of(point).0)
    }

    /// The set without `point`.
    #[must_use]
    pub const fn without(self, point: Point) -> Points {
        Points(self.0 & !Points::of(point).0)
    }

    /// Both sets together.
    #[must_use]
    pub const fn union(self, other: Points) -> Points {
        Points(self.0 | other.0)
    }

    /// The member with the lowest number.
    pub const fn lowest(self) -> Option<Point> {
        if self.is_empty() {
            return None;
        }
        // Members are below MAX_POINTS by construction, so nothing saturates.
        Some(Point(NonZeroU8::MIN.saturating_add(self.0.trailing_zeros() as u8)))
    }

    /// The member with exactly `n` members before it.
    pub const fn nth(self, n: usize) -> Option<Point> {
        let mut bits = self.0;
        let mut skipped = 0;
        while skipped < n {
            bits &= bits.wrapping_sub(1);
            skipped += 1;
        }
        Points(bits).lowest()
    }
}

impl BitOr for Points {
    type Output = Points;

    fn bitor(self, other: Points) -> Points {
        Points(self.0 | other.0)
    }
}

impl BitOrAssign for Points {
    fn bitor_assign(&mut self, other: Points) {
        self.0 |= other.0;
    }
}

impl BitAnd for Points {
    type Output = Points;

    fn bitand(self, other: Points) -> Points {
        Points(self.0 & other.0)
    }
}

impl BitXor for Points {
    type Output = Points;

    fn bitxor(self, other: Points) -> Points {
        Points(self.0 ^ other.0)
    }
}

/// The members of the left set that are not in the right one.
impl Sub for Points {
    type Output = Points;

    fn sub(self, other: Points) -> Points {
        Points(self.0 & !other.0)
    }
}

/// All points that are not members, including points that smaller boards do not have.
impl Not for Points {
    type Output = Points;

    fn not(self) -> Points {
        Points::from_bits(!self.0)
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Points {
        points.into_iter().fold(Points::EMPTY, Points::with)
    }
}

/// Iterates in point order.
impl IntoIterator for Points {
    type Item = Point;
    type IntoIter = PointsIter;

    fn into_iter(self) -> PointsIter {
        PointsIter(self)
    }
}

/// The members of a [`Points`] set in point order.
#[derive(Clone, Debug)]
pub struct PointsIter(Points);

impl Iterator for PointsIter {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        let point = self.0.lowest()?;
        self.0 = Points(self.0.0 & (self.0.0 - 1));
        Some(point)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for PointsIter {}

impl fmt::Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.into_iter().map(Point::number)).finish()
    }
}
