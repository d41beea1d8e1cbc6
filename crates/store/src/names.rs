//! Skeletons for the names of players from before there were any.

use merels_model::skeleton;

use crate::database::Connection;
use crate::writer::Write;
use crate::{Store, StoreError};

/// Names looked at in one transaction.
const CHUNK: i64 = 500;

/// Gives skeletons to the next players after `after` who have none; answers with the last of them.
struct GiveSkeletons {
    after: String,
}

impl Write for GiveSkeletons {
    type Answer = Option<String>;

    async fn write(&mut self, db: &mut Connection) -> Result<Option<String>, StoreError> {
        let sql = "SELECT id, name FROM players WHERE skeleton IS NULL AND id > $1 \
                   ORDER BY id LIMIT $2";
        let rows = db.rows(sql, [self.after.as_str().into(), CHUNK.into()]).await?;
        let mut last = None;
        for row in rows {
            let (id, name): (String, String) = (row.get(0)?, row.get(1)?);
            let sql = "UPDATE players SET skeleton = $1 WHERE id = $2 \
                       AND NOT EXISTS (SELECT 1 FROM players other WHERE other.skeleton = $1)";
            db.execute(sql, [skeleton(&name).as_str().into(), id.as_str().into()]).await?;
            last = Some(id);
        }
        Ok(last)
    }
}

impl Store {
    /// Players from before there were skeletons get theirs. Where two look the same one goes without
    /// and keeps the name.
    pub(crate) async fn give_skeletons(&self) -> Result<(), StoreError> {
        let mut after = String::new();
        while let Some(last) = self.writer.write(GiveSkeletons { after }).await? {
            after = last;
        }
        Ok(())
    }
}
