//! The review of a finished game: the value of each move, the mistakes, the moves that would have
//! kept the value, the lines that punish the mistakes, and the accuracy of both sides.
//!
//! A move counts when something was at stake: when the best and the worst move differ in value.
//! **Accuracy** is the share that a side kept of everything it had at stake, in hundredths:
//! 100 × Σ (played − worst) / Σ (best − worst). A win is worth 1, a draw ½ and a loss 0; the
//! engine's estimates lie between ([`Verdict::share`]).

mod making;
mod mistakes;
mod punishing;
mod skill;

use merels_rules::{AnyMove, AnyPosition, Game, Position, Side, Wdl};

use crate::{Claim, Judge, Source, Verdict};
pub use making::{ReviewInProgress, ReviewStep};
pub use mistakes::{moments, standing};
pub use punishing::punishing_level;
pub use skill::Skill;

/// One move of a reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The move.
    pub mv: AnyMove,
    /// The side that made it.
    pub side: Side,
    /// The source of the judgement of the position before it.
    pub source: Source,
    /// The value of that position for the side to move.
    pub before: Verdict,
    /// The value of the move for that side.
    pub played: Verdict,
    /// The number of moves that would have kept the value, and the number of all moves.
    pub keeping: (usize, usize),
    /// The stake, as a share of the point.
    pub at_stake: f64,
    /// The share that the move gave away.
    pub given_away: f64,
    /// The better moves and the punishing line, if it gave value away.
    pub mistake: Option<Mistake>,
    /// The claims to tell of it.
    pub claims: Vec<Claim>,
}

/// A move that gave value away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Moves that would have kept the value, the best first.
    pub better: Vec<AnyMove>,
    /// The continuation with best play.
    pub line: Vec<AnyMove>,
}

/// A reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The moves in their order.
    pub moves: Vec<ReviewedMove>,
    /// The value of the last position for its side to move.
    pub end: Verdict,
    /// The side that lost: by the result, or if there is none by the value at the end.
    pub loser: Option<Side>,
}

impl Review {
    /// The accuracy of a side, in hundredths; `None` if it had nothing at stake.
    pub fn accuracy(&self, side: Side) -> Option<f64> {
        let own = || self.moves.iter().filter(|reviewed| reviewed.side == side);
        let at_stake: f64 = own().map(|reviewed| reviewed.at_stake).sum();
        let given_away: f64 = own().map(|reviewed| reviewed.given_away).sum();
        (at_stake > 0.0).then(|| 100.0 * (1.0 - given_away / at_stake))
    }

    /// White's share of the point before each move and at the end, for drawing a curve.
    pub fn curve(&self) -> Vec<f64> {
        let for_white = |share: f64, side| if side == Side::White { share } else { 1.0 - share };
        let before =
            self.moves.iter().map(|reviewed| for_white(reviewed.before.share(), reviewed.side));
        let last = self.moves.last().map_or(Side::White, |reviewed| !reviewed.side);
        before.chain([for_white(self.end.share(), last)]).collect()
    }

    /// The ply of the turning point: the last mistake of the loser in a position that was level or
    /// better for it. If there is none, or nobody lost, the last mistake.
    pub fn turning_ply(&self) -> Option<usize> {
        let turned = |reviewed: &ReviewedMove| {
            let stood = reviewed.before.standing() >= Wdl::Draw;
            reviewed.mistake.is_some() && Some(reviewed.side) == self.loser && stood
        };
        let is_mistake = |reviewed: &ReviewedMove| reviewed.mistake.is_some();
        let moves = self.moves.iter();
        moves.clone().rposition(turned).or_else(|| moves.clone().rposition(is_mistake))
    }
}

impl Judge {
    /// Reviews a game; `progress` is called with the number of finished moves.
    pub fn review(&mut self, game: &Game<AnyPosition>, progress: &mut dyn FnMut(usize)) -> Review {
        let mut review = ReviewInProgress::new(game.clone());
        loop {
            match review.step(self) {
                ReviewStep::Done(_, review) => return review,
                ReviewStep::Next(next) => review = next,
            }
            progress(review.done());
        }
    }
}

/// The moves of a line as text, starting from a position.
pub fn line_text(start: &AnyPosition, line: &[AnyMove]) -> Vec<String> {
    let mut position = start.clone();
    let text = |mv: &AnyMove| {
        let text = position.move_text(*mv);
        position.play_unchecked(*mv);
        text
    };
    line.iter().map(text).collect()
}

#[cfg(test)]
mod tests;
