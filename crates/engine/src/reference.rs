//! The reference players: simple rules of thumb with random choices, which measure the low levels.

use std::cmp::Reverse;

use merels_rules::morris::{MorrisPosition, Points};
use merels_rules::{AnyMove, AnyPosition, Position, Side, SplitMix};

use crate::level::Level;

/// The move of a reference player; `None` if there is none, or for another level.
pub(crate) fn reference_move(
    level: Level,
    position: &AnyPosition,
    moves: &[AnyMove],
    random: &mut SplitMix,
) -> Option<AnyMove> {
    match level {
        Level::Random => one_of_the_best(moves, random, |_| ()),
        Level::Hasty => {
            let level = if random.below(4) == 0 { Level::Random } else { Level::Beginner };
            reference_move(level, position, moves, random)
        }
        Level::Beginner => one_of_the_best(moves, random, |mv| {
            let sight = Sight::of(position, mv);
            (sight.closes, sight.closes || sight.stops, sight.pairs_unless_closing())
        }),
        Level::Careful => one_of_the_best(moves, random, |mv| {
            let sight = Sight::of(position, mv);
            (Reverse(sight.threats), sight.closes, sight.pairs_unless_closing())
        }),
        _ => None,
    }
}

/// A random one of the moves that rank highest.
fn one_of_the_best<R: Ord>(
    moves: &[AnyMove],
    random: &mut SplitMix,
    rank: impl Fn(AnyMove) -> R,
) -> Option<AnyMove> {
    let ranks: Vec<R> = moves.iter().map(|mv| rank(*mv)).collect();
    let highest = ranks.iter().max()?;
    let best: Vec<AnyMove> =
        moves.iter().zip(&ranks).filter(|(_, rank)| *rank == highest).map(|(mv, _)| *mv).collect();
    Some(best[random.below(best.len())])
}

/// A reference player's view of a move.
struct Sight {
    /// It closes a mill; in Ming Mang, it captures.
    closes: bool,
    /// The number of mills the enemy can close after it.
    threats: usize,
    /// `true` if that is fewer than after a pass.
    stops: bool,
    /// Own pairs after it.
    pairs: usize,
}

impl Sight {
    fn of(position: &AnyPosition, mv: AnyMove) -> Sight {
        let us = position.side();
        let next = position.after_unchecked(mv);
        let threats = threats(&next, !us);
        Sight {
            closes: captures(position, &next, mv),
            threats,
            stops: threats < self::threats(position, !us),
            pairs: pairs(&next, us),
        }
    }

    /// The number of pairs, or 0 for moves that close a mill: among those only chance decides.
    fn pairs_unless_closing(&self) -> usize {
        if self.closes { 0 } else { self.pairs }
    }
}

/// Returns `true` if a move closes a mill, or turns pawns over.
pub(crate) fn captures(before: &AnyPosition, after: &AnyPosition, mv: AnyMove) -> bool {
    let side = before.side();
    match (before, after, mv) {
        (AnyPosition::Morris(before), _, AnyMove::Morris(mv)) => {
            before.closes_mill(side, mv.from, mv.to)
        }
        (AnyPosition::MingMang(before), AnyPosition::MingMang(after), _) => {
            after.pawns(side).len() > before.pawns(side).len()
        }
        _ => false,
    }
}

/// The number of mills a side could close if it were its turn; in Ming Mang, the number of moves
/// with which it could capture.
fn threats(position: &AnyPosition, side: Side) -> usize {
    match position {
        AnyPosition::Morris(position) => {
            position.board().lines().iter().filter(|line| can_close(position, side, **line)).count()
        }
        AnyPosition::MingMang(_) => {
            let turned = position.clone().with_side(side);
            let is_capture = |mv: &&AnyMove| {
                let next = turned.after_unchecked(**mv);
                captures(&turned, &next, **mv)
            };
            turned.legal_moves().iter().filter(is_capture).count()
        }
        AnyPosition::Nimble(_) => 0,
    }
}

/// Returns `true` if a side can complete this line with one man from the hand or from elsewhere.
fn can_close(position: &MorrisPosition, side: Side, line: Points) -> bool {
    if !is_pair(position, side, line) {
        return false;
    }
    let gap = line & position.empty();
    let can_fill = |man| position.destinations(man).meets(gap);
    position.may_place(side) || (position.men(side) - line).into_iter().any(can_fill)
}

/// The number of lines with two men of a side and an empty point.
fn pairs(position: &AnyPosition, side: Side) -> usize {
    match position {
        AnyPosition::Morris(position) => {
            position.board().lines().iter().filter(|line| is_pair(position, side, **line)).count()
        }
        _ => 0,
    }
}

fn is_pair(position: &MorrisPosition, side: Side, line: Points) -> bool {
    (line & position.men(side)).len() == 2 && line.meets(position.empty())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use merels_rules::GameId;

    use super::*;

    /// All moves that a player makes in a position over many random choices.
    fn moves_of(level: Level, text: &str) -> BTreeSet<String> {
        let position = GameId::NINE.parse_position(text).unwrap();
        let moves = position.legal_moves();
        let choose = |seed| reference_move(level, &position, &moves, &mut SplitMix::new(seed));
        (0..400).map(|seed| position.move_text(choose(seed).unwrap())).collect()
    }

    fn set(moves: &[&str]) -> BTreeSet<String> {
        moves.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn random_plays_anything() {
        assert_eq!(moves_of(Level::Random, "xxxxxxxxxxxxxxxxxxxxxxxx w 9 9").len(), 24);
    }

    #[test]
    fn beginner_closes_a_mill_before_all_else() {
        // White can close a1 d1 g1; Black threatens b2 d2 f2.
        let closing = moves_of(Level::Beginner, "WWxBBxxxxxxxxxxxxxxxxxxx w 7 7");
        assert_eq!(closing, set(&["g1xb2", "g1xd2"]));
    }

    #[test]
    fn beginner_stops_a_mill_then_makes_pairs() {
        // Black threatens f2; no other move stops it.
        let stopping = moves_of(Level::Beginner, "WxxBBxxxxxxxxxxxxxxxxxxx w 8 7");
        assert_eq!(stopping, set(&["f2"]));
        // There is nothing to stop: the player adds another man on a line of a1.
        let pairing = moves_of(Level::Beginner, "WxxBxxxxxxxxxxxxxxxxxxxx w 8 8");
        assert_eq!(pairing, set(&["a4", "a7", "d1", "g1"]));
    }

    #[test]
    fn careful_leaves_the_fewest_mills_to_close_even_when_taking() {
        // Black threatens f2 and, with a man on d3 and d1 on one line, nothing else: taking b2 or
        // d2 breaks it, taking g7 does not.
        let text = "WWxBBxxxxxxxxxxxxxxxxxxB w 7 6";
        assert_eq!(moves_of(Level::Careful, text), set(&["g1xb2", "g1xd2"]));
        assert_eq!(moves_of(Level::Beginner, text), set(&["g1xb2", "g1xd2", "g1xg7"]));
    }

    #[test]
    fn hasty_closes_most_mills_and_overlooks_some() {
        let closing = "WWxBBxxxxxxxxxxxxxxxxxxx w 7 7";
        let of_both = moves_of(Level::Hasty, closing);
        assert!(of_both.is_superset(&moves_of(Level::Beginner, closing)));
        assert!(of_both.contains("a7"), "{of_both:?}");
    }

    #[test]
    fn a_pair_that_no_man_can_reach_is_no_threat() {
        // Both sides move: Black's man on g7 is far from f2.
        let text = "WxWBBxxxWxxxxxxxWxxxxxxB w 0 0";
        let AnyPosition::Morris(position) = GameId::NINE.parse_position(text).unwrap() else {
            panic!("a morris position");
        };
        let any = AnyPosition::Morris(position);
        assert_eq!(threats(&any, Side::Black), 1, "three men fly");
        let text = "WxWBBxxxWxxxxxxxWxxBxxxB w 0 0";
        let any = GameId::NINE.parse_position(text).unwrap();
        assert_eq!(threats(&any, Side::Black), 0);
        assert_eq!(pairs(&any, Side::Black), 1);
    }
}
