//! Background jobs: work that comes due without anybody asking.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use merels_live::{COMPUTER_LEASE, LiveError};
use merels_model::{ForfeitCause, Seat, StoredGame};
use merels_rules::{GameId, Position, Side};
use tokio::time::MissedTickBehavior;

use crate::error::Result;
use crate::heartbeat::Heartbeats;
use crate::limits::KNOWN_FOR;
use crate::meeting::Meeting;
use crate::notices::{Mails, PushService};
use crate::site::Site;

/// A game without a clock that nobody touches for this long is forfeited by the side to move.
const IDLE_TIMEOUT: SignedDuration = SignedDuration::from_hours(3 * 24);

/// A guest who has only just come in may not have a session yet.
const WELCOME: SignedDuration = SignedDuration::from_hours(1);

const LOG_LASTS: SignedDuration = SignedDuration::from_hours(90 * 24);

/// The ticks between two looks for games in which the computer was kept from its move.
const COMPUTER_TICKS: u64 = 5;

/// The ticks between two looks for players to be told that it is their turn.
const PUSH_TICKS: u64 = 2;

pub const TICK: Duration = Duration::from_secs(1);

pub const ROUND: u64 = 60;

/// The period of looking at clocks: the longest that a flag falls late, and, while a live clock runs, the
/// time between two signs of life, by which the moment of a crash is known.
const CLOCK_TICK: Duration = Duration::from_millis(100);

/// Without a live clock so many ticks go by between two signs of life.
const SIGN_TICKS: u64 = 10;

/// A clock that runs out later is one by days.
const LIVE_CLOCK: SignedDuration = SignedDuration::from_hours(6);

/// One node sweeps for all; another takes over if it has not for so long.
const SWEEP_LEASE: SignedDuration = SignedDuration::from_secs(90);

/// The games in which the computer is woken at once: there is room for no more at the gate.
const MOST_WOKEN: usize = 64;

/// The work of a node that nobody asks for. The first round, at the start, also takes up what a crash may
/// have left half done.
pub struct Jobs {
    pub(crate) site: Site,
    pub(crate) meeting: Arc<Meeting>,
    pub(crate) heartbeats: Arc<Heartbeats>,
    pub(crate) mails: Arc<Mails>,
    pub(crate) push: Arc<PushService>,
}

impl Jobs {
    /// Gives signs of life and ends the games in which somebody's time is up, until the server ends. Every
    /// node looks: whoever is first ends a game, and nobody does it twice.
    pub async fn watch_clocks(self: Arc<Self>) {
        let work = |count| {
            let jobs = Arc::clone(&self);
            async move { jobs.look_at_clocks(count).await }
        };
        again_and_again("watching clocks", CLOCK_TICK, work).await;
    }

    async fn look_at_clocks(&self, count: u64) -> Result<()> {
        let next = self.site.store.games().next_flag().await;
        let is_near = |flag: &Timestamp| *flag < self.site.clock.now() + LIVE_CLOCK;
        // Where the database does not answer, the sign finds that out.
        let matters = next.as_ref().map_or(true, |next| next.as_ref().is_some_and(is_near));
        if matters || count.is_multiple_of(SIGN_TICKS) {
            self.heartbeats.beat().await?;
        }
        if next?.is_some_and(|flag| flag <= self.site.clock.now()) {
            self.let_flags_fall().await?;
        }
        Ok(())
    }

    pub async fn tick(&self, count: u64) -> Result<()> {
        let now = self.site.clock.now();
        self.site.store.cluster().node_is_alive(&self.site.live.node_name(), now).await?;
        self.meeting.pair(now).await?;
        if count.is_multiple_of(PUSH_TICKS) {
            self.push.tell_due(&self.mails, now).await?;
            self.push.tell_arenas(&self.mails, now).await?;
        }
        if count.is_multiple_of(COMPUTER_TICKS) {
            self.wake_computer(now - COMPUTER_LEASE).await?;
        }
        if count.is_multiple_of(ROUND) {
            self.site.live.tidy();
            self.site.limits.tidy();
            if self.site.live.takes("sweep".to_owned(), SWEEP_LEASE).await? {
                self.sweep(now).await?;
            }
        }
        Ok(())
    }

    async fn let_flags_fall(&self) -> Result<()> {
        for key in self.site.store.games().fallen_flags(self.site.clock.now()).await? {
            if let Err(error) = self.site.live.let_flag_fall(&key).await {
                tracing::warn!(game = %key, %error, "a game could not be ended");
            }
        }
        Ok(())
    }

    /// Whatever kept the computer from its move, on whichever node, it tries again here: in the games that
    /// nobody has touched after `before`, those that wait longest first.
    pub async fn wake_computer(&self, before: Timestamp) -> Result<()> {
        let mut games = self.site.store.games().games_awaiting_computer().await?;
        games.retain(|game| game.touched <= before);
        games.sort_by_key(|game| game.touched);
        for game in games.iter().take(MOST_WOKEN) {
            self.site.live.wake_computer(&game.key, &game.seats);
        }
        Ok(())
    }

    /// One round for all nodes, as of `now`. A game that cannot be dealt with does not keep the others
    /// from it.
    async fn sweep(&self, now: Timestamp) -> Result<()> {
        self.site.store.cluster().forget_leases(now).await?;
        self.site.store.games().forget_watchers(now).await?;
        self.site.store.cluster().forget_quotas(now).await?;
        self.site.store.accounts().forget_secrets(now).await?;
        self.site.store.accounts().forget_security_events(now - LOG_LASTS).await?;
        self.site.store.accounts().forget_login_addresses(now - KNOWN_FOR).await?;
        self.site.store.accounts().end_old_sessions(now).await?;
        self.site.store.accounts().delete_old_guests(now - WELCOME).await?;
        self.site.store.meeting().end_old_waits(now).await?;
        self.site.store.meeting().forget_invitations(now).await?;
        self.site.store.cluster().forget_absent(now).await?;
        self.site.store.games().forget_addresses().await?;
        for game in self.site.store.games().deserted_games().await? {
            let left =
                self.site.live.forfeit(&game.key, deserted_side(&game), ForfeitCause::Left, None);
            note_trouble(&game, left.await);
        }
        for game in self.site.store.games().idle_games(now - IDLE_TIMEOUT).await? {
            // The computer does not tire.
            if !matches!(game.seats[game.mover.index()], Seat::Computer(_)) {
                let (mover, seen) = (game.mover, Some(game.version));
                let idle = self.site.live.forfeit(&game.key, mover, ForfeitCause::Idle, seen);
                note_trouble(&game, idle.await);
            }
        }
        for game in self.site.store.games().running_games_of(GameId::Nimble).await? {
            let start = game.game.parse_position(&game.start);
            if start.is_ok_and(|start| start.outcome().is_some()) {
                // Nobody can move in it; reading it ends it.
                note_trouble(&game, self.site.live.open(&game.key).await.map(drop));
            }
        }
        Ok(())
    }
}

/// Does a work, which is told how often it was begun before, until the server ends. A work that fails or
/// breaks off is begun again the next time.
pub async fn again_and_again<Work, E>(
    name: &'static str,
    period: Duration,
    work: impl Fn(u64) -> Work,
) where
    Work: Future<Output = Result<(), E>> + Send + 'static,
    E: fmt::Display + Send + 'static,
{
    let mut ticks = tokio::time::interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for count in 0.. {
        ticks.tick().await;
        match tokio::spawn(work(count)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "{name} failed"),
            Err(error) if error.is_cancelled() => return,
            Err(error) => tracing::error!(%error, "{name} broke off"),
        }
    }
}

fn note_trouble(game: &StoredGame, result: Result<(), LiveError>) {
    if let Err(error) = result {
        tracing::warn!(game = %game.key, %error, "a game could not be ended");
    }
}

/// The side whose player has left; if both have, the one to move.
fn deserted_side(game: &StoredGame) -> Side {
    let left = |side: &Side| game.seats[side.index()] == Seat::Gone;
    [game.mover, !game.mover].into_iter().find(left).unwrap_or(game.mover)
}

#[cfg(test)]
mod tests;
