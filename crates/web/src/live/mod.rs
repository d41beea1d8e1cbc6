//! The games that are being played now.
//!
//! A game has one writer and any number of readers. The writer holds a [`GameState`]: it asks the
//! rules by [`GameState::decide`], stores what that comes to, and only then publishes a new
//! [`Snapshot`]. Readers hold snapshots, which never change: they neither lock nor wait for a write.
//! Nothing that matters lives only here: whatever is dropped is replayed from the store, and what
//! another node has stored is taken up when it rings the bell, and in any case before a refusal.

mod audience;
mod command;
mod game_clock;
mod history;
mod manners;
mod nodes;
mod players;
mod presence;
mod rematch;
mod snapshot;
mod state;

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use jiff::SignedDuration;
use lru::LruCache;
use merels_rules::{AnyPosition, Draft, Game, Side, Spot};
use merels_store::{
    ForfeitCause, GameKey, Lease, PlayerId, Seat, Store, StoreError, StoredGame, StoredHistory,
};
use thiserror::Error;
use tokio::sync::{MutexGuard, broadcast, watch};

use crate::bus::{Bell, Bus, Subject};
use crate::clock::Clock;
use crate::engine_gate::{Asker, Network};
use crate::limits::ClientAddress;
use crate::wakeups::{self, Wakeups};
use audience::Audience;
pub(crate) use audience::Watching;
pub(crate) use command::{Command, Refusal};
pub(crate) use game_clock::GameClock;
use game_clock::Timing;
pub(crate) use history::{Entry, GameEvent};
pub(crate) use manners::fair_wait;
pub(crate) use players::PlayerMessage;
use players::Players;
use presence::Here;
pub(crate) use presence::seat_of;
pub(crate) use snapshot::{ComputerTask, Rematch, Snapshot, is_between_people};
pub(crate) use state::Unplayable;
use state::{Decision, GameState};

/// From so many events on, a game is replayed outside the threads that serve requests, and kept at hand
/// for those who look again.
const LONG_GAME: usize = 100;

/// So many long games are kept at hand though nobody holds them.
const KEPT_AT_HAND: NonZeroUsize = NonZeroUsize::new(16).unwrap();

/// Why a game cannot be had.
#[derive(Debug, Error)]
pub(crate) enum LiveError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    #[error("the game is in the store no more")]
    Vanished,
}

/// Why a command did not come about.
#[derive(Debug, Error)]
pub(crate) enum ActError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Failed(#[from] LiveError),
}

/// Who acts: a player on one's own seat, or the computer on its.
#[derive(Clone, Debug)]
pub(crate) enum Actor {
    Player(PlayerId),
    /// A player of whom it is known from where he acts.
    Client(PlayerId, ClientAddress),
    Computer(Side),
}

/// A game in memory.
#[derive(Debug)]
pub(crate) struct LiveGame {
    pub(crate) key: GameKey,
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
    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
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
    pub(crate) fn watch(&self) -> watch::Receiver<Arc<Snapshot>> {
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
pub(crate) struct Live {
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
    pub(crate) fn new(
        store: Arc<Store>,
        bus: Arc<dyn Bus>,
        computer: Arc<Wakeups>,
        clock: Clock,
    ) -> Live {
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
    pub(crate) async fn takes(
        &self,
        work: String,
        lasts: SignedDuration,
    ) -> Result<bool, StoreError> {
        let (holder, at) = (self.node_name(), self.clock.now());
        self.store.lease(Lease { work, holder, at, lasts }).await
    }

    /// The game of a key, from memory or from the store.
    pub(crate) async fn open(&self, key: &GameKey) -> Result<Option<Arc<LiveGame>>, LiveError> {
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
    fn enter(&self, key: &GameKey, state: GameState) -> (Arc<LiveGame>, bool) {
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

    fn in_memory(&self, key: &GameKey) -> Option<Arc<LiveGame>> {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.get(key).and_then(Weak::upgrade)
    }

    /// All games in memory.
    fn open_games(&self) -> Vec<Arc<LiveGame>> {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.values().filter_map(Weak::upgrade).collect()
    }

    async fn load(&self, key: &GameKey) -> Result<Option<GameState>, LiveError> {
        let Some(stored) = self.store.game(key).await? else { return Ok(None) };
        let (past, ratings) = tokio::try_join!(
            self.store.history(key, stored.version),
            self.store.seat_ratings(&stored)
        )?;
        let runs = stored.score.is_none();
        let mut state = replayed(stored, past).await?;
        if let Some(outcome) = state.game().outcome().filter(|_| runs) {
            // It began decided: no turn could end it.
            self.store.end_decided(key, outcome.score(), self.clock.now()).await?;
        }
        state.ratings = ratings;
        Ok(Some(state))
    }

    /// The writer's state of a game, read again if the last write failed.
    async fn state<'a>(
        &self,
        key: &GameKey,
        writer: &'a mut Option<GameState>,
    ) -> Result<&'a mut GameState, LiveError> {
        if writer.is_none() {
            *writer = Some(self.load(key).await?.ok_or(LiveError::Vanished)?);
        }
        writer.as_mut().ok_or(LiveError::Vanished)
    }

    /// Does what an actor asks; gives the version of the game after it.
    pub(crate) async fn act(
        &self,
        game: &LiveGame,
        actor: &Actor,
        command: &Command,
    ) -> Result<u32, ActError> {
        self.act_after(game, actor, command, None).await
    }

    /// Does what an actor asks who says how long it took, in milliseconds; gives the version of the
    /// game after it.
    ///
    /// It is safe to drop this half done: what the store has then is read again.
    pub(crate) async fn act_after(
        &self,
        game: &LiveGame,
        actor: &Actor,
        command: &Command,
        took: Option<i64>,
    ) -> Result<u32, ActError> {
        let timing = Timing { at: self.clock.now(), took };
        use Command::{Capture, Play, Step};
        let is_turn = matches!(command, Play { .. } | Step { .. } | Capture { .. });
        let mut writer = game.writer_for(actor).await?;
        let mut looked_again = false;
        loop {
            let state = self.state(&game.key, &mut writer).await?;
            let decided = side_of(state, actor).and_then(|side| state.decide(side, command));
            let late = is_turn && state.is_late(timing);
            let stored = match decided {
                // What comes too late is not played; then the flag falls, and that is the refusal.
                Ok(Decision::Append(_) | Decision::Draft(_)) if late && looked_again => {
                    match state.flag_fall() {
                        Some(fall) => self.append(game, &mut writer, fall, timing).await?,
                        None => false,
                    };
                    false
                }
                Ok(Decision::Append(_) | Decision::Draft(_)) if late => false,
                Ok(Decision::Done(version)) => return Ok(version),
                Ok(Decision::Append(event)) => {
                    game.note_client(actor);
                    self.append(game, &mut writer, event, timing).await?
                }
                Ok(Decision::Draft(draft)) => self.keep_draft(game, state, draft).await?,
                // It may be only this node that is behind.
                Err(_) if !looked_again => false,
                Err(refusal) => return Err(refusal.into()),
            };
            if stored {
                return Ok(game.snapshots.borrow().version());
            }
            looked_again = true;
            self.catch_up(game, &mut writer).await?;
        }
    }

    /// Stores an event and publishes it; `false` if the game has gone on elsewhere.
    async fn append(
        &self,
        game: &LiveGame,
        writer: &mut Option<GameState>,
        event: GameEvent,
        timing: Timing,
    ) -> Result<bool, LiveError> {
        let Some(mut state) = writer.take() else { return Ok(false) };
        let is_move = matches!(event, GameEvent::Move { .. });
        // Until it is stored, nobody but this function knows of it.
        let append = state.advance(event, timing);
        if !self.store.append(append).await? {
            return Ok(false);
        }
        if is_move {
            metrics::counter!("merels_moves_total").increment(1);
        }
        self.publish(game, &state);
        self.ring(Subject::Game(game.key.clone(), state.version()));
        *writer = Some(state);
        Ok(true)
    }

    /// Keeps a turn in the making; `false` if the game has gone on elsewhere.
    async fn keep_draft(
        &self,
        game: &LiveGame,
        state: &mut GameState,
        draft: Draft,
    ) -> Result<bool, LiveError> {
        let (version, text) = (state.version(), state.draft_text(&draft));
        if !self.store.keep_draft(&game.key, version, text).await? {
            return Ok(false);
        }
        state.keep_draft(draft);
        self.publish(game, state);
        self.ring(Subject::Game(game.key.clone(), version));
        Ok(true)
    }

    /// Lets everybody see how a game stands, and wakes the computer if it has something to do.
    fn publish(&self, game: &LiveGame, state: &GameState) {
        let snapshot = Arc::new(state.snapshot());
        game.snapshots.send_replace(Arc::clone(&snapshot));
        if snapshot.computers_task().is_some() {
            let player = wakeups::person(&snapshot.seats);
            self.computer.push(&game.key, Asker { network: game.network(), player });
        }
    }

    /// Wakes the computer in a game that nobody asks for just now.
    pub(crate) fn wake_computer(&self, key: &GameKey, seats: &[Seat; 2]) {
        let network = self.in_memory(key).map_or(Network::Unknown, |game| game.network());
        self.computer.push(key, Asker { network, player: wakeups::person(seats) });
    }

    fn ring(&self, subject: Subject) {
        self.bus.ring(Bell { subject, node: self.node });
    }

    /// A side loses by not being there: see [`ForfeitCause`]. A game that is over stays as it is,
    /// and so does one that has gone on since the version `seen`, if one is given.
    pub(crate) async fn forfeit(
        &self,
        key: &GameKey,
        side: Side,
        cause: ForfeitCause,
        seen: Option<u32>,
    ) -> Result<(), LiveError> {
        let Some(game) = self.open(key).await? else { return Ok(()) };
        let mut writer = game.writer.lock().await;
        loop {
            // Who sits there may have changed since the game was opened.
            self.catch_up(&game, &mut writer).await?;
            let state = self.state(key, &mut writer).await?;
            let gone_on = seen.is_some_and(|seen| seen != state.version());
            if state.is_over() || gone_on {
                return Ok(());
            }
            let (event, timing) =
                (GameEvent::Forfeit { side, cause }, Timing::at(self.clock.now()));
            if self.append(&game, &mut writer, event, timing).await? {
                return Ok(());
            }
        }
    }

    /// Ends a game in which somebody's time is up; one in which it is not, after all, goes on.
    pub(crate) async fn let_flag_fall(&self, key: &GameKey) -> Result<(), LiveError> {
        let Some(game) = self.open(key).await? else { return Ok(()) };
        let mut writer = game.writer.lock().await;
        loop {
            self.catch_up(&game, &mut writer).await?;
            let state = self.state(key, &mut writer).await?;
            let timing = Timing::at(self.clock.now());
            let is_up = state.flag().is_some_and(|flag| flag <= timing.at);
            let Some(event) = state.flag_fall().filter(|_| is_up) else { return Ok(()) };
            if self.append(&game, &mut writer, event, timing).await? {
                return Ok(());
            }
        }
    }

    /// The seats of a player who has left for good are nobody's from now on.
    pub(crate) async fn empty_seats(&self, player: &PlayerId) {
        for game in self.open_games() {
            let Some(side) = game.snapshot().side_of(player) else { continue };
            if let Some(state) = &mut *game.writer.lock().await {
                Arc::make_mut(&mut state.seats)[side.index()] = Seat::Gone;
                self.publish(&game, state);
            }
        }
    }

    /// Whether a player may choose these spots one after the other in a turn.
    pub(crate) async fn check_choice(
        &self,
        game: &LiveGame,
        player: &PlayerId,
        spots: &[Spot],
    ) -> Result<(), ActError> {
        let actor = Actor::Player(player.clone());
        let mut writer = game.writer_for(&actor).await?;
        let state = self.state(&game.key, &mut writer).await?;
        let side = side_of(state, &actor)?;
        Ok(state.check_choice(side, spots)?)
    }

    /// A game with its whole history, for one who thinks about it.
    pub(crate) async fn whole_game(&self, game: &LiveGame) -> Result<Game<AnyPosition>, LiveError> {
        let mut writer = game.writer.lock().await;
        Ok(self.state(&game.key, &mut writer).await?.game().clone())
    }

    /// Messages for a player from now on.
    pub(crate) fn player_messages(&self, player: &PlayerId) -> broadcast::Receiver<PlayerMessage> {
        self.players.listen(player)
    }

    /// Tells a player something wherever he is.
    pub(crate) fn notify(&self, player: &PlayerId, message: PlayerMessage) {
        self.players.tell(player, message);
        self.ring(Subject::Player(player.clone()));
    }

    /// Shows out whoever was signed out everywhere: on another node, or by the command line.
    pub(crate) async fn show_out(&self, sign_outs: i64) -> Result<(), StoreError> {
        let mut known = self.sign_outs.lock().await;
        if known.is_some_and(|known| known != sign_outs) {
            let here = self.players.all();
            let signed_in = self.store.with_session(&here).await?;
            for player in here.iter().filter(|player| !signed_in.contains(player)) {
                // A program by its token only looks again.
                self.players.tell(player, PlayerMessage::SignedOut(None));
            }
        }
        *known = Some(sign_outs);
        Ok(())
    }

    /// Forgets games and players that nobody holds any more.
    pub(crate) fn tidy(&self) {
        self.at_hand.lock().unwrap_or_else(PoisonError::into_inner).clear();
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.retain(|_, game| game.strong_count() > 0);
        drop(games);
        self.players.tidy();
    }
}

fn side_of(state: &GameState, actor: &Actor) -> Result<Side, Refusal> {
    match actor {
        Actor::Player(player) | Actor::Client(player, _) => {
            let sits = |side: &Side| state.seats[side.index()].is(player);
            let side = Side::ALL.into_iter().find(sits).ok_or(Refusal::NotYours)?;
            let shared = snapshot::is_shared(&state.seats);
            Ok(if shared { state.game().side() } else { side })
        }
        Actor::Computer(side) => Ok(*side),
    }
}

/// The state that a game's events lead to; that of a long one is computed away from the threads that
/// serve.
async fn replayed(stored: StoredGame, past: StoredHistory) -> Result<GameState, LiveError> {
    if past.events.len() < LONG_GAME {
        return Ok(GameState::replay(stored, &past)?);
    }
    let replay = tokio::task::spawn_blocking(move || GameState::replay(stored, &past));
    // It breaks off only with the server.
    Ok(replay.await.map_err(|_| StoreError::Closed)??)
}

#[cfg(test)]
mod tests;
