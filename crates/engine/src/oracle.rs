use merels_rules::Value;
use merels_rules::morris::MorrisPosition;

use crate::score::Score;

/// Knows the exact value of positions, such as perfect tables do.
pub trait Oracle: Send + Sync {
    /// The value for the side to move, or `None` if it is not known. Draws by repetition and by
    /// quiet plies do not count: endless play is a draw.
    fn value(&self, position: &MorrisPosition) -> Option<Value>;
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
