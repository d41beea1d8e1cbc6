//! A player's last days: results, the rating that changed last, and friends who are here.

use jiff::{SignedDuration, Timestamp};
use merels_model::{
    ClockClass, GameKey, PlayerId, Rating, RatingChange, Relation, Results, StoredGame,
};
use merels_rules::GameId;

use super::People;
use crate::error::Result;

/// The time that is looked back upon.
const WEEK: SignedDuration = SignedDuration::from_hours(7 * 24);

/// The games of a week that are counted.
const MOST_GAMES: u32 = 500;

/// The friends who are shown.
const FRIENDS: usize = 8;

/// A friend's game in which something happened within so much time is played right now.
const LIVELY: SignedDuration = SignedDuration::from_mins(5);

/// A rating over time, and its change within a week.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingCurve {
    pub game: GameId,
    pub class: ClockClass,
    pub rating: Rating,
    /// The oldest first.
    pub points: Vec<i64>,
    pub change: i64,
}

/// Somebody whom a player follows and who is here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Friend {
    pub name: String,
    /// The game that is being played.
    pub plays: Option<(GameKey, GameId)>,
}

/// A player's last days.
#[derive(Clone, Debug)]
pub struct Lately {
    /// The results of a week, against people and the computer.
    pub week: Results,
    /// The rating that changed last.
    pub curve: Option<RatingCurve>,
    pub friends: Vec<Friend>,
}

impl People {
    pub async fn lately(
        &self,
        player: &PlayerId,
        ratings: &[(GameId, ClockClass, Rating)],
    ) -> Result<Lately> {
        let (games, now) = (self.site.store.games(), self.site.clock.now());
        let finished = games.finished_games(player, MOST_GAMES).await?;
        let history = games.rating_history(player).await?;
        Ok(Lately {
            week: week(player, &finished, now),
            curve: curve(ratings, &history, now),
            friends: self.friends_here(player, now).await?,
        })
    }

    async fn friends_here(&self, player: &PlayerId, now: Timestamp) -> Result<Vec<Friend>> {
        let people = self.site.store.accounts().people(player, Relation::Follows, now).await?;
        let mut friends = Vec::new();
        for person in people.into_iter().filter(|person| person.is_here).take(FRIENDS) {
            let plays = self.plays(&person.player, now).await?;
            friends.push(Friend { name: person.name, plays });
        }
        Ok(friends)
    }

    /// The game with a person that somebody plays right now.
    pub(super) async fn plays(
        &self,
        player: &PlayerId,
        now: Timestamp,
    ) -> Result<Option<(GameKey, GameId)>> {
        let running = self.site.store.games().running_games(player).await?;
        let played = running
            .into_iter()
            .filter(|game| game.is_between_people() && game.touched >= now - LIVELY)
            .max_by_key(|game| game.touched);
        Ok(played.map(|game| (game.key, game.game)))
    }
}

/// The results of the games that ended within a week.
fn week(player: &PlayerId, finished: &[StoredGame], now: Timestamp) -> Results {
    let mut results = Results::default();
    for game in finished.iter().filter(|game| game.touched >= now - WEEK && !game.is_shared()) {
        let side = game.side_of(player);
        let result = side.and_then(|side| game.score.and_then(|score| score.for_side(side)));
        if let Some(result) = result {
            results.add(result);
        }
    }
    results
}

fn curve(
    ratings: &[(GameId, ClockClass, Rating)],
    history: &[RatingChange],
    now: Timestamp,
) -> Option<RatingCurve> {
    let last = history.last()?;
    let (game, class) = (last.game, last.class);
    let rating = ratings.iter().find(|(g, c, _)| (*g, *c) == (game, class))?.2;
    let same = || history.iter().filter(|change| (change.game, change.class) == (game, class));
    let points: Vec<i64> = same().map(|change| change.points).collect();
    let before = same().take_while(|change| change.at < now - WEEK).last();
    let before = before.map_or(Rating::default().points(), |change| change.points);
    let change = last.points - before;
    Some(RatingCurve { game, class, rating, points, change })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_of_the_rating_that_changed_last() {
        let now = Timestamp::UNIX_EPOCH + SignedDuration::from_hours(1000);
        let (nine, live) = (GameId::NINE, ClockClass::Live);
        let change = |game, hours, points| RatingChange {
            key: GameKey::random(),
            at: now - SignedDuration::from_hours(hours),
            game,
            class: live,
            points,
        };
        let ratings = [(nine, live, Rating::default()), (GameId::Nimble, live, Rating::default())];
        let history = [
            change(nine, 300, 1520),
            change(GameId::Nimble, 200, 1400),
            change(nine, 169, 1540),
            change(nine, 100, 1500),
            change(nine, 1, 1564),
        ];
        let found = curve(&ratings, &history, now).unwrap();
        assert_eq!(
            (found.game, found.points, found.change),
            (nine, vec![1520, 1540, 1500, 1564], 24)
        );
        let first =
            curve(&ratings, &history[1..2], now + SignedDuration::from_hours(-100)).unwrap();
        assert_eq!(first.change, 1400 - Rating::default().points());
        assert_eq!(curve(&ratings, &[], now), None);
    }
}
