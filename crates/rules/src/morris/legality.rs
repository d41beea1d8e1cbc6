//! The legality check of a single move, with the reason for a refusal. It is written from the
//! rules, not from the move list, so that each of the two verifies the other.

use alloc::format;

use super::moves::Move;
use super::points::Point;
use super::position::MorrisPosition;
use super::variant::LineEarns;
use crate::Illegal;

impl MorrisPosition {
    /// Checks a move against the rules.
    ///
    /// # Errors
    ///
    /// Returns the first rule that the move breaks.
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        if let Some(outcome) = self.outcome() {
            return Err(Illegal::GameOver(outcome));
        }
        self.check_arrival(mv)?;
        self.check_removal(mv)
    }

    /// Returns `true` if a move is legal in a position that is not over. Agrees with
    /// [`MorrisPosition::check`], but is quick and gives no reason.
    #[inline]
    pub fn fits(&self, mv: Move) -> bool {
        let us = self.side;
        if !self.empty().contains(mv.to) {
            return false;
        }
        let arrives = match mv.from {
            None => self.may_place(us),
            Some(from) => {
                let reaches = self.flies(us) || self.adjacent(from, mv.to);
                reaches && self.may_move(us) && self.men(us).contains(from)
            }
        };
        if !arrives {
            return false;
        }
        let removals = self.removals(mv.from, mv.to);
        mv.removed.map_or(removals.is_empty(), |removed| removals.contains(removed))
    }

    /// Checks the first half of a turn, the arrival of the man.
    fn check_arrival(&self, mv: Move) -> Result<(), Illegal> {
        for point in [mv.from, Some(mv.to), mv.removed].into_iter().flatten() {
            if !self.board().points().contains(point) {
                return Err(Illegal::OffBoard(format!("point {}", point.number())));
            }
        }
        let name = |point| self.board().name(point).into();
        match mv.from {
            None if !self.may_place(self.side) => return Err(Illegal::EmptyHand),
            Some(from) => {
                if self.owner(from) != Some(self.side) {
                    return Err(match self.owner(from) {
                        None => Illegal::NothingThere(name(from)),
                        Some(_) => Illegal::NotYours(name(from)),
                    });
                }
                if !self.may_move(self.side) {
                    return Err(Illegal::MustPlace(self.hand(self.side)));
                }
            }
            None => {}
        }
        if self.owner(mv.to).is_some() {
            return Err(Illegal::Occupied(name(mv.to)));
        }
        match mv.from {
            Some(from) if !self.flies(self.side) && !self.adjacent(from, mv.to) => {
                Err(Illegal::NotAdjacent { from: name(from), to: name(mv.to) })
            }
            _ => Ok(()),
        }
    }

    /// Checks the second half of a turn: the removal must be the one that the rules require.
    fn check_removal(&self, mv: Move) -> Result<(), Illegal> {
        let removals = self.removals(mv.from, mv.to);
        let name = |point| self.board().name(point).into();
        match mv.removed {
            None if removals.is_empty() => Ok(()),
            None => Err(Illegal::RemovalOwed(name(mv.to))),
            Some(_) if !self.closes_mill(self.side, mv.from, mv.to) => Err(Illegal::NoMill),
            Some(taken) if removals.contains(taken) => Ok(()),
            Some(taken) if self.owner(taken) == Some(!self.side) && !removals.is_empty() => {
                Err(Illegal::ProtectedByMill(name(taken)))
            }
            Some(taken) if self.owner(taken) == Some(!self.side) && self.takes_men() => {
                Err(Illegal::AllProtected)
            }
            Some(taken) => Err(Illegal::NotEnemy(name(taken))),
        }
    }

    fn takes_men(&self) -> bool {
        self.variant.rules().line == LineEarns::Removal
    }

    fn adjacent(&self, a: Point, b: Point) -> bool {
        self.board().neighbours(a).contains(b)
    }
}
