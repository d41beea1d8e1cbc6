//! Games and standings of an arena.

use merels_model::arena::{ArenaGame, ArenaStanding, standings};

use crate::Result;
use crate::database::{Columns, Connection, Line, values};
use crate::handles::Arenas;
use merels_model::ArenaId;

const SELECT: &str = "SELECT id, white, black, score, ended, mover FROM games \
    WHERE arena = $1 ORDER BY created, id";

impl Columns for ArenaGame {
    fn read(line: &mut Line<'_>) -> Result<ArenaGame> {
        let (key, players, score, ended, mover): (_, _, Option<_>, _, _) = line.take()?;
        Ok(ArenaGame { key, players, end: score.zip(ended), mover })
    }
}

pub(super) async fn games_of(db: &mut Connection, arena: &ArenaId) -> Result<Vec<ArenaGame>> {
    db.all(SELECT, values![arena]).await
}

impl Arenas<'_> {
    /// The games of an arena, in the order in which they began.
    pub async fn arena_games(self, arena: &ArenaId) -> Result<Vec<ArenaGame>> {
        self.database.all(SELECT, values![arena]).await
    }

    /// The standings of an arena, the first first.
    pub async fn arena_standings(self, arena: &ArenaId) -> Result<Vec<ArenaStanding>> {
        let sql = "SELECT a.player, p.name, \
            CAST(CASE WHEN a.since IS NULL THEN 0 ELSE 1 END AS BIGINT) FROM arena_players a \
            JOIN players p ON p.id = a.player WHERE a.arena = $1";
        let players: Vec<_> = self.database.all(sql, values![arena]).await?;
        Ok(standings(players, &self.arena_games(arena).await?))
    }
}
