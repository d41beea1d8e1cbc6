//! The site as its own process.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Nothing that is waited for takes longer.
pub(crate) const DEADLINE: Duration = Duration::from_secs(60);

/// `merels serve` with nothing from this machine's own settings.
pub(crate) fn serve(state: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_merels"));
    command.arg("serve").args(args).env("XDG_STATE_HOME", state);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("MERELS_") {
            command.env_remove(name);
        }
    }
    command
}

/// Runs a site that must not start; gives the one line it says.
#[track_caller]
pub(crate) fn failed(command: &mut Command) -> String {
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.unwrap();
    let status = ended(&mut child);
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(status.code(), Some(1), "{error}");
    assert!(output.stdout.is_empty(), "nothing is served");
    assert_eq!(error.trim_end().lines().count(), 1, "{error}");
    error
}

/// Waits for a process to end.
#[track_caller]
fn ended(child: &mut Child) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if begun.elapsed() > DEADLINE {
            let _ = child.kill();
            panic!("the site does not end");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// A running site; it is killed when this is dropped.
pub(crate) struct Running {
    child: Child,
    /// Its output when it was ready.
    pub(crate) said: String,
    pub(crate) address: SocketAddr,
}

impl Running {
    /// Starts a site that prints where it listens.
    pub(crate) fn start(command: &mut Command) -> Running {
        let site = Running::start_anywhere(command);
        assert_ne!(site.address.port(), 0, "{}", site.said);
        site
    }

    /// Starts a site that may print any address.
    pub(crate) fn start_anywhere(command: &mut Command) -> Running {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        // A site that does not start closes its output, so this ends either way.
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
        let said = said.trim_end().to_owned();
        let address = said.strip_prefix("Merels is at http://").unwrap_or_default();
        let address = address.trim_end_matches('/').parse();
        Running { child, said, address: address.unwrap_or(([0, 0, 0, 0], 0).into()) }
    }

    /// Asks it to end, as a service manager does, and waits.
    pub(crate) fn end_politely(mut self) -> ExitStatus {
        self.signal("-TERM");
        ended(&mut self.child)
    }

    /// Ends it as a power cut does: at once, in the middle of everything.
    pub(crate) fn kill(&self) {
        self.signal("-KILL");
    }

    pub(crate) fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
