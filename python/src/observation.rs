//! A position as numbers from 0 to 1, seen by one side.

use merels_rules::{AnyPosition, QUIET_LIMIT, Side};

/// One's own men by spot, the enemy's by spot; then in the morris games one's own and the enemy's
/// men in hand and captured as shares of all, in all games but Nimble the quiet plies as a share of
/// those that draw, and last whether one is to move. Nimble has the pawns on each square as shares
/// of all pawns in place of the men.
pub(crate) fn observe(position: &AnyPosition, side: Side) -> Vec<f32> {
    let mut seen = Vec::new();
    let share = |part: usize, whole: usize| part as f32 / whole.max(1) as f32;
    match position {
        AnyPosition::Morris(board) => {
            men(position, side, &mut seen);
            let all = board.men(side).len() + board.hand(side) + board.captured(side);
            for who in [side, !side] {
                seen.extend([share(board.hand(who), all), share(board.captured(who), all)]);
            }
            seen.push(share(board.quiet().into(), QUIET_LIMIT.into()).min(1.0));
        }
        AnyPosition::MingMang(board) => {
            men(position, side, &mut seen);
            seen.push(share(board.quiet().into(), QUIET_LIMIT.into()).min(1.0));
        }
        AnyPosition::Nimble(strip) => {
            let all: usize = strip.pawns().iter().map(|pawns| usize::from(*pawns)).sum();
            seen.extend(strip.pawns().iter().map(|pawns| share((*pawns).into(), all)));
        }
    }
    let to_move = merels_rules::Position::side(position) == side;
    seen.push(if to_move { 1.0 } else { 0.0 });
    seen
}

fn men(position: &AnyPosition, side: Side, seen: &mut Vec<f32>) {
    for who in [side, !side] {
        let spots = (0..position.spot_count() as u16).map(merels_rules::Spot);
        let stands = |spot| if position.owner_at(spot) == Some(who) { 1.0 } else { 0.0 };
        seen.extend(spots.map(stands));
    }
}
