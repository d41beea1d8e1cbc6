//! Changes of accounts by their owners.

use jiff::Timestamp;

use crate::database::{Connection, Value, values};
use crate::handles::Accounts;
use crate::names::free_name;
use crate::write::Write;
use crate::{Result, Taken};
use merels_model::{PlayerId, bot_name, name_key, skeleton};

#[derive(Clone, Debug)]
pub enum AccountChange {
    /// Another password, by its hash.
    Password(String),
    /// Another name, shown to all from now on.
    Name(String),
    /// Another e-mail address, which is not confirmed yet.
    Email(String),
    /// The e-mail address was confirmed, now.
    Confirmed(Timestamp),
}

struct ChangeAccount {
    id: PlayerId,
    change: AccountChange,
}

impl Write for ChangeAccount {
    type Answer = Result<(), Taken>;

    async fn write(&mut self, db: &mut Connection) -> Result<Self::Answer> {
        let id = self.id.as_str();
        let (sql, values): (_, Vec<Value>) = match &mut self.change {
            AccountChange::Password(hash) => {
                let sql = "UPDATE players SET password = $1 WHERE id = $2 AND email IS NOT NULL";
                (sql, values![*hash, id].into())
            }
            AccountChange::Name(name) => {
                let sql = "SELECT bot FROM players WHERE id = $1";
                if db.first(sql, values![id]).await? == Some(true) {
                    *name = bot_name(name);
                }
                let (key, skeleton) = (name_key(name), skeleton(name));
                if !free_name(db, name, &self.id).await? {
                    return Ok(Err(Taken::Name));
                }
                let sql = "UPDATE players SET name = $1, name_key = $2, skeleton = $3 \
                    WHERE id = $4 AND email IS NOT NULL";
                (sql, values![*name, key, skeleton, id].into())
            }
            AccountChange::Email(email) => {
                let key = name_key(email);
                let sql = "SELECT id FROM players WHERE email_key = $1 AND id <> $2";
                if db.exists(sql, values![key, id]).await? {
                    return Ok(Err(Taken::Email));
                }
                let sql = "UPDATE players SET email = $1, email_key = $2, \
                    confirmed = CASE WHEN email_key = $2 THEN confirmed END \
                    WHERE id = $3 AND email IS NOT NULL";
                (sql, values![*email, key, id].into())
            }
            AccountChange::Confirmed(at) => {
                let sql = "UPDATE players SET confirmed = $1 WHERE id = $2 AND email IS NOT NULL";
                (sql, values![*at, id].into())
            }
        };
        db.execute(sql, values).await?;
        Ok(Ok(()))
    }
}

impl Accounts<'_> {
    /// Changes an account; a guest has none.
    pub async fn change_account(
        self,
        id: &PlayerId,
        change: AccountChange,
    ) -> Result<Result<(), Taken>> {
        self.writer.write(ChangeAccount { id: id.clone(), change }).await
    }
}
