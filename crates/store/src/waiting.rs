//! The life of waiting seats: as long as there are signs of life.

use jiff::{SignedDuration, Timestamp};

use crate::StoreError;
use crate::database::Connection;
use crate::handles::Meeting;
use crate::wishes;
use crate::write::Write;
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

/// The extra life of a wish.
pub(crate) const fn extra_life(terms: Terms) -> SignedDuration {
    match terms.time {
        Some(TimeControl::Days(_)) => WAIT_FOR_DAYS_LASTS,
        _ => SignedDuration::ZERO,
    }
}

struct StopWaiting(PlayerId);

impl Write for StopWaiting {
    type Answer = bool;

    async fn write(&mut self, db: &mut Connection) -> Result<bool, StoreError> {
        let gone = db.execute("DELETE FROM waiting WHERE player = $1", [self.0.as_str().into()]);
        Ok(gone.await? > 0)
    }
}

struct StillWaiting {
    player: PlayerId,
    now: Timestamp,
}

impl Write for StillWaiting {
    type Answer = bool;

    async fn write(&mut self, db: &mut Connection) -> Result<bool, StoreError> {
        let values = [
            self.now.as_millisecond().into(),
            self.player.as_str().into(),
            still_counts(self.now).into(),
        ];
        // A wish that lasts longer is not shortened.
        let sql = "UPDATE waiting SET seen = CASE WHEN seen > $1 THEN seen ELSE $1 END \
            WHERE player = $2 AND seen >= $3";
        Ok(db.execute(sql, values).await? > 0)
    }
}

struct PageClosed {
    player: PlayerId,
    now: Timestamp,
}

impl Write for PageClosed {
    type Answer = ();

    async fn write(&mut self, db: &mut Connection) -> Result<(), StoreError> {
        let seen = (self.now - WAIT_LASTS + LINGERS).as_millisecond();
        let values = [seen.into(), self.player.as_str().into(), self.now.as_millisecond().into()];
        let sql = "UPDATE waiting SET seen = $1 WHERE player = $2 AND seen > $1 AND seen <= $3";
        db.execute(sql, values).await.map(drop)
    }
}

struct EndOldWaits(Timestamp);

impl Write for EndOldWaits {
    type Answer = u64;

    async fn write(&mut self, db: &mut Connection) -> Result<u64, StoreError> {
        db.execute("DELETE FROM waiting WHERE seen < $1", [still_counts(self.0).into()]).await
    }
}

impl Meeting<'_> {
    /// Forgets those who waited but gave no sign of life for too long; says how many there were.
    pub async fn end_old_waits(self, now: Timestamp) -> Result<u64, StoreError> {
        self.writer.write(EndOldWaits(now)).await
    }

    /// Stops waiting; `false` if the player was not.
    pub async fn stop_waiting(self, player: &PlayerId) -> Result<bool, StoreError> {
        self.writer.write(StopWaiting(player.clone())).await
    }

    /// A sign of life of one who waits; `false` if the player does not wait.
    pub async fn still_waiting(
        self,
        player: &PlayerId,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.writer.write(StillWaiting { player: player.clone(), now }).await
    }

    /// The page of one who waits has gone: without a further sign of life the wait is over soon.
    pub async fn waiting_page_closed(
        self,
        player: &PlayerId,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.writer.write(PageClosed { player: player.clone(), now }).await
    }

    /// Those who wait, so many at most, the longest first.
    pub async fn open_seats(self, now: Timestamp, most: u32) -> Result<Vec<OpenSeat>, StoreError> {
        let values = [still_counts(now).into(), i64::from(most).into()];
        let rows = self.database.rows(wishes::SELECT_LONGEST, values).await?;
        rows.iter().map(wishes::read_open_seat).collect()
    }

    /// The number of waiting players.
    pub async fn count_open_seats(self, now: Timestamp) -> Result<u32, StoreError> {
        let sql = "SELECT COUNT(*) FROM waiting WHERE seen >= $1";
        let row = self.database.row(sql, [still_counts(now).into()]).await?;
        let count: i64 = row.map_or(Ok(0), |row| row.get(0))?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// A seat, if somebody still waits there.
    pub async fn open_seat(
        self,
        seat: &SeatId,
        now: Timestamp,
    ) -> Result<Option<OpenSeat>, StoreError> {
        let values = [still_counts(now).into(), seat.as_str().into()];
        let row = self.database.row(wishes::SELECT_BY_ID, values).await?;
        row.as_ref().map(wishes::read_open_seat).transpose()
    }

    /// The seat at which a player waits.
    pub async fn seat_of(
        self,
        player: &PlayerId,
        now: Timestamp,
    ) -> Result<Option<OpenSeat>, StoreError> {
        let values = [still_counts(now).into(), player.as_str().into()];
        let row = self.database.row(wishes::SELECT_OF_PLAYER, values).await?;
        row.as_ref().map(wishes::read_open_seat).transpose()
    }

    /// The wish of a waiting player.
    pub async fn waits_for(
        self,
        player: &PlayerId,
        now: Timestamp,
    ) -> Result<Option<Wish>, StoreError> {
        Ok(self.seat_of(player, now).await?.map(|seat| seat.wish))
    }
}
