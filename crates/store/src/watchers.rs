//! Spectators: their number on each node, and the games worth watching.

use jiff::Timestamp;

use crate::Result;
use crate::database::{read_columns, values};
use crate::handles::Games;
use merels_model::GameKey;

#[derive(Clone, Debug)]
pub struct WatcherReport {
    pub node: String,
    /// The games whose number has changed or is to be renewed.
    pub games: Vec<(GameKey, u32)>,
    pub until: Timestamp,
}

/// A running game between two people, as one who chooses what to watch sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameToWatch {
    pub key: GameKey,
    pub touched: Timestamp,
    /// The best ratings of both players in this kind of game together, in millionths; a player without
    /// one adds nothing.
    pub strength: i64,
    pub watchers: u32,
}

read_columns!(GameToWatch { key, touched, strength, watchers });

impl Games<'_> {
    /// A node tells how many watch there.
    pub async fn report_watchers(self, report: WatcherReport) -> Result<()> {
        let WatcherReport { node, games, until } = &report;
        let told = |(game, people): &(GameKey, u32)| match *people {
            0 => {
                let sql = "DELETE FROM watchers WHERE game = $1 AND node = $2";
                (sql, values![game, node].into())
            }
            people => {
                let sql = "INSERT INTO watchers (game, node, people, until) \
                    VALUES ($1, $2, $3, $4) ON CONFLICT (game, node) \
                    DO UPDATE SET people = excluded.people, until = excluded.until";
                (sql, values![game, node, people, until].into())
            }
        };
        let statements = games.iter().map(told).collect();
        self.writer.execute_all(node, statements).await.map(drop)
    }

    /// The spectators of each game on all nodes together. Games without any are left out.
    pub async fn watchers(self, now: Timestamp) -> Result<Vec<(GameKey, u32)>> {
        let sql = "SELECT game, CAST(SUM(people) AS BIGINT) FROM watchers WHERE until >= $1 \
            GROUP BY game";
        self.database.all(sql, values![now]).await
    }

    /// The spectators of one game on all nodes together.
    pub async fn watchers_of(self, game: &GameKey, now: Timestamp) -> Result<u32> {
        let sql = "SELECT CAST(COALESCE(SUM(people), 0) AS BIGINT) FROM watchers \
            WHERE game = $1 AND until >= $2";
        let values = values![game, now];
        Ok(self.database.first(sql, values).await?.unwrap_or(0))
    }

    /// Forgets what nodes told that are there no more; says how much.
    pub async fn forget_watchers(self, now: Timestamp) -> Result<u64> {
        self.writer.execute("DELETE FROM watchers WHERE until < $1", values![now]).await
    }

    /// Running games between two people in which both have moved, and in which something happened since
    /// `since`: so many at most, the latest first.
    pub async fn games_to_watch(
        self,
        now: Timestamp,
        since: Timestamp,
        most: u32,
    ) -> Result<Vec<GameToWatch>> {
        let sql = "SELECT g.id, g.touched, \
             COALESCE((SELECT MAX(r.rating) FROM ratings r WHERE r.player = g.white \
                       AND r.game = g.game), 0) + \
             COALESCE((SELECT MAX(r.rating) FROM ratings r WHERE r.player = g.black \
                       AND r.game = g.game), 0), \
             CAST(COALESCE((SELECT SUM(w.people) FROM watchers w WHERE w.game = g.id \
                            AND w.until >= $1), 0) AS BIGINT) \
             FROM games g WHERE g.ended IS NULL AND g.white <> g.black AND g.version > 2 \
             AND g.touched >= $2 ORDER BY g.touched DESC, g.id LIMIT $3";
        let values = values![now, since, most];
        self.database.all(sql, values).await
    }
}
