//! Wishes and waiting seats as they are kept.

use merels_model::{OpenSeat, Wish};
use merels_rules::GameId;

use crate::Result;
use crate::database::{Columns, Line, Value, read_columns, values};

/// The columns that wishes must have in common to suit each other.
#[derive(Clone, Debug)]
pub(crate) struct WishKey {
    game: GameId,
    measure: String,
    /// Empty if there is none.
    clock: String,
    rated: bool,
}

read_columns!(WishKey { game, measure, clock, rated });

impl From<&Wish> for WishKey {
    fn from(wish: &Wish) -> WishKey {
        WishKey {
            game: wish.game,
            measure: wish.measure.clone(),
            clock: wish.terms.time.map(|time| time.to_string()).unwrap_or_default(),
            rated: wish.terms.rated,
        }
    }
}

impl WishKey {
    /// The values that [`SELECT_ALIKE`] wants.
    pub(crate) fn values(&self, still_counts: i64) -> [Value; 5] {
        values![still_counts, self.game, self.measure, self.clock, self.rated]
    }
}

/// The columns of an [`OpenSeat`] for those who still wait, and the rest of the query.
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

pub(crate) const SELECT_SHARED_WISHES: &str = "SELECT game, measure, COALESCE(clock, ''), rated FROM waiting WHERE seen >= $1 \
         GROUP BY game, measure, clock, rated HAVING COUNT(*) > 1";

impl Columns for Wish {
    fn read(line: &mut Line<'_>) -> Result<Wish> {
        let (game, measure, start, mover, terms) = line.take()?;
        Ok(Wish { game, measure, start, mover, terms })
    }
}

impl Columns for OpenSeat {
    fn read(line: &mut Line<'_>) -> Result<OpenSeat> {
        let (seat, player, name, wish, rating, since) = line.take()?;
        Ok(OpenSeat { seat, player, name, wish, rating, since })
    }
}
