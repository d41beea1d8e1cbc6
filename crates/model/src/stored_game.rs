//! Games at a glance: without their events.

use jiff::Timestamp;
use merels_rules::{GameId, GameScore, Side};

use crate::{ArenaId, GameKey, PlayerId, Seat, Terms, is_between_people, is_shared, side_of};

/// A game without its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    pub key: GameKey,
    pub game: GameId,
    /// The position at the start, as text.
    pub start: String,
    /// White's and Black's seat.
    pub seats: [Seat; 2],
    pub terms: Terms,
    pub created: Timestamp,
    pub version: u32,
    /// The side to move, or the last one.
    pub mover: Side,
    /// The time of its last event, later by the time that no server was there since: the side
    /// to move has been on the clock from here.
    pub touched: Timestamp,
    pub score: Option<GameScore>,
    /// A turn that still owes its removal.
    pub draft: Option<String>,
    pub rematch: Option<Side>,
    /// The rematch, once both wanted it.
    pub next: Option<GameKey>,
    pub arena: Option<ArenaId>,
}

impl StoredGame {
    pub fn side_of(&self, player: &PlayerId) -> Option<Side> {
        side_of(&self.seats, player)
    }

    pub fn is_between_people(&self) -> bool {
        is_between_people(&self.seats)
    }

    pub fn is_shared(&self) -> bool {
        is_shared(&self.seats)
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Opponents {
    People,
    Computer,
}

impl Opponents {
    pub const ALL: [Opponents; 2] = [Opponents::People, Opponents::Computer];

    pub const fn name(self) -> &'static str {
        self.into_str()
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Standing {
    Running,
    Won,
    Lost,
    Drawn,
}

impl Standing {
    pub const ALL: [Standing; 4] =
        [Standing::Won, Standing::Lost, Standing::Drawn, Standing::Running];

    pub const fn name(self) -> &'static str {
        self.into_str()
    }
}

/// A filter of a player's games; whatever is left open passes.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    pub game: Option<GameId>,
    pub opponents: Option<Opponents>,
    pub standing: Option<Standing>,
    pub skip: u32,
    pub most: u32,
}
