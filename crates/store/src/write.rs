//! A write: a statement or several that belong together.

use merels_model::GameKey;

use crate::Result;
use crate::database::{Connection, Value};

/// Something to be written. It may be run twice, the first time being undone.
///
/// A refusal by the rules of the store is an answer; an error means that the database failed.
pub(crate) trait Write: Send + 'static {
    type Answer: Send + 'static;

    fn write(&mut self, db: &mut Connection) -> impl Future<Output = Result<Self::Answer>> + Send;

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

/// A statement with the values of its parameters.
pub(crate) type Statement = (&'static str, Vec<Value>);

/// A write of statements that need no answers of one another, answered with the number of lines that the
/// last one touched.
pub(crate) struct Script {
    pub(crate) statements: Vec<Statement>,
    pub(crate) lock: String,
}

impl Write for Script {
    type Answer = u64;

    fn locks(&self) -> &str {
        &self.lock
    }

    async fn write(&mut self, db: &mut Connection) -> Result<u64> {
        let mut touched = 0;
        for (sql, values) in &self.statements {
            touched = db.execute(sql, values.iter().cloned()).await?;
        }
        Ok(touched)
    }
}
