//! Beginnings of finished games.

use merels_rules::{GameId, GameScore};

use crate::Result;
use crate::database::values;
use crate::handles::Games;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beginning {
    pub score: GameScore,
    pub moves: Vec<String>,
}

/// Up to where games were read: when the last one ended, and its key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BeginningsRead {
    ended: i64,
    key: String,
}

impl Games<'_> {
    /// The first `plies` moves of finished games that began at `start`, after those that were read,
    /// at most so many; and up to where they are read now.
    pub async fn beginnings(
        self,
        game: GameId,
        start: &str,
        plies: u32,
        after: &BeginningsRead,
        most: u32,
    ) -> Result<(Vec<Beginning>, BeginningsRead)> {
        let sql = "SELECT g.id, g.ended, g.score, e.move FROM \
            (SELECT id, ended, score FROM games WHERE game = $1 AND start = $2 \
             AND ended IS NOT NULL AND score <> '*' \
             AND (ended > $3 OR (ended = $3 AND id > $4)) ORDER BY ended, id LIMIT $5) g \
            JOIN events e ON e.game = g.id AND e.kind = 'move' AND e.ply < $6 \
            ORDER BY g.ended, g.id, e.ply";
        let values = values![game, start, after.ended, after.key, most, plies];
        let mut found: Vec<Beginning> = Vec::new();
        let mut read = after.clone();
        for (key, ended, score, mv) in self.database.all(sql, values).await? {
            if found.is_empty() || read.key != key {
                read = BeginningsRead { ended, key };
                found.push(Beginning { score, moves: Vec::new() });
            }
            if let Some(beginning) = found.last_mut() {
                beginning.moves.push(mv);
            }
        }
        Ok((found, read))
    }
}
