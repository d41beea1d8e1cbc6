//! Notices to those who want to be there when an arena begins.

use jiff::{SignedDuration, Timestamp};
use merels_model::{ArenaId, PlayerId};

use crate::Result;
use crate::database::{read_columns, values};
use crate::handles::Notices;

/// A player who has come into an arena ahead of its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArenaNotice {
    pub arena: ArenaId,
    pub player: PlayerId,
}

read_columns!(ArenaNotice { arena, player });

impl Notices<'_> {
    /// Those who wait for an arena that begins within so long, and have not been told of it. Whoever came
    /// in later than that knows.
    pub async fn due_arena_notices(
        self,
        ahead: SignedDuration,
        now: Timestamp,
    ) -> Result<Vec<ArenaNotice>> {
        let sql = "SELECT p.arena, p.player FROM arena_players p JOIN arenas a ON a.id = p.arena \
            WHERE p.told IS NULL AND p.since IS NOT NULL AND a.begins <= $1 AND a.ends > $2 \
            AND p.since < a.begins - $3 ORDER BY a.begins, p.arena, p.player LIMIT 500";
        let ahead_ms = i64::try_from(ahead.as_millis()).unwrap_or(i64::MAX);
        self.database.all(sql, values![now + ahead, now, ahead_ms]).await
    }

    /// Takes a notice; `false` if another node has.
    pub async fn take_arena_notice(self, notice: &ArenaNotice, now: Timestamp) -> Result<bool> {
        let sql = "UPDATE arena_players SET told = $1 \
            WHERE arena = $2 AND player = $3 AND told IS NULL";
        let values = values![now, notice.arena, notice.player];
        Ok(self.writer.execute_locked(&notice.arena, sql, values).await? > 0)
    }
}
