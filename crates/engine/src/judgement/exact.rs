//! Judgements of an oracle: values with distances, and ranks of draws.

use std::cmp::Reverse;

use merels_rules::morris::{MorrisPosition, Move};
use merels_rules::{AnyMove, DrawRank, Position, Value};

use super::verdict::Verdict;
use super::{JudgedMove, Judgement, Source, after, wants_answers, with_answers};
use crate::Oracle;

/// The judgement of an oracle, if it knows the position.
pub(super) fn judged(oracle: &dyn Oracle, position: &MorrisPosition) -> Option<Judgement> {
    let position = position.with_automatic_draws(false);
    let moves = oracle.moves(&position)?;
    let value = match (position.outcome(), moves.first()) {
        (Some(outcome), _) => Value::of_outcome(outcome, position.side()),
        (None, Some((_, best))) => *best,
        (None, None) => return None,
    };
    let judged = |(mv, value): (Move, Value)| {
        let mv = AnyMove::Morris(mv);
        let rank = || oracle.rank(&after(&position, mv)?).map(DrawRank::flipped);
        let rank = (value == Value::Draw).then(rank).flatten();
        JudgedMove { mv, verdict: Verdict::Exact(value), answers: None, rank }
    };
    let mut judgement = Judgement {
        source: Source::Tables,
        verdict: Verdict::Exact(value),
        rank: (value == Value::Draw).then(|| oracle.rank(&position)).flatten(),
        moves: moves.into_iter().map(judged).collect(),
    };
    judgement.moves.sort_by_key(|judged| {
        Reverse((judged.verdict.preference(), judged.rank.map(|rank| rank.place)))
    });
    oracle.prefetch(&positions_after_answers(&judgement, &position));
    Some(with_answers(judgement, &position, |next| oracle.result(next)))
}

/// The positions that [`with_answers`] will ask about.
fn positions_after_answers(
    judgement: &Judgement,
    position: &MorrisPosition,
) -> Vec<MorrisPosition> {
    let moves = judgement.moves.iter().filter(|judged| wants_answers(judgement, judged));
    let next = moves.filter_map(|judged| after(position, judged.mv));
    next.filter(|next| next.outcome().is_none())
        .flat_map(|next| {
            let answers = next.legal_moves().into_iter();
            answers.filter_map(move |mv| after(&next, AnyMove::Morris(mv)))
        })
        .collect()
}
