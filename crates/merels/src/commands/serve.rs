//! The site. Settings come from flags, else from the environment, else from a file, else they are
//! the usual ones.

use std::collections::HashMap;
use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::{fs, path::Path};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::ValueEnum;
use merels_engine::Oracle;
use merels_rules::GameId;
use merels_rules::morris::Variant;
use merels_web::{AcmeSettings, ClientLimits, MailSettings, Nats, Server, Settings, TlsSettings};
use serde::Deserialize;
use tokio::signal;
use tracing_subscriber::EnvFilter;
use url::Url;

use crate::cli::OptionalTables;
use crate::output;
use crate::table_oracle;

/// Let's Encrypt.
const USUAL_AUTHORITY: &str = "https://acme-v02.api.letsencrypt.org/directory";

const USUAL_LISTEN: &str = "127.0.0.1:8080";
pub(super) const USUAL_DATABASE: &str = "sqlite://merels.db";

/// Starts the site: accounts, matchmaking, live games
///
/// Without any settings it serves this machine at http://127.0.0.1:8080 and keeps everything in
/// merels.db in the current folder, which it makes at the first start.
///
/// Every setting can also be given in the environment, as MERELS_ and its name in capitals with
/// underscores, or in a TOML file (--config), as its name with underscores: listen =
/// "0.0.0.0:8080". A flag wins over the environment, the environment over the file.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  merels serve
  merels serve --listen 0.0.0.0:80 --public-url http://games.example
  merels serve --listen 0.0.0.0:443 --public-url https://games.example --acme certificates
  merels serve --database postgres://merels@localhost/merels --tables tables
  merels serve --database postgres://db/merels --bus nats://db:4222 --listen 10.0.0.2:8080
  MERELS_LISTEN=127.0.0.1:9000 merels serve --config merels.toml")]
pub(crate) struct Args {
    /// A TOML file with settings
    #[arg(long, value_name = "FILE", env = "MERELS_CONFIG")]
    config: Option<PathBuf>,
    #[command(flatten)]
    choices: Choices,
    #[command(flatten)]
    tables: OptionalTables,
}

/// What can be chosen, by flag, environment or file.
#[derive(Clone, Debug, Default, clap::Args, Deserialize)]
#[serde(deny_unknown_fields)]
struct Choices {
    /// Where to listen [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS", env = "MERELS_LISTEN")]
    listen: Option<SocketAddr>,
    /// The database: sqlite://FILE or postgres://… [default: sqlite://merels.db]
    #[arg(long, value_name = "URL", env = "MERELS_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// What wakes the other nodes of the site: nats://HOST:PORT; only with postgres
    #[arg(long, value_name = "URL", env = "MERELS_BUS", hide_env_values = true)]
    bus: Option<String>,
    /// Where people find the site; over https, cookies are Secure
    #[arg(long, value_name = "URL", env = "MERELS_PUBLIC_URL")]
    public_url: Option<Url>,
    /// Speak https by itself: the file of the certificate (PEM); read again when it changes
    #[arg(long, value_name = "FILE", env = "MERELS_TLS_CERT")]
    tls_cert: Option<PathBuf>,
    /// The file of the certificate's key (PEM)
    #[arg(long, value_name = "FILE", env = "MERELS_TLS_KEY")]
    tls_key: Option<PathBuf>,
    /// Speak https by itself: get and renew a certificate by ACME, kept in this folder
    #[arg(long, value_name = "DIR", env = "MERELS_ACME")]
    acme: Option<PathBuf>,
    /// The mail address that the authority may write to
    #[arg(long, value_name = "MAIL", env = "MERELS_ACME_CONTACT")]
    acme_contact: Option<String>,
    /// The directory of the authority [default: Let's Encrypt's]
    #[arg(long, value_name = "URL", env = "MERELS_ACME_DIRECTORY")]
    acme_directory: Option<Url>,
    /// The certificate by which the authority itself is known, if it is your own (PEM)
    #[arg(long, value_name = "FILE", env = "MERELS_ACME_ROOT")]
    acme_root: Option<PathBuf>,
    /// Send whoever comes to this address to the site, over https
    #[arg(long, value_name = "ADDRESS", env = "MERELS_REDIRECT_LISTEN")]
    redirect_listen: Option<SocketAddr>,
    /// A proxy whose X-Forwarded-For is believed; may be given several times
    #[arg(long, value_name = "ADDR", env = "MERELS_TRUSTED_PROXY", value_delimiter = ',')]
    #[serde(default)]
    trusted_proxy: Vec<IpAddr>,
    /// The folder of the perfect tables (in the file only; the flag is --tables)
    #[arg(skip)]
    tables: Option<PathBuf>,
    /// A folder of your own pages, linked at the foot of every page: imprint.en.md, imprint.de.md …
    #[arg(long, value_name = "DIR", env = "MERELS_PAGES")]
    pages: Option<PathBuf>,
    /// Attempts to log in from one address, a minute [default: 60]
    #[arg(long, value_name = "N", env = "MERELS_LOGINS_PER_MINUTE")]
    logins_per_minute: Option<u32>,
    /// Attempts to log in to one account from one address, a minute [default: 10]
    #[arg(long, value_name = "N", env = "MERELS_LOGINS_PER_ACCOUNT")]
    logins_per_account: Option<u32>,
    /// Attempts to log in to one account from all new addresses, an hour [default: 100]
    #[arg(long, value_name = "N", env = "MERELS_LOGINS_PER_ACCOUNT_HOUR")]
    logins_per_account_hour: Option<u32>,
    /// New accounts and guests from one address, a minute [default: 30]
    #[arg(long, value_name = "N", env = "MERELS_SIGNUPS_PER_MINUTE")]
    signups_per_minute: Option<u32>,
    /// Games started from one address, a minute [default: 60]
    #[arg(long, value_name = "N", env = "MERELS_GAMES_PER_MINUTE")]
    games_per_minute: Option<u32>,
    /// Open connections of all clients together [default: 20000]
    #[arg(long, value_name = "N", env = "MERELS_CONNECTIONS")]
    connections: Option<u32>,
    /// Open connections of one address; a trusted proxy may have more [default: 500]
    #[arg(long, value_name = "N", env = "MERELS_CONNECTIONS_PER_ADDRESS")]
    connections_per_address: Option<u32>,
    /// Open sockets of one address [default: 100]
    #[arg(long, value_name = "N", env = "MERELS_SOCKETS_PER_ADDRESS")]
    sockets_per_address: Option<u32>,
    /// Messages on one socket, a second [default: 50]
    #[arg(long, value_name = "N", env = "MERELS_MESSAGES_PER_SECOND")]
    messages_per_second: Option<u32>,
    /// Calls of a program, a minute: with one token, or from an address without [default: 1200]
    #[arg(long, value_name = "N", env = "MERELS_API_CALLS_PER_MINUTE")]
    api_calls_per_minute: Option<u32>,
    /// Questions for values, a minute: with one token, or from an address without [default: 600]
    #[arg(long, value_name = "N", env = "MERELS_VALUES_PER_MINUTE")]
    #[serde(alias = "api_probes_per_minute")]
    values_per_minute: Option<u32>,
    /// Questions to the engine and the tables from one address that wait [default: 64]
    #[arg(long, value_name = "N", env = "MERELS_WAITING_QUESTIONS")]
    waiting_questions: Option<u32>,
    /// Questions that the engine and the tables answer at once [default: one for each processor, at least 2]
    #[arg(long, value_name = "N", env = "MERELS_ENGINE_THREADS")]
    engine_threads: Option<usize>,
    /// Answer /metrics on this address, to everyone who can reach it
    #[arg(long, value_name = "ADDRESS", env = "MERELS_METRICS_LISTEN")]
    metrics_listen: Option<SocketAddr>,
    /// Answer /metrics on the site to whoever sends this as a bearer token
    #[arg(long, value_name = "TOKEN", env = "MERELS_METRICS_TOKEN", hide_env_values = true)]
    metrics_token: Option<String>,
    /// Tell browsers that all subdomains of the site speak https too
    #[arg(long, env = "MERELS_HSTS_SUBDOMAINS")]
    #[serde(default)]
    hsts_subdomains: bool,
    /// The mail server: smtps://HOST, smtp://HOST (with STARTTLS, unless it is this machine), or
    /// smtp://USER@HOST with the password in --smtp-password-file or MERELS_SMTP_PASSWORD;
    /// smtp://localhost?tls=required demands STARTTLS of this machine too
    #[arg(long, value_name = "URL", env = "MERELS_SMTP")]
    smtp: Option<Url>,
    /// A file with the password for the mail server
    #[arg(long, value_name = "FILE", env = "MERELS_SMTP_PASSWORD_FILE")]
    smtp_password_file: Option<PathBuf>,
    /// A certificate (PEM) to trust beside the system's, if the mail server has one of your own
    #[arg(long, value_name = "FILE", env = "MERELS_SMTP_CA")]
    smtp_ca: Option<PathBuf>,
    /// Who writes: Merels <merels@example.org> [default: merels at the site's host]
    #[arg(long, value_name = "SENDER", env = "MERELS_MAIL_FROM")]
    mail_from: Option<String>,
    /// How the log is written
    #[arg(long, value_enum, env = "MERELS_LOG_FORMAT")]
    log_format: Option<LogFormat>,
    /// What is logged: error, warn, info, debug, or a filter [default: info]
    #[arg(long, value_name = "FILTER", env = "MERELS_LOG")]
    log: Option<String>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LogFormat {
    Text,
    Json,
}

impl Choices {
    fn from_file(path: &Path) -> Result<Choices> {
        let text = fs::read_to_string(path)
            .with_context(|| format!("the settings {} cannot be read", path.display()))?;
        toml::from_str(&text).map_err(|error| {
            // Its own way of saying it takes several lines.
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            anyhow!("the settings {}, line {line}: {}", path.display(), error.message())
        })
    }

    /// What is not chosen here is taken from there.
    fn or(self, other: Choices) -> Choices {
        let proxies =
            if self.trusted_proxy.is_empty() { other.trusted_proxy } else { self.trusted_proxy };
        Choices {
            listen: self.listen.or(other.listen),
            database: self.database.or(other.database),
            bus: self.bus.or(other.bus),
            public_url: self.public_url.or(other.public_url),
            tls_cert: self.tls_cert.or(other.tls_cert),
            tls_key: self.tls_key.or(other.tls_key),
            acme: self.acme.or(other.acme),
            acme_contact: self.acme_contact.or(other.acme_contact),
            acme_directory: self.acme_directory.or(other.acme_directory),
            acme_root: self.acme_root.or(other.acme_root),
            redirect_listen: self.redirect_listen.or(other.redirect_listen),
            trusted_proxy: proxies,
            tables: self.tables.or(other.tables),
            pages: self.pages.or(other.pages),
            logins_per_minute: self.logins_per_minute.or(other.logins_per_minute),
            logins_per_account: self.logins_per_account.or(other.logins_per_account),
            logins_per_account_hour: self.logins_per_account_hour.or(other.logins_per_account_hour),
            signups_per_minute: self.signups_per_minute.or(other.signups_per_minute),
            games_per_minute: self.games_per_minute.or(other.games_per_minute),
            connections: self.connections.or(other.connections),
            connections_per_address: self.connections_per_address.or(other.connections_per_address),
            sockets_per_address: self.sockets_per_address.or(other.sockets_per_address),
            messages_per_second: self.messages_per_second.or(other.messages_per_second),
            api_calls_per_minute: self.api_calls_per_minute.or(other.api_calls_per_minute),
            values_per_minute: self.values_per_minute.or(other.values_per_minute),
            waiting_questions: self.waiting_questions.or(other.waiting_questions),
            engine_threads: self.engine_threads.or(other.engine_threads),
            metrics_listen: self.metrics_listen.or(other.metrics_listen),
            metrics_token: self.metrics_token.or(other.metrics_token),
            hsts_subdomains: self.hsts_subdomains || other.hsts_subdomains,
            smtp: self.smtp.or(other.smtp),
            smtp_password_file: self.smtp_password_file.or(other.smtp_password_file),
            smtp_ca: self.smtp_ca.or(other.smtp_ca),
            mail_from: self.mail_from.or(other.mail_from),
            log_format: self.log_format.or(other.log_format),
            log: self.log.or(other.log),
        }
    }

    /// How the site speaks https by itself, if it does.
    fn tls(&self) -> Result<Option<TlsSettings>> {
        let tls = match (&self.tls_cert, &self.tls_key, &self.acme) {
            (None, None, None) => None,
            (Some(cert), Some(key), None) => {
                Some(TlsSettings::Files { cert: cert.clone(), key: key.clone() })
            }
            (None, None, Some(folder)) => Some(TlsSettings::Acme(self.acme_in(folder))),
            (_, _, Some(_)) => bail!("choose one: tls_cert and tls_key, or acme"),
            _ => bail!("tls_cert and tls_key go together"),
        };
        if tls.is_some() || self.redirect_listen.is_some() {
            let url = self.public_url.as_ref();
            ensure!(
                url.is_some_and(|url| url.scheme() == "https"),
                "over https the site must know its own address: public_url = \"https://…\""
            );
        }
        Ok(tls)
    }

    fn acme_in(&self, folder: &Path) -> AcmeSettings {
        let directory = self.acme_directory.as_ref().map(Url::to_string);
        AcmeSettings {
            folder: folder.to_owned(),
            contact: self.acme_contact.clone(),
            directory: directory.unwrap_or_else(|| USUAL_AUTHORITY.to_owned()),
            root: self.acme_root.clone(),
        }
    }

    fn limits(&self) -> ClientLimits {
        let usual = ClientLimits::default();
        ClientLimits {
            logins_per_minute: self.logins_per_minute.unwrap_or(usual.logins_per_minute),
            logins_per_account: self.logins_per_account.unwrap_or(usual.logins_per_account),
            logins_per_account_hour: self
                .logins_per_account_hour
                .unwrap_or(usual.logins_per_account_hour),
            signups_per_minute: self.signups_per_minute.unwrap_or(usual.signups_per_minute),
            games_per_minute: self.games_per_minute.unwrap_or(usual.games_per_minute),
            connections: self.connections.unwrap_or(usual.connections),
            connections_per_address: self
                .connections_per_address
                .unwrap_or(usual.connections_per_address),
            sockets: self.sockets_per_address.unwrap_or(usual.sockets),
            messages_per_second: self.messages_per_second.unwrap_or(usual.messages_per_second),
            api_calls_per_minute: self.api_calls_per_minute.unwrap_or(usual.api_calls_per_minute),
            values_per_minute: self.values_per_minute.unwrap_or(usual.values_per_minute),
            waiting_questions: self.waiting_questions.unwrap_or(usual.waiting_questions),
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let file = args.config.as_deref().map(Choices::from_file).transpose()?.unwrap_or_default();
    let chosen = Choices { tables: args.tables.tables.clone(), ..args.choices.clone() }.or(file);
    start_log(&chosen)?;
    let runtime = tokio::runtime::Runtime::new().context("the threads cannot be started")?;
    runtime.block_on(serve(chosen))?;
    Ok(ExitCode::SUCCESS)
}

fn start_log(chosen: &Choices) -> Result<()> {
    let filter = chosen.log.as_deref().unwrap_or("info");
    let filter =
        EnvFilter::try_new(filter).with_context(|| format!("the log filter '{filter}'"))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    match chosen.log_format.unwrap_or(LogFormat::Text) {
        LogFormat::Text => log.with_ansi(io::stderr().is_terminal()).init(),
        LogFormat::Json => log.json().init(),
    }
    Ok(())
}

async fn serve(chosen: Choices) -> Result<()> {
    let listen = match chosen.listen {
        Some(listen) => listen,
        None => USUAL_LISTEN.parse().context("the usual address")?,
    };
    let database = chosen.database.clone().unwrap_or_else(|| USUAL_DATABASE.to_owned());
    let mut settings = Settings {
        tls: chosen.tls()?,
        redirect_listen: chosen.redirect_listen,
        public_url: chosen.public_url.clone(),
        trusted_proxies: chosen.trusted_proxy.clone(),
        oracles: chosen.tables.as_deref().map(open_tables).unwrap_or_default(),
        own_pages: chosen.pages.clone(),
        limits: chosen.limits(),
        metrics_listen: chosen.metrics_listen,
        metrics_token: chosen.metrics_token.clone(),
        hsts_subdomains: chosen.hsts_subdomains,
        mail: mail(&chosen)?,
        ..Settings::new(listen, database)
    };
    if let Some(threads) = chosen.engine_threads {
        settings.engine_threads = threads;
    }
    if let Some(bus) = &chosen.bus {
        settings.bus = Arc::new(Nats::connect(bus).await?);
    }
    let perfect: Vec<&str> = settings.oracles.keys().map(|game| game.id()).collect();
    if !perfect.is_empty() {
        tracing::info!(games = perfect.join(" "), "the computer plays perfectly");
    }
    let public = settings.public_url.clone();
    let mut end = std::pin::pin!(end_signal()?);
    let server = tokio::select! {
        server = Server::start(settings) => server?,
        () = &mut end => return Ok(()),
    };
    let address = match public {
        Some(url) => url.to_string(),
        None => format!("http://{}/", server.address()),
    };
    // Whoever started the site sees where it is; a script can wait for this line.
    writeln!(output::stdout(), "Merels is at {address}")?;
    end.await;
    tracing::info!("saying goodbye");
    server.shut_down().await;
    Ok(())
}

/// How mail is sent, if it is. The password comes from a file or the environment alone: what stands on
/// the command line is seen by everybody on the machine.
fn mail(chosen: &Choices) -> Result<Option<MailSettings>> {
    let Some(server) = chosen.smtp.clone() else {
        let in_vain =
            [&chosen.smtp_password_file, &chosen.smtp_ca].iter().any(|file| file.is_some());
        if in_vain || chosen.mail_from.is_some() {
            return Err(anyhow!("mail needs a mail server: smtp = \"smtps://HOST\""));
        }
        return Ok(None);
    };
    let password = match &chosen.smtp_password_file {
        Some(file) => {
            let text = fs::read_to_string(file)
                .with_context(|| format!("the password {} cannot be read", file.display()))?;
            Some(text.trim_end_matches(['\r', '\n']).to_owned())
        }
        None => std::env::var("MERELS_SMTP_PASSWORD").ok(),
    };
    let host = chosen.public_url.as_ref().and_then(Url::host_str).unwrap_or("localhost");
    let from = chosen.mail_from.clone().unwrap_or_else(|| format!("Merels <merels@{host}>"));
    Ok(Some(MailSettings { server, password, from, ca: chosen.smtp_ca.clone() }))
}

/// Ctrl-C or a polite kill. It is listened for from this call on: whoever reads the address may end the
/// site at once.
#[cfg(unix)]
pub(super) fn end_signal() -> Result<impl Future<Output = ()>> {
    use signal::unix::{SignalKind, signal};

    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ctrl-C.
#[cfg(not(unix))]
pub(super) fn end_signal() -> Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = signal::ctrl_c().await;
    })
}

/// The tables that are complete; what is missing or damaged is said and left out.
fn open_tables(folder: &Path) -> HashMap<GameId, Arc<dyn Oracle>> {
    let mut oracles: HashMap<GameId, Arc<dyn Oracle>> = HashMap::new();
    for game in Variant::all().map(GameId::Morris) {
        if !folder.join(game.id()).is_dir() {
            continue;
        }
        match table_oracle::open(folder, game) {
            Ok(oracle) => {
                oracles.insert(game, oracle);
            }
            Err(error) => tracing::warn!("{error:#}"),
        }
    }
    if oracles.is_empty() {
        tracing::warn!(folder = %folder.display(), "there are no complete tables");
    }
    oracles
}
