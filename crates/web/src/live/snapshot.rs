//! A game as it stands at one moment: immutable, and shared by everybody who looks at it.

use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use merels_engine::{TurningPoint, turning_point};
use merels_rules::{
    AnyMove, AnyPosition, Coordinates, Draft, Game, GameId, Outcome, Position, Side, Spot,
};
use merels_store::{ArenaId, GameKey, PlayerId, Rating, Seat, Terms};
use serde_json::value::RawValue;

use super::command::Refusal;
use super::game_clock::GameClock;
use super::history::{GameEvent, History};
use super::manners::Manners;
use crate::i18n::Language;

/// What the computer has to do in a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum ComputerTask {
    Move,
    AnswerDraw,
}

/// The audiences of a game: White, Black, and those who watch.
const AUDIENCES: usize = 3;

/// The help that there is.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Help {
    /// Whether somebody was helped: then the game counts as practice.
    pub(crate) assisted: bool,
    /// Whether White and Black have a turn to take back.
    pub(crate) may_take_back: [bool; 2],
}

/// What becomes of two players after their game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rematch {
    /// Who would like one.
    pub(crate) offered_by: Option<Side>,
    /// The game, once both wanted it.
    pub(crate) next: Option<GameKey>,
}

/// How a game stands.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) key: GameKey,
    pub(crate) kind: GameId,
    pub(crate) seats: Arc<[Seat; 2]>,
    pub(crate) position: AnyPosition,
    pub(crate) ply: u32,
    /// The legal moves of the side to move; none when the game is over.
    pub(crate) moves: Vec<AnyMove>,
    pub(crate) outcome: Option<Outcome>,
    /// What decided it, when it is over.
    pub(crate) turning_point: Option<TurningPoint>,
    pub(crate) history: History,
    /// Who has proposed a draw that is not answered yet.
    pub(crate) offer: Option<Side>,
    may_offer: [bool; 2],
    /// The turn in the making, its player's secret; empty if there is none.
    pub(crate) draft: Draft,
    pub(crate) help: Help,
    /// What the players have agreed on.
    pub(crate) terms: Terms,
    pub(crate) clock: Option<GameClock>,
    /// Whether the game may still be broken off.
    pub(crate) may_abort: bool,
    pub(crate) rematch: Rematch,
    pub(crate) manners: Manners,
    /// The ratings of White and Black that count in it, as they were when it was opened.
    pub(crate) ratings: [Option<Rating>; 2],
    /// The arena that it belongs to.
    pub(crate) arena: Option<ArenaId>,
    /// The last event as everybody is sent it, in each language; made when the first one asks.
    last_event: [OnceLock<Box<RawValue>>; Language::ALL.len()],
    /// What each audience is sent in each language, without and with the last event; made when the
    /// first one asks.
    encoded: [[[OnceLock<Utf8Bytes>; 2]; Language::ALL.len()]; AUDIENCES],
}

impl Snapshot {
    pub(super) fn new(
        key: GameKey,
        seats: Arc<[Seat; 2]>,
        game: &Game<AnyPosition>,
        history: History,
        offer: Option<Side>,
        may_offer: [bool; 2],
        draft: Draft,
    ) -> Snapshot {
        Snapshot {
            key,
            kind: game.position().game(),
            seats,
            position: game.position().clone(),
            ply: game.ply() as u32,
            moves: game.legal_moves(),
            outcome: game.outcome(),
            turning_point: turning_point(game),
            history,
            offer,
            may_offer,
            draft,
            help: Help::default(),
            terms: Terms::default(),
            clock: None,
            may_abort: false,
            rematch: Rematch::default(),
            manners: Manners::default(),
            ratings: [None; 2],
            arena: None,
            last_event: Default::default(),
            encoded: Default::default(),
        }
    }

    /// A game that is only shown: nobody has begun it.
    pub(crate) fn unplayed(start: AnyPosition, seats: [Seat; 2]) -> Snapshot {
        Snapshot::of_game(&Game::new(start), seats)
    }

    /// A game that is only shown, as it stands now.
    pub(crate) fn of_game(game: &Game<AnyPosition>, seats: [Seat; 2]) -> Snapshot {
        let nobody_may = [false; 2];
        Snapshot::new(
            GameKey::new(""),
            Arc::new(seats),
            game,
            History::default(),
            None,
            nobody_may,
            Draft::new(),
        )
    }

    pub(super) fn with_help(self, help: Help) -> Snapshot {
        Snapshot { help, ..self }
    }

    pub(super) fn with_rematch(self, rematch: Rematch) -> Snapshot {
        Snapshot { rematch, ..self }
    }

    pub(super) fn with_manners(self, manners: Manners, ratings: [Option<Rating>; 2]) -> Snapshot {
        Snapshot { manners, ratings, ..self }
    }

    pub(super) fn with_arena(self, arena: Option<ArenaId>) -> Snapshot {
        Snapshot { arena, ..self }
    }

    pub(super) fn with_terms(
        self,
        terms: Terms,
        clock: Option<GameClock>,
        may_abort: bool,
    ) -> Snapshot {
        Snapshot { terms, clock, may_abort, ..self }
    }

    /// The version of the last event.
    pub(crate) fn version(&self) -> u32 {
        self.history.version()
    }

    /// The side of a player, if there is one. Who holds both seats has the side to move.
    pub(crate) fn side_of(&self, player: &PlayerId) -> Option<Side> {
        let side = Side::ALL.into_iter().find(|side| self.seat(*side).is(player))?;
        if self.is_shared() { self.mover().or(Some(side)) } else { Some(side) }
    }

    /// The versions of the turns that were not taken back, in their order.
    pub(crate) fn played(&self) -> Vec<u32> {
        let mut played = Vec::new();
        for entry in self.history.since(0) {
            match entry.event {
                GameEvent::Move { .. } => played.push(entry.version),
                GameEvent::TakenBack { to, .. } => played.truncate(to as usize),
                _ => {}
            }
        }
        played
    }

    /// Whether one visitor holds both seats: two people at one screen.
    pub(crate) fn is_shared(&self) -> bool {
        is_shared(&self.seats)
    }

    pub(crate) fn seat(&self, side: Side) -> &Seat {
        &self.seats[side.index()]
    }

    /// Who is to move; nobody when the game is over.
    pub(crate) fn mover(&self) -> Option<Side> {
        self.outcome.is_none().then(|| self.position.side())
    }

    /// Whether two people play it, each at a screen of one's own.
    pub(crate) fn is_between_people(&self) -> bool {
        is_between_people(&self.seats)
    }

    /// What there is to do for the computer, and on which side.
    pub(crate) fn computers_task(&self) -> Option<(Side, ComputerTask)> {
        let mover = self.mover()?;
        let is_computer = |side: &Side| matches!(self.seat(*side), Seat::Computer(_));
        let asked = self.offer.map(|offerer| !offerer).filter(is_computer);
        let moves = Some(mover).filter(is_computer).map(|side| (side, ComputerTask::Move));
        asked.map(|side| (side, ComputerTask::AnswerDraw)).or(moves)
    }

    /// Whether a turn waits for its removal.
    pub(crate) fn owes_removal(&self) -> bool {
        !self.draft.is_empty()
    }

    pub(crate) fn draft_text(&self) -> Option<String> {
        draft_text(&self.position, &self.draft)
    }

    pub(crate) fn may_offer(&self, side: Side) -> bool {
        self.may_offer[side.index()]
    }

    /// Reads a move as people type it: here text ends and moves begin.
    ///
    /// # Errors
    ///
    /// If it is no move of this game.
    pub(crate) fn parse_move(&self, text: &str) -> Result<AnyMove, Refusal> {
        Ok(self.position.parse_move_as(text, Coordinates::NamesOrNumbers)?)
    }

    /// Reads a spot as people type it.
    ///
    /// # Errors
    ///
    /// If the board has no such spot.
    pub(crate) fn parse_spot(&self, text: &str) -> Result<Spot, Refusal> {
        Ok(self.position.parse_spot(text)?)
    }

    /// The last event in a language as it is sent; made by `encode` when it is asked for first.
    pub(crate) fn last_event(
        &self,
        language: Language,
        encode: impl FnOnce() -> Box<RawValue>,
    ) -> &RawValue {
        self.last_event[language as usize].get_or_init(encode)
    }

    /// The bytes for an audience in a language that lacks so many events, none or one; made by
    /// `encode` when they are asked for first.
    pub(crate) fn encoded(
        &self,
        you: Option<Side>,
        language: Language,
        unseen: usize,
        encode: impl FnOnce() -> Utf8Bytes,
    ) -> Utf8Bytes {
        let audience = you.map_or(AUDIENCES - 1, Side::index);
        self.encoded[audience][language as usize][unseen].get_or_init(encode).clone()
    }
}

pub(super) fn is_shared(seats: &[Seat; 2]) -> bool {
    matches!(&seats[0], Seat::Player { id, .. } if seats[1].is(id))
}

pub(crate) fn is_between_people(seats: &[Seat; 2]) -> bool {
    let computer = seats.iter().any(|seat| matches!(seat, Seat::Computer(_)));
    !computer && !is_shared(seats)
}

/// A turn in the making as it is written: `g1`, or `d6-d5`.
pub(super) fn draft_text(position: &AnyPosition, draft: &Draft) -> Option<String> {
    let names: Vec<String> = draft.spots().iter().map(|spot| position.spot_name(*spot)).collect();
    (!names.is_empty()).then(|| names.join("-"))
}
