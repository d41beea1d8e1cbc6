//! What a client asks for.

use std::sync::Arc;

use axum::extract::ws::WebSocket;
use merels_rules::Position;
use merels_store::{GameKey, InvitationId, Phrase};

use super::sending::{feed, flush, send};
use super::{Connection, End};
use crate::error::Failure;
use crate::fair_play::FairVisitor;
use crate::hint::hint;
use crate::live::{ActError, Actor, Command, LiveGame, Refusal, Snapshot};
use crate::protocol::{ClaimOf, DrawResponse, Request, ServerMessage};
use crate::routes::matches;

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
            Request::Hint { game } => return self.give_hint(socket, id, &game).await,
            Request::Forfeit { game } => self.act(&game, |_| Ok(Command::Resign)).await,
            Request::Abort { game } => self.act(&game, |_| Ok(Command::Abort)).await,
            Request::Draw { game } => self.act(&game, |_| Ok(Command::OfferDraw)).await,
            Request::Rematch { game, response } => {
                let accept = !matches!(response, Some(DrawResponse::Decline));
                self.rematch(&game, accept).await
            }
            Request::Say { game, phrase } => match Phrase::named(&phrase) {
                Some(phrase) => self.say(&game, phrase).await,
                None => Err(Failure::Field("failure-unknown-phrase", phrase)),
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
            _ => self.app.live.open(&GameKey::new(key)).await?.ok_or(Failure::UnknownGame),
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
            read(&snapshot).map_err(|refusal| Failure::Refused(snapshot.kind, refusal))?;
        let actor = Actor::Player(self.visitor.id().clone());
        let done = self.app.live.act_after(&game, &actor, &command, took).await;
        done.map_err(|error| Failure::of(snapshot.kind, error))
    }

    async fn say(&self, key: &str, phrase: Phrase) -> Result<u32, Failure> {
        let game = self.open(key).await?;
        let done = self.app.live.say(&game, self.visitor.id(), phrase).await;
        done.map_err(|error| Failure::of(game.snapshot().kind, error))
    }

    async fn claim(&self, key: &str, win: bool) -> Result<u32, Failure> {
        let game = self.open(key).await?;
        let done = self.app.live.claim(&game, self.visitor.id(), win).await;
        done.map_err(|error| Failure::of(game.snapshot().kind, error))
    }

    async fn rematch(&self, key: &str, accept: bool) -> Result<u32, Failure> {
        let game = self.open(key).await?;
        matches::rematch_in(&self.app, &game, self.visitor.id(), accept).await?;
        Ok(game.snapshot().version())
    }

    /// Answers with a good move; the game counts as practice from now on.
    async fn give_hint(
        &mut self,
        socket: &mut WebSocket,
        id: Option<u64>,
        key: &str,
    ) -> Result<(), End> {
        let fair = match FairVisitor::of((&self.visitor).into(), &self.app).await {
            Ok(fair) => fair,
            Err(failure) => return self.refuse(socket, id, &failure).await,
        };
        if let Err(failure) = self.act(key, |_| Ok(Command::Hint)).await {
            return self.refuse(socket, id, &failure).await;
        }
        if self.has_news() {
            self.send_news(socket).await?;
        }
        match self.find_hint(key, &fair).await {
            Ok((text, words)) => {
                send(socket, &ServerMessage::Hint { id, r#move: text, words }).await
            }
            Err(failure) => self.refuse(socket, id, &failure).await,
        }
    }

    async fn find_hint(&self, key: &str, fair: &FairVisitor) -> Result<(String, String), Failure> {
        let game = self.open(key).await?;
        let whole = self.app.live.whole_game(&game).await?;
        let position = whole.position().clone();
        let hint = hint(&self.app, fair, whole).await.ok_or(Failure::NoGame)?;
        let text = position.move_text(hint.mv);
        let words = self.visitor.language.hint(&text, &hint.reasons);
        Ok((text, words))
    }

    /// Says why the last of these spots of the watched game cannot be chosen.
    async fn say_why(
        &self,
        socket: &mut WebSocket,
        id: Option<u64>,
        spots: &[String],
    ) -> Result<(), End> {
        let Some(watched) = &self.watched else {
            return self.refuse(socket, id, &Failure::UnknownGame).await;
        };
        let kind = watched.game.snapshot().kind;
        let reason = match self.check_choice(&watched.game, spots).await {
            Ok(()) => None,
            Err(ActError::Refused(refusal)) => Some(self.visitor.language.refusal(kind, &refusal)),
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
