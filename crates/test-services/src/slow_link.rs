//! A line to a server that is far away, counts round trips, and can be cut.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// No more is carried at once.
const CHUNK: usize = 64 * 1024;

/// A port of this machine that leads to a server, each way taking some time. The threads that carry end
/// with their connections.
#[derive(Clone, Debug)]
pub struct SlowLink {
    address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    delay: Duration,
    round_trips: AtomicU32,
    /// The connections, or nothing while the line is cut.
    open: Mutex<Option<Vec<TcpStream>>>,
}

/// The side of a connection that spoke last.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Speaker {
    Client,
    Server,
}

impl SlowLink {
    /// A line to a server, such as `127.0.0.1:5432`, that takes `delay` each way.
    ///
    /// # Errors
    ///
    /// If there is no free port.
    pub fn to(server: &str, delay: Duration) -> io::Result<SlowLink> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let open = Mutex::new(Some(Vec::new()));
        let shared = Arc::new(Shared { delay, round_trips: AtomicU32::new(0), open });
        let link = SlowLink { address: listener.local_addr()?, shared: Arc::clone(&shared) };
        let server = server.to_owned();
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                // A connection that cannot be made is closed.
                let _ = shared.carry(&client, &server);
            }
        });
        Ok(link)
    }

    /// The address at which it begins.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The number of times a client spoke after its server had, on all connections together.
    pub fn round_trips(&self) -> u32 {
        self.shared.round_trips.load(Ordering::SeqCst)
    }

    /// Breaks all connections and lets no new one through.
    pub fn cut(&self) {
        let mut open = self.shared.open.lock().unwrap_or_else(PoisonError::into_inner);
        for stream in open.take().into_iter().flatten() {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// Lets connections through again.
    pub fn mend(&self) {
        let mut open = self.shared.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.get_or_insert_default();
    }
}

impl Shared {
    /// Carries a connection on threads of its own.
    fn carry(self: &Arc<Shared>, client: &TcpStream, server: &str) -> io::Result<()> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(open) = open.as_mut() else { return client.shutdown(Shutdown::Both) };
        let server = TcpStream::connect(server)?;
        for stream in [client, &server] {
            stream.set_nodelay(true)?;
            open.push(stream.try_clone()?);
        }
        let spoke_last = Arc::new(Mutex::new(Speaker::Server));
        let ways = [(client, &server, Speaker::Client), (&server, client, Speaker::Server)];
        for (from, to, speaker) in ways {
            let (from, to) = (from.try_clone()?, to.try_clone()?);
            let (shared, spoke_last) = (Arc::clone(self), Arc::clone(&spoke_last));
            thread::spawn(move || shared.copy(from, to, speaker, &spoke_last));
        }
        Ok(())
    }

    fn copy(
        &self,
        mut from: TcpStream,
        mut to: TcpStream,
        speaker: Speaker,
        spoke_last: &Mutex<Speaker>,
    ) {
        let mut chunk = vec![0; CHUNK];
        while let Ok(length @ 1..) = from.read(&mut chunk) {
            let mut last = spoke_last.lock().unwrap_or_else(PoisonError::into_inner);
            if *last != speaker && speaker == Speaker::Client {
                self.round_trips.fetch_add(1, Ordering::SeqCst);
            }
            *last = speaker;
            drop(last);
            thread::sleep(self.delay);
            if to.write_all(&chunk[..length]).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Both);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips_are_counted_and_a_line_is_cut_and_mended() {
        let echo = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = echo.local_addr().unwrap().to_string();
        thread::spawn(move || {
            for mut client in echo.incoming().flatten() {
                thread::spawn(move || io::copy(&mut client.try_clone().unwrap(), &mut client));
            }
        });
        let link = SlowLink::to(&server, Duration::from_millis(1)).unwrap();
        let ask = |client: &mut TcpStream| {
            client.write_all(b"x")?;
            client.read_exact(&mut [0])
        };
        let mut client = TcpStream::connect(link.address()).unwrap();
        for _ in 0..3 {
            ask(&mut client).unwrap();
        }
        assert_eq!(link.round_trips(), 3);
        link.cut();
        ask(&mut client).unwrap_err();
        assert!(
            TcpStream::connect(link.address()).and_then(|mut client| ask(&mut client)).is_err()
        );
        link.mend();
        ask(&mut TcpStream::connect(link.address()).unwrap()).unwrap();
    }
}
