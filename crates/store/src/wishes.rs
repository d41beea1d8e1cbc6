//! Wishes and waiting seats as they are kept.

use merels_model::{OpenSeat, PlayerId, SeatId, Wish};

use crate::StoreError;
use crate::database::{Row, Value};
use crate::events::{corrupt, side_named, terms, time};

/// The columns that wishes must have in common to suit each other.
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
    /// Reads a row of [`SELECT_SHARED_WISHES`].
    pub(crate) fn read(row: &Row) -> Result<WishKey, StoreError> {
        let (game, measure) = (row.get(0)?, row.get(1)?);
        Ok(WishKey { game, measure, clock: row.get(2)?, rated: row.get(3)? })
    }

    /// The values that [`SELECT_ALIKE`] wants.
    pub(crate) fn values(&self, still_counts: i64) -> [Value; 5] {
        let WishKey { game, measure, clock, rated } = self;
        let (game, measure, clock) = (game.as_str(), measure.as_str(), clock.as_str());
        [still_counts.into(), game.into(), measure.into(), clock.into(), (*rated).into()]
    }
}

/// The columns that [`read_open_seat`] wants of those who still wait, and the rest of the query.
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

/// The longest waiting first, up to a limit.
pub(crate) const SELECT_LONGEST: &str = select_seats!("ORDER BY w.since, w.player LIMIT $2");

pub(crate) const SELECT_BY_ID: &str = select_seats!("AND w.seat = $2");

pub(crate) const SELECT_OF_PLAYER: &str = select_seats!("AND w.player = $2");

/// Those with the same wish, the longest first: few, as those who suit each other do not wait. So
/// many at most, should many want nothing to do with each other.
pub(crate) const SELECT_ALIKE: &str = select_seats!(
    "AND w.game = $2 AND w.measure = $3 AND COALESCE(w.clock, '') = $4 AND w.rated = $5 \
         ORDER BY w.since, w.player LIMIT 100"
);

/// The wishes of several who still wait.
pub(crate) const SELECT_SHARED_WISHES: &str = "SELECT game, measure, COALESCE(clock, ''), rated FROM waiting WHERE seen >= $1 \
         GROUP BY game, measure, clock, rated HAVING COUNT(*) > 1";

pub(crate) fn read_open_seat(row: &Row) -> Result<OpenSeat, StoreError> {
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
            terms: terms(row, 7)?,
        },
        rating: row.get(9)?,
        since: time(row.get(10)?)?,
    })
}
