//! Work that belongs to nobody's request is done by one node, and taken over if that node dies.

use jiff::{SignedDuration, Timestamp};

use crate::Result;
use crate::database::values;
use crate::handles::Cluster;

/// Something that one node is to do and the others are not.
#[derive(Clone, Debug)]
pub struct Lease {
    /// The work: the same word means the same work on all nodes.
    pub work: String,
    /// The node that wants to do it.
    pub holder: String,
    pub at: Timestamp,
    /// For how long the others keep off.
    pub lasts: SignedDuration,
}

impl Cluster<'_> {
    /// Takes some work, or goes on holding it; `false` if another node has it.
    pub async fn lease(self, lease: Lease) -> Result<bool> {
        let Lease { work, holder, at, lasts } = &lease;
        let sql = "INSERT INTO leases (work, holder, until) VALUES ($1, $2, $3) \
            ON CONFLICT (work) DO UPDATE SET holder = excluded.holder, until = excluded.until \
            WHERE leases.until < $4 OR leases.holder = excluded.holder";
        let values = values![work, holder, (*at + *lasts), at];
        Ok(self.writer.execute_locked(work, sql, values).await? > 0)
    }

    /// The work is done, or somebody else may do it.
    pub async fn release(self, work: &str, holder: &str) -> Result<()> {
        let sql = "DELETE FROM leases WHERE work = $1 AND holder = $2";
        self.writer.execute_locked(work, sql, values![work, holder]).await.map(drop)
    }

    /// Forgets work whose node let its time go by; says how much.
    pub async fn forget_leases(self, now: Timestamp) -> Result<u64> {
        self.writer.execute("DELETE FROM leases WHERE until < $1", values![now]).await
    }
}
