//! Time in which no server was there is nobody's fault.
//!
//! The rule: what runs out (players' clocks; after a longer absence sessions and the patience with games)
//! stands still while no server is there, for exactly as long, and at no other time.
//!
//! - A server gives signs of life, the more often the more precise clocks have to be, and a last one when
//!   it ends. An event stored in a game is one too. So the moment of a crash is known.
//! - The first sign of a process, [`Sign::Start`], measures the absence: from the last sign of life of any
//!   server until now. If another server is there, nobody was away. SQLite belongs to one server;
//!   PostgreSQL knows the others by a lock that each of them holds as long as it is connected.
//! - While a process lives, its own lateness is no absence: [`Sign::Alive`] moves nothing, however late it
//!   comes. Whoever stalls the site wins no time.
//! - A database that refused to work keeps everybody from moving: [`Sign::Return`] measures that like an
//!   absence.
//! - A machine whose clock was set, or that slept, moves everything by as much: [`Sign::Jump`].

use jiff::{SignedDuration, Timestamp};

use crate::Result;
use crate::database::{Connection, values};
use crate::handles::Cluster;
use crate::write::Write;

/// A longer silence is an absence for everything that lasts hours.
const ABSENCE: SignedDuration = SignedDuration::from_secs(30);

/// A shorter silence of the database is no absence.
const NOTICED_RETURN: SignedDuration = SignedDuration::from_secs(1);

/// A server that holds the lock but has been silent for so long is gone: its machine was cut off.
const SILENCE: SignedDuration = SignedDuration::from_secs(6);

/// Clocks, and how long somebody is away, moved by the milliseconds in `$1`.
const CLOCK_SHIFTS: [&str; 3] = [
    "UPDATE games SET touched = touched + $1, flag = flag + $1 \
     WHERE flag IS NOT NULL AND ended IS NULL",
    "UPDATE presence SET gone = gone + $1 WHERE gone IS NOT NULL",
    "UPDATE nodes SET seen = seen + $1",
];

/// Deadlines and lifetimes, moved by the milliseconds in `$1`.
const SHIFTS: [&str; 6] = [
    "UPDATE sessions SET expires = expires + $1, used = used + $1",
    "UPDATE games SET touched = touched + $1 WHERE flag IS NULL AND ended IS NULL",
    "UPDATE invitations SET expires = expires + $1",
    "UPDATE waiting SET seen = seen + $1",
    "UPDATE quotas SET until = until + $1",
    "UPDATE outbox SET due = due + $1",
];

/// Writes the sign down. On PostgreSQL the connection holds the lock of the servers from then on, also
/// after it had to be made anew.
const SIGN_SQLITE: &str = "INSERT INTO heartbeat (id, at) VALUES (1, $1) \
    ON CONFLICT (id) DO UPDATE SET at = excluded.at RETURNING sign_outs";
const SIGN_POSTGRES: &str = "INSERT INTO heartbeat (id, at) VALUES (1, $1) \
    ON CONFLICT (id) DO UPDATE SET at = excluded.at \
    RETURNING sign_outs, pg_try_advisory_lock_shared(7275, 1)";

/// The other connections that hold the lock of the servers.
const OTHER_SERVERS: &str = "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' \
    AND classid = 7275 AND objid = 1 AND objsubid = 2 AND granted AND pid <> pg_backend_pid() \
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

/// Tells all nodes that somebody was signed out everywhere. Before the sessions are ended, so that two
/// never wait for each other.
pub(crate) const COUNT_SIGN_OUT: &str = "UPDATE heartbeat SET sign_outs = sign_outs + 1";

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The first of a process.
    Start,
    Alive,
    /// The database works again.
    Return,
    /// The machine's clock was set, or the machine slept, by so much.
    Jump(SignedDuration),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Heartbeat {
    /// The time for which everything was moved.
    pub away: SignedDuration,
    /// The number of sign-outs everywhere; it only grows.
    pub sign_outs: i64,
}

struct GiveSign {
    sign: Sign,
    now: i64,
}

impl GiveSign {
    /// The time that is nobody's fault, in milliseconds.
    async fn away(&self, db: &mut Connection) -> Result<i64> {
        if self.sign == Sign::Alive {
            return Ok(0);
        }
        db.lock("SELECT 1 FROM heartbeat FOR UPDATE", []).await?;
        let last = db.first::<i64>("SELECT at FROM heartbeat", []).await?;
        let Some(last) = last else { return Ok(0) };
        let gap = self.now - last;
        Ok(match self.sign {
            Sign::Start if others_are_there(db, gap).await? => 0,
            Sign::Start => gap.min(self.now - last_event(db, self.now).await?),
            Sign::Return if gap.abs() >= NOTICED_RETURN.as_millis() as i64 => gap,
            // Another node of the same machine may have moved everything already.
            Sign::Jump(by) if gap.abs() >= by.as_millis().abs() as i64 / 2 => by.as_millis() as i64,
            Sign::Return | Sign::Jump(_) | Sign::Alive => 0,
        })
    }
}

/// Returns `true` if another server is there although the last sign of life is old.
async fn others_are_there(db: &mut Connection, gap: i64) -> Result<bool> {
    if matches!(db, Connection::Sqlite(_)) || gap.abs() > SILENCE.as_millis() as i64 {
        return Ok(false);
    }
    Ok(db.first::<i64>(OTHER_SERVERS, []).await? > Some(0))
}

/// The time of the last event of any running game.
async fn last_event(db: &mut Connection, now: i64) -> Result<i64> {
    let sql = "SELECT MAX(touched) FROM games WHERE ended IS NULL AND touched <= $1";
    let last: Option<Option<i64>> = db.first(sql, values![now]).await?;
    Ok(last.flatten().unwrap_or(i64::MIN / 2))
}

impl Write for GiveSign {
    type Answer = Heartbeat;

    fn is_durable(&self) -> bool {
        self.sign != Sign::Alive
    }

    async fn write(&mut self, db: &mut Connection) -> Result<Heartbeat> {
        let away = self.away(db).await?;
        let length = SignedDuration::from_millis(away);
        for sql in CLOCK_SHIFTS.iter().filter(|_| away != 0) {
            db.execute(sql, values![away]).await?;
        }
        for sql in SHIFTS.iter().filter(|_| length.abs() >= ABSENCE) {
            db.execute(sql, values![away]).await?;
        }
        let sql = match db {
            Connection::Sqlite(_) => SIGN_SQLITE,
            Connection::Postgres(_) => SIGN_POSTGRES,
        };
        let sign_outs = db.first(sql, values![self.now]).await?.unwrap_or(0);
        Ok(Heartbeat { away: length, sign_outs })
    }
}

impl Cluster<'_> {
    /// Gives a sign of life, and moves what runs out by the time that nobody was there: see the rule at
    /// the head of this module.
    pub async fn beat(self, sign: Sign, now: Timestamp) -> Result<Heartbeat> {
        self.writer.write(GiveSign { sign, now: now.as_millisecond() }).await
    }
}
