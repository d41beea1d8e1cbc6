//! The way to push services. Where they are is told by browsers, so nobody may lead the site to
//! machines that are not on the open internet: names are looked up here, and what is connected to is the
//! very address that was judged.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1::handshake;
use hyper::{Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use url::{Host, Url};

const LONGEST_ENDPOINT: usize = 1024;

/// A push service has so long to take a message.
const PATIENCE: Duration = Duration::from_secs(15);

/// More of an answer is not read.
const LONGEST_ANSWER: usize = 16 * 1024;

/// The place where a push service takes messages for one browser.
#[derive(Clone, Debug)]
pub(super) struct Endpoint {
    url: Url,
    origin: String,
}

impl Endpoint {
    /// Reads an address: https, by name, without a password. A local one may be anything on this
    /// machine.
    pub(super) fn read(text: &str, local: bool) -> Option<Endpoint> {
        let url = Url::parse(text).ok().filter(|_| text.len() <= LONGEST_ENDPOINT)?;
        let is_open = url.scheme() == "https" && matches!(url.host(), Some(Host::Domain(_)));
        let is_local = local && matches!(url.scheme(), "http" | "https") && url.has_host();
        let is_plain = url.username().is_empty() && url.password().is_none();
        let origin = url.origin().ascii_serialization();
        ((is_open || is_local) && is_plain).then_some(Endpoint { url, origin })
    }

    pub(super) fn origin(&self) -> &str {
        &self.origin
    }

    fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }
}

#[derive(Debug)]
pub(super) enum Delivered {
    Taken,
    /// The service does not know the browser any more.
    Unknown,
    /// Perhaps another time.
    Failed(String),
}

impl Delivered {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Delivered::Taken => "taken",
            Delivered::Unknown => "unknown",
            Delivered::Failed(_) => "failed",
        }
    }
}

pub(super) struct Head<'a> {
    pub(super) authorization: String,
    pub(super) topic: &'a str,
    /// The time for which the service keeps it for a browser that is off.
    pub(super) kept: Duration,
}

#[derive(Debug, Error)]
enum DeliveryError {
    #[error("it is not on the open internet")]
    NotPublic,
    #[error("it takes too long")]
    TooSlow,
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error(transparent)]
    Http(#[from] hyper::Error),
    #[error(transparent)]
    Request(#[from] hyper::http::Error),
}

pub(super) struct Delivery {
    tls: Option<TlsConnector>,
    local: bool,
}

impl std::fmt::Debug for Delivery {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Delivery").field("local", &self.local).finish_non_exhaustive()
    }
}

impl Delivery {
    /// With `local` also to this machine, for tests.
    pub(super) fn new(local: bool) -> Delivery {
        let roots: RootCertStore = webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map(|config| config.with_root_certificates(roots).with_no_client_auth());
        let tls = config.map(|config| TlsConnector::from(Arc::new(config))).ok();
        Delivery { tls, local }
    }

    pub(super) fn is_local(&self) -> bool {
        self.local
    }

    /// Brings one message. Nobody is followed elsewhere.
    pub(super) async fn post(
        &self,
        endpoint: &Endpoint,
        head: Head<'_>,
        body: Vec<u8>,
    ) -> Delivered {
        let posting = timeout(PATIENCE, self.try_to_post(endpoint, head, body));
        match posting.await.unwrap_or(Err(DeliveryError::TooSlow)) {
            Ok(status) if status.is_success() => Delivered::Taken,
            Ok(StatusCode::NOT_FOUND | StatusCode::GONE) => Delivered::Unknown,
            Ok(status) => Delivered::Failed(format!("{}: {status}", endpoint.origin)),
            Err(error) => Delivered::Failed(format!("{}: {error}", endpoint.origin)),
        }
    }

    async fn try_to_post(
        &self,
        endpoint: &Endpoint,
        head: Head<'_>,
        body: Vec<u8>,
    ) -> Result<StatusCode, DeliveryError> {
        let url = &endpoint.url;
        let port = url.port_or_known_default().unwrap_or(443);
        let authority = match url.port() {
            Some(port) => format!("{}:{port}", endpoint.host()),
            None => endpoint.host().to_owned(),
        };
        let path = &url[url::Position::BeforePath..url::Position::AfterQuery];
        let request = Request::post(path)
            .header(header::HOST, authority)
            .header(header::AUTHORIZATION, head.authorization)
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header("ttl", head.kept.as_secs().to_string())
            .header("urgency", "normal")
            .header("topic", head.topic)
            .body(Full::new(Bytes::from(body)))?;
        let stream = self.connect(endpoint.host(), port).await?;
        if url.scheme() == "http" {
            return exchange(stream, request).await;
        }
        let name = ServerName::try_from(endpoint.host().to_owned());
        let name = name.map_err(std::io::Error::other)?;
        let tls = self.tls.as_ref().ok_or_else(|| std::io::Error::other("there is no TLS"))?;
        exchange(tls.connect(name, stream).await?, request).await
    }

    async fn connect(&self, host: &str, port: u16) -> Result<TcpStream, DeliveryError> {
        let found: Vec<SocketAddr> = lookup_host((host, port)).await?.collect();
        let allowed = |address: &SocketAddr| self.local || is_public(address.ip());
        let Some(address) = found.into_iter().find(allowed) else {
            return Err(DeliveryError::NotPublic);
        };
        Ok(TcpStream::connect(address).await?)
    }
}

async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
) -> Result<StatusCode, DeliveryError> {
    let (mut sender, connection) = handshake(TokioIo::new(stream)).await?;
    let connection = tokio::spawn(connection);
    let answer = sender.send_request(request).await?;
    let status = answer.status();
    // Read to its end, so that the service may close the connection in peace.
    let _ = Limited::new(answer.into_body(), LONGEST_ANSWER).collect().await;
    connection.abort();
    Ok(status)
}

/// Returns `true` for an address of the open internet.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_shared = a == 100 && (64..128).contains(&b);
    let is_for_protocols = (a, b, c) == (192, 0, 0) || (a, b, c) == (192, 88, 99);
    let is_for_benchmarks = a == 198 && (18..20).contains(&b);
    !(a == 0
        || a >= 224
        || is_shared
        || is_for_protocols
        || is_for_benchmarks
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation())
}

/// Of the one range that is handed out, without what leads elsewhere inside it.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let is_handed_out = first & 0xe000 == 0x2000;
    let is_special = first == 0x2001 && (second < 0x0200 || second == 0x0db8);
    let is_tunnel = first == 0x2002;
    let is_documentation = first == 0x3fff && second < 0x1000;
    is_handed_out && !is_special && !is_tunnel && !is_documentation
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_on_https_are_written_to() {
        for good in ["https://push.example/a/b?c=d", "https://push.example:8443/x"] {
            assert!(Endpoint::read(good, false).is_some(), "{good}");
        }
        let long = format!("https://push.example/{}", "a".repeat(LONGEST_ENDPOINT));
        for bad in [
            "",
            "x",
            "http://push.example/",
            "https://127.0.0.1/",
            "https://[::1]/",
            "file:///etc",
            "https://2130706433/",
            "https://user@push.example/",
            "https://a:b@push.example/",
            "wss://push.example/",
            "javascript:alert(1)",
            &long,
        ] {
            assert!(Endpoint::read(bad, false).is_none(), "{bad}");
        }
        assert!(Endpoint::read("http://127.0.0.1:80/x", true).is_some());
    }

    #[test]
    fn private_addresses_are_not_connected_to() {
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "198.18.0.1",
            "192.0.0.8",
            "192.0.2.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
        for public in ["8.8.8.8", "172.32.0.1", "2606:4700::1111", "2a00:1450::1"] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }

    #[tokio::test]
    async fn a_name_that_leads_to_this_machine_is_not_connected_to() {
        let delivery = Delivery::new(false);
        let connected = delivery.connect("localhost", 9).await;
        assert!(matches!(connected, Err(DeliveryError::NotPublic)), "{connected:?}");
    }
}
