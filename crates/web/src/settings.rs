use std::collections::HashMap;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use merels_engine::Oracle;
use merels_live::{Bus, Clock, GateLimits, InProcess};
use merels_rules::GameId;
use merels_services::{ClientLimits, MailSettings};
use url::Url;

/// How the site is set up.
#[derive(Clone)]
pub struct Settings {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The database: `sqlite://FILE` or `postgres://…`.
    pub database: String,
    /// How the site speaks https by itself, if it does.
    pub tls: Option<TlsSettings>,
    /// Where those are sent to https who come without it, if anywhere.
    pub redirect_listen: Option<SocketAddr>,
    /// Where people find the site, if not where it listens. Over https, cookies are Secure.
    pub public_url: Option<Url>,
    /// The proxies whose word for the client's address is taken.
    pub trusted_proxies: Vec<IpAddr>,
    /// Perfect tables by game, for the level `perfect`.
    pub oracles: HashMap<GameId, Arc<dyn Oracle>>,
    /// What wakes the other nodes of the site.
    pub bus: Arc<dyn Bus>,
    /// How much of everything one client may have.
    pub limits: ClientLimits,
    /// How many questions the engine and the tables answer at once. With more than one, no address has
    /// all of them.
    pub engine_threads: usize,
    /// How long clients may take.
    pub timeouts: Timeouts,
    /// Where `/metrics` is told to whoever asks, if anywhere.
    pub metrics_listen: Option<SocketAddr>,
    /// Whoever has this token may ask the site itself for `/metrics`.
    pub metrics_token: Option<String>,
    /// Whether browsers are told to use https for all subdomains of the site too.
    pub hsts_subdomains: bool,
    /// The folder of the operator's own pages, if there are any.
    pub own_pages: Option<PathBuf>,
    /// Whether push services may be on this machine and without https: for tests.
    pub local_push: bool,
    /// How mail is sent; without it the site sends none.
    pub mail: Option<MailSettings>,
    /// The clock; tests bring their own.
    pub clock: Clock,
}

/// Where the site's certificate comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TlsSettings {
    /// Files, which are read again when they change.
    Files {
        /// The certificate and those it rests on, in PEM.
        cert: PathBuf,
        /// Its key, in PEM.
        key: PathBuf,
    },
    /// An authority that speaks ACME, for the name in the site's public address.
    Acme(AcmeSettings),
}

/// How a certificate is had by ACME.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcmeSettings {
    /// Where the account and the certificate are kept.
    pub folder: PathBuf,
    /// The mail address that the authority may write to.
    pub contact: Option<String>,
    /// The authority: the address of its directory.
    pub directory: String,
    /// The certificate of the authority's own site, if it is none that everybody knows.
    pub root: Option<PathBuf>,
}

/// The gate to the engine has room for the questions of so many networks that ask for all they may.
const GATE_NETWORKS: usize = 8;

/// As many as there are processors, and two at least: one is kept for the other addresses. They run at a
/// low priority.
fn usual_engine_threads() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from).max(2)
}

/// How long clients may take.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From the beginning of a connection, or from the last answer, to the end of a request's head.
    pub head: Duration,
    /// For the body of a request.
    pub body: Duration,
    /// Without a byte from a client; sockets are pinged more often.
    pub read: Duration,
    /// Without taking a byte of what is sent.
    pub write: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            head: Duration::from_secs(15),
            body: Duration::from_secs(10),
            read: Duration::from_secs(90),
            write: Duration::from_secs(20),
        }
    }
}

impl Settings {
    /// The usual settings, for a site on this machine.
    pub fn new(listen: SocketAddr, database: impl Into<String>) -> Settings {
        Settings {
            listen,
            database: database.into(),
            tls: None,
            redirect_listen: None,
            public_url: None,
            trusted_proxies: Vec::new(),
            oracles: HashMap::new(),
            bus: Arc::new(InProcess::default()),
            limits: ClientLimits::default(),
            engine_threads: usual_engine_threads(),
            timeouts: Timeouts::default(),
            metrics_listen: None,
            metrics_token: None,
            hsts_subdomains: false,
            own_pages: None,
            local_push: false,
            mail: None,
            clock: Clock::of_machine(),
        }
    }

    /// The size of the gate to the engine.
    pub(crate) fn gate_limits(&self) -> GateLimits {
        let waiting_per_network = self.limits.waiting_questions.max(1) as usize;
        let waiting = waiting_per_network.saturating_mul(GATE_NETWORKS);
        GateLimits { threads: self.engine_threads, waiting_per_network, waiting }
    }

    /// The whole address of a path of the site, if the site knows its own.
    pub(crate) fn address(&self, path: &str) -> Option<String> {
        self.public_url.as_ref()?.join(path).ok().map(String::from)
    }

    /// Whether browsers reach the site over https.
    pub(crate) fn is_secure(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.scheme() == "https")
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The database's address may hold a password.
        f.debug_struct("Settings")
            .field("listen", &self.listen)
            .field("public_url", &self.public_url)
            .field("trusted_proxies", &self.trusted_proxies)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
