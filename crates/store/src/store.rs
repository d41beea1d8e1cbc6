use std::sync::{Arc, Mutex};
use std::{fmt, io};

use tokio::sync::oneshot;

use crate::StoreError;
use crate::database::{self, Connection, Database, Place};
use crate::writer::{Write, Writer};

/// What the site keeps. See the crate's page.
pub struct Store {
    pub(crate) database: Database,
    pub(crate) writer: Writer,
    /// Tells when the writer has ended.
    writing: Mutex<Option<oneshot::Receiver<()>>>,
}

/// A write that changes nothing anybody reads.
struct Touch;

impl Write for Touch {
    type Answer = ();

    async fn write(&mut self, db: &mut Connection) -> Result<(), StoreError> {
        db.execute("UPDATE heartbeat SET at = at", []).await.map(drop)
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("database", &self.database).finish_non_exhaustive()
    }
}

impl Store {
    /// Opens the database at an address, `sqlite://FILE` or `postgres://…`, makes it if it is a
    /// file that is not there, and brings its tables up to date.
    ///
    /// # Errors
    ///
    /// If the address is not understood or the database does not answer.
    pub async fn open(address: &str) -> Result<Store, StoreError> {
        let database = Database::open(address).await?;
        let (writer, writing) = Writer::start(database.clone());
        let store = Store { database, writer, writing: Mutex::new(Some(writing)) };
        store.give_skeletons().await?;
        Ok(store)
    }

    /// Opens a database that is there already.
    ///
    /// # Errors
    ///
    /// If there is none, the address is not understood, or the database does not answer.
    pub async fn open_existing(address: &str) -> Result<Store, StoreError> {
        if let Place::Sqlite(path) = database::place(address)?
            && !path.exists()
        {
            let missing = io::Error::from(io::ErrorKind::NotFound);
            return Err(StoreError::File(path.display().to_string(), Arc::new(missing)));
        }
        Store::open(address).await
    }

    /// Whether the database answers.
    ///
    /// # Errors
    ///
    /// If it does not.
    pub async fn check(&self) -> Result<(), StoreError> {
        self.database.rows("SELECT 1", []).await.map(drop)
    }

    /// Whether the database can be written to.
    ///
    /// # Errors
    ///
    /// If it cannot.
    pub async fn check_writes(&self) -> Result<(), StoreError> {
        self.writer.write(Touch).await
    }

    /// Waits until everything that was handed over is written, then ends all connections. Whatever
    /// comes later is refused.
    pub async fn close(&self) {
        self.writer.close();
        let writing = self.writing.lock().ok().and_then(|mut writing| writing.take());
        if let Some(writing) = writing {
            let _ = writing.await;
        }
        self.database.close().await;
    }
}
