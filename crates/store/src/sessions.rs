//! Sessions of signed-in players.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};

use crate::database::{Connection, read_columns, values};
use crate::handles::Accounts;
use crate::heartbeat::COUNT_SIGN_OUT;
use crate::write::Write;
use crate::{Result, SessionId};
use merels_model::{Player, PlayerId};

/// A session that nobody uses for so long is over.
const IDLE: SignedDuration = SignedDuration::from_hours(14 * 24);

/// The condition of a session that holds: not over at `$2`, nor unused since `$3`.
macro_rules! holds {
    () => {
        " AND p.closed IS NULL AND s.expires >= $2 AND (s.used IS NULL OR s.used >= $3)"
    };
}

macro_rules! select_sessions {
    ($whose:literal) => {
        concat!(
            "SELECT p.id, p.email, p.name, p.created, p.bot, s.id, s.device, s.used, s.expires, \
             s.strong \
             FROM sessions s JOIN players p ON p.id = s.player \
             WHERE ",
            $whose,
            holds!(),
            " ORDER BY COALESCE(s.used, 0) DESC, s.id"
        )
    };
}

/// A session that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The hash of its secret.
    pub id: SessionId,
    pub player: Player,
    /// The browser or program that signed in, as far as it is known.
    pub device: Option<String>,
    /// The time of its last use, to the hour.
    pub used: Option<Timestamp>,
    /// The latest time of its end.
    pub expires: Timestamp,
    /// The time when its player proved a second factor.
    pub strong: Option<Timestamp>,
}

read_columns!(Session { player, id, device, used, expires, strong });

/// Sessions that were not used since are over.
fn idle(now: Timestamp) -> i64 {
    (now - IDLE).as_millisecond()
}

struct EndOtherSessions {
    player: PlayerId,
    kept: Option<SessionId>,
}

impl Write for EndOtherSessions {
    type Answer = u64;

    async fn write(&mut self, db: &mut Connection) -> Result<u64> {
        end_other_sessions(db, &self.player, self.kept.as_ref()).await
    }
}

/// Ends the sessions of a player, but for one, and all tokens; says how many sessions.
pub(crate) async fn end_other_sessions(
    db: &mut Connection,
    player: &PlayerId,
    kept: Option<&SessionId>,
) -> Result<u64> {
    if kept.is_none() {
        db.execute(COUNT_SIGN_OUT, []).await?;
    }
    let (player, kept) = (player.as_str(), kept.map_or("", SessionId::as_str));
    db.execute("DELETE FROM tokens WHERE player = $1", values![player]).await?;
    let sql = "DELETE FROM sessions WHERE player = $1 AND id <> $2";
    db.execute(sql, values![player, kept]).await
}

impl Accounts<'_> {
    /// Signs a player in.
    /// Fails if there is no such player any more.
    pub async fn start_session(
        self,
        id: SessionId,
        player: PlayerId,
        expires: Timestamp,
    ) -> Result<()> {
        let sql = "INSERT INTO sessions (id, player, expires) VALUES ($1, $2, $3)";
        let values = values![id, player, expires];
        self.writer.execute(sql, values).await.map(drop)
    }

    /// Gives a session another token, and begins its time anew; `false` if it has ended.
    pub async fn rotate_session(
        self,
        old: &SessionId,
        new: SessionId,
        expires: Timestamp,
    ) -> Result<bool> {
        let sql = "UPDATE sessions SET id = $1, expires = $2 WHERE id = $3";
        Ok(self.writer.execute(sql, values![new, expires, old]).await? > 0)
    }

    pub async fn end_session(self, id: &SessionId) -> Result<()> {
        self.writer.execute("DELETE FROM sessions WHERE id = $1", values![id]).await.map(drop)
    }

    /// Forgets sessions that are over; says how many.
    pub async fn end_old_sessions(self, now: Timestamp) -> Result<u64> {
        let sql = "DELETE FROM sessions WHERE expires < $1 OR used < $2";
        self.writer.execute(sql, values![now, idle(now)]).await
    }

    /// Notes that a session is used, and with what, as far as that is known.
    pub async fn use_session(
        self,
        id: &SessionId,
        device: Option<String>,
        at: Timestamp,
    ) -> Result<()> {
        let sql = "UPDATE sessions SET device = $1, used = $2 WHERE id = $3";
        let values = values![device, at, id];
        self.writer.execute(sql, values).await.map(drop)
    }

    /// Notes that whoever began a session came in with more than a password.
    pub async fn strengthen_session(self, id: &SessionId, at: Timestamp) -> Result<()> {
        let sql = "UPDATE sessions SET strong = $1 WHERE id = $2";
        self.writer.execute(sql, values![at, id]).await.map(drop)
    }

    /// Ends all sessions of a player but the one that is to be kept, and all tokens; says how many
    /// sessions.
    pub async fn end_other_sessions(
        self,
        player: &PlayerId,
        kept: Option<&SessionId>,
    ) -> Result<u64> {
        self.writer.write(EndOtherSessions { player: player.clone(), kept: kept.cloned() }).await
    }

    /// A session, if it holds: neither over nor unused for two weeks.
    pub async fn session(self, id: &SessionId, now: Timestamp) -> Result<Option<Session>> {
        let values = values![id, now, idle(now)];
        self.database.first(select_sessions!("s.id = $1"), values).await
    }

    /// The sessions of a player, the one used last first.
    pub async fn sessions_of(self, player: &PlayerId, now: Timestamp) -> Result<Vec<Session>> {
        let values = values![player, now, idle(now)];
        self.database.all(select_sessions!("s.player = $1"), values).await
    }

    /// Those of some sessions that hold.
    pub async fn holding(
        self,
        sessions: impl IntoIterator<Item = &SessionId>,
        now: Timestamp,
    ) -> Result<HashSet<SessionId>> {
        let ids = sessions.into_iter().map(SessionId::as_str).collect::<Vec<_>>().join(",");
        let sql = self.database.either(
            concat!(
                "SELECT s.id FROM sessions s JOIN players p ON p.id = s.player WHERE s.id IN \
                 (SELECT value FROM json_each('[\"' || replace($1, ',', '\",\"') || '\"]'))",
                holds!()
            ),
            concat!(
                "SELECT s.id FROM sessions s JOIN players p ON p.id = s.player \
                 WHERE s.id = ANY (string_to_array($1, ','))",
                holds!()
            ),
        );
        let holding = self.database.all(sql, values![ids, now, idle(now)]).await?;
        Ok(holding.into_iter().collect())
    }
}
