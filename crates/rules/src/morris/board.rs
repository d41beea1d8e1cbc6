//! The boards as graphs: points, mill lines, neighbours, symmetries.
//!
//! A board is written down once, as the names of its points, its lines and the links outside its
//! lines; everything else is computed from that at compile time.

use super::lines::{HIGH_PARTS, LineCounts, MAX_LINES, Partners};
use super::points::{MAX_POINTS, Point, Points};
use super::symmetry::{MAX_SYMMETRIES, Symmetry, symmetries};

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
    partners: Partners,
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
        let (lines, line_count) = lines(names, groups);
        let adjacent = adjacent(names, groups, links);
        let (symmetries, symmetry_count) = symmetries(names);
        Board {
            names,
            line_count,
            lines,
            low_counts: LineCounts::table(&lines, 0),
            middle_counts: LineCounts::table(&lines, 8),
            high_counts: LineCounts::table(&lines, 16),
            adjacent,
            partners: Partners::of(&lines),
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
        self.partners.completed_by(men, to)
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

/// The lines as sets, and how many there are.
const fn lines(names: &[&str], groups: &[&[[&str; 3]]]) -> ([Points; MAX_LINES], usize) {
    let mut lines = [Points::EMPTY; MAX_LINES];
    let (mut count, mut group) = (0, 0);
    while group < groups.len() {
        let mut line = 0;
        while line < groups[group].len() {
            let [a, b, c] = groups[group][line];
            lines[count] = Points::of(find(names, a)).with(find(names, b)).with(find(names, c));
            count += 1;
            line += 1;
        }
        group += 1;
    }
    (lines, count)
}

/// The neighbours of each point, along the lines and by the links.
const fn adjacent(
    names: &[&str],
    groups: &[&[[&str; 3]]],
    links: &[[&str; 2]],
) -> [Points; MAX_POINTS] {
    let mut adjacent = [Points::EMPTY; MAX_POINTS];
    let mut group = 0;
    while group < groups.len() {
        let mut line = 0;
        while line < groups[group].len() {
            let [a, b, c] = groups[group][line];
            link(&mut adjacent, find(names, a), find(names, b));
            link(&mut adjacent, find(names, b), find(names, c));
            line += 1;
        }
        group += 1;
    }
    let mut i = 0;
    while i < links.len() {
        link(&mut adjacent, find(names, links[i][0]), find(names, links[i][1]));
        i += 1;
    }
    adjacent
}

const fn link(adjacent: &mut [Points; MAX_POINTS], a: Point, b: Point) {
    adjacent[a.number()] = adjacent[a.number()].with(b);
    adjacent[b.number()] = adjacent[b.number()].with(a);
}
