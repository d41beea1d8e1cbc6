//! A write: a statement or several that belong together.

use merels_model::GameKey;

use crate::StoreError;
use crate::database::Connection;

/// Something to be written. It may be run twice, the first time being undone.
///
/// A refusal by the rules of the store is an answer; an error means that the database failed.
pub(crate) trait Write: Send + 'static {
    type Answer: Send + 'static;

    fn write(
        &mut self,
        db: &mut Connection,
    ) -> impl Future<Output = Result<Self::Answer, StoreError>> + Send;

    /// Returns `true` if it must reach the disk before it is answered. Otherwise it outlives the
    /// process, but perhaps not the machine.
    fn is_durable(&self) -> bool {
        true
    }

    /// The name of its lock. Two nodes whose batches lock the same things in the same order do not block
    /// one another.
    fn locks(&self) -> &str {
        ""
    }

    /// The game that it ends: the ratings that it may change are locked before anything else.
    fn ends(&self) -> Option<&GameKey> {
        None
    }
}
