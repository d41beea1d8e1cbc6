//! Time that no server was there is nobody's fault.

use jiff::{SignedDuration, Timestamp};

use crate::database::Connection;
use crate::writer::Write;
use crate::{Store, StoreError};

/// A server gives a sign of life more often than this; a longer silence is an absence.
const ABSENCE: SignedDuration = SignedDuration::from_secs(30);

/// What lasts only so long, and what has to happen in time, moved by the milliseconds in `$1`.
const SHIFTS: [&str; 4] = [
    "UPDATE sessions SET expires = expires + $1",
    "UPDATE games SET touched = touched + $1 WHERE ended IS NULL",
    "UPDATE waiting SET seen = seen + $1",
    "UPDATE quotas SET until = until + $1",
];

struct Beat(Timestamp);

impl Write for Beat {
    type Answer = SignedDuration;

    async fn write(&mut self, db: &mut Connection) -> Result<SignedDuration, StoreError> {
        let now = self.0.as_millisecond();
        let sql = "INSERT INTO heartbeat (id, at) VALUES (1, $1) ON CONFLICT DO NOTHING";
        db.execute(sql, [now.into()]).await?;
        db.lock("SELECT 1 FROM heartbeat FOR UPDATE", []).await?;
        let row = db.row("SELECT at FROM heartbeat", []).await?;
        let last: i64 = row.map_or(Ok(now), |row| row.get(0))?;
        let away = SignedDuration::from_millis(now - last);
        db.execute("UPDATE heartbeat SET at = $1", [now.into()]).await?;
        if away.abs() < ABSENCE {
            return Ok(SignedDuration::ZERO);
        }
        for sql in SHIFTS {
            db.execute(sql, [(now - last).into()]).await?;
        }
        Ok(away)
    }
}

impl Store {
    /// A server is there, now. If none was for a while, or the clock was set, all that is running
    /// out (sessions, the patience with games) is moved by as much, and how much is said.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn beat(&self, now: Timestamp) -> Result<SignedDuration, StoreError> {
        self.writer.write(Beat(now)).await
    }
}
