//! Pairing of the free players of an arena, by whoever holds it.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use merels_model::arena::{free, pairs};

use super::standings::games_of;
use crate::database::{Connection, values};
use crate::game_writes::insert_game;
use crate::handles::Arenas;
use crate::write::Write;
use crate::{NewGame, NewSeat, Pairing, Result};
use merels_model::{Arena, ArenaId, GameKey, PlayerId};

/// The players who have come in and are here, each with the moment.
async fn ready(
    db: &mut Connection,
    arena: &ArenaId,
    now: Timestamp,
) -> Result<HashMap<PlayerId, Timestamp>> {
    let sql = "SELECT a.player, a.since FROM arena_players a WHERE a.since IS NOT NULL \
        AND EXISTS (SELECT 1 FROM presence h LEFT JOIN nodes n ON n.id = h.node \
        WHERE h.player = a.player AND (h.gone >= $1 OR (h.gone IS NULL AND n.seen >= $2))) \
        AND a.arena = $3";
    let values = values![now, crate::presence::node_counts_since(now), arena];
    Ok(db.all(sql, values).await?.into_iter().collect())
}

/// All in an arena who want nothing to do with each other, both ways round.
async fn apart(db: &mut Connection, arena: &ArenaId) -> Result<HashSet<[PlayerId; 2]>> {
    let sql = "SELECT player, other FROM relations WHERE kind = 'block' \
        UNION SELECT a.player, g.player FROM arena_players a \
            JOIN players p ON p.id = a.player AND p.refuses_guests <> 0 \
            JOIN arena_players g ON g.arena = a.arena \
            JOIN players guest ON guest.id = g.player AND guest.email IS NULL \
            WHERE a.arena = $1";
    let mut apart = HashSet::new();
    for [one, other] in db.all::<[PlayerId; 2]>(sql, values![arena]).await? {
        apart.insert([one.clone(), other.clone()]);
        apart.insert([other, one]);
    }
    Ok(apart)
}

/// Brings together the free players of an arena.
struct PairArena {
    arena: Arena,
    now: Timestamp,
}

impl Write for PairArena {
    type Answer = Vec<Pairing>;

    fn locks(&self) -> &str {
        self.arena.id.as_str()
    }

    async fn write(&mut self, db: &mut Connection) -> Result<Vec<Pairing>> {
        let (arena, now) = (&self.arena, self.now);
        let sql = "SELECT 1 FROM arenas WHERE id = $1 FOR UPDATE";
        db.lock(sql, values![arena.id]).await?;
        let games = games_of(db, &arena.id).await?;
        let free = free(ready(db, &arena.id, now).await?, &games);
        if free.len() < 2 {
            return Ok(Vec::new());
        }
        let apart = apart(db, &arena.id).await?;
        let mut pairings = Vec::new();
        for players in pairs(free, &apart, now) {
            let key = GameKey::random();
            let game = NewGame {
                key: key.clone(),
                game: arena.game,
                start: arena.start.clone(),
                mover: arena.mover,
                seats: players.each_ref().map(|player| NewSeat::Player(player.clone())),
                terms: arena.terms(),
                at: now,
            };
            insert_game(db, &game).await?;
            let values = values![arena.id, key];
            db.execute("UPDATE games SET arena = $1 WHERE id = $2", values).await?;
            pairings.push(Pairing { game: key, players });
        }
        Ok(pairings)
    }
}

impl Arenas<'_> {
    /// Brings together the free players of an arena, if it runs. Whoever does it first does it alone.
    pub async fn pair_arena(self, arena: &Arena, now: Timestamp) -> Result<Vec<Pairing>> {
        if !arena.runs(now) {
            return Ok(Vec::new());
        }
        self.writer.write(PairArena { arena: arena.clone(), now }).await
    }
}
