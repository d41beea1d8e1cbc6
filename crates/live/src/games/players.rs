//! What players are told wherever they are on the site.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use merels_model::{GameKey, PlayerId};
use merels_store::SessionId;
use tokio::sync::broadcast;

/// What concerns a player wherever he is.
#[derive(Clone, Debug)]
pub enum PlayerMessage {
    /// A game with an opponent has begun.
    Matched(GameKey),
    /// This session, or every one of the player's, has ended.
    SignedOut(Option<SessionId>),
    /// Something has happened on another node: the store knows what.
    LookAgain,
}

/// How many messages a slow connection may fall behind before it loses some.
const BACKLOG: usize = 16;

/// The players who are there.
#[derive(Debug, Default)]
pub(super) struct Players(Mutex<HashMap<PlayerId, broadcast::Sender<PlayerMessage>>>);

impl Players {
    /// Messages for a player from now on.
    pub(super) fn listen(&self, player: &PlayerId) -> broadcast::Receiver<PlayerMessage> {
        let mut players = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || broadcast::Sender::new(BACKLOG);
        players.entry(player.clone()).or_insert_with(new).subscribe()
    }

    pub(super) fn tell(&self, player: &PlayerId, message: PlayerMessage) {
        let players = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = players.get(player) {
            // Nobody may be listening any more.
            let _ = sender.send(message);
        }
    }

    pub(super) fn tell_all(&self, message: &PlayerMessage) {
        let players = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for sender in players.values() {
            let _ = sender.send(message.clone());
        }
    }

    /// Everybody who is told something.
    pub(super) fn all(&self) -> Vec<PlayerId> {
        let players = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        players.keys().cloned().collect()
    }

    /// Forgets players who listen no more.
    pub(super) fn tidy(&self) {
        let mut players = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        players.retain(|_, sender| sender.receiver_count() > 0);
    }
}
