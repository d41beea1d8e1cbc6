//! The life of waiting seats: as long as there are signs of life.

use jiff::{SignedDuration, Timestamp};

use crate::Result;
use crate::database::values;
use crate::handles::Meeting;
use crate::wishes;
use merels_model::{OpenSeat, PlayerId, SeatId, Terms, TimeControl, Wish};

/// Time without a sign of life after which a seat no longer waits.
const WAIT_LASTS: SignedDuration = SignedDuration::from_mins(2);

/// A page that went away, perhaps only to be loaded again, keeps its place for this long.
const LINGERS: SignedDuration = SignedDuration::from_secs(30);

/// Extra life of a seat for a game by days, whose player need not sit and wait.
const WAIT_FOR_DAYS_LASTS: SignedDuration = SignedDuration::from_hours(24);

/// The oldest sign of life that still counts, in milliseconds.
pub(crate) fn still_counts(now: Timestamp) -> i64 {
    (now - WAIT_LASTS).as_millisecond()
}

pub(crate) const fn extra_life(terms: Terms) -> SignedDuration {
    match terms.time {
        Some(TimeControl::Days(_)) => WAIT_FOR_DAYS_LASTS,
        _ => SignedDuration::ZERO,
    }
}

impl Meeting<'_> {
    /// Forgets those who waited but gave no sign of life for too long; says how many there were.
    pub async fn end_old_waits(self, now: Timestamp) -> Result<u64> {
        let sql = "DELETE FROM waiting WHERE seen < $1";
        self.writer.execute(sql, values![still_counts(now)]).await
    }

    /// Stops waiting; `false` if the player was not.
    pub async fn stop_waiting(self, player: &PlayerId) -> Result<bool> {
        let sql = "DELETE FROM waiting WHERE player = $1";
        Ok(self.writer.execute(sql, values![player]).await? > 0)
    }

    /// A sign of life of one who waits; `false` if the player does not wait.
    pub async fn still_waiting(self, player: &PlayerId, now: Timestamp) -> Result<bool> {
        // A wish that lasts longer is not shortened.
        let sql = "UPDATE waiting SET seen = CASE WHEN seen > $1 THEN seen ELSE $1 END \
            WHERE player = $2 AND seen >= $3";
        let values = values![now, player, still_counts(now)];
        Ok(self.writer.execute(sql, values).await? > 0)
    }

    /// The page of one who waits has gone: without a further sign of life the wait is over soon.
    pub async fn waiting_page_closed(self, player: &PlayerId, now: Timestamp) -> Result<()> {
        let sql = "UPDATE waiting SET seen = $1 WHERE player = $2 AND seen > $1 AND seen <= $3";
        let values = values![(now - WAIT_LASTS + LINGERS), player, now];
        self.writer.execute(sql, values).await.map(drop)
    }

    /// Those who wait, so many at most, the longest first.
    pub async fn open_seats(self, now: Timestamp, most: u32) -> Result<Vec<OpenSeat>> {
        let values = values![still_counts(now), most];
        self.database.all(wishes::SELECT_LONGEST, values).await
    }

    pub async fn count_open_seats(self, now: Timestamp) -> Result<u32> {
        let sql = "SELECT COUNT(*) FROM waiting WHERE seen >= $1";
        Ok(self.database.first(sql, values![still_counts(now)]).await?.unwrap_or(0))
    }

    /// A seat, if somebody still waits there.
    pub async fn open_seat(self, seat: &SeatId, now: Timestamp) -> Result<Option<OpenSeat>> {
        let values = values![still_counts(now), seat];
        self.database.first(wishes::SELECT_BY_ID, values).await
    }

    pub async fn seat_of(self, player: &PlayerId, now: Timestamp) -> Result<Option<OpenSeat>> {
        let values = values![still_counts(now), player];
        self.database.first(wishes::SELECT_OF_PLAYER, values).await
    }

    pub async fn waits_for(self, player: &PlayerId, now: Timestamp) -> Result<Option<Wish>> {
        Ok(self.seat_of(player, now).await?.map(|seat| seat.wish))
    }
}
