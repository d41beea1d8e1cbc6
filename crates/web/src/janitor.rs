//! What must be done now and then without anybody asking.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use merels_live::{COMPUTER_LEASE, LiveError};
use merels_rules::{GameId, Position, Side};
use merels_services::KNOWN_FOR;
use merels_store::{ForfeitCause, Seat, StoreError, StoredGame};
use tokio::time::MissedTickBehavior;

use crate::app::App;

/// A game without a clock that nobody touches for this long is forfeited by the side to move.
const PATIENCE: SignedDuration = SignedDuration::from_hours(3 * 24);

/// A guest who has only just come in may not have a session yet.
const WELCOME: SignedDuration = SignedDuration::from_hours(1);

/// How long the security log is kept.
const LOG_LASTS: SignedDuration = SignedDuration::from_hours(90 * 24);

/// How often it is looked what is to be done.
const TICK: Duration = Duration::from_secs(1);

/// So many ticks go by until it is looked whether the computer was kept from its move.
const COMPUTER_TICKS: u64 = 5;

/// So many ticks go by until it is looked whom to tell that it is their turn.
const PUSH_TICKS: u64 = 2;

/// So many ticks make a round.
const ROUND: u64 = 60;

/// How often clocks are looked at: the longest that a flag falls late, and, while a live clock runs, the
/// time between two signs of life, by which the moment of a crash is known.
const CLOCK_TICK: Duration = Duration::from_millis(100);

/// Without a live clock so many ticks go by between two signs of life.
const SIGN_TICKS: u64 = 10;

/// A clock that runs out later is one by days.
const LIVE_CLOCK: SignedDuration = SignedDuration::from_hours(6);

/// One node sweeps for all; another takes over if it has not for so long.
const SWEEP_LEASE: SignedDuration = SignedDuration::from_secs(90);

/// Does its work until the server ends. The first round, at the start, also takes up what a crash
/// may have left half done.
pub(crate) async fn run(app: Arc<App>) {
    let work = |count| {
        let app = Arc::clone(&app);
        async move { tick(&app, count).await }
    };
    again_and_again("tidying", TICK, work).await;
}

/// Gives signs of life and ends the games in which somebody's time is up, until the server ends. Every
/// node looks: whoever is first ends a game, and nobody does it twice.
pub(crate) async fn watch_clocks(app: Arc<App>) {
    let work = |count| {
        let app = Arc::clone(&app);
        async move { look_at_clocks(&app, count).await }
    };
    again_and_again("watching clocks", CLOCK_TICK, work).await;
}

async fn look_at_clocks(app: &App, count: u64) -> Result<(), StoreError> {
    let next = app.store.next_flag().await;
    let is_near = |flag: &Timestamp| *flag < app.clock.now() + LIVE_CLOCK;
    // Where the database does not answer, the sign finds that out.
    let matters = next.as_ref().map_or(true, |next| next.as_ref().is_some_and(is_near));
    if matters || count.is_multiple_of(SIGN_TICKS) {
        app.heartbeats.beat().await?;
    }
    if next?.is_some_and(|flag| flag <= app.clock.now()) {
        let_flags_fall(app).await?;
    }
    Ok(())
}

/// Does a work, which is told how often it was begun before, until the server ends. Whatever fails or
/// breaks off is begun again the next time.
async fn again_and_again<Work>(name: &'static str, period: Duration, work: impl Fn(u64) -> Work)
where
    Work: Future<Output = Result<(), StoreError>> + Send + 'static,
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

async fn tick(app: &App, count: u64) -> Result<(), StoreError> {
    let now = app.clock.now();
    app.store.node_is_alive(&app.live.node_name(), now).await?;
    app.meeting.pair(now).await?;
    if count.is_multiple_of(COMPUTER_TICKS) {
        wake_computer(app, now - COMPUTER_LEASE).await?;
    }
    if count.is_multiple_of(PUSH_TICKS) {
        app.push.tell_due(&app.mails, now).await?;
    }
    if count.is_multiple_of(ROUND) {
        app.live.tidy();
        app.call_limit.tidy();
        app.value_limit.tidy();
        app.pictures.tidy();
        app.limits.tidy();
        app.metrics.run_upkeep();
        if app.live.takes("sweep".to_owned(), SWEEP_LEASE).await? {
            sweep(app, now).await?;
        }
    }
    Ok(())
}

pub(crate) async fn let_flags_fall(app: &App) -> Result<(), StoreError> {
    for key in app.store.fallen_flags(app.clock.now()).await? {
        if let Err(error) = app.live.let_flag_fall(&key).await {
            tracing::warn!(game = %key, %error, "a game could not be ended");
        }
    }
    Ok(())
}

/// So many games the computer is woken in at once: there is room for no more at the gate.
const MOST_WOKEN: usize = 64;

/// Whatever kept the computer from its move, on whichever node, it tries again here: in the games that
/// nobody has touched after `before`, those that wait longest first.
pub(crate) async fn wake_computer(app: &App, before: Timestamp) -> Result<(), StoreError> {
    let mut games = app.store.games_awaiting_computer().await?;
    games.retain(|game| game.touched <= before);
    games.sort_by_key(|game| game.touched);
    for game in games.iter().take(MOST_WOKEN) {
        app.live.wake_computer(&game.key, &game.seats);
    }
    Ok(())
}

/// One round for all nodes, as of `now`. A game that cannot be dealt with does not keep the others
/// from it.
pub(crate) async fn sweep(app: &App, now: Timestamp) -> Result<(), StoreError> {
    app.store.forget_leases(now).await?;
    app.store.forget_watchers(now).await?;
    app.store.forget_quotas(now).await?;
    app.store.forget_secrets(now).await?;
    app.store.forget_security_events(now - LOG_LASTS).await?;
    app.store.forget_login_addresses(now - KNOWN_FOR).await?;
    app.store.end_old_sessions(now).await?;
    app.store.delete_old_guests(now - WELCOME).await?;
    app.store.end_old_waits(now).await?;
    app.store.forget_invitations(now).await?;
    app.store.forget_absent(now).await?;
    app.store.forget_addresses().await?;
    for game in app.store.deserted_games().await? {
        let left = app.live.forfeit(&game.key, deserted_side(&game), ForfeitCause::Left, None);
        note_trouble(&game, left.await);
    }
    for game in app.store.idle_games(now - PATIENCE).await? {
        // The computer does not tire.
        if !matches!(game.seats[game.mover.index()], Seat::Computer(_)) {
            let (mover, seen) = (game.mover, Some(game.version));
            let idle = app.live.forfeit(&game.key, mover, ForfeitCause::Idle, seen);
            note_trouble(&game, idle.await);
        }
    }
    for game in app.store.running_games_of(GameId::Nimble).await? {
        let start = game.game.parse_position(&game.start);
        if start.is_ok_and(|start| start.outcome().is_some()) {
            // Nobody can move in it; reading it ends it.
            note_trouble(&game, app.live.open(&game.key).await.map(drop));
        }
    }
    Ok(())
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
