use merels_rules::morris::Variant;
use merels_rules::{Value, Wdl};

/// A value as one byte, the content of a table cell.
///
/// A greater byte is better for the side to move: 0 to 125 are losses in 0, 2, … 250 plies, 127 is
/// a draw, 129 to 254 are wins in 251, 249, … 1 plies, and 255 is a game already won (in `three`,
/// where a side to move may have a finished line). The best move is therefore the one whose child
/// has the least byte.
///
/// The last loss and the last win also cover all longer ones. 126 and 128 mark them while a sector
/// is being solved, and do not occur in a finished table.
///
/// Misère reverses the parity: there a side that is reduced or blocked has won, and a game ends
/// with a move of the loser. The same bytes then mean one ply less: 254 is a game already won, 1 a
/// loss in one ply. The relation between a byte and those one move later is the same, and so is the
/// work of a solver.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub u8);

impl Code {
    /// A draw; while a sector is being solved, also an unknown value.
    pub const DRAW: Code = Code(127);
    /// Marks losses past [`Code::LAST_LEVEL`] while a sector is being solved.
    pub const LATE_LOSS: Code = Code(126);
    /// Marks wins past [`Code::LAST_LEVEL`] while a sector is being solved.
    pub const LATE_WIN: Code = Code(128);
    /// The last level with its own code.
    pub const LAST_LEVEL: u16 = 251;

    /// The code of a forced end at a level of the retrograde analysis: a loss for an even level, a
    /// win for an odd one. The level is the number of plies, except in misère. At most
    /// [`Code::LAST_LEVEL`].
    #[inline]
    pub const fn at_level(level: u16) -> Code {
        assert!(level <= Code::LAST_LEVEL, "no code for that level");
        let half = (level / 2) as u8;
        Code(if level.is_multiple_of(2) { half } else { 254 - half })
    }

    /// The level of the retrograde analysis at which a position with this code is found; `None` for
    /// a draw.
    #[inline]
    pub const fn level(self) -> Option<u16> {
        match self.0 {
            127 => None,
            255 => Some(0),
            code @ 0..=126 => Some(2 * code as u16),
            code => Some(2 * (254 - code) as u16 + 1),
        }
    }

    /// The result that the code stands for.
    #[inline]
    pub const fn result(self) -> Wdl {
        match self.0 {
            0..=126 => Wdl::Loss,
            127 => Wdl::Draw,
            128..=255 => Wdl::Win,
        }
    }

    /// The final code of a marked code, when its sector is finished.
    #[must_use]
    pub const fn settled(self) -> Code {
        match self {
            Code::LATE_LOSS => Code::at_level(Code::LAST_LEVEL - 1),
            Code::LATE_WIN => Code::at_level(Code::LAST_LEVEL),
            code => code,
        }
    }

    /// The code of a position whose best child has this code. Children are never already won (255)
    /// or marked.
    #[inline]
    #[must_use]
    pub const fn before_move(self) -> Code {
        Code(if self.0 <= Code::DRAW.0 { 254 - self.0 } else { 255 - self.0 }).settled()
    }
}

/// The meaning of the codes of one variant.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Coding {
    misere: bool,
}

impl Coding {
    /// The meaning of codes in a variant's tables.
    pub fn of(variant: Variant) -> Coding {
        Coding { misere: variant.rules().misere }
    }

    /// The code of a side to move that has lost by the usual rule, which in misère is a win.
    pub const fn lost_by_rule(self) -> Code {
        Code(if self.misere { 254 } else { 0 })
    }

    /// The code of a side to move that has already won by the usual rule.
    pub const fn won_by_rule(self) -> Code {
        Code(if self.misere { 0 } else { 255 })
    }

    /// The level of games that are over.
    pub const fn first_level(self) -> u16 {
        self.misere as u16
    }

    /// The value that a code stands for.
    #[inline]
    pub const fn value(self, code: Code) -> Value {
        let Some(level) = code.level() else { return Value::Draw };
        let plies = level.saturating_sub(self.first_level());
        if code.0 > Code::DRAW.0 { Value::Win(plies) } else { Value::Loss(plies) }
    }

    /// The value of a move that leads to `value`, for the side that makes it, within the range of a
    /// table.
    #[must_use]
    pub const fn before_move(self, value: Value) -> Value {
        match value.before_move() {
            Value::Win(_) if value.before_move().is_at_least() => {
                Value::Win(Code::LAST_LEVEL - self.first_level())
            }
            Value::Loss(_) if value.before_move().is_at_least() => {
                Value::Loss(Code::LAST_LEVEL - 1 - self.first_level())
            }
            before => before,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: Coding = Coding { misere: false };
    const MISERE: Coding = Coding { misere: true };

    #[test]
    fn codes_and_values_correspond() {
        for plies in 0..=Code::LAST_LEVEL {
            let wanted = if plies % 2 == 0 { Value::Loss(plies) } else { Value::Win(plies) };
            assert_eq!(USUAL.value(Code::at_level(plies)), wanted);
        }
        for plies in 0..Code::LAST_LEVEL {
            let wanted = if plies % 2 == 0 { Value::Win(plies) } else { Value::Loss(plies) };
            assert_eq!(MISERE.value(Code::at_level(plies + 1)), wanted);
        }
        for coding in [USUAL, MISERE] {
            assert_eq!(coding.value(Code::DRAW), Value::Draw);
        }
        assert_eq!(USUAL.value(USUAL.won_by_rule()), Value::Win(0));
        assert_eq!(USUAL.value(USUAL.lost_by_rule()), Value::Loss(0));
        assert_eq!(MISERE.value(MISERE.won_by_rule()), Value::Loss(0));
        assert_eq!(MISERE.value(MISERE.lost_by_rule()), Value::Win(0));
    }

    #[test]
    fn a_greater_code_is_preferred() {
        for coding in [USUAL, MISERE] {
            let preferences: Vec<i32> =
                (0..=255).map(|code| coding.value(Code(code).settled()).preference()).collect();
            let last = if coding == USUAL { 256 } else { 255 };
            assert!(preferences[..last].is_sorted());
        }
    }

    #[test]
    fn before_move_agrees_with_values() {
        for coding in [USUAL, MISERE] {
            for code in (coding.first_level() as u8..=254).map(|code| Code(code).settled()) {
                let before = coding.value(code.before_move());
                assert_eq!(before, coding.before_move(coding.value(code)), "{code:?}");
            }
        }
    }

    #[test]
    fn the_longest_games_saturate() {
        let longest = Code::at_level(Code::LAST_LEVEL);
        assert_eq!(longest.before_move(), Code::at_level(Code::LAST_LEVEL - 1));
        assert_eq!(longest.before_move().before_move(), longest);
        assert_eq!(USUAL.value(longest), Value::Win(251));
        assert_eq!(MISERE.value(longest), Value::Win(250));
        for coding in [USUAL, MISERE] {
            assert!(coding.value(longest).is_at_least());
            assert!(coding.value(longest.before_move()).is_at_least());
            for level in coding.first_level()..Code::LAST_LEVEL - 1 {
                assert!(!coding.value(Code::at_level(level)).is_at_least(), "{level}");
            }
        }
    }
}
