//! Manners between two people: taking a turn back by consent, and what may be claimed from one who is
//! away. The rules stand here and nowhere else; the page on fair play says them.

use jiff::{SignedDuration, Timestamp};
use merels_rules::{Position, Side};
use merels_store::{ForfeitCause, TimeControl};

use super::command::Refusal;
use super::history::{Entry, GameEvent};
use super::snapshot::is_between_people;
use super::state::{Decision, GameState};

/// Before both have moved a game is broken off, and nothing can be claimed in it.
const CLAIM_PLIES: u32 = 2;

/// So many times turns are taken back in a game, and no more: each is kept for ever.
pub(super) const MOST_TAKE_BACKS: u32 = 100;

/// How long a player who is to move may be away before the other may claim the win or a draw. With days
/// for each turn the clock alone decides.
pub(crate) const fn fair_wait(time: Option<TimeControl>) -> Option<SignedDuration> {
    match time {
        Some(TimeControl::Live { .. }) => Some(SignedDuration::from_mins(1)),
        Some(TimeControl::Days(_)) => None,
        None => Some(SignedDuration::from_hours(1)),
    }
}

/// How two people stand with each other besides the board.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Manners {
    /// Who would like to take a turn back.
    pub(crate) take_back_asked: Option<Side>,
    /// Since when White and Black are away, if they are.
    pub(crate) away: [Option<Timestamp>; 2],
    /// From when on White and Black may claim the win or a draw.
    pub(crate) claim_from: [Option<Timestamp>; 2],
}

impl GameState {
    pub(super) fn manners(&self) -> Manners {
        Manners {
            take_back_asked: self.take_back_asked,
            away: if self.may_be_missed() { self.away } else { [None; 2] },
            claim_from: Side::ALL.map(|side| self.claim_from(side)),
        }
    }

    /// Whether somebody waits for somebody in it.
    pub(super) fn may_be_missed(&self) -> bool {
        !self.is_over() && is_between_people(&self.seats)
    }

    /// The turn that a side would take back.
    pub(super) fn check_take_back(&self, side: Side) -> Result<u32, Refusal> {
        if self.taken_back >= MOST_TAKE_BACKS {
            return Err(Refusal::EnoughTakenBack);
        }
        self.last_turn_of(side).ok_or(Refusal::NothingToTakeBack)
    }

    /// What a side's wish comes to, to take its last turn back from another person.
    pub(super) fn ask_take_back(&self, side: Side) -> Result<Decision, Refusal> {
        if self.terms.rated {
            return Err(Refusal::Rated);
        }
        self.check_take_back(side)?;
        let may = self.take_back_asked.is_none() && self.may_ask[side.index()];
        let asked = may.then_some(GameEvent::TakeBackAsked(side));
        asked.map(Decision::Append).ok_or(Refusal::AskedAlready)
    }

    /// What a side's answer to such a wish comes to.
    pub(super) fn answer_take_back(&self, side: Side, accept: bool) -> Result<Decision, Refusal> {
        if self.take_back_asked != Some(!side) {
            return Err(Refusal::NoOffer);
        }
        if !accept {
            return Ok(Decision::Append(GameEvent::TakeBackDeclined(side)));
        }
        let to = self.check_take_back(!side)?;
        Ok(Decision::Append(GameEvent::TakenBack { side: !side, to }))
    }

    /// How many turns of each side, made on a running clock, are undone by going back to a ply.
    pub(super) fn counted_turns_since(&self, to: u32) -> [u32; 2] {
        let mut turns = [0; 2];
        let runs = |ply: usize| self.clock.as_ref().is_some_and(|clock| clock.runs(ply as u32));
        let undone = self.game.positions().iter().enumerate().take(self.game.ply());
        for (_, before) in undone.filter(|(ply, _)| *ply >= to as usize && runs(*ply)) {
            turns[before.side().index()] += 1;
        }
        turns
    }

    /// From when on a side may claim the win or a draw, if nothing changes until then: the other is to
    /// move, and away for too long.
    fn claim_from(&self, side: Side) -> Option<Timestamp> {
        let wait = fair_wait(self.terms.time)?;
        let waits = self.may_be_missed() && self.game.side() != side && self.ply() >= CLAIM_PLIES;
        let away = self.away[(!side).index()].filter(|_| waits)?;
        Some(away.max(self.turn_since()) + wait)
    }

    /// What a side's claim comes to now.
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
            use GameEvent::{Move, Start, TakenBack};
            matches!(entry.event, Start | Move { .. } | TakenBack { .. })
        };
        self.history.backwards().find(is_turn).map_or(self.began, |entry| entry.at)
    }
}
