//! The tokens by which programs come in, in place of a password.

use jiff::Timestamp;

use crate::database::{Connection, named_columns, read_columns, values};
use crate::handles::Accounts;
use crate::write::Write;
use crate::{Result, TokenId};
use merels_model::{Player, PlayerId};

/// The scope of a token; each scope holds the ones before it.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, strum::EnumString, strum::IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Scope {
    /// To see what its owner sees.
    Read,
    /// To play in its owner's name.
    Play,
}

impl Scope {
    pub const ALL: [Scope; 2] = [Scope::Read, Scope::Play];

    pub const fn name(self) -> &'static str {
        self.into_str()
    }
}

named_columns! { Scope: Scope::name, "the scope of a token"; }

#[derive(Clone, Debug)]
pub struct NewToken {
    /// The hash of its secret.
    pub id: TokenId,
    pub player: PlayerId,
    pub label: String,
    pub scope: Scope,
    pub at: Timestamp,
    pub most: u32,
}

impl Write for NewToken {
    type Answer = bool;

    fn locks(&self) -> &str {
        self.player.as_str()
    }

    async fn write(&mut self, db: &mut Connection) -> Result<bool> {
        let player = self.player.as_str();
        db.lock("SELECT 1 FROM players WHERE id = $1 FOR UPDATE", values![player]).await?;
        let sql = "INSERT INTO tokens (id, player, label, scope, created) \
            SELECT $1, $2, $3, $4, $5 WHERE (SELECT COUNT(*) FROM tokens WHERE player = $2) < $6";
        let values = values![self.id, player, self.label, self.scope, self.at, self.most];
        Ok(db.execute(sql, values).await? > 0)
    }
}

/// A token that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredToken {
    /// The hash of its secret.
    pub id: TokenId,
    pub player: Player,
    pub label: String,
    pub scope: Scope,
    pub created: Timestamp,
    /// The time of its last use, to the minute.
    pub used: Option<Timestamp>,
}

/// A question for tokens, followed by the condition.
macro_rules! select_tokens {
    ($condition:literal) => {
        concat!(
            "SELECT p.id, p.email, p.name, p.created, p.bot, t.id, t.label, t.scope, t.created, \
             t.used FROM tokens t JOIN players p ON p.id = t.player WHERE ",
            $condition
        )
    };
}

read_columns!(StoredToken { player, id, label, scope, created, used });

impl Accounts<'_> {
    /// Keeps a token; `false` if its owner has too many.
    pub async fn make_token(self, token: NewToken) -> Result<bool> {
        self.writer.write(token).await
    }

    pub async fn token(self, id: &TokenId) -> Result<Option<StoredToken>> {
        self.database.first(select_tokens!("t.id = $1 AND p.closed IS NULL"), values![id]).await
    }

    /// The tokens of a player, the newest first.
    pub async fn tokens_of(self, player: &PlayerId) -> Result<Vec<StoredToken>> {
        let sql = select_tokens!("t.player = $1 ORDER BY t.created DESC, t.id");
        self.database.all(sql, values![player]).await
    }

    /// Revokes a token; `false` if the player has none such.
    pub async fn revoke_token(self, id: &TokenId, player: &PlayerId) -> Result<bool> {
        let sql = "DELETE FROM tokens WHERE id = $1 AND player = $2";
        Ok(self.writer.execute(sql, values![id, player]).await? > 0)
    }

    pub async fn use_token(self, id: &TokenId, at: Timestamp) -> Result<()> {
        let sql = "UPDATE tokens SET used = $1 WHERE id = $2";
        self.writer.execute(sql, values![at, id]).await.map(drop)
    }
}
