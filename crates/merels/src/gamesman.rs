//! `six` as GAMESMAN numbers it: tiers, positions and moves. docs/formats.md explains the numbers.
//!
//! Its slots are the points of the board counted from the top row down, left to right.

use anyhow::{Context, Result, bail};
use merels_rules::morris::{MorrisPosition, Move, Point, Points, Setup, Variant, gamesman};
use merels_rules::{AnyMove, AnyPosition, Position, Side};
use merels_tables::Subsets;

const SLOTS: usize = 16;

/// A tier's number stands before this many digits of the position's number within it.
const POSITIONS_IN_TIER: u64 = 10_000_000;

fn slot_of(position: &MorrisPosition, point: Point) -> usize {
    gamesman::slot(position.board(), point)
}

fn point_of(slot: usize) -> Option<Point> {
    gamesman::order(Variant::SIX.board()).get(slot).copied()
}

/// The tier of a position: the men left to place, White's and Black's men on the board, as
/// decimal digits.
pub(crate) fn tier(position: &MorrisPosition) -> usize {
    let in_hand = position.hand(Side::White) + position.hand(Side::Black);
    100 * in_hand + 10 * position.men(Side::White).len() + position.men(Side::Black).len()
}

/// A position as one number. `None` where the sides cannot have placed in turn, White first.
pub(crate) fn position_number(position: &MorrisPosition) -> Option<u64> {
    let hands = Side::ALL.map(|side| position.hand(side));
    let in_turn = match position.side() {
        Side::White => hands[0] == hands[1],
        Side::Black => hands[0] + 1 == hands[1] || hands == [0, 0],
    };
    if !in_turn {
        return None;
    }
    let slots = |side| set_of(position.men(side).into_iter().map(|point| slot_of(position, point)));
    let (white, black) = (slots(Side::White), slots(Side::Black));
    let free = (0..SLOTS).filter(|slot| white >> slot & 1 == 0);
    let black_among_free = set_of(
        free.enumerate().filter_map(|(place, slot)| (black >> slot & 1 == 1).then_some(place)),
    );
    let (of_white, of_black) =
        sets(position.men(Side::White).len(), position.men(Side::Black).len());
    let rank = u64::from(of_white.rank(white)) * of_black.len() as u64
        + u64::from(of_black.rank(black_among_free));
    let turn = if hands == [0, 0] && position.side() == Side::Black {
        (of_white.len() * of_black.len()) as u64
    } else {
        0
    };
    Some(tier(position) as u64 * POSITIONS_IN_TIER + rank + turn)
}

pub(crate) fn numbered_position(number: u64) -> Result<MorrisPosition> {
    let no_tier = || format!("there is no tier {}", number / POSITIONS_IN_TIER);
    let (tier, mut rest) = (number / POSITIONS_IN_TIER, number % POSITIONS_IN_TIER);
    let (left, men) = (tier / 100, [(tier / 10 % 10) as usize, (tier % 10) as usize]);
    let most = usize::from(Variant::SIX.rules().men);
    if left > 2 * most as u64 || men.iter().any(|men| *men > most) {
        bail!(no_tier());
    }
    let hand = [(left / 2) as u8, left.div_ceil(2) as u8];
    let (of_white, of_black) = sets(men[0], men[1]);
    let boards = (of_white.len() * of_black.len()) as u64;
    let mut side = if left % 2 == 1 { Side::Black } else { Side::White };
    if left == 0 && rest >= boards {
        side = Side::Black;
        rest -= boards;
    }
    let ranks = (rest / of_black.len() as u64, rest % of_black.len() as u64);
    let too_large = || format!("tier {tier} has no position {}", number % POSITIONS_IN_TIER);
    let white = of_white.unrank(u32::try_from(ranks.0)?).with_context(too_large)?;
    let black = of_black.unrank(ranks.1 as u32).with_context(too_large)?;
    let free: Vec<usize> = (0..SLOTS).filter(|slot| white >> slot & 1 == 0).collect();
    let white = points((0..SLOTS).filter(|slot| white >> slot & 1 == 1));
    let black = points(
        free.iter()
            .enumerate()
            .filter_map(|(place, slot)| (black >> place & 1 == 1).then_some(*slot)),
    );
    let setup = Setup { variant: Variant::SIX, men: [white, black], hand, side, quiet: 0 };
    setup.position().with_context(no_tier)
}

/// All sets of so many White men among the slots, and of so many Black men among the rest.
fn sets(white: usize, black: usize) -> (Subsets, Subsets) {
    (Subsets::new(SLOTS, white), Subsets::new(SLOTS - white, black))
}

fn set_of(slots: impl Iterator<Item = usize>) -> u32 {
    slots.fold(0, |set, slot| set | 1 << slot)
}

fn points(slots: impl Iterator<Item = usize>) -> Points {
    slots.filter_map(point_of).collect()
}

/// A move as one number over the slots.
pub(crate) fn move_number(position: &MorrisPosition, mv: Move) -> usize {
    let slot = |point| slot_of(position, point);
    let to = slot(mv.to);
    let [first, second, third] = match (mv.from, mv.removed) {
        (None, None) => [to, to, to],
        (None, Some(removed)) => [to, slot(removed), to],
        (Some(from), None) => [slot(from), to, slot(from)],
        (Some(from), Some(removed)) => [slot(from), to, slot(removed)],
    };
    (first * SLOTS + second) * SLOTS + third
}

/// The move of a number, legal or not: whether men are placed or moved decides how it is read.
fn numbered_move(position: &MorrisPosition, number: usize) -> Option<Move> {
    let [first, second, third] = [number / SLOTS / SLOTS, number / SLOTS % SLOTS, number % SLOTS];
    let (one, two) = (point_of(first)?, point_of(second)?);
    if position.may_place(position.side()) {
        let placed = Move::place(one);
        return (third == first).then(|| if second == first { placed } else { placed.taking(two) });
    }
    let moved = Move::step(one, two);
    Some(if third == first { moved } else { moved.taking(point_of(third)?) })
}

/// A move that was typed as its number, in `six` alone: `273`, or `#273`. The numbers of the points
/// mean points, so a move with such a number is typed with the `#`. `None` if it is something else; a
/// number of no move is an error.
pub(crate) fn typed_move(position: &AnyPosition, typed: &str) -> Option<Result<AnyMove, usize>> {
    let AnyPosition::Morris(position) = position else { return None };
    let (digits, marked) = match typed.strip_prefix('#') {
        Some(digits) => (digits, true),
        None => (typed, false),
    };
    if position.variant() != Variant::SIX || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let number: usize = digits.parse().ok()?;
    if number < SLOTS && !marked {
        return None;
    }
    Some(numbered_move(position, number).map(AnyMove::Morris).ok_or(number))
}

#[cfg(test)]
mod tests {
    use merels_rules::morris::parse_position;

    use super::*;

    fn six(text: &str) -> MorrisPosition {
        parse_position(Variant::SIX, text).expect(text)
    }

    #[test]
    fn gamesman_move_numbers_are_read_as_they_are_written() {
        for (text, mv, slots) in [
            ("xxxxxxxxxxxxxxxx w 6 6", "b4", [3, 3, 3]),
            ("WWxBBxxxxxxxxxxx w 4 4", "e1xb2", [15, 10, 15]),
            ("WWxBBxxxxWxxxBxx w 0 0", "e3-e1xb2", [9, 15, 10]),
            ("WWxBBxxxxWxxWBxx w 0 0", "e3-e5", [9, 2, 9]),
        ] {
            let position = six(text);
            let mv = position.parse_move(mv).expect("a move");
            assert!(position.is_legal(mv), "{text}");
            let number = move_number(&position, mv);
            assert_eq!(number, (slots[0] * 16 + slots[1]) * 16 + slots[2]);
            assert_eq!(numbered_move(&position, number), Some(mv));
        }
    }

    #[test]
    fn tiers_count_men_left_and_on_the_board() {
        assert_eq!(tier(&six("WWxBxxxxxxxxxxxx b 4 5")), 921);
    }

    #[test]
    fn positions_have_one_number_both_ways() {
        // a5 is slot 0, a1 13, c1 14, b2 10.
        assert_eq!(position_number(&six("xxxxxxxxxxxxxxxx w 6 6")), Some(12_000_000_000));
        assert_eq!(position_number(&six("xxxxxxxxxxxxxWxx b 5 6")), Some(11_100_000_000));
        assert_eq!(position_number(&six("Wxxxxxxxxxxxxxxx b 5 6")), Some(11_100_000_013));
        let two = 14 * 13 / 2 + 13; // The rank of {13, 14}: all pairs below 14, then 13.
        assert_eq!(
            position_number(&six("WWxBxxxxxxxxxxxx b 4 5")),
            Some(9_210_000_000 + two * 14 + 10)
        );
        assert_eq!(position_number(&six("WWxBxxxxxxxxxxxx w 4 5")), None);
        assert_eq!(position_number(&six("WxxBxxxxxxxxxxxx b 5 5")), None);
    }

    #[test]
    fn numbers_of_played_positions_lead_back() {
        let mut random = merels_rules::SplitMix::new(18);
        for _ in 0..50 {
            let mut position = MorrisPosition::start(Variant::SIX);
            while let Some(mv) = position.random_move(&mut random) {
                position.play_unchecked(mv);
                let number = position_number(&position).expect("placed in turn");
                let back = numbered_position(number).expect("a position");
                assert_eq!(back, Setup { quiet: 0, ..position.setup() }.position().unwrap());
                assert_eq!(position_number(&back), Some(number));
            }
        }
    }

    #[test]
    fn numbers_of_no_position_are_refused() {
        for (number, reason) in [
            (70_000_000_000, "there is no tier 7000"),
            (12_660_000_000, "there is no tier 1266"),
            (12_000_000_001, "tier 1200 has no position 1"),
            (669_999_999, "tier 66 has no position 9999999"),
            (u64::MAX, "there is no tier 1844674407370"),
        ] {
            let error = numbered_position(number).expect_err(reason);
            assert_eq!(error.to_string(), reason);
        }
    }
}
