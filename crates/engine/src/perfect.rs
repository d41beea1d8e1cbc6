//! Perfect play with an oracle: never gives value away, wins by the shortest line, loses by the
//! longest, and among draws goes for the best rank and makes the draw hard to hold.

use std::cmp::Ordering;

use merels_rules::{DrawRank, Value, Wdl};

use crate::conversion::is_progress;
use crate::evaluate::Evaluate;
use crate::oracle::Oracle;
use crate::score::Score;

/// The moves that keep the value of a position.
#[derive(Clone, Debug)]
pub(crate) struct Kept<M> {
    pub(crate) score: Score,
    /// The moves, at least one; several only in drawn positions and among equals.
    pub(crate) moves: Vec<M>,
}

/// Drawing moves count as equally good if their shares of answers that hold the draw differ by no
/// more than this.
const SAME_TASK: f64 = 0.05;

/// The moves that keep the exact value, or `None` if the oracle does not know the position after
/// each of them. In a drawn position, the moves that leave the opponent the smallest share of
/// answers that still draw, with `ranks` among those of the best rank.
pub(crate) fn keep_best<P: Evaluate>(
    position: &P,
    moves: &[P::Move],
    oracle: &dyn Oracle,
    ranks: bool,
) -> Option<Kept<P::Move>> {
    let mut valued = Vec::with_capacity(moves.len());
    for mv in moves {
        valued.push((value_after(&position.after_unchecked(*mv), oracle)?, *mv));
    }
    let best = valued.iter().map(|(score, _)| *score).max()?;
    let mut kept: Vec<P::Move> =
        valued.iter().filter(|(score, _)| *score == best).map(|(_, mv)| *mv).collect();
    if best == Score::DRAW && kept.len() > 1 {
        if ranks {
            kept = best_ranked(position, &kept, oracle).unwrap_or(kept);
        }
        kept = hardest(position, &kept, oracle);
    }
    Some(Kept { score: best, moves: kept })
}

/// The moves that keep the result, and the result itself, or `None` if the oracle does not know it
/// for the position after each of them.
pub(crate) fn keep_result<P: Evaluate>(
    position: &P,
    moves: &[P::Move],
    oracle: &dyn Oracle,
) -> Option<(Wdl, Vec<P::Move>)> {
    let mut results = Vec::with_capacity(moves.len());
    for mv in moves {
        let next = position.after_unchecked(*mv);
        let result = match next.outcome() {
            Some(outcome) => Value::of_outcome(outcome, next.side()).into(),
            None => next.probe_result(oracle)?,
        };
        results.push((result.flipped(), *mv));
    }
    let best = results.iter().map(|(result, _)| *result).max()?;
    let kept = results.into_iter().filter(|(result, _)| *result == best);
    Some((best, kept.map(|(_, mv)| mv).collect()))
}

/// The moves to the best rank, or `None` if the oracle does not know it after each of them. A side
/// that presses hurries to the exit, because the payoff is only there; the other delays.
fn best_ranked<P: Evaluate>(
    position: &P,
    moves: &[P::Move],
    oracle: &dyn Oracle,
) -> Option<Vec<P::Move>> {
    let DrawRank { own, places, .. } = position.probe_rank(oracle)?;
    let mut ranked = Vec::with_capacity(moves.len());
    for mv in moves {
        let next = position.after_unchecked(*mv);
        if next.outcome().is_some() {
            // A draw by rule: half of the point, the middle of the list.
            ranked.push((places / 2, 0, *mv));
            continue;
        }
        let rank = next.probe_rank(oracle)?.flipped();
        let plies = if is_progress(&next) { 0 } else { rank.plies.unwrap_or_default() };
        ranked.push((rank.place, plies, *mv));
    }
    let best = ranked.iter().map(|(place, ..)| *place).max()?;
    ranked.retain(|(place, ..)| *place == best);
    let plies = ranked.iter().map(|(_, plies, _)| *plies);
    let wanted = match own.map(|own| best.cmp(&own)) {
        Some(Ordering::Greater) => plies.min(),
        Some(Ordering::Less) => plies.max(),
        Some(Ordering::Equal) | None => None,
    };
    ranked.retain(|(_, plies, _)| wanted.is_none_or(|wanted| *plies == wanted));
    Some(ranked.into_iter().map(|(.., mv)| mv).collect())
}

/// The moves that leave the opponent the hardest task.
fn hardest<P: Evaluate>(position: &P, moves: &[P::Move], oracle: &dyn Oracle) -> Vec<P::Move> {
    let shares: Vec<f64> =
        moves.iter().map(|mv| drawing_share(&position.after_unchecked(*mv), oracle)).collect();
    let least = shares.iter().copied().fold(1.0, f64::min);
    let hard = moves.iter().zip(&shares).filter(|(_, share)| **share <= least + SAME_TASK);
    hard.map(|(mv, _)| *mv).collect()
}

/// The share of the answers that hold the draw, from 0 to 1.
fn drawing_share<P: Evaluate>(position: &P, oracle: &dyn Oracle) -> f64 {
    let moves = position.legal_moves();
    let draws =
        |mv: &&P::Move| value_after(&position.after_unchecked(**mv), oracle) == Some(Score::DRAW);
    let drawing = moves.iter().filter(draws).count();
    if moves.is_empty() { 1.0 } else { drawing as f64 / moves.len() as f64 }
}

/// The value of a position for the side that has just moved; the move itself counts as a ply.
fn value_after<P: Evaluate>(next: &P, oracle: &dyn Oracle) -> Option<Score> {
    let exact = match next.outcome() {
        Some(outcome) => Value::of_outcome(outcome, next.side()),
        None => next.probe(oracle)?,
    };
    Some(exact.before_move().into())
}
