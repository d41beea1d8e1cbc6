use std::io;
use std::sync::Arc;

use rusqlite::ErrorCode;
use sqlx::migrate::MigrateError;
use thiserror::Error;

/// PostgreSQL's words for a statement that waited for a lock or took too long, and for a
/// transaction that had to give way.
const POSTGRES_BUSY: [&str; 4] = ["55P03", "57014", "40P01", "40001"];

/// The classes of PostgreSQL's errors that mean that it is away: no connection, no such database any
/// more, not allowed in, no room, shutting down, broken disk.
const POSTGRES_AWAY: [&str; 6] = ["08", "28", "3D", "53", "57", "58"];

/// SQLite's errors that are a fault of what was asked. All others mean that the file is not what it should
/// be, or cannot be used.
const SQLITE_FAULTS: [ErrorCode; 5] = [
    ErrorCode::ApiMisuse,
    ErrorCode::ConstraintViolation,
    ErrorCode::ParameterOutOfRange,
    ErrorCode::TooBig,
    ErrorCode::TypeMismatch,
];

pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// A failure of the store. Unless it says otherwise, nothing was changed.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// PostgreSQL did not answer as it should.
    #[error("the database failed: {0}")]
    Postgres(Arc<sqlx::Error>),
    /// SQLite did not answer as it should.
    #[error("the database failed: {0}")]
    Sqlite(Arc<rusqlite::Error>),
    /// The database had too much to do. Nothing was changed; it can be tried again.
    #[error("the database is too busy")]
    Busy,
    /// The database broke off while it was committing: what was asked for may have been done, or
    /// not. To know, one has to look.
    #[error("the database broke off; it may have been written or not")]
    Uncertain,
    /// The tables could not be brought to this version.
    #[error("the database cannot be brought up to date: {0}")]
    Migration(Arc<MigrateError>),
    /// The file of the database cannot be used.
    #[error("the database {0} cannot be opened: {1}")]
    File(String, Arc<io::Error>),
    #[error("'{0}' is not the address of a database: sqlite://FILE or postgres://…")]
    Address(String),
    /// The database holds something that this program did not write.
    #[error("the database holds '{value}' as {what}")]
    Corrupt { what: &'static str, value: String },
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// Returns `true` if the database is away or cannot work: nothing is wrong with what was asked, and it can be
    /// asked again later.
    pub fn is_unavailable(&self) -> bool {
        match self {
            StoreError::Busy | StoreError::Uncertain | StoreError::Closed => true,
            StoreError::Postgres(error) => match error.as_database_error() {
                Some(error) => error
                    .code()
                    .is_some_and(|code| POSTGRES_AWAY.iter().any(|class| code.starts_with(class))),
                None => !matches!(
                    &**error,
                    sqlx::Error::Decode(_)
                        | sqlx::Error::ColumnDecode { .. }
                        | sqlx::Error::Encode(_)
                ),
            },
            StoreError::Sqlite(error) => {
                error.sqlite_error_code().is_some_and(|code| !SQLITE_FAULTS.contains(&code))
            }
            StoreError::File(..) => true,
            StoreError::Migration(_) | StoreError::Address(_) | StoreError::Corrupt { .. } => false,
        }
    }

    /// Returns `true` if the database itself reported that it does not work.
    pub fn is_outage(&self) -> bool {
        matches!(self, StoreError::Postgres(_) | StoreError::Sqlite(_)) && self.is_unavailable()
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        let code = error.as_database_error().and_then(|error| error.code());
        let is_busy = code.is_some_and(|code| POSTGRES_BUSY.contains(&code.as_ref()));
        if is_busy || matches!(error, sqlx::Error::PoolTimedOut) {
            return StoreError::Busy;
        }
        StoreError::Postgres(Arc::new(error))
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(
                ErrorCode::DatabaseBusy
                | ErrorCode::DatabaseLocked
                | ErrorCode::OperationInterrupted,
            ) => StoreError::Busy,
            _ => StoreError::Sqlite(Arc::new(error)),
        }
    }
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> StoreError {
        StoreError::Migration(Arc::new(error))
    }
}
