//! Who plays whom in an arena.
//!
//! Two who are free may meet if their points are near enough for the time that the one who waits longer
//! has waited: [`NEAR_POINTS`], one more with every second, and after [`ANYBODY_AFTER`] anybody. Those
//! who have just played each other meet again only after [`AVOIDS_REMATCH`]. Whoever has waited longest
//! is paired first, with the nearest; and as long as two may meet, they are brought together.

use std::collections::{HashMap, HashSet};

use jiff::{SignedDuration, Timestamp};
use merels_rules::{GameScore, Side};

use super::Arena;
use super::standings::{ArenaGame, games_of};
use crate::database::{Connection, Row};
use crate::events::time;
use crate::game_writes::insert_game;
use crate::writer::Write;
use crate::{ArenaId, GameKey, NewGame, NewSeat, Pairing, PlayerId, Store, StoreError};

/// Points by which two may differ who have only just become free.
pub const NEAR_POINTS: u32 = 2;

/// After so long anybody may be met.
pub const ANYBODY_AFTER: SignedDuration = SignedDuration::from_secs(8);

/// For so long the opponent of the last game is not met again.
pub const AVOIDS_REMATCH: SignedDuration = SignedDuration::from_secs(5);

/// A player of an arena who is free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// Who.
    pub player: PlayerId,
    /// With how many points.
    pub points: u32,
    /// Since when there is no game.
    pub free_since: Timestamp,
    /// The opponent of the last game.
    pub last_opponent: Option<PlayerId>,
    /// Games with White less games with Black.
    pub whites: i32,
}

/// Whether two who are free may meet now.
pub fn may_meet(one: &Contestant, other: &Contestant, now: Timestamp) -> bool {
    let waited = now.duration_since(one.free_since.min(other.free_since));
    let just_met = one.last_opponent.as_ref() == Some(&other.player)
        && other.last_opponent.as_ref() == Some(&one.player);
    let apart = one.points.abs_diff(other.points);
    let near = i64::from(apart) <= i64::from(NEAR_POINTS) + waited.as_secs().max(0);
    one.player != other.player
        && (near || waited >= ANYBODY_AFTER)
        && (!just_met || waited >= AVOIDS_REMATCH)
}

/// Brings together all that may meet: afterwards no two who are free may. White stands first.
pub fn pairs(
    mut free: Vec<Contestant>,
    apart: &HashSet<[PlayerId; 2]>,
    now: Timestamp,
) -> Vec<[PlayerId; 2]> {
    free.sort_by(|a, b| (a.free_since, &a.player).cmp(&(b.free_since, &b.player)));
    let mut pairs = Vec::new();
    while !free.is_empty() {
        let one = free.remove(0);
        let suits = |other: &Contestant| {
            let both = [one.player.clone(), other.player.clone()];
            may_meet(&one, other, now) && !apart.contains(&both)
        };
        let nearest = (0..free.len())
            .filter(|i| suits(&free[*i]))
            .min_by_key(|i| (free[*i].points.abs_diff(one.points), *i));
        let Some(nearest) = nearest else { continue };
        let other = free.remove(nearest);
        let one_is_white = one.whites <= other.whites;
        let both = [one.player, other.player];
        pairs.push(if one_is_white {
            both
        } else {
            let [one, other] = both;
            [other, one]
        });
    }
    pairs
}

/// The players who have come in and are here, each with the moment.
async fn ready(
    db: &mut Connection,
    arena: &ArenaId,
    now: Timestamp,
) -> Result<HashMap<PlayerId, Timestamp>, StoreError> {
    let sql = "SELECT a.player, a.since FROM arena_players a WHERE a.since IS NOT NULL \
        AND EXISTS (SELECT 1 FROM presence h LEFT JOIN nodes n ON n.id = h.node \
        WHERE h.player = a.player AND (h.gone >= $1 OR (h.gone IS NULL AND n.seen >= $2))) \
        AND a.arena = $3";
    let values = [
        now.as_millisecond().into(),
        crate::presence::node_counts_since(now).into(),
        arena.as_str().into(),
    ];
    let read = |row: &Row| Ok((PlayerId::new(row.get::<String>(0)?), time(row.get(1)?)?));
    db.rows(sql, values).await?.iter().map(read).collect()
}

/// Those of the ready who are free: no game of the arena goes on, and whoever did not begin the last
/// one has come in again since.
fn free(ready: HashMap<PlayerId, Timestamp>, games: &[ArenaGame]) -> Vec<Contestant> {
    let mut contestants: HashMap<PlayerId, Option<Contestant>> = ready
        .into_iter()
        .map(|(player, free_since)| {
            let fresh = Contestant {
                player: player.clone(),
                points: 0,
                free_since,
                last_opponent: None,
                whites: 0,
            };
            (player, Some(fresh))
        })
        .collect();
    for game in games {
        for side in Side::ALL {
            let (own, other) = (&game.players[side.index()], &game.players[(!side).index()]);
            let Some(entry) = own.as_ref().and_then(|own| contestants.get_mut(own)) else {
                continue;
            };
            let Some(contestant) = entry else { continue };
            let Some((score, ended)) = &game.end else {
                *entry = None;
                continue;
            };
            let missed_it =
                *score == GameScore::Void && game.mover == side && contestant.free_since <= *ended;
            if missed_it {
                *entry = None;
                continue;
            }
            contestant.points += game.points()[side.index()];
            contestant.free_since = contestant.free_since.max(*ended);
            contestant.last_opponent.clone_from(other);
            contestant.whites += if side == Side::White { 1 } else { -1 };
        }
    }
    contestants.into_values().flatten().collect()
}

/// All in an arena who want nothing to do with each other, both ways round.
async fn apart(db: &mut Connection, arena: &ArenaId) -> Result<HashSet<[PlayerId; 2]>, StoreError> {
    let sql = "SELECT player, other FROM relations WHERE kind = 'block' \
        UNION SELECT a.player, g.player FROM arena_players a \
            JOIN players p ON p.id = a.player AND p.refuses_guests <> 0 \
            JOIN arena_players g ON g.arena = a.arena \
            JOIN players guest ON guest.id = g.player AND guest.email IS NULL \
            WHERE a.arena = $1";
    let rows = db.rows(sql, [arena.as_str().into()]).await?;
    let mut apart = HashSet::new();
    for row in &rows {
        let (one, other) =
            (PlayerId::new(row.get::<String>(0)?), PlayerId::new(row.get::<String>(1)?));
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

    async fn write(&mut self, db: &mut Connection) -> Result<Vec<Pairing>, StoreError> {
        let (arena, now) = (&self.arena, self.now);
        let sql = "SELECT 1 FROM arenas WHERE id = $1 FOR UPDATE";
        db.lock(sql, [arena.id.as_str().into()]).await?;
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
            let values = [arena.id.as_str().into(), key.as_str().into()];
            db.execute("UPDATE games SET arena = $1 WHERE id = $2", values).await?;
            pairings.push(Pairing { game: key, players });
        }
        Ok(pairings)
    }
}

impl Store {
    /// Brings together the free players of an arena, if it runs. Whoever does it first does it alone.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn pair_arena(
        &self,
        arena: &Arena,
        now: Timestamp,
    ) -> Result<Vec<Pairing>, StoreError> {
        if !arena.runs(now) {
            return Ok(Vec::new());
        }
        self.writer.write(PairArena { arena: arena.clone(), now }).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contestant(name: &str, points: u32, free_since: i64) -> Contestant {
        Contestant {
            player: PlayerId::new(name),
            points,
            free_since: Timestamp::from_second(free_since).unwrap(),
            last_opponent: None,
            whites: 0,
        }
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn points_may_be_farther_apart_the_longer_one_waits() {
        let (ada, bo) = (contestant("Ada", 0, 0), contestant("Bo", 6, 3));
        assert!(!may_meet(&ada, &bo, at(3)) && may_meet(&ada, &bo, at(4)));
        let far = contestant("Cy", 40, 0);
        assert!(!may_meet(&ada, &far, at(7)) && may_meet(&ada, &far, at(8)));
        assert!(!may_meet(&ada, &ada, at(8)));
    }

    #[test]
    fn who_has_just_met_meets_somebody_else_first() {
        let mut ada = contestant("Ada", 2, 0);
        let mut bo = contestant("Bo", 0, 0);
        ada.last_opponent = Some(bo.player.clone());
        bo.last_opponent = Some(ada.player.clone());
        assert!(!may_meet(&ada, &bo, at(4)) && may_meet(&ada, &bo, at(5)));
        let both = |now| {
            pairs(vec![ada.clone(), bo.clone(), contestant("Cy", 0, 1)], &HashSet::new(), now)
        };
        let met = both(at(1));
        assert_eq!(met.len(), 1);
        assert!(met[0].contains(&PlayerId::new("Cy")));
    }

    #[test]
    fn the_nearest_is_met_and_people_kept_apart_are_not() {
        let free = vec![contestant("Ada", 4, 0), contestant("Bo", 2, 1), contestant("Cy", 4, 2)];
        let met = pairs(free.clone(), &HashSet::new(), at(2));
        assert_eq!(met, [[PlayerId::new("Ada"), PlayerId::new("Cy")]]);
        let apart = [[PlayerId::new("Ada"), PlayerId::new("Cy")]].into_iter().collect();
        assert_eq!(pairs(free, &apart, at(2)), [[PlayerId::new("Ada"), PlayerId::new("Bo")]]);
    }
}
