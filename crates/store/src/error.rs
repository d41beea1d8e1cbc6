use thiserror::Error;

/// Why the store could not do what was asked.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database did not answer as it should.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The tables could not be brought to this version.
    #[error("the database cannot be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// The address of the database is not understood.
    #[error("'{0}' is not the address of a database: sqlite://FILE or postgres://…")]
    Address(String),
    /// The database holds something that this program did not write.
    #[error("the database holds '{value}' as {what}")]
    Corrupt {
        /// Which column.
        what: &'static str,
        /// What stands there.
        value: String,
    },
    /// The store is shutting down.
    #[error("the store is closed")]
    Closed,
}
