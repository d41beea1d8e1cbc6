//! Quotas: attempts counted for all nodes together.

use jiff::{SignedDuration, Timestamp};

use crate::Result;
use crate::database::{Connection, values};
use crate::handles::Cluster;
use crate::secrets::hash;
use crate::write::Write;

/// A number of attempts in a time. What was not used for a while may be used at once.
#[derive(Clone, Debug)]
pub struct Quota {
    /// Of what, and whose. Only its hash is kept, as it may hold the address of somebody.
    pub key: String,
    /// The number of attempts, at least one.
    pub most: u32,
    pub per: SignedDuration,
}

struct Take {
    quotas: Vec<Quota>,
    now: Timestamp,
}

impl Write for Take {
    type Answer = bool;

    async fn write(&mut self, db: &mut Connection) -> Result<bool> {
        let now = self.now.as_millisecond();
        for Quota { key, most, per } in &self.quotas {
            // Each one moves the time at which the allowance is whole again; it may be ahead of now
            // by the whole period at most.
            let per = i64::try_from(per.as_millis()).unwrap_or(i64::MAX / 4);
            let step = per / i64::from(*most).max(1);
            let taken = db
                .execute(
                    "INSERT INTO quotas (key, until) VALUES ($1, $2 + $3) \
                     ON CONFLICT (key) DO UPDATE SET until = $3 + \
                     CASE WHEN quotas.until > $2 THEN quotas.until ELSE $2 END \
                     WHERE quotas.until <= $4",
                    values![hash(key), now, step, (now + per - step)],
                )
                .await?;
            if taken == 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Cluster<'_> {
    /// Takes one from each; `false` if one of them has none left.
    pub async fn take(self, quotas: Vec<Quota>, now: Timestamp) -> Result<bool> {
        self.writer.write(Take { quotas, now }).await
    }

    /// Lets a quota begin anew.
    pub async fn forgive(self, key: &str) -> Result<()> {
        let sql = "DELETE FROM quotas WHERE key = $1";
        self.writer.execute(sql, values![(&hash(key))]).await.map(drop)
    }

    /// Forgets quotas that are whole again; says how many.
    pub async fn forget_quotas(self, now: Timestamp) -> Result<u64> {
        self.writer.execute("DELETE FROM quotas WHERE until < $1", values![now]).await
    }
}
