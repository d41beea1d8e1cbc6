//! Push subscriptions, and notices of turns in games by days.

use jiff::Timestamp;

use crate::database::{Connection, read_columns, values};
use crate::handles::Notices;
use crate::write::Write;
use crate::{Result, SessionId};
use merels_model::{GameKey, PlayerId};

/// A player who subscribes once more than this is told no more where it was longest ago.
const MOST_SUBSCRIPTIONS: i64 = 10;

/// A browser that wants to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushSubscription {
    pub endpoint: String,
    pub player: PlayerId,
    /// The session in which it was asked for; it ends with that.
    pub session: SessionId,
    /// The browser's public key, in base64.
    pub p256dh: String,
    /// The secret that it shares with the site, in base64.
    pub auth: String,
    pub language: String,
    pub created: Timestamp,
}

read_columns!(PushSubscription { endpoint, player, session, p256dh, auth, language, created });

/// A turn of which a player may have to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueNotice {
    pub game: GameKey,
    pub player: PlayerId,
    /// The version of the event that made it so.
    pub version: u32,
}

read_columns!(DueNotice { game, player, version });

struct OfferPushKey(String);

impl Write for OfferPushKey {
    type Answer = String;

    async fn write(&mut self, db: &mut Connection) -> Result<String> {
        let sql = "INSERT INTO push_key (id, private) VALUES (1, $1) ON CONFLICT DO NOTHING";
        db.execute(sql, values![self.0]).await?;
        let kept = db.first("SELECT private FROM push_key WHERE id = 1", []).await?;
        Ok(kept.unwrap_or_else(|| self.0.clone()))
    }
}

impl Notices<'_> {
    /// The site's own key for push services: the one that is kept, else this one from now on, for all
    /// nodes.
    pub async fn push_key(self, new: String) -> Result<String> {
        self.writer.write(OfferPushKey(new)).await
    }

    /// A browser wants to be told from now on.
    pub async fn subscribe(self, subscription: PushSubscription) -> Result<()> {
        let PushSubscription { endpoint, player, session, p256dh, auth, language, created } =
            &subscription;
        // The session may have ended meanwhile. What is known already keeps its age, unless it has
        // become somebody else's.
        let subscribed = "INSERT INTO push_subscriptions \
            (endpoint, player, session, p256dh, auth, language, created) \
            SELECT $1, $2, $3, $4, $5, $6, $7 WHERE EXISTS \
            (SELECT 1 FROM sessions WHERE id = $3 AND player = $2) \
            ON CONFLICT (endpoint) DO UPDATE SET session = excluded.session, \
            p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language, \
            created = CASE WHEN push_subscriptions.player = excluded.player \
            THEN push_subscriptions.created ELSE excluded.created END, player = excluded.player";
        let values = values![endpoint, player, session, p256dh, auth, language, created].into();
        let too_many = "DELETE FROM push_subscriptions WHERE player = $1 AND endpoint NOT IN \
            (SELECT endpoint FROM push_subscriptions WHERE player = $1 \
            ORDER BY created DESC, endpoint LIMIT $2)";
        let most = values![player, MOST_SUBSCRIPTIONS].into();
        let statements = vec![(subscribed, values), (too_many, most)];
        self.writer.execute_all(player, statements).await.map(drop)
    }

    /// A browser does not want to be told any more, or its push service does not know it; says whether
    /// it was told until now. One of another player's stays, if a player is named.
    pub async fn unsubscribe(self, endpoint: &str, player: Option<&PlayerId>) -> Result<bool> {
        let sql =
            "DELETE FROM push_subscriptions WHERE endpoint = $1 AND player = COALESCE($2, player)";
        Ok(self.writer.execute(sql, values![endpoint, player]).await? > 0)
    }

    pub async fn subscriptions_of(self, player: &PlayerId) -> Result<Vec<PushSubscription>> {
        let sql = "SELECT endpoint, player, session, p256dh, auth, language, created \
            FROM push_subscriptions WHERE player = $1 ORDER BY created, endpoint";
        self.database.all(sql, values![player]).await
    }

    /// The turns in games by days that began before `before`, of which nobody was told yet and whose
    /// players asked to be told before.
    pub async fn due_notices(self, before: Timestamp) -> Result<Vec<DueNotice>> {
        // Only a move, or the start, makes it somebody's turn; what is said or offered does not.
        let sql = "SELECT t.id, t.player, e.version FROM \
            (SELECT g.id, CASE g.mover WHEN 'white' THEN g.white ELSE g.black END AS player, \
             COALESCE((SELECT m.version FROM events m WHERE m.game = g.id AND m.ply IS NOT NULL \
              ORDER BY m.version DESC LIMIT 1), 1) AS version \
             FROM games g WHERE g.ended IS NULL AND replace(g.clock, 'd', '') <> g.clock) t \
            JOIN events e ON e.game = t.id AND e.version = t.version \
            LEFT JOIN turn_notices n ON n.game = t.id \
            WHERE e.at < $1 AND COALESCE(n.version, 0) < t.version AND (EXISTS \
            (SELECT 1 FROM push_subscriptions s WHERE s.player = t.player AND s.created <= e.at) \
            OR EXISTS (SELECT 1 FROM players p WHERE p.id = t.player AND p.turn_mails <= e.at))";
        self.database.all(sql, values![before]).await
    }

    /// Takes it on to tell a player of a turn: `true` once only, whoever asks.
    pub async fn take_notice(self, notice: DueNotice) -> Result<bool> {
        let DueNotice { game, version, .. } = &notice;
        let sql = "INSERT INTO turn_notices (game, version) \
            SELECT $1, $2 WHERE EXISTS (SELECT 1 FROM games WHERE id = $1) \
            ON CONFLICT (game) DO UPDATE SET version = excluded.version \
            WHERE turn_notices.version < excluded.version";
        let values = values![game, version];
        Ok(self.writer.execute_locked(game, sql, values).await? > 0)
    }
}
