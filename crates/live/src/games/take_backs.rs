//! Taking turns back: between two people by consent.

use merels_rules::{Position, Side};

use super::command::Refusal;
use super::history::GameEvent;
use super::state::{Decision, GameState};

/// The limit of take-backs in a game: each is kept for ever.
pub(super) const MOST_TAKE_BACKS: u32 = 100;

impl GameState {
    /// The turn that a side would take back.
    pub(super) fn check_take_back(&self, side: Side) -> Result<u32, Refusal> {
        if self.taken_back >= MOST_TAKE_BACKS {
            return Err(Refusal::EnoughTakenBack);
        }
        self.last_turn_of(side).ok_or(Refusal::NothingToTakeBack)
    }

    /// Decides a side's wish to take its last turn back from another person.
    pub(super) fn ask_take_back(&self, side: Side) -> Result<Decision, Refusal> {
        if self.terms.rated {
            return Err(Refusal::Rated);
        }
        self.check_take_back(side)?;
        let may = self.take_back_asked.is_none() && self.may_ask[side.index()];
        let asked = may.then_some(GameEvent::TakeBackAsked(side));
        asked.map(Decision::Append).ok_or(Refusal::AskedAlready)
    }

    /// Decides a side's answer to such a wish.
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

    /// The turns of each side, made on a running clock, that going back to a ply undoes.
    pub(super) fn counted_turns_since(&self, to: u32) -> [u32; 2] {
        let mut turns = [0; 2];
        let runs = |ply: usize| self.clock.as_ref().is_some_and(|clock| clock.runs(ply as u32));
        let undone = self.game.positions().iter().enumerate().take(self.game.ply());
        for (_, before) in undone.filter(|(ply, _)| *ply >= to as usize && runs(*ply)) {
            turns[before.side().index()] += 1;
        }
        turns
    }
}
