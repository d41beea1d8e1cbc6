//! The requests of a client.

use std::sync::Arc;

use axum::extract::ws::WebSocket;
use merels_model::{GameKey, InvitationId};
use merels_services::analysis::Hint;
use merels_services::live::LiveGame;
use merels_services::{Action, ServiceError};

use super::protocol::{Request, ServerMessage};
use super::sending::{feed, flush, send};
use super::{Connection, End, PendingHint};
use crate::edge::fair_play::ValueSeeker;
use crate::edge::value_limit;
use crate::edge::visitor::Visitor;
use crate::error::{Failure, Result};
use crate::wording;

impl Connection {
    pub(super) async fn handle(
        &mut self,
        socket: &mut WebSocket,
        id: Option<u64>,
        request: Request,
    ) -> Result<(), End> {
        let done = match request {
            Request::Watch { game, version, panel } => {
                return self.watch(socket, id, &game, version, panel).await;
            }
            Request::Wait => {
                self.waits = true;
                return self.still_waiting(socket).await;
            }
            Request::Host { invitation } => {
                self.hosts = Some(InvitationId::new(invitation));
                return self.check_invitation(socket).await;
            }
            Request::Ping => {
                let now = self.app.services.clock.now().as_millisecond();
                return send(socket, &ServerMessage::Pong { now }).await;
            }
            Request::Why { spots } => return self.say_why(socket, id, &spots).await,
            Request::Hint { game } => return self.seek_hint(socket, id, game).await,
            Request::Act { game, action } => self.act(&game, action).await,
        };
        match done {
            Ok(version) => {
                feed(socket, ServerMessage::Ack { id, version }.encode()).await?;
                // The news go out along with the acknowledgement.
                if self.has_news() { self.send_news(socket).await } else { flush(socket).await }
            }
            Err(failure) => self.refuse(socket, id, &failure).await,
        }
    }

    /// A game by its key: usually the one that is watched.
    pub(super) async fn open(&self, key: &str) -> Result<Arc<LiveGame>> {
        match &self.watched {
            Some(watched) if watched.game.key.as_str() == key => Ok(Arc::clone(&watched.game)),
            _ => Ok(self.app.services.games.open(&GameKey::new(key)).await?),
        }
    }

    async fn act(&self, key: &str, action: Action) -> Result<u32> {
        let game = self.open(key).await?;
        Ok(self.app.services.carry_out(action, &self.visitor, &game).await?)
    }

    /// Begins to look for a good move, beside what else the client asks for.
    async fn seek_hint(
        &mut self,
        socket: &mut WebSocket,
        id: Option<u64>,
        key: String,
    ) -> Result<(), End> {
        if self.hint.is_some() {
            return self.refuse(socket, id, &ServiceError::TooManyQuestions(1).into()).await;
        }
        let (app, visitor) = (self.app.clone(), self.visitor.clone());
        let watched = self.watched.as_ref().map(|watched| Arc::clone(&watched.game));
        self.hint = Some(PendingHint(tokio::spawn(async move {
            let find = async {
                value_limit::count_for(&visitor.client.to_string(), &app)?;
                let game = match watched.filter(|game| game.key.as_str() == key) {
                    Some(game) => game,
                    None => app.services.games.open(&GameKey::new(key)).await?,
                };
                let seeker = ValueSeeker::from(Visitor::from(&visitor));
                let fair = seeker.about(&app, game.snapshot().kind).await?;
                Ok(app.services.analysis.hint(fair.fair(), &visitor.actor(), &game).await?)
            };
            (id, find.await)
        })));
        Ok(())
    }

    /// Answers with a good move, after the news that asking for it has made.
    pub(super) async fn give_hint(
        &mut self,
        socket: &mut WebSocket,
        id: Option<u64>,
        hint: Result<Hint>,
    ) -> Result<(), End> {
        if self.has_news() {
            self.send_news(socket).await?;
        }
        match hint {
            Ok(hint) => {
                let (text, words) = wording::hint(self.visitor.language, &hint);
                send(socket, &ServerMessage::Hint { id, r#move: text, words }).await
            }
            Err(failure) => self.refuse(socket, id, &failure).await,
        }
    }

    /// Answers why the last of these spots of the watched game cannot be chosen.
    async fn say_why(
        &self,
        socket: &mut WebSocket,
        id: Option<u64>,
        spots: &[String],
    ) -> Result<(), End> {
        let Some(watched) = &self.watched else {
            return self.refuse(socket, id, &ServiceError::UnknownGame.into()).await;
        };
        let player = self.visitor.id();
        match self.app.services.games.choice_refusal(&watched.game, player, spots).await {
            Ok(refusal) => {
                let (language, kind) = (self.visitor.language, watched.game.snapshot().kind);
                let reason = refusal.map(|refusal| wording::refusal(language, kind, &refusal));
                send(socket, &ServerMessage::Why { id, reason }).await
            }
            Err(error) => self.refuse(socket, id, &error.into()).await,
        }
    }

    pub(super) async fn refuse(
        &self,
        socket: &mut WebSocket,
        id: Option<u64>,
        failure: &Failure,
    ) -> Result<(), End> {
        failure.log();
        let reason = failure.words(self.visitor.language);
        send(socket, &ServerMessage::Refused { id, code: failure.code(), reason }).await
    }
}
