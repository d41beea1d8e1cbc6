//! Seats at the board.

use crate::{BOT_MARK, PlayerId};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    Player {
        id: PlayerId,
        name: String,
    },
    /// The computer, at the level named.
    Computer(String),
    /// A player who has left for good.
    Gone,
}

impl Seat {
    pub fn is(&self, player: &PlayerId) -> bool {
        matches!(self, Seat::Player { id, .. } if id == player)
    }

    /// Returns `true` for the seat of a bot. Nobody else has a name with its mark.
    pub fn is_bot(&self) -> bool {
        matches!(self, Seat::Player { name, .. } if name.ends_with(BOT_MARK))
    }
}
