//! Time that no server was there is nobody's fault.

use jiff::{SignedDuration, Timestamp};

use crate::database::Connection;
use crate::writer::Write;
use crate::{Store, StoreError};

/// A longer silence is an absence for everything that lasts hours.
const ABSENCE: SignedDuration = SignedDuration::from_secs(30);

/// A server gives a sign of life every second: a longer silence is an absence for clocks.
const CLOCK_ABSENCE: SignedDuration = SignedDuration::from_secs(3);

/// Clocks, and how long somebody is away, moved by the milliseconds in `$1`.
const CLOCK_SHIFTS: [&str; 3] = [
    "UPDATE games SET touched = touched + $1, flag = flag + $1 \
     WHERE flag IS NOT NULL AND ended IS NULL",
    "UPDATE presence SET gone = gone + $1 WHERE gone IS NOT NULL",
    "UPDATE nodes SET seen = seen + $1",
];

/// What lasts only so long, and what has to happen in time, moved by the milliseconds in `$1`.
const SHIFTS: [&str; 6] = [
    "UPDATE sessions SET expires = expires + $1, used = used + $1",
    "UPDATE games SET touched = touched + $1 WHERE flag IS NULL AND ended IS NULL",
    "UPDATE invitations SET expires = expires + $1",
    "UPDATE waiting SET seen = seen + $1",
    "UPDATE quotas SET until = until + $1",
    "UPDATE outbox SET due = due + $1",
];

/// Tells all nodes that somebody was signed out everywhere. Before the sessions are ended, so that two
/// never wait for each other.
pub(crate) const COUNT_SIGN_OUT: &str = "UPDATE heartbeat SET sign_outs = sign_outs + 1";

/// What a server learns when it gives a sign of life.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Heartbeat {
    /// How long no server was there, or by how much the clock was set.
    pub away: SignedDuration,
    /// How often somebody was signed out everywhere: it grows.
    pub sign_outs: i64,
}

struct Beat(Timestamp);

impl Write for Beat {
    type Answer = Heartbeat;

    async fn write(&mut self, db: &mut Connection) -> Result<Heartbeat, StoreError> {
        let now = self.0.as_millisecond();
        let sql = "INSERT INTO heartbeat (id, at) VALUES (1, $1) ON CONFLICT DO NOTHING";
        db.execute(sql, [now.into()]).await?;
        db.lock("SELECT 1 FROM heartbeat FOR UPDATE", []).await?;
        let row = db.row("SELECT at, sign_outs FROM heartbeat", []).await?;
        let (last, sign_outs) = match row {
            Some(row) => (row.get::<i64>(0)?, row.get::<i64>(1)?),
            None => (now, 0),
        };
        let away = SignedDuration::from_millis(now - last);
        db.execute("UPDATE heartbeat SET at = $1", [now.into()]).await?;
        if away.abs() < CLOCK_ABSENCE {
            return Ok(Heartbeat { away: SignedDuration::ZERO, sign_outs });
        }
        for sql in CLOCK_SHIFTS {
            db.execute(sql, [(now - last).into()]).await?;
        }
        for sql in SHIFTS.iter().filter(|_| away.abs() >= ABSENCE) {
            db.execute(sql, [(now - last).into()]).await?;
        }
        Ok(Heartbeat { away, sign_outs })
    }
}

impl Store {
    /// A server is there, now. If none was for a while, or the clock was set, all that is running
    /// out (players' clocks; after a longer while sessions, and the patience with games) is moved by
    /// as much, and how much is said.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn beat(&self, now: Timestamp) -> Result<Heartbeat, StoreError> {
        self.writer.write(Beat(now)).await
    }
}
