//! Messages to players, wherever they are on the site.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use merels_model::{GameKey, PlayerId};
use merels_store::SessionId;
use tokio::sync::broadcast;

/// A message that concerns a player wherever he is.
#[derive(Clone, Debug)]
pub enum PlayerMessage {
    Matched(GameKey),
    /// This session, or every one of the player's, has ended.
    SignedOut(Option<SessionId>),
    /// Something has happened on another node: the store knows what.
    LookAgain,
}

/// The number of messages that a slow connection may fall behind before it loses some.
const BACKLOG: usize = 16;

#[derive(Debug, Default)]
pub(super) struct Players(Mutex<HashMap<PlayerId, Present>>);

#[derive(Debug)]
struct Present {
    sender: broadcast::Sender<PlayerMessage>,
    /// The sessions of the open pages, until they have ended.
    sessions: HashSet<SessionId>,
}

impl Default for Present {
    fn default() -> Present {
        Present { sender: broadcast::Sender::new(BACKLOG), sessions: HashSet::new() }
    }
}

impl Players {
    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, Present>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Messages for a player from now on, to a page of a session if there is one.
    pub(super) fn listen(
        &self,
        player: &PlayerId,
        session: Option<&SessionId>,
    ) -> broadcast::Receiver<PlayerMessage> {
        let mut players = self.lock();
        let present = players.entry(player.clone()).or_default();
        present.sessions.extend(session.cloned());
        present.sender.subscribe()
    }

    pub(super) fn tell(&self, player: &PlayerId, message: PlayerMessage) {
        if let Some(present) = self.lock().get(player) {
            // Nobody may be listening any more.
            let _ = present.sender.send(message);
        }
    }

    pub(super) fn tell_all(&self, message: &PlayerMessage) {
        for present in self.lock().values() {
            let _ = present.sender.send(message.clone());
        }
    }

    /// The sessions of all open pages.
    pub(super) fn sessions(&self) -> HashSet<SessionId> {
        self.lock().values().flat_map(|present| &present.sessions).cloned().collect()
    }

    pub(super) fn show_out(&self, ended: &HashSet<SessionId>) {
        for present in self.lock().values_mut() {
            for session in present.sessions.extract_if(|session| ended.contains(session)) {
                let _ = present.sender.send(PlayerMessage::SignedOut(Some(session)));
            }
        }
    }

    /// Forgets players who listen no more.
    pub(super) fn tidy(&self) {
        self.lock().retain(|_, present| present.sender.receiver_count() > 0);
    }
}
