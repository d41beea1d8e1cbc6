//! Questions about a position. Each rule that answers one is defined here; the move generator and
//! the legality check build on these answers.

use super::board::Board;
use super::points::{Point, Points};
use super::position::MorrisPosition;
use super::variant::{FEWEST_MEN, LineEarns, Removal, Variant};
use crate::{DrawReason, Outcome, QUIET_LIMIT, Side, WinReason};

/// The kind of turns a side has.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// It has men in hand. (In `lasker` it may also move, and fly with three men.)
    Placing,
    /// It moves men along the lines.
    Moving,
    /// It moves men to any empty point.
    Flying,
}

impl Phase {
    /// All phases, in the order of a game.
    pub const ALL: [Phase; 3] = [Phase::Placing, Phase::Moving, Phase::Flying];

    /// The name, for programs and for keeping.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Placing => "placing",
            Phase::Moving => "moving",
            Phase::Flying => "flying",
        }
    }
}

impl Variant {
    /// The members of `men` that may be taken when the other side closes a mill.
    #[inline]
    pub fn takeable(self, men: Points) -> Points {
        let rules = self.rules();
        if rules.line == LineEarns::Win {
            return Points::EMPTY;
        }
        let free = men - rules.board.in_mills(men);
        match rules.removal {
            Removal::Usual if free.is_empty() => men,
            Removal::Usual | Removal::Strict => free,
            Removal::Lenient => men,
        }
    }
}

impl MorrisPosition {
    /// The variant that is played.
    #[inline]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The board played on.
    #[inline]
    pub fn board(&self) -> &'static Board {
        self.variant.board()
    }

    /// The men of a side on the board.
    #[inline]
    pub fn men(&self, side: Side) -> Points {
        self.men[side.index()]
    }

    /// The number of men a side has in hand.
    #[inline]
    pub fn hand(&self, side: Side) -> usize {
        self.hand[side.index()] as usize
    }

    /// The number of men a side has on the board and in hand together.
    #[inline]
    pub fn total(&self, side: Side) -> usize {
        self.men(side).len() + self.hand(side)
    }

    /// The number of men a side has lost: the variant's number less those on the board and in hand.
    pub fn captured(&self, side: Side) -> usize {
        self.variant.rules().men as usize - self.total(side)
    }

    /// Plies since the last placement or removal.
    pub fn quiet(&self) -> u16 {
        self.quiet
    }

    /// The points without a man.
    #[inline]
    pub fn empty(&self) -> Points {
        self.board().points() - (self.men[0] | self.men[1])
    }

    /// The owner of the man on a point.
    pub fn owner(&self, point: Point) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.men(*side).contains(point))
    }

    /// The kind of turns a side has.
    pub fn phase(&self, side: Side) -> Phase {
        if self.hand(side) > 0 {
            Phase::Placing
        } else if self.flies(side) {
            Phase::Flying
        } else {
            Phase::Moving
        }
    }

    /// Returns `true` if a side has few enough men to move to any empty point.
    #[inline]
    pub fn flies(&self, side: Side) -> bool {
        self.variant.flies(self.total(side))
    }

    /// Returns `true` if a side may place a man in its turn.
    #[inline]
    pub fn may_place(&self, side: Side) -> bool {
        self.hand(side) > 0
    }

    /// Returns `true` if a side may move a man on the board in its turn.
    #[inline]
    pub fn may_move(&self, side: Side) -> bool {
        self.hand(side) == 0 || self.variant.rules().may_move_while_placing
    }

    /// The points the man on `from` may step or fly to, regardless of the side to move; empty if
    /// there is no man or its side must place.
    pub fn destinations(&self, from: Point) -> Points {
        match self.owner(from) {
            Some(side) if self.may_move(side) => self.reach(side, from) & self.empty(),
            _ => Points::EMPTY,
        }
    }

    /// The points, empty or not, that a man of `side` on `from` could step or fly to.
    #[inline]
    fn reach(&self, side: Side, from: Point) -> Points {
        if self.flies(side) { self.board().points() } else { self.board().neighbours(from) }
    }

    /// The men of a side that can move.
    pub fn movable_men(&self, side: Side) -> Points {
        let can_go = |man: &Point| !self.destinations(*man).is_empty();
        self.men(side).into_iter().filter(can_go).collect()
    }

    /// Returns `true` if a man of `side` closes a mill by arriving on `to` from `from` or from the
    /// hand. Does not check that the man may go there.
    #[inline]
    pub fn closes_mill(&self, side: Side, from: Option<Point>, to: Point) -> bool {
        let men = self.men(side);
        let others = from.map_or(men, |from| men.without(from));
        self.board().completes(others.without(to), to)
    }

    /// Returns `true` if the man on a point stands in a mill of its side.
    pub fn in_mill(&self, point: Point) -> bool {
        self.owner(point).is_some_and(|side| self.men_in_mills(side).contains(point))
    }

    /// The men of a side that stand in mills.
    #[inline]
    pub fn men_in_mills(&self, side: Side) -> Points {
        self.board().in_mills(self.men(side))
    }

    /// The mills of a side, each as its three points.
    pub fn mills(&self, side: Side) -> impl Iterator<Item = Points> + use<> {
        let men = self.men(side);
        self.board().lines().iter().copied().filter(move |line| men.includes(*line))
    }

    /// The men of `side` that its opponent may take when it closes a mill: as a rule those outside
    /// mills, or all if every one stands in a mill. Empty in a variant without removals.
    #[inline]
    pub fn takeable(&self, side: Side) -> Points {
        self.variant.takeable(self.men(side))
    }

    /// The men to choose from when the side to move brings a man to `to` from `from` or from the
    /// hand; empty when the turn has no removal.
    pub fn removals(&self, from: Option<Point>, to: Point) -> Points {
        if self.closes_mill(self.side, from, to) {
            self.takeable(!self.side)
        } else {
            Points::EMPTY
        }
    }

    /// The outcome, if this position ends the game. A setup that breaks a rule for both sides
    /// counts against the side to move, because the other side made the last move.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.decided_by_men().or_else(|| {
            if self.has_move() {
                self.is_quiet_draw().then_some(Outcome::Draw(DrawReason::Quiet))
            } else if self.variant.rules().full_board_draws && self.empty().is_empty() {
                Some(Outcome::Draw(DrawReason::FullBoard))
            } else {
                Some(self.lost_by(self.side, WinReason::Blocked))
            }
        })
    }

    /// Returns `true` if the game is over although the side to move may have had moves.
    #[inline]
    pub(super) fn ends_with_moves_left(&self) -> bool {
        self.decided_by_men().is_some() || self.is_quiet_draw()
    }

    fn is_quiet_draw(&self) -> bool {
        self.automatic_draws && self.quiet >= QUIET_LIMIT
    }

    /// The outcome, if a side has lost by its number of men or by the opponent's line.
    #[inline]
    fn decided_by_men(&self) -> Option<Outcome> {
        let lost = |side: Side| match self.variant.rules().line {
            LineEarns::Removal => self.total(side) < FEWEST_MEN,
            LineEarns::Win => !self.men_in_mills(!side).is_empty(),
        };
        if !lost(self.side) && !lost(!self.side) {
            return None;
        }
        let loser = if lost(self.side) { self.side } else { !self.side };
        let reason = match self.variant.rules().line {
            LineEarns::Removal => WinReason::Reduced,
            LineEarns::Win => WinReason::FirstLine,
        };
        Some(self.lost_by(loser, reason))
    }

    /// The outcome for a side that loses by the usual rule; in misère it wins.
    #[inline]
    fn lost_by(&self, loser: Side, reason: WinReason) -> Outcome {
        if self.variant.rules().misere {
            Outcome::win(loser, reason.in_misere())
        } else {
            Outcome::win(!loser, reason)
        }
    }

    /// Returns `true` if the side to move has a move, leaving other endings aside.
    #[inline]
    fn has_move(&self) -> bool {
        let empty = self.empty();
        if self.may_place(self.side) && !empty.is_empty() {
            return true;
        }
        self.may_move(self.side)
            && self.men(self.side).into_iter().any(|man| self.reach(self.side, man).meets(empty))
    }
}
