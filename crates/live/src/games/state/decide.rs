//! The rules of what may happen next in a game: each command becomes events or a refusal.

use merels_model::{ForfeitCause, Phrase, Seat, is_between_people, is_shared};
use merels_rules::{AnyMove, Choice, Draft, Illegal, Position, Side, Spot};

use super::super::command::{Command, Refusal};
use super::super::history::{Entry, GameEvent};
use super::GameState;

/// A side says no more than so much between two turns, and after the end.
const MOST_SAID: usize = 3;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// This is to be stored as the next event.
    Append(GameEvent),
    /// This is to be kept as the turn in the making.
    Draft(Draft),
    /// It was done before, under this version.
    Done(u32),
}

impl GameState {
    pub(crate) fn decide(&self, side: Side, command: &Command) -> Result<Decision, Refusal> {
        match *command {
            Command::Play { ply, mv } => self.decide_turn(side, ply, mv),
            Command::Step { ply, mv } => self.decide_step(side, ply, mv),
            Command::Draft { ply, mv } => match self.decide_turn(side, Some(ply), mv)? {
                Decision::Append(_) => Err(Refusal::NothingOwed),
                decision => Ok(decision),
            },
            Command::Capture { ply, spot } => self.decide_capture(side, ply, spot),
            Command::ClearDraft => {
                self.check_turn(side)?;
                Ok(Decision::Draft(Draft::new()))
            }
            Command::TakeBack { ply } => self.decide_take_back(side, ply),
            Command::AnswerTakeBack { accept } => {
                self.check_running()?;
                self.answer_take_back(side, accept)
            }
            Command::Hint => self.decide_hint(side),
            Command::Resign => {
                self.check_running()?;
                Ok(Decision::Append(GameEvent::Forfeit { side, cause: ForfeitCause::Resigned }))
            }
            Command::Abort => {
                self.check_running()?;
                let abort = self.may_abort().then_some(GameEvent::Aborted(side));
                abort.map(Decision::Append).ok_or(Refusal::TooLateToAbort)
            }
            Command::OfferDraw => self.decide_draw_offer(side),
            Command::Say { phrase, seen } => self.decide_phrase(side, phrase, seen),
            Command::AnswerDraw { accept } => {
                self.check_running()?;
                if self.offer != Some(!side) {
                    return Err(Refusal::NoOffer);
                }
                Ok(Decision::Append(if accept {
                    GameEvent::DrawAgreed(side)
                } else {
                    GameEvent::DrawDeclined(side)
                }))
            }
        }
    }

    /// A turn made step by step goes on with the draft, if there is one.
    fn decide_step(&self, side: Side, ply: Option<u32>, mv: AnyMove) -> Result<Decision, Refusal> {
        if let Some(done) = self.repeated(side, ply, |played| played == mv)? {
            return Ok(done);
        }
        self.check_turn(side)?;
        if !self.goes_on_with_draft(mv) {
            return Err(Refusal::CaptureOwed);
        }
        self.decide_turn(side, ply, mv)
    }

    fn decide_capture(
        &self,
        side: Side,
        ply: Option<u32>,
        spot: Spot,
    ) -> Result<Decision, Refusal> {
        let point = self.game.position().point_at(spot);
        let takes =
            |mv| matches!(mv, AnyMove::Morris(mv) if mv.removed.is_some() && mv.removed == point);
        if let Some(done) = self.repeated(side, ply, takes)? {
            return Ok(done);
        }
        self.check_turn(side)?;
        let mut draft = self.draft.clone();
        if draft.is_empty() {
            return Err(Refusal::NothingOwed);
        }
        let mv = draft.choose(&self.game, spot)?;
        mv.map(|mv| self.play(mv)).ok_or(Refusal::NothingOwed)
    }

    fn decide_take_back(&self, side: Side, ply: Option<u32>) -> Result<Decision, Refusal> {
        self.check_running()?;
        if ply.is_some_and(|ply| ply != self.ply()) {
            return Err(Refusal::Stale(self.ply()));
        }
        if is_between_people(&self.seats) {
            return self.ask_take_back(side);
        }
        // Two people at one screen agree by word of mouth, on whoever's turn it was.
        if is_shared(&self.seats) {
            let side = self.game.positions()[self.game.ply().saturating_sub(1)].side();
            let to = self.check_take_back(side)?;
            return Ok(Decision::Append(GameEvent::TakenBack { side, to }));
        }
        self.check_against_computer(side)?;
        let to = self.check_take_back(side)?;
        Ok(Decision::Append(GameEvent::TakenBack { side, to }))
    }

    fn decide_hint(&self, side: Side) -> Result<Decision, Refusal> {
        self.check_turn(side)?;
        self.check_against_computer(side)?;
        let asked = |entry: &&Entry| matches!(entry.event, GameEvent::Hinted(_));
        match self.history.backwards().find(asked) {
            Some(entry) => Ok(Decision::Done(entry.version)),
            None => Ok(Decision::Append(GameEvent::Hinted(side))),
        }
    }

    fn decide_draw_offer(&self, side: Side) -> Result<Decision, Refusal> {
        self.check_running()?;
        // Two people at one screen agree by word of mouth.
        if self.offer == Some(!side) || is_shared(&self.seats) {
            return Ok(Decision::Append(GameEvent::DrawAgreed(side)));
        }
        let offer = self.may_offer(side).then_some(GameEvent::DrawOffered(side));
        offer.map(Decision::Append).ok_or(Refusal::OfferedAlready)
    }

    fn decide_phrase(
        &self,
        side: Side,
        phrase: Phrase,
        seen: Option<u32>,
    ) -> Result<Decision, Refusal> {
        if !is_between_people(&self.seats) {
            return Err(Refusal::OnlyAmongPeople);
        }
        if let Some(version) = seen.and_then(|seen| self.said_since(side, phrase, seen)) {
            return Ok(Decision::Done(version));
        }
        let may = self.said_lately(side) < MOST_SAID;
        let said = may.then_some(GameEvent::Said { side, phrase });
        said.map(Decision::Append).ok_or(Refusal::SaidEnough)
    }

    /// The number of quick words of a side since the last turn, or since the end.
    fn said_lately(&self, side: Side) -> usize {
        let since = self.history.backwards().take_while(|entry| {
            !matches!(entry.event, GameEvent::Move { .. }) && entry.outcome.is_none()
        });
        let mine = |entry: &&Entry| matches!(entry.event, GameEvent::Said { side: who, .. } if who == side);
        since.filter(mine).count()
    }

    /// The version under which a side said this after a version that it saw.
    fn said_since(&self, side: Side, phrase: Phrase, seen: u32) -> Option<u32> {
        let since = self.history.backwards().take_while(|entry| entry.version > seen);
        let said = GameEvent::Said { side, phrase };
        since.filter(|entry| entry.event == said).map(|entry| entry.version).next()
    }

    fn decide_turn(&self, side: Side, ply: Option<u32>, mv: AnyMove) -> Result<Decision, Refusal> {
        if let Some(done) = self.repeated(side, ply, |played| played == mv)? {
            return Ok(done);
        }
        self.check_turn(side)?;
        match self.game.check(mv) {
            Ok(()) => Ok(self.play(mv)),
            Err(owed @ Illegal::RemovalOwed(_)) => {
                self.draft_of(mv).map(Decision::Draft).ok_or_else(|| owed.into())
            }
            Err(illegal) => Err(illegal.into()),
        }
    }

    fn play(&self, mv: AnyMove) -> Decision {
        Decision::Append(GameEvent::Move { ply: self.ply(), mv })
    }

    /// Returns `true` if a move begins with the choices of the turn in the making, or there is none.
    fn goes_on_with_draft(&self, mv: AnyMove) -> bool {
        self.game.position().spots_of(mv).starts_with(self.draft.spots())
    }

    /// The choices that a move makes, if they are legal and only the removal is still to come.
    pub(super) fn draft_of(&self, mv: AnyMove) -> Option<Draft> {
        let mut draft = Draft::new();
        for spot in self.game.position().spots_of(mv) {
            if draft.choose(&self.game, spot).ok()?.is_some() {
                return None;
            }
        }
        (draft.asks(&self.game) == Choice::Removal).then_some(draft)
    }

    /// A turn that is named by another ply than the next one was played before, or is stale.
    fn repeated(
        &self,
        side: Side,
        ply: Option<u32>,
        is_same: impl Fn(AnyMove) -> bool,
    ) -> Result<Option<Decision>, Refusal> {
        let Some(named) = ply.filter(|ply| *ply != self.ply()) else { return Ok(None) };
        let mover = self.game.positions().get(named as usize).map(Position::side);
        let same = |entry: &&Entry| matches!(entry.event, GameEvent::Move { ply, mv } if ply == named && is_same(mv));
        match self.history.backwards().find(same).filter(|_| mover == Some(side)) {
            Some(entry) => Ok(Some(Decision::Done(entry.version))),
            None => Err(Refusal::Stale(self.ply())),
        }
    }

    pub(super) fn check_against_computer(&self, side: Side) -> Result<(), Refusal> {
        let computer = matches!(self.seats[(!side).index()], Seat::Computer(_));
        if computer { Ok(()) } else { Err(Refusal::OnlyAgainstComputer) }
    }

    pub(in super::super) fn last_turn_of(&self, side: Side) -> Option<u32> {
        let made = &self.game.positions()[..self.game.ply()];
        made.iter().rposition(|before| before.side() == side).map(|ply| ply as u32)
    }

    pub(in super::super) fn check_running(&self) -> Result<(), Refusal> {
        self.game.outcome().map_or(Ok(()), |outcome| Err(Refusal::Over(outcome)))
    }

    fn check_turn(&self, side: Side) -> Result<(), Refusal> {
        self.check_running()?;
        if self.game.side() == side { Ok(()) } else { Err(Refusal::NotYourTurn) }
    }

    /// Checks that a side may choose these spots one after the other in its turn.
    /// An error is the reason to refuse the first of them that it may not choose.
    pub(crate) fn check_choice(&self, side: Side, spots: &[Spot]) -> Result<(), Refusal> {
        self.check_turn(side)?;
        let mut draft = Draft::new();
        for spot in spots {
            draft.choose(&self.game, *spot)?;
        }
        Ok(())
    }
}
