//! A NATS server, the bus between the nodes of a site.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::skipped;

/// The longest time for the server's start.
const DEADLINE: Duration = Duration::from_secs(60);

/// A NATS server; it ends when this is dropped.
#[derive(Debug)]
pub struct Nats {
    server: Child,
    address: SocketAddr,
}

impl Nats {
    /// Starts one at a free address; nothing, said loudly, where none is installed.
    ///
    /// # Panics
    ///
    /// If it does not listen.
    pub fn start() -> Option<Nats> {
        // A port that was free a moment ago.
        let free = TcpListener::bind(("127.0.0.1", 0)).and_then(|free| free.local_addr());
        Nats::start_at(free.expect("a free port"))
    }

    /// Starts one at this address, where another may have been before.
    ///
    /// # Panics
    ///
    /// If it does not listen.
    pub fn start_at(address: SocketAddr) -> Option<Nats> {
        let server = Command::new("nats-server")
            .args(["--addr", &address.ip().to_string(), "--port", &address.port().to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let Ok(server) = server else {
            skipped("nats-server is not installed");
            return None;
        };
        let nats = Nats { server, address };
        let begun = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(begun.elapsed() < DEADLINE, "nats-server does not listen");
            thread::sleep(Duration::from_millis(10));
        }
        Some(nats)
    }

    /// The address at which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
