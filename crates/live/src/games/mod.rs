//! The games that are being played now.
//!
//! A game has one writer and any number of readers. The writer holds a [`GameState`]: it asks the
//! rules by [`GameState::decide`], stores what that comes to, and only then publishes a new
//! [`Snapshot`]. Readers hold snapshots, which never change: they neither lock nor wait for a write.
//! Nothing that matters lives only here: whatever is dropped is replayed from the store, and what
//! another node has stored is taken up when it rings the bell, and in any case before a refusal.

mod acting;
mod audience;
mod claims;
mod command;
mod game_clock;
mod history;
mod nodes;
mod opening;
mod players;
mod presence;
mod rematch;
mod snapshot;
mod state;
mod take_backs;

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use jiff::SignedDuration;
use lru::LruCache;
use merels_model::{GameKey, PlayerId};
use merels_rules::Side;
use merels_store::{Lease, SessionId, Store, StoreError};
use thiserror::Error;
use tokio::sync::{broadcast, watch};
use tokio::time::Instant;

use crate::bus::{Bell, Bus, Subject};
use crate::client_address::ClientAddress;
use crate::clock::Clock;
use crate::engine_gate::Network;
use crate::wakeups::Wakeups;
use acting::side_of;
use audience::Audience;
pub use audience::Watching;
pub use claims::{Absence, claim_wait};
pub use command::{Command, Refusal};
pub use game_clock::GameClock;
pub use history::{Entry, GameEvent, History};
pub use players::PlayerMessage;
use players::Players;
use presence::Here;
pub use presence::seat_of;
pub use snapshot::{ComputerTask, Help, Rematch, Snapshot};
use state::GameState;
pub use state::Unplayable;

/// The interval of comparing the sessions of open pages with the store.
const SESSIONS_COMPARED: Duration = Duration::from_secs(25);

/// Sessions that were compared longer ago may have ended.
const SESSIONS_KNOWN: Duration = Duration::from_secs(45);

/// The number of long games that are kept in memory though nobody holds them.
const KEPT_AT_HAND: NonZeroUsize = NonZeroUsize::new(16).unwrap();

#[derive(Debug, Error)]
pub enum LiveError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    #[error("the game is in the store no more")]
    Vanished,
}

#[derive(Debug, Error)]
pub enum ActError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Failed(#[from] LiveError),
}

#[derive(Clone, Debug)]
pub enum Actor {
    Player(PlayerId),
    /// A player of whom it is known from where he acts.
    Client(PlayerId, ClientAddress),
    Computer(Side),
}

#[derive(Debug)]
pub struct LiveGame {
    pub key: GameKey,
    snapshots: watch::Sender<Arc<Snapshot>>,
    /// Nothing after a write that failed: then the store is read again.
    writer: tokio::sync::Mutex<Option<GameState>>,
    audience: Audience,
    /// The address from which a player acted in it last.
    client: Mutex<Option<ClientAddress>>,
    /// The addresses that the store knows its seats to be played from.
    addresses: Mutex<Vec<ClientAddress>>,
}

impl LiveGame {
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.snapshots.borrow())
    }

    /// The writer, for an actor who sits at the game. Strangers are refused without waiting for it, so
    /// that they keep no player waiting. The published seats are enough to tell: a seat may become
    /// empty, but never somebody else's.
    async fn writer_for(
        &self,
        actor: &Actor,
    ) -> Result<tokio::sync::MutexGuard<'_, Option<GameState>>, Refusal> {
        if let Actor::Player(player) = actor
            && self.snapshot().side_of(player).is_none()
        {
            return Err(Refusal::NotYours);
        }
        Ok(self.writer.lock().await)
    }

    /// The game as it stands, now and whenever that changes.
    pub fn watch(&self) -> watch::Receiver<Arc<Snapshot>> {
        self.snapshots.subscribe()
    }

    /// Notes from where somebody acts who may.
    fn note_client(&self, actor: &Actor) {
        if let Actor::Client(_, client) = actor {
            *self.client.lock().unwrap_or_else(PoisonError::into_inner) = Some(*client);
        }
    }

    fn network(&self) -> Network {
        let client = *self.client.lock().unwrap_or_else(PoisonError::into_inner);
        client.map_or(Network::Unknown, Network::Client)
    }
}

#[derive(Debug)]
pub struct Live {
    store: Arc<Store>,
    bus: Arc<dyn Bus>,
    clock: Clock,
    /// This node, among those that share the bus and the store.
    node: u64,
    games: Mutex<HashMap<GameKey, Weak<LiveGame>>>,
    /// Long games that were read lately: until it is tidied up they are not read again.
    at_hand: Mutex<LruCache<GameKey, Arc<LiveGame>>>,
    players: Players,
    /// The connections of this node.
    here: Here,
    /// Games in which the computer may have something to do.
    computer: Arc<Wakeups>,
    /// The number of watchers here, as the other nodes were told last.
    told_watchers: tokio::sync::Mutex<HashMap<GameKey, u32>>,
    /// The last comparison of sessions: how often somebody had been signed out everywhere, and when it was.
    sessions: Mutex<(Option<i64>, Instant)>,
}

impl Live {
    pub fn new(store: Arc<Store>, bus: Arc<dyn Bus>, computer: Arc<Wakeups>, clock: Clock) -> Live {
        let node = getrandom::u64().unwrap_or_default();
        let (games, players, here, told_watchers) = Default::default();
        let at_hand = Mutex::new(LruCache::new(KEPT_AT_HAND));
        let sessions = Mutex::new((None, Instant::now()));
        Live {
            store,
            bus,
            clock,
            node,
            games,
            at_hand,
            players,
            here,
            computer,
            told_watchers,
            sessions,
        }
    }

    /// Takes the lease for a background job: the other nodes keep off for a while.
    pub async fn takes(&self, work: String, lasts: SignedDuration) -> Result<bool, StoreError> {
        let (holder, at) = (self.node_name(), self.clock.now());
        self.store.cluster().lease(Lease { work, holder, at, lasts }).await
    }

    fn ring(&self, subject: Subject) {
        self.bus.ring(Bell { subject, node: self.node });
    }

    pub fn player_messages(&self, player: &PlayerId) -> broadcast::Receiver<PlayerMessage> {
        self.players.listen(player, None)
    }

    /// Messages for a page of a session from now on; it is told when the session ends.
    pub fn session_messages(
        &self,
        player: &PlayerId,
        session: &SessionId,
    ) -> broadcast::Receiver<PlayerMessage> {
        self.players.listen(player, Some(session))
    }

    /// Tells a player something wherever he is.
    pub fn notify(&self, player: &PlayerId, message: PlayerMessage) {
        self.players.tell(player, message);
        self.ring(Subject::Player(player.clone()));
    }

    fn compared_sessions(&self) -> MutexGuard<'_, (Option<i64>, Instant)> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows out the pages of sessions that have ended: at once if the number of sign-outs everywhere, as far
    /// as it is known, says that there was one on another node or by the command line, and else every
    /// 25 seconds.
    pub async fn show_out(&self, sign_outs: Option<i64>) -> Result<(), StoreError> {
        let (known, at) = *self.compared_sessions();
        let sign_outs = sign_outs.or(known);
        if sign_outs == known && at.elapsed() < SESSIONS_COMPARED {
            return Ok(());
        }
        let compared = (sign_outs, Instant::now());
        let mut open = self.players.sessions();
        if !open.is_empty() {
            for holding in self.store.accounts().holding(&open, self.clock.now()).await? {
                open.remove(&holding);
            }
            self.players.show_out(&open);
        }
        *self.compared_sessions() = compared;
        Ok(())
    }

    /// Returns `true` if the sessions of open pages were compared lately: the store may not answer.
    pub fn knows_sessions(&self) -> bool {
        self.compared_sessions().1.elapsed() < SESSIONS_KNOWN
    }

    /// Forgets games and players that nobody holds any more.
    pub fn tidy(&self) {
        self.at_hand.lock().unwrap_or_else(PoisonError::into_inner).clear();
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.retain(|_, game| game.strong_count() > 0);
        drop(games);
        self.players.tidy();
    }
}

#[cfg(test)]
mod tests;
