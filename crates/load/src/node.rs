//! The servers that are loaded: those that run already, or our own.

use std::fs;
use std::net::TcpListener;
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::args::Args;
use crate::client::Addresses;

/// Processor time is counted in this many ticks a second on Linux.
const TICKS: f64 = 100.0;

#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Usage {
    pub(crate) peak_mib: f64,
    pub(crate) now_mib: f64,
    pub(crate) processor_seconds: f64,
}

impl Usage {
    /// Of a process by its number, or of this one as `self`. From what Linux tells; elsewhere
    /// nothing is known.
    pub(crate) fn of(process: &str) -> Option<Usage> {
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let mib = |field: &str| -> Option<f64> {
            let line = status.lines().find_map(|line| line.strip_prefix(field))?;
            Some(line.trim().trim_end_matches("kB").trim().parse::<f64>().ok()? / 1024.0)
        };
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name in brackets may hold blanks; user and system time are the 12th and 13th after it.
        let after = stat.rsplit_once(')')?.1;
        let mut times = after.split_whitespace().skip(11);
        let user: f64 = times.next()?.parse().ok()?;
        let system: f64 = times.next()?.parse().ok()?;
        Some(Usage {
            peak_mib: mib("VmHWM:")?,
            now_mib: mib("VmRSS:")?,
            processor_seconds: (user + system) / TICKS,
        })
    }

    /// The usage since an earlier moment, and the memory now.
    pub(crate) fn since(self, earlier: Usage) -> Usage {
        let processor_seconds = self.processor_seconds - earlier.processor_seconds;
        Usage { processor_seconds, ..self }
    }
}

pub(crate) struct Nodes {
    own: Vec<Node>,
    addresses: Addresses,
}

impl Nodes {
    /// Those that were named, or new ones on this database.
    pub(crate) async fn start(args: &Args, database: &str) -> Result<Nodes> {
        if !args.server.is_empty() {
            return Ok(Nodes { own: Vec::new(), addresses: args.server.clone().into() });
        }
        let mut own = Vec::new();
        for _ in 0..args.nodes {
            own.push(Node::start(args, database).await?);
        }
        let addresses = own.iter().map(|node| node.address.clone()).collect();
        Ok(Nodes { own, addresses })
    }

    pub(crate) fn addresses(&self) -> &Addresses {
        &self.addresses
    }

    /// The usage of our own servers together.
    pub(crate) fn usage(&self) -> Option<Usage> {
        let usages = self.own.iter().map(Node::usage).collect::<Option<Vec<_>>>()?;
        usages.into_iter().reduce(|one, other| Usage {
            peak_mib: one.peak_mib + other.peak_mib,
            now_mib: one.now_mib + other.now_mib,
            processor_seconds: one.processor_seconds + other.processor_seconds,
        })
    }

    /// Kills one with -9, in turn, and starts it again at the same address.
    pub(crate) async fn kill_and_restart(&mut self, turn: u32) -> Result<()> {
        let index = turn as usize % self.own.len();
        self.own[index].kill_and_restart().await
    }

    pub(crate) async fn stop(self) -> Result<()> {
        for mut node in self.own {
            node.child.kill().await.context("stopping the server")?;
        }
        Ok(())
    }
}

struct Node {
    child: Child,
    address: String,
    /// The command that starts it, each time.
    command: Command,
}

impl Node {
    async fn start(args: &Args, database: &str) -> Result<Node> {
        // A port of its own, so that it can be found again there; it was free a moment ago.
        let listen = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?;
        let mut command = Command::new(&args.binary);
        command
            .args(["serve", "--database", database, "--log", "warn"])
            .args(["--listen", &listen.to_string()]);
        if args.abuse.is_none() {
            // One address plays everybody here.
            command
                .args(["--connections-per-address", "1000000", "--sockets-per-address", "1000000"])
                .args(["--messages-per-second", "1000000", "--values-per-minute", "1000000"])
                .args(["--logins-per-minute", "1000000", "--logins-per-account", "1000000"]);
        }
        command.args(&args.serve).stdout(Stdio::piped()).kill_on_drop(true);
        let child = spawn(&mut command).await?;
        Ok(Node { child, address: format!("http://{listen}/"), command })
    }

    async fn kill_and_restart(&mut self) -> Result<()> {
        self.child.kill().await.context("killing the server")?;
        self.child = spawn(&mut self.command).await?;
        Ok(())
    }

    fn usage(&self) -> Option<Usage> {
        Usage::of(&self.child.id()?.to_string())
    }
}

/// Starts a server and waits until it says where it is.
async fn spawn(command: &mut Command) -> Result<Child> {
    let program = command.as_std().get_program().to_string_lossy().into_owned();
    let mut child = command.spawn().with_context(|| format!("{program} cannot be started"))?;
    let out = child.stdout.take().context("the server's output")?;
    let line = BufReader::new(out).lines().next_line().await?;
    if !line.is_some_and(|line| line.starts_with("Merels is at ")) {
        bail!("the server did not start");
    }
    Ok(child)
}
