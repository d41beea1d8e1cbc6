use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::outcome::PLY_LIMIT;
use crate::{DrawReason, Illegal, Outcome, Position, Repetition, Side, WinReason};

/// The occurrence of a position that draws the game.
const DRAWING_OCCURRENCE: usize = 3;

/// A game from its start to the current position: every position, every move, and the result.
///
/// It keeps the rules that a single position cannot know (repetition) and the decisions of the
/// players (resignation, agreement).
///
/// ```
/// use merels_rules::morris::{MorrisPosition, Variant};
/// use merels_rules::{Game, Outcome, Position, Side, WinReason};
///
/// let mut game = Game::new(MorrisPosition::start(Variant::THREE));
/// for text in ["a1", "b1", "a2", "b2", "a3"] {
///     game.play(game.position().parse_move(text)?)?;
/// }
/// assert_eq!(game.outcome(), Some(Outcome::win(Side::White, WinReason::FirstLine)));
/// game.undo();
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<P: Position> {
    /// The start and the position after each move: one more than there are moves.
    positions: Vec<P>,
    moves: Vec<P::Move>,
    /// Every arrangement so far in a game that forbids repetition; otherwise empty.
    arrangements: BTreeSet<u64>,
    outcome: Option<Outcome>,
}

impl<P: Position> Game<P> {
    /// Starts a game from this position.
    pub fn new(start: P) -> Game<P> {
        let mut arrangements = BTreeSet::new();
        if start.repetition() == Repetition::Forbidden {
            arrangements.insert(start.arrangement());
        }
        let (positions, moves) = (Vec::from([start]), Vec::new());
        let mut game = Game { positions, moves, arrangements, outcome: None };
        game.outcome = game.outcome_by_rules();
        game
    }

    /// The current position.
    pub fn position(&self) -> &P {
        self.positions.last().expect("a game has a start")
    }

    /// The position at the start.
    pub fn start(&self) -> &P {
        &self.positions[0]
    }

    /// The start and the position after each move.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// The moves so far.
    pub fn moves(&self) -> &[P::Move] {
        &self.moves
    }

    /// The number of moves played.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.position().side()
    }

    /// The outcome, or `None` while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The legal moves in canonical order; empty if the game is over.
    pub fn legal_moves(&self) -> Vec<P::Move> {
        if self.outcome.is_some() { Vec::new() } else { self.moves_by_rules() }
    }

    /// Checks a move, history included.
    ///
    /// # Errors
    ///
    /// Returns the rule that the move breaks.
    pub fn check(&self, mv: P::Move) -> Result<(), Illegal> {
        if let Some(outcome) = self.outcome {
            return Err(Illegal::GameOver(outcome));
        }
        self.position().check(mv)?;
        if self.recreates(mv) { Err(Illegal::Repeats) } else { Ok(()) }
    }

    /// Plays a move. An illegal move changes nothing.
    ///
    /// # Errors
    ///
    /// Returns the rule that the move breaks.
    pub fn play(&mut self, mv: P::Move) -> Result<(), Illegal> {
        self.check(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Plays a move that [`Game::check`] has just allowed.
    pub fn play_unchecked(&mut self, mv: P::Move) {
        let next = self.position().after_unchecked(mv);
        if next.repetition() == Repetition::Forbidden {
            self.arrangements.insert(next.arrangement());
        }
        self.positions.push(next);
        self.moves.push(mv);
        self.outcome = self.outcome_by_rules();
    }

    /// Takes back the last move and any ending; returns the move, or `None` at the start.
    pub fn undo(&mut self) -> Option<P::Move> {
        let mv = self.moves.pop()?;
        if let Some(undone) = self.positions.pop() {
            self.arrangements.remove(&undone.arrangement());
        }
        self.outcome = self.outcome_by_rules();
        Some(mv)
    }

    /// Resigns for a side. A game that is over stays as it is.
    pub fn resign(&mut self, side: Side) {
        self.end(Outcome::win(!side, WinReason::Resignation));
    }

    /// Ends the game because a side's time is up. A game that is over stays as it is.
    pub fn lose_on_time(&mut self, side: Side) {
        self.end(Outcome::win(!side, WinReason::Time));
    }

    /// Aborts the game, which then counts for nobody. A game that is over stays as it is.
    pub fn abort(&mut self) {
        self.end(Outcome::Aborted);
    }

    /// Draws the game by agreement. A game that is over stays as it is.
    pub fn agree_draw(&mut self) {
        self.end(Outcome::Draw(DrawReason::Agreement));
    }

    /// Ends a running game by the players' decision or by their clock.
    fn end(&mut self, outcome: Outcome) {
        self.outcome.get_or_insert(outcome);
    }

    /// The number of times the current position has occurred with the same side to move, this time
    /// included.
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        let back = now.reversible_plies().min(self.moves.len());
        let recent = &self.positions[self.moves.len() - back..];
        recent.iter().filter(|position| position.hash() == now.hash()).count()
    }

    fn outcome_by_rules(&self) -> Option<Outcome> {
        if let Some(outcome) = self.position().outcome() {
            return Some(outcome);
        }
        match self.position().repetition() {
            Repetition::Allowed => None,
            Repetition::ThirdDraws => (self.occurrences() >= DRAWING_OCCURRENCE)
                .then_some(Outcome::Draw(DrawReason::Repetition)),
            Repetition::Forbidden => {
                let moves = self.position().legal_moves();
                if moves.iter().all(|mv| self.recreates(*mv)) {
                    return Some(Outcome::win(!self.side(), WinReason::Blocked));
                }
                (self.ply() >= PLY_LIMIT).then_some(Outcome::Draw(DrawReason::PlyLimit))
            }
        }
    }

    fn moves_by_rules(&self) -> Vec<P::Move> {
        let mut moves = self.position().legal_moves();
        moves.retain(|mv| !self.recreates(*mv));
        moves
    }

    /// Returns `true` if a move recreates an earlier arrangement in a game that forbids it.
    fn recreates(&self, mv: P::Move) -> bool {
        self.position().repetition() == Repetition::Forbidden && {
            let next = self.position().after_unchecked(mv);
            self.arrangements.contains(&next.arrangement())
        }
    }
}
