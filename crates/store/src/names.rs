//! When two names are the same, and when they only look it.

use unicode_normalization::UnicodeNormalization;

use crate::database::Connection;
use crate::writer::Write;
use crate::{Store, StoreError};

/// So many names are looked at in one transaction.
const CHUNK: i64 = 500;

/// Two texts that people would call the same have the same key.
pub(crate) fn key(text: &str) -> String {
    let composed: String = text.nfkc().collect();
    composed.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The key of an e-mail address: accounts are known by it, and attempts to come in are counted by it.
pub fn email_key(address: &str) -> String {
    key(address)
}

/// Two names that look the same have the same skeleton (Unicode's UTS 39), also where a small letter
/// looks like another's capital.
pub fn skeleton(name: &str) -> String {
    let composed: String = name.nfkc().collect();
    let joined = composed.split_whitespace().collect::<Vec<_>>().join(" ");
    let as_written: String = unicode_security::skeleton(&joined).collect();
    unicode_security::skeleton(&as_written.to_lowercase()).collect()
}

/// The end of a bot's name. It is part of the name, so that no page and no record can leave it out.
pub const BOT_MARK: &str = " (bot)";

/// The name that a bot has.
pub fn bot_name(name: &str) -> String {
    let bare = name.strip_suffix(BOT_MARK).unwrap_or(name);
    format!("{bare}{BOT_MARK}")
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_the_same_have_the_same_skeleton() {
        for (one, other) in [
            ("Ada", "Аda"), // a Cyrillic А
            ("Iris", "lris"),
            ("Modern", "Modem"),
            ("Ｂｏ", "Bo"),
            ("Ada  Lovelace", " Ada Lovelace "),
            ("0lga", "Olga"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        for (one, other) in [("Ada", "Eda"), ("Björn", "Bjarn"), ("Guest 12", "Guest 21")] {
            assert_ne!(skeleton(one), skeleton(other), "{one} {other}");
        }
        assert_eq!(key("ＡＤＡ  b"), key("ada B"));
    }
}
