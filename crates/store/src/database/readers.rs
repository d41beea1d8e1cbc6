//! The threads that read an SQLite file, each with a connection of its own.
//!
//! The thread that rested last is asked first: where little is read, few threads read it. A thread that
//! is not asked for a while ends, and gives back what its connection has kept.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use super::sqlite::Connection;
use super::{LOCK_PATIENCE, READERS, Row, Value};
use crate::{Result, StoreError};

/// Memory for the pages of a connection that reads, in KiB: the system keeps the file at hand anyway.
const CACHE_KIB: i32 = 512;

/// A thread ends after so much idleness.
const IDLE: Duration = Duration::from_secs(10);

/// A question and the way of its answer.
struct Question {
    sql: &'static str,
    values: Vec<Value>,
    answer: oneshot::Sender<Result<Vec<Row>>>,
    /// Held until it is answered, even if nobody waits for the answer any more.
    permit: OwnedSemaphorePermit,
}

/// A thread that waits for a question, and the connection to read with.
#[derive(Debug)]
struct Resting {
    thread: ThreadId,
    connection: Connection,
    wake: SyncSender<(Connection, Question)>,
}

#[derive(Clone, Debug)]
pub(super) struct Readers(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    path: PathBuf,
    idle: Duration,
    permits: Arc<Semaphore>,
    resting: Mutex<Vec<Resting>>,
}

impl Readers {
    pub(super) fn of(path: PathBuf) -> Readers {
        Readers::that_rest(path, IDLE)
    }

    fn that_rest(path: PathBuf, idle: Duration) -> Readers {
        let permits = Arc::new(Semaphore::new(READERS as usize));
        Readers(Arc::new(Shared { path, idle, permits, resting: Mutex::default() }))
    }

    pub(super) async fn rows(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<Row>> {
        let permit = Arc::clone(&self.0.permits).acquire_owned();
        let permit = tokio::time::timeout(LOCK_PATIENCE, permit).await;
        let permit = permit.map_err(|_| StoreError::Busy)?.map_err(|_| StoreError::Closed)?;
        let (answer, answered) = oneshot::channel();
        self.0.ask(Question { sql, values, answer, permit })?;
        // It breaks off only if the program ends or has a bug.
        answered.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Ends all connections.
    pub(super) fn close(&self) {
        self.0.permits.close();
        self.0.lock().clear();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Vec<Resting>> {
        self.resting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the thread that rested last, or starts one.
    fn ask(self: &Arc<Self>, question: Question) -> Result<()> {
        let rested = self.lock().pop();
        if let Some(Resting { connection, wake, .. }) = rested {
            return wake.send((connection, question)).map_err(|_| StoreError::Closed);
        }
        let shared = Arc::clone(self);
        let body = move || shared.read(question);
        let started = thread::Builder::new().name("sqlite-reader".to_owned()).spawn(body);
        started.map(drop).map_err(|_| StoreError::Busy)
    }

    /// Answers one question after the other. After an error the connection is not used again.
    fn read(&self, mut question: Question) {
        let mut connection = match Connection::open(&self.path, CACHE_KIB) {
            Ok(connection) => connection,
            Err(error) => return drop(question.answer.send(Err(error))),
        };
        loop {
            let Question { sql, values, answer, permit } = question;
            let rows = connection.rows(sql, values);
            let resting = if rows.is_ok() { self.rest(connection) } else { None };
            // Rests first: who hears the answer may ask again at once.
            drop(permit);
            let _ = answer.send(rows);
            match resting.and_then(|waiting| self.wait(&waiting)) {
                Some(next) => (connection, question) = next,
                None => return,
            }
        }
    }

    /// Lets this thread be found by the next question; nothing once the database is closed.
    fn rest(&self, connection: Connection) -> Option<Receiver<(Connection, Question)>> {
        let (wake, waiting) = sync_channel(1);
        let mut resting = self.lock();
        if self.permits.is_closed() {
            return None;
        }
        resting.push(Resting { thread: thread::current().id(), connection, wake });
        Some(waiting)
    }

    /// Waits for the next question; nothing if there is none for a while.
    fn wait(&self, waiting: &Receiver<(Connection, Question)>) -> Option<(Connection, Question)> {
        match waiting.recv_timeout(self.idle) {
            Ok(next) => Some(next),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => {
                let own = thread::current().id();
                let mut resting = self.lock();
                let place = resting.iter().position(|other| other.thread == own);
                let ended = place.map(|place| resting.remove(place));
                drop(resting);
                // Where it is not to be found, somebody is about to ask this thread.
                if ended.is_some() { None } else { waiting.recv().ok() }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::join_all;

    use super::*;

    const LONG: Duration = Duration::from_secs(600);

    fn readers(idle: Duration) -> (Readers, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("read.db");
        (Readers::that_rest(path, idle), folder)
    }

    #[tokio::test]
    async fn one_question_after_the_other_is_read_by_one_thread() {
        let (readers, _folder) = readers(LONG);
        for _ in 0..20 {
            assert_eq!(readers.rows("SELECT 1", vec![]).await.unwrap().len(), 1);
            assert_eq!(readers.0.lock().len(), 1);
        }
        readers.close();
        let closed = readers.rows("SELECT 1", vec![]).await;
        assert!(matches!(closed, Err(StoreError::Closed)));
    }

    #[tokio::test]
    async fn however_many_ask_at_once_so_many_threads_read() {
        let (readers, _folder) = readers(LONG);
        let asked = (0..200).map(|_| readers.rows("SELECT 1", vec![]));
        assert!(join_all(asked).await.iter().all(Result::is_ok));
        let resting = readers.0.lock().len();
        assert!((1..=READERS as usize).contains(&resting), "{resting} threads");
    }

    #[tokio::test]
    async fn threads_without_questions_end() {
        let (readers, _folder) = readers(Duration::from_millis(1));
        for round in 0..50 {
            let asked = (0..round % 10).map(|_| readers.rows("SELECT 1", vec![]));
            assert!(join_all(asked).await.iter().all(Result::is_ok));
        }
        let ended = async {
            while Arc::strong_count(&readers.0) > 1 {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(LOCK_PATIENCE, ended).await.expect("no thread holds on");
        assert!(readers.0.lock().is_empty());
    }

    #[tokio::test]
    async fn an_error_ends_its_connection_only() {
        let (readers, _folder) = readers(LONG);
        assert!(readers.rows("SELECT nothing", vec![]).await.is_err());
        assert!(readers.0.lock().is_empty());
        assert_eq!(readers.rows("SELECT 1", vec![]).await.unwrap().len(), 1);
    }
}
