//! A turn in progress, chosen point by point.
//!
//! A player on a board (by finger, mouse, key or typed answers) makes a turn of up to three
//! choices: a man, its destination, a man to take. A [`Draft`] holds the choices so far and knows
//! which ones may come next. It belongs to the player who makes it. It is never part of the game's
//! moves, and it can be taken back until its last choice.
//!
//! ```
//! use merels_rules::{Choice, Draft, Game, GameId};
//!
//! let start = GameId::NINE.parse_position("WWxBBxxxxxxxxxxxxxxxxxxx w 7 7 0")?;
//! let game = Game::new(start);
//! let mut draft = Draft::new();
//! let g1 = game.position().parse_spot("g1")?;
//! assert_eq!(draft.choose(&game, g1)?, None);
//! assert_eq!(draft.asks(&game), Choice::Removal);
//! assert_eq!(draft.choices(&game).len(), 2);
//! let b2 = game.position().parse_spot("b2")?;
//! let mv = draft.choose(&game, b2)?;
//! assert!(mv.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::vec::Vec;

use crate::{AnyMove, AnyPosition, Game, Illegal, Position, Spot};

/// The next choice of a turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// An empty point for a man from the hand.
    Placement,
    /// The man or pawn that moves.
    Man,
    /// Either of the two (Lasker Morris with men in hand).
    PlacementOrMan,
    /// The destination of the man or pawn.
    Destination,
    /// The enemy man to take.
    Removal,
}

/// The choices made so far in a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    spots: Vec<Spot>,
}

impl Draft {
    /// Creates a draft without any choice.
    pub const fn new() -> Draft {
        Draft { spots: Vec::new() }
    }

    /// The choices so far.
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// Returns `true` if nothing was chosen yet.
    pub fn is_empty(&self) -> bool {
        self.spots.is_empty()
    }

    /// Takes back the last choice, if there is one.
    pub fn undo(&mut self) -> Option<Spot> {
        self.spots.pop()
    }

    /// Takes back all choices.
    pub fn clear(&mut self) {
        self.spots.clear();
    }

    /// The spots that may be chosen next, in order; empty if the game is over.
    pub fn choices(&self, game: &Game<AnyPosition>) -> Vec<Spot> {
        let position = game.position();
        let next = |mv: &AnyMove| {
            let spots = position.spots_of(*mv);
            spots.starts_with(&self.spots).then(|| spots.get(self.spots.len()).copied()).flatten()
        };
        let mut choices: Vec<Spot> = game.legal_moves().iter().filter_map(next).collect();
        choices.sort_unstable();
        choices.dedup();
        choices
    }

    /// The kind of the next choice.
    pub fn asks(&self, game: &Game<AnyPosition>) -> Choice {
        let AnyPosition::Morris(position) = game.position() else {
            return if self.is_empty() { Choice::Man } else { Choice::Destination };
        };
        let side = position.side();
        match self.spots[..] {
            [] => match (position.may_place(side), position.may_move(side)) {
                (true, true) => Choice::PlacementOrMan,
                (true, false) => Choice::Placement,
                (false, _) => Choice::Man,
            },
            [first] if game.position().owner_at(first) == Some(side) => Choice::Destination,
            _ => Choice::Removal,
        }
    }

    /// Chooses a spot. When the turn is complete, returns the move and empties the draft.
    ///
    /// # Errors
    ///
    /// Returns the reason why the spot may not be chosen; the draft stays as it was.
    pub fn choose(
        &mut self,
        game: &Game<AnyPosition>,
        spot: Spot,
    ) -> Result<Option<AnyMove>, Illegal> {
        if !self.choices(game).contains(&spot) {
            return Err(self.refusal(game, spot));
        }
        self.spots.push(spot);
        let complete = |mv: &AnyMove| game.position().spots_of(*mv) == self.spots;
        let mv = game.legal_moves().into_iter().find(complete);
        if mv.is_some() {
            self.clear();
        }
        Ok(mv)
    }

    /// The reason why a spot may not be chosen.
    fn refusal(&self, game: &Game<AnyPosition>, spot: Spot) -> Illegal {
        if let Some(outcome) = game.outcome() {
            return Illegal::GameOver(outcome);
        }
        let position = game.position();
        let name = position.spot_name(spot);
        if spot.0 as usize >= position.spot_count() {
            return Illegal::OffBoard(name);
        }
        let mut spots = self.spots.clone();
        spots.push(spot);
        match (position.move_of(&spots), position.owner_at(spot)) {
            // The rules allow the move, so the spot is refused because no turn continues with it.
            (Some(mv), _) => game.check(mv).err().unwrap_or(Illegal::CannotMove(name)),
            // The turn needs a man here.
            (None, None) => Illegal::NothingThere(name),
            (None, Some(side)) if side == game.side() => Illegal::CannotMove(name),
            (None, Some(_)) => Illegal::NotYours(name),
        }
    }
}
