//! Bytes on the line, as no honest client would send them.

use std::net::SocketAddr;

use merels_rules::SplitMix;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::{Client, DEADLINE, Site, Wire};

/// A connection without any manners.
pub(crate) struct Raw(TcpStream);

impl Raw {
    pub(crate) async fn open(address: SocketAddr) -> Raw {
        Raw(TcpStream::connect(address).await.unwrap())
    }

    /// A socket whose handshake was made properly.
    pub(crate) async fn socket(site: &Site, client: &Client) -> Raw {
        let mut raw = Raw::open(site.address).await;
        let request = format!(
            "GET /socket HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
             Cookie: {}\r\n\r\n",
            site.address,
            client.cookies()
        );
        raw.send(request.as_bytes()).await;
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            answer.push(timeout(DEADLINE, raw.0.read_u8()).await.unwrap().unwrap());
        }
        assert!(answer.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&answer));
        raw
    }

    /// A game as those hear it who have no session.
    pub(crate) async fn broadcast(site: &Site, game: &str) -> Raw {
        let mut raw = Raw::open(site.address).await;
        let request = format!(
            "GET /game/{game}/live HTTP/1.1\r\nHost: {}\r\nAccept: text/event-stream\r\n\
             Accept-Encoding: gzip\r\n\r\n",
            site.address
        );
        raw.send(request.as_bytes()).await;
        raw
    }

    /// The next message of a type that is broadcast; others are passed over.
    pub(crate) async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let line = timeout(DEADLINE, self.line()).await.expect("something is said");
            let Some(data) = line.strip_prefix("data: ") else { continue };
            let message: Value = serde_json::from_str(data).unwrap();
            if message["type"] == kind {
                return message;
            }
        }
    }

    async fn line(&mut self) -> String {
        let mut line = Vec::new();
        loop {
            match self.0.read_u8().await.expect("the line is up") {
                b'\n' => return String::from_utf8(line).unwrap().trim_end().to_owned(),
                byte => line.push(byte),
            }
        }
    }

    /// Sends bytes; the other side may have hung up, which is its right.
    pub(crate) async fn send(&mut self, bytes: &[u8]) {
        let _ = timeout(DEADLINE, self.0.write_all(bytes)).await.expect("bytes are taken");
    }

    /// Waits until something comes from the other side, which is left to be read.
    pub(crate) async fn is_answered(&mut self) {
        let _ = self.0.peek(&mut [0]).await;
    }

    /// Says that nothing more will come, and reads until the other side has hung up too.
    pub(crate) async fn end(mut self) -> Vec<u8> {
        let _ = self.0.shutdown().await;
        self.closed().await
    }

    /// Reads until the other side hangs up of its own accord.
    pub(crate) async fn closed(mut self) -> Vec<u8> {
        let mut answer = Vec::new();
        // A reset is an end as well.
        let _ = timeout(DEADLINE, self.0.read_to_end(&mut answer)).await.expect("it hangs up");
        answer
    }
}

pub(crate) fn random_bytes(random: &mut SplitMix, most: usize) -> Vec<u8> {
    let length = random.below(most) + 1;
    (0..length).map(|_| random.below(256) as u8).collect()
}

/// Two players who play on while the site is abused, and so show that it lives.
pub(crate) struct Witnesses {
    game: String,
    wires: [Wire; 2],
    ply: u64,
}

impl Witnesses {
    pub(crate) async fn sit_down(site: &Site) -> Witnesses {
        let (ada, bob) = (site.player("Ada").await, site.player("Bob").await);
        let game = site.game("nine", &ada, &bob).await;
        let (white, _) = Wire::watching(site, &ada, &game).await;
        let (black, _) = Wire::watching(site, &bob, &game).await;
        Witnesses { game, wires: [white, black], ply: 0 }
    }

    /// One more move, acknowledged before the deadline.
    pub(crate) async fn play_on(&mut self) {
        // Placements that close no mill.
        let moves = ["d6", "f4", "b4", "d2", "a1", "g7", "e3", "c5"];
        let wire = &mut self.wires[(self.ply % 2) as usize];
        let answer = wire.play(&self.game, self.ply, moves[self.ply as usize]).await;
        assert_eq!(answer["type"], "ack", "{answer}");
        self.ply += 1;
    }
}
