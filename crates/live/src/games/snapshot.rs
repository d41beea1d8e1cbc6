//! A game as it stands at one moment: immutable, and shared by everybody who looks at it.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use jiff::Timestamp;
use merels_engine::{TurningPoint, turning_point};
use merels_model::{
    ArenaId, GameKey, PlayerId, Rating, Seat, Terms, is_between_people, is_shared, side_of,
};
use merels_rules::{
    AnyMove, AnyPosition, Coordinates, Draft, Game, GameId, Outcome, Position, Side, Spot,
};
use merels_store::TimesLeft;

use super::claims::Absence;
use super::command::Refusal;
use super::game_clock::GameClock;
use super::history::History;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ComputerTask {
    Move,
    AnswerDraw,
}

#[derive(Copy, Clone, Debug, Default)]
pub struct Help {
    /// True if somebody was helped: then the game counts as practice.
    pub assisted: bool,
    /// True for White and Black if they have a turn to take back.
    pub may_take_back: [bool; 2],
}

/// A rematch of two players after their game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rematch {
    pub offered_by: Option<Side>,
    /// The game, once both wanted it.
    pub next: Option<GameKey>,
}

#[derive(Debug)]
pub struct Snapshot {
    pub key: GameKey,
    pub kind: GameId,
    pub seats: Arc<[Seat; 2]>,
    pub start: AnyPosition,
    pub position: AnyPosition,
    pub ply: u32,
    /// The legal moves of the side to move; none when the game is over.
    pub moves: Vec<AnyMove>,
    pub outcome: Option<Outcome>,
    /// The turning point of a game that is over.
    pub turning_point: Option<TurningPoint>,
    pub history: History,
    /// The side whose draw offer is not answered yet.
    pub offer: Option<Side>,
    pub(super) may_offer: [bool; 2],
    /// The turn in the making, its player's secret; empty if there is none.
    pub draft: Draft,
    pub help: Help,
    pub terms: Terms,
    pub clock: Option<GameClock>,
    pub may_abort: bool,
    pub rematch: Rematch,
    pub take_back_asked: Option<Side>,
    pub absence: Absence,
    /// The ratings of White and Black that count in it, as they were when it was opened.
    pub ratings: [Option<Rating>; 2],
    pub arena: Option<ArenaId>,
    /// A value that readers have derived from it: see [`Snapshot::derived`].
    pub(super) derived: OnceLock<Box<dyn Any + Send + Sync>>,
}

impl Snapshot {
    pub(super) fn new(
        key: GameKey,
        seats: Arc<[Seat; 2]>,
        game: &Game<AnyPosition>,
        history: History,
    ) -> Snapshot {
        Snapshot {
            key,
            kind: game.position().game(),
            seats,
            start: game.start().clone(),
            position: game.position().clone(),
            ply: game.ply() as u32,
            moves: game.legal_moves(),
            outcome: game.outcome(),
            turning_point: turning_point(game),
            history,
            offer: None,
            may_offer: [false; 2],
            draft: Draft::new(),
            help: Help::default(),
            terms: Terms::default(),
            clock: None,
            may_abort: false,
            rematch: Rematch::default(),
            take_back_asked: None,
            absence: Absence::default(),
            ratings: [None; 2],
            arena: None,
            derived: OnceLock::new(),
        }
    }

    /// A game that is only shown: nobody has begun it.
    pub fn unplayed(start: AnyPosition, seats: [Seat; 2]) -> Snapshot {
        Snapshot::of_game(&Game::new(start), seats)
    }

    /// A game that is only shown, as it stands now.
    pub fn of_game(game: &Game<AnyPosition>, seats: [Seat; 2]) -> Snapshot {
        Snapshot::new(GameKey::new(""), Arc::new(seats), game, History::default())
    }

    pub fn version(&self) -> u32 {
        self.history.version()
    }

    /// The side of a player, if there is one. Who holds both seats has the side to move.
    pub fn side_of(&self, player: &PlayerId) -> Option<Side> {
        let side = side_of(&self.seats, player)?;
        if self.is_shared() { self.mover().or(Some(side)) } else { Some(side) }
    }

    /// Returns `true` if one visitor holds both seats: two people at one screen.
    pub fn is_shared(&self) -> bool {
        is_shared(&self.seats)
    }

    pub fn seat(&self, side: Side) -> &Seat {
        &self.seats[side.index()]
    }

    /// The side to move, or `None` when the game is over.
    pub fn mover(&self) -> Option<Side> {
        self.outcome.is_none().then(|| self.position.side())
    }

    /// Returns `true` if two people play it, each at a screen of their own.
    pub fn is_between_people(&self) -> bool {
        is_between_people(&self.seats)
    }

    /// The computer's side and its task, if it has one.
    pub fn computers_task(&self) -> Option<(Side, ComputerTask)> {
        let mover = self.mover()?;
        let is_computer = |side: &Side| matches!(self.seat(*side), Seat::Computer(_));
        let asked = self.offer.map(|offerer| !offerer).filter(is_computer);
        let moves = Some(mover).filter(is_computer).map(|side| (side, ComputerTask::Move));
        asked.map(|side| (side, ComputerTask::AnswerDraw)).or(moves)
    }

    /// Returns `true` if a turn waits for its removal.
    pub fn owes_removal(&self) -> bool {
        !self.draft.is_empty()
    }

    pub fn draft_text(&self) -> Option<String> {
        draft_text(&self.position, &self.draft)
    }

    pub fn on_clock(&self) -> Option<Side> {
        let clock = self.clock.as_ref()?;
        self.mover().filter(|_| clock.runs(self.ply))
    }

    /// The time that both sides have left at a moment, in milliseconds; nothing without a clock.
    pub fn times_left(&self, at: Timestamp) -> Option<TimesLeft> {
        let clock = self.clock.as_ref()?;
        let left = self.mover().map_or(clock.left, |side| clock.after_pause(side, self.ply, at));
        Some(left.map(|left| left.max(0)))
    }

    pub fn may_offer(&self, side: Side) -> bool {
        self.may_offer[side.index()]
    }

    /// Reads a move as people type it: here text ends and moves begin.
    pub fn parse_move(&self, text: &str) -> Result<AnyMove, Refusal> {
        Ok(self.position.parse_move_as(text, Coordinates::NamesOrNumbers)?)
    }

    /// Reads a spot as people type it.
    pub fn parse_spot(&self, text: &str) -> Result<Spot, Refusal> {
        Ok(self.position.parse_spot(text)?)
    }

    /// A place for what its readers make of it once for all of them, such as encoded messages. The first
    /// reader decides on the type; a reader that asks for another one gets nothing.
    pub fn derived<T: Any + Default + Send + Sync>(&self) -> Option<&T> {
        self.derived.get_or_init(|| Box::<T>::default()).downcast_ref()
    }
}

/// A turn in the making as it is written: `g1`, or `d6-d5`.
pub(super) fn draft_text(position: &AnyPosition, draft: &Draft) -> Option<String> {
    let names: Vec<String> = draft.spots().iter().map(|spot| position.spot_name(*spot)).collect();
    (!names.is_empty()).then(|| names.join("-"))
}
