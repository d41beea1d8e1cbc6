//! What a client asks for.

use std::sync::Arc;

use axum::extract::ws::WebSocket;
use merels_live::{ActError, Command, LiveGame, Refusal, Snapshot};
use merels_model::{GameKey, InvitationId, Phrase};
use merels_services::{Hint, ServiceError};

use super::protocol::{ClaimOf, DrawResponse, Request, ServerMessage};
use super::sending::{feed, flush, send};
use super::{Connection, End, PendingHint};
use crate::edge::fair_play::ValueSeeker;
use crate::edge::value_limit;
use crate::edge::visitor::Visitor;
use crate::error::Failure;
use crate::wording;

impl Connection {
    pub(super) async fn handle(
        &mut self,
        socket: &mut WebSocket,
        id: Option<u64>,
        request: Request,
    ) -> Result<(), End> {
        let done = match request {
            Request::Watch { game, version } => {
                return self.watch(socket, id, &game, version).await;
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
                let now = self.app.clock.now().as_millisecond();
                return send(socket, &ServerMessage::Pong { now }).await;
            }
            Request::Why { spots } => return self.say_why(socket, id, &spots).await,
            Request::Move { game, ply, r#move, took } => {
                let read = |game: &Snapshot| {
                    Ok(Command::Play { ply: Some(ply), mv: game.parse_move(&r#move)? })
                };
                self.act_after(&game, read, took).await
            }
            Request::Draft { game, ply, r#move: Some(text) } => {
                let read =
                    |game: &Snapshot| Ok(Command::Draft { ply, mv: game.parse_move(&text)? });
                self.act(&game, read).await
            }
            Request::Draft { game, r#move: None, .. } => {
                self.act(&game, |_| Ok(Command::ClearDraft)).await
            }
            Request::Undo { game, ply } => {
                self.act(&game, |_| Ok(Command::TakeBack { ply: Some(ply) })).await
            }
            Request::UndoRespond { game, response } => {
                let accept = matches!(response, DrawResponse::Accept);
                self.act(&game, |_| Ok(Command::AnswerTakeBack { accept })).await
            }
            Request::Claim { game, claim } => self.claim(&game, claim == ClaimOf::Win).await,
            Request::Hint { game } => return self.seek_hint(socket, id, game).await,
            Request::Forfeit { game } => self.act(&game, |_| Ok(Command::Resign)).await,
            Request::Abort { game } => self.act(&game, |_| Ok(Command::Abort)).await,
            Request::Draw { game } => self.act(&game, |_| Ok(Command::OfferDraw)).await,
            Request::Rematch { game, response } => {
                let accept = !matches!(response, Some(DrawResponse::Decline));
                self.rematch(&game, accept).await
            }
            Request::Say { game, phrase, version } => match phrase.parse() {
                Ok(phrase) => self.say(&game, phrase, version).await,
                Err(_) => Err(Failure::Field("failure-unknown-phrase", phrase)),
            },
            Request::DrawRespond { game, response } => {
                let accept = matches!(response, DrawResponse::Accept);
                self.act(&game, |_| Ok(Command::AnswerDraw { accept })).await
            }
        };
        match done {
            Ok(version) => {
                feed(socket, ServerMessage::Ack { id, version }.encode()).await?;
                // What it came to goes out along with the acknowledgement.
                if self.has_news() { self.send_news(socket).await } else { flush(socket).await }
            }
            Err(failure) => self.refuse(socket, id, &failure).await,
        }
    }

    /// A game by its key: usually the one that is watched.
    pub(super) async fn open(&self, key: &str) -> Result<Arc<LiveGame>, Failure> {
        match &self.watched {
            Some(watched) if watched.game.key.as_str() == key => Ok(Arc::clone(&watched.game)),
            _ => Ok(self
                .app
                .live
                .open(&GameKey::new(key))
                .await?
                .ok_or(ServiceError::UnknownGame)?),
        }
    }

    /// Carries a command out, which is read when its game is known.
    async fn act(
        &self,
        key: &str,
        read: impl FnOnce(&Snapshot) -> Result<Command, Refusal>,
    ) -> Result<u32, Failure> {
        self.act_after(key, read, None).await
    }

    /// Like `act`, of one who says how long it took.
    async fn act_after(
        &self,
        key: &str,
        read: impl FnOnce(&Snapshot) -> Result<Command, Refusal>,
        took: Option<i64>,
    ) -> Result<u32, Failure> {
        let game = self.open(key).await?;
        let snapshot = game.snapshot();
        let command =
            read(&snapshot).map_err(|refusal| ServiceError::Refused(snapshot.kind, refusal))?;
        self.app
            .fair_play
            .check_turn(|| Visitor::from(&self.visitor).seeker(), &snapshot, &command)
            .await?;
        let done = self.app.live.act_after(&game, &self.visitor.actor(), &command, took).await;
        done.map_err(|error| Failure::of(snapshot.kind, error))
    }

    async fn say(&self, key: &str, phrase: Phrase, seen: Option<u32>) -> Result<u32, Failure> {
        let game = self.open(key).await?;
        let done = self.app.live.say(&game, self.visitor.id(), phrase, seen).await;
        done.map_err(|error| Failure::of(game.snapshot().kind, error))
    }

    async fn claim(&self, key: &str, win: bool) -> Result<u32, Failure> {
        let game = self.open(key).await?;
        let done = self.app.live.claim(&game, self.visitor.id(), win).await;
        done.map_err(|error| Failure::of(game.snapshot().kind, error))
    }

    async fn rematch(&self, key: &str, accept: bool) -> Result<u32, Failure> {
        let game = self.open(key).await?;
        self.app.meeting.rematch(&game, self.visitor.id(), accept).await?;
        Ok(game.snapshot().version())
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
                    None => {
                        app.live.open(&GameKey::new(key)).await?.ok_or(ServiceError::UnknownGame)?
                    }
                };
                let seeker = ValueSeeker::from(Visitor::from(&visitor));
                let fair = seeker.about(&app, game.snapshot().kind).await?;
                Ok(app.analysis.hint(fair.fair(), &visitor.actor(), &game).await?)
            };
            (id, find.await)
        })));
        Ok(())
    }

    /// Answers with a good move; what has changed by asking for it is told before.
    pub(super) async fn give_hint(
        &mut self,
        socket: &mut WebSocket,
        id: Option<u64>,
        hint: Result<Hint, Failure>,
    ) -> Result<(), End> {
        if self.has_news() {
            self.send_news(socket).await?;
        }
        match hint {
            Ok(hint) => {
                let words = self.visitor.language.hint(&hint.text, &hint.reasons);
                send(socket, &ServerMessage::Hint { id, r#move: hint.text, words }).await
            }
            Err(failure) => self.refuse(socket, id, &failure).await,
        }
    }

    /// Says why the last of these spots of the watched game cannot be chosen.
    async fn say_why(
        &self,
        socket: &mut WebSocket,
        id: Option<u64>,
        spots: &[String],
    ) -> Result<(), End> {
        let Some(watched) = &self.watched else {
            return self.refuse(socket, id, &ServiceError::UnknownGame.into()).await;
        };
        let kind = watched.game.snapshot().kind;
        let reason = match self.check_choice(&watched.game, spots).await {
            Ok(()) => None,
            Err(ActError::Refused(refusal)) => {
                Some(wording::refusal(self.visitor.language, kind, &refusal))
            }
            Err(error) => return self.refuse(socket, id, &Failure::of(kind, error)).await,
        };
        send(socket, &ServerMessage::Why { id, reason }).await
    }

    async fn check_choice(&self, game: &LiveGame, spots: &[String]) -> Result<(), ActError> {
        let snapshot = game.snapshot();
        let read =
            spots.iter().map(|spot| snapshot.parse_spot(spot)).collect::<Result<Vec<_>, _>>();
        self.app.live.check_choice(game, self.visitor.id(), &read?).await
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
