//! Games that wait for one particular player, or for whoever has the link.

use jiff::Timestamp;
use merels_rules::{GameId, Side};

use crate::{GameKey, InvitationId, PlayerId, Terms};

/// A game that somebody offers: an invitation to whoever has the link, or a challenge to one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    pub id: InvitationId,
    pub host: PlayerId,
    pub host_name: String,
    /// The player who is challenged, with the name; nobody else may sit down then.
    pub challenged: Option<(PlayerId, String)>,
    /// The host's side; by lot if there is no wish.
    pub side: Option<Side>,
    pub game: GameId,
    /// The position at the start, as text.
    pub start: String,
    pub mover: Side,
    pub terms: Terms,
    /// Until when somebody may sit down.
    pub expires: Timestamp,
    /// The game that came of it, once somebody has sat down.
    pub taken: Option<GameKey>,
}

/// The part of an invitation that its host may change, and the friend takes: both see the same.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// The host's side; by lot if there is no wish.
    pub side: Option<Side>,
    pub terms: Terms,
}

impl Invitation {
    pub const fn offered(&self) -> Offered {
        Offered { side: self.side, terms: self.terms }
    }

    /// Returns `true` if a player may sit down, or is the host; nobody else sees a challenge.
    pub fn is_open_to(&self, player: Option<&PlayerId>) -> bool {
        self.challenged.as_ref().is_none_or(|(challenged, _)| {
            player.is_some_and(|player| player == challenged || *player == self.host)
        })
    }
}
