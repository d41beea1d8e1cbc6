//! A game as its events tell it, and the one place that decides what may happen next.
//!
//! Nothing here waits or writes: [`GameState::decide`] says what an action comes to, the caller
//! stores it, and takes up the state of [`GameState::after`] when it is stored.

use jiff::Timestamp;
use merels_rules::morris;
use merels_rules::{AnyMove, AnyPosition, Coordinates, Game, Illegal, Outcome, Position, Side};
use merels_store::{Append, Event, ForfeitCause, PlayerId, Seat, StoredEvent, StoredGame};

use super::action::{Action, Refusal};

/// A game with everything that happened in it.
#[derive(Clone, Debug)]
pub(crate) struct GameState {
    pub(crate) stored: StoredGame,
    pub(crate) events: Vec<StoredEvent>,
    pub(crate) game: Game<AnyPosition>,
    /// Who has proposed a draw that is not answered yet.
    pub(crate) offer: Option<Side>,
    /// Whether each side may propose a draw: not again before its next move.
    may_offer: [bool; 2],
}

/// What an action comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// This is to be stored as the next event.
    Append(Event),
    /// This is to be kept as the turn in the making.
    Draft(Option<String>),
    /// It was done before, under this version.
    Done(u32),
}

/// Stored events that do not make a game: the database was changed by other hands.
#[derive(Debug, thiserror::Error)]
#[error("the stored game {key} cannot be replayed: {reason}")]
pub(crate) struct Unplayable {
    key: String,
    reason: String,
}

impl GameState {
    /// Replays the events.
    pub(crate) fn replay(
        stored: StoredGame,
        events: Vec<StoredEvent>,
    ) -> Result<GameState, Unplayable> {
        let key = stored.key.to_string();
        let unplayable = |reason: String| Unplayable { key: key.clone(), reason };
        let start = stored.game.parse_position(&stored.start);
        let game = Game::new(start.map_err(|error| unplayable(error.to_string()))?);
        // It was made at the last version that the game had when it was read, and holds only there.
        let draft = stored.draft.clone().map(|draft| (stored.version, draft));
        let mut state =
            GameState { stored, events: Vec::new(), game, offer: None, may_offer: [true; 2] };
        for event in events {
            let version = event.version;
            if version != state.version() + 1 {
                return Err(unplayable(format!("version {version} is out of order")));
            }
            state
                .apply(event)
                .map_err(|reason| unplayable(format!("version {version}: {reason}")))?;
        }
        let current = |(version, _): &(u32, String)| *version == state.version();
        state.stored.draft = draft.filter(current).map(|(_, draft)| draft);
        Ok(state)
    }

    /// The version of the last event.
    pub(crate) fn version(&self) -> u32 {
        self.events.last().map_or(0, |event| event.version)
    }

    pub(crate) fn ply(&self) -> u32 {
        self.game.ply() as u32
    }

    /// The side of a player, if there is one.
    pub(crate) fn side_of(&self, player: &PlayerId) -> Option<Side> {
        self.stored.side_of(player)
    }

    pub(crate) fn seat(&self, side: Side) -> &Seat {
        &self.stored.seats[side.index()]
    }

    /// Who is to move; nobody when the game is over.
    pub(crate) fn mover(&self) -> Option<Side> {
        self.game.outcome().is_none().then(|| self.game.side())
    }

    /// The turn in the making, if there is one.
    pub(crate) fn draft(&self) -> Option<&str> {
        self.stored.draft.as_deref()
    }

    pub(crate) fn may_offer(&self, side: Side) -> bool {
        self.game.outcome().is_none() && self.offer.is_none() && self.may_offer[side.index()]
    }

    /// What an action of a side comes to now.
    ///
    /// # Errors
    ///
    /// Why it may not be done.
    pub(crate) fn decide(&self, side: Side, action: &Action) -> Result<Decision, Refusal> {
        match action {
            Action::Turn { ply, text } => self.decide_turn(side, *ply, text),
            Action::Draft { ply, text } => match self.decide_turn(side, Some(*ply), text)? {
                Decision::Append(_) => Err(Refusal::NothingOwed),
                decision => Ok(decision),
            },
            Action::Capture { point } => {
                self.check_turn(side)?;
                let draft = self.draft().ok_or(Refusal::NothingOwed)?;
                self.decide_turn(side, None, &format!("{draft}x{point}"))
            }
            Action::TakeBack => {
                self.check_turn(side)?;
                Ok(Decision::Draft(None))
            }
            Action::Forfeit => {
                self.check_running()?;
                Ok(Decision::Append(Event::Forfeit { side, cause: ForfeitCause::Resigned }))
            }
            Action::ProposeDraw => {
                self.check_running()?;
                if self.offer == Some(!side) {
                    return Ok(Decision::Append(Event::DrawAgreed(side)));
                }
                let offer = self.may_offer(side).then_some(Event::DrawOffered(side));
                offer.map(Decision::Append).ok_or(Refusal::OfferedAlready)
            }
            Action::AnswerDraw { accept } => {
                self.check_running()?;
                if self.offer != Some(!side) {
                    return Err(Refusal::NoOffer);
                }
                Ok(Decision::Append(if *accept {
                    Event::DrawAgreed(side)
                } else {
                    Event::DrawDeclined(side)
                }))
            }
        }
    }

    fn decide_turn(&self, side: Side, ply: Option<u32>, text: &str) -> Result<Decision, Refusal> {
        if let Some(ply) = ply.filter(|ply| *ply != self.ply()) {
            return match self.played_by(side, ply, text) {
                Some(version) => Ok(Decision::Done(version)),
                None => Err(Refusal::Stale(self.ply())),
            };
        }
        self.check_turn(side)?;
        let position = self.game.position();
        let mv = position.parse_move_as(text, Coordinates::NamesOrNumbers)?;
        match self.game.check(mv) {
            Ok(()) => {
                let text = position.move_text(mv);
                Ok(Decision::Append(Event::Move { ply: self.ply(), text }))
            }
            // Its first part is legal: only the removal is still to be chosen.
            Err(Illegal::RemovalOwed(_)) if self.may_owe_removal(mv) => {
                Ok(Decision::Draft(Some(position.move_text(mv))))
            }
            Err(illegal) => Err(illegal.into()),
        }
    }

    /// Whether there is a legal turn that begins like this one and takes a man.
    fn may_owe_removal(&self, mv: AnyMove) -> bool {
        let AnyMove::Morris(morris::Move { from, to, removed: None }) = mv else { return false };
        self.game.legal_moves().into_iter().any(|legal| {
            matches!(legal, AnyMove::Morris(morris::Move { from: f, to: t, removed: Some(_) })
                if (f, t) == (from, to))
        })
    }

    /// The version of an earlier turn, if this side played just this one.
    fn played_by(&self, side: Side, ply: u32, text: &str) -> Option<u32> {
        let mover = self.game.positions().get(ply as usize)?.side();
        let same = |stored: &&StoredEvent| matches!(&stored.event, Event::Move { ply: p, text: t } if *p == ply && t == text);
        (mover == side).then(|| self.events.iter().find(same)).flatten().map(|event| event.version)
    }

    fn check_running(&self) -> Result<(), Refusal> {
        self.game.outcome().map_or(Ok(()), |outcome| Err(Refusal::Over(outcome)))
    }

    fn check_turn(&self, side: Side) -> Result<(), Refusal> {
        self.check_running()?;
        if self.game.side() == side { Ok(()) } else { Err(Refusal::NotYourTurn) }
    }

    /// How the game stands after an event, and what is to be stored for it.
    ///
    /// # Errors
    ///
    /// If the event does not fit the game; one that was decided on this state does.
    pub(crate) fn after(
        &self,
        event: Event,
        at: Timestamp,
    ) -> Result<(GameState, Append), Unplayable> {
        let event = StoredEvent { version: self.version() + 1, at, event };
        let mut next = self.clone();
        let key = self.stored.key.clone();
        next.apply(event.clone()).map_err(|reason| Unplayable { key: key.to_string(), reason })?;
        let append = Append {
            game: key,
            event,
            mover: next.game.side(),
            finish: next.game.outcome().map(Into::into),
            draft: next.stored.draft.clone(),
        };
        Ok((next, append))
    }

    /// Takes up the next event.
    fn apply(&mut self, stored: StoredEvent) -> Result<(), String> {
        let is_start = stored.event == Event::Start;
        if is_start != (stored.version == 1) {
            return Err("a game starts once, at its beginning".to_owned());
        }
        if let Some(outcome) = self.game.outcome().filter(|_| !is_start) {
            return Err(format!("the game was over: {outcome}"));
        }
        match &stored.event {
            Event::Start => {}
            Event::Move { ply, text } => {
                if *ply != self.ply() {
                    return Err(format!("ply {ply} is out of order"));
                }
                let side = self.game.side();
                let mv = self.game.position().parse_move(text).map_err(|e| e.to_string())?;
                self.game.play(mv).map_err(|illegal| illegal.to_string())?;
                self.may_offer[side.index()] = true;
                if self.offer == Some(!side) {
                    self.offer = None;
                }
                self.stored.draft = None;
            }
            Event::DrawOffered(side) => {
                self.offer = Some(*side);
                self.may_offer[side.index()] = false;
            }
            Event::DrawDeclined(_) => self.offer = None,
            Event::DrawAgreed(_) => self.game.agree_draw(),
            Event::Forfeit { side, .. } => self.game.resign(*side),
        }
        if self.game.outcome().is_some() {
            self.offer = None;
            self.stored.draft = None;
        }
        self.stored.version = stored.version;
        self.stored.mover = self.game.side();
        self.stored.touched = stored.at;
        self.stored.score = self.game.outcome().map(|outcome| outcome.result().to_owned());
        self.events.push(stored);
        Ok(())
    }

    pub(crate) fn keep_draft(&mut self, draft: Option<String>) {
        self.stored.draft = draft;
    }

    /// What a move did: the position before it, the move, the position after it.
    pub(crate) fn turn(&self, ply: u32) -> Option<(&AnyPosition, AnyMove, &AnyPosition)> {
        let ply = ply as usize;
        let positions = self.game.positions();
        Some((positions.get(ply)?, *self.game.moves().get(ply)?, positions.get(ply + 1)?))
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }
}

#[cfg(test)]
mod tests;
