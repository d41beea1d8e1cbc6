//! The place of a connection's player: others see whether somebody is there.

use merels_model::{GameKey, Whereabouts};

use super::{AWAY_AFTER, Connection};

impl Connection {
    /// Returns `true` if somebody waits for this player in the watched game.
    pub(super) fn plays(&self) -> bool {
        self.watched.as_ref().is_some_and(|watched| {
            let snapshot = watched.snapshots.borrow();
            snapshot.outcome.is_none()
                && snapshot.is_between_people()
                && snapshot.side_of(self.visitor.id()).is_some()
        })
    }

    /// Returns `true` if somebody waits for this player, of whom nothing was heard for too long.
    pub(super) fn is_missed(&self) -> bool {
        self.plays() && self.heard.0.elapsed() >= AWAY_AFTER
    }

    /// The game at which the player sits; none on any other page.
    fn seat(&self) -> Option<&GameKey> {
        self.watched.as_ref().filter(|_| self.plays()).map(|watched| &watched.game.key)
    }

    pub(super) async fn be_here(&mut self) {
        let seat = self.seat();
        if self.place.as_ref().is_none_or(|place| place.game.as_ref() != seat) {
            let player = self.visitor.id().clone();
            let place = Whereabouts { player, game: seat.cloned() };
            self.be_at(Some(place)).await;
        }
    }

    /// Writes down another place; nothing if this connection cannot be counted on.
    pub(super) async fn be_at(&mut self, place: Option<Whereabouts>) {
        if self.place == place {
            return;
        }
        let left = std::mem::replace(&mut self.place, place);
        if let Some(place) = &self.place {
            self.app.services.live.come(place).await;
        }
        if let Some(place) = left {
            self.app.services.live.go(&place, self.heard.1).await;
        }
    }
}
