//! TLS of the site's own, so that it needs no proxy: by certificate files, which are read again when they
//! change (`files`), or by ACME, which gets and renews a certificate by itself (`acme`).

mod acme;
mod files;
mod settings;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::crypto::CryptoProvider;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::server::{Acceptor, ResolvesServerCert};
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::task::JoinHandle;
use tokio_rustls::LazyConfigAcceptor;
use tokio_rustls::server::TlsStream;

pub use settings::{AcmeSettings, TlsFlags, TlsSettings};

/// TLS that cannot be set up.
#[derive(Debug, Error)]
pub enum TlsError {
    #[error("{} cannot be read: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    /// A file has no certificates or no key in it.
    #[error("{}: {reason}", path.display())]
    Content { path: PathBuf, reason: String },
    /// ACME needs to know the name of the site.
    #[error("to get a certificate by ACME the site must know its name: public_url = \"https://…\"")]
    NoName,
    /// Files and ACME are both named.
    #[error("choose one: tls_cert and tls_key, or acme")]
    TwoCertificates,
    /// A certificate without its key, or a key without its certificate.
    #[error("tls_cert and tls_key go together")]
    HalfPair,
    /// Redirects and links need the site's address.
    #[error("over https the site must know its own address: public_url = \"https://…\"")]
    NoAddress,
    /// Keys, certificates or protocols that rustls refuses.
    #[error("TLS cannot be set up: {0}")]
    Setup(#[from] rustls::Error),
}

/// Turns connections into private ones.
#[derive(Clone)]
pub(crate) struct Tls {
    usual: Arc<ServerConfig>,
    /// For those who come to see that the name is ours.
    challenge: Option<Arc<ServerConfig>>,
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls").finish_non_exhaustive()
    }
}

impl Tls {
    /// Reads the certificate, or begins to get one; the task keeps it up to date.
    pub(crate) fn start(
        settings: &TlsSettings,
        name: Option<&str>,
    ) -> Result<(Tls, JoinHandle<()>), TlsError> {
        match settings {
            TlsSettings::Files { cert, key } => {
                let files = files::Files { cert: cert.clone(), key: key.clone() };
                let (resolver, keeping) = files::start(files)?;
                Ok((Tls { usual: config(resolver)?, challenge: None }, keeping))
            }
            TlsSettings::Acme(settings) => {
                let (resolver, challenge, keeping) = acme::start(settings, name)?;
                Ok((Tls { usual: config(resolver)?, challenge: Some(challenge) }, keeping))
            }
        }
    }

    /// Agrees on keys with whoever connects. Nothing if that was all there was to do.
    pub(crate) async fn accept<S>(&self, stream: S) -> io::Result<Option<TlsStream<S>>>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let begun = LazyConfigAcceptor::new(Acceptor::default(), stream).await?;
        let is_challenge = rustls_acme::is_tls_alpn_challenge(&begun.client_hello());
        if let Some(challenge) = self.challenge.as_ref().filter(|_| is_challenge) {
            begun.into_stream(Arc::clone(challenge)).await?.shutdown().await?;
            return Ok(None);
        }
        begun.into_stream(Arc::clone(&self.usual)).await.map(Some)
    }
}

/// The certificates in a file, at least one.
pub(crate) fn certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let content =
        std::fs::read(file).map_err(|error| TlsError::File { path: file.to_owned(), error })?;
    certificates_in(file, &content)
}

/// The certificates in what stands in a file, at least one.
fn certificates_in(file: &Path, content: &[u8]) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let unfit = |reason: String| TlsError::Content { path: file.to_owned(), reason };
    let all: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(content).collect();
    let all = all.map_err(|error| unfit(error.to_string()))?;
    if all.is_empty() {
        return Err(unfit("there is no certificate in it".to_owned()));
    }
    Ok(all)
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}

fn config(resolver: Arc<dyn ResolvesServerCert>) -> Result<Arc<ServerConfig>, TlsError> {
    let mut config = ServerConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_cert_resolver(resolver);
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}
