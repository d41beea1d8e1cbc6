//! Relations between players: following and blocking.

use std::collections::HashSet;

use jiff::Timestamp;

use crate::Result;
use crate::database::{Connection, values};
use crate::handles::Accounts;
use merels_model::{Person, PlayerId, Relation};

/// A question whether one of two wants nothing to do with the other: by a block, or as an account that
/// refuses guests.
const APART: &str = "SELECT 1 FROM relations WHERE kind = 'block' \
        AND ((player = $1 AND other = $2) OR (player = $2 AND other = $1)) \
    UNION SELECT 1 FROM players a JOIN players g ON g.email IS NULL \
        AND ((a.id = $1 AND g.id = $2) OR (a.id = $2 AND g.id = $1)) WHERE a.refuses_guests <> 0";

/// Returns `true` if one of two blocks the other.
pub(crate) async fn are_apart(
    db: &mut Connection,
    one: &PlayerId,
    other: &PlayerId,
) -> Result<bool> {
    db.exists(APART, values![one, other]).await
}

impl Accounts<'_> {
    /// Makes somebody something to somebody else, or nothing; `false` if that would be too many.
    pub async fn relate(
        self,
        player: &PlayerId,
        other: &PlayerId,
        relation: Option<Relation>,
        at: Timestamp,
        most: u32,
    ) -> Result<bool> {
        let sql = "DELETE FROM relations WHERE player = $1 AND other = $2";
        let mut statements = vec![(sql, values![player, other].into())];
        if let Some(relation) = relation {
            let sql = "INSERT INTO relations (player, other, kind, at) SELECT $1, $2, $3, $4 \
                WHERE (SELECT COUNT(*) FROM relations WHERE player = $1) < $5";
            statements.push((sql, values![player, other, relation, at, most].into()));
        }
        let added = self.writer.execute_all(player, statements).await? > 0;
        Ok(added || relation.is_none())
    }

    pub async fn relation(self, player: &PlayerId, other: &PlayerId) -> Result<Option<Relation>> {
        let sql = "SELECT kind FROM relations WHERE player = $1 AND other = $2";
        self.database.first(sql, values![player, other]).await
    }

    /// Returns `true` if one of two blocks the other.
    pub async fn are_apart(self, one: &PlayerId, other: &PlayerId) -> Result<bool> {
        let values = values![one, other];
        self.database.exists(APART, values).await
    }

    /// An account plays nobody without an account from now on, or does again.
    pub async fn refuse_guests(self, player: &PlayerId, on: bool) -> Result<()> {
        let sql = "UPDATE players SET refuses_guests = $1 WHERE id = $2 AND email IS NOT NULL";
        self.writer.execute(sql, values![on, player]).await.map(drop)
    }

    pub async fn refuses_guests(self, player: &PlayerId) -> Result<bool> {
        let sql = "SELECT 1 FROM players WHERE id = $1 AND refuses_guests <> 0";
        self.database.exists(sql, values![player]).await
    }

    /// Those with whom a player has nothing to do, whichever of the two wanted it; of those who refuse
    /// guests, and of guests, only who waits for an opponent. Whoever is unknown counts as a guest.
    pub async fn kept_apart(self, player: &PlayerId) -> Result<HashSet<PlayerId>> {
        let sql = "SELECT other FROM relations WHERE player = $1 AND kind = 'block' \
            UNION SELECT player FROM relations WHERE other = $1 AND kind = 'block' \
            UNION SELECT w.player FROM waiting w JOIN players p ON p.id = w.player \
                LEFT JOIN players own ON own.id = $1 \
                WHERE (own.email IS NULL AND p.refuses_guests <> 0) \
                OR (own.refuses_guests <> 0 AND p.email IS NULL)";
        Ok(self.database.all(sql, values![player]).await?.into_iter().collect())
    }

    /// Those who are something to a player, by name.
    pub async fn people(
        self,
        player: &PlayerId,
        relation: Relation,
        now: Timestamp,
    ) -> Result<Vec<Person>> {
        let sql = "SELECT r.other, p.name, \
            CAST(CASE WHEN EXISTS (SELECT 1 FROM presence h \
            LEFT JOIN nodes n ON n.id = h.node WHERE h.player = r.other \
            AND (h.gone >= $1 OR (h.gone IS NULL AND n.seen >= $2))) THEN 1 ELSE 0 END AS BIGINT) \
            FROM relations r JOIN players p ON p.id = r.other \
            WHERE r.player = $3 AND r.kind = $4 ORDER BY p.name, r.other";
        let values = values![now, crate::presence::node_counts_since(now), player, relation];
        let people = self.database.all(sql, values).await?.into_iter();
        Ok(people.map(|(player, name, is_here)| Person { player, name, is_here }).collect())
    }
}
