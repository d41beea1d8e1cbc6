//! The morris family for the search: evaluation, move ordering, packed moves.

mod features;
mod weights;

use std::sync::Arc;

use merels_rules::morris::{LineEarns, MorrisPosition, Move, Point};
use merels_rules::{DrawRank, Position, QUIET_LIMIT, Value, Wdl};

pub use features::{CONTEXTS, Context, FEATURE_NAMES, FEATURES, SideFeatures, side_features};

use crate::evaluate::{Evaluate, TACTICAL};
use crate::evaluation::Evaluation;
use crate::network::Network;
use crate::openings::{Openings, OpeningsChoice};
use crate::oracle::Oracle;
use weights::WEIGHTS;

/// The code in a packed move for the hand, or for no man taken.
const NOWHERE: u16 = 31;
/// A bit that keeps packed moves from being 0.
const PACKED: u16 = 1 << 15;

/// The value of a man in a plain count.
const MAN: i32 = 100;

/// The number of quiet plies from which the transposition table distinguishes positions by them.
const QUIET_MATTERS: u16 = QUIET_LIMIT - 40;

impl Evaluate for MorrisPosition {
    const HISTORY: usize = 1 << 10;

    fn evaluate(&self) -> i32 {
        let worth = match side_features(self) {
            Some([ours, theirs]) => ours.worth(0) - theirs.worth(1),
            None if self.variant().rules().line == LineEarns::Win => grid_value(self),
            None => plain_value(self),
        };
        // In misère the side that would win loses, so everything that helps to win is bad.
        if self.variant().rules().misere { -worth } else { worth }
    }

    fn network(&self, evaluation: &Evaluation) -> Option<Arc<Network>> {
        evaluation.network(self.variant())
    }

    #[inline]
    fn evaluate_with(&self, network: &Network) -> i16 {
        network.evaluate(self)
    }

    fn material(&self) -> i32 {
        MAN * (self.total(self.side()) as i32 - self.total(!self.side()) as i32)
    }

    fn is_placing(&self) -> bool {
        self.may_place(self.side())
    }

    fn rank(&self, moves: &[Move], ranks: &mut Vec<i32>) {
        let board = self.board();
        let ours = self.men(self.side());
        let theirs = self.men(!self.side());
        // A man on one of these stops an enemy mill.
        let threatened = board.completing(theirs);
        ranks.extend(moves.iter().map(|mv| {
            let stops = 2_000 * i32::from(threatened.contains(mv.to));
            if let Some(removed) = mv.removed {
                // Taking a man that was about to complete a mill is better.
                let breaks = board.completing(theirs.without(removed));
                return TACTICAL
                    + stops
                    + 200 * (threatened - breaks).len() as i32
                    + board.neighbours(removed).len() as i32;
            }
            let men = match mv.from {
                Some(from) => ours.without(from),
                None => ours,
            };
            let opens = mv.from.is_some_and(|from| threatened.contains(from));
            let company = (board.neighbours(mv.to) & men).len() as i32;
            stops - 2_000 * i32::from(opens) + 20 * company + board.neighbours(mv.to).len() as i32
        }));
    }

    fn is_quiet(&self, mv: Move, _: &MorrisPosition) -> bool {
        mv.removed.is_none()
    }

    fn pack(&self, mv: Move) -> u16 {
        let code = |point: Option<Point>| point.map_or(NOWHERE, |point| point.number() as u16);
        PACKED | code(mv.removed) << 10 | code(mv.from) << 5 | mv.to.number() as u16
    }

    fn unpack(&self, packed: u16) -> Option<Move> {
        let point = |code: u16| Point::new((code & 31) as usize);
        let mv =
            Move { from: point(packed >> 5), to: point(packed)?, removed: point(packed >> 10) };
        self.fits(mv).then_some(mv)
    }

    fn table_key(&self) -> u64 {
        if self.quiet() < QUIET_MATTERS {
            self.hash()
        } else {
            self.hash() ^ u64::from(self.quiet()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        }
    }

    fn probe(&self, oracle: &dyn Oracle) -> Option<Value> {
        oracle.value(self)
    }

    fn probe_result(&self, oracle: &dyn Oracle) -> Option<Wdl> {
        oracle.result(self)
    }

    fn probe_rank(&self, oracle: &dyn Oracle) -> Option<DrawRank> {
        oracle.rank(self)
    }

    fn openings<'o>(&self, choice: &'o OpeningsChoice) -> Option<&'o Openings> {
        choice.of(self.variant())
    }

    fn is_on_drawn_line(&self, openings: &Openings) -> bool {
        openings.is_on_drawn_line(self)
    }
}

impl SideFeatures {
    /// The value of the features for a side that is to move (0) or waits (1).
    #[inline]
    fn worth(&self, waits: usize) -> i32 {
        let weights = &WEIGHTS[waits][self.context as usize];
        self.features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
    }
}

/// The evaluation on boards without tuned weights: men, mills that could close, mobility.
fn plain_value(position: &MorrisPosition) -> i32 {
    let board = position.board();
    let empty = position.empty();
    let worth = |side| {
        let men = position.men(side);
        let closable = (board.completing(men) & empty).len();
        let room: usize = men.into_iter().map(|man| (board.neighbours(man) & empty).len()).sum();
        let in_mills = position.men_in_mills(side).len();
        (100 * position.total(side) + 25 * closable + 10 * in_mills + 4 * room) as i32
    };
    worth(position.side()) - worth(!position.side())
}

/// The evaluation on the grid of `three`, where the first line wins: the side nearer to a line is
/// better.
fn grid_value(position: &MorrisPosition) -> i32 {
    debug_assert_eq!(position.variant().rules().line, LineEarns::Win);
    let board = position.board();
    let worth = |side| {
        let men = position.men(side);
        let open = (board.completing(men) & position.empty()).len() as i32;
        let room: usize =
            men.into_iter().map(|man| (board.neighbours(man) & position.empty()).len()).sum();
        10 * open + room as i32
    };
    worth(position.side()) - worth(!position.side())
}
