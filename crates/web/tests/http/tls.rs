//! The site over https of its own: by files, and by ACME from a real authority on this machine.

use std::net::{SocketAddr, TcpListener as StdListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Empty};
use hyper::body::Bytes;
use hyper::client::conn::http1::handshake;
use hyper::{HeaderMap, Request};
use hyper_util::rt::TokioIo;
use merels_web::{AcmeSettings, TlsSettings};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tempfile::TempDir;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_tungstenite::client_async;
use url::Url;

use crate::common::{DEADLINE, Raw, Site, eventually};

/// A certificate for a name and its key, in two files.
fn write_certificate(folder: &Path, name: &str) -> String {
    let made = rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
    std::fs::write(folder.join("key.pem"), made.key_pair.serialize_pem()).unwrap();
    std::fs::write(folder.join("cert.pem"), made.cert.pem()).unwrap();
    made.cert.pem()
}

fn files_in(folder: &TempDir) -> TlsSettings {
    TlsSettings::Files { cert: folder.path().join("cert.pem"), key: folder.path().join("key.pem") }
}

async fn secure_site(folder: &TempDir) -> Site {
    let tls = files_in(folder);
    Site::with(|settings| {
        settings.tls = Some(tls);
        settings.public_url = Some(Url::parse("https://localhost/").unwrap());
    })
    .await
}

/// Connects and agrees on keys with whoever shows a certificate that rests on this one.
async fn connect(
    address: SocketAddr,
    root: &str,
    name: &str,
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(root.as_bytes()).unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(address).await?;
    let name = ServerName::try_from(name.to_owned()).unwrap();
    TlsConnector::from(Arc::new(config)).connect(name, stream).await
}

/// A page over https: its status, headers and text.
async fn get(
    address: SocketAddr,
    root: &str,
    name: &str,
    path: &str,
) -> std::io::Result<(u16, HeaderMap, String)> {
    let exchange = async {
        let stream = connect(address, root, name).await?;
        let (mut sender, connection) =
            handshake(TokioIo::new(stream)).await.map_err(std::io::Error::other)?;
        tokio::spawn(connection);
        let request = Request::get(path).header("host", name).body(Empty::<Bytes>::new()).unwrap();
        let (head, body) =
            sender.send_request(request).await.map_err(std::io::Error::other)?.into_parts();
        let body = body.collect().await.map_err(std::io::Error::other)?.to_bytes();
        let text = String::from_utf8_lossy(&body).into_owned();
        Ok((head.status.as_u16(), head.headers, text))
    };
    tokio::time::timeout(DEADLINE, exchange).await.expect("an answer")
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_and_sockets_come_over_https_by_files() {
    let folder = tempfile::tempdir().unwrap();
    let root = write_certificate(folder.path(), "localhost");
    let site = secure_site(&folder).await;
    let (status, headers, text) = get(site.address, &root, "localhost", "/").await.unwrap();
    assert_eq!((status, text.contains("<title>")), (200, true));
    assert_eq!(headers["strict-transport-security"], "max-age=31536000");
    // A socket asks for a session, which shows that it came through.
    let stream = connect(site.address, &root, "localhost").await.unwrap();
    let refused = client_async("wss://localhost/socket", stream).await.unwrap_err();
    let tokio_tungstenite::tungstenite::Error::Http(answer) = refused else { panic!("{refused}") };
    assert_eq!(answer.status().as_u16(), 401);
    // Whoever speaks plainly is not answered.
    let mut raw = Raw::open(site.address).await;
    raw.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    assert!(!raw.closed().await.starts_with(b"HTTP"));
    let other = write_certificate(tempfile::tempdir().unwrap().path(), "localhost");
    assert!(get(site.address, &other, "localhost", "/").await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_certificate_is_taken_up_while_the_site_runs() {
    let folder = tempfile::tempdir().unwrap();
    let old = write_certificate(folder.path(), "localhost");
    let site = secure_site(&folder).await;
    get(site.address, &old, "localhost", "/healthz").await.unwrap();
    let new = write_certificate(folder.path(), "localhost");
    eventually("the new certificate", async || {
        get(site.address, &new, "localhost", "/healthz").await.ok()
    })
    .await;
    assert!(get(site.address, &old, "localhost", "/healthz").await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handshake_that_does_not_come_takes_a_place_only_for_a_while() {
    let folder = tempfile::tempdir().unwrap();
    let root = write_certificate(folder.path(), "localhost");
    let tls = files_in(&folder);
    let site = Site::with(|settings| {
        settings.tls = Some(tls);
        settings.public_url = Some(Url::parse("https://localhost/").unwrap());
        settings.limits.connections = 1;
        settings.timeouts.head = Duration::from_millis(300);
    })
    .await;
    let mut silent = TcpStream::connect(site.address).await.unwrap();
    eventually("there is no room", async || {
        get(site.address, &root, "localhost", "/healthz").await.is_err().then_some(())
    })
    .await;
    let mut nothing = Vec::new();
    let ended = tokio::time::timeout(DEADLINE, silent.read_to_end(&mut nothing)).await;
    assert!(ended.is_ok() && nothing.is_empty(), "{nothing:?}");
    eventually("there is room again", async || {
        get(site.address, &root, "localhost", "/healthz").await.ok()
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_without_https_is_sent_to_it() {
    let redirect = free_address();
    let site = Site::with(|settings| {
        settings.public_url = Some(Url::parse("https://merels.example/").unwrap());
        settings.redirect_listen = Some(redirect);
    })
    .await;
    let mut client = site.visitor();
    client.move_to(redirect);
    let reply = client.page("/rules/nine?x=1").await.expect(308);
    assert_eq!(reply.header("location"), "https://merels.example/rules/nine?x=1");
}

/// An address of this machine at which nobody listens yet.
fn free_address() -> SocketAddr {
    StdListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// An authority that speaks ACME and the names it looks up, both on this machine.
struct Pebble {
    directory: String,
    management: SocketAddr,
    /// By which the authority's own site is known.
    root: String,
    folder: TempDir,
    programs: Vec<Child>,
}

impl Drop for Pebble {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Pebble {
    fn stop(&mut self) {
        for mut program in self.programs.drain(..) {
            let _ = program.kill();
            let _ = program.wait();
        }
    }

    /// Starts one that comes to `site` to see whose names are; its certificates last so many seconds.
    fn start(site: SocketAddr, lasts: u32) -> Pebble {
        let folder = tempfile::tempdir().unwrap();
        let root = write_certificate(folder.path(), "localhost");
        let (listen, management, names) = (free_address(), free_address(), free_address());
        let file = |name: &str| folder.path().join(name);
        let config = serde_json::json!({"pebble": {
            "listenAddress": listen, "managementListenAddress": management,
            "certificate": file("cert.pem"), "privateKey": file("key.pem"),
            "httpPort": 1, "tlsPort": site.port(), "certificateValidityPeriod": lasts,
        }});
        std::fs::write(file("pebble.json"), config.to_string()).unwrap();
        let run = |program: &str, arguments: &[&str]| {
            let mut command = Command::new(program);
            command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
            command.stderr(Stdio::null()).env("PEBBLE_VA_NOSLEEP", "1");
            command.spawn().unwrap_or_else(|error| panic!("{program}: {error}"))
        };
        let names = names.to_string();
        let challenges =
            ["-http01", "", "-https01", "", "-tlsalpn01", "", "-management", "127.0.0.1:0"];
        let dns = ["-dns01", &names, "-defaultIPv4", "127.0.0.1", "-defaultIPv6", ""];
        let config = file("pebble.json").display().to_string();
        let programs = vec![
            run("pebble-challtestsrv", &[&dns[..], &challenges].concat()),
            run("pebble", &["-config", &config, "-dnsserver", &names]),
        ];
        let directory = format!("https://localhost:{}/dir", listen.port());
        Pebble { directory, management, root, folder, programs }
    }

    /// The certificate that everything it signs rests on, once it answers.
    async fn issuer(&self) -> String {
        let ask = async || get(self.management, &self.root, "localhost", "/roots/0").await.ok();
        eventually("the authority answers", ask).await.2
    }
}

/// Starts a site that gets its certificate from there.
async fn certified_site(pebble: &Pebble, address: SocketAddr) -> Site {
    let acme = AcmeSettings {
        folder: pebble.folder.path().join("certificates"),
        contact: Some("operator@example.org".to_owned()),
        directory: pebble.directory.clone(),
        root: Some(pebble.folder.path().join("cert.pem")),
    };
    Site::with(|settings| {
        settings.listen = address;
        settings.tls = Some(TlsSettings::Acme(acme));
        settings.public_url = Some(Url::parse("https://merels.example/").unwrap());
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_is_had_by_acme_from_a_real_authority_and_kept() {
    if merels_test_services::wanted("MERELS_TEST_PEBBLE").is_none() {
        return;
    }
    let address = free_address();
    let mut pebble = Pebble::start(address, 90 * 24 * 60 * 60);
    let issuer = pebble.issuer().await;
    let site = certified_site(&pebble, address).await;
    let page = async || get(address, &issuer, "merels.example", "/healthz").await.ok();
    assert_eq!(eventually("the certificate", page).await.0, 200);
    site.shut_down().await;
    let kept = std::fs::read_dir(pebble.folder.path().join("certificates")).unwrap().count();
    assert_eq!(kept, 2, "an account and a certificate");
    // The next start needs no authority.
    pebble.stop();
    let site = certified_site(&pebble, address).await;
    assert_eq!(eventually("the kept certificate", page).await.0, 200);
    site.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_that_runs_out_is_renewed_by_acme_while_the_site_runs() {
    if merels_test_services::wanted("MERELS_TEST_PEBBLE").is_none() {
        return;
    }
    let address = free_address();
    // Renewed when a third of its time is left.
    let pebble = Pebble::start(address, 9);
    let issuer = pebble.issuer().await;
    let site = certified_site(&pebble, address).await;
    // A handshake succeeds only with a certificate that has not run out.
    let shown = async || {
        let stream = connect(address, &issuer, "merels.example").await.ok()?;
        Some(stream.get_ref().1.peer_certificates()?[0].to_vec())
    };
    let first = eventually("the certificate", shown).await;
    let renewed = async || shown().await.filter(|certificate| *certificate != first);
    eventually("another certificate", renewed).await;
    site.shut_down().await;
}
