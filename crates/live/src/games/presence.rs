//! Presence of players, and absence from a game.
//!
//! Each node counts its own connections and tells the store when the first one comes to a place and
//! when the last one goes. The players of other nodes are read back from there every few seconds, so that
//! the same is seen on every node.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};
use merels_model::{GameKey, Phrase, PlayerId, Seat, Whereabouts};
use merels_rules::Side;
use merels_store::StoreError;

use super::game_clock::Timing;
use super::state::GameState;
use super::{ActError, Actor, Command, Live, LiveError, LiveGame, Refusal, side_of};
use crate::client_address::ClientAddress;

/// An absence that is not noticed: a page is loaded again.
const UNNOTICED: SignedDuration = SignedDuration::from_secs(3);

/// The number of addresses noted for a game: more than a player needs who changes between two networks.
const MOST_ADDRESSES: usize = 16;

/// The number of this node's connections at each place.
#[derive(Debug, Default)]
pub(super) struct Here(Mutex<HashMap<Whereabouts, u32>>);

impl Here {
    /// One more or one less; says whether that made a difference.
    fn count(&self, place: &Whereabouts, comes: bool) -> bool {
        let mut here = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = here.entry(place.clone()).or_default();
        *number = if comes { *number + 1 } else { number.saturating_sub(1) };
        let changed = *number == u32::from(comes);
        if *number == 0 {
            here.remove(place);
        }
        changed
    }

    fn is_anybody_at(&self, place: &Whereabouts) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains_key(place)
    }
}

impl Live {
    pub fn node_name(&self) -> String {
        format!("{:x}", self.node)
    }

    pub async fn come(&self, place: &Whereabouts) {
        if self.here.count(place, true) {
            self.write_down(place, self.clock.now()).await;
        }
    }

    /// A connection is at a place no more, and was last heard of at `last`.
    pub async fn go(&self, place: &Whereabouts, last: Timestamp) {
        if self.here.count(place, false) {
            self.write_down(place, last).await;
        }
    }

    /// Tells the store whether anybody is at a place, until that is how it is: others come and go
    /// meanwhile.
    async fn write_down(&self, place: &Whereabouts, last: Timestamp) {
        let node = self.node_name();
        loop {
            let is_here = self.here.is_anybody_at(place);
            let written = if is_here {
                self.store.cluster().has_come(place.clone(), &node).await
            } else {
                self.store.cluster().has_gone(place.clone(), &node, last).await
            };
            if let Err(error) = written {
                tracing::warn!(%error, "it is not known who is here");
                return;
            }
            if self.here.is_anybody_at(place) == is_here {
                return;
            }
        }
    }

    /// Notices absences in the games that are open here.
    pub(super) async fn compare_presence(&self) -> Result<(), LiveError> {
        let waits = |game: &Arc<LiveGame>| {
            let snapshot = game.snapshot();
            snapshot.outcome.is_none() && snapshot.is_between_people()
        };
        let games: Vec<Arc<LiveGame>> = self.open_games().into_iter().filter(waits).collect();
        let now = self.clock.now();
        let seen = self.last_seen(games.iter().map(Arc::as_ref), now).await?;
        for game in games {
            if let Some(state) = &mut *game.writer.lock().await {
                self.take_up_absence(&game, state, &seen, now);
            }
        }
        Ok(())
    }

    /// Notices absences in a game that goes on between people.
    pub async fn look_for_players(&self, game: &LiveGame) -> Result<(), LiveError> {
        let snapshot = game.snapshot();
        if snapshot.outcome.is_some() || !snapshot.is_between_people() {
            return Ok(());
        }
        let now = self.clock.now();
        // Everybody who looks at the game comes here: the store is asked before the writer is held.
        let seen = self.last_seen([game], now).await?;
        let mut writer = game.writer.lock().await;
        let state = self.state(&game.key, &mut writer).await?;
        if state.may_be_missed() {
            self.take_up_absence(game, state, &seen, now);
        }
        Ok(())
    }

    /// The times when the players of some games were last seen, as far as they are not all here.
    async fn last_seen<'a>(
        &self,
        games: impl IntoIterator<Item = &'a LiveGame>,
        now: Timestamp,
    ) -> Result<HashMap<Whereabouts, Timestamp>, StoreError> {
        let is_elsewhere = |game: &&LiveGame| {
            game.snapshot().seats.iter().any(|seat| match seat {
                Seat::Player { id, .. } => !self.here.is_anybody_at(&seat_of(id, &game.key)),
                Seat::Computer(_) | Seat::Gone => false,
            })
        };
        let games = games.into_iter().filter(is_elsewhere).map(|game| &game.key);
        self.store.cluster().last_seen(games, now).await
    }

    fn take_up_absence(
        &self,
        game: &LiveGame,
        state: &mut GameState,
        seen: &HashMap<Whereabouts, Timestamp>,
        now: Timestamp,
    ) {
        let away = Side::ALL.map(|side| {
            let Seat::Player { id, .. } = &state.seats[side.index()] else { return None };
            let place = seat_of(id, &game.key);
            let last = seen.get(&place).copied().unwrap_or(state.began);
            let is_missed = last + UNNOTICED < now && !self.here.is_anybody_at(&place);
            is_missed.then_some(last)
        });
        if state.away != away {
            state.away = away;
            self.publish(game, state);
        }
    }

    /// Notes in the store from where a seat of a game is played, once for each address.
    pub async fn note_address(
        &self,
        game: &LiveGame,
        client: ClientAddress,
    ) -> Result<(), LiveError> {
        let known = || game.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = {
            let known = known();
            known.len() < MOST_ADDRESSES && !known.contains(&client)
        };
        if is_new {
            self.store.games().note_address(&game.key, client.to_string()).await?;
            known().push(client);
        }
        Ok(())
    }

    /// A player says something to the other, unless one of them wants nothing to do with the other.
    pub async fn say(
        &self,
        game: &LiveGame,
        player: &PlayerId,
        phrase: Phrase,
        seen: Option<u32>,
    ) -> Result<u32, ActError> {
        let snapshot = game.snapshot();
        snapshot.side_of(player).ok_or(Refusal::NotYours)?;
        for seat in &*snapshot.seats {
            let Seat::Player { id, .. } = seat else { continue };
            if self.store.accounts().are_apart(player, id).await.map_err(LiveError::Store)? {
                return Err(Refusal::NotHeard.into());
            }
        }
        self.act(game, &Actor::Player(player.clone()), &Command::Say { phrase, seen }).await
    }

    /// A player claims the win, or else a draw, because the other one is away.
    pub async fn claim(
        &self,
        game: &LiveGame,
        player: &PlayerId,
        win: bool,
    ) -> Result<u32, ActError> {
        let actor = Actor::Player(player.clone());
        let mut writer = game.writer_for(&actor).await?;
        loop {
            self.catch_up(game, &mut writer).await?;
            let now = self.clock.now();
            let seen = self.last_seen([game], now).await.map_err(LiveError::Store)?;
            let state = self.state(&game.key, &mut writer).await?;
            self.take_up_absence(game, state, &seen, now);
            let side = side_of(state, &actor)?;
            let event = state.claim(side, win, now)?;
            if self.append(game, &mut writer, event, Timing::at(now)).await? {
                return Ok(game.snapshot().version());
            }
        }
    }
}

pub fn seat_of(player: &PlayerId, game: &GameKey) -> Whereabouts {
    Whereabouts { player: player.clone(), game: Some(game.clone()) }
}
