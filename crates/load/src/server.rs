//! The server that is measured: one that runs already, or one of our own.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// Processor time is counted in this many ticks a second on Linux.
const TICKS: f64 = 100.0;

/// What a server used: its most memory and its processor time.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Usage {
    pub(crate) peak_mib: f64,
    pub(crate) processor_seconds: f64,
}

pub(crate) enum Target {
    Running(String),
    Own(OwnServer),
}

impl Target {
    pub(crate) fn address(&self) -> &str {
        match self {
            Target::Running(address) => address,
            Target::Own(server) => &server.address,
        }
    }

    pub(crate) fn usage(&self) -> Option<Usage> {
        match self {
            Target::Running(_) => None,
            Target::Own(server) => server.usage(),
        }
    }

    pub(crate) async fn stop(self) -> Result<()> {
        match self {
            Target::Running(_) => Ok(()),
            Target::Own(mut server) => server.child.kill().await.context("stopping the server"),
        }
    }
}

pub(crate) struct OwnServer {
    child: Child,
    address: String,
}

impl OwnServer {
    pub(crate) async fn start(binary: &Path, database: &str) -> Result<OwnServer> {
        let mut child = Command::new(binary)
            .args(["serve", "--listen", "127.0.0.1:0", "--database", database])
            // One address plays everybody here.
            .args(["--sockets-per-address", "1000000", "--messages-per-second", "1000000"])
            .args(["--log", "warn"])
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("{} cannot be started", binary.display()))?;
        let out = child.stdout.take().context("the server's output")?;
        let line = BufReader::new(out).lines().next_line().await?;
        let Some(address) = line.as_deref().and_then(|line| line.strip_prefix("Merels is at "))
        else {
            bail!("the server did not start");
        };
        Ok(OwnServer { child, address: address.to_owned() })
    }

    /// From what Linux tells about a process; elsewhere nothing is known.
    fn usage(&self) -> Option<Usage> {
        let id = self.child.id()?;
        let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kib: f64 = peak.trim().trim_end_matches("kB").trim().parse().ok()?;
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name in brackets may hold blanks; user and system time are the 12th and 13th after it.
        let after = stat.rsplit_once(')')?.1;
        let mut times = after.split_whitespace().skip(11);
        let user: f64 = times.next()?.parse().ok()?;
        let system: f64 = times.next()?.parse().ok()?;
        Some(Usage { peak_mib: kib / 1024.0, processor_seconds: (user + system) / TICKS })
    }
}
