use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::database::values;

/// Inserts a lease, which has no rules of its own.
struct Insert(u32);

impl Write for Insert {
    type Answer = u32;

    async fn write(&mut self, db: &mut Connection) -> Result<u32> {
        let sql = "INSERT INTO leases (work, holder, until) VALUES ($1, 'x', 0)";
        db.execute(sql, values![self.0.to_string()]).await?;
        Ok(self.0)
    }
}

/// Changes something, then fails.
struct Fails;

impl Write for Fails {
    type Answer = ();

    async fn write(&mut self, db: &mut Connection) -> Result<()> {
        Insert(u32::MAX).write(db).await?;
        db.execute("INSERT INTO leases (work) VALUES ('without a holder')", []).await.map(drop)
    }
}

struct Panics;

impl Write for Panics {
    type Answer = ();

    async fn write(&mut self, db: &mut Connection) -> Result<()> {
        Insert(u32::MAX).write(db).await?;
        panic!("as it was asked to");
    }
}

/// A write whose mistake shows only at the commit.
struct FailsLate;

impl Write for FailsLate {
    type Answer = ();

    async fn write(&mut self, db: &mut Connection) -> Result<()> {
        db.execute("PRAGMA defer_foreign_keys = ON", []).await?;
        let sql = "INSERT INTO sessions (id, player, expires) VALUES ('s', 'nobody', 0)";
        db.execute(sql, []).await.map(drop)
    }
}

/// Counts how often it is run.
struct Counts(Arc<AtomicU32>);

impl Write for Counts {
    type Answer = ();

    async fn write(&mut self, _db: &mut Connection) -> Result<()> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

async fn database() -> (Database, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite://{}", folder.path().join("writer.db").display());
    (Database::open(&address).await.unwrap(), folder)
}

fn pending<W: Write>(work: W, asked: Instant) -> (Box<dyn Job>, Answer<W>) {
    let (pending, answer) = Pending::new(work);
    (Box::new(Pending { asked, ..pending }), answer)
}

async fn leases(database: &Database) -> i64 {
    database.first("SELECT COUNT(*) FROM leases", []).await.unwrap().unwrap()
}

#[tokio::test]
async fn one_bad_write_costs_its_511_neighbours_one_commit() {
    let (database, folder) = database().await;
    let mut batch = Vec::new();
    let mut answers = Vec::new();
    for number in 0..511 {
        let (job, answer) = pending(Insert(number), Instant::now());
        batch.push(job);
        answers.push(answer);
    }
    let (bad, refused) = pending(Fails, Instant::now());
    batch.insert(100, bad);
    write_batch(&database, &mut None, &mut batch).await;
    assert!(refused.await.unwrap().is_err());
    for (number, answer) in (0..).zip(answers) {
        assert_eq!(answer.await.unwrap().unwrap(), number);
    }
    assert_eq!(leases(&database).await, 511, "and nothing of the bad one");
    // Each commit of its own would have put at least two pages there.
    let wal = std::fs::metadata(folder.path().join("writer.db-wal")).unwrap().len();
    assert!(wal < 511 * 4096, "{wal} bytes");
}

#[tokio::test]
async fn the_writer_outlives_a_panic_and_undoes_what_was_begun() {
    let (database, _folder) = database().await;
    let (writer, _ended) = Writer::start(database.clone());
    let outcome = writer.write(Panics).await;
    assert!(matches!(outcome, Err(StoreError::Uncertain)), "{outcome:?}");
    assert_eq!(writer.write(Insert(1)).await.unwrap(), 1);
    assert_eq!(leases(&database).await, 1);
}

#[tokio::test]
async fn a_commit_that_breaks_off_is_said_to_be_uncertain() {
    let (database, _folder) = database().await;
    let (writer, _ended) = Writer::start(database.clone());
    let outcome = writer.write(FailsLate).await;
    assert!(matches!(outcome, Err(StoreError::Uncertain)), "{outcome:?}");
    assert_eq!(writer.write(Insert(1)).await.unwrap(), 1);
}

#[tokio::test]
async fn what_waited_too_long_or_is_not_wanted_any_more_is_not_carried_out() {
    let (database, _folder) = database().await;
    let runs = Arc::new(AtomicU32::new(0));
    let long_ago = Instant::now() - 2 * QUEUE_PATIENCE;
    let (late, refused) = pending(Counts(Arc::clone(&runs)), long_ago);
    let (unwanted, gone) = pending(Counts(Arc::clone(&runs)), Instant::now());
    drop(gone);
    let (fresh, done) = pending(Counts(Arc::clone(&runs)), Instant::now());
    write_batch(&database, &mut None, &mut vec![late, unwanted, fresh]).await;
    assert!(matches!(refused.await.unwrap(), Err(StoreError::Busy)));
    done.await.unwrap().unwrap();
    assert_eq!(runs.load(Ordering::Relaxed), 1);
}

/// As on a full disk: the database may not grow.
#[tokio::test]
async fn a_full_database_is_not_ready() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("full.db");
    let store = crate::Store::open(&format!("sqlite://{}", file.display())).await.unwrap();
    store.check_writes().await.unwrap();
    let mut kept = Some(store.database.writer().await.unwrap());
    let connection = kept.as_mut().unwrap();
    // What the probe has taken and given back is free: a move may have it.
    connection.execute("VACUUM", []).await.unwrap();
    connection.all::<i64>("PRAGMA max_page_count = 1", []).await.unwrap();
    let (probe, _answer) = pending(crate::store::Probe, Instant::now());
    let full = commit_together(&store.database, &mut kept, &mut [probe]).await.unwrap_err();
    assert!(full.is_unavailable() && full.is_outage(), "{full}");
}
