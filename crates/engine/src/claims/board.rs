//! Claims that follow from the rules alone.

use merels_rules::mingmang::MingMangPosition;
use merels_rules::{AnyMove, AnyPosition, Happening, Position, Spot, happenings};

use super::Claim;
use super::morris::Turn;
use crate::nimble::nim_sum;

/// The claims about a legal move that need no values; none about a move that is not legal.
pub fn board_claims(before: &AnyPosition, mv: AnyMove) -> Vec<Claim> {
    let Ok(after) = before.play(mv) else { return Vec::new() };
    let side = before.side();
    match (before, mv, &after) {
        (AnyPosition::Morris(before), AnyMove::Morris(mv), AnyPosition::Morris(after)) => {
            Turn { before, mv, after }.claims()
        }
        (AnyPosition::MingMang(_), _, AnyPosition::MingMang(next)) => {
            let pawns = turned(before, mv, &after);
            let surrounds = (!pawns.is_empty()).then_some(Claim::Surrounds { side, pawns });
            surrounds.into_iter().chain(is_surrounded(&after, next)).collect()
        }
        (AnyPosition::Nimble(before), _, AnyPosition::Nimble(after)) => {
            vec![Claim::NimSum { side, before: nim_sum(before), after: nim_sum(after) }]
        }
        _ => Vec::new(),
    }
}

/// The pawns that a turn wins.
pub(super) fn turned(before: &AnyPosition, mv: AnyMove, after: &AnyPosition) -> Vec<Spot> {
    let captured = |happening| match happening {
        Happening::Captured { at, .. } => Some(at),
        _ => None,
    };
    let turn = happenings(before, mv, after, None).into_iter();
    turn.filter_map(captured).flatten().collect()
}

/// The reply that turns the most pawns.
fn is_surrounded(position: &AnyPosition, pawns: &MingMangPosition) -> Option<Claim> {
    if pawns.no_repeat() {
        return None;
    }
    let lost = |by| (turned(position, by, &position.after_unchecked(by)), by);
    let replies = position.legal_moves().into_iter().map(lost);
    let (pawns, by) = replies.max_by_key(|(pawns, _)| pawns.len())?;
    (!pawns.is_empty()).then_some(Claim::IsSurrounded { side: !position.side(), pawns, by })
}
