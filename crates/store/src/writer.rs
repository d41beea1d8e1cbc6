//! All writing, one transaction after the other.
//!
//! A commit that really reaches the disk takes milliseconds, so the writer takes everything that
//! has gathered while the last commit was under way into the next one, and answers each writer only
//! after it. Should one of them fail, the transaction is done again with a savepoint for each, so
//! that nobody suffers for a neighbour.
//!
//! SQLite's connection answers in the thread that asks, so the writer has one of its own and a whole
//! batch costs one hand-over; PostgreSQL's is waited for, so there the writer is a task, and moves have a
//! lane of their own beside it: see `moves`.
//!
//! An error means that nothing was changed. Where that is not known, because the commit itself broke
//! off, it is [`StoreError::Uncertain`]; and what had to wait too long is not begun any more.

mod moves;

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::RwLock;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::append::Append;
use crate::database::{Connection, Database, Value};
use crate::rating_changes::lock_ratings;
use crate::write::{Script, Statement, Write};
use crate::{Result, StoreError};
use merels_model::GameKey;

/// The most writes that share a commit.
const BATCH: usize = 512;

/// Writes that may wait before those who bring more have to wait too.
const QUEUE: usize = 4096;

/// A write that has waited this long is refused: whoever asked has better things to do than to be
/// surprised by it later.
const QUEUE_PATIENCE: Duration = Duration::from_secs(8);

/// A batch that takes longer than its statements may is given up: the connection is dead.
const BATCH_PATIENCE: Duration = Duration::from_secs(12);

/// A write, its answer once there is one, and who waits for it.
struct Pending<W: Write> {
    work: W,
    asked: Instant,
    answer: Result<W::Answer>,
    reply: oneshot::Sender<Result<W::Answer>>,
}

type Answer<W> = oneshot::Receiver<Result<<W as Write>::Answer>>;

impl<W: Write> Pending<W> {
    fn new(work: W) -> (Pending<W>, Answer<W>) {
        let (reply, answer) = oneshot::channel();
        (Pending { work, asked: Instant::now(), answer: Err(StoreError::Busy), reply }, answer)
    }
}

/// A [`Pending`] of any kind.
trait Job: Send {
    /// Returns `true` if anybody still waits for it, and not for too long.
    fn is_wanted(&self) -> bool;

    fn is_durable(&self) -> bool;

    fn locks(&self) -> &str;

    fn ends(&self) -> Option<&GameKey>;

    fn run<'a>(
        &'a mut self,
        db: &'a mut Connection,
    ) -> Pin<Box<dyn Future<Output = Result<()>> + Send + 'a>>;

    /// Tells whoever waits: what came of it, or why the whole batch failed.
    fn finish(self: Box<Self>, batch: Result<()>);
}

impl<W: Write> Job for Pending<W> {
    fn is_wanted(&self) -> bool {
        !self.reply.is_closed() && self.asked.elapsed() < QUEUE_PATIENCE
    }

    fn is_durable(&self) -> bool {
        self.work.is_durable()
    }

    fn locks(&self) -> &str {
        self.work.locks()
    }

    fn ends(&self) -> Option<&GameKey> {
        self.work.ends()
    }

    fn run<'a>(
        &'a mut self,
        db: &'a mut Connection,
    ) -> Pin<Box<dyn Future<Output = Result<()>> + Send + 'a>> {
        Box::pin(async move {
            self.answer = self.work.write(db).await;
            self.answer.as_ref().map(drop).map_err(Clone::clone)
        })
    }

    fn finish(self: Box<Self>, batch: Result<()>) {
        let Pending { answer, reply, .. } = *self;
        // Whoever asked may have gone; what is written stays written.
        let _ = reply.send(batch.and(answer));
    }
}

#[derive(Clone)]
struct Lanes {
    jobs: mpsc::Sender<Box<dyn Job>>,
    moves: Option<mpsc::Sender<Pending<Append>>>,
}

/// The way to the writer; nothing once it is closed.
pub(crate) struct Writer(RwLock<Option<Lanes>>);

impl Writer {
    /// Starts a writer; the receiver is told when it has ended.
    pub(crate) fn start(database: Database) -> (Writer, oneshot::Receiver<()>) {
        let (jobs, waiting_jobs) = mpsc::channel(QUEUE);
        let (moves, waiting_moves) = mpsc::channel(QUEUE);
        let (end, ended) = oneshot::channel();
        let is_sqlite = matches!(database, Database::Sqlite(_));
        let writing = async move {
            tokio::join!(run(&database, waiting_jobs), moves::run(&database, waiting_moves));
            let _ = end.send(());
        };
        let runtime = Handle::current();
        if is_sqlite {
            let body = move || runtime.block_on(writing);
            let thread = std::thread::Builder::new().name("sqlite-writer".to_owned()).spawn(body);
            // Without a thread there is no writer: whoever writes is told that the store is closed.
            drop(thread);
        } else {
            runtime.spawn(writing);
        }
        let lanes = Lanes { jobs, moves: (!is_sqlite).then_some(moves) };
        (Writer(RwLock::new(Some(lanes))), ended)
    }

    fn lanes(&self) -> Result<Lanes> {
        self.0.read().ok().and_then(|lanes| lanes.clone()).ok_or(StoreError::Closed)
    }

    /// Writes and waits until it is on the disk.
    pub(crate) async fn write<W: Write>(&self, work: W) -> Result<W::Answer> {
        let (job, answer) = Pending::new(work);
        let job: Box<dyn Job> = Box::new(job);
        queue(self.lanes()?.jobs, job).await?;
        answer.await.unwrap_or(Err(StoreError::Uncertain))
    }

    /// Writes one statement; gives the number of lines it touched.
    pub(crate) async fn execute(
        &self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<u64> {
        self.execute_locked("", sql, values).await
    }

    /// Writes one statement under the lock of this name, as [`Write::locks`] says.
    pub(crate) async fn execute_locked(
        &self,
        lock: impl AsRef<str>,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<u64> {
        self.execute_all(lock, vec![(sql, values.into_iter().collect())]).await
    }

    /// Writes statements one after the other; gives the number of lines that the last one touched.
    pub(crate) async fn execute_all(
        &self,
        lock: impl AsRef<str>,
        statements: Vec<Statement>,
    ) -> Result<u64> {
        self.write(Script { statements, lock: lock.as_ref().to_owned() }).await
    }

    /// Appends an event and waits until it is on the disk.
    pub(crate) async fn append(&self, append: Append) -> Result<bool> {
        let moves = self.lanes()?.moves.filter(|_| append.is_plain());
        let Some(moves) = moves else { return self.write(append).await };
        let (pending, answer) = Pending::new(append);
        queue(moves, pending).await?;
        answer.await.unwrap_or(Err(StoreError::Uncertain))
    }

    /// Takes no more; the writer ends when it has written what it was handed.
    pub(crate) fn close(&self) {
        if let Ok(mut sender) = self.0.write() {
            *sender = None;
        }
    }
}

async fn queue<T>(lane: mpsc::Sender<T>, job: T) -> Result<()> {
    let queued = timeout(QUEUE_PATIENCE, lane.send(job)).await;
    queued.map_err(|_| StoreError::Busy)?.map_err(|_| StoreError::Closed)
}

/// Writes one batch after the other, whatever happens to any of them.
async fn run(database: &Database, mut jobs: mpsc::Receiver<Box<dyn Job>>) {
    let mut kept = None;
    let mut batch = Vec::with_capacity(BATCH);
    while jobs.recv_many(&mut batch, BATCH).await > 0 {
        let writing = write_batch(database, &mut kept, &mut batch);
        let writing = AssertUnwindSafe(timeout(BATCH_PATIENCE, writing)).catch_unwind();
        let trouble = match writing.await {
            Ok(Ok(())) => continue,
            Ok(Err(_)) => "the database does not answer",
            Err(_) => "a write panicked",
        };
        tracing::error!(trouble, "the writer starts again");
        kept = None;
        batch.drain(..).for_each(|job| job.finish(Err(StoreError::Uncertain)));
    }
}

/// Writes what has gathered and answers everybody. `kept` is the connection of the last time.
async fn write_batch(
    database: &Database,
    kept: &mut Option<Connection>,
    batch: &mut Vec<Box<dyn Job>>,
) {
    // What is late or not wanted is refused before it is begun.
    for late in batch.extract_if(.., |job| !job.is_wanted()) {
        late.finish(Err(StoreError::Busy));
    }
    if batch.is_empty() {
        return;
    }
    if matches!(database, Database::Postgres(_)) {
        batch.sort_by(|a, b| a.locks().cmp(b.locks()));
    }
    let mut written = commit_together(database, kept, batch).await;
    if let Err(error) = &written
        && !matches!(error, StoreError::Uncertain)
    {
        tracing::warn!(%error, writes = batch.len(), "one write failed: each gets a savepoint");
        *kept = None;
        written = commit_apart(database, kept, batch).await;
    }
    if written.is_err() {
        *kept = None;
    }
    batch.drain(..).for_each(|job| job.finish(written.clone()));
}

/// Begins a transaction: on the connection of the last time, else on a new one.
async fn begin<'a>(
    database: &Database,
    kept: &'a mut Option<Connection>,
    durable: bool,
) -> Result<&'a mut Connection> {
    if let Some(connection) = kept
        && connection.begin(durable).await.is_err()
    {
        *kept = None;
    }
    if kept.is_none() {
        let mut connection = database.writer().await?;
        connection.begin(durable).await?;
        *kept = Some(connection);
    }
    kept.as_mut().ok_or(StoreError::Closed)
}

/// Locks what several nodes may want in another order than their batches have it: the ratings that the
/// ends of games change.
async fn lock_first(db: &mut Connection, ended: Vec<GameKey>) -> Result<()> {
    match db {
        Connection::Sqlite(_) => Ok(()),
        Connection::Postgres(_) => lock_ratings(db, &ended).await,
    }
}

/// Returns `true` if one of the jobs must reach the disk.
fn is_durable(jobs: &[Box<dyn Job>]) -> bool {
    jobs.iter().any(|job| job.is_durable())
}

fn ended(jobs: &[Box<dyn Job>]) -> Vec<GameKey> {
    jobs.iter().filter_map(|job| job.ends()).cloned().collect()
}

/// Runs the jobs in one transaction; all of them or none.
async fn commit_together(
    database: &Database,
    kept: &mut Option<Connection>,
    jobs: &mut [Box<dyn Job>],
) -> Result<()> {
    let db = begin(database, kept, is_durable(jobs)).await?;
    let ended = ended(jobs);
    let mut done = lock_first(db, ended).await;
    for job in jobs {
        if done.is_ok() {
            done = job.run(db).await;
        }
    }
    if let Err(error) = done {
        // Where even that fails, the connection is dropped, or a full disk has undone everything already.
        let _ = db.execute("ROLLBACK", []).await;
        return Err(error);
    }
    commit(db).await
}

/// Runs the jobs in one transaction, without those that fail.
async fn commit_apart(
    database: &Database,
    kept: &mut Option<Connection>,
    jobs: &mut [Box<dyn Job>],
) -> Result<()> {
    let db = begin(database, kept, is_durable(jobs)).await?;
    let ended = ended(jobs);
    lock_first(db, ended).await?;
    for job in jobs {
        db.execute("SAVEPOINT one", []).await?;
        if let Err(error) = job.run(db).await {
            // A full disk has undone everything already: that is then the reason for all.
            db.execute("ROLLBACK TO SAVEPOINT one", []).await.map_err(|_| error)?;
        }
        db.execute("RELEASE SAVEPOINT one", []).await?;
    }
    commit(db).await
}

async fn commit(db: &mut Connection) -> Result<()> {
    db.execute("COMMIT", []).await.map(drop).map_err(|error| {
        tracing::error!(%error, "a commit failed");
        StoreError::Uncertain
    })
}

#[cfg(test)]
mod tests;
