//! A PostgreSQL server for the tests and the load, in a folder of its own that goes when it goes.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Debian keeps the programs of each version in a folder of its own.
const DEBIAN: &str = "/usr/lib/postgresql";

/// The server's programs refuse to run as root; Debian's package makes this user for them.
const USER: &str = "postgres";

/// The folder of the newest version's programs.
pub(crate) fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir(DEBIAN).ok()?.filter_map(Result::ok);
    let mut folders: Vec<PathBuf> = versions
        .map(|version| version.path().join("bin"))
        .filter(|folder| folder.join("initdb").exists())
        .collect();
    folders.sort();
    folders.pop()
}

/// A running server; it is stopped when this is dropped.
pub(crate) struct Postgres {
    programs: PathBuf,
    folder: tempfile::TempDir,
    address: String,
}

/// A server's mode of committing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Commit {
    /// Without waiting for the disk: nothing of a test must outlive it.
    InMemory,
    /// As a real one does, which is what is worth measuring.
    ToDisk,
}

impl Postgres {
    pub(crate) fn start(commit: Commit) -> Result<Postgres> {
        let programs = programs().context("PostgreSQL is not installed")?;
        let folder = tempfile::tempdir()?;
        if is_root() {
            fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700))?;
            let owned = Command::new("chown").arg(USER).arg(folder.path()).status()?;
            if !owned.success() {
                bail!("the folder cannot be given to {USER}");
            }
        }
        let port = free_port()?;
        let address = format!("postgres://merels@127.0.0.1:{port}");
        let server = Postgres { programs, folder, address };
        let data = server.data();
        server.run("initdb", &["-D", &data, "-A", "trust", "-U", "merels", "--no-sync"])?;
        let sockets = server.folder.path().display();
        let fsync = if commit == Commit::ToDisk { "on" } else { "off" };
        let options =
            format!("-p {port} -c listen_addresses=127.0.0.1 -k {sockets} -c fsync={fsync}");
        let log = server.folder.path().join("log").display().to_string();
        server.run("pg_ctl", &["-D", &data, "-o", &options, "-l", &log, "-w", "start"])?;
        println!("== PostgreSQL runs on port {port}");
        Ok(server)
    }

    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Makes a database; gives its address.
    pub(crate) fn create(&self, name: &str) -> Result<String> {
        let server = format!("{}/postgres", self.address);
        self.run("psql", &["-q", "-c", &format!("CREATE DATABASE {name}"), &server])?;
        Ok(format!("{}/{name}", self.address))
    }

    fn data(&self) -> String {
        self.folder.path().join("data").display().to_string()
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Result<()> {
        let path = self.programs.join(program);
        let mut command = as_other_user(&path);
        // The server inherits what it is given: a pipe would keep its reader waiting for ever.
        let status = command
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status()
            .with_context(|| format!("{} cannot be run", path.display()))?;
        if !status.success() {
            bail!("{program} ended with {status}");
        }
        Ok(())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Err(error) = self.run("pg_ctl", &["-D", &self.data(), "-m", "immediate", "stop"]) {
            eprintln!("PostgreSQL was not stopped: {error:#}");
        }
    }
}

fn as_other_user(program: &Path) -> Command {
    if is_root() {
        let mut command = Command::new("runuser");
        command.args(["-u", USER, "--"]).arg(program);
        command
    } else {
        Command::new(program)
    }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// A port that was free a moment ago.
fn free_port() -> Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}
