//! All writing, one transaction after the other.
//!
//! A commit that really reaches the disk takes milliseconds, so the writer takes everything that
//! has gathered while the last commit was under way into the next one, and answers each writer only
//! after it. Should a transaction fail, its parts are tried one by one, so that nobody suffers for
//! a neighbour.

use std::pin::Pin;
use std::sync::RwLock;

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::StoreError;
use crate::database::{Connection, Database};

/// The most writes that share a commit.
const BATCH: usize = 512;

/// How many writes may wait before those who bring more have to wait too.
const QUEUE: usize = 4096;

/// Something to be written. It may be run twice, the first time being undone.
///
/// What the rules of the store forbid is an answer; an error means that the database failed.
pub(crate) trait Write: Send + 'static {
    type Answer: Send + 'static;

    fn write(
        &mut self,
        db: &mut Connection,
    ) -> impl Future<Output = Result<Self::Answer, StoreError>> + Send;
}

/// A write, its answer once there is one, and who waits for it.
struct Pending<W: Write> {
    work: W,
    answer: Option<W::Answer>,
    reply: oneshot::Sender<Result<W::Answer, StoreError>>,
}

/// A [`Pending`] of any kind.
trait Job: Send {
    fn run<'a>(
        &'a mut self,
        db: &'a mut Connection,
    ) -> Pin<Box<dyn Future<Output = Result<(), StoreError>> + Send + 'a>>;

    /// Tells whoever waits how the commit went.
    fn finish(self: Box<Self>, committed: Result<(), StoreError>);
}

impl<W: Write> Job for Pending<W> {
    fn run<'a>(
        &'a mut self,
        db: &'a mut Connection,
    ) -> Pin<Box<dyn Future<Output = Result<(), StoreError>> + Send + 'a>> {
        Box::pin(async move {
            self.answer = Some(self.work.write(db).await?);
            Ok(())
        })
    }

    fn finish(self: Box<Self>, committed: Result<(), StoreError>) {
        let Pending { answer, reply, .. } = *self;
        // Whoever asked may have gone; what is written stays written.
        let _ = reply.send(committed.and_then(|()| answer.ok_or(StoreError::Closed)));
    }
}

/// The way to the writing task; nothing once it is closed.
pub(crate) struct Writer(RwLock<Option<mpsc::Sender<Box<dyn Job>>>>);

impl Writer {
    pub(crate) fn start(database: Database) -> (Writer, JoinHandle<()>) {
        let (sender, jobs) = mpsc::channel(QUEUE);
        (Writer(RwLock::new(Some(sender))), tokio::spawn(run(database, jobs)))
    }

    /// Writes and waits until it is on the disk.
    pub(crate) async fn write<W: Write>(&self, work: W) -> Result<W::Answer, StoreError> {
        let (reply, answer) = oneshot::channel();
        let job = Box::new(Pending { work, answer: None, reply });
        let sender = self.0.read().ok().and_then(|sender| sender.clone());
        let sender = sender.ok_or(StoreError::Closed)?;
        sender.send(job).await.map_err(|_| StoreError::Closed)?;
        drop(sender);
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Takes no more; the task ends when it has written what it was handed.
    pub(crate) fn close(&self) {
        if let Ok(mut sender) = self.0.write() {
            *sender = None;
        }
    }
}

async fn run(database: Database, mut jobs: mpsc::Receiver<Box<dyn Job>>) {
    let mut batch = Vec::with_capacity(BATCH);
    while jobs.recv_many(&mut batch, BATCH).await > 0 {
        if batch.len() > 1 {
            match commit(&database, &mut batch).await {
                Ok(()) => {
                    batch.drain(..).for_each(|job| job.finish(Ok(())));
                    continue;
                }
                Err(error) => {
                    tracing::warn!(%error, writes = batch.len(), "writing one by one");
                }
            }
        }
        for mut job in batch.drain(..) {
            let committed = commit(&database, std::slice::from_mut(&mut job)).await;
            job.finish(committed);
        }
    }
}

/// Runs the jobs in one transaction; all of them or none.
async fn commit(database: &Database, jobs: &mut [Box<dyn Job>]) -> Result<(), StoreError> {
    let mut connection = database.writer().await?;
    connection.begin().await?;
    match run_all(&mut connection, jobs).await {
        Ok(()) => Ok(()),
        Err(error) => {
            // If even this fails, the connection is broken and the pool drops it.
            let _ = connection.roll_back().await;
            Err(error)
        }
    }
}

async fn run_all(db: &mut Connection, jobs: &mut [Box<dyn Job>]) -> Result<(), StoreError> {
    for job in jobs {
        job.run(db).await?;
    }
    db.commit().await
}
