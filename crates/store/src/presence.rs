//! Presence of players, on whichever node.
//!
//! A node writes down when a player's first page comes and when the last one goes, and gives a sign of
//! life of its own: who sits at a node that fell silent is not there any more. Beside the pages that hold
//! a connection, whoever asks for pages only is counted as there for a while after each.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};

use crate::Result;
use crate::database::values;
use crate::handles::Cluster;
use merels_model::{GameKey, PlayerId, Whereabouts};

/// A node that was silent for so long is not there.
const NODE_LASTS: SignedDuration = SignedDuration::from_secs(6);

/// A silent node is forgotten after so long.
const FORGET_NODE: SignedDuration = SignedDuration::from_mins(2);

/// After a visit without a connection somebody is counted as there for so long.
const VISIT_LASTS: SignedDuration = SignedDuration::from_mins(5);

/// The node of those who hold no connection.
const NO_NODE: &str = "";

/// The oldest sign of life of a node that counts, in milliseconds.
pub(crate) fn node_counts_since(now: Timestamp) -> i64 {
    (now - NODE_LASTS).as_millisecond()
}

fn game_of(place: &Whereabouts) -> &str {
    place.game.as_ref().map_or("", GameKey::as_str)
}

impl Cluster<'_> {
    pub async fn node_is_alive(self, node: &str, now: Timestamp) -> Result<()> {
        let sql = "INSERT INTO nodes (id, seen) VALUES ($1, $2) \
            ON CONFLICT (id) DO UPDATE SET seen = excluded.seen";
        self.writer.execute_locked(node, sql, values![node, now]).await.map(drop)
    }

    /// A player's first page at a place has come to a node.
    pub async fn has_come(self, place: Whereabouts, node: &str) -> Result<()> {
        self.moved(&place, node, None).await
    }

    /// A player's last page at a place has gone from a node.
    pub async fn has_gone(self, place: Whereabouts, node: &str, at: Timestamp) -> Result<()> {
        self.moved(&place, node, Some(at)).await
    }

    /// A player looks at a game by a plain request.
    pub async fn visits(self, place: Whereabouts, now: Timestamp) -> Result<()> {
        self.moved(&place, NO_NODE, Some(now + VISIT_LASTS)).await
    }

    /// Somebody has come (`gone` is empty), or goes.
    async fn moved(self, place: &Whereabouts, node: &str, gone: Option<Timestamp>) -> Result<()> {
        let at_node = |node: &str| Vec::from(values![place.player, game_of(place), node]);
        let goes = "DELETE FROM presence WHERE player = $1 AND game = $2 AND node = $3";
        // The account may have been deleted meanwhile.
        let comes = "INSERT INTO presence (player, game, node, gone) \
            SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT 1 FROM players WHERE id = $1) \
            ON CONFLICT (player, game, node) DO UPDATE SET gone = excluded.gone";
        let mut there = at_node(node);
        there.extend(values![gone]);
        let statements = match (&place.game, gone) {
            (None, Some(_)) => vec![(goes, at_node(node))],
            (Some(_), Some(_)) => vec![(comes, there)],
            // A connection says it better than a visit.
            (_, None) => vec![(goes, at_node(NO_NODE)), (comes, there)],
        };
        self.writer.execute_all(&place.player, statements).await.map(drop)
    }

    /// The times when players were last seen at these games: `now` or later if they are there. Who never came is
    /// left out.
    pub async fn last_seen(
        self,
        games: impl IntoIterator<Item = &GameKey>,
        now: Timestamp,
    ) -> Result<HashMap<Whereabouts, Timestamp>> {
        let keys = games.into_iter().filter(|key| key.is_well_formed());
        let keys = keys.map(GameKey::as_str).collect::<Vec<_>>().join(",");
        if keys.is_empty() {
            return Ok(HashMap::new());
        }
        let sql = self.database.either(
            "SELECT p.game, p.player, MAX(COALESCE(p.gone, \
             CASE WHEN n.seen >= $1 THEN $2 ELSE COALESCE(n.seen, 0) END)) \
             FROM presence p LEFT JOIN nodes n ON n.id = p.node WHERE p.game IN \
             (SELECT value FROM json_each('[\"' || replace($3, ',', '\",\"') || '\"]')) \
             GROUP BY p.game, p.player",
            "SELECT p.game, p.player, MAX(COALESCE(p.gone, \
             CASE WHEN n.seen >= $1 THEN $2 ELSE COALESCE(n.seen, 0) END)) \
             FROM presence p LEFT JOIN nodes n ON n.id = p.node \
             WHERE p.game = ANY (string_to_array($3, ',')) GROUP BY p.game, p.player",
        );
        let values = values![node_counts_since(now), now, keys];
        let seen = self.database.all::<(GameKey, PlayerId, Timestamp)>(sql, values).await?;
        let place = |(game, player, at)| (Whereabouts { player, game: Some(game) }, at);
        Ok(seen.into_iter().map(place).collect())
    }

    /// The number of players here, on all nodes.
    pub async fn players_here(self, now: Timestamp) -> Result<u32> {
        let sql = "SELECT COUNT(DISTINCT p.player) FROM presence p \
            LEFT JOIN nodes n ON n.id = p.node \
            WHERE p.gone >= $1 OR (p.gone IS NULL AND n.seen >= $2)";
        let values = values![now, node_counts_since(now)];
        Ok(self.database.first(sql, values).await?.unwrap_or(0))
    }

    /// Forgets nodes that fell silent, and who sat at games that are over.
    pub async fn forget_absent(self, now: Timestamp) -> Result<()> {
        let oldest = now - FORGET_NODE;
        let gone = "UPDATE presence SET gone = COALESCE((SELECT seen FROM nodes WHERE id = node), 0) \
            WHERE gone IS NULL AND NOT EXISTS \
            (SELECT 1 FROM nodes WHERE id = node AND seen >= $1)";
        let over = "DELETE FROM presence WHERE gone < $1 AND NOT EXISTS \
            (SELECT 1 FROM games WHERE id = presence.game AND ended IS NULL)";
        let statements = vec![
            (gone, values![oldest].into()),
            ("DELETE FROM nodes WHERE seen < $1", values![oldest].into()),
            (over, values![now].into()),
        ];
        self.writer.execute_all("", statements).await.map(drop)
    }
}
