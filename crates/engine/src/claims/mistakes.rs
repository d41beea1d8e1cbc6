//! The claims about a mistake: what it allows and what it misses.

use merels_rules::{AnyMove, AnyPosition, Game, Position};

use super::compare::Seen;
use super::{Claim, board_claims, weight};
use crate::Judgement;

/// The most equal moves of a side that are looked at.
const MOST_EQUAL: usize = 24;

/// The claims about a mistake that compare it with a best move, of which one is chosen that shows
/// the difference most plainly. `judgement` is that of the game before the move, `after` that of
/// the game after it.
pub(super) fn compared(
    game: &Game<AnyPosition>,
    mv: AnyMove,
    judgement: &Judgement,
    after: &Judgement,
) -> Vec<Claim> {
    let position = game.position();
    let next = position.after_unchecked(mv);
    let seen = Seen::after(position, mv);
    let replies = after.best();
    let claims_of =
        |reply: &AnyMove| -> (AnyMove, Vec<Claim>) { (*reply, board_claims(&next, *reply)) };
    let replies: Vec<(AnyMove, Vec<Claim>)> =
        replies.iter().take(MOST_EQUAL).map(claims_of).collect();
    let compared_with = |best: AnyMove| {
        let mut claims = allowed(position, best, &replies);
        let misses = board_claims(position, best).into_iter();
        let side = position.side();
        claims.extend(misses.filter_map(|claim| seen.lacks(&claim)).map(|claim| Claim::Misses {
            side,
            best,
            claim: Box::new(claim),
        }));
        claims
    };
    let candidates = judgement.best().into_iter().take(MOST_EQUAL).map(compared_with);
    candidates.min_by_key(|claims| plainness(claims)).unwrap_or_default()
}

/// The lower, the better the claims explain a mistake: with something it allows and something it
/// misses, each as plain as can be.
fn plainness(claims: &[Claim]) -> (usize, usize) {
    let least = |allows: bool| {
        let of_kind = claims.iter().filter(|claim| matches!(claim, Claim::Allows { .. }) == allows);
        of_kind.map(weight).min().unwrap_or(usize::from(u8::MAX))
    };
    let (allows, misses) = (least(true), least(false));
    (allows.min(misses), allows + misses)
}

/// Everything that one best reply can do and no reply to `best` can.
fn allowed(position: &AnyPosition, best: AnyMove, replies: &[(AnyMove, Vec<Claim>)]) -> Vec<Claim> {
    let kept = position.after_unchecked(best);
    if kept.outcome().is_some() {
        return Vec::new();
    }
    let answers: Vec<Seen> =
        kept.legal_moves().into_iter().map(|answer| Seen::after(&kept, answer)).collect();
    let lacking =
        |claim: &Claim| answers.iter().try_fold(claim.clone(), |left, answer| answer.lacks(&left));
    let by_reply = replies.iter().map(|(reply, claims)| {
        let allows = |claim| {
            let (side, reply, claim) = (position.side(), *reply, Box::new(claim));
            Claim::Allows { side, best, reply, claim }
        };
        claims.iter().filter_map(lacking).map(allows).collect::<Vec<_>>()
    });
    by_reply
        .min_by_key(|claims| claims.iter().map(weight).min().unwrap_or(usize::from(u8::MAX)))
        .unwrap_or_default()
}
