//! The lines of the morris boards as one side finds them in a position.

use merels_rules::Side;
use merels_rules::Spot;
use merels_rules::morris::{Board, MorrisPosition, Point, Points};

/// A set of lines, one bit for each line of the board.
pub(super) type Lines = u32;

/// The lines that a side fills.
pub(super) fn filled(position: &MorrisPosition, side: Side) -> Lines {
    let men = position.men(side);
    lines_where(position.board(), |line| men.includes(line))
}

fn lines_where(board: &Board, holds: impl Fn(Points) -> bool) -> Lines {
    let lines = board.lines().iter().enumerate();
    lines.filter(|(_, line)| holds(**line)).fold(0, |set, (number, _)| set | 1 << number)
}

/// The points of each line of a set, in point order.
pub(super) fn spots(board: &Board, lines: Lines) -> Vec<[Spot; 3]> {
    let chosen = board.lines().iter().enumerate().filter(|(number, _)| lines >> number & 1 == 1);
    chosen.filter_map(|(_, line)| line_spots(*line)).collect()
}

/// Every line of every board has three points.
pub(super) fn line_spots(line: Points) -> Option<[Spot; 3]> {
    men_spots(line).try_into().ok()
}

pub(super) fn men_spots(men: Points) -> Vec<Spot> {
    men.into_iter().map(spot).collect()
}

pub(super) fn spot(point: Point) -> Spot {
    Spot(point.number() as u16)
}

/// The lines that a side completes if it is its turn, and the points on which it does.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Open {
    pub(super) lines: Lines,
    pub(super) at: Points,
}

impl Open {
    /// The open lines of `side`, as if it were its turn.
    pub(super) fn of(position: &MorrisPosition, side: Side) -> Open {
        let turn = position.with_side(side);
        if turn.outcome().is_some() {
            return Open::default();
        }
        let (men, empty) = (turn.men(side), turn.empty());
        let mut open = Open::default();
        for (number, line) in turn.board().lines().iter().enumerate() {
            let Some(to) = (*line - men).lowest() else { continue };
            if (*line & men).len() == 2 && empty.contains(to) && reaches(&turn, side, *line, to) {
                open.lines |= 1 << number;
                open.at = open.at.with(to);
            }
        }
        open
    }
}

/// Returns `true` if a side can bring a man to `to` that does not come from `line`.
fn reaches(position: &MorrisPosition, side: Side, line: Points, to: Point) -> bool {
    if position.may_place(side) {
        return true;
    }
    let near = if position.flies(side) {
        position.board().points()
    } else {
        position.board().neighbours(to)
    };
    position.may_move(side) && (position.men(side) - line).meets(near)
}

/// A man that closes one line by a step and the other by the step back.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Shuttle {
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) closed: Points,
    pub(super) open: Points,
}

impl Shuttle {
    /// Returns `true` if both go between the same two lines.
    pub(super) fn has_lines(&self, lines: [Points; 2]) -> bool {
        lines == [self.closed, self.open] || lines == [self.open, self.closed]
    }
}

/// The double mills of a side, as if it were its turn.
pub(super) fn shuttles(position: &MorrisPosition, side: Side) -> Vec<Shuttle> {
    let mut found = Vec::new();
    let turn = position.with_side(side);
    let men = turn.men(side);
    if turn.hand(side) > 0 || turn.flies(side) || turn.men_in_mills(side).is_empty() {
        return found;
    }
    if turn.outcome().is_some() {
        return found;
    }
    for closed in turn.mills(side) {
        for from in closed {
            for to in turn.board().neighbours(from) & turn.empty() {
                let completed = |line: &&Points| {
                    line.contains(to) && !line.contains(from) && men.includes(line.without(to))
                };
                let lines = turn.board().lines().iter().filter(completed);
                found.extend(lines.map(|open| Shuttle { from, to, closed, open: *open }));
            }
        }
    }
    found
}
