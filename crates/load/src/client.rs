//! One player's socket: it speaks the live protocol and comes back when its server goes away.

use std::borrow::Cow;
use std::net::Ipv4Addr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use futures_util::{SinkExt, StreamExt};
use merels_model::GameKey;
use merels_store::SessionToken;
use serde::Deserialize;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::http;

/// Silence after which a client gives up.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// Pause after a failed attempt to connect.
const AGAIN: Duration = Duration::from_millis(50);

/// The usual buffer is far larger than any message, and is cleared for each one.
const READ_BUFFER: usize = 8 * 1024;

/// The part of the server's messages that is needed here, borrowed from the message.
#[derive(Debug, Deserialize)]
pub(crate) struct Heard<'a> {
    #[serde(rename = "type")]
    pub(crate) kind: &'a str,
    pub(crate) id: Option<u64>,
    #[serde(borrow)]
    pub(crate) reason: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(crate) view: Option<View<'a>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct View<'a> {
    pub(crate) game: &'a str,
    pub(crate) ply: u32,
    pub(crate) to_move: Option<&'a str>,
    #[serde(borrow)]
    pub(crate) moves: Vec<&'a str>,
}

pub(crate) type Addresses = Rc<[String]>;

pub(crate) struct Client {
    /// The address of this machine that it comes from, if that matters.
    from: Option<Ipv4Addr>,
    addresses: Addresses,
    /// The one that is asked.
    at: usize,
    token: SessionToken,
    socket: WebSocketStream<TcpStream>,
    /// The beginning of its silence, its server having gone.
    away: Option<Instant>,
    pub(crate) absences: Vec<Duration>,
}

impl Client {
    /// Connects to a server; if it does not answer, to the next.
    pub(crate) async fn connect(
        from: Option<Ipv4Addr>,
        addresses: Addresses,
        first: usize,
        token: SessionToken,
    ) -> Result<Client> {
        let mut at = first % addresses.len();
        let begun = Instant::now();
        loop {
            match connect(from, &addresses[at], &token).await {
                Ok(socket) => {
                    let absences = Vec::new();
                    let away = None;
                    return Ok(Client { from, addresses, at, token, socket, away, absences });
                }
                Err(error) if begun.elapsed() > PATIENCE => return Err(error),
                Err(_) => at = (at + 1) % addresses.len(),
            }
            if at == first % addresses.len() {
                sleep(AGAIN).await;
            }
        }
    }

    /// Comes back after its server went away, to the next one if there are several.
    pub(crate) async fn reconnect(&mut self) -> Result<()> {
        self.away.get_or_insert_with(Instant::now);
        let (addresses, token) = (self.addresses.clone(), self.token.clone());
        let again = Client::connect(self.from, addresses, self.at + 1, token).await?;
        (self.at, self.socket) = (again.at, again.socket);
        Ok(())
    }

    pub(crate) async fn send(&mut self, text: String) -> Result<()> {
        Ok(self.socket.send(Message::text(text)).await?)
    }

    pub(crate) async fn watch(&mut self, key: &GameKey) -> Result<()> {
        self.send(format!("{{\"do\":\"watch\",\"game\":\"{key}\"}}")).await
    }

    pub(crate) async fn hear(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.socket.next().await.context("the connection was closed")?? {
                Message::Text(text) => {
                    self.absences.extend(self.away.take().map(|since| since.elapsed()));
                    return Ok(text);
                }
                Message::Close(_) => bail!("the connection was closed"),
                _ => {}
            }
        }
    }
}

/// Understands a message; refusals and goodbyes are errors.
pub(crate) fn understood(text: &str) -> Result<Heard<'_>> {
    let heard: Heard<'_> = serde_json::from_str(text)?;
    match heard.kind {
        "refused" => Err(anyhow!(Refused(heard.reason.unwrap_or_default().into_owned()))),
        "bye" => bail!("the server says bye: {}", heard.reason.unwrap_or_default()),
        _ => Ok(heard),
    }
}

/// The server did not do what was asked: an error that connecting again would not mend.
#[derive(Debug)]
pub(crate) struct Refused(String);

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "refused: {}", self.0)
    }
}

impl std::error::Error for Refused {}

async fn connect(
    from: Option<Ipv4Addr>,
    address: &str,
    token: &SessionToken,
) -> Result<WebSocketStream<TcpStream>> {
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    let open = async {
        let stream = http::connect(host, from).await?;
        stream.set_nodelay(true)?;
        let mut request = format!("ws://{host}/socket").into_client_request()?;
        let cookie = HeaderValue::from_str(&format!("merels={}", token.secret()))?;
        request.headers_mut().insert("Cookie", cookie);
        let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
        let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
        Ok::<_, anyhow::Error>(socket)
    };
    let opened = timeout(PATIENCE, open).await.context("the socket takes too long")?;
    opened.with_context(|| format!("the socket at {host} is refused"))
}
