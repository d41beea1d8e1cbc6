//! The games that are being played now.
//!
//! A move's way: [`Live::act`] → the game is opened (from memory, else replayed from the store) and
//! held → [`GameState::decide`] asks the rules → the store appends under the next version and
//! commits → the state takes it up → everyone who watches is woken and fetches what is new to him.
//! Nothing that matters lives only here: whatever is dropped is replayed from the store.

mod action;
mod state;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use jiff::Timestamp;
use merels_rules::Side;
use merels_store::{Event, ForfeitCause, GameKey, PlayerId, Seat, SessionId, Store, StoreError};
use thiserror::Error;
use tokio::sync::{MutexGuard, broadcast, mpsc, watch};

pub(crate) use action::{Action, Refusal};
pub(crate) use state::{Decision, GameState, Unplayable};

/// Why an action did not come about.
#[derive(Debug, Error)]
pub(crate) enum ActError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
}

/// Who acts: a player on one's own seat, or the computer on its.
#[derive(Clone, Debug)]
pub(crate) enum Actor {
    Player(PlayerId),
    Computer(Side),
}

/// A game in memory.
#[derive(Debug)]
pub(crate) struct LiveGame {
    key: GameKey,
    state: tokio::sync::Mutex<GameState>,
    /// Held while the computer thinks about this game: it does one thing at a time.
    thinking: tokio::sync::Mutex<()>,
    /// Counts the changes, drafts included; whoever watches is woken by it.
    changes: watch::Sender<u64>,
}

impl LiveGame {
    pub(crate) async fn state(&self) -> MutexGuard<'_, GameState> {
        self.state.lock().await
    }

    pub(crate) async fn thinking(&self) -> MutexGuard<'_, ()> {
        self.thinking.lock().await
    }

    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }
}

/// What concerns a player wherever he is on the site.
#[derive(Clone, Debug)]
pub(crate) enum PlayerMessage {
    /// A game with an opponent has begun.
    Matched(GameKey),
    /// This session, or every one of the player's, has ended.
    SignedOut(Option<SessionId>),
}

/// How many messages a slow connection may fall behind before it loses some.
const PLAYER_MESSAGES: usize = 16;

/// All games in memory and all players who are there.
#[derive(Debug)]
pub(crate) struct Live {
    store: Arc<Store>,
    games: Mutex<HashMap<GameKey, Weak<LiveGame>>>,
    players: Mutex<HashMap<PlayerId, broadcast::Sender<PlayerMessage>>>,
    /// Games in which the computer may have something to do.
    computer: mpsc::UnboundedSender<GameKey>,
}

impl Live {
    pub(crate) fn new(store: Arc<Store>, computer: mpsc::UnboundedSender<GameKey>) -> Live {
        Live { store, games: Mutex::default(), players: Mutex::default(), computer }
    }

    /// The game of a key, from memory or from the store.
    pub(crate) async fn open(&self, key: &GameKey) -> Result<Option<Arc<LiveGame>>, ActError> {
        if let Some(game) = self.in_memory(key) {
            return Ok(Some(game));
        }
        let Some(state) = self.load(key).await? else { return Ok(None) };
        let (game, is_new) = self.enter(key, state);
        if is_new {
            self.catch_up(&game).await?;
        }
        Ok(Some(game))
    }

    /// Takes a game into memory, unless someone else was quicker: there must be only one.
    fn enter(&self, key: &GameKey, state: GameState) -> (Arc<LiveGame>, bool) {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = games.get(key).and_then(Weak::upgrade) {
            return (game, false);
        }
        let game = Arc::new(LiveGame {
            key: key.clone(),
            state: tokio::sync::Mutex::new(state),
            thinking: tokio::sync::Mutex::new(()),
            changes: watch::Sender::new(0),
        });
        games.insert(key.clone(), Arc::downgrade(&game));
        (game, true)
    }

    /// While a game was read from the store, somebody else may have opened it, changed it and
    /// dropped it. From now on everybody here meets in this one, so one more look is enough.
    async fn catch_up(&self, game: &LiveGame) -> Result<(), ActError> {
        let mut state = game.state().await;
        let Some(stored) = self.store.game(&game.key).await? else { return Ok(()) };
        if (stored.version, &stored.draft) == (state.version(), &state.stored.draft) {
            return Ok(());
        }
        if let Some(later) = self.load(&game.key).await? {
            *state = later;
            self.publish(game, &state);
        }
        Ok(())
    }

    fn in_memory(&self, key: &GameKey) -> Option<Arc<LiveGame>> {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.get(key).and_then(Weak::upgrade)
    }

    async fn load(&self, key: &GameKey) -> Result<Option<GameState>, ActError> {
        let Some(stored) = self.store.game(key).await? else { return Ok(None) };
        let events = self.store.events(key).await?;
        Ok(Some(GameState::replay(stored, events)?))
    }

    /// Does what an actor asks; gives the version of the game after it.
    ///
    /// Once begun it is carried through, even if whoever asked goes away.
    pub(crate) async fn act(
        self: &Arc<Self>,
        key: &GameKey,
        actor: Actor,
        action: Action,
    ) -> Result<u32, ActError> {
        let (live, key) = (Arc::clone(self), key.clone());
        let work = tokio::spawn(async move { live.carry_out(&key, &actor, &action).await });
        work.await.unwrap_or(Err(ActError::Store(StoreError::Closed)))
    }

    async fn carry_out(
        &self,
        key: &GameKey,
        actor: &Actor,
        action: &Action,
    ) -> Result<u32, ActError> {
        let game = self.open(key).await?.ok_or(Refusal::UnknownGame)?;
        let mut state = game.state().await;
        loop {
            let side = match actor {
                Actor::Player(player) => state.side_of(player).ok_or(Refusal::NotYours)?,
                Actor::Computer(side) => *side,
            };
            let stored = match state.decide(side, action)? {
                Decision::Done(version) => return Ok(version),
                Decision::Append(event) => self.append(&mut state, event).await?,
                Decision::Draft(draft) => {
                    let version = state.version();
                    let kept = self.store.keep_draft(key, version, draft.clone()).await?;
                    if kept {
                        state.keep_draft(draft);
                    }
                    kept
                }
            };
            if stored {
                self.publish(&game, &state);
                return Ok(state.version());
            }
            // Another node was quicker: look again at what stands there now.
            *state = self.load(key).await?.ok_or(Refusal::UnknownGame)?;
            self.publish(&game, &state);
        }
    }

    /// Stores an event and takes it up; `false` if the game has gone on elsewhere.
    async fn append(&self, state: &mut GameState, event: Event) -> Result<bool, ActError> {
        let (next, append) = state.after(event, Timestamp::now())?;
        let is_move = matches!(append.event.event, Event::Move { .. });
        if !self.store.append(append).await? {
            return Ok(false);
        }
        if is_move {
            metrics::counter!("merels_moves_total").increment(1);
        }
        *state = next;
        Ok(true)
    }

    /// Wakes everyone who watches, and the computer if it may have something to do.
    fn publish(&self, game: &LiveGame, state: &GameState) {
        game.changes.send_modify(|changes| *changes += 1);
        let concerns_computer = |side: Side| {
            matches!(state.seat(side), Seat::Computer(_))
                && (state.mover() == Some(side) || state.offer == Some(!side))
        };
        if Side::ALL.into_iter().any(concerns_computer) {
            self.wake_computer(&game.key);
        }
    }

    /// Lets the computer look at a game.
    pub(crate) fn wake_computer(&self, key: &GameKey) {
        // The receiver is gone only when the server shuts down.
        let _ = self.computer.send(key.clone());
    }

    /// A side loses by not being there: see [`ForfeitCause`]. A game that is over stays as it is,
    /// and so does one that has gone on since the version `seen`, if one is given.
    pub(crate) async fn forfeit(
        &self,
        key: &GameKey,
        side: Side,
        cause: ForfeitCause,
        seen: Option<u32>,
    ) -> Result<(), ActError> {
        let Some(game) = self.open(key).await? else { return Ok(()) };
        let mut state = game.state().await;
        // The names at the table may have changed since the game was opened.
        *state = match self.load(key).await? {
            Some(state) => state,
            None => return Ok(()),
        };
        let stands = |state: &GameState| {
            state.outcome().is_none() && seen.is_none_or(|seen| seen == state.version())
        };
        while stands(&state) {
            if self.append(&mut state, Event::Forfeit { side, cause }).await? {
                break;
            }
            *state = self.load(key).await?.ok_or(Refusal::UnknownGame)?;
        }
        self.publish(&game, &state);
        Ok(())
    }

    /// The seats of a player who has left for good are nobody's from now on.
    pub(crate) async fn empty_seats(&self, player: &PlayerId) {
        let games: Vec<_> = {
            let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
            games.values().filter_map(Weak::upgrade).collect()
        };
        for game in games {
            let mut state = game.state().await;
            if let Some(side) = state.side_of(player) {
                state.stored.seats[side.index()] = Seat::Gone;
                self.publish(&game, &state);
            }
        }
    }

    /// Messages for a player from now on.
    pub(crate) fn player_messages(&self, player: &PlayerId) -> broadcast::Receiver<PlayerMessage> {
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        let sender = players
            .entry(player.clone())
            .or_insert_with(|| broadcast::Sender::new(PLAYER_MESSAGES));
        sender.subscribe()
    }

    /// Tells a player something wherever he is.
    pub(crate) fn notify(&self, player: &PlayerId, message: PlayerMessage) {
        let players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = players.get(player) {
            // Nobody may be listening any more.
            let _ = sender.send(message);
        }
    }

    /// Forgets games and players that nobody holds any more.
    pub(crate) fn tidy(&self) {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.retain(|_, game| game.strong_count() > 0);
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        players.retain(|_, sender| sender.receiver_count() > 0);
    }
}

#[cfg(test)]
mod tests;
