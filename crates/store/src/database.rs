//! The two databases behind one face: statements with numbered parameters, texts and numbers.

use std::str::FromStr;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgRow};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{Decode, PgPool, Postgres, Row as _, Sqlite, SqlitePool, Type};

use crate::StoreError;

/// How many reads may go on at once.
const READERS: u32 = 8;

/// How long a statement waits for another program that writes to the same file.
const PATIENCE: Duration = Duration::from_secs(10);

/// A parameter of a statement.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(Option<String>),
    Number(Option<i64>),
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(Some(text.to_owned()))
    }
}

impl From<Option<&str>> for Value {
    fn from(text: Option<&str>) -> Value {
        Value::Text(text.map(str::to_owned))
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Number(Some(number))
    }
}

impl From<Option<i64>> for Value {
    fn from(number: Option<i64>) -> Value {
        Value::Number(number)
    }
}

/// One line of an answer.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    /// The value of a column, counted from 0.
    pub(crate) fn get<T>(&self, column: usize) -> Result<T, StoreError>
    where
        T: for<'r> Decode<'r, Sqlite> + Type<Sqlite>,
        T: for<'r> Decode<'r, Postgres> + Type<Postgres>,
    {
        Ok(match self {
            Row::Sqlite(row) => row.try_get(column)?,
            Row::Postgres(row) => row.try_get(column)?,
        })
    }
}

/// Binds the values to a statement of whichever database is named.
macro_rules! statement {
    ($sql:expr, $values:expr) => {{
        let mut query = sqlx::query($sql);
        for value in $values {
            query = match value {
                Value::Text(text) => query.bind(text),
                Value::Number(number) => query.bind(number),
            };
        }
        query
    }};
}

/// Where a store is kept.
#[derive(Clone, Debug)]
pub(crate) enum Database {
    /// SQLite has one writer at a time: it gets a connection of its own.
    Sqlite {
        readers: SqlitePool,
        writer: SqlitePool,
    },
    Postgres(PgPool),
}

impl Database {
    /// Connects and brings the tables up to date.
    pub(crate) async fn open(address: &str) -> Result<Database, StoreError> {
        // An address may hold a password, which must not be shown.
        let shown = match address.split_once("://") {
            Some((scheme, rest)) if rest.contains('@') => format!("{scheme}://…"),
            _ => address.to_owned(),
        };
        let bad_address = || StoreError::Address(shown.clone());
        match address.split_once(':') {
            Some(("sqlite", rest)) if !rest.contains(":memory:") => {
                let options = SqliteConnectOptions::from_str(address).map_err(|_| bad_address())?;
                Database::open_sqlite(options).await
            }
            Some(("postgres" | "postgresql", _)) => {
                let options = PgConnectOptions::from_str(address).map_err(|_| bad_address())?;
                Database::open_postgres(options).await
            }
            _ => Err(bad_address()),
        }
    }

    async fn open_sqlite(options: SqliteConnectOptions) -> Result<Database, StoreError> {
        let options = options
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(PATIENCE);
        let writer =
            SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await?;
        sqlx::migrate!("migrations/sqlite").run(&writer).await?;
        let readers =
            SqlitePoolOptions::new().max_connections(READERS).connect_with(options).await?;
        Ok(Database::Sqlite { readers, writer })
    }

    async fn open_postgres(options: PgConnectOptions) -> Result<Database, StoreError> {
        let pool = PgPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(PATIENCE)
            .connect_with(options)
            .await?;
        sqlx::migrate!("migrations/postgres").run(&pool).await?;
        Ok(Database::Postgres(pool))
    }

    /// A connection to write with.
    pub(crate) async fn writer(&self) -> Result<Connection, StoreError> {
        Ok(match self {
            Database::Sqlite { writer, .. } => Connection::Sqlite(writer.acquire().await?),
            Database::Postgres(pool) => Connection::Postgres(pool.acquire().await?),
        })
    }

    /// The lines that a question yields.
    pub(crate) async fn rows(
        &self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<Vec<Row>, StoreError> {
        Ok(match self {
            Database::Sqlite { readers, .. } => {
                let rows = statement!(sql, values).fetch_all(readers).await?;
                rows.into_iter().map(Row::Sqlite).collect()
            }
            Database::Postgres(pool) => {
                let rows = statement!(sql, values).fetch_all(pool).await?;
                rows.into_iter().map(Row::Postgres).collect()
            }
        })
    }

    /// The first line that a question yields.
    pub(crate) async fn row(
        &self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// Ends all connections.
    pub(crate) async fn close(&self) {
        match self {
            Database::Sqlite { readers, writer } => {
                readers.close().await;
                writer.close().await;
            }
            Database::Postgres(pool) => pool.close().await,
        }
    }
}

/// The connection of the writer, inside a transaction.
pub(crate) enum Connection {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>),
}

impl Connection {
    /// Does something; gives the number of lines it touched.
    pub(crate) async fn execute(
        &mut self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<u64, StoreError> {
        Ok(match self {
            Connection::Sqlite(connection) => {
                statement!(sql, values).execute(&mut **connection).await?.rows_affected()
            }
            Connection::Postgres(connection) => {
                statement!(sql, values).execute(&mut **connection).await?.rows_affected()
            }
        })
    }

    /// The first line that a question yields.
    pub(crate) async fn row(
        &mut self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<Option<Row>, StoreError> {
        Ok(match self {
            Connection::Sqlite(connection) => {
                statement!(sql, values).fetch_optional(&mut **connection).await?.map(Row::Sqlite)
            }
            Connection::Postgres(connection) => {
                statement!(sql, values).fetch_optional(&mut **connection).await?.map(Row::Postgres)
            }
        })
    }

    /// Begins a transaction that may write.
    pub(crate) async fn begin(&mut self) -> Result<(), StoreError> {
        let sql = match self {
            Connection::Sqlite(_) => "BEGIN IMMEDIATE",
            Connection::Postgres(_) => "BEGIN",
        };
        self.execute(sql, []).await.map(drop)
    }

    pub(crate) async fn commit(&mut self) -> Result<(), StoreError> {
        self.execute("COMMIT", []).await.map(drop)
    }

    pub(crate) async fn roll_back(&mut self) -> Result<(), StoreError> {
        self.execute("ROLLBACK", []).await.map(drop)
    }

    /// Keeps other nodes from matching players until the transaction ends. SQLite lets only one
    /// write anyway.
    pub(crate) async fn lock_waiting(&mut self) -> Result<(), StoreError> {
        match self {
            Connection::Sqlite(_) => Ok(()),
            Connection::Postgres(_) => {
                self.execute("LOCK TABLE waiting IN EXCLUSIVE MODE", []).await.map(drop)
            }
        }
    }
}
