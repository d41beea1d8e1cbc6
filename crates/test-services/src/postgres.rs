//! Databases on the PostgreSQL that the gate starts.

use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use crate::wanted;

/// The address of a new and empty database; nothing, said loudly, where there is no PostgreSQL.
///
/// # Panics
///
/// If it cannot be made.
pub async fn postgres_database() -> Option<String> {
    static MADE: AtomicUsize = AtomicUsize::new(0);
    let server = wanted("MERELS_TEST_POSTGRES")?;
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    let name = format!("merels_{}_{number}_{since}", process::id());
    let postgres = PgConnection::connect(&format!("{server}/postgres")).await;
    let mut postgres = postgres.expect("PostgreSQL answers");
    let sql = format!("CREATE DATABASE \"{name}\"");
    postgres.execute(AssertSqlSafe(sql)).await.expect("a database is made");
    Some(format!("{server}/{name}"))
}
