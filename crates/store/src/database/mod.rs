//! The two databases behind one face: statements with numbered parameters, texts and numbers.

mod columns;
pub(crate) mod migrations;
mod postgres;
mod readers;
mod sqlite;

use std::path::PathBuf;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgRow};
use sqlx::{PgConnection, PgPool};

use crate::{Result, StoreError};
pub(crate) use columns::{
    Columns, Line, Parameter, corrupt, id_columns, named_columns, read_columns, side_name, values,
};

/// Concurrent reads.
const READERS: u32 = 8;

/// Time limit of a statement for a lock that somebody else holds.
pub(crate) const LOCK_PATIENCE: Duration = Duration::from_secs(5);

/// Time limit of a whole statement; every one of ours takes milliseconds.
const STATEMENT_PATIENCE: Duration = Duration::from_secs(8);

#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(Option<String>),
    Number(Option<i64>),
}

pub(crate) enum Row {
    Sqlite(Vec<rusqlite::types::Value>),
    Postgres(PgRow),
}

pub(crate) enum Place {
    Sqlite(PathBuf),
    Postgres(Box<PgConnectOptions>),
}

/// Reads an address: `sqlite://FILE` or `postgres://…`.
pub(crate) fn place(address: &str) -> Result<Place> {
    let place = match address.split_once(':') {
        Some(("sqlite", _)) => sqlite::path(address).map(Place::Sqlite),
        Some(("postgres" | "postgresql", _)) => {
            address.parse().ok().map(|options| Place::Postgres(Box::new(options)))
        }
        _ => None,
    };
    place.ok_or_else(|| bad_address(address))
}

#[derive(Clone, Debug)]
pub(crate) enum Database {
    Sqlite(sqlite::Database),
    Postgres(PgPool),
}

impl Database {
    /// Connects and brings the tables up to date.
    pub(crate) async fn open(address: &str) -> Result<Database> {
        Ok(match place(address)? {
            Place::Sqlite(path) => Database::Sqlite(sqlite::Database::open(path).await?),
            Place::Postgres(options) => Database::Postgres(postgres::open(*options).await?),
        })
    }

    /// A new connection to write with. Dropping it ends it, and undoes what was not committed.
    pub(crate) async fn writer(&self) -> Result<Connection> {
        Ok(match self {
            Database::Sqlite(database) => Connection::Sqlite(database.connect()?),
            Database::Postgres(pool) => Connection::Postgres(postgres::connect(pool).await?),
        })
    }

    /// The lines that a question yields.
    pub(crate) async fn rows(
        &self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<Vec<Row>> {
        match self {
            Database::Sqlite(database) => database.rows(sql, values.into_iter().collect()).await,
            Database::Postgres(pool) => {
                let values: Vec<Value> = values.into_iter().collect();
                let rows = postgres::rows(pool, sql, &values).await?;
                Ok(rows.into_iter().map(Row::Postgres).collect())
            }
        }
    }

    /// The contents of all lines that a question yields.
    pub(crate) async fn all<T: Columns>(
        &self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<Vec<T>> {
        self.rows(sql, values).await?.iter().map(Row::read).collect()
    }

    /// The contents of the first line that a question yields.
    pub(crate) async fn first<T: Columns>(
        &self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<Option<T>> {
        self.rows(sql, values).await?.first().map(Row::read).transpose()
    }

    /// Returns `true` if a question yields any line.
    pub(crate) async fn exists(
        &self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<bool> {
        Ok(!self.rows(sql, values).await?.is_empty())
    }

    /// The statement for this database, where the two have no common words.
    pub(crate) fn either(&self, sqlite: &'static str, postgres: &'static str) -> &'static str {
        match self {
            Database::Sqlite(_) => sqlite,
            Database::Postgres(_) => postgres,
        }
    }

    pub(crate) async fn close(&self) {
        match self {
            Database::Sqlite(database) => database.close(),
            Database::Postgres(pool) => pool.close().await,
        }
    }
}

/// An address may hold a password, which must not be shown.
fn bad_address(address: &str) -> StoreError {
    StoreError::Address(match address.split_once("://") {
        Some((scheme, rest)) if rest.contains(['@', '?']) => format!("{scheme}://…"),
        _ => address.to_owned(),
    })
}

/// A connection to write with. SQLite's answers at once, in the thread that asks: it belongs on the
/// writer's own.
pub(crate) enum Connection {
    Sqlite(sqlite::Connection),
    Postgres(Box<PgConnection>),
}

impl Connection {
    /// Does something; gives the number of lines it touched.
    pub(crate) async fn execute(
        &mut self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<u64> {
        match self {
            Connection::Sqlite(connection) => connection.execute(sql, values),
            Connection::Postgres(connection) => {
                let statement = postgres::statement(sql, values);
                Ok(statement.execute(&mut **connection).await?.rows_affected())
            }
        }
    }

    /// The lines that a question yields.
    async fn rows(
        &mut self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<Vec<Row>> {
        match self {
            Connection::Sqlite(connection) => connection.rows(sql, values),
            Connection::Postgres(connection) => {
                let rows = postgres::statement(sql, values).fetch_all(&mut **connection).await?;
                Ok(rows.into_iter().map(Row::Postgres).collect())
            }
        }
    }

    /// The contents of all lines that a question yields.
    pub(crate) async fn all<T: Columns>(
        &mut self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<Vec<T>> {
        self.rows(sql, values).await?.iter().map(Row::read).collect()
    }

    /// The contents of the first line that a question yields.
    pub(crate) async fn first<T: Columns>(
        &mut self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<Option<T>> {
        self.rows(sql, values).await?.first().map(Row::read).transpose()
    }

    /// Returns `true` if a question yields any line.
    pub(crate) async fn exists(
        &mut self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<bool> {
        Ok(!self.rows(sql, values).await?.is_empty())
    }

    /// Begins a transaction that may write. If it is durable, its commit waits for the disk.
    pub(crate) async fn begin(&mut self, durable: bool) -> Result<()> {
        match self {
            Connection::Sqlite(connection) => {
                connection.set_durable(durable)?;
                connection.execute("BEGIN IMMEDIATE", []).map(drop)
            }
            Connection::Postgres(connection) => postgres::begin(connection, durable).await,
        }
    }

    /// Locks something until the transaction ends, so that no other node comes in between. SQLite
    /// lets only one write anyway.
    pub(crate) async fn lock(
        &mut self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<()> {
        match self {
            Connection::Sqlite(_) => Ok(()),
            Connection::Postgres(_) => self.execute(sql, values).await.map(drop),
        }
    }
}
