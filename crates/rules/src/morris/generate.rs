//! The move generator: lists all legal moves in canonical order, counts them without listing, and
//! picks a random one without listing the others.

use alloc::vec::Vec;

use super::moves::Move;
use super::points::{MAX_POINTS, Point, Points};
use super::position::MorrisPosition;
use crate::SplitMix;

impl MorrisPosition {
    /// Adds all legal moves to `list` in canonical order; none if the game is over.
    #[inline]
    pub fn moves_into(&self, list: &mut Vec<Move>) {
        let Some(turn) = Turn::of(self) else { return };
        for group in turn.groups() {
            if group.closing.is_empty() || turn.takeable.is_empty() {
                list.extend(group.targets.into_iter().map(|to| group.to_move(to)));
                continue;
            }
            for to in group.targets {
                let mv = group.to_move(to);
                if group.closing.contains(to) {
                    list.extend(turn.takeable.into_iter().map(|man| mv.taking(man)));
                } else {
                    list.push(mv);
                }
            }
        }
    }

    /// The number of legal moves.
    #[inline]
    pub fn count_moves(&self) -> usize {
        Turn::of(self).map_or(0, |turn| turn.count_all())
    }

    /// A uniformly random legal move, found without listing them all; `None` if there is none.
    #[inline]
    pub fn random_move(&self, random: &mut SplitMix) -> Option<Move> {
        let turn = Turn::of(self)?;
        // Each man's moves are counted once, and listed only if one of them is chosen.
        let placements = turn.hand().map_or(0, |hand| turn.count(&hand));
        let mut count = placements;
        let mut up_to = [0; MAX_POINTS];
        for (from, up_to) in turn.movers().into_iter().zip(&mut up_to) {
            count += turn.count(&turn.group_of(from));
            *up_to = count;
        }
        if count == 0 {
            return None;
        }
        let n = random.below(count);
        if n < placements {
            return turn.nth_of(&turn.hand()?, n);
        }
        let mover = up_to.iter().position(|up_to| n < *up_to)?;
        let before = mover.checked_sub(1).map_or(placements, |before| up_to[before]);
        turn.nth_of(&turn.group_of(turn.movers().nth(mover)?), n - before)
    }
}

/// The data that all moves of one turn share.
struct Turn<'a> {
    position: &'a MorrisPosition,
    men: Points,
    empty: Points,
    flies: bool,
    /// Points on which one more man would complete a line.
    completing: Points,
    /// The men to choose from when a mill closes.
    takeable: Points,
}

/// The moves of one man, or of the hand.
struct Group {
    from: Option<Point>,
    targets: Points,
    /// The targets on which a mill closes.
    closing: Points,
}

impl<'a> Turn<'a> {
    /// Returns `None` if the game is over; a blocked side still has a turn without moves.
    #[inline]
    fn of(position: &'a MorrisPosition) -> Option<Turn<'a>> {
        if position.ends_with_moves_left() {
            return None;
        }
        let men = position.men(position.side);
        let empty = position.empty();
        let completing = position.board().completing(men) & empty;
        let takeable =
            if completing.is_empty() { Points::EMPTY } else { position.takeable(!position.side) };
        let flies = position.flies(position.side);
        Some(Turn { position, men, empty, flies, completing, takeable })
    }

    /// Placements first, then the men in point order.
    #[inline]
    fn groups(&self) -> impl Iterator<Item = Group> {
        self.hand().into_iter().chain(self.movers().into_iter().map(|from| self.group_of(from)))
    }

    #[inline]
    fn hand(&self) -> Option<Group> {
        let placements = Group { from: None, targets: self.empty, closing: self.completing };
        self.position.may_place(self.position.side).then_some(placements)
    }

    #[inline]
    fn movers(&self) -> Points {
        if self.position.may_move(self.position.side) { self.men } else { Points::EMPTY }
    }

    #[inline]
    fn count_all(&self) -> usize {
        let placements = self.hand().map_or(0, |hand| self.count(&hand));
        self.movers()
            .into_iter()
            .fold(placements, |count, from| count + self.count(&self.group_of(from)))
    }

    #[inline]
    fn group_of(&self, from: Point) -> Group {
        let board = self.position.board();
        let targets = if self.flies { self.empty } else { board.neighbours(from) & self.empty };
        let mut closing = targets & self.completing;
        if !closing.is_empty() {
            // The man that leaves may itself be one of the two men that wait for a third.
            let others = self.men.without(from);
            closing = closing.into_iter().filter(|to| board.completes(others, *to)).collect();
        }
        Group { from: Some(from), targets, closing }
    }

    /// Counts a target once, or once for each takeable man if a mill closes there.
    #[inline]
    fn count(&self, group: &Group) -> usize {
        let extra = self.takeable.len().saturating_sub(1);
        group.targets.len() + extra * group.closing.len()
    }

    #[inline]
    fn nth_of(&self, group: &Group, mut n: usize) -> Option<Move> {
        if group.closing.is_empty() || self.takeable.is_empty() {
            return group.targets.nth(n).map(|to| group.to_move(to));
        }
        for to in group.targets {
            let mv = group.to_move(to);
            if !group.closing.contains(to) {
                if n == 0 {
                    return Some(mv);
                }
                n -= 1;
            } else if n < self.takeable.len() {
                return self.takeable.nth(n).map(|man| mv.taking(man));
            } else {
                n -= self.takeable.len();
            }
        }
        None
    }
}

impl Group {
    #[inline]
    fn to_move(&self, to: Point) -> Move {
        Move { from: self.from, to, removed: None }
    }
}
