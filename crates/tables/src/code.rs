use merels_rules::Value;

/// A value as one byte: what table cells hold.
///
/// A greater byte is better for the side to move: 0 to 126 are losses in 0, 2, … 252 plies, 127
/// is a draw, 128 to 254 are wins in 253, 251, … 1 plies, and 255 is a game already won (in
/// `three`, where a side to move may stand on a finished line). A move is therefore chosen by
/// taking the least of the children's bytes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub u8);

impl Code {
    /// A draw; while a sector is being solved, also a value not yet known.
    pub const DRAW: Code = Code(127);
    /// The side to move has lost.
    pub const LOST: Code = Code(0);
    /// The side to move has won already.
    pub const WON: Code = Code(255);
    /// The greatest number of plies whose code a move before it still has a code for.
    pub const MAX_PLIES: u16 = 252;

    /// The code of a forced end in `plies`: a loss for an even number, a win for an odd one, as
    /// games end with the move of the winner.
    #[inline]
    pub const fn decided(plies: u16) -> Code {
        assert!(plies <= Code::MAX_PLIES + 1, "no code for that many plies");
        let half = (plies / 2) as u8;
        Code(if plies.is_multiple_of(2) { half } else { 254 - half })
    }

    /// The value that this code stands for.
    #[inline]
    pub const fn value(self) -> Value {
        match self.0 {
            half @ 0..=126 => Value::Loss(2 * half as u16),
            127 => Value::Draw,
            255 => Value::Win(0),
            code => Value::Win(2 * (254 - code) as u16 + 1),
        }
    }

    /// The code of a position whose best child has this code. Children are never
    /// [`Code::WON`], and at most [`Code::MAX_PLIES`] from the end.
    #[inline]
    #[must_use]
    pub const fn before_move(self) -> Code {
        Code(if self.0 <= Code::DRAW.0 { 254 - self.0 } else { 255 - self.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_values_correspond() {
        for plies in 0..=Code::MAX_PLIES + 1 {
            let wanted = if plies % 2 == 0 { Value::Loss(plies) } else { Value::Win(plies) };
            assert_eq!(Code::decided(plies).value(), wanted);
        }
        assert_eq!(Code::DRAW.value(), Value::Draw);
        assert_eq!(Code::WON.value(), Value::Win(0));
    }

    #[test]
    fn a_greater_code_is_preferred() {
        let preferences: Vec<i32> = (0..=255).map(|c| Code(c).value().preference()).collect();
        assert!(preferences.is_sorted());
    }

    #[test]
    fn before_move_agrees_with_values() {
        for code in 0..=254 {
            let value = Code(code).value();
            if value.plies().is_none_or(|plies| plies <= Code::MAX_PLIES) {
                assert_eq!(Code(code).before_move().value(), value.before_move(), "{value}");
            }
        }
    }
}
