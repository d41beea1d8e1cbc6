//! A game as its events tell it, and [the one place](decide) that decides what may happen next.
//!
//! Nothing here waits or writes: [`GameState::decide`] says what a command comes to, and
//! [`GameState::apply`] takes an event up. Only the writer of the game holds this; everybody else
//! reads the [`Snapshot`]s it makes.

mod decide;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::sync::Arc;

use jiff::Timestamp;
use merels_engine::{DrawDeclined, declined_unjudged};
use merels_model::{
    ArenaId, ForfeitCause, GameKey, Rating, Seat, StoredGame, Terms, is_between_people,
};
use merels_rules::{AnyPosition, Draft, Game, Happening, Outcome, Position, Side};
use merels_store::{Append, StoredEvent, StoredHistory, TimesLeft};

use super::command::Command;
use super::game_clock::{GameClock, Timing};
use super::history::{Entry, GameEvent, History};
use super::snapshot::{Help, Rematch, Snapshot};
pub(super) use decide::Decision;

/// A game may be broken off as long as fewer plies were played: not both have moved.
const ABORT_PLIES: u32 = 2;

#[derive(Debug)]
pub(super) struct GameState {
    pub key: GameKey,
    pub seats: Arc<[Seat; 2]>,
    pub(super) game: Game<AnyPosition>,
    pub(super) history: History,
    pub(super) began: Timestamp,
    /// The side whose draw offer is not answered yet.
    offer: Option<Side>,
    /// True for each side that may offer a draw: not again before its next move.
    may_offer: [bool; 2],
    /// The turn in the making that still owes its removal; empty if there is none.
    draft: Draft,
    /// True if somebody was helped: then the game counts as practice.
    assisted: bool,
    pub(super) taken_back: u32,
    pub terms: Terms,
    pub(super) clock: Option<GameClock>,
    pub rematch: Rematch,
    /// The side that has asked to take a turn back and has no answer yet.
    pub(super) take_back_asked: Option<Side>,
    /// True for each side that may ask for that: not again before its next move.
    pub(super) may_ask: [bool; 2],
    /// Since when White and Black are away, as far as this node knows.
    pub(super) away: [Option<Timestamp>; 2],
    arena: Option<ArenaId>,
    /// The ratings of White and Black that count in it.
    pub(super) ratings: [Option<Rating>; 2],
}

/// Stored events that do not make a game: the database was changed by other hands.
#[derive(Debug, thiserror::Error)]
#[error("the stored game {key} cannot be replayed: {reason}")]
pub struct Unplayable {
    key: String,
    reason: String,
}

impl GameState {
    pub(super) fn replay(
        stored: StoredGame,
        past: &StoredHistory,
    ) -> Result<GameState, Unplayable> {
        let start = stored.game.parse_position(&stored.start);
        let start = start.map_err(|error| Unplayable {
            key: stored.key.to_string(),
            reason: error.to_string(),
        })?;
        let mut state = GameState {
            key: stored.key,
            seats: Arc::new(stored.seats),
            game: Game::new(start),
            history: History::default(),
            began: stored.created,
            offer: None,
            may_offer: [true; 2],
            draft: Draft::new(),
            assisted: false,
            taken_back: 0,
            terms: stored.terms,
            clock: stored.terms.time.map(|time| GameClock::new(time, stored.created)),
            rematch: Rematch { offered_by: stored.rematch, next: stored.next },
            take_back_asked: None,
            may_ask: [true; 2],
            away: [None; 2],
            arena: stored.arena,
            ratings: [None; 2],
        };
        state.take_up_all(&past.events, past.complete_after)?;
        state.taken_back = past.taken_back;
        let is_computer = |seat: &Seat| matches!(seat, Seat::Computer(_));
        state.assisted |= past.taken_back > 0 && state.seats.iter().any(is_computer);
        // It was made at the version that the game had when it was read, and holds only there.
        if stored.version == state.version() {
            state.draft = state.read_draft(stored.draft.as_deref());
            state.count_since(stored.touched);
        }
        Ok(state)
    }

    /// The side to move is on the clock since then: later than its last event by the time that no
    /// server was there. Says whether that is new.
    pub(super) fn count_since(&mut self, since: Timestamp) -> bool {
        let clock = self.clock.as_mut().filter(|clock| clock.since != since);
        clock.map(|clock| clock.since = since).is_some()
    }

    /// Returns `true` if a turn of the side to move comes too late.
    pub(super) fn is_late(&self, timing: Timing) -> bool {
        let clock = self.clock.as_ref().filter(|_| !self.is_over());
        clock.is_some_and(|clock| clock.is_late(self.game.side(), self.ply(), timing))
    }

    /// The event when the time of the side to move is up: a game in which not both have moved is aborted, any
    /// other is lost.
    pub(super) fn flag_fall(&self) -> Option<GameEvent> {
        let clock = self.clock.as_ref().filter(|_| !self.is_over())?;
        let side = self.game.side();
        Some(if clock.runs(self.ply()) {
            GameEvent::Forfeit { side, cause: ForfeitCause::Time }
        } else {
            GameEvent::Aborted(side)
        })
    }

    /// The moment when the time of the side to move is up.
    pub(super) fn flag(&self) -> Option<Timestamp> {
        let clock = self.clock.as_ref().filter(|_| !self.is_over())?;
        Some(clock.flag(self.game.side(), self.ply()))
    }

    fn left_after(&self, event: &GameEvent, timing: Timing) -> Option<TimesLeft> {
        let (clock, side, ply) = (self.clock.as_ref()?, self.game.side(), self.ply());
        Some(match event {
            GameEvent::Move { .. } => clock.after_turn(side, ply, timing),
            GameEvent::Said { .. } => clock.left,
            GameEvent::TakenBack { to, .. } => {
                clock.after_take_back(side, ply, self.counted_turns_since(*to), timing.at)
            }
            _ => clock.after_pause(side, ply, timing.at).map(|left| left.max(0)),
        })
    }

    fn may_abort(&self) -> bool {
        !self.is_over() && self.ply() < ABORT_PLIES && is_between_people(&self.seats)
    }

    /// Takes up stored events that are new to it.
    pub(super) fn catch_up(&mut self, events: &[StoredEvent]) -> Result<(), Unplayable> {
        self.take_up_all(events, 0)
    }

    /// Takes up stored events, of which some may be left out before a version.
    fn take_up_all(
        &mut self,
        events: &[StoredEvent],
        complete_after: u32,
    ) -> Result<(), Unplayable> {
        for stored in events {
            let version = stored.version;
            let unplayable =
                |state: &GameState, reason| Unplayable { key: state.key.to_string(), reason };
            let is_left_out = version > self.version() && version - 1 <= complete_after;
            if version != self.version() + 1 && !is_left_out {
                return Err(unplayable(self, format!("version {version} is out of order")));
            }
            self.take_up(stored)
                .map_err(|reason| unplayable(self, format!("version {version}: {reason}")))?;
        }
        Ok(())
    }

    fn take_up(&mut self, stored: &StoredEvent) -> Result<(), String> {
        let read = |text: String| self.game.position().parse_move(&text);
        let event = stored.event.clone().with_move(read).map_err(|error| error.to_string())?;
        self.check(&event)?;
        self.apply(event, stored);
        Ok(())
    }

    fn check(&self, event: &GameEvent) -> Result<(), String> {
        let is_start = *event == GameEvent::Start;
        if is_start != (self.version() == 0) {
            return Err("a game starts once, at its beginning".to_owned());
        }
        let is_said = matches!(event, GameEvent::Said { .. });
        if let Some(outcome) = self.game.outcome().filter(|_| !is_start && !is_said) {
            return Err(format!("the game was over: {outcome}"));
        }
        match event {
            GameEvent::Move { ply, .. } if *ply != self.ply() => {
                Err(format!("ply {ply} is out of order"))
            }
            GameEvent::Move { mv, .. } => {
                self.game.check(*mv).map_err(|illegal| illegal.to_string())
            }
            _ => Ok(()),
        }
    }

    pub(super) fn version(&self) -> u32 {
        self.history.version()
    }

    pub(super) fn ply(&self) -> u32 {
        self.game.ply() as u32
    }

    pub(super) fn game(&self) -> &Game<AnyPosition> {
        &self.game
    }

    pub(super) fn draft(&self) -> &Draft {
        &self.draft
    }

    pub(super) fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    fn may_offer(&self, side: Side) -> bool {
        !self.is_over() && self.offer.is_none() && self.may_offer[side.index()]
    }

    fn may_take_back(&self, side: Side) -> bool {
        self.decide(side, &Command::TakeBack { ply: None }).is_ok()
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot {
            offer: self.offer,
            may_offer: Side::ALL.map(|side| self.may_offer(side)),
            draft: self.draft.clone(),
            help: Help {
                assisted: self.assisted,
                may_take_back: Side::ALL.map(|side| self.may_take_back(side)),
            },
            terms: self.terms,
            clock: self.clock.clone(),
            may_abort: self.may_abort(),
            rematch: self.rematch.clone(),
            take_back_asked: self.take_back_asked,
            absence: self.absence(),
            ratings: self.ratings,
            arena: self.arena.clone(),
            ..Snapshot::new(
                self.key.clone(),
                Arc::clone(&self.seats),
                &self.game,
                self.history.clone(),
            )
        }
    }

    /// Takes up an event that was decided on this very state; gives what is to be stored for it.
    /// Should storing fail, the state is not to be used any more.
    pub(super) fn advance(&mut self, event: GameEvent, timing: Timing) -> Append {
        let write = |mv| Ok::<_, Infallible>(self.game.position().move_text(mv));
        let Ok(written) = event.clone().with_move(write);
        let stored = StoredEvent {
            version: self.version() + 1,
            at: timing.at,
            event: written,
            left: self.left_after(&event, timing),
        };
        self.apply(event, &stored);
        Append {
            game: self.key.clone(),
            event: stored,
            mover: self.game.side(),
            finish: self.game.outcome().map(Outcome::score),
            draft: self.draft_text(&self.draft),
            flag: self.flag(),
        }
    }

    /// Takes up the next event, which fits.
    fn apply(&mut self, event: GameEvent, stored: &StoredEvent) {
        let StoredEvent { version, at, left, .. } = *stored;
        let (mut happenings, mut declined) = (Vec::new(), None);
        let is_said = matches!(event, GameEvent::Said { .. });
        if let (Some(clock), Some(left), false) = (&mut self.clock, left, is_said) {
            let is_turn = matches!(event, GameEvent::Move { .. });
            let turn = is_turn.then(|| (self.game.side(), self.game.ply() as u32));
            clock.take_up(left, at, turn);
        }
        match event {
            GameEvent::Start => {}
            GameEvent::Move { ply, mv } => {
                let side = self.game.side();
                self.game.play_unchecked(mv);
                happenings = self.game.happenings(ply as usize);
                self.may_offer[side.index()] = true;
                self.may_ask[side.index()] = true;
                self.take_back_asked = None;
                if self.offer == Some(!side) {
                    self.offer = None;
                }
                self.draft = Draft::new();
            }
            // It is as if it had never been played.
            GameEvent::Undone { .. } => {}
            GameEvent::TakenBack { side, to } => self.go_back(side, to),
            GameEvent::TakeBackAsked(side) => {
                self.take_back_asked = Some(side);
                self.may_ask[side.index()] = false;
            }
            GameEvent::TakeBackDeclined(_) => self.take_back_asked = None,
            GameEvent::Hinted(_) => self.assisted = true,
            GameEvent::DrawOffered(side) => {
                self.offer = Some(side);
                self.may_offer[side.index()] = false;
            }
            GameEvent::DrawDeclined(side) => {
                self.offer = None;
                if matches!(self.seats[side.index()], Seat::Computer(_)) {
                    let reason = declined_unjudged(self.game.position()).err();
                    declined = reason.or(Some(DrawDeclined::StandsBetter));
                }
            }
            GameEvent::DrawAgreed(_) | GameEvent::DrawClaimed(_) => self.game.agree_draw(),
            GameEvent::Forfeit { side, cause: ForfeitCause::Time } => self.game.lose_on_time(side),
            GameEvent::Forfeit { side, .. } => self.game.resign(side),
            GameEvent::Aborted(_) => self.game.abort(),
            GameEvent::Said { .. } => {}
        }
        if self.is_over() {
            (self.offer, self.take_back_asked) = (None, None);
            self.draft = Draft::new();
        }
        let kind = stored.event.kind();
        let outcome = self.game.outcome().filter(|_| !is_said);
        // What players end by their word is no part of a turn.
        let by_word = outcome.filter(|outcome| outcome.is_by_players());
        happenings.extend(by_word.map(Happening::Ended));
        self.history.push(Entry { version, at, kind, event, happenings, declined, outcome });
    }

    /// Takes turns back. What they had allowed is allowed again, whether or not they were seen here.
    fn go_back(&mut self, side: Side, to: u32) {
        while self.game.ply() > to as usize {
            self.game.undo();
        }
        self.taken_back += 1;
        (self.offer, self.take_back_asked) = (None, None);
        (self.may_offer, self.may_ask) = ([true; 2], [true; 2]);
        self.draft = Draft::new();
        self.assisted |= self.check_against_computer(side).is_ok();
        if let Some(clock) = &mut self.clock {
            clock.forget_quota();
        }
    }

    pub(super) fn keep_draft(&mut self, draft: Draft) {
        self.draft = draft;
    }

    pub(super) fn draft_text(&self, draft: &Draft) -> Option<String> {
        super::snapshot::draft_text(self.game.position(), draft)
    }

    /// A stored draft; one that does not fit is none.
    pub(super) fn read_draft(&self, text: Option<&str>) -> Draft {
        let mv = text.and_then(|text| self.game.position().parse_move(text).ok());
        mv.and_then(|mv| self.draft_of(mv)).unwrap_or_default()
    }
}
