//! Passkeys: the public halves that are kept here, and when they were used.

use jiff::Timestamp;

use crate::Result;
use crate::account_facts::suffice;
use crate::database::{Connection, read_columns, values};
use crate::handles::Accounts;
use crate::secrets::hash;
use crate::write::Write;
use merels_model::PlayerId;

/// The public half of a passkey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passkey {
    /// Its name at the authenticator, in base64url.
    pub id: String,
    pub player: PlayerId,
    pub name: String,
    /// The key as COSE writes it, in base64url.
    pub public_key: String,
    /// The number of its uses, as far as it counts itself.
    pub counter: u32,
    pub created: Timestamp,
    pub used: Option<Timestamp>,
}

read_columns!(Passkey { id, player, name, public_key, counter, created, used });

/// The outcome of giving a way in up.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum GivenUp {
    Done,
    NotThere,
    /// It stays: too few ways would be left.
    Needed,
}

/// The ways into an account.
struct WaysIn {
    password: bool,
    passkeys: u32,
    codes: u32,
    is_operator: bool,
}

read_columns!(WaysIn { password, passkeys, codes, is_operator });

impl WaysIn {
    /// Returns `true` if one of the passkeys must stay: without a password too few ways would be left, or an
    /// operator would have no second factor.
    fn need_each_passkey(&self) -> bool {
        let left = self.passkeys.saturating_sub(1);
        let is_lost = !self.password && !suffice(left, self.codes);
        is_lost || (self.is_operator && left + self.codes == 0)
    }
}

/// The ways into an account. Nobody else changes them meanwhile.
async fn ways_in(db: &mut Connection, player: &PlayerId) -> Result<Option<WaysIn>> {
    let player = player.as_str();
    db.lock("SELECT 1 FROM players WHERE id = $1 FOR UPDATE", values![player]).await?;
    let sql = "SELECT CAST(CASE WHEN password IS NULL THEN 0 ELSE 1 END AS BIGINT), \
        (SELECT COUNT(*) FROM passkeys k WHERE k.player = $1), \
        (SELECT COUNT(*) FROM recovery_codes c WHERE c.player = $1), operator \
        FROM players WHERE id = $1 AND email IS NOT NULL";
    db.first(sql, values![player]).await
}

struct DropPassword(PlayerId);

impl Write for DropPassword {
    type Answer = GivenUp;

    async fn write(&mut self, db: &mut Connection) -> Result<GivenUp> {
        match ways_in(db, &self.0).await? {
            Some(ways) if !ways.password => return Ok(GivenUp::NotThere),
            Some(ways) if suffice(ways.passkeys, ways.codes) => {}
            Some(_) => return Ok(GivenUp::Needed),
            None => return Ok(GivenUp::NotThere),
        }
        let sql = "UPDATE players SET password = NULL WHERE id = $1";
        db.execute(sql, values![self.0]).await?;
        Ok(GivenUp::Done)
    }
}

struct RemovePasskey {
    player: PlayerId,
    id: String,
}

impl Write for RemovePasskey {
    type Answer = GivenUp;

    async fn write(&mut self, db: &mut Connection) -> Result<GivenUp> {
        let ways = ways_in(db, &self.player).await?;
        let player = self.player.as_str();
        let sql = "SELECT 1 FROM passkeys WHERE id = $1 AND player = $2";
        if !db.exists(sql, values![self.id, player]).await? {
            return Ok(GivenUp::NotThere);
        }
        if ways.is_some_and(|ways| ways.need_each_passkey()) {
            return Ok(GivenUp::Needed);
        }
        let sql = "DELETE FROM passkeys WHERE id = $1 AND player = $2";
        db.execute(sql, values![self.id, player]).await?;
        // Without any passkey nobody could give a second factor.
        let sql = "UPDATE players SET second_factor = 0 WHERE id = $1 \
            AND NOT EXISTS (SELECT 1 FROM passkeys k WHERE k.player = $1)";
        db.execute(sql, values![player]).await?;
        Ok(GivenUp::Done)
    }
}

impl Accounts<'_> {
    /// Keeps a passkey; `false` if it is kept already.
    /// Fails if there is no such player any more.
    pub async fn add_passkey(self, passkey: Passkey) -> Result<bool> {
        let Passkey { id, player, name, public_key, counter, created, .. } = &passkey;
        let sql = "INSERT INTO passkeys (id, player, name, public_key, counter, created) \
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
        let values = values![id, player, name, public_key, counter, created];
        Ok(self.writer.execute(sql, values).await? > 0)
    }

    /// A passkey by what its authenticator calls it.
    pub async fn passkey(self, id: &str) -> Result<Option<Passkey>> {
        let sql = "SELECT id, player, name, public_key, counter, created, used FROM passkeys \
            WHERE id = $1";
        self.database.first(sql, values![id]).await
    }

    /// The passkeys of a player, the oldest first.
    pub async fn passkeys_of(self, player: &PlayerId) -> Result<Vec<Passkey>> {
        let sql = "SELECT id, player, name, public_key, counter, created, used FROM passkeys \
            WHERE player = $1 ORDER BY created, id";
        self.database.all(sql, values![player]).await
    }

    /// Notes that a passkey was used; `false` if it counts backwards, or is not there any more.
    pub async fn use_passkey(self, id: &str, counter: u32, at: Timestamp) -> Result<bool> {
        // One that counts never counts backwards: else somebody has a copy.
        let sql = "UPDATE passkeys SET counter = $1, used = $2 \
            WHERE id = $3 AND (counter < $1 OR (counter = 0 AND $1 = 0))";
        Ok(self.writer.execute(sql, values![counter, at, id]).await? > 0)
    }

    /// Removes a passkey of a player; with the last one the second factor goes. It stays where there is
    /// no password and too few ways in would be left, and where an operator has no other factor.
    pub async fn remove_passkey(self, player: &PlayerId, id: &str) -> Result<GivenUp> {
        self.writer.write(RemovePasskey { player: player.clone(), id: id.to_owned() }).await
    }

    /// Takes the password of an account away, if the other ways in are enough.
    pub async fn drop_password(self, player: &PlayerId) -> Result<GivenUp> {
        self.writer.write(DropPassword(player.clone())).await
    }

    /// Says whether a password alone is not enough; `false` if there is no passkey to ask for.
    pub async fn set_second_factor(self, player: &PlayerId, on: bool) -> Result<bool> {
        let sql = "UPDATE players SET second_factor = $1 WHERE id = $2 \
            AND ($1 = 0 OR EXISTS (SELECT 1 FROM passkeys k WHERE k.player = $2))";
        Ok(self.writer.execute(sql, values![on, player]).await? > 0)
    }

    /// Takes all passkeys and recovery codes of a player away.
    pub async fn forget_factors(self, player: &PlayerId) -> Result<()> {
        let statements = [
            "DELETE FROM passkeys WHERE player = $1",
            "DELETE FROM recovery_codes WHERE player = $1",
            "UPDATE players SET second_factor = 0 WHERE id = $1",
        ];
        let statements = statements.map(|sql| (sql, values![player].into())).into();
        self.writer.execute_all("", statements).await.map(drop)
    }

    /// Gives a player these recovery codes instead of those from before.
    /// Fails if there is no such player any more.
    pub async fn replace_recovery_codes(self, player: &PlayerId, codes: &[String]) -> Result<()> {
        let gone = ("DELETE FROM recovery_codes WHERE player = $1", values![player].into());
        let sql = "INSERT INTO recovery_codes (id, player) VALUES ($1, $2)";
        let new = codes.iter().map(|code| (sql, values![(&hash(code)), player].into()));
        let statements = std::iter::once(gone).chain(new).collect();
        self.writer.execute_all("", statements).await.map(drop)
    }

    /// Gives a player one more recovery code; those from before stay good. Codes have more randomness
    /// than could be guessed, so that a quick hash guards them.
    /// Fails if there is no such player any more.
    pub async fn add_recovery_code(self, player: &PlayerId, code: &str) -> Result<()> {
        let sql = "INSERT INTO recovery_codes (id, player) VALUES ($1, $2)";
        self.writer.execute(sql, values![(&hash(code)), player]).await.map(drop)
    }

    /// Uses a recovery code up; `false` if it is none of the player's.
    pub async fn use_recovery_code(self, player: &PlayerId, code: &str) -> Result<bool> {
        let sql = "DELETE FROM recovery_codes WHERE id = $1 AND player = $2";
        Ok(self.writer.execute(sql, values![(&hash(code)), player]).await? > 0)
    }
}
