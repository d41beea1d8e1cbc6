//! The whole store as one file, and back: for safety, and to move from one database to the other.
//!
//! A backup is a snapshot: everything that was committed when it began, nothing that came later, while
//! the site goes on. It is text, packed by zstd: a line that says what it is, then for every table a
//! line with its columns and one for each row, then a line with what was written. The two databases
//! have the same tables, so that a backup of one can be restored into the other.

mod file;
mod link;
mod schema;

use std::io::{self, Read, Write};

use thiserror::Error;

use crate::StoreError;
use crate::database::Database;
pub use file::TableSum;
use file::{BackupReader, BackupWriter, Line, Sum};
use link::Link;
use schema::Table;

/// Rows that are inserted at once.
const BATCH: usize = 500;

/// A backup that was not made, or not restored. Nothing was changed.
#[derive(Debug, Error)]
pub enum BackupError {
    /// The database did not answer as it should.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file cannot be written or read.
    #[error("the backup cannot be written or read: {0}")]
    File(#[from] io::Error),
    /// The file is no backup, or not as it was written.
    #[error("the backup is damaged: {0}")]
    Damaged(String),
    #[error(
        "the tables are of version {found}, this program's of version {known}: use the program that \
         made them, then let this one bring the database up to date"
    )]
    OtherVersion { found: i64, known: i64 },
    /// There is something in the database that would be mixed up with the backup.
    #[error("the database is not empty: table {0} has rows; a backup is restored into a new one")]
    NotEmpty(String),
}

impl From<rusqlite::Error> for BackupError {
    fn from(error: rusqlite::Error) -> BackupError {
        BackupError::Store(error.into())
    }
}

impl From<sqlx::Error> for BackupError {
    fn from(error: sqlx::Error) -> BackupError {
        BackupError::Store(error.into())
    }
}

/// Writes everything in the database at an address to a file; says what that was. The site may go on
/// meanwhile. With SQLite this thread waits for the file.
pub async fn back_up(address: &str, out: impl Write) -> Result<Vec<TableSum>, BackupError> {
    let tables = schema::tables()?;
    let mut link = Link::open(address).await?;
    link.begin_reading().await?;
    let (found, known) = (link.version().await?, schema::version());
    if found != known {
        return Err(BackupError::OtherVersion { found, known });
    }
    let mut writer = BackupWriter::begin(out, known)?;
    for table in &tables {
        writer.begin_table(table)?;
        link.read(table, &mut |row| writer.row(row)).await?;
    }
    writer.finish()
}

/// Reads a backup and compares it with what it says about itself.
pub fn check(from: impl Read) -> Result<Vec<TableSum>, BackupError> {
    let mut reader = BackupReader::begin(from)?;
    while reader.next_line()?.is_some() {}
    reader.sums()
}

/// Puts a backup into an empty database, which is made if it is a file that is not there, and compares
/// what is there then with what was written; says what that was. All of it, or nothing.
/// Fails if the backup is damaged or of another version, or if the database is not empty.
pub async fn restore(address: &str, from: impl Read) -> Result<Vec<TableSum>, BackupError> {
    let mut reader = BackupReader::begin(from)?;
    let (found, known) = (reader.version(), schema::version());
    if found != known {
        return Err(BackupError::OtherVersion { found, known });
    }
    let tables = schema::tables()?;
    // Makes the tables.
    Database::open(address).await?.close().await;
    let mut link = Link::open(address).await?;
    link.begin_writing().await?;
    for table in &tables {
        if link.has_rows(table).await? {
            return Err(BackupError::NotEmpty(table.name.clone()));
        }
    }
    let mut rows = Vec::with_capacity(BATCH);
    let mut current: Option<&Table> = None;
    while let Some(line) = reader.next_line()? {
        match line {
            Line::Table(name, columns) => {
                insert(&mut link, current, &mut rows).await?;
                let known = tables.iter().find(|table| table.name == name);
                let fits = known.filter(|table| table.columns == columns);
                current = Some(fits.ok_or_else(|| {
                    BackupError::Damaged(format!("table {name} is not known like this"))
                })?);
            }
            Line::Row(row) => rows.push(row),
        }
        if rows.len() == BATCH {
            insert(&mut link, current, &mut rows).await?;
        }
    }
    insert(&mut link, current, &mut rows).await?;
    let sums = reader.sums()?;
    for table in &tables {
        link.count_on(table).await?;
        let mut sum = Sum::default();
        link.read(table, &mut |row| {
            sum.add(row);
            Ok(())
        })
        .await?;
        let written = sums.iter().find(|written| written.name == table.name);
        if written.map(|written| written.sum) != Some(sum) {
            let name = &table.name;
            return Err(BackupError::Damaged(format!("table {name} came out otherwise")));
        }
    }
    link.commit().await?;
    Ok(sums)
}

async fn insert(
    link: &mut Link,
    table: Option<&Table>,
    rows: &mut Vec<serde_json::Value>,
) -> Result<(), BackupError> {
    if let Some(table) = table
        && !rows.is_empty()
    {
        link.insert(table, std::mem::take(rows)).await?;
    }
    Ok(())
}
