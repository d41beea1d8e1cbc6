//! The terms of the claims' definitions, written from the definitions and the rules alone: the
//! coach's own code is not used here.

use merels_rules::morris::{LineEarns, MorrisPosition, Move, Point, Points, Removal};
use merels_rules::{Position, Side, Spot};

/// A turn with the positions around it.
#[derive(Copy, Clone)]
pub(super) struct Turn {
    pub(super) before: MorrisPosition,
    pub(super) mv: Move,
    pub(super) after: MorrisPosition,
}

impl Turn {
    pub(super) fn new(before: MorrisPosition, mv: Move) -> Turn {
        Turn { before, mv, after: before.after_unchecked(mv) }
    }

    pub(super) fn side(&self) -> Side {
        self.before.side()
    }

    pub(super) fn enemy(&self) -> Side {
        !self.before.side()
    }
}

/// The legal turns of a side if it had the turn; none where the game is over.
pub(super) fn turns_of(position: &MorrisPosition, side: Side) -> Vec<Move> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    let given = position.with_side(side);
    if given.outcome().is_some() { Vec::new() } else { given.legal_moves() }
}

/// The positions after each legal turn of the side to move.
pub(super) fn replies(position: &MorrisPosition) -> Vec<Turn> {
    turns_of(position, position.side()).into_iter().map(|mv| Turn::new(*position, mv)).collect()
}

pub(super) fn point(position: &MorrisPosition, spot: Spot) -> Option<Point> {
    Point::new(spot.0.into()).filter(|point| position.board().points().contains(*point))
}

pub(super) fn points(position: &MorrisPosition, spots: &[Spot]) -> Option<Points> {
    spots.iter().map(|spot| point(position, *spot)).collect()
}

/// The points of a line, if the board has it.
pub(super) fn line(position: &MorrisPosition, spots: [Spot; 3]) -> Option<Points> {
    let line = points(position, &spots)?;
    position.board().lines().contains(&line).then_some(line)
}

pub(super) fn fills(position: &MorrisPosition, side: Side, line: Points) -> bool {
    line.into_iter().all(|point| position.owner(point) == Some(side))
}

/// The points at which a side, given the turn, can complete the line.
pub(super) fn open_at(position: &MorrisPosition, side: Side, line: Points) -> Points {
    if fills(position, side, line) {
        return Points::EMPTY;
    }
    let given = position.with_side(side);
    let completes =
        |mv: &Move| line.contains(mv.to) && fills(&given.after_unchecked(*mv), side, line);
    turns_of(position, side).into_iter().filter(completes).map(|mv| mv.to).collect()
}

pub(super) fn is_open(position: &MorrisPosition, side: Side, line: Points) -> bool {
    !open_at(position, side, line).is_empty()
}

/// Returns `true` if any line is open for the side at this point.
pub(super) fn can_close_at(position: &MorrisPosition, side: Side, at: Point) -> bool {
    let through = |line: &&Points| line.contains(at);
    let lines = position.board().lines().iter().filter(through);
    lines.into_iter().any(|line| open_at(position, side, *line).contains(at))
}

/// The steps by which the man on a point of `closed` completes `open`, of a side that does not fly,
/// has no man in hand and fills `closed`.
pub(super) fn double_steps(
    position: &MorrisPosition,
    side: Side,
    closed: Points,
    open: Points,
) -> Vec<(Point, Point)> {
    if position.flies(side)
        || position.hand(side) > 0
        || !fills(position, side, closed)
        || fills(position, side, open)
    {
        return Vec::new();
    }
    let given = position.with_side(side);
    turns_of(position, side)
        .into_iter()
        .filter(|mv| fills(&given.after_unchecked(*mv), side, open))
        .filter_map(|mv| mv.from.filter(|from| closed.contains(*from)).map(|from| (from, mv.to)))
        .collect()
}

/// Returns `true` if a man of a side goes to and fro between two lines, in either direction.
pub(super) fn has_double(position: &MorrisPosition, side: Side, one: Points, two: Points) -> bool {
    !double_steps(position, side, one, two).is_empty()
        || !double_steps(position, side, two, one).is_empty()
}

/// Returns `true` if the side of a man must step with its men and this one has a point to go to.
/// `None` if its side has men in hand or flies.
pub(super) fn can_step(position: &MorrisPosition, man: Point) -> Option<bool> {
    let side = position.owner(man)?;
    if position.hand(side) > 0 || position.flies(side) {
        return None;
    }
    let free = |to: Point| position.owner(to).is_none();
    Some(position.board().neighbours(man).into_iter().any(free))
}

pub(super) fn men_outside_mills(position: &MorrisPosition, side: Side) -> Points {
    let lines = position.board().lines();
    let in_mill =
        |man: &Point| lines.iter().any(|line| line.contains(*man) && fills(position, side, *line));
    position.men(side).into_iter().filter(|man| !in_mill(man)).collect()
}

/// Returns `true` if men in mills are protected in this variant.
pub(super) fn mills_protect(position: &MorrisPosition) -> bool {
    let rules = position.variant().rules();
    rules.line == LineEarns::Removal && rules.removal != Removal::Lenient
}

/// Returns `true` if a side could fly if it had the turn: it has few enough men, and may move them.
pub(super) fn can_fly(position: &MorrisPosition, side: Side) -> bool {
    let rules = position.variant().rules();
    let men = position.men(side).len() + position.hand(side);
    let few = men >= 3 && men <= usize::from(rules.flies_up_to);
    few && (position.hand(side) == 0 || rules.may_move_while_placing)
}
