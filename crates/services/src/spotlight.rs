//! The games worth watching now, the best first. The list is made at most once a moment, however many
//! ask for it.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::SignedDuration;
use merels_live::{LiveError, LiveGame};
use merels_store::GameToWatch;
use tokio::sync::Mutex;

use crate::site::Site;

/// The time for which a list is good enough.
const HOLDS: Duration = Duration::from_secs(2);

/// A game in which something happened within so much time goes on under one's eyes.
const LIVELY: SignedDuration = SignedDuration::from_mins(5);

/// Games that nobody has touched for longer are not shown.
const SHOWN: SignedDuration = SignedDuration::from_hours(24);

/// The games that are looked at, and those that are shown.
const CONSIDERED: u32 = 100;
const MOST: usize = 24;

#[derive(Clone, Debug)]
pub struct Watchable {
    pub live: Arc<LiveGame>,
    pub watchers: u32,
    /// It goes on right now.
    pub lively: bool,
}

/// Keeps the list of the games worth watching.
#[derive(Debug)]
pub struct Spotlight {
    site: Site,
    kept: Mutex<Option<(Instant, Arc<[Watchable]>)>>,
}

impl Spotlight {
    pub(crate) fn new(site: Site) -> Spotlight {
        Spotlight { site, kept: Mutex::default() }
    }

    /// The running games between people, the best first: those that go on right now before the others,
    /// then by the strength of the players, by how many watch, and by what happened last.
    pub async fn games(&self) -> Result<Arc<[Watchable]>, LiveError> {
        let mut kept = self.kept.lock().await;
        if let Some((_, games)) = kept.as_ref().filter(|(made, _)| made.elapsed() < HOLDS) {
            return Ok(Arc::clone(games));
        }
        let games = self.find().await?;
        *kept = Some((Instant::now(), Arc::clone(&games)));
        Ok(games)
    }

    pub async fn best(&self) -> Result<Option<Watchable>, LiveError> {
        let games = self.games().await?;
        Ok(games.first().filter(|game| game.lively && is_running(game)).cloned())
    }

    async fn find(&self) -> Result<Arc<[Watchable]>, LiveError> {
        let now = self.site.clock.now();
        let mut found =
            self.site.store.games().games_to_watch(now, now - SHOWN, CONSIDERED).await?;
        let lively = |game: &GameToWatch| game.touched >= now - LIVELY;
        found.sort_by_key(|game| {
            (Reverse(lively(game)), Reverse(game.strength), Reverse(game.watchers))
        });
        let mut games = Vec::new();
        for game in found.iter().take(MOST) {
            if let Some(live) = self.site.live.open(&game.key).await? {
                games.push(Watchable { live, watchers: game.watchers, lively: lively(game) });
            }
        }
        games.retain(is_running);
        Ok(games.into())
    }
}

fn is_running(game: &Watchable) -> bool {
    game.live.snapshot().outcome.is_none()
}
