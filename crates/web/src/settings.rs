use std::collections::HashMap;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::ArgAction;
use merels_engine::Oracle;
use merels_rules::GameId;
use merels_services::live::{Bus, Clock, GateLimits, InProcess};
use merels_services::{ClientLimits, MailSettings, Mailer, SiteSetup, default_settings};
use url::Url;

use crate::tls::TlsSettings;

/// The database where none is named.
pub const USUAL_DATABASE: &str = "sqlite://merels.db";

/// The settings of the site. A field names its flag, its variable of the environment, its default and its
/// help; the file of settings and the table in docs/hosting.md follow from them.
#[derive(Clone, clap::Args)]
pub struct Settings {
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", env = "MERELS_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// The database: sqlite://FILE or postgres://…
    #[arg(long, value_name = "URL", env = "MERELS_DATABASE", hide_env_values = true)]
    #[arg(default_value = USUAL_DATABASE)]
    pub database: String,
    /// The address under which people find the site; over https, cookies are Secure
    #[arg(long, value_name = "URL", env = "MERELS_PUBLIC_URL")]
    pub public_url: Option<Url>,
    /// The certificate of the site's own TLS.
    #[arg(skip)]
    pub tls: Option<TlsSettings>,
    /// Send visitors of this address to the site, over https
    #[arg(long, value_name = "ADDRESS", env = "MERELS_REDIRECT_LISTEN")]
    pub redirect_listen: Option<SocketAddr>,
    /// A proxy whose X-Forwarded-For is believed; may be given several times
    #[arg(long = "trusted-proxy", value_name = "ADDR", env = "MERELS_TRUSTED_PROXY")]
    #[arg(value_delimiter = ',')]
    pub trusted_proxies: Vec<IpAddr>,
    /// A folder of your own pages, linked at the foot of every page: imprint.en.md, imprint.de.md …
    #[arg(long = "pages", value_name = "DIR", env = "MERELS_PAGES")]
    pub own_pages: Option<PathBuf>,
    /// Perfect tables by game, for the level `perfect`.
    #[arg(skip)]
    pub oracles: HashMap<GameId, Arc<dyn Oracle>>,
    /// Wakes the other nodes of the site.
    #[arg(skip = Arc::new(InProcess::default()) as Arc<dyn Bus>)]
    pub bus: Arc<dyn Bus>,
    #[command(flatten)]
    pub limits: ClientLimits,
    /// Questions that the engine and the tables answer at once [default: one for each processor, at
    /// least 2]
    // With more than one, no address has all of them.
    #[arg(long, value_name = "N", env = "MERELS_ENGINE_THREADS")]
    #[arg(default_value_t = usual_engine_threads(), hide_default_value = true)]
    pub engine_threads: usize,
    #[arg(skip)]
    pub timeouts: Timeouts,
    /// Answer /metrics on this address, to everyone who can reach it
    #[arg(long, value_name = "ADDRESS", env = "MERELS_METRICS_LISTEN")]
    pub metrics_listen: Option<SocketAddr>,
    /// Answer /metrics on the site to whoever sends this as a bearer token
    #[arg(long, value_name = "TOKEN", env = "MERELS_METRICS_TOKEN", hide_env_values = true)]
    pub metrics_token: Option<String>,
    /// Tell browsers that all subdomains of the site speak https too
    #[arg(long, value_name = "BOOL", env = "MERELS_HSTS_SUBDOMAINS", action = ArgAction::Set)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(default_value_t = false)]
    pub hsts_subdomains: bool,
    /// Push services may be on this machine and without https: for tests.
    #[arg(skip)]
    pub local_push: bool,
    /// Settings of mail; without them the site sends none.
    #[arg(skip)]
    pub mail: Option<MailSettings>,
    /// The clock; tests bring their own.
    #[arg(skip = Clock::of_machine())]
    pub clock: Clock,
}

/// The gate to the engine has room for the questions of so many networks that ask for all they may.
const GATE_NETWORKS: usize = 8;

/// As many as there are processors, and two at least: one is kept for the other addresses. They run at a
/// low priority.
fn usual_engine_threads() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from).max(2)
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From the beginning of a connection, or from the last answer, to the end of a request's head.
    pub head: Duration,
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
        Settings { listen, database: database.into(), ..default_settings() }
    }

    /// The part of the settings that the services of the site ask for.
    pub(crate) fn site_setup(&self, mailer: Option<Mailer>) -> SiteSetup {
        let waiting_per_network = self.limits.waiting_questions.max(1) as usize;
        let waiting = waiting_per_network.saturating_mul(GATE_NETWORKS);
        let threads = self.engine_threads;
        SiteSetup {
            database: self.database.clone(),
            bus: Arc::clone(&self.bus),
            clock: self.clock.clone(),
            limits: self.limits,
            gate: GateLimits { threads, waiting_per_network, waiting },
            oracles: self.oracles.clone(),
            local_push: self.local_push,
            mailer,
            public_url: self.public_url.clone(),
        }
    }

    /// True if browsers reach the site over https.
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
