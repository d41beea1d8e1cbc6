//! The news that a client is told unasked.

use std::sync::Arc;

use axum::extract::ws::WebSocket;
use merels_services::ServiceError;
use merels_services::live::{PlayerMessage, Watching};
use merels_services::meeting::Search;
use tokio::sync::broadcast;

use super::protocol::{self, ServerMessage};
use super::sending::{feed, flush, send};
use super::{Connection, End, RESTART, SIGNED_OUT, Watched};

impl Connection {
    /// Watches a game from now on, instead of the last one.
    pub(super) async fn watch(
        &mut self,
        socket: &mut WebSocket,
        id: Option<u64>,
        key: &str,
        version: Option<u32>,
        panel: bool,
    ) -> Result<(), End> {
        match self.open(key).await {
            Ok(game) => {
                let (snapshots, mut watchers) = (game.watch(), game.watchers());
                if *watchers.borrow() > 0 {
                    watchers.mark_changed();
                }
                let me = self.visitor.id();
                let plays = game.snapshot().side_of(me).is_some();
                if let Err(failure) =
                    self.app.services.fair_play.note_seat(&game, me, self.visitor.client).await
                {
                    return self.refuse(socket, id, &failure.into()).await;
                }
                let _watching = (!plays).then(|| Watching::begin(&game, Some(me.clone())));
                let seen = version.unwrap_or(0);
                let watched = Watched { game, snapshots, seen, panel, watchers, _watching };
                let game = Arc::clone(&watched.game);
                self.watched = Some(watched);
                self.be_here().await;
                // Whoever is away is so in the first message already. Should the store not answer, it is
                // asked again at the next look round.
                let _ = self.app.services.live.look_for_players(&game).await;
                self.send_news(socket).await
            }
            Err(failure) => self.refuse(socket, id, &failure).await,
        }
    }

    pub(super) fn has_news(&self) -> bool {
        let changed = |watched: &Watched| watched.snapshots.has_changed().unwrap_or(false);
        self.watched.as_ref().is_some_and(changed)
    }

    /// Sends how the watched game stands, with the events that are new to the client.
    pub(super) async fn send_news(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let Some(watched) = &mut self.watched else { return Ok(()) };
        let snapshot = Arc::clone(&watched.snapshots.borrow_and_update());
        let you = snapshot.side_of(&self.visitor.session.player.id);
        let language = self.visitor.language;
        let news = protocol::news(&snapshot, you, language, watched.seen);
        watched.seen = snapshot.version();
        if watched.panel {
            feed(socket, protocol::panel(&snapshot, you, language, self.app.services.clock.now()))
                .await?;
        }
        feed(socket, news).await?;
        flush(socket).await
    }

    pub(super) async fn send_watchers(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let Some(watched) = &mut self.watched else { return Ok(()) };
        let count = *watched.watchers.borrow_and_update();
        let words = self.visitor.language.watchers(count);
        send(socket, &ServerMessage::Watchers { count, words }).await
    }

    /// Keeps the seat of one who waits. If it is gone, an opponent may have been found just before
    /// this connection was made.
    pub(super) async fn still_waiting(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        // Should it fail, it is asked again at the next heartbeat.
        let Ok(search) = self.app.services.meeting.search_of(self.visitor.id()).await else {
            return Ok(());
        };
        self.waits = matches!(search, Search::Waits(_));
        match search {
            Search::Waits(_) => Ok(()),
            Search::Found(game) => {
                send(socket, &ServerMessage::Matched { game: game.as_str() }).await
            }
            Search::Over => {
                let reason = self.visitor.language.say("refusal-not-waiting");
                send(socket, &ServerMessage::Refused { id: None, code: "not-waiting", reason })
                    .await
            }
        }
    }

    /// Tells the page of an invitation that somebody has sat down, or that nobody can any more.
    pub(super) async fn check_invitation(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let Some(id) = &self.hosts else { return Ok(()) };
        match self.app.services.meeting.invitation(id).await.map(|invitation| invitation.taken) {
            Ok(None) => Ok(()),
            Ok(Some(game)) => {
                self.hosts = None;
                send(socket, &ServerMessage::Matched { game: game.as_str() }).await
            }
            Err(ServiceError::NoInvitation) => {
                self.hosts = None;
                let reason = self.visitor.language.say("invitation-gone");
                let code = "invitation-gone";
                send(socket, &ServerMessage::Refused { id: None, code, reason }).await
            }
            // Asked again at the next heartbeat.
            Err(_) => Ok(()),
        }
    }

    pub(super) async fn deliver(
        &mut self,
        socket: &mut WebSocket,
        message: Result<PlayerMessage, broadcast::error::RecvError>,
    ) -> Result<(), End> {
        match message {
            Ok(PlayerMessage::Matched(key)) => {
                self.waits = false;
                send(socket, &ServerMessage::Matched { game: key.as_str() }).await
            }
            Ok(PlayerMessage::SignedOut(session)) => match session {
                Some(session) if session != self.visitor.session.id => Ok(()),
                _ => Err(SIGNED_OUT),
            },
            // On another node, or more than could be kept: the store knows.
            Ok(PlayerMessage::LookAgain) | Err(broadcast::error::RecvError::Lagged(_)) => {
                if self.waits {
                    self.still_waiting(socket).await?;
                }
                self.check_invitation(socket).await?;
                self.check_session().await?;
                send(socket, &ServerMessage::News {}).await
            }
            Err(broadcast::error::RecvError::Closed) => Err(RESTART),
        }
    }
}
