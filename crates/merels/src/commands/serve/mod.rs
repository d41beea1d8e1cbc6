//! The site. A setting comes from its flag, else from the environment, else from a file, else it is the
//! usual one.

mod file;

use std::collections::HashMap;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::{Args as _, Command, FromArgMatches, ValueEnum};
use merels_engine::Oracle;
use merels_rules::GameId;
use merels_rules::morris::Variant;
pub(super) use merels_web::USUAL_DATABASE;
use merels_web::{MailFlags, Nats, Server, Settings, TlsFlags};
use tokio::signal;
use tracing_subscriber::EnvFilter;

use crate::cli::OptionalTables;
use crate::output;
use crate::table_oracle;

/// Starts the site: accounts, matchmaking, live games
///
/// Without any settings it serves this machine at http://127.0.0.1:8080 and keeps everything in
/// merels.db in the current folder, which it makes at the first start.
///
/// Every setting can also be given in the environment, as MERELS_ and its name in capitals with
/// underscores, or in a TOML file (--config), as its name with underscores: listen =
/// "0.0.0.0:8080". A flag wins over the environment, the environment over the file.
#[derive(Clone, Debug, clap::Args)]
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
    site: Settings,
    /// Wakes the other nodes of the site: nats://HOST:PORT; only with postgres
    #[arg(long, value_name = "URL", env = "MERELS_BUS", hide_env_values = true)]
    bus: Option<String>,
    #[command(flatten)]
    tables: OptionalTables,
    #[command(flatten)]
    tls: TlsFlags,
    #[command(flatten)]
    mail: MailFlags,
    /// The form of the log
    #[arg(long, value_enum, env = "MERELS_LOG_FORMAT", default_value = "text")]
    log_format: LogFormat,
    /// The least level that is logged: error, warn, info, debug, or a filter
    #[arg(long, value_name = "FILTER", env = "MERELS_LOG", default_value = "info")]
    log: String,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum LogFormat {
    Text,
    Json,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let chosen = match &args.config {
        Some(path) => {
            // `serve` stands in the place of the program's name.
            let given = Args::augment_args(Command::new("serve"))
                .get_matches_from(std::env::args_os().skip(1));
            Args::from_arg_matches(&file::merge(&given, path)?)?
        }
        None => args.clone(),
    };
    start_log(&chosen)?;
    let runtime = tokio::runtime::Runtime::new().context("the threads cannot be started")?;
    runtime.block_on(serve(chosen))?;
    Ok(ExitCode::SUCCESS)
}

fn start_log(chosen: &Args) -> Result<()> {
    let filter = &chosen.log;
    let filter =
        EnvFilter::try_new(filter).with_context(|| format!("the log filter '{filter}'"))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    match chosen.log_format {
        LogFormat::Text => log.with_ansi(io::stderr().is_terminal()).init(),
        LogFormat::Json => log.json().init(),
    }
    Ok(())
}

async fn serve(chosen: Args) -> Result<()> {
    let mut settings = chosen.site;
    let public = settings.public_url.clone();
    settings.tls = chosen.tls.settings(public.as_ref(), settings.redirect_listen.is_some())?;
    let password = std::env::var("MERELS_SMTP_PASSWORD").ok();
    settings.mail = chosen.mail.settings(password, public.as_ref())?;
    settings.oracles = chosen.tables.tables.as_deref().map(open_tables).unwrap_or_default();
    if let Some(bus) = &chosen.bus {
        settings.bus = Arc::new(Nats::connect(bus).await?);
    }
    let perfect: Vec<&str> = settings.oracles.keys().map(|game| game.id()).collect();
    if !perfect.is_empty() {
        tracing::info!(games = perfect.join(" "), "the computer plays perfectly");
    }
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

/// Ctrl-C or a polite kill, heard from this call on: a script that reads the address may end the site at
/// once.
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

/// The tables that are complete; missing or damaged ones are logged and left out.
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

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::fs;

    use super::*;

    fn repository(path: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
    }

    #[test]
    fn a_setting_has_one_name_everywhere_and_a_help() {
        for arg in Args::augment_args(Command::new("serve")).get_arguments() {
            let flag = arg.get_long().unwrap();
            let variable = format!("MERELS_{}", flag.replace('-', "_").to_uppercase());
            assert_eq!(arg.get_env().and_then(|name| name.to_str()), Some(&*variable));
            assert!(arg.get_help().is_some(), "{flag}");
        }
    }

    fn table() -> String {
        let mut table = "| setting | default | |\n|---|---|---|\n".to_owned();
        let command = Args::augment_args(Command::new("serve"));
        for arg in command.get_arguments().filter(|arg| arg.get_id() != "config") {
            let name = file::key(arg).unwrap();
            let defaults = match arg.is_hide_default_value_set() {
                true => String::new(),
                false => {
                    arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect()
                }
            };
            let default = if defaults.is_empty() { defaults } else { format!("`{defaults}`") };
            let help = arg.get_help().unwrap().to_string();
            writeln!(table, "| `{name}` | {default} | {help} |").unwrap();
        }
        table
    }

    #[test]
    fn the_table_of_settings_is_up_to_date() {
        let page = repository("docs/hosting.md");
        let text = fs::read_to_string(&page).unwrap();
        let start = text.find("| setting |").unwrap();
        let end = start + text[start..].find("\n\n").unwrap() + 1;
        if std::env::var_os("MERELS_WRITE_SETTINGS").is_some() {
            fs::write(&page, format!("{}{}{}", &text[..start], table(), &text[end..])).unwrap();
        } else {
            assert_eq!(text[start..end], table(), "MERELS_WRITE_SETTINGS=1 brings it up to date");
        }
    }

    /// Checks that the settings that are commented out there are usable too.
    #[test]
    fn the_settings_of_the_package_are_settings() {
        let text = fs::read_to_string(repository("packaging/merels.toml")).unwrap();
        let lines = text.lines().map(|line| match line.strip_prefix("# ") {
            Some(line) if line.contains(" = ") => line,
            _ => line,
        });
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), lines.collect::<Vec<_>>().join("\n")).unwrap();
        let command = Args::augment_args(Command::new("serve"));
        let given = command.mut_args(|arg| arg.env(None::<&str>)).get_matches_from(["serve"]);
        let chosen = file::merge(&given, file.path()).unwrap();
        let chosen = Args::from_arg_matches(&chosen).unwrap();
        assert_eq!(chosen.site.database, "sqlite:///var/lib/merels/merels.db");
        assert_eq!(chosen.site.trusted_proxies.len(), 1);
        assert!(chosen.mail.settings(None, None).is_err(), "the example has no password");
    }
}
