//! Moderation: reports, and the renaming, closing and reopening of accounts.

use jiff::Timestamp;

use crate::database::{Connection, read_columns, values};
use crate::handles::Accounts;
use crate::heartbeat::COUNT_SIGN_OUT;
use crate::sessions::end_other_sessions;
use crate::write::Write;
use crate::{AccountChange, Result, Taken};
use merels_model::{Player, PlayerId, name_key};

/// A name that was found unfit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub player: Player,
    pub reporters: u32,
    pub last: Timestamp,
}

read_columns!(Report { player, reporters, last });

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedAccount {
    pub player: Player,
    pub is_operator: bool,
    pub closed: Option<Timestamp>,
    pub sessions: u32,
}

read_columns!(ListedAccount { player, is_operator, closed, sessions });

struct Close {
    player: PlayerId,
    closed: Option<Timestamp>,
}

impl Write for Close {
    type Answer = bool;

    async fn write(&mut self, db: &mut Connection) -> Result<bool> {
        let player = self.player.as_str();
        let closed = self.closed.map(Timestamp::as_millisecond);
        if closed.is_some() {
            db.execute(COUNT_SIGN_OUT, []).await?;
        }
        let sql = "UPDATE players SET closed = $1 WHERE id = $2";
        let found = db.execute(sql, values![closed, player]).await? > 0;
        if closed.is_some() {
            for sql in [
                "DELETE FROM sessions WHERE player = $1",
                "DELETE FROM one_time_secrets WHERE player = $1",
                "DELETE FROM waiting WHERE player = $1",
                "DELETE FROM reports WHERE player = $1",
                "DELETE FROM tokens WHERE player = $1",
            ] {
                db.execute(sql, values![player]).await?;
            }
        }
        Ok(found)
    }
}

struct SetOperator {
    player: PlayerId,
    on: bool,
}

impl Write for SetOperator {
    type Answer = bool;

    async fn write(&mut self, db: &mut Connection) -> Result<bool> {
        // Whoever has a passkey goes on being asked for it.
        let sql = "UPDATE players SET operator = $1, second_factor = CASE WHEN $1 = 1 \
            OR EXISTS (SELECT 1 FROM passkeys k WHERE k.player = $2) THEN second_factor ELSE 0 END \
            WHERE id = $2 AND email IS NOT NULL";
        let values = values![self.on, self.player];
        if db.execute(sql, values).await? == 0 {
            return Ok(false);
        }
        // With other rights one comes in anew.
        end_other_sessions(db, &self.player, None).await?;
        Ok(true)
    }
}

impl Accounts<'_> {
    /// Notes that somebody finds a player's name unfit.
    pub async fn report_name(
        self,
        player: &Player,
        reporter: &PlayerId,
        at: Timestamp,
    ) -> Result<()> {
        let sql = "INSERT INTO reports (player, reporter, name, at) VALUES ($1, $2, $3, $4) \
            ON CONFLICT (player, reporter) DO UPDATE SET name = excluded.name, at = excluded.at";
        let values = values![player.id, reporter, player.name, at];
        self.writer.execute(sql, values).await.map(drop)
    }

    /// Names that were reported and are still in use, those of most reporters first.
    pub async fn reports(self, most: u32) -> Result<Vec<Report>> {
        let sql = "SELECT p.id, p.email, p.name, p.created, p.bot, COUNT(*), MAX(r.at) \
            FROM reports r JOIN players p ON p.id = r.player AND p.name = r.name \
            GROUP BY p.id, p.email, p.name, p.created, p.bot ORDER BY 6 DESC, 7 DESC, 1 LIMIT $1";
        self.database.all(sql, values![most]).await
    }

    pub async fn names_reported_by(self, player: &PlayerId) -> Result<Vec<String>> {
        let sql = "SELECT name FROM reports WHERE reporter = $1 ORDER BY at, name";
        self.database.all(sql, values![player]).await
    }

    /// The reports about a player have been looked at.
    pub async fn dismiss_reports(self, player: &PlayerId) -> Result<()> {
        let sql = "DELETE FROM reports WHERE player = $1";
        self.writer.execute(sql, values![player]).await.map(drop)
    }

    /// Players whose name or address begins like this, the newest first; with nothing given, all.
    pub async fn accounts(self, start: &str, most: u32) -> Result<Vec<ListedAccount>> {
        // What comes after everything that begins so.
        let (start, end) = (name_key(start), format!("{}\u{10ffff}", name_key(start)));
        let sql = "SELECT p.id, p.email, p.name, p.created, p.bot, p.operator, p.closed, \
            (SELECT COUNT(*) FROM sessions s WHERE s.player = p.id) FROM players p \
            WHERE (p.name_key >= $1 AND p.name_key <= $2) \
               OR (p.email_key >= $1 AND p.email_key <= $2) OR p.id = $1 \
            ORDER BY p.created DESC, p.id LIMIT $3";
        let values = values![start, end, most];
        self.database.all(sql, values).await
    }

    pub async fn listed_account(self, player: &PlayerId) -> Result<Option<ListedAccount>> {
        let sql = "SELECT p.id, p.email, p.name, p.created, p.bot, p.operator, p.closed, \
            (SELECT COUNT(*) FROM sessions s WHERE s.player = p.id) FROM players p \
            WHERE p.id = $1";
        self.database.first(sql, values![player]).await
    }

    /// Gives a player another name; a guest whose new name is taken gets a number behind it. Reports
    /// about the old one are settled.
    pub async fn rename(self, player: &Player, name: &str) -> Result<Result<(), Taken>> {
        if player.is_guest() {
            self.rename_guest(&player.id, name).await?;
        } else {
            let change = AccountChange::Name(name.to_owned());
            if let Err(taken) = self.change_account(&player.id, change).await? {
                return Ok(Err(taken));
            }
        }
        self.dismiss_reports(&player.id).await?;
        Ok(Ok(()))
    }

    /// Closes an account: nobody comes in, whoever is in is out. `false` if there is none.
    pub async fn close_account(self, player: &PlayerId, at: Timestamp) -> Result<bool> {
        self.writer.write(Close { player: player.clone(), closed: Some(at) }).await
    }

    pub async fn reopen_account(self, player: &PlayerId) -> Result<bool> {
        self.writer.write(Close { player: player.clone(), closed: None }).await
    }

    /// Makes an account an operator's, or an ordinary one again, and signs it out; `false` if it is none.
    pub async fn set_operator(self, player: &PlayerId, on: bool) -> Result<bool> {
        self.writer.write(SetOperator { player: player.clone(), on }).await
    }
}
