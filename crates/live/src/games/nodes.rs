//! Keeping up with the other nodes of a site.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use merels_model::GameKey;
use merels_store::Latest;
use tokio::time::{MissedTickBehavior, interval};

use super::snapshot::Rematch;
use super::state::GameState;
use super::{Live, LiveError, LiveGame, PlayerMessage};
use crate::bus::{Bell, Heard, Subject};

/// The interval of comparing open games with the store, and so the longest effect of a lost bell.
const COMPARISON: Duration = Duration::from_secs(3);

impl Live {
    /// Listens to the other nodes until the server ends.
    pub async fn keep_up(self: Arc<Self>) {
        let mut bells = self.bus.listen();
        let mut comparison = interval(COMPARISON);
        comparison.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let done = tokio::select! {
                heard = bells.next() => match heard {
                    Some(Heard::Bell(bell)) => {
                        Arc::clone(&self).answer(bell);
                        Ok(())
                    }
                    Some(Heard::Gap) => {
                        self.players.tell_all(&PlayerMessage::LookAgain);
                        self.compare_versions().await
                    }
                    None => return,
                },
                _ = comparison.tick() => self.compare().await,
            };
            if let Err(error) = done {
                tracing::warn!(%error, "the other nodes could not be kept up with");
            }
        }
    }

    fn answer(self: Arc<Self>, bell: Bell) {
        match bell.subject {
            _ if bell.node == self.node => {}
            Subject::Player(player) => self.players.tell(&player, PlayerMessage::LookAgain),
            Subject::Game(key, version) => {
                // The same version may have got a draft.
                let open = self.in_memory(&key);
                let Some(game) = open.filter(|game| game.snapshot().version() <= version) else {
                    return;
                };
                // Each by itself: one that waits for its writer does not keep the others waiting.
                tokio::spawn(async move {
                    if let Err(error) = self.look_again(&game).await {
                        tracing::warn!(game = %key, %error, "what another node did is not known");
                    }
                });
            }
        }
    }

    /// Takes up what the bus may not have told.
    async fn compare(&self) -> Result<(), LiveError> {
        self.compare_versions().await?;
        self.compare_presence().await
    }

    /// Takes up what other nodes have stored in the games that are open here, or beside them.
    pub(super) async fn compare_versions(&self) -> Result<(), LiveError> {
        let open: HashMap<GameKey, Arc<LiveGame>> =
            self.open_games().into_iter().map(|game| (game.key.clone(), game)).collect();
        if open.is_empty() {
            return Ok(());
        }
        for Latest { key, version, rematch, next } in self.store.games().latest(open.keys()).await?
        {
            let rematch = Rematch { offered_by: rematch, next };
            let is_behind = |game: &&Arc<LiveGame>| {
                let snapshot = game.snapshot();
                snapshot.version() < version || snapshot.rematch != rematch
            };
            if let Some(game) = open.get(&key).filter(is_behind) {
                self.look_again(game).await?;
            }
        }
        Ok(())
    }

    /// Time away was given back to the players: their clocks are read again, here and on other nodes.
    pub async fn read_clocks_again(&self) -> Result<(), LiveError> {
        let timed = |game: &Arc<LiveGame>| game.snapshot().clock.is_some();
        for game in self.open_games().into_iter().filter(timed) {
            self.look_again(&game).await?;
            self.ring(Subject::Game(game.key.clone(), game.snapshot().version()));
        }
        Ok(())
    }

    /// Takes up what has changed in the store.
    pub(super) async fn look_again(&self, game: &LiveGame) -> Result<(), LiveError> {
        self.catch_up(game, &mut *game.writer.lock().await).await
    }

    /// Brings the writer's state up to the store, and publishes it if anything was new.
    pub(super) async fn catch_up(
        &self,
        game: &LiveGame,
        writer: &mut Option<GameState>,
    ) -> Result<(), LiveError> {
        let known = writer.is_some();
        let state = self.state(&game.key, writer).await?;
        let stored = self.store.games().game(&game.key).await?.ok_or(LiveError::Vanished)?;
        let mut is_new = !known;
        if stored.version > state.version() {
            let events = self.store.games().events_after(&game.key, state.version()).await?;
            state.catch_up(&events)?;
            is_new = true;
        }
        if *state.seats != stored.seats {
            state.seats = Arc::new(stored.seats);
            is_new = true;
        }
        let rematch = Rematch { offered_by: stored.rematch, next: stored.next };
        if state.rematch != rematch {
            state.rematch = rematch;
            is_new = true;
        }
        if stored.version == state.version() {
            let draft = state.read_draft(stored.draft.as_deref());
            if *state.draft() != draft {
                state.keep_draft(draft);
                is_new = true;
            }
            is_new |= state.count_since(stored.touched);
        }
        if is_new {
            self.publish(game, state);
        }
        Ok(())
    }
}
