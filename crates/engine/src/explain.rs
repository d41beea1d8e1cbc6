//! The reasons for a good move, in a learner's terms. They are typed, so that every user interface
//! can word them in its own language.
//!
//! ```
//! use merels_engine::{Reason, explain};
//! use merels_rules::{GameId, Position};
//!
//! let position = GameId::NINE.parse_position("WWxBBxxxxxxxxxxxxxxxxxxx w 7 7")?;
//! let closing = position.parse_move("g1xb2")?;
//! assert_eq!(explain(&position, closing, None), [Reason::ClosesMill, Reason::BlocksMill]);
//! # Ok::<(), merels_rules::TextError>(())
//! ```

use merels_rules::morris::{self, MorrisPosition, Point, Points};
use merels_rules::{AnyMove, AnyPosition, Happening, Position, Side, Value, happenings};

use crate::Score;
use crate::nimble::nim_sum;

/// One reason for a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// It wins at once.
    EndsGame,
    /// It wins by force; the given ply from now is the last, counting this move as the first.
    WinsIn(u32),
    /// It wins by force in this many plies or more: perfect tables count no further.
    WinsInAtLeast(u32),
    /// It loses, but no other move holds out longer: the given ply from now is the last.
    HoldsOut(u32),
    /// It loses, but no other move holds out longer: this many plies or more.
    HoldsOutAtLeast(u32),
    /// It closes a mill, or two.
    ClosesMill,
    /// This many pawns change colour (Ming Mang).
    CapturesPawns(usize),
    /// The enemy could have closed a mill in the next turn and can no longer close that one.
    BlocksMill,
    /// One man can now close a mill with every step back and forth.
    OpensDoubleMill,
    /// Two mills or more can be closed in the next turn, and the enemy can hardly stop them all.
    ThreatensTwoMills,
    /// A mill can be closed in the next turn.
    ThreatensMill,
    /// This many enemy men can no longer move.
    ShutsIn(usize),
    /// The man occupies a point with this many neighbours, more than elsewhere.
    TakesCrossing(usize),
    /// The opponent, who must move from here, loses against best play (Nimble).
    BalancesStrip,
}

/// The reasons for a legal move, the most important first; empty if there is nothing more to say
/// than that it was chosen. `score` is the value of the move for its side, as given by a
/// [`Report`](crate::Report) or an oracle.
pub fn explain(before: &AnyPosition, mv: AnyMove, score: Option<Score>) -> Vec<Reason> {
    let Ok(after) = before.play(mv) else { return Vec::new() };
    let mut reasons = Vec::new();
    let wins_now = after.outcome().is_some_and(|end| end.winner() == Some(before.side()));
    if wins_now {
        reasons.push(Reason::EndsGame);
    } else {
        reasons.extend(score.and_then(Score::win).map(|plies| {
            match is_at_least(Value::Win, plies) {
                true => Reason::WinsInAtLeast(plies),
                false => Reason::WinsIn(plies),
            }
        }));
    }
    for happening in happenings(before, mv, &after, after.outcome()) {
        match happening {
            Happening::ClosedMill { .. } => reasons.push(Reason::ClosesMill),
            Happening::Captured { at, .. } => reasons.push(Reason::CapturesPawns(at.len())),
            _ => {}
        }
    }
    match (before, mv, &after) {
        _ if wins_now => {}
        (AnyPosition::Morris(before), AnyMove::Morris(mv), AnyPosition::Morris(after)) => {
            morris_reasons(before, mv, after, &mut reasons);
        }
        (_, _, AnyPosition::Nimble(after)) if nim_sum(after) == 0 => {
            reasons.push(Reason::BalancesStrip);
        }
        _ => {}
    }
    reasons.extend(score.and_then(Score::loss).map(|plies| {
        match is_at_least(Value::Loss, plies) {
            true => Reason::HoldsOutAtLeast(plies),
            false => Reason::HoldsOut(plies),
        }
    }));
    reasons
}

/// Returns `true` if that many plies are as far as tables count. A search does not see that far.
fn is_at_least(value: fn(u16) -> Value, plies: u32) -> bool {
    value(u16::try_from(plies).unwrap_or(u16::MAX)).is_at_least()
}

fn morris_reasons(
    before: &MorrisPosition,
    mv: morris::Move,
    after: &MorrisPosition,
    reasons: &mut Vec<Reason>,
) {
    let (us, them) = (before.side(), !before.side());
    let opens_double_mill = has_double_mill(after, us) && !has_double_mill(before, us);
    if opens_double_mill {
        reasons.push(Reason::OpensDoubleMill);
    }
    if !(mill_points(before, them) - mill_points(after, them)).is_empty() {
        reasons.push(Reason::BlocksMill);
    }
    let (open, opened) = (mill_points(after, us), mill_points(after, us) - mill_points(before, us));
    if !opened.is_empty() && !opens_double_mill {
        let two = open.len() >= 2;
        reasons.push(if two { Reason::ThreatensTwoMills } else { Reason::ThreatensMill });
    }
    let shut_in = before.movable_men(them) - after.movable_men(them) - taken(mv);
    if !shut_in.is_empty() {
        reasons.push(Reason::ShutsIn(shut_in.len()));
    }
    let ways = |point: Point| before.board().neighbours(point).len();
    let most = before.board().points().into_iter().map(ways).max();
    if reasons.is_empty() && mv.from.is_none() && Some(ways(mv.to)) == most {
        reasons.push(Reason::TakesCrossing(ways(mv.to)));
    }
}

fn taken(mv: morris::Move) -> Points {
    mv.removed.map_or(Points::EMPTY, Points::of)
}

/// The points where a side could close a mill if it were its turn.
fn mill_points(position: &MorrisPosition, side: Side) -> Points {
    let moves = position.with_side(side).legal_moves().into_iter();
    moves.filter(|mv| position.closes_mill(side, mv.from, mv.to)).map(|mv| mv.to).collect()
}

/// Returns `true` if a man of a side can step from one of its mills right into another. For a
/// flying side this means nothing.
fn has_double_mill(position: &MorrisPosition, side: Side) -> bool {
    let closes = |mv: morris::Move| {
        mv.from.is_some_and(|from| position.in_mill(from))
            && position.closes_mill(side, mv.from, mv.to)
    };
    !position.flies(side) && position.with_side(side).legal_moves().into_iter().any(closes)
}

#[cfg(test)]
mod tests {
    use merels_rules::GameId;

    use super::*;

    fn reasons(game: GameId, position: &str, mv: &str, score: Option<Score>) -> Vec<Reason> {
        let position = game.parse_position(position).unwrap();
        let mv = position.parse_move(mv).unwrap();
        assert!(position.is_legal(mv));
        explain(&position, mv, score)
    }

    fn nine(position: &str, mv: &str) -> Vec<Reason> {
        reasons(GameId::NINE, position, mv, None)
    }

    #[test]
    fn a_block_is_told_from_a_threat() {
        assert_eq!(nine("WxxBBxxxxxxxxxxxxxxxxxxx w 8 7", "f2"), [Reason::BlocksMill]);
        assert_eq!(nine("WxxBxxxxxxxxxxxxxxxxxxxx w 8 8", "d1"), [Reason::ThreatensMill]);
        assert_eq!(nine("WxWBxxxxxxxxxxxxxxxxxxxx w 7 8", "g7"), [Reason::ThreatensTwoMills]);
    }

    #[test]
    fn a_double_mill_is_seen_when_it_opens() {
        // From d2 the man steps to d1 and closes a1-d1-g1, and back again to close b2-d2-f2.
        let told = nine("WxWWxWxWxxxxxxxxxBBBxxBB w 0 0", "d3-d2xe5");
        assert_eq!(told, [Reason::ClosesMill, Reason::OpensDoubleMill, Reason::BlocksMill]);
    }

    #[test]
    fn men_that_lose_their_last_way_are_shut_in() {
        // Black's a1 could only go to d1.
        let told = nine("BxxxWxxxWWxxxWxxxxxBxxBB w 0 0", "d2-d1");
        assert_eq!(told, [Reason::ShutsIn(1)]);
    }

    #[test]
    fn wins_and_losses_are_told_with_their_distance() {
        let start = "xxxxxxxxxxxxxxxxxxxxxxxx w 9 9";
        let told = reasons(GameId::NINE, start, "d6", Some(Score::win_in(7)));
        assert_eq!(told, [Reason::WinsIn(7)]);
        let told = reasons(GameId::NINE, start, "a1", Some(Score::loss_in(4)));
        assert_eq!(told, [Reason::HoldsOut(4)]);
        let three: GameId = "three".parse().unwrap();
        assert_eq!(reasons(three, "WWxBBxxxx w 1 1", "c1", None), [Reason::EndsGame]);
        assert_eq!(nine(start, "d6"), [Reason::TakesCrossing(4)]);
    }

    #[test]
    fn pawns_and_strips_have_their_own_reasons() {
        let told = reasons(GameId::MingMang, "xoo../...x./...../...../o...o w", "d2-d1", None);
        assert_eq!(told, [Reason::CapturesPawns(2)]);
        let told = reasons(GameId::Nimble, "0,0,1,2 1", "3-1", None);
        assert_eq!(told, [Reason::BalancesStrip]);
    }
}
