//! Those who watch a game without playing it: how many they are, on this node and on all together.
//!
//! Everybody counts once, however many pages show the game; of strangers every page counts. Numbers go
//! round every [`COUNTED_EVERY`], so that a crowd that comes at once costs one message each.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::SignedDuration;
use merels_model::{GameKey, PlayerId};
use merels_store::{StoreError, WatcherReport};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use super::{Live, LiveGame};

/// The interval between counts of the spectators.
const COUNTED_EVERY: Duration = Duration::from_secs(2);

/// The counts that go by until a number that has not changed is told again.
const RENEWED_EVERY: u64 = 10;

/// A node that has not told its number for so long has none.
const REPORT_HOLDS: SignedDuration = SignedDuration::from_secs(45);

#[derive(Debug)]
pub(super) struct Audience {
    here: Mutex<People>,
    everywhere: watch::Sender<u32>,
}

impl Default for Audience {
    fn default() -> Audience {
        Audience { here: Mutex::default(), everywhere: watch::Sender::new(0) }
    }
}

#[derive(Debug, Default)]
struct People {
    known: HashMap<PlayerId, u32>,
    strangers: u32,
}

impl Audience {
    fn with<T>(&self, act: impl FnOnce(&mut People) -> T) -> T {
        act(&mut self.here.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn count_here(&self) -> u32 {
        self.with(|people| people.known.len() as u32 + people.strangers)
    }
}

/// One page that watches a game, as long as this is held.
#[derive(Debug)]
pub struct Watching {
    game: Arc<LiveGame>,
    who: Option<PlayerId>,
}

impl Watching {
    /// Somebody begins to watch; a stranger if it is not known who.
    pub fn begin(game: &Arc<LiveGame>, who: Option<PlayerId>) -> Watching {
        game.audience.with(|people| match &who {
            Some(player) => *people.known.entry(player.clone()).or_default() += 1,
            None => people.strangers += 1,
        });
        Watching { game: Arc::clone(game), who }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.game.audience.with(|people| match &self.who {
            Some(player) => {
                let pages = people.known.get_mut(player).map_or(0, |pages| {
                    *pages -= 1;
                    *pages
                });
                if pages == 0 {
                    people.known.remove(player);
                }
            }
            None => people.strangers -= 1,
        });
    }
}

impl LiveGame {
    /// The number of spectators, now and whenever it changes.
    pub fn watchers(&self) -> watch::Receiver<u32> {
        self.audience.everywhere.subscribe()
    }
}

impl Live {
    pub async fn keep_counting_watchers(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(COUNTED_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        for count in 0_u64.. {
            ticks.tick().await;
            let renew = count.is_multiple_of(RENEWED_EVERY);
            if let Err(error) = self.count_watchers(renew).await {
                tracing::warn!(%error, "watchers could not be counted");
            }
        }
    }

    /// Tells the other nodes what has changed here, and this node's pages what has changed anywhere.
    pub async fn count_watchers(&self, renew: bool) -> Result<(), StoreError> {
        let (open, now) = (self.open_games(), self.clock.now());
        let here = open.iter().map(|game| (game.key.clone(), game.audience.count_here()));
        let here: HashMap<GameKey, u32> = here.filter(|(_, people)| *people > 0).collect();
        let mut told = self.told_watchers.lock().await;
        let mut games: Vec<(GameKey, u32)> = here.clone().into_iter().collect();
        games.retain(|(key, people)| renew || told.get(key) != Some(people));
        // A game that nobody watches any more may have left the memory too.
        games.extend(told.keys().filter(|key| !here.contains_key(key)).map(|key| (key.clone(), 0)));
        if !games.is_empty() {
            let (node, until) = (format!("{:x}", self.node), now + REPORT_HOLDS);
            self.store.games().report_watchers(WatcherReport { node, games, until }).await?;
        }
        *told = here;
        if open.is_empty() {
            return Ok(());
        }
        let everywhere: HashMap<GameKey, u32> =
            self.store.games().watchers(now).await?.into_iter().collect();
        for game in &open {
            let people = everywhere.get(&game.key).copied().unwrap_or_default();
            game.audience.everywhere.send_if_modified(|shown| {
                let changed = *shown != people;
                *shown = people;
                changed
            });
        }
        Ok(())
    }
}
