//! Keeping the site's database safe, and moving it.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::output;
use anyhow::{Context, Result, bail};
use merels_store::backup::{self, TableSum};

/// The database in which a site keeps everything.
#[derive(Debug, clap::Args)]
pub(super) struct Database {
    /// The database: sqlite://FILE or postgres://…
    #[arg(
        long,
        value_name = "URL",
        env = "MERELS_DATABASE",
        hide_env_values = true,
        default_value = super::serve::USUAL_DATABASE
    )]
    pub(super) database: String,
}

/// Writes everything a site keeps to one file, while it goes on
///
/// The file holds what was stored when the backup began: every acknowledged move is in it. It is read
/// again and compared with what the database said before it gets its name, and can be restored into
/// either kind of database. Nobody else may read it: it holds addresses and hashes of passwords.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  merels backup merels-$(date +%F).backup
  merels backup --database postgres://merels@localhost/merels /var/backups/merels.backup")]
pub(crate) struct BackupArgs {
    #[command(flatten)]
    database: Database,
    /// The file to write; it must not be there yet
    file: PathBuf,
}

/// Puts a backup into a new database
///
/// The backup is checked first, all of it is put in or nothing, and what is there then is compared with
/// it. A database that has anything in it is left alone.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  merels restore merels-2026-11-16.backup --database sqlite://restored.db
  merels restore merels.backup --database postgres://merels@localhost/merels")]
pub(crate) struct RestoreArgs {
    /// The backup
    file: PathBuf,
    #[command(flatten)]
    database: Database,
}

/// Moves a site from one database to another, such as from SQLite to PostgreSQL
///
/// Stop the site first: what is played meanwhile stays behind. The old database is left as it is; the
/// new one must be empty, and is compared with the old one row by row.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  merels import --from sqlite://merels.db --to postgres://merels@localhost/merels")]
pub(crate) struct ImportArgs {
    /// The old database
    #[arg(long, value_name = "URL")]
    from: String,
    /// The new one
    #[arg(long, value_name = "URL")]
    to: String,
}

pub(crate) fn back_up(args: &BackupArgs) -> Result<ExitCode> {
    let sums = run_to_end(write_backup(&args.database.database, &args.file))?;
    tell(&sums, &format!("kept in {}", args.file.display()))
}

pub(crate) fn restore(args: &RestoreArgs) -> Result<ExitCode> {
    backup::check(opened(&args.file)?)?;
    let sums = run_to_end(async {
        Ok(backup::restore(&args.database.database, opened(&args.file)?).await?)
    })?;
    tell(&sums, "restored")
}

pub(crate) fn import(args: &ImportArgs) -> Result<ExitCode> {
    let folder = tempfile::tempdir().context("no room for the copy on the way")?;
    let file = folder.path().join("import.backup");
    let sums = run_to_end(async {
        write_backup(&args.from, &file).await?;
        Ok(backup::restore(&args.to, opened(&file)?).await?)
    })?;
    tell(&sums, "moved; nothing is missing")
}

/// Writes a backup under another name first, so that one that broke off is not taken for whole.
async fn write_backup(database: &str, file: &Path) -> Result<Vec<TableSum>> {
    if file.exists() {
        bail!("{} is there already", file.display());
    }
    let mut unfinished = file.as_os_str().to_owned();
    unfinished.push(".partial");
    let unfinished = PathBuf::from(unfinished);
    let written = async {
        let out = private_file(&unfinished)?;
        let sums = backup::back_up(database, &out).await?;
        out.sync_all()?;
        if backup::check(opened(&unfinished)?)? != sums {
            bail!("the file does not hold what was written");
        }
        fs::rename(&unfinished, file).context("the finished backup cannot get its name")?;
        Ok(sums)
    };
    let written = written.await;
    if written.is_err() {
        // There may be none; what is wrong has been said.
        let _ = fs::remove_file(&unfinished);
    }
    written
}

/// A new file that nobody else may read.
fn private_file(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).with_context(|| format!("{} cannot be written", path.display()))
}

fn opened(path: &Path) -> Result<File> {
    File::open(path).with_context(|| format!("{} cannot be read", path.display()))
}

pub(super) fn run_to_end<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.context("the threads cannot be started")?.block_on(work)
}

/// Tells the tables of people's things first, the rest in one number.
fn tell(sums: &[TableSum], what: &str) -> Result<ExitCode> {
    let rows = |name: &str| sums.iter().find(|sum| sum.name() == name).map_or(0, TableSum::rows);
    let all: u64 = sums.iter().map(TableSum::rows).sum();
    let (players, games, events) = (rows("players"), rows("games"), rows("events"));
    let mut out = output::stdout();
    writeln!(out, "{players} players, {games} games, {events} events ({all} rows): {what}.")?;
    Ok(ExitCode::SUCCESS)
}
