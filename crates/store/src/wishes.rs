//! What somebody waits for, and who suits whom.

use jiff::{SignedDuration, Timestamp};
use merels_rules::{GameId, Side};

use crate::database::{Row, Value};
use crate::events::{corrupt, side_named, time};
use crate::{PlayerId, SeatId, StoreError, Terms};

/// Players whose ratings differ by no more than this are near each other from the start.
pub const NEAR: i64 = 100;

/// With every second of waiting, so much more is near.
pub const NEARER_EACH_SECOND: i64 = 10;

/// After so long anybody is near.
pub const ANYBODY_AFTER: SignedDuration = SignedDuration::from_mins(1);

/// A game that somebody would like to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Which game.
    pub game: GameId,
    /// The measures of its board, where it can have several: only the same suit each other.
    pub measure: String,
    /// The position at the start, as text.
    pub start: String,
    /// Who moves first in it.
    pub mover: Side,
    /// With which clock, and whether rated.
    pub terms: Terms,
}

impl Wish {
    /// Whether two wishes are for the same, wherever a strip of pawns was laid at random.
    pub fn suits(&self, other: &Wish) -> bool {
        (self.game, &self.measure, self.terms) == (other.game, &other.measure, other.terms)
    }

    /// Whether ratings count: without a clock and unrated the first who comes is welcome.
    pub const fn is_choosy(&self) -> bool {
        self.terms.time.is_some() || self.terms.rated
    }
}

/// What wishes must have in common to suit each other, as the database has it.
#[derive(Clone, Debug)]
pub(crate) struct WishKey {
    game: String,
    measure: String,
    /// Empty if there is none.
    clock: String,
    rated: i64,
}

impl From<&Wish> for WishKey {
    fn from(wish: &Wish) -> WishKey {
        WishKey {
            game: wish.game.id().to_owned(),
            measure: wish.measure.clone(),
            clock: wish.terms.time.map(|time| time.to_string()).unwrap_or_default(),
            rated: i64::from(wish.terms.rated),
        }
    }
}

impl WishKey {
    /// Reads a row of [`OpenSeat::SELECT_SHARED_WISHES`].
    pub(crate) fn read(row: &Row) -> Result<WishKey, StoreError> {
        let (game, measure) = (row.get(0)?, row.get(1)?);
        Ok(WishKey { game, measure, clock: row.get(2)?, rated: row.get(3)? })
    }

    /// The values that [`OpenSeat::SELECT_ALIKE`] wants.
    pub(crate) fn values(&self, still_counts: i64) -> [Value; 5] {
        let WishKey { game, measure, clock, rated } = self;
        let (game, measure, clock) = (game.as_str(), measure.as_str(), clock.as_str());
        [still_counts.into(), game.into(), measure.into(), clock.into(), (*rated).into()]
    }
}

/// A player who waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSeat {
    /// How others name it.
    pub seat: SeatId,
    /// Who.
    pub player: PlayerId,
    /// The name shown.
    pub name: String,
    /// For what.
    pub wish: Wish,
    /// The rating that counts there.
    pub rating: i64,
    /// Since when.
    pub since: Timestamp,
}

/// The columns that [`OpenSeat::read`] wants of those who still wait, and the rest of the query.
macro_rules! select_seats {
    ($rest:literal) => {
        concat!(
            "SELECT w.seat, w.player, p.name, w.game, w.measure, w.start, w.mover, w.clock, ",
            "w.rated, w.rating, w.since FROM waiting w JOIN players p ON p.id = w.player ",
            "WHERE w.seen >= $1 ",
            $rest
        )
    };
}

impl OpenSeat {
    /// So many at most, the longest first.
    pub(crate) const SELECT_LONGEST: &'static str =
        select_seats!("ORDER BY w.since, w.player LIMIT $2");

    pub(crate) const SELECT_BY_ID: &'static str = select_seats!("AND w.seat = $2");

    pub(crate) const SELECT_OF_PLAYER: &'static str = select_seats!("AND w.player = $2");

    /// Those with the same wish, the longest first: few, as those who suit each other do not wait. So
    /// many at most, should many want nothing to do with each other.
    pub(crate) const SELECT_ALIKE: &'static str = select_seats!(
        "AND w.game = $2 AND w.measure = $3 AND COALESCE(w.clock, '') = $4 AND w.rated = $5 \
         ORDER BY w.since, w.player LIMIT 100"
    );

    /// The wishes of several who still wait.
    pub(crate) const SELECT_SHARED_WISHES: &'static str = "SELECT game, measure, COALESCE(clock, ''), rated FROM waiting WHERE seen >= $1 \
         GROUP BY game, measure, clock, rated HAVING COUNT(*) > 1";

    pub(crate) fn read(row: &Row) -> Result<OpenSeat, StoreError> {
        let game: String = row.get(3)?;
        Ok(OpenSeat {
            seat: SeatId::new(row.get::<String>(0)?),
            player: PlayerId::new(row.get::<String>(1)?),
            name: row.get(2)?,
            wish: Wish {
                game: game.parse().map_err(|_| corrupt("a game", &game))?,
                measure: row.get(4)?,
                start: row.get(5)?,
                mover: side_named(&row.get::<String>(6)?)?,
                terms: Terms::read(row, 7)?,
            },
            rating: row.get(9)?,
            since: time(row.get(10)?)?,
        })
    }

    /// Whether two who wait suit each other now: they want the same, and each is near enough for how
    /// long the other has waited.
    pub fn suits(&self, other: &OpenSeat, now: Timestamp) -> bool {
        let apart = (self.rating - other.rating).abs();
        let near =
            |seat: &OpenSeat| reach(now.duration_since(seat.since)).is_none_or(|r| apart <= r);
        let near = !self.wish.is_choosy() || (near(self) && near(other));
        self.player != other.player && self.wish.suits(&other.wish) && near
    }
}

/// How far apart ratings may be for one who has waited so long; nothing means that anybody will do.
pub fn reach(waited: SignedDuration) -> Option<i64> {
    (waited < ANYBODY_AFTER).then(|| NEAR + NEARER_EACH_SECOND * waited.as_secs().max(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(name: &str, rating: i64, since: i64, rated: bool) -> OpenSeat {
        OpenSeat {
            seat: SeatId::new(name),
            player: PlayerId::new(name),
            name: name.to_owned(),
            wish: Wish {
                game: GameId::NINE,
                measure: String::new(),
                start: GameId::NINE.start().to_string(),
                mover: Side::White,
                terms: Terms { time: None, rated },
            },
            rating,
            since: Timestamp::from_second(since).unwrap(),
        }
    }

    #[test]
    fn nearness_widens_with_the_time_that_both_have_waited() {
        let (ada, bo) = (seat("Ada", 1500, 0, true), seat("Bo", 1700, 5, true));
        let suit = |second| ada.suits(&bo, Timestamp::from_second(second).unwrap());
        assert!(!suit(10), "Bo has waited for five seconds: 150");
        assert!(!suit(14) && suit(15), "Bo has waited for ten seconds: 200");
        let far = seat("Cy", 2700, 0, true);
        assert!(!ada.suits(&far, Timestamp::from_second(59).unwrap()));
        assert!(ada.suits(&far, Timestamp::from_second(60).unwrap()), "anybody");
        assert!(!ada.suits(&ada, Timestamp::from_second(60).unwrap()), "not oneself");
    }

    #[test]
    fn without_clock_and_rating_anybody_suits_at_once() {
        let (ada, bo) = (seat("Ada", 1000, 0, false), seat("Bo", 2000, 0, false));
        assert!(ada.suits(&bo, Timestamp::UNIX_EPOCH));
        assert!(!ada.suits(&seat("Cy", 1000, 0, true), Timestamp::UNIX_EPOCH), "rated");
        let mut small = seat("Di", 1000, 0, false);
        small.wish.measure = "5".to_owned();
        assert!(!ada.suits(&small, Timestamp::UNIX_EPOCH), "another board");
    }
}
