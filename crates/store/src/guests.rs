//! Guests: the names they choose, and the accounts they make.

use crate::database::{Connection, Value};
use crate::players::is_known;
use crate::writer::Write;
use crate::{PlayerId, Store, StoreError, Taken};
use merels_model::{name_key, skeleton};

/// So many numbers are tried after a name that is taken.
const NAME_NUMBERS: u32 = 200;

/// A guest who makes an account: whatever was played goes along.
#[derive(Clone, Debug)]
pub struct GuestAccount {
    /// Who.
    pub id: PlayerId,
    /// The e-mail address.
    pub email: String,
    /// The hash of the password.
    pub password: String,
    /// The name shown to all from now on.
    pub name: String,
}

impl Write for GuestAccount {
    type Answer = Result<(), Taken>;

    async fn write(&mut self, db: &mut Connection) -> Result<Self::Answer, StoreError> {
        let (email_key, name_key) = (name_key(&self.email), name_key(&self.name));
        let skeleton = skeleton(&self.name);
        if is_known(db, &email_key).await? {
            return Ok(Err(Taken::Email));
        }
        if !free_name(db, &self.name, &self.id).await? {
            return Ok(Err(Taken::Name));
        }
        let values: [Value; 7] = [
            self.email.as_str().into(),
            email_key.as_str().into(),
            self.password.as_str().into(),
            self.name.as_str().into(),
            name_key.as_str().into(),
            skeleton.as_str().into(),
            self.id.as_str().into(),
        ];
        db.execute(
            "UPDATE players SET email = $1, email_key = $2, password = $3, name = $4, \
             name_key = $5, skeleton = $6 WHERE id = $7 AND email IS NULL",
            values,
        )
        .await?;
        Ok(Ok(()))
    }
}

/// Frees a name for an account: guests who have it, or one that looks like it, get a number behind
/// theirs. `false` if another account has it.
pub(crate) async fn free_name(
    db: &mut Connection,
    name: &str,
    owner: &PlayerId,
) -> Result<bool, StoreError> {
    let sql = "SELECT id, name, email FROM players \
        WHERE (name_key = $1 OR skeleton = $2) AND id <> $3";
    let values =
        [name_key(name).as_str().into(), skeleton(name).as_str().into(), owner.as_str().into()];
    let rows = db.rows(sql, values).await?;
    for row in &rows {
        if row.get::<Option<String>>(2)?.is_some() {
            return Ok(false);
        }
    }
    for row in &rows {
        let (guest, name): (String, String) = (row.get(0)?, row.get(1)?);
        let made_up =
            format!("Guest {}", getrandom::u32().unwrap_or_default() % 9_000_000 + 1_000_000);
        let others = numbered(&name).chain([made_up]);
        if take_first_free(db, &PlayerId::new(guest), others).await?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A name with numbers behind it.
fn numbered(name: &str) -> impl Iterator<Item = String> {
    let name = name.to_owned();
    (2..NAME_NUMBERS).map(move |number| format!("{name} {number}"))
}

/// Gives a guest the first of these names that nobody has; says which.
async fn take_first_free(
    db: &mut Connection,
    guest: &PlayerId,
    names: impl Iterator<Item = String>,
) -> Result<Option<String>, StoreError> {
    let id = guest.as_str();
    for name in names {
        let (key, skeleton) = (name_key(&name), skeleton(&name));
        let sql = "SELECT id FROM players WHERE (name_key = $1 OR skeleton = $2) AND id <> $3";
        let values = [key.as_str().into(), skeleton.as_str().into(), id.into()];
        if db.row(sql, values).await?.is_some() {
            continue;
        }
        let values: [Value; 4] =
            [name.as_str().into(), key.as_str().into(), skeleton.as_str().into(), id.into()];
        db.execute(
            "UPDATE players SET name = $1, name_key = $2, skeleton = $3 \
             WHERE id = $4 AND email IS NULL",
            values,
        )
        .await?;
        return Ok(Some(name));
    }
    Ok(None)
}

/// A guest takes a name of choice; if somebody has it, with a number.
struct RenameGuest {
    id: PlayerId,
    name: String,
}

impl Write for RenameGuest {
    type Answer = String;

    async fn write(&mut self, db: &mut Connection) -> Result<String, StoreError> {
        let names = std::iter::once(self.name.clone()).chain(numbered(&self.name));
        let taken = take_first_free(db, &self.id, names).await?;
        // As many of one name are here as nobody expects: the guest keeps the made-up one.
        Ok(taken.unwrap_or_default())
    }
}

impl Store {
    /// Gives a guest a name of choice, with a number if somebody else has it; says which.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn rename_guest(&self, id: &PlayerId, name: &str) -> Result<String, StoreError> {
        self.writer.write(RenameGuest { id: id.clone(), name: name.to_owned() }).await
    }

    /// Makes an account of a guest. A name that only a guest has chosen is free.
    ///
    /// # Errors
    ///
    /// If the database fails. An address or name that is taken is an answer, not an error.
    pub async fn keep_guest(&self, account: GuestAccount) -> Result<Result<(), Taken>, StoreError> {
        self.writer.write(account).await
    }
}
