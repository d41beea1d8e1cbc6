use core::fmt;

use crate::{Outcome, Side, Wdl};

/// The exact value of a position for its side to move, with the plies to the end of the game when
/// the winner plays for the quickest end and the loser for the slowest, or with
/// [`Value::UNKNOWN_PLIES`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins in this many plies; 0 if it has won already.
    Win(u16),
    /// Nobody can force a win; endless play counts as a draw.
    Draw,
    /// The side to move loses in this many plies; 0 if it has lost already.
    Loss(u16),
}

impl Value {
    /// The plies of a win or a loss whose distance is not known: more than any that is.
    pub const UNKNOWN_PLIES: u16 = u16::MAX;

    /// The value of a finished game for `side`.
    pub fn of_outcome(outcome: Outcome, side: Side) -> Value {
        match outcome.winner() {
            None => Value::Draw,
            Some(winner) if winner == side => Value::Win(0),
            Some(_) => Value::Loss(0),
        }
    }

    /// The plies to the end, or `None` for a draw and where they are not known.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Value::Win(Value::UNKNOWN_PLIES) | Value::Loss(Value::UNKNOWN_PLIES) => None,
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        }
    }

    /// Returns `true` if the end may be further away than the plies say. The perfect tables keep a value in a
    /// byte: their longest win (251 plies, in misère games 250) and loss (250, in misère 249) stand
    /// for all longer ones too.
    pub const fn is_at_least(self) -> bool {
        match (self, self.plies()) {
            (Value::Win(_), Some(plies)) => plies >= 250,
            (Value::Loss(_), Some(plies)) => plies >= 249,
            _ => false,
        }
    }

    /// Returns `true` if `exact` can be the same value, known with its distance.
    pub fn covers(self, exact: Value) -> bool {
        self == exact || self == Value::from(Wdl::from(exact))
    }

    /// `win`, `draw` or `loss`.
    pub fn word(self) -> &'static str {
        Wdl::from(self).word()
    }

    /// The value of a move that leads to this value, for the side that makes the move: the
    /// opponent's value negated, one ply further from the end.
    #[must_use]
    pub const fn before_move(self) -> Value {
        match self {
            Value::Win(plies) => Value::Loss(plies.saturating_add(1)),
            Value::Draw => Value::Draw,
            Value::Loss(plies) => Value::Win(plies.saturating_add(1)),
        }
    }

    /// A number that grows with the preference of the side to move: quick wins, slow wins, draws,
    /// slow losses, quick losses.
    pub const fn preference(self) -> i32 {
        match self {
            Value::Win(plies) => i32::MAX - plies as i32,
            Value::Draw => 0,
            Value::Loss(plies) => i32::MIN + plies as i32,
        }
    }
}

impl From<Value> for Wdl {
    fn from(value: Value) -> Wdl {
        match value {
            Value::Win(_) => Wdl::Win,
            Value::Draw => Wdl::Draw,
            Value::Loss(_) => Wdl::Loss,
        }
    }
}

/// A value without its distance.
impl From<Wdl> for Value {
    fn from(result: Wdl) -> Value {
        match result {
            Wdl::Win => Value::Win(Value::UNKNOWN_PLIES),
            Wdl::Draw => Value::Draw,
            Wdl::Loss => Value::Loss(Value::UNKNOWN_PLIES),
        }
    }
}

/// Writes, for example, `win in 37`, or `win in at least 251`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies() {
            Some(plies) if self.is_at_least() => write!(f, "{} in at least {plies}", self.word()),
            Some(plies) => write!(f, "{} in {plies}", self.word()),
            None => f.write_str(self.word()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_wins_and_slow_losses_are_preferred() {
        use Value::{Draw, Loss, Win};
        let worst_first = [Loss(0), Loss(2), Loss(9), Draw, Win(9), Win(3), Win(0)];
        assert!(worst_first.is_sorted_by_key(|value| value.preference()));
    }

    #[test]
    fn a_win_whose_distance_is_not_known_is_the_slowest() {
        let win = Value::from(Wdl::Win);
        assert_eq!((win.plies(), win.is_at_least()), (None, false));
        assert!(win.preference() < Value::Win(251).preference());
        assert!(win.preference() > Value::Draw.preference());
        assert_eq!(win.before_move(), Value::from(Wdl::Loss));
        assert!(win.before_move().preference() > Value::Loss(250).preference());
        assert!(win.covers(Value::Win(3)) && win.covers(win) && !win.covers(Value::Loss(2)));
        assert!(!Value::Win(3).covers(Value::Win(5)) && !Value::Win(3).covers(win));
    }
}
