use merels_rules::morris::{MorrisPosition, Move};
use merels_rules::{Position, Value};

use crate::score::Score;

/// Who wins, as the side to move sees it: the field's "WDL", a value without its distance.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Neither side can win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// The same as the other side sees it.
    #[must_use]
    pub const fn flipped(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
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

/// Knows the exact value of positions, such as perfect tables do.
pub trait Oracle: Send + Sync {
    /// The value for the side to move, or `None` if it is not known. Draws by repetition and by
    /// quiet plies do not count: endless play is a draw.
    fn value(&self, position: &MorrisPosition) -> Option<Value>;

    /// Who wins, or `None` if it is not known: for those who do not know how far the end is.
    fn result(&self, position: &MorrisPosition) -> Option<Wdl> {
        self.value(position).map(Wdl::from)
    }

    /// All legal moves with what each is worth to the side to move, the move itself counted among the
    /// plies: best first, equal ones in canonical order. `None` if one of them is not known.
    fn moves(&self, position: &MorrisPosition) -> Option<Vec<(Move, Value)>> {
        let valued = |mv| {
            let mut next = *position;
            next.play_unchecked(mv);
            let value = match next.outcome() {
                Some(outcome) => Value::of_outcome(outcome, next.side()),
                None => self.value(&next)?,
            };
            Some((mv, value.before_move()))
        };
        let mut moves: Vec<(Move, Value)> =
            position.legal_moves().into_iter().map(valued).collect::<Option<_>>()?;
        moves.sort_by_key(|(_, value)| std::cmp::Reverse(value.preference()));
        Some(moves)
    }

    /// Is told which positions will be asked about next, so that all of them can be looked up at
    /// once. Nothing depends on it but speed.
    fn prefetch(&self, _positions: &[MorrisPosition]) {}
}

impl From<Value> for Score {
    fn from(value: Value) -> Score {
        match value {
            Value::Win(plies) => Score::win_in(u32::from(plies)),
            Value::Draw => Score::DRAW,
            Value::Loss(plies) => Score::loss_in(u32::from(plies)),
        }
    }
}
