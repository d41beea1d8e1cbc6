//! Names and addresses that are free, and skeletons for names from before there were any.

use merels_model::{PlayerId, name_key, skeleton};

use crate::Result;
use crate::database::{Connection, values};
use crate::write::Write;
use crate::writer::Writer;

const CHUNK: i64 = 500;

/// Numbers tried after a name that is taken.
const NAME_NUMBERS: u32 = 200;

/// Gives skeletons to the next players after `after` who have none; answers with the last of them.
struct GiveSkeletons {
    after: String,
}

impl Write for GiveSkeletons {
    type Answer = Option<String>;

    async fn write(&mut self, db: &mut Connection) -> Result<Option<String>> {
        let sql = "SELECT id, name FROM players WHERE skeleton IS NULL AND id > $1 \
                   ORDER BY id LIMIT $2";
        let mut last = None;
        for (id, name) in db.all::<(String, String)>(sql, values![self.after, CHUNK]).await? {
            let sql = "UPDATE players SET skeleton = $1 WHERE id = $2 \
                       AND NOT EXISTS (SELECT 1 FROM players other WHERE other.skeleton = $1)";
            db.execute(sql, values![skeleton(&name), id]).await?;
            last = Some(id);
        }
        Ok(last)
    }
}

/// Gives skeletons to players from before there were any. Of two who look the same one goes without, and
/// keeps the name.
pub(crate) async fn give_skeletons(writer: &Writer) -> Result<()> {
    let mut after = String::new();
    while let Some(last) = writer.write(GiveSkeletons { after }).await? {
        after = last;
    }
    Ok(())
}

/// Returns `true` if an account has the address of this key.
pub(crate) async fn is_known(db: &mut Connection, email_key: &str) -> Result<bool> {
    let sql = "SELECT id FROM players WHERE email_key = $1";
    db.exists(sql, values![email_key]).await
}

/// Frees a name for an account: guests who have it, or one that looks like it, get a number behind
/// theirs. `false` if another account has it.
pub(crate) async fn free_name(db: &mut Connection, name: &str, owner: &PlayerId) -> Result<bool> {
    let sql = "SELECT id, name, email FROM players \
        WHERE (name_key = $1 OR skeleton = $2) AND id <> $3";
    let values = values![name_key(name), skeleton(name), owner];
    let others = db.all::<(PlayerId, String, Option<String>)>(sql, values).await?;
    if others.iter().any(|(_, _, email)| email.is_some()) {
        return Ok(false);
    }
    for (guest, name, _) in others {
        let made_up =
            format!("Guest {}", getrandom::u32().unwrap_or_default() % 9_000_000 + 1_000_000);
        let others = numbered(&name).chain([made_up]);
        if take_first_free(db, &guest, others).await?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

pub(crate) fn numbered(name: &str) -> impl Iterator<Item = String> {
    let name = name.to_owned();
    (2..NAME_NUMBERS).map(move |number| format!("{name} {number}"))
}

/// Gives a guest the first of these names that nobody has; says which.
pub(crate) async fn take_first_free(
    db: &mut Connection,
    guest: &PlayerId,
    names: impl Iterator<Item = String>,
) -> Result<Option<String>> {
    let id = guest.as_str();
    for name in names {
        let (key, skeleton) = (name_key(&name), skeleton(&name));
        let sql = "SELECT id FROM players WHERE (name_key = $1 OR skeleton = $2) AND id <> $3";
        let values = values![key, skeleton, id];
        if db.exists(sql, values).await? {
            continue;
        }
        let values = values![name, key, skeleton, id];
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
