use sqlx::postgres::{PgArguments, PgConnectOptions, PgPoolOptions, PgRow};
use sqlx::query::Query;
use sqlx::{Connection, PgConnection, PgPool, Postgres};

use tokio::time::timeout;

use super::{LOCK_PATIENCE, READERS, STATEMENT_PATIENCE, Value, migrations};
use crate::{Result, StoreError};

/// Brings the tables up to date and connects.
pub(super) async fn open(options: PgConnectOptions) -> Result<PgPool> {
    // Rebuilding a large table may take its time; nodes that start together wait for one another.
    let mut patient = PgConnection::connect_with(&options).await?;
    migrations::postgres().run(&mut patient).await?;
    patient.close().await?;
    let milliseconds = |patience: std::time::Duration| patience.as_millis().to_string();
    let options = options.options([
        ("statement_timeout", milliseconds(STATEMENT_PATIENCE)),
        ("lock_timeout", milliseconds(LOCK_PATIENCE)),
        ("idle_in_transaction_session_timeout", milliseconds(2 * STATEMENT_PATIENCE)),
    ]);
    let pool = PgPoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(LOCK_PATIENCE)
        // A round trip for every question; one that meets a broken connection is asked again.
        .test_before_acquire(false)
        .connect_with(options)
        .await?;
    Ok(pool)
}

/// The lines that a question yields. Connections may have died since they were last used, after a restart
/// of the database all of them: what met one is asked again on the next.
pub(super) async fn rows(
    pool: &PgPool,
    sql: &'static str,
    values: &[Value],
) -> Result<Vec<PgRow>, sqlx::Error> {
    let mut broken = 0;
    loop {
        match statement(sql, values.iter().cloned()).fetch_all(pool).await {
            Err(error) if is_broken(&error) && broken < READERS => broken += 1,
            rows => return rows,
        }
    }
}

/// Returns `true` if an error says that the connection is gone.
fn is_broken(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    matches!(error, sqlx::Error::Io(_)) || code.is_some_and(|code| code.starts_with("57P"))
}

/// A connection outside the pool.
pub(super) async fn connect(pool: &PgPool) -> Result<Box<PgConnection>> {
    let options = pool.connect_options();
    let connecting = PgConnection::connect_with(&options);
    let connected = timeout(LOCK_PATIENCE, connecting).await.map_err(|_| StoreError::Busy)?;
    Ok(Box::new(connected?))
}

/// Begins a transaction, in one round trip.
pub(super) async fn begin(connection: &mut PgConnection, durable: bool) -> Result<()> {
    let sql = if durable { "BEGIN" } else { "BEGIN; SET LOCAL synchronous_commit TO off" };
    sqlx::raw_sql(sql).execute(connection).await?;
    Ok(())
}

pub(super) fn statement(
    sql: &'static str,
    values: impl IntoIterator<Item = Value>,
) -> Query<'static, Postgres, PgArguments> {
    let mut query = sqlx::query(sql);
    for value in values {
        query = match value {
            Value::Text(text) => query.bind(text),
            Value::Number(number) => query.bind(number),
        };
    }
    query
}

#[cfg(test)]
mod tests {
    use sqlx::Row;

    #[tokio::test]
    async fn statements_and_locks_have_their_time() {
        let Some(server) = merels_test_services::wanted("MERELS_TEST_POSTGRES") else { return };
        let pool = super::open(format!("{server}/postgres").parse().unwrap()).await.unwrap();
        for (sql, expected) in [("SHOW statement_timeout", "8s"), ("SHOW lock_timeout", "5s")] {
            let row = sqlx::query(sql).fetch_one(&pool).await.unwrap();
            assert_eq!(row.get::<String, _>(0), expected);
        }
    }
}
