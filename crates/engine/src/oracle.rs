use merels_rules::morris::MorrisPosition;

use crate::score::Score;

/// Knows the exact value of positions, such as perfect tables do.
pub trait Oracle: Send + Sync {
    /// The value for the side to move, or `None` if it is not known. Draws by repetition and by
    /// quiet plies do not count: endless play is a draw.
    fn value(&self, position: &MorrisPosition) -> Option<ExactValue>;
}

/// What a position is worth to the side to move under best play; the winner hurries, the loser
/// delays.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExactValue {
    /// The side to move wins, the last ply being the given one from now.
    Win(u32),
    /// Nobody can force a win.
    Draw,
    /// The side to move loses, the last ply being the given one from now. 0: it has lost already.
    Loss(u32),
}

impl From<ExactValue> for Score {
    fn from(value: ExactValue) -> Score {
        match value {
            ExactValue::Win(plies) => Score::win_in(plies),
            ExactValue::Draw => Score::DRAW,
            ExactValue::Loss(plies) => Score::loss_in(plies),
        }
    }
}
