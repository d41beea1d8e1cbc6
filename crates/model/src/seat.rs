//! Seats at the board.

use merels_rules::Side;

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

/// The side on which a player sits, if there is one.
pub fn side_of(seats: &[Seat; 2], player: &PlayerId) -> Option<Side> {
    Side::ALL.into_iter().find(|side| seats[side.index()].is(player))
}

/// Returns `true` if no computer plays in a game, and nobody on both sides.
pub fn is_between_people(seats: &[Seat; 2]) -> bool {
    let computer = seats.iter().any(|seat| matches!(seat, Seat::Computer(_)));
    !computer && !is_shared(seats)
}

/// Returns `true` if one visitor holds both seats: two people at one screen.
pub fn is_shared(seats: &[Seat; 2]) -> bool {
    matches!(&seats[0], Seat::Player { id, .. } if seats[1].is(id))
}
