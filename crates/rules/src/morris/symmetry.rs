//! The symmetries of the boards, computed from the coordinates of their points.
//!
//! A square board has eight (four turns, each with or without a mirror). Nested squares can also be
//! turned inside out, which doubles the number to sixteen.

use super::board::coordinates;
use super::points::{MAX_POINTS, Point, Points};

/// The most symmetries of a board.
pub const MAX_SYMMETRIES: usize = 16;

/// A symmetry of a board: a permutation of its points that preserves lines and neighbours.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    images: [u8; MAX_POINTS],
}

impl Symmetry {
    const IDENTITY: Symmetry = {
        let mut images = [0; MAX_POINTS];
        let mut i = 0;
        while i < MAX_POINTS {
            images[i] = i as u8;
            i += 1;
        }
        Symmetry { images }
    };

    /// The image of a point.
    pub fn apply(&self, point: Point) -> Point {
        Point::new(self.images[point.number()] as usize).expect("images are points")
    }

    /// The image of a set of points.
    pub fn apply_all(&self, points: Points) -> Points {
        points.into_iter().map(|point| self.apply(point)).collect()
    }
}

/// The symmetries of a board with these point names, the identity first, and their number.
pub(super) const fn symmetries(names: &[&str]) -> ([Symmetry; MAX_SYMMETRIES], usize) {
    let width = (coordinates(names[names.len() - 1]).0 + 1) as i32;
    // A square is known by its distance from the centre; a centre point rules out turning the board
    // inside out.
    let count = if has_centre(names, width as usize / 2) { 8 } else { 16 };
    let mut all = [Symmetry::IDENTITY; MAX_SYMMETRIES];
    let mut s = 0;
    while s < count {
        let mut i = 0;
        while i < names.len() {
            let (column, row) = coordinates(names[i]);
            let centre = (width - 1) / 2;
            let (mut x, mut y) = (column as i32 - centre, row as i32 - centre);
            if s & 8 != 0 {
                (x, y) = inside_out(x, y, centre);
            }
            if s & 4 != 0 {
                x = -x;
            }
            let mut turns = s & 3;
            while turns > 0 {
                (x, y) = (-y, x);
                turns -= 1;
            }
            all[s].images[i] = index_of(names, x + centre, y + centre);
            i += 1;
        }
        s += 1;
    }
    (all, count)
}

const fn has_centre(names: &[&str], centre: usize) -> bool {
    let mut i = 0;
    while i < names.len() {
        let (column, row) = coordinates(names[i]);
        if column == centre && row == centre {
            return true;
        }
        i += 1;
    }
    false
}

/// Exchanges the outermost square with the innermost, in coordinates around the centre.
const fn inside_out(x: i32, y: i32, outermost: i32) -> (i32, i32) {
    let square = if x.abs() > y.abs() { x.abs() } else { y.abs() };
    let exchanged = outermost + 1 - square;
    (x / square * exchanged, y / square * exchanged)
}

const fn index_of(names: &[&str], column: i32, row: i32) -> u8 {
    let mut i = 0;
    while i < names.len() {
        let (c, r) = coordinates(names[i]);
        if c as i32 == column && r as i32 == row {
            return i as u8;
        }
        i += 1;
    }
    panic!("the point names are not symmetric");
}
