//! A connection of its own, on which a backup may take its time.

use futures_util::TryStreamExt;
use serde_json::{Map, Value};
use sqlx::{AssertSqlSafe, Connection, PgConnection, Row};

use super::BackupError;
use super::schema::Table;
use crate::database::{self, Place};

/// A consumer of rows; a row is an array of its columns.
pub(super) type EachRow<'a> = dyn FnMut(&Value) -> Result<(), BackupError> + 'a;

pub(super) enum Link {
    Sqlite(rusqlite::Connection),
    Postgres(Box<PgConnection>),
}

impl Link {
    /// Connects to a database that is there, and changes nothing.
    pub(super) async fn open(address: &str) -> Result<Link, BackupError> {
        match database::place(address)? {
            Place::Sqlite(path) => {
                let link = rusqlite::Connection::open_with_flags(
                    path,
                    rusqlite::OpenFlags::SQLITE_OPEN_READ_WRITE,
                )?;
                link.busy_timeout(database::LOCK_PATIENCE)?;
                link.pragma_update(None, "foreign_keys", true)?;
                link.pragma_update(None, "synchronous", "FULL")?;
                Ok(Link::Sqlite(link))
            }
            Place::Postgres(options) => {
                Ok(Link::Postgres(Box::new(PgConnection::connect_with(&options).await?)))
            }
        }
    }

    /// From here on everything is read as it is now.
    pub(super) async fn begin_reading(&mut self) -> Result<(), BackupError> {
        self.execute("BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await
    }

    pub(super) async fn begin_writing(&mut self) -> Result<(), BackupError> {
        self.execute("BEGIN IMMEDIATE", "BEGIN").await
    }

    pub(super) async fn commit(&mut self) -> Result<(), BackupError> {
        self.execute("COMMIT", "COMMIT").await
    }

    async fn execute(&mut self, sqlite: &str, postgres: &str) -> Result<(), BackupError> {
        match self {
            Link::Sqlite(link) => link.execute_batch(sqlite)?,
            Link::Postgres(link) => {
                sqlx::raw_sql(AssertSqlSafe(postgres.to_owned())).execute(&mut **link).await?;
            }
        }
        Ok(())
    }

    pub(super) async fn version(&mut self) -> Result<i64, BackupError> {
        let sql = "SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations";
        Ok(match self {
            Link::Sqlite(link) => link.query_row(sql, [], |row| row.get(0))?,
            Link::Postgres(link) => sqlx::query(sql).fetch_one(&mut **link).await?.try_get(0)?,
        })
    }

    pub(super) async fn has_rows(&mut self, table: &Table) -> Result<bool, BackupError> {
        let sql = format!("SELECT EXISTS (SELECT 1 FROM \"{}\")", table.name);
        Ok(match self {
            Link::Sqlite(link) => link.query_row(&sql, [], |row| row.get(0))?,
            Link::Postgres(link) => {
                sqlx::query(AssertSqlSafe(sql)).fetch_one(&mut **link).await?.try_get(0)?
            }
        })
    }

    /// Hands over every row of a table, one after the other.
    pub(super) async fn read(
        &mut self,
        table: &Table,
        each: &mut EachRow<'_>,
    ) -> Result<(), BackupError> {
        let (columns, name) = (quoted(&table.columns), &table.name);
        match self {
            Link::Sqlite(link) => {
                let sql = format!("SELECT json_array({columns}) FROM \"{name}\"");
                let mut statement = link.prepare(&sql)?;
                let mut rows = statement.query([])?;
                while let Some(row) = rows.next()? {
                    each(&parsed(&row.get::<_, String>(0)?)?)?;
                }
            }
            Link::Postgres(link) => {
                let sql = format!("SELECT json_build_array({columns})::text FROM \"{name}\"");
                let mut rows = sqlx::query(AssertSqlSafe(sql)).fetch(&mut **link);
                while let Some(row) = rows.try_next().await? {
                    each(&parsed(&row.try_get::<String, _>(0)?)?)?;
                }
            }
        }
        Ok(())
    }

    /// Adds rows to a table.
    pub(super) async fn insert(
        &mut self,
        table: &Table,
        rows: Vec<Value>,
    ) -> Result<(), BackupError> {
        let (columns, name) = (quoted(&table.columns), &table.name);
        match self {
            Link::Sqlite(link) => {
                let places = vec!["?"; table.columns.len()].join(", ");
                let sql = format!("INSERT INTO \"{name}\" ({columns}) VALUES ({places})");
                let mut statement = link.prepare_cached(&sql)?;
                for row in &rows {
                    let cells = row.as_array().map(Vec::as_slice).unwrap_or_default();
                    let cells = cells.iter().map(cell).collect::<Result<Vec<_>, _>>()?;
                    statement.execute(rusqlite::params_from_iter(cells))?;
                }
            }
            Link::Postgres(link) => {
                let sql = format!(
                    "INSERT INTO \"{name}\" ({columns}) \
                     SELECT {columns} FROM json_populate_recordset(NULL::\"{name}\", $1::json)"
                );
                let objects = rows.into_iter().map(|row| object(table, row));
                let objects = Value::Array(objects.collect()).to_string();
                sqlx::query(AssertSqlSafe(sql)).bind(objects).execute(&mut **link).await?;
            }
        }
        Ok(())
    }

    /// The next row of a table that counts its rows gets a number that is not taken. SQLite sees to it
    /// by itself.
    pub(super) async fn count_on(&mut self, table: &Table) -> Result<(), BackupError> {
        let (Link::Postgres(link), Some(column)) = (self, &table.counted) else { return Ok(()) };
        let name = &table.name;
        let sql = format!(
            "SELECT setval(pg_get_serial_sequence('{name}', '{column}'), \
             COALESCE((SELECT MAX(\"{column}\") FROM \"{name}\"), 0) + 1, false)"
        );
        sqlx::query(AssertSqlSafe(sql)).execute(&mut **link).await?;
        Ok(())
    }
}

fn quoted(columns: &[String]) -> String {
    let quoted: Vec<String> = columns.iter().map(|column| format!("\"{column}\"")).collect();
    quoted.join(", ")
}

fn parsed(row: &str) -> Result<Value, BackupError> {
    serde_json::from_str(row).map_err(|error| BackupError::Damaged(error.to_string()))
}

fn object(table: &Table, row: Value) -> Value {
    let cells = match row {
        Value::Array(cells) => cells,
        _ => Vec::new(),
    };
    Value::Object(table.columns.iter().cloned().zip(cells).collect::<Map<_, _>>())
}

/// A value as SQLite keeps it: there are only texts and whole numbers.
fn cell(value: &Value) -> Result<rusqlite::types::Value, BackupError> {
    match value {
        Value::Null => Ok(rusqlite::types::Value::Null),
        Value::String(text) => Ok(rusqlite::types::Value::Text(text.clone())),
        Value::Number(number) if number.is_i64() => {
            Ok(rusqlite::types::Value::Integer(number.as_i64().unwrap_or_default()))
        }
        _ => Err(BackupError::Damaged(format!("{value} is neither text nor a whole number"))),
    }
}
