use super::points::Point;
use super::symmetry::Symmetry;

/// A whole turn: a placement (`from` is `None`), a step or a flight, with its removal if it closes
/// a mill.
///
/// Moves are ordered canonically: placements first, then by the moving man, its destination and the
/// man removed, each in point order; a turn without a removal comes before those with one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(align(4))] // A move is copied as one word.
pub struct Move {
    /// The point the man leaves; `None` when it is placed from the hand.
    pub from: Option<Point>,
    /// The point the man arrives on.
    pub to: Point,
    /// The enemy man that is taken.
    pub removed: Option<Point>,
}

impl Move {
    /// A placement that takes nothing.
    pub const fn place(to: Point) -> Move {
        Move { from: None, to, removed: None }
    }

    /// A step or flight that takes nothing.
    pub const fn step(from: Point, to: Point) -> Move {
        Move { from: Some(from), to, removed: None }
    }

    /// The same turn, taking the man on `point`.
    #[must_use]
    pub const fn taking(self, point: Point) -> Move {
        Move { removed: Some(point), ..self }
    }

    /// The move under a symmetry of the board.
    #[must_use]
    pub fn transformed(self, symmetry: &Symmetry) -> Move {
        Move {
            from: self.from.map(|point| symmetry.apply(point)),
            to: symmetry.apply(self.to),
            removed: self.removed.map(|point| symmetry.apply(point)),
        }
    }
}
