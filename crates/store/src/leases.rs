//! Work that belongs to nobody's request is done by one node, and taken over if that node dies.

use jiff::{SignedDuration, Timestamp};

use crate::StoreError;
use crate::database::Connection;
use crate::handles::Cluster;
use crate::write::Write;

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

impl Write for Lease {
    type Answer = bool;

    fn locks(&self) -> &str {
        &self.work
    }

    async fn write(&mut self, db: &mut Connection) -> Result<bool, StoreError> {
        let taken = db
            .execute(
                "INSERT INTO leases (work, holder, until) VALUES ($1, $2, $3) \
                 ON CONFLICT (work) DO UPDATE SET holder = excluded.holder, until = excluded.until \
                 WHERE leases.until < $4 OR leases.holder = excluded.holder",
                [
                    self.work.as_str().into(),
                    self.holder.as_str().into(),
                    (self.at + self.lasts).as_millisecond().into(),
                    self.at.as_millisecond().into(),
                ],
            )
            .await?;
        Ok(taken > 0)
    }
}

struct Release {
    work: String,
    holder: String,
}

impl Write for Release {
    type Answer = ();

    fn locks(&self) -> &str {
        &self.work
    }

    async fn write(&mut self, db: &mut Connection) -> Result<(), StoreError> {
        let values = [self.work.as_str().into(), self.holder.as_str().into()];
        db.execute("DELETE FROM leases WHERE work = $1 AND holder = $2", values).await.map(drop)
    }
}

struct ForgetLeases(Timestamp);

impl Write for ForgetLeases {
    type Answer = u64;

    async fn write(&mut self, db: &mut Connection) -> Result<u64, StoreError> {
        let now = self.0.as_millisecond();
        db.execute("DELETE FROM leases WHERE until < $1", [now.into()]).await
    }
}

impl Cluster<'_> {
    /// Takes some work, or goes on holding it; `false` if another node has it.
    pub async fn lease(self, lease: Lease) -> Result<bool, StoreError> {
        self.writer.write(lease).await
    }

    /// The work is done, or somebody else may do it.
    pub async fn release(self, work: &str, holder: &str) -> Result<(), StoreError> {
        let release = Release { work: work.to_owned(), holder: holder.to_owned() };
        self.writer.write(release).await
    }

    /// Forgets work whose node let its time go by; says how much.
    pub async fn forget_leases(self, now: Timestamp) -> Result<u64, StoreError> {
        self.writer.write(ForgetLeases(now)).await
    }
}
