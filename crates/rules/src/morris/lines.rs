//! The lines of a board as the rules ask for them: those through a point, and the men on each.

use super::points::{MAX_POINTS, Point, Points};

/// The most lines on a board.
pub const MAX_LINES: usize = 22;

/// The most lines through one point, the centre of a board that has one.
pub const MAX_LINES_THROUGH: usize = 6;

/// The most lines through any other point.
const USUAL_LINES_THROUGH: usize = 4;

/// The number of values of a set's high part, above its low and middle bytes.
pub(super) const HIGH_PARTS: usize = 1 << (MAX_POINTS - 16);

/// The other two points of each line through a point, padded with a set that no side can hold.
#[derive(Debug)]
pub(super) struct Partners {
    usual: [[Points; USUAL_LINES_THROUGH]; MAX_POINTS],
    /// The point with more lines than that, and the other points of its remaining lines.
    centre: Option<Point>,
    of_centre: [Points; MAX_LINES_THROUGH - USUAL_LINES_THROUGH],
}

impl Partners {
    const NOBODY: Points = Points::from_bits(u32::MAX);

    pub(super) const fn of(lines: &[Points; MAX_LINES]) -> Partners {
        let mut partners = Partners {
            usual: [[Self::NOBODY; USUAL_LINES_THROUGH]; MAX_POINTS],
            centre: None,
            of_centre: [Self::NOBODY; MAX_LINES_THROUGH - USUAL_LINES_THROUGH],
        };
        let mut point = 0;
        while let Some(through) = Point::new(point) {
            let (mut count, mut line) = (0, 0);
            while line < MAX_LINES {
                if lines[line].contains(through) {
                    partners.set(through, count, lines[line].without(through));
                    count += 1;
                }
                line += 1;
            }
            point += 1;
        }
        partners
    }

    /// Returns `true` if a man arriving on `to` completes a line with `men`.
    #[inline]
    pub(super) fn completed_by(&self, men: Points, to: Point) -> bool {
        let others = &self.usual[to.number()];
        let closed = others.iter().fold(false, |closed, pair| closed | men.includes(*pair));
        closed || (self.centre == Some(to) && self.completed_at_centre(men))
    }

    /// Returns `true` if a man on the centre completes one of the centre's additional lines.
    fn completed_at_centre(&self, men: Points) -> bool {
        self.of_centre.iter().any(|pair| men.includes(*pair))
    }

    const fn set(&mut self, point: Point, place: usize, others: Points) {
        if place < USUAL_LINES_THROUGH {
            self.usual[point.number()][place] = others;
        } else {
            self.centre = Some(point);
            self.of_centre[place - USUAL_LINES_THROUGH] = others;
        }
    }
}

/// The number of men of a set on every line at once, two bits per line.
#[derive(Copy, Clone, Debug)]
pub(super) struct LineCounts(pub(super) u64);

impl LineCounts {
    /// The low bit of every line's count.
    const LOW: u64 = 0x5555_5555_5555_5555;

    /// The lines with exactly two men, each as the low bit of its pair.
    pub(super) const fn twos(self) -> u64 {
        (self.0 >> 1) & !self.0 & Self::LOW
    }

    /// The lines with three men, each as the low bit of its pair.
    pub(super) const fn threes(self) -> u64 {
        (self.0 >> 1) & self.0 & Self::LOW
    }

    /// The counts of every part of a set that begins at bit `shift`.
    pub(super) const fn table<const N: usize>(
        lines: &[Points; MAX_LINES],
        shift: u32,
    ) -> [LineCounts; N] {
        let mut table = [LineCounts(0); N];
        let mut part = 0;
        while part < N {
            let men = (part as u32) << shift;
            let mut line = 0;
            while line < MAX_LINES {
                let count = (men & lines[line].bits()).count_ones() as u64;
                table[part].0 |= count << (2 * line);
                line += 1;
            }
            part += 1;
        }
        table
    }
}
