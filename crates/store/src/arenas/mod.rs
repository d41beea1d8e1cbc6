//! Arenas: for an hour, say, everybody who has come in is paired again and again.
//!
//! The results of an arena are its games and nothing else, so that the standings follow from them and
//! no node can lose any. Whoever pairs holds the arena, so that nobody is paired twice.

mod pairing;
mod standings;

use jiff::Timestamp;

use crate::Result;
use crate::database::{Connection, Value, read_columns, values};
use crate::handles::Arenas;
use crate::write::Write;
use merels_model::{Arena, ArenaId, PlayerId};

read_columns!(Arena { id, host, game, start, mover, clock, rated, begins, ends });

/// The columns of an [`Arena`], followed by the condition.
macro_rules! select_arenas {
    ($condition:literal) => {
        concat!(
            "SELECT id, host, game, start, mover, clock, rated, begins, ends FROM arenas WHERE ",
            $condition
        )
    };
}

/// Opens an arena, unless its host has one that is not over.
struct OpenArena {
    arena: Arena,
    now: Timestamp,
}

impl Write for OpenArena {
    type Answer = bool;

    async fn write(&mut self, db: &mut Connection) -> Result<bool> {
        let Arena { id, host, game, start, mover, clock, rated, begins, ends } = &self.arena;
        let host = host.as_ref().map(PlayerId::as_str);
        // Two requests of one host, on whichever nodes, come one after the other.
        let sql = "SELECT 1 FROM players WHERE id = $1 FOR NO KEY UPDATE";
        db.lock(sql, values![host]).await?;
        let added = db
            .execute(
                "INSERT INTO arenas (id, host, game, start, mover, clock, rated, begins, ends) \
                 SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9 WHERE NOT EXISTS \
                 (SELECT 1 FROM arenas WHERE host = $2 AND ends > $10)",
                values![
                    id,
                    host,
                    game,
                    start,
                    mover,
                    clock.to_string(),
                    rated,
                    begins,
                    ends,
                    self.now
                ],
            )
            .await?;
        Ok(added > 0)
    }
}

impl Arenas<'_> {
    /// Opens an arena; `false` if its host has one that runs or is still to begin.
    pub async fn open_arena(self, arena: Arena, now: Timestamp) -> Result<bool> {
        self.writer.write(OpenArena { arena, now }).await
    }

    pub async fn arena(self, id: &ArenaId) -> Result<Option<Arena>> {
        self.database.first(select_arenas!("id = $1"), values![id]).await
    }

    /// The arenas that run or are still to begin, in the order in which they begin.
    pub async fn open_arenas(self, now: Timestamp) -> Result<Vec<Arena>> {
        let sql = select_arenas!("ends > $1 ORDER BY begins, id LIMIT 200");
        self.arenas(sql, values![now]).await
    }

    /// The arenas that ended between two moments, the latest first.
    pub async fn ended_arenas(self, since: Timestamp, now: Timestamp) -> Result<Vec<Arena>> {
        let sql = select_arenas!("ends > $1 AND ends <= $2 ORDER BY ends DESC, id LIMIT 50");
        self.arenas(sql, values![since, now]).await
    }

    /// The arenas that run and in which at least two players do not pause.
    pub async fn arenas_to_pair(self, now: Timestamp) -> Result<Vec<Arena>> {
        let sql = select_arenas!(
            "ends > $1 AND begins <= $1 AND (SELECT COUNT(*) FROM arena_players p \
             WHERE p.arena = arenas.id AND p.since IS NOT NULL) >= 2 ORDER BY begins, id"
        );
        self.arenas(sql, values![now]).await
    }

    async fn arenas(
        self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<Vec<Arena>> {
        self.database.all(sql, values).await
    }

    /// Comes into an arena, again if one has paused.
    pub async fn enter_arena(
        self,
        arena: &ArenaId,
        player: &PlayerId,
        now: Timestamp,
    ) -> Result<()> {
        self.set_arena_player(arena, player, Some(now.as_millisecond())).await
    }

    /// Is not paired any more until one comes in again. What was played counts.
    pub async fn pause_arena(self, arena: &ArenaId, player: &PlayerId) -> Result<()> {
        self.set_arena_player(arena, player, None).await
    }

    /// Notes since when a player is there. Whoever is in already keeps the place.
    async fn set_arena_player(
        self,
        arena: &ArenaId,
        player: &PlayerId,
        since: Option<i64>,
    ) -> Result<()> {
        let sql = "INSERT INTO arena_players (arena, player, since) VALUES ($1, $2, $3) \
            ON CONFLICT (arena, player) DO UPDATE SET since = excluded.since";
        let values = values![arena, player, since];
        self.writer.execute_locked(arena, sql, values).await.map(drop)
    }
}
