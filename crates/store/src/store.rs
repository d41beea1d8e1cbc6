use std::sync::{Arc, Mutex};
use std::{fmt, io};

use tokio::sync::oneshot;

use crate::database::{self, Connection, Database, Place, values};
use crate::handles::{Accounts, Arenas, Cluster, Games, Meeting, Notices};
use crate::names::give_skeletons;
use crate::write::Write;
use crate::writer::Writer;
use crate::{Result, StoreError};
use merels_model::PlayerId;

/// The store of the site. See the crate's page.
pub struct Store {
    pub(crate) database: Database,
    writer: Writer,
    /// Tells when the writer has ended.
    writing: Mutex<Option<oneshot::Receiver<()>>>,
}

/// Room that a database which is fit for work has left, in bytes.
const ROOM: usize = 64 * 1024;

/// Takes room in the database and gives it back: a real write, which a full disk refuses.
pub(crate) struct Probe;

impl Write for Probe {
    type Answer = ();

    async fn write(&mut self, db: &mut Connection) -> Result<()> {
        // Nobody holds the lease of this name, and nobody sees it.
        let (work, room) = (format!("probe {}", PlayerId::random()), "0".repeat(ROOM));
        let sql = "INSERT INTO leases (work, holder, until) VALUES ($1, $2, 0)";
        db.execute(sql, values![work, room]).await?;
        let sql = "DELETE FROM leases WHERE work = $1";
        db.execute(sql, values![work]).await.map(drop)
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
    pub async fn open(address: &str) -> Result<Store> {
        let database = Database::open(address).await?;
        let (writer, writing) = Writer::start(database.clone());
        give_skeletons(&writer).await?;
        Ok(Store { database, writer, writing: Mutex::new(Some(writing)) })
    }

    pub async fn open_existing(address: &str) -> Result<Store> {
        if let Place::Sqlite(path) = database::place(address)?
            && !path.exists()
        {
            let missing = io::Error::from(io::ErrorKind::NotFound);
            return Err(StoreError::File(path.display().to_string(), Arc::new(missing)));
        }
        Store::open(address).await
    }

    pub async fn check(&self) -> Result<()> {
        self.database.exists("SELECT 1", []).await.map(drop)
    }

    /// Checks that the database can be written to and has room left.
    pub async fn check_writes(&self) -> Result<()> {
        self.writer.write(Probe).await
    }

    pub const fn accounts(&self) -> Accounts<'_> {
        Accounts { database: &self.database, writer: &self.writer }
    }

    pub const fn games(&self) -> Games<'_> {
        Games { database: &self.database, writer: &self.writer }
    }

    pub const fn meeting(&self) -> Meeting<'_> {
        Meeting { database: &self.database, writer: &self.writer }
    }

    pub const fn arenas(&self) -> Arenas<'_> {
        Arenas { database: &self.database, writer: &self.writer }
    }

    pub const fn notices(&self) -> Notices<'_> {
        Notices { database: &self.database, writer: &self.writer }
    }

    pub const fn cluster(&self) -> Cluster<'_> {
        Cluster { database: &self.database, writer: &self.writer }
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
