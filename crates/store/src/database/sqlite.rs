use std::fs::{self, OpenOptions, Permissions};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use rusqlite::types::{FromSql, ToSqlOutput, ValueRef};
use rusqlite::{ToSql, params_from_iter};
use sqlx::migrate::MigrateError;

use super::readers::Readers;
use super::{LOCK_PATIENCE, Row, STATEMENT_PATIENCE, Value, migrations};
use crate::{Result, StoreError};

/// More statements than the store has.
const CACHED_STATEMENTS: usize = 128;

/// Steps of a statement between two looks at the clock.
const STEPS: i32 = 10_000;

/// Pages that gather in the log before they go to the file. The games of the hour touch the same
/// pages again and again: the longer it waits, the fewer are written twice. 40 MB at most.
const CHECKPOINT_PAGES: u32 = 10_000;

/// Memory for the pages of the connection that writes, in KiB.
const CACHE_KIB: i32 = 16_384;

/// The file that an address names: `sqlite://FILE` or `sqlite:FILE`.
pub(super) fn path(address: &str) -> Option<PathBuf> {
    let rest = address.strip_prefix("sqlite:")?;
    let rest = rest.strip_prefix("//").unwrap_or(rest);
    let (file, options) = rest.split_once('?').unwrap_or((rest, ""));
    let usual = ["", "mode=rwc", "mode=rw"].contains(&options);
    let file = percent_encoding::percent_decode_str(file).decode_utf8().ok()?;
    let is_file = !file.is_empty() && !file.contains(":memory:");
    (usual && is_file).then(|| PathBuf::from(file.as_ref()))
}

/// A file, and the threads that read it.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    path: PathBuf,
    readers: Readers,
}

impl Database {
    /// Makes the file if it is not there, and brings its tables up to date.
    pub(super) async fn open(path: PathBuf) -> Result<Database> {
        let database = Database { readers: Readers::of(path.clone()), path };
        let opened = database.clone();
        in_background(move || {
            make_file(&opened.path)?;
            migrate(&mut opened.connect()?)?;
            close_to_others(&opened.path);
            Ok(())
        })
        .await?;
        Ok(database)
    }

    /// A new connection, to read and write.
    pub(super) fn connect(&self) -> Result<Connection> {
        Connection::open(&self.path, CACHE_KIB)
    }

    pub(super) async fn rows(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<Row>> {
        self.readers.rows(sql, values).await
    }

    pub(super) fn close(&self) {
        self.readers.close();
    }
}

async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    // It breaks off only if the program ends or has a bug.
    tokio::task::spawn_blocking(work).await.unwrap_or(Err(StoreError::Closed))
}

/// Hashes of passwords and addresses are in it: nobody but its owner may read it. The files that
/// SQLite puts beside it get the same permissions.
fn make_file(path: &Path) -> Result<()> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let made = options.open(path).map(drop);
    made.map_err(|error| StoreError::File(path.display().to_string(), Arc::new(error)))
}

/// Closes a file from before to other users. It must be known to be a database of ours.
#[cfg(unix)]
fn close_to_others(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let is_open =
        |file: &Path| fs::metadata(file).is_ok_and(|file| file.permissions().mode() & 0o077 != 0);
    for suffix in ["", "-wal", "-shm"] {
        let mut file = path.as_os_str().to_owned();
        file.push(suffix);
        let file = PathBuf::from(file);
        // One that belongs to somebody else is left as it is.
        if is_open(&file)
            && let Err(error) = fs::set_permissions(&file, Permissions::from_mode(0o600))
        {
            tracing::warn!(%error, file = %file.display(), "others may read the database");
        }
    }
}

#[cfg(not(unix))]
fn close_to_others(_: &Path) {}

/// Does what the file has not seen yet. The list of what was done is kept as sqlx keeps it.
fn migrate(connection: &mut Connection) -> Result<()> {
    connection.unlimited(|db| {
        db.execute_batch(
            "CREATE TABLE IF NOT EXISTS _sqlx_migrations (version BIGINT PRIMARY KEY, \
             description TEXT NOT NULL, \
             installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, \
             success BOOLEAN NOT NULL, checksum BLOB NOT NULL, execution_time BIGINT NOT NULL)",
        )?;
        // Another program may be at it too: whoever comes second finds it done.
        let transaction = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let mut done: Vec<(i64, Vec<u8>)> = transaction
            .prepare("SELECT version, checksum FROM _sqlx_migrations ORDER BY version")?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        for migration in migrations::sqlite().iter() {
            if let Some(place) = done.iter().position(|(version, _)| *version == migration.version)
            {
                let (version, checksum) = done.swap_remove(place);
                if checksum != migration.checksum.as_ref() {
                    return Err(MigrateError::VersionMismatch(version).into());
                }
                continue;
            }
            transaction.execute_batch(migration.sql.as_str())?;
            transaction.execute(
                "INSERT INTO _sqlx_migrations \
                 (version, description, success, checksum, execution_time) \
                 VALUES ($1, $2, TRUE, $3, 0)",
                (migration.version, migration.description.as_ref(), migration.checksum.as_ref()),
            )?;
        }
        if let Some((version, _)) = done.first() {
            // A newer program has been here.
            return Err(MigrateError::VersionMissing(*version).into());
        }
        Ok(transaction.commit()?)
    })
}

/// A connection whose statements end in time.
#[derive(Debug)]
pub(crate) struct Connection {
    inner: rusqlite::Connection,
    deadline: Arc<AtomicU64>,
    /// Makes commits wait for the disk, or not.
    durable: bool,
}

impl Connection {
    pub(super) fn open(path: &Path, cache_kib: i32) -> Result<Connection> {
        let inner = rusqlite::Connection::open(path)?;
        inner.busy_timeout(LOCK_PATIENCE)?;
        inner.pragma_update(None, "journal_mode", "WAL")?;
        inner.pragma_update(None, "synchronous", "FULL")?;
        inner.pragma_update(None, "foreign_keys", true)?;
        inner.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
        // A negative number means KiB instead of pages.
        inner.pragma_update(None, "cache_size", -cache_kib)?;
        inner.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
        let deadline = Arc::new(AtomicU64::new(u64::MAX));
        let until = Arc::clone(&deadline);
        let is_late = move || clock() > until.load(Ordering::Relaxed);
        inner.progress_handler(STEPS, Some(is_late))?;
        Ok(Connection { inner, deadline, durable: true })
    }

    /// Commits wait for the disk from now on, or do not. A commit that does not is never torn: at worst
    /// it is gone when the machine loses its power.
    pub(super) fn set_durable(&mut self, durable: bool) -> Result<()> {
        if self.durable != durable {
            let synchronous = if durable { "FULL" } else { "NORMAL" };
            self.inner.pragma_update(None, "synchronous", synchronous)?;
            self.durable = durable;
        }
        Ok(())
    }

    /// The next statement has so long.
    fn limit(&self, patience: Duration) {
        self.deadline.store(clock() + patience.as_millis() as u64, Ordering::Relaxed);
    }

    /// Does something that may take as long as it takes.
    fn unlimited<T>(&mut self, work: impl FnOnce(&mut rusqlite::Connection) -> T) -> T {
        self.deadline.store(u64::MAX, Ordering::Relaxed);
        work(&mut self.inner)
    }

    pub(super) fn execute(
        &self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<u64> {
        self.limit(STATEMENT_PATIENCE);
        let mut statement = self.inner.prepare_cached(sql)?;
        Ok(statement.execute(params_from_iter(values))? as u64)
    }

    pub(super) fn rows(
        &self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<Vec<Row>> {
        self.limit(STATEMENT_PATIENCE);
        let mut statement = self.inner.prepare_cached(sql)?;
        let columns = statement.column_count();
        let read = |row: &rusqlite::Row<'_>| (0..columns).map(|column| row.get(column)).collect();
        let rows = statement.query_map(params_from_iter(values), read)?;
        Ok(rows.map(|row| row.map(Row::Sqlite)).collect::<Result<_, _>>()?)
    }
}

/// Milliseconds since the first time anybody asked.
fn clock() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_millis() as u64
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let value = match self {
            Value::Text(Some(text)) => ValueRef::Text(text.as_bytes()),
            Value::Number(Some(number)) => ValueRef::Integer(*number),
            Value::Text(None) | Value::Number(None) => ValueRef::Null,
        };
        Ok(ToSqlOutput::Borrowed(value))
    }
}

pub(super) fn column<T: FromSql>(values: &[rusqlite::types::Value], column: usize) -> Result<T> {
    let value = values.get(column).ok_or(rusqlite::Error::InvalidColumnIndex(column))?;
    T::column_result(value.into()).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, value.data_type(), Box::new(error)).into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_that_takes_too_long_is_ended() {
        let folder = tempfile::tempdir().unwrap();
        let connection = Connection::open(&folder.path().join("slow.db"), CACHE_KIB).unwrap();
        let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n";
        connection.limit(Duration::from_millis(1));
        let counted = connection.inner.query_row(endless, [], |row| row.get::<_, i64>(0));
        let error = StoreError::from(counted.unwrap_err());
        assert!(matches!(error, StoreError::Busy), "{error}");
        assert_eq!(connection.rows("SELECT 1", []).unwrap().len(), 1, "the next one has its time");
    }

    #[test]
    fn addresses_name_files() {
        let path = |address| path(address).map(|path| path.display().to_string());
        assert_eq!(path("sqlite://merels.db").as_deref(), Some("merels.db"));
        assert_eq!(path("sqlite:/a%20b.db?mode=rwc").as_deref(), Some("/a b.db"));
        for odd in ["sqlite::memory:", "sqlite://", "sqlite://a.db?mode=ro", "merels.db"] {
            assert_eq!(path(odd), None, "{odd}");
        }
    }
}
