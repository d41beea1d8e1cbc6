//! Who is signed in.

use jiff::Timestamp;

use crate::database::Connection;
use crate::writer::Write;
use crate::{Player, PlayerId, SessionId, Store, StoreError};

struct NewSession {
    id: SessionId,
    player: PlayerId,
    expires: Timestamp,
}

impl Write for NewSession {
    type Answer = ();

    async fn write(&mut self, db: &mut Connection) -> Result<(), StoreError> {
        let values = [
            self.id.as_str().into(),
            self.player.as_str().into(),
            self.expires.as_millisecond().into(),
        ];
        db.execute("INSERT INTO sessions (id, player, expires) VALUES ($1, $2, $3)", values)
            .await
            .map(drop)
    }
}

struct EndSession(SessionId);

impl Write for EndSession {
    type Answer = ();

    async fn write(&mut self, db: &mut Connection) -> Result<(), StoreError> {
        db.execute("DELETE FROM sessions WHERE id = $1", [self.0.as_str().into()]).await.map(drop)
    }
}

struct EndOldSessions(Timestamp);

impl Write for EndOldSessions {
    type Answer = u64;

    async fn write(&mut self, db: &mut Connection) -> Result<u64, StoreError> {
        let now = self.0.as_millisecond();
        db.execute("DELETE FROM sessions WHERE expires < $1", [now.into()]).await
    }
}

impl Store {
    /// Signs a player in.
    ///
    /// # Errors
    ///
    /// If the database fails, or there is no such player any more.
    pub async fn start_session(
        &self,
        id: SessionId,
        player: PlayerId,
        expires: Timestamp,
    ) -> Result<(), StoreError> {
        self.writer.write(NewSession { id, player, expires }).await
    }

    /// Signs out.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn end_session(&self, id: &SessionId) -> Result<(), StoreError> {
        self.writer.write(EndSession(id.clone())).await
    }

    /// Forgets sessions that are over; says how many.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn end_old_sessions(&self, now: Timestamp) -> Result<u64, StoreError> {
        self.writer.write(EndOldSessions(now)).await
    }

    /// Who is signed in with this session.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn session(
        &self,
        id: &SessionId,
        now: Timestamp,
    ) -> Result<Option<Player>, StoreError> {
        let sql = "SELECT p.id, p.email, p.name, p.created FROM sessions s \
                   JOIN players p ON p.id = s.player WHERE s.id = $1 AND s.expires >= $2";
        let values = [id.as_str().into(), now.as_millisecond().into()];
        let row = self.database.row(sql, values).await?;
        row.as_ref().map(Player::read).transpose()
    }
}
