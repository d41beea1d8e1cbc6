//! The same two once more, with the colours exchanged: kept beside the game that is over.

use merels_model::{GameKey, PlayerId, Seat, StoredGame, is_between_people};
use merels_rules::AnyPosition;
use merels_store::{NewGame, NewSeat, OfferRematch, Rematched};

use super::snapshot::Rematch;
use super::{ActError, Actor, Live, LiveError, LiveGame, Refusal, side_of};
use crate::bus::Subject;

impl Live {
    /// A player would like a rematch or agrees to one; `start` says where it begins. When both want it,
    /// it begins, once.
    pub async fn offer_rematch(
        &self,
        game: &LiveGame,
        player: &PlayerId,
        start: impl FnOnce(&StoredGame) -> AnyPosition,
        most_running: u32,
    ) -> Result<Rematched, ActError> {
        let actor = Actor::Player(player.clone());
        let mut writer = game.writer_for(&actor).await?;
        self.catch_up(game, &mut writer).await?;
        let state = self.state(&game.key, &mut writer).await?;
        let side = side_of(state, &actor)?;
        let [Seat::Player { id: white, .. }, Seat::Player { id: black, .. }] = &*state.seats else {
            return Err(Refusal::NoRematch.into());
        };
        let apart =
            self.store.accounts().are_apart(white, black).await.map_err(LiveError::Store)?;
        if !state.is_over() || !is_between_people(&state.seats) || apart {
            return Err(Refusal::NoRematch.into());
        }
        let stored = self.store.games().game(&game.key).await.map_err(LiveError::Store)?;
        let stored = stored.ok_or(LiveError::Vanished)?;
        let start = start(&stored);
        let new = NewGame {
            key: GameKey::random(),
            game: stored.game,
            start: start.to_string(),
            mover: merels_rules::Position::side(&start),
            seats: [black, white].map(|player| NewSeat::Player(player.clone())),
            terms: state.terms,
            at: self.clock.now(),
        };
        let (after, player) = (game.key.clone(), player.clone());
        let offer = OfferRematch { after, side, player, game: new, most_running };
        let done = self.store.meeting().offer_rematch(offer).await.map_err(LiveError::Store)?;
        state.rematch = match &done {
            Rematched::Offered => Rematch { offered_by: Some(side), next: None },
            Rematched::Begun(next) => Rematch { offered_by: None, next: Some(next.clone()) },
            Rematched::TooMany | Rematched::NotOver => return Ok(done),
        };
        self.publish(game, state);
        self.ring(Subject::Game(game.key.clone(), state.version()));
        Ok(done)
    }

    /// A player does not want a rematch, or no more.
    pub async fn decline_rematch(
        &self,
        game: &LiveGame,
        player: &PlayerId,
    ) -> Result<(), ActError> {
        let actor = Actor::Player(player.clone());
        let mut writer = game.writer_for(&actor).await?;
        let state = self.state(&game.key, &mut writer).await?;
        side_of(state, &actor)?;
        self.store.meeting().drop_rematch(&game.key).await.map_err(LiveError::Store)?;
        state.rematch.offered_by = None;
        self.publish(game, state);
        self.ring(Subject::Game(game.key.clone(), state.version()));
        Ok(())
    }
}
