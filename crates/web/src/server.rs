use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use std::{fmt, io};

use merels_services::accounts::warm_up;
use merels_services::live::{Computer, Oracles};
use merels_services::{MailError, Mailer, ServiceError, Services};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::app::App;
use crate::edge::connections::{self, Service};
use crate::edge::places::Room;
use crate::edge::redirect;
use crate::janitor;
use crate::metrics::describe_all;
use crate::own_pages::{OwnPages, OwnPagesError};
use crate::router::router;
use crate::settings::Settings;
use crate::site::health;
use crate::tls::{self, Tls, TlsError};

/// The time that clients have to leave when the server ends.
const FAREWELL: Duration = Duration::from_secs(8);

#[derive(Debug, Error)]
pub enum ServerError {
    #[error(transparent)]
    Services(#[from] ServiceError),
    /// The operator's own pages cannot be read.
    #[error(transparent)]
    OwnPages(#[from] OwnPagesError),
    #[error(transparent)]
    Tls(#[from] TlsError),
    #[error(transparent)]
    Mail(#[from] MailError),
    /// Somebody else listens there, or it is not this machine's address.
    #[error("cannot listen on {address}: {error}")]
    Listen { address: SocketAddr, error: io::Error },
}

/// Those who ask for figures are few.
const MOST_METRICS: u32 = 16;

/// Those who come without https are quickly sent on.
const MOST_REDIRECTS: u32 = 1000;

async fn listen(address: SocketAddr) -> Result<TcpListener, ServerError> {
    let listening = TcpListener::bind(address).await;
    listening.map_err(|error| ServerError::Listen { address, error })
}

pub struct Server {
    address: SocketAddr,
    app: App,
    closing: watch::Sender<bool>,
    serving: JoinHandle<()>,
    helpers: Vec<JoinHandle<()>>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

fn metrics_handle() -> PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    let install = || {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        // Another recorder may be there in a program that embeds the site: then it gets the figures.
        let _ = metrics::set_global_recorder(recorder);
        describe_all();
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
        let site = settings.public_url.as_ref();
        let mailer = settings.mail.as_ref().map(|mail| Mailer::new(mail, site, tls::certificates));
        let mailer = mailer.transpose()?;
        let metrics = metrics_handle();
        // Somebody else may listen here: better known before a database is made.
        let listener = listen(address).await?;
        let address = listener.local_addr().unwrap_or(address);
        let metrics_listener = match settings.metrics_listen {
            Some(address) => Some(listen(address).await?),
            None => None,
        };
        let redirect_listener = match settings.redirect_listen {
            Some(address) => Some(listen(address).await?),
            None => None,
        };
        let tls = match &settings.tls {
            Some(tls) => {
                let name = settings.public_url.as_ref().and_then(|url| url.domain());
                Some(Tls::start(tls, name)?)
            }
            None => None,
        };
        let own_pages = settings.own_pages.as_deref().map(OwnPages::read).transpose()?;
        let services = Services::open(settings.site_setup(mailer)).await?;
        let (closing, closed) = watch::channel(false);
        let own_pages = own_pages.unwrap_or_default();
        let app = App::new(settings, services, own_pages, metrics, closed.clone());
        // Before anybody's time can be up.
        app.services.heartbeats.beat().await?;
        // The computer takes up the games in which it was to move when the last server ended.
        app.services.jobs.wake_computer(app.services.clock.now()).await?;
        let computer = Computer::new(
            Arc::clone(&app.services.live),
            app.services.gate.clone(),
            Oracles::clone(&app.services.oracles),
        );
        let mut helpers = vec![
            tokio::spawn(computer.run(Arc::clone(&app.services.computer))),
            tokio::spawn(Arc::clone(&app.services.live).keep_up()),
            tokio::spawn(Arc::clone(&app.services.live).keep_counting_watchers()),
            tokio::spawn(janitor::run(app.clone())),
            tokio::spawn(Arc::clone(&app.services.jobs).watch_clocks()),
            tokio::spawn(Arc::clone(&app.services.mails).keep_sending()),
            tokio::spawn(warm_up()),
        ];
        let timeouts = app.settings.timeouts;
        let room = Room {
            connections: app.settings.limits.connections,
            per_network: app.settings.limits.connections_per_address,
            proxies: app.settings.trusted_proxies.clone(),
        };
        let plain = |router| Service { router, tls: None, timeouts, closing: closed.clone() };
        if let Some(listener) = metrics_listener {
            let service = plain(health::metrics_router(app.clone()));
            helpers.push(tokio::spawn(connections::serve(
                listener,
                service,
                Room::for_all(MOST_METRICS),
            )));
        }
        if let Some(listener) = redirect_listener {
            let service = plain(redirect::router(app.settings.public_url.as_ref()));
            let room = Room { connections: MOST_REDIRECTS, ..room.clone() };
            helpers.push(tokio::spawn(connections::serve(listener, service, room)));
        }
        let (tls, keeping) = tls.unzip();
        helpers.extend(keeping);
        let service = Service { tls, ..plain(router(app.clone())) };
        let serving = tokio::spawn(connections::serve(listener, service, room));
        Ok(Server { address, app, closing, serving, helpers })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Tells clients to come again, lets requests finish, writes what is to be written, and ends.
    pub async fn shut_down(self) {
        let _ = self.closing.send(true);
        let _ = tokio::time::timeout(FAREWELL, self.serving).await;
        self.helpers.iter().for_each(JoinHandle::abort);
        // The absence begins now.
        if let Err(error) = self.app.services.heartbeats.beat().await {
            tracing::warn!(%error, "the last sign of life could not be given");
        }
        self.app.services.close().await;
    }
}
