//! Claims against a player who is away. The page on fair play says these rules.

use jiff::{SignedDuration, Timestamp};
use merels_model::{ForfeitCause, TimeControl, is_between_people};
use merels_rules::Side;

use super::command::Refusal;
use super::history::{Entry, GameEvent};
use super::state::GameState;

/// Before both have moved a game is broken off, and nothing can be claimed in it.
const CLAIM_PLIES: u32 = 2;

/// The time that a player who is to move may be away before the other may claim the win or a draw. With
/// days for each turn the clock alone decides.
pub const fn claim_wait(time: Option<TimeControl>) -> Option<SignedDuration> {
    match time {
        Some(TimeControl::Live { .. }) => Some(SignedDuration::from_mins(1)),
        Some(TimeControl::Days(_)) => None,
        None => Some(SignedDuration::from_hours(1)),
    }
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Absence {
    /// Since when White and Black are away, if they are.
    pub away: [Option<Timestamp>; 2],
    /// From when on White and Black may claim the win or a draw.
    pub claim_from: [Option<Timestamp>; 2],
}

impl GameState {
    pub(super) fn absence(&self) -> Absence {
        Absence {
            away: if self.may_be_missed() { self.away } else { [None; 2] },
            claim_from: Side::ALL.map(|side| self.claim_from(side)),
        }
    }

    /// Returns `true` if one player waits for another in this game.
    pub(super) fn may_be_missed(&self) -> bool {
        !self.is_over() && is_between_people(&self.seats)
    }

    /// From when on a side may claim the win or a draw, if nothing changes until then: the other is to
    /// move, and away for too long.
    fn claim_from(&self, side: Side) -> Option<Timestamp> {
        let wait = claim_wait(self.terms.time)?;
        let waits = self.may_be_missed() && self.game.side() != side && self.ply() >= CLAIM_PLIES;
        let away = self.away[(!side).index()].filter(|_| waits)?;
        Some(away.max(self.turn_since()) + wait)
    }

    /// Decides a side's claim.
    pub(super) fn claim(
        &self,
        side: Side,
        win: bool,
        now: Timestamp,
    ) -> Result<GameEvent, Refusal> {
        self.check_running()?;
        self.claim_from(side).filter(|from| *from <= now).ok_or(Refusal::TooEarlyToClaim)?;
        Ok(if win {
            GameEvent::Forfeit { side: !side, cause: ForfeitCause::Away }
        } else {
            GameEvent::DrawClaimed(side)
        })
    }

    /// Since when the side to move has had its turn.
    fn turn_since(&self) -> Timestamp {
        let is_turn = |entry: &&Entry| {
            use merels_model::GameEvent::{Move, Start, TakenBack};
            matches!(entry.event, Start | Move { .. } | TakenBack { .. })
        };
        self.history.backwards().find(is_turn).map_or(self.began, |entry| entry.at)
    }
}
