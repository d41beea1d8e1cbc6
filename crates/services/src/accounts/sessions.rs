//! Sessions: their beginning, their use and their end.

use jiff::{SignedDuration, Timestamp};
use merels_live::PlayerMessage;
use merels_model::PlayerId;
use merels_store::{Purpose, SecurityKind, Session, SessionId, SessionToken};

use super::Accounts;
use super::reauthentication::Proof;
use crate::error::Result;
use crate::visitor::{SignedIn, Visitor};

pub const SESSION_LASTS: SignedDuration = SignedDuration::from_hours(30 * 24);

const NOTE_USE: SignedDuration = SignedDuration::from_hours(1);

impl Accounts {
    /// The session of a browser's secret, if it holds. Its use is noted, with the `device` that uses it.
    pub async fn session(
        &self,
        secret: &str,
        device: impl FnOnce() -> Option<String>,
    ) -> Result<Option<Session>> {
        let (id, now) = (SessionToken::new(secret).id(), self.site.clock.now());
        let session = self.store().session(&id, now).await?;
        let is_due = |session: &Session| session.used.is_none_or(|at| at + NOTE_USE < now);
        if session.as_ref().is_some_and(is_due) {
            self.note_use(id, device(), now);
        }
        Ok(session)
    }

    pub async fn session_holds(&self, session: &SessionId) -> Result<bool> {
        Ok(self.store().session(session, self.site.clock.now()).await?.is_some())
    }

    /// Notes that a session is used. Nobody waits for that, or is refused a page because it fails.
    fn note_use(&self, id: SessionId, device: Option<String>, now: Timestamp) {
        let store = self.site.store.clone();
        tokio::spawn(async move {
            if let Err(error) = store.accounts().use_session(&id, device, now).await {
                tracing::warn!(%error, "the use of a session could not be noted");
            }
        });
    }

    /// Signs a player in, by more than a password if the session is to be `strong`.
    pub(super) async fn begin_session(
        &self,
        player: &PlayerId,
        strong: bool,
    ) -> Result<SessionToken> {
        let (token, now) = (SessionToken::random(), self.site.clock.now());
        self.store().start_session(token.id(), player.clone(), now + SESSION_LASTS).await?;
        if strong {
            self.store().strengthen_session(&token.id(), now).await?;
        }
        Ok(token)
    }

    /// Gives a session another token, as its player has other rights from now on. Sockets with the old
    /// token are closed.
    pub(super) async fn rotate_session(&self, session: &Session) -> Result<SessionToken> {
        let (token, expires) = (SessionToken::random(), self.site.clock.now() + SESSION_LASTS);
        self.store().rotate_session(&session.id, token.id(), expires).await?;
        self.sign_out(&session.player.id, Some(&session.id));
        Ok(token)
    }

    /// Tells open pages that a session is over, or all of the player's.
    pub(super) fn sign_out(&self, player: &PlayerId, session: Option<&SessionId>) {
        self.site.live.notify(player, PlayerMessage::SignedOut(session.cloned()));
    }

    pub(super) async fn end_session(&self, session: &Session) -> Result<()> {
        self.store().end_session(&session.id).await?;
        self.sign_out(&session.player.id, Some(&session.id));
        Ok(())
    }

    /// Ends all other sessions, and the tokens of programs.
    pub(super) async fn end_other_sessions(&self, visitor: &SignedIn) -> Result<()> {
        let kept = &visitor.session.id;
        let sessions = self.store().sessions_of(visitor.id(), self.site.clock.now()).await?;
        self.store().end_other_sessions(visitor.id(), Some(kept)).await?;
        // Streams that were opened with a token look whether it still holds.
        self.site.live.notify(visitor.id(), PlayerMessage::LookAgain);
        for session in sessions.iter().filter(|session| session.id != *kept) {
            self.sign_out(visitor.id(), Some(&session.id));
        }
        Ok(())
    }

    pub async fn log_out(&self, visitor: &Visitor) -> Result<()> {
        let Some(session) = &visitor.session else { return Ok(()) };
        self.end_session(session).await?;
        if let Some(secret) = &visitor.proven {
            for purpose in [Purpose::Proven, Purpose::ProvenFactor] {
                self.store().redeem_secret(secret, purpose, self.site.clock.now()).await?;
            }
        }
        let player = Some(&session.player.id);
        self.security.note(SecurityKind::LoggedOut, player, visitor.client).await;
        Ok(())
    }

    /// Ends one session, or all others. The owner of an older session proves first to be the owner.
    pub async fn end_sessions(
        &self,
        visitor: &SignedIn,
        session: Option<&str>,
        proof: Proof<'_>,
    ) -> Result<()> {
        if !self.came_in_lately(visitor) {
            self.prove_lately(visitor, proof).await?;
        }
        match session {
            None => self.end_other_sessions(visitor).await?,
            Some(id) => {
                let own = self.store().sessions_of(visitor.id(), self.site.clock.now()).await?;
                if let Some(session) = own.iter().find(|session| session.id.as_str() == id) {
                    self.end_session(session).await?;
                }
            }
        }
        self.note(SecurityKind::SessionsEnded, visitor).await;
        Ok(())
    }
}
