//! Opening games: from memory, or replayed from the store.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use merels_model::{GameKey, StoredGame};
use merels_store::{StoreError, StoredHistory};
use tokio::sync::watch;

use super::audience::Audience;
use super::state::GameState;
use super::{Live, LiveError, LiveGame};

/// From so many events on, a game is replayed outside the threads that serve requests, and kept at hand
/// for those who look again.
pub(super) const LONG_GAME: usize = 100;

impl Live {
    /// The game of a key, from memory or from the store.
    pub async fn open(&self, key: &GameKey) -> Result<Option<Arc<LiveGame>>, LiveError> {
        if let Some(game) = self.in_memory(key) {
            return Ok(Some(game));
        }
        let Some(state) = self.load(key).await? else { return Ok(None) };
        let (game, is_new) = self.enter(key, state);
        if is_new && game.snapshot().version() as usize >= LONG_GAME {
            let mut at_hand = self.at_hand.lock().unwrap_or_else(PoisonError::into_inner);
            at_hand.put(key.clone(), Arc::clone(&game));
        }
        if is_new {
            // While it was read, somebody may have opened it, changed it and dropped it. From now on
            // everybody here meets in this one, so one more look is enough.
            self.look_again(&game).await?;
        }
        Ok(Some(game))
    }

    /// Takes a game into memory, unless someone else was quicker: there must be only one.
    pub(super) fn enter(&self, key: &GameKey, state: GameState) -> (Arc<LiveGame>, bool) {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = games.get(key).and_then(Weak::upgrade) {
            return (game, false);
        }
        let game = Arc::new(LiveGame {
            key: key.clone(),
            snapshots: watch::Sender::new(Arc::new(state.snapshot())),
            writer: tokio::sync::Mutex::new(Some(state)),
            audience: Audience::default(),
            client: Mutex::default(),
            addresses: Mutex::default(),
        });
        games.insert(key.clone(), Arc::downgrade(&game));
        (game, true)
    }

    pub(super) fn in_memory(&self, key: &GameKey) -> Option<Arc<LiveGame>> {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.get(key).and_then(Weak::upgrade)
    }

    pub(super) fn open_games(&self) -> Vec<Arc<LiveGame>> {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.values().filter_map(Weak::upgrade).collect()
    }

    pub(super) async fn load(&self, key: &GameKey) -> Result<Option<GameState>, LiveError> {
        let Some(stored) = self.store.games().game(key).await? else { return Ok(None) };
        let (past, ratings) = tokio::try_join!(
            self.store.games().history(key, stored.version),
            self.store.games().seat_ratings(&stored)
        )?;
        let runs = stored.score.is_none();
        let mut state = replayed(stored, past).await?;
        if let Some(outcome) = state.game().outcome().filter(|_| runs) {
            // It began decided: no turn could end it.
            self.store.games().end_decided(key, outcome.score(), self.clock.now()).await?;
        }
        state.ratings = ratings;
        Ok(Some(state))
    }

    /// The writer's state of a game, read again if the last write failed.
    pub(super) async fn state<'a>(
        &self,
        key: &GameKey,
        writer: &'a mut Option<GameState>,
    ) -> Result<&'a mut GameState, LiveError> {
        if writer.is_none() {
            *writer = Some(self.load(key).await?.ok_or(LiveError::Vanished)?);
        }
        writer.as_mut().ok_or(LiveError::Vanished)
    }
}

/// The state that a game's events lead to; that of a long one is computed away from the threads that
/// serve.
pub(super) async fn replayed(
    stored: StoredGame,
    past: StoredHistory,
) -> Result<GameState, LiveError> {
    if past.events.len() < LONG_GAME {
        return Ok(GameState::replay(stored, &past)?);
    }
    let replay = tokio::task::spawn_blocking(move || GameState::replay(stored, &past));
    // It breaks off only with the server.
    Ok(replay.await.map_err(|_| StoreError::Closed)??)
}
