//! Guests: the names they choose, and the accounts they make.

use crate::Result;
use crate::database::{Connection, values};
use crate::handles::Accounts;
use crate::names::{free_name, is_known, numbered, take_first_free};
use crate::players::Taken;
use crate::write::Write;
use merels_model::{PlayerId, name_key, skeleton};

/// A guest who makes an account: whatever was played goes along.
#[derive(Clone, Debug)]
pub struct GuestAccount {
    pub id: PlayerId,
    pub email: String,
    pub password: String,
    pub name: String,
}

impl Write for GuestAccount {
    type Answer = Result<(), Taken>;

    async fn write(&mut self, db: &mut Connection) -> Result<Self::Answer> {
        let (email_key, name_key) = (name_key(&self.email), name_key(&self.name));
        let skeleton = skeleton(&self.name);
        if is_known(db, &email_key).await? {
            return Ok(Err(Taken::Email));
        }
        if !free_name(db, &self.name, &self.id).await? {
            return Ok(Err(Taken::Name));
        }
        let values =
            values![self.email, email_key, self.password, self.name, name_key, skeleton, self.id];
        db.execute(
            "UPDATE players SET email = $1, email_key = $2, password = $3, name = $4, \
             name_key = $5, skeleton = $6 WHERE id = $7 AND email IS NULL",
            values,
        )
        .await?;
        Ok(Ok(()))
    }
}

/// A guest takes a name of choice; if somebody has it, with a number.
struct RenameGuest {
    id: PlayerId,
    name: String,
}

impl Write for RenameGuest {
    type Answer = String;

    async fn write(&mut self, db: &mut Connection) -> Result<String> {
        let names = std::iter::once(self.name.clone()).chain(numbered(&self.name));
        let taken = take_first_free(db, &self.id, names).await?;
        // As many of one name are here as nobody expects: the guest keeps the made-up one.
        Ok(taken.unwrap_or_default())
    }
}

impl Accounts<'_> {
    /// Gives a guest a name of choice, with a number if somebody else has it; says which.
    pub async fn rename_guest(self, id: &PlayerId, name: &str) -> Result<String> {
        self.writer.write(RenameGuest { id: id.clone(), name: name.to_owned() }).await
    }

    /// Makes an account of a guest. A name that only a guest has chosen is free.
    pub async fn keep_guest(self, account: GuestAccount) -> Result<Result<(), Taken>> {
        self.writer.write(account).await
    }
}
