use merels_rules::morris::{MorrisPosition, Move};
use merels_rules::{DrawRank, Position, Value, Wdl};

use crate::score::Score;

/// A source of exact values, such as perfect tables (an endgame tablebase).
pub trait Oracle: Send + Sync {
    /// The value for the side to move, or `None` if it is not known. Draws by repetition and by
    /// quiet plies do not count: endless play is a draw.
    fn value(&self, position: &MorrisPosition) -> Option<Value>;

    /// The result, or `None` if it is not known: for oracles without distances.
    fn result(&self, position: &MorrisPosition) -> Option<Wdl> {
        self.value(position).map(Wdl::from)
    }

    /// The rank of a drawn position among all draws, for the side to move; `None` if it is not known.
    fn rank(&self, _: &MorrisPosition) -> Option<DrawRank> {
        None
    }

    /// All legal moves with their values for the side to move, counting the move itself as a ply:
    /// best first, equal ones in canonical order. `None` if one of them is not known.
    fn moves(&self, position: &MorrisPosition) -> Option<Vec<(Move, Value)>> {
        let valued = |mv| {
            let next = position.after_unchecked(mv);
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

    /// Announces the positions that will be asked about next, so that all of them can be looked up
    /// at once. Only speed depends on it.
    fn prefetch(&self, _positions: &[MorrisPosition]) {}
}

impl From<Value> for Score {
    fn from(value: Value) -> Score {
        match (value, value.plies()) {
            (Value::Win(_), Some(plies)) => Score::win_in(u32::from(plies)),
            (Value::Win(_), None) => Score::SURE_WIN,
            (Value::Draw, _) => Score::DRAW,
            (Value::Loss(_), Some(plies)) => Score::loss_in(u32::from(plies)),
            (Value::Loss(_), None) => Score::SURE_WIN.flipped(),
        }
    }
}
