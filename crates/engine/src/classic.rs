//! The classic player: one move ahead, by men and room to move.

use merels_rules::{AnyMove, AnyPosition, Outcome, Position, Side};

use crate::reference::captures;
use crate::score::Score;

const MAN: i32 = 1_000;
const DECIDED: i32 = 10_000;

/// What the classic player chose.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ClassicChoice {
    /// The move.
    pub mv: AnyMove,
    /// The value of the position after it, for the side that made it.
    pub value: i32,
    /// How many positions were evaluated.
    pub evaluated: u64,
}

/// The value of a position for `side`: a thousand for every man more than the enemy has on the
/// board; once all men are placed also 10000 either way for a decided game, and one less for every
/// move the enemy has.
pub fn classic_value(position: &AnyPosition, side: Side) -> i32 {
    let material = MAN * (men(position, side) - men(position, !side));
    if is_placing(position) {
        return material;
    }
    match position.outcome() {
        Some(Outcome::Win { winner, .. }) if winner == side => DECIDED,
        Some(Outcome::Win { .. }) => -DECIDED,
        _ => material - moves_of(position, !side) as i32,
    }
}

/// The move whose position has the highest value, moves that capture ranking before all others,
/// the first in canonical order among equals. `moves` are the legal ones; `None` without any.
pub fn classic_choice(position: &AnyPosition, moves: &[AnyMove]) -> Option<ClassicChoice> {
    let side = position.side();
    let mut best: Option<((bool, i32), AnyMove)> = None;
    for mv in moves {
        let mut next = position.clone();
        next.play_unchecked(*mv);
        let merit = (captures(position, &next, *mv), classic_value(&next, side));
        if best.is_none_or(|(most, _)| merit > most) {
            best = Some((merit, *mv));
        }
    }
    let evaluated = moves.len() as u64;
    best.map(|((_, value), mv)| ClassicChoice { mv, value, evaluated })
}

impl ClassicChoice {
    /// The value in hundredths of a man.
    pub(crate) fn score(&self) -> Score {
        Score::new(self.value * 100 / MAN)
    }
}

fn men(position: &AnyPosition, side: Side) -> i32 {
    match position {
        AnyPosition::Morris(position) => position.men(side).len() as i32,
        AnyPosition::MingMang(position) => position.pawns(side).len() as i32,
        AnyPosition::Nimble(_) => 0,
    }
}

fn is_placing(position: &AnyPosition) -> bool {
    match position {
        AnyPosition::Morris(position) => Side::ALL.into_iter().any(|side| position.hand(side) > 0),
        _ => false,
    }
}

/// How many moves a side has, or would have if it were its turn.
fn moves_of(position: &AnyPosition, side: Side) -> usize {
    match position {
        AnyPosition::Morris(position) if position.side() != side => {
            let mut setup = position.setup();
            setup.side = side;
            setup.position().map_or(0, |position| position.count_moves())
        }
        _ => position.count_moves(),
    }
}

#[cfg(test)]
mod tests {
    use merels_rules::GameId;

    use super::*;

    fn value(text: &str, side: Side) -> i32 {
        classic_value(&GameId::NINE.parse_position(text).unwrap(), side)
    }

    #[test]
    fn the_formula_is_the_specified_one() {
        assert_eq!(value("WWxBxxxxxxxxxxxxxxxxxxxx b 7 8", Side::White), 1_000);
        assert_eq!(value("WWxBxxxxxxxxxxxxxxxxxxxx b 7 8", Side::Black), -1_000);
        // Black's men on b2, d2, f2, c3: ten steps in all.
        let text = "WWWBBBBxxxxxxxxxxxxxxxxx b 0 0";
        let position = GameId::NINE.parse_position(text).unwrap();
        assert_eq!(value(text, Side::White), -1_000 - position.count_moves() as i32);
        assert_eq!(value("WWWBBxxxxxxxxxxxxxxxxxxx b 0 0", Side::White), 10_000);
        assert_eq!(value("WWWBBxxxxxxxxxxxxxxxxxxx b 0 0", Side::Black), -10_000);
    }

    #[test]
    fn a_mill_comes_before_everything() {
        let position = GameId::NINE.parse_position("WWxBBxxxxxxxxxxxxxxxxxxx w 7 7").unwrap();
        let choice = classic_choice(&position, &position.legal_moves()).unwrap();
        assert_eq!(position.move_text(choice.mv), "g1xb2");
        assert_eq!((choice.value, choice.evaluated), (2_000, 21));
    }
}
