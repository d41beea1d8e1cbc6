//! Arenas: their games, standings and pairing.
//!
//! Two free players may meet if their points are near enough for the time that the longer waiting one
//! has waited: [`NEAR_POINTS`], one more with every second, and after [`ANYBODY_AFTER`] anybody. Players
//! who have just met meet again only after [`AVOIDS_REMATCH`]. The player who has waited longest is paired
//! first, with the nearest, until no two are left who may meet.

use std::collections::{HashMap, HashSet};

use jiff::{SignedDuration, Timestamp};
use merels_rules::{GameId, GameScore, Side, Wdl};

use crate::{ArenaId, GameKey, PlayerId, Terms, TimeControl};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arena {
    pub id: ArenaId,
    /// The player who opened it, if the account is still there.
    pub host: Option<PlayerId>,
    pub game: GameId,
    /// The position at the start of every game, as text.
    pub start: String,
    pub mover: Side,
    pub clock: TimeControl,
    pub rated: bool,
    /// The time of its first games.
    pub begins: Timestamp,
    /// The time of its last beginning.
    pub ends: Timestamp,
}

impl Arena {
    /// Returns `true` while players are paired.
    pub fn runs(&self, now: Timestamp) -> bool {
        self.begins <= now && now < self.ends
    }

    pub const fn terms(&self) -> Terms {
        Terms { time: Some(self.clock), rated: self.rated }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArenaGame {
    pub key: GameKey,
    /// White and Black; nothing for one who has deleted the account.
    pub players: [Option<PlayerId>; 2],
    /// The score and the time of its end.
    pub end: Option<(GameScore, Timestamp)>,
    pub mover: Side,
}

impl ArenaGame {
    pub fn side_of(&self, player: &PlayerId) -> Option<Side> {
        let sits = |side: &Side| self.players[side.index()].as_ref() == Some(player);
        Side::ALL.into_iter().find(sits)
    }

    /// The points that it brings White and Black: two for a win, one for a draw.
    pub fn points(&self) -> [u32; 2] {
        let result = |side| self.end.and_then(|(score, _)| score.for_side(side));
        Side::ALL.map(|side| match result(side) {
            Some(Wdl::Win) => 2,
            Some(Wdl::Draw) => 1,
            Some(Wdl::Loss) | None => 0,
        })
    }

    /// Returns `true` if it counts: a game that goes on or was broken off does not.
    pub fn counts(&self) -> bool {
        self.end.is_some_and(|(score, _)| score != GameScore::Void)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArenaStanding {
    pub player: PlayerId,
    pub name: String,
    /// Two for each win, one for each draw.
    pub points: u32,
    /// Games that count.
    pub games: u32,
    pub wins: u32,
    pub plays: bool,
}

/// The standings of players by their games: most points first, of equal ones who needed fewer games.
pub fn standings(
    players: impl IntoIterator<Item = (PlayerId, String, bool)>,
    games: &[ArenaGame],
) -> Vec<ArenaStanding> {
    let mut sums: HashMap<&PlayerId, [u32; 3]> = HashMap::new();
    for game in games.iter().filter(|game| game.counts()) {
        for (player, points) in game.players.iter().zip(game.points()) {
            let Some(player) = player else { continue };
            let [total, played, wins] = sums.entry(player).or_default();
            *total += points;
            *played += 1;
            *wins += u32::from(points == 2);
        }
    }
    let mut standings: Vec<ArenaStanding> = players
        .into_iter()
        .map(|(player, name, plays)| {
            let [points, games, wins] = sums.get(&player).copied().unwrap_or_default();
            ArenaStanding { player, name, points, games, wins, plays }
        })
        .collect();
    standings.sort_by(|a, b| {
        let order = |s: &ArenaStanding| (std::cmp::Reverse(s.points), s.games);
        order(a).cmp(&order(b)).then_with(|| a.name.cmp(&b.name))
    });
    standings
}

/// Points by which two may differ who have only just become free.
pub const NEAR_POINTS: u32 = 2;

/// After so long anybody may be met.
pub const ANYBODY_AFTER: SignedDuration = SignedDuration::from_secs(8);

/// For so long the opponent of the last game is not met again.
pub const AVOIDS_REMATCH: SignedDuration = SignedDuration::from_secs(5);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    pub player: PlayerId,
    pub points: u32,
    /// The end of the last game.
    pub free_since: Timestamp,
    pub last_opponent: Option<PlayerId>,
    /// Games with White less games with Black.
    pub whites: i32,
}

/// Returns `true` if two who are free may meet now.
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

/// Those of the ready who are free: no game of the arena goes on, and whoever did not begin the last
/// one has come in again since.
pub fn free(ready: HashMap<PlayerId, Timestamp>, games: &[ArenaGame]) -> Vec<Contestant> {
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
