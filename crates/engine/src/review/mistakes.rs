//! The moves that count as mistakes, and those of them on which a review dwells.
//!
//! A move is a mistake
//!
//! - **by certain values**, if it changes the result: a win becomes a draw or a loss, or a draw a
//!   loss;
//! - **by opinion**, where one of the two values is an estimate of the engine, if it gives away a
//!   fifth of the point or more ([`Verdict::share`]), and with it the [standing](Verdict::standing)
//!   of its side falls *for good*: that side stands as well as before in no later position of the
//!   game, the last one included.
//!
//! Where only the position is known and not how the game went on, for good cannot be asked, and the
//! fall counts ([`Judgement::gives_away`]).

use std::cmp::Reverse;

use merels_rules::{AnyMove, Side, Wdl};

use super::{Review, ReviewedMove};
use crate::{Judgement, Verdict};

/// The least share of the point that an opinion must fall by.
const DROP: f64 = 0.2;

/// The shares of the point between which a position is level.
const LEVEL: [f64; 2] = [0.4, 0.6];

/// The most moments of a game to dwell on.
const MOST_MOMENTS: usize = 3;

/// The standing of a side with this share of the point: ahead as a win, level as a draw, or behind
/// as a loss. With certain values it is the result.
pub fn standing(share: f64) -> Wdl {
    let [least, most] = LEVEL;
    match share {
        share if share < least => Wdl::Loss,
        share if share > most => Wdl::Win,
        _ => Wdl::Draw,
    }
}

/// The plies to dwell on, in their order: at most three of the mistakes, given by ply, side and the
/// share of the point that they gave away. Those of the side that asks come first, then the turning
/// point, then what gave away the most.
pub fn moments(
    mistakes: &[(usize, Side, f64)],
    turning: Option<usize>,
    own: Option<Side>,
) -> Vec<usize> {
    let mut mistakes = mistakes.to_vec();
    let rank = |&(ply, side, _): &(usize, Side, f64)| (Some(side) == own, Some(ply) == turning);
    mistakes.sort_by(|one, other| {
        Reverse(rank(one)).cmp(&Reverse(rank(other))).then(other.2.total_cmp(&one.2))
    });
    let mut plies: Vec<usize> = mistakes.iter().take(MOST_MOMENTS).map(|(ply, ..)| *ply).collect();
    plies.sort_unstable();
    plies
}

/// The shares of the point that the best, the worst and one other move keep.
pub(super) struct Stake {
    pub(super) best: f64,
    pub(super) worst: f64,
    pub(super) played: f64,
}

impl Stake {
    pub(super) fn of(mv: AnyMove, judgement: &Judgement) -> Stake {
        let shares = || judgement.moves.iter().map(|judged| judged.verdict.share());
        let (best, worst) = (shares().fold(0.0, f64::max), shares().fold(1.0, f64::min));
        let played = judgement.of(mv).unwrap_or(judgement.verdict).share();
        Stake { best, worst, played }
    }
}

impl Verdict {
    /// The result, or by an opinion the [standing](standing): ahead, level or behind.
    pub fn standing(self) -> Wdl {
        standing(self.share())
    }
}

impl Judgement {
    /// Returns `true` if a move is a mistake as far as this position tells: it changes a certain
    /// result, or by the engine's opinion gives away a fifth of the point and changes the standing.
    pub fn gives_away(&self, mv: AnyMove) -> bool {
        let played = self.of(mv).unwrap_or(self.verdict);
        match (self.verdict.result(), played.result()) {
            (Some(before), Some(after)) => after < before,
            _ => {
                let stake = Stake::of(mv, self);
                stake.best - stake.played >= DROP && played.standing() < self.verdict.standing()
            }
        }
    }
}

impl ReviewedMove {
    /// Returns `true` if the results before and after the move are certain.
    pub(super) fn is_certain(&self) -> bool {
        self.before.result().is_some() && self.played.result().is_some()
    }
}

impl Review {
    /// Returns `true` if the side of a move stands as well as before it in no later position.
    pub(super) fn falls_for_good(&self, ply: usize) -> bool {
        let Some(side) = self.moves.get(ply).map(|reviewed| reviewed.side) else { return false };
        let of_side = |share: &f64| if side == Side::White { *share } else { 1.0 - share };
        let shares: Vec<f64> = self.curve().iter().map(of_side).collect();
        let before = standing(shares[ply]);
        shares[ply + 1..].iter().all(|share| standing(*share) < before)
    }

    /// The plies of the mistakes to dwell on, in their order: the turning point, and those that
    /// gave away the most; at most three.
    pub fn moments(&self) -> Vec<usize> {
        let mistake = |(ply, reviewed): (usize, &ReviewedMove)| {
            reviewed.mistake.is_some().then_some((ply, reviewed.side, reviewed.given_away))
        };
        let mistakes: Vec<_> = self.moves.iter().enumerate().filter_map(mistake).collect();
        moments(&mistakes, self.turning_ply(), None)
    }
}
