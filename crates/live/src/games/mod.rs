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
use std::sync::{Arc, Mutex, PoisonError, Weak};

use jiff::SignedDuration;
use lru::LruCache;
use merels_model::{GameKey, PlayerId};
use merels_rules::Side;
use merels_store::{Lease, Store, StoreError};
use thiserror::Error;
use tokio::sync::{MutexGuard, broadcast, watch};

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
pub use snapshot::{ComputerTask, Help, Rematch, Snapshot, is_between_people};
use state::GameState;
pub use state::Unplayable;

/// So many long games are kept at hand though nobody holds them.
const KEPT_AT_HAND: NonZeroUsize = NonZeroUsize::new(16).unwrap();

/// Why a game cannot be had.
#[derive(Debug, Error)]
pub enum LiveError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    #[error("the game is in the store no more")]
    Vanished,
}

/// Why a command did not come about.
#[derive(Debug, Error)]
pub enum ActError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Failed(#[from] LiveError),
}

/// Who acts: a player on one's own seat, or the computer on its.
#[derive(Clone, Debug)]
pub enum Actor {
    Player(PlayerId),
    /// A player of whom it is known from where he acts.
    Client(PlayerId, ClientAddress),
    Computer(Side),
}

/// A game in memory.
#[derive(Debug)]
pub struct LiveGame {
    pub key: GameKey,
    snapshots: watch::Sender<Arc<Snapshot>>,
    /// Nothing after a write that failed: then the store is read again.
    writer: tokio::sync::Mutex<Option<GameState>>,
    audience: Audience,
    /// From where a player acted in it last.
    client: Mutex<Option<ClientAddress>>,
    /// The addresses that the store knows its seats to be played from.
    addresses: Mutex<Vec<ClientAddress>>,
}

impl LiveGame {
    /// How the game stands.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.snapshots.borrow())
    }

    /// The writer, for an actor who sits at the game. Strangers are refused without waiting for it, so
    /// that they keep no player waiting. The published seats are enough to tell: a seat may become
    /// empty, but never somebody else's.
    async fn writer_for(
        &self,
        actor: &Actor,
    ) -> Result<MutexGuard<'_, Option<GameState>>, Refusal> {
        if let Actor::Player(player) = actor
            && self.snapshot().side_of(player).is_none()
        {
            return Err(Refusal::NotYours);
        }
        Ok(self.writer.lock().await)
    }

    /// How the game stands, now and whenever that changes.
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

/// All games in memory and all players who are there.
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
    /// Who is here, on this node.
    here: Here,
    /// Games in which the computer may have something to do.
    computer: Arc<Wakeups>,
    /// How many watch here, as the other nodes were told last.
    told_watchers: tokio::sync::Mutex<HashMap<GameKey, u32>>,
    /// How often somebody was signed out everywhere, as the store knew last.
    sign_outs: tokio::sync::Mutex<Option<i64>>,
}

impl Live {
    pub fn new(store: Arc<Store>, bus: Arc<dyn Bus>, computer: Arc<Wakeups>, clock: Clock) -> Live {
        let node = getrandom::u64().unwrap_or_default();
        let (games, players, here, told_watchers, sign_outs) = Default::default();
        let at_hand = Mutex::new(LruCache::new(KEPT_AT_HAND));
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
            sign_outs,
        }
    }

    /// Whether this node is to do some work that belongs to nobody's request: the others keep off for
    /// a while.
    pub async fn takes(&self, work: String, lasts: SignedDuration) -> Result<bool, StoreError> {
        let (holder, at) = (self.node_name(), self.clock.now());
        self.store.cluster().lease(Lease { work, holder, at, lasts }).await
    }

    fn ring(&self, subject: Subject) {
        self.bus.ring(Bell { subject, node: self.node });
    }

    /// Messages for a player from now on.
    pub fn player_messages(&self, player: &PlayerId) -> broadcast::Receiver<PlayerMessage> {
        self.players.listen(player)
    }

    /// Tells a player something wherever he is.
    pub fn notify(&self, player: &PlayerId, message: PlayerMessage) {
        self.players.tell(player, message);
        self.ring(Subject::Player(player.clone()));
    }

    /// Shows out whoever was signed out everywhere: on another node, or by the command line.
    pub async fn show_out(&self, sign_outs: i64) -> Result<(), StoreError> {
        let mut known = self.sign_outs.lock().await;
        if known.is_some_and(|known| known != sign_outs) {
            let here = self.players.all();
            let signed_in = self.store.accounts().with_session(&here).await?;
            for player in here.iter().filter(|player| !signed_in.contains(player)) {
                // A program by its token only looks again.
                self.players.tell(player, PlayerMessage::SignedOut(None));
            }
        }
        *known = Some(sign_outs);
        Ok(())
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
