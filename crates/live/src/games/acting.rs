//! Commands on running games: decided, stored, then published.

use std::sync::Arc;

use merels_model::{ForfeitCause, GameKey, PlayerId, Seat, is_shared};
use merels_rules::{AnyPosition, Draft, Game, Side, Spot};

use super::command::{Command, Refusal};
use super::game_clock::Timing;
use super::history::GameEvent;
use super::state::{Decision, GameState};
use super::{ActError, Actor, Live, LiveError, LiveGame};
use crate::bus::Subject;
use crate::engine_gate::{Asker, Network};
use crate::wakeups;

impl Live {
    /// Does what an actor asks; gives the version of the game after it.
    pub async fn act(
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
    pub async fn act_after(
        &self,
        game: &LiveGame,
        actor: &Actor,
        command: &Command,
        took: Option<i64>,
    ) -> Result<u32, ActError> {
        let timing = Timing { at: self.clock.now(), took };
        let mut writer = game.writer_for(actor).await?;
        let mut looked_again = false;
        loop {
            let state = self.state(&game.key, &mut writer).await?;
            let decided = side_of(state, actor).and_then(|side| state.decide(side, command));
            let late = command.is_turn() && state.is_late(timing);
            let stored = match decided {
                // What comes too late is not played; then the flag falls, and that is the refusal.
                Ok(Decision::Append(_) | Decision::Draft(_)) if late && looked_again => {
                    if let Some(fall) = state.flag_fall() {
                        self.append(game, &mut writer, fall, timing).await?;
                    }
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
    pub(super) async fn append(
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
        if !self.store.games().append(append).await? {
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
        if !self.store.games().keep_draft(&game.key, version, text).await? {
            return Ok(false);
        }
        state.keep_draft(draft);
        self.publish(game, state);
        self.ring(Subject::Game(game.key.clone(), version));
        Ok(true)
    }

    /// Lets everybody see how a game stands, and wakes the computer if it has something to do.
    pub(super) fn publish(&self, game: &LiveGame, state: &GameState) {
        let snapshot = Arc::new(state.snapshot());
        game.snapshots.send_replace(Arc::clone(&snapshot));
        if snapshot.computers_task().is_some() {
            let player = wakeups::person(&snapshot.seats);
            self.computer.push(&game.key, Asker { network: game.network(), player });
        }
    }

    /// Wakes the computer in a game that nobody asks for just now.
    pub fn wake_computer(&self, key: &GameKey, seats: &[Seat; 2]) {
        let network = self.in_memory(key).map_or(Network::Unknown, |game| game.network());
        self.computer.push(key, Asker { network, player: wakeups::person(seats) });
    }

    /// A side loses by not being there: see [`ForfeitCause`]. A game that is over stays as it is,
    /// and so does one that has gone on since the version `seen`, if one is given.
    pub async fn forfeit(
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
    pub async fn let_flag_fall(&self, key: &GameKey) -> Result<(), LiveError> {
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
    pub async fn empty_seats(&self, player: &PlayerId) {
        for game in self.open_games() {
            let Some(side) = game.snapshot().side_of(player) else { continue };
            if let Some(state) = &mut *game.writer.lock().await {
                Arc::make_mut(&mut state.seats)[side.index()] = Seat::Gone;
                self.publish(&game, state);
            }
        }
    }

    /// Checks that a player may choose these spots one after the other in a turn.
    pub async fn check_choice(
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
    pub async fn whole_game(&self, game: &LiveGame) -> Result<Game<AnyPosition>, LiveError> {
        let mut writer = game.writer.lock().await;
        Ok(self.state(&game.key, &mut writer).await?.game().clone())
    }
}

pub(super) fn side_of(state: &GameState, actor: &Actor) -> Result<Side, Refusal> {
    match actor {
        Actor::Player(player) | Actor::Client(player, _) => {
            let side = merels_model::side_of(&state.seats, player).ok_or(Refusal::NotYours)?;
            Ok(if is_shared(&state.seats) { state.game().side() } else { side })
        }
        Actor::Computer(side) => Ok(*side),
    }
}
