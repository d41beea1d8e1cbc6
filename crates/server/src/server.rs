use std::fmt;
use std::future::IntoFuture;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use merels_store::{Store, StoreError};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::app::App;
use crate::computer;
use crate::computer_queue::ComputerQueue;
use crate::janitor;
use crate::limits::RateLimits;
use crate::live::Live;
use crate::passwords;
use crate::router::router;
use crate::settings::Settings;

/// How long clients have to leave when the server ends.
const FAREWELL: Duration = Duration::from_secs(5);

/// Why the server could not be started.
#[derive(Debug, Error)]
pub enum ServerError {
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Somebody else listens there, or it is not this machine's address.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why not.
        error: io::Error,
    },
}

/// A running site.
pub struct Server {
    address: SocketAddr,
    app: Arc<App>,
    closing: watch::Sender<bool>,
    serving: JoinHandle<io::Result<()>>,
    helpers: Vec<JoinHandle<()>>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

/// The one recorder of figures of this process.
fn metrics_handle() -> PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    let install = || {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        // Another recorder may be there in a program that embeds the site: then it gets the figures.
        let _ = metrics::set_global_recorder(recorder);
        handle
    };
    HANDLE.get_or_init(install).clone()
}

impl Server {
    /// Opens the database, listens, and takes up the games of the last time.
    ///
    /// # Errors
    ///
    /// If the database or the address cannot be used.
    pub async fn start(settings: Settings) -> Result<Server, ServerError> {
        let address = settings.listen;
        let metrics = metrics_handle();
        // Somebody else may listen here: better known before a database is made.
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|error| ServerError::Listen { address, error })?;
        let address = listener.local_addr().unwrap_or(address);
        let store = Arc::new(Store::open(&settings.database).await?);
        let queue = Arc::new(ComputerQueue::default());
        let bus = Arc::clone(&settings.bus);
        let live = Arc::new(Live::new(Arc::clone(&store), bus, Arc::clone(&queue)));
        let (closing, closed) = watch::channel(false);
        let app = Arc::new(App {
            limits: RateLimits::new(&settings.limits),
            oracles: settings.oracles.clone(),
            settings,
            store,
            live,
            computer: Arc::clone(&queue),
            metrics,
            closing: closed.clone(),
        });
        // The computer takes up the games in which it was to move when the last server ended.
        for game in app.store.games_awaiting_computer().await? {
            queue.push(&game.key, &game.seats);
        }
        let helpers = vec![
            tokio::spawn(computer::run(Arc::clone(&app.live), queue, app.oracles.clone())),
            tokio::spawn(Arc::clone(&app.live).keep_up()),
            tokio::spawn(janitor::run(Arc::clone(&app))),
            tokio::spawn(passwords::warm_up()),
        ];
        let service = router(Arc::clone(&app)).into_make_service_with_connect_info::<SocketAddr>();
        let mut closed = closed;
        let until_closing = async move {
            let _ = closed.wait_for(|closing| *closing).await;
        };
        let serving = axum::serve(listener, service).with_graceful_shutdown(until_closing);
        let serving = tokio::spawn(serving.into_future());
        Ok(Server { address, app, closing, serving, helpers })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Tells clients to come again, lets requests finish, writes what is to be written, and ends.
    pub async fn shut_down(self) {
        let _ = self.closing.send(true);
        let farewell = async {
            let _ = self.serving.await;
            self.app.limits.all_sockets_closed().await;
        };
        let _ = tokio::time::timeout(FAREWELL, farewell).await;
        self.helpers.iter().for_each(JoinHandle::abort);
        self.app.store.close().await;
    }
}
