//! The boards as graphs: points, mill lines, neighbours, symmetries.
//!
//! A board is written down once, as the names of its points, its lines and the links outside its
//! lines; everything else is computed from that at compile time.

use super::points::{MAX_POINTS, Point, Points};
use super::symmetry::{MAX_SYMMETRIES, Symmetry, symmetries};

/// The most lines on a board.
pub const MAX_LINES: usize = 22;

/// The most lines through one point, the centre of a board that has one.
pub const MAX_LINES_THROUGH: usize = 6;

/// The most lines through any other point.
const USUAL_LINES_THROUGH: usize = 4;

/// The number of values of a set's high part, above its low and middle bytes.
const HIGH_PARTS: usize = 1 << (MAX_POINTS - 16);

/// The graph of a morris board.
#[derive(Debug)]
pub struct Board {
    names: &'static [&'static str],
    line_count: usize,
    lines: [Points; MAX_LINES],
    /// The number of men on each line, for the low, middle and high part of a set of men.
    low_counts: [LineCounts; 256],
    middle_counts: [LineCounts; 256],
    high_counts: [LineCounts; HIGH_PARTS],
    adjacent: [Points; MAX_POINTS],
    /// The other two points of each line through a point, padded with a set that no side can hold.
    partners: [[Points; USUAL_LINES_THROUGH]; MAX_POINTS],
    /// The point with more lines than that, and the other points of its remaining lines.
    centre: Option<Point>,
    centre_partners: [Points; MAX_LINES_THROUGH - USUAL_LINES_THROUGH],
    symmetry_count: usize,
    symmetries: [Symmetry; MAX_SYMMETRIES],
}

/// The board of `nine` and `ten`: three nested squares joined at the mid-sides.
pub static THREE_SQUARES: Board = Board::new(NAMES_24, &[SIDES_24, SPOKES_24], &[]);

/// The board of `eleven` and `twelve`: three nested squares joined at mid-sides and corners.
pub static THREE_SQUARES_DIAGONAL: Board =
    Board::new(NAMES_24, &[SIDES_24, SPOKES_24, DIAGONALS_24], &[]);

/// The board of `sesotho`: three nested squares joined at the mid-sides, whose lines continue
/// through a centre; the two outer squares are also linked at the corners, without lines.
pub static THREE_SQUARES_CENTRE: Board = Board::new(
    &[
        "a1", "d1", "g1", "b2", "d2", "f2", "c3", "d3", "e3", "a4", "b4", "c4", "d4", "e4", "f4",
        "g4", "c5", "d5", "e5", "b6", "d6", "f6", "a7", "d7", "g7",
    ],
    &[
        SIDES_24,
        SPOKES_24,
        &[
            ["b4", "c4", "d4"],
            ["c4", "d4", "e4"],
            ["d4", "e4", "f4"],
            ["d2", "d3", "d4"],
            ["d3", "d4", "d5"],
            ["d4", "d5", "d6"],
        ],
    ],
    &[["a1", "b2"], ["a7", "b6"], ["g1", "f2"], ["g7", "f6"]],
);

/// The board of `six` and `five`: two nested squares; the links at the mid-sides are not lines.
pub static TWO_SQUARES: Board = Board::new(
    &[
        "a1", "c1", "e1", "b2", "c2", "d2", "a3", "b3", "d3", "e3", "b4", "c4", "d4", "a5", "c5",
        "e5",
    ],
    &[SIDES_16],
    &[["c1", "c2"], ["a3", "b3"], ["d3", "e3"], ["c4", "c5"]],
);

/// The board of `seven`: two nested squares and a centre, with lines of three across.
pub static TWO_SQUARES_CENTRE: Board = Board::new(
    &[
        "a1", "c1", "e1", "b2", "c2", "d2", "a3", "b3", "c3", "d3", "e3", "b4", "c4", "d4", "a5",
        "c5", "e5",
    ],
    &[
        SIDES_16,
        &[
            ["a3", "b3", "c3"],
            ["b3", "c3", "d3"],
            ["c3", "d3", "e3"],
            ["c1", "c2", "c3"],
            ["c2", "c3", "c4"],
            ["c3", "c4", "c5"],
        ],
    ],
    &[],
);

/// The board of `three`: a 3×3 grid with both diagonals.
pub static GRID_DIAGONAL: Board = Board::new(
    &["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"],
    &[&[
        ["a1", "b1", "c1"],
        ["a2", "b2", "c2"],
        ["a3", "b3", "c3"],
        ["a1", "a2", "a3"],
        ["b1", "b2", "b3"],
        ["c1", "c2", "c3"],
        ["a1", "b2", "c3"],
        ["a3", "b2", "c1"],
    ]],
    &[],
);

const NAMES_24: &[&str] = &[
    "a1", "d1", "g1", "b2", "d2", "f2", "c3", "d3", "e3", "a4", "b4", "c4", "e4", "f4", "g4", "c5",
    "d5", "e5", "b6", "d6", "f6", "a7", "d7", "g7",
];

const SIDES_24: &[[&str; 3]] = &[
    ["a1", "d1", "g1"],
    ["b2", "d2", "f2"],
    ["c3", "d3", "e3"],
    ["c5", "d5", "e5"],
    ["b6", "d6", "f6"],
    ["a7", "d7", "g7"],
    ["a1", "a4", "a7"],
    ["b2", "b4", "b6"],
    ["c3", "c4", "c5"],
    ["e3", "e4", "e5"],
    ["f2", "f4", "f6"],
    ["g1", "g4", "g7"],
];

const SIDES_16: &[[&str; 3]] = &[
    ["a1", "c1", "e1"],
    ["b2", "c2", "d2"],
    ["b4", "c4", "d4"],
    ["a5", "c5", "e5"],
    ["a1", "a3", "a5"],
    ["b2", "b3", "b4"],
    ["d2", "d3", "d4"],
    ["e1", "e3", "e5"],
];

const SPOKES_24: &[[&str; 3]] =
    &[["d1", "d2", "d3"], ["a4", "b4", "c4"], ["e4", "f4", "g4"], ["d5", "d6", "d7"]];

const DIAGONALS_24: &[[&str; 3]] =
    &[["a1", "b2", "c3"], ["g1", "f2", "e3"], ["a7", "b6", "c5"], ["g7", "f6", "e5"]];

impl Board {
    const fn new(
        names: &'static [&'static str],
        groups: &[&[[&str; 3]]],
        links: &[[&str; 2]],
    ) -> Board {
        let mut lines = [Points::EMPTY; MAX_LINES];
        let mut line_count = 0;
        let mut adjacent = [Points::EMPTY; MAX_POINTS];
        let nobody = Points::from_bits(u32::MAX);
        let mut partners = [[nobody; USUAL_LINES_THROUGH]; MAX_POINTS];
        let mut centre = None;
        let mut centre_partners = [nobody; MAX_LINES_THROUGH - USUAL_LINES_THROUGH];
        let mut partner_counts = [0; MAX_POINTS];

        let mut g = 0;
        while g < groups.len() {
            let mut l = 0;
            while l < groups[g].len() {
                let [a, b, c] = groups[g][l];
                let line = [find(names, a), find(names, b), find(names, c)];
                link(&mut adjacent, line[0], line[1]);
                link(&mut adjacent, line[1], line[2]);
                let members =
                    Points::of(line[0]).union(Points::of(line[1])).union(Points::of(line[2]));
                let mut i = 0;
                while i < 3 {
                    let point = line[i].number();
                    let place = partner_counts[point];
                    if place < USUAL_LINES_THROUGH {
                        partners[point][place] = members.without(line[i]);
                    } else {
                        centre = Some(line[i]);
                        centre_partners[place - USUAL_LINES_THROUGH] = members.without(line[i]);
                    }
                    partner_counts[point] += 1;
                    i += 1;
                }
                lines[line_count] = members;
                line_count += 1;
                l += 1;
            }
            g += 1;
        }
        let mut i = 0;
        while i < links.len() {
            link(&mut adjacent, find(names, links[i][0]), find(names, links[i][1]));
            i += 1;
        }
        let (symmetries, symmetry_count) = symmetries(names);
        Board {
            names,
            line_count,
            lines,
            low_counts: LineCounts::table(&lines, 0),
            middle_counts: LineCounts::table(&lines, 8),
            high_counts: LineCounts::table(&lines, 16),
            adjacent,
            partners,
            centre,
            centre_partners,
            symmetry_count,
            symmetries,
        }
    }

    /// The number of points.
    pub const fn len(&self) -> usize {
        self.names.len()
    }

    /// Always `false`: a board has points.
    pub const fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All points of the board.
    pub const fn points(&self) -> Points {
        Points::first(self.names.len())
    }

    /// The point's name, such as `d6`.
    ///
    /// # Panics
    ///
    /// Panics if the point is not on this board.
    pub fn name(&self, point: Point) -> &'static str {
        self.names[point.number()]
    }

    /// The point with this name, or `None`.
    pub fn point(&self, name: &str) -> Option<Point> {
        self.names.iter().position(|known| *known == name).and_then(Point::new)
    }

    /// Column and row of a point, both counted from 0 at the bottom left.
    pub fn coordinates(&self, point: Point) -> (usize, usize) {
        coordinates(self.names[point.number()])
    }

    /// The number of columns (and rows) of the board's coordinates: 7, 5 or 3.
    pub fn width(&self) -> usize {
        1 + coordinates(self.names[self.names.len() - 1]).0
    }

    /// The lines, each a set of three points.
    pub fn lines(&self) -> &[Points] {
        &self.lines[..self.line_count]
    }

    /// The neighbours of a point along the lines of the board.
    pub const fn neighbours(&self, point: Point) -> Points {
        self.adjacent[point.number()]
    }

    /// The symmetries of the board, the identity first.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries[..self.symmetry_count]
    }

    /// Returns `true` if a man arriving on `to` completes a line with `men`, which do not include
    /// `to`.
    #[inline]
    pub fn completes(&self, men: Points, to: Point) -> bool {
        let others = &self.partners[to.number()];
        let closed = others.iter().fold(false, |closed, pair| closed | men.includes(*pair));
        closed || (self.centre == Some(to) && self.completes_at_centre(men))
    }

    /// Returns `true` if a man on the centre completes one of the centre's additional lines.
    fn completes_at_centre(&self, men: Points) -> bool {
        self.centre_partners.iter().any(|pair| men.includes(*pair))
    }

    /// All points outside `men` on which one more man would complete a line with them.
    #[inline]
    pub fn completing(&self, men: Points) -> Points {
        self.union(self.line_counts(men).twos()) - men
    }

    /// The members of `men` on lines held by `men` alone.
    #[inline]
    pub fn in_mills(&self, men: Points) -> Points {
        self.union(self.line_counts(men).threes())
    }

    /// The number of `men` on each line.
    #[inline]
    fn line_counts(&self, men: Points) -> LineCounts {
        let bits = men.bits() as usize;
        let low = self.low_counts[bits & 0xff];
        let middle = self.middle_counts[bits >> 8 & 0xff];
        let high = self.high_counts[bits >> 16 & (HIGH_PARTS - 1)];
        LineCounts(low.0 + middle.0 + high.0)
    }

    /// The points of the lines in `line_bits`, which holds each line as the bit at twice its
    /// number.
    #[inline]
    fn union(&self, mut line_bits: u64) -> Points {
        let mut points = Points::EMPTY;
        while line_bits != 0 {
            points |= self.lines[line_bits.trailing_zeros() as usize / 2];
            line_bits &= line_bits - 1;
        }
        points
    }
}

/// The number of men of a set on every line at once, two bits per line.
#[derive(Copy, Clone, Debug)]
struct LineCounts(u64);

impl LineCounts {
    /// The low bit of every line's count.
    const LOW: u64 = 0x5555_5555_5555_5555;

    /// The lines with exactly two men, each as the low bit of its pair.
    const fn twos(self) -> u64 {
        (self.0 >> 1) & !self.0 & Self::LOW
    }

    /// The lines with three men, each as the low bit of its pair.
    const fn threes(self) -> u64 {
        (self.0 >> 1) & self.0 & Self::LOW
    }

    /// The counts of every part of a set that begins at bit `shift`.
    const fn table<const N: usize>(lines: &[Points; MAX_LINES], shift: u32) -> [LineCounts; N] {
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

/// Column and row, from 0, of a name such as `d6`.
pub(super) const fn coordinates(name: &str) -> (usize, usize) {
    let bytes = name.as_bytes();
    ((bytes[0] - b'a') as usize, (bytes[1] - b'1') as usize)
}

/// Looks up a point at compile time; an unknown name stops the build.
const fn find(names: &[&str], name: &str) -> Point {
    let (column, row) = coordinates(name);
    let mut i = 0;
    while i < names.len() {
        let (c, r) = coordinates(names[i]);
        if c == column && r == row {
            match Point::new(i) {
                Some(point) => return point,
                None => break,
            }
        }
        i += 1;
    }
    panic!("a line or link names a point that the board does not have");
}

const fn link(adjacent: &mut [Points; MAX_POINTS], a: Point, b: Point) {
    adjacent[a.number()] = adjacent[a.number()].with(b);
    adjacent[b.number()] = adjacent[b.number()].with(a);
}
