//! A certificate from an authority that speaks ACME, such as Let's Encrypt: it connects to the site to see
//! that the name is ours (TLS-ALPN-01), on port 443.

use std::path::Path;
use std::sync::Arc;

use futures_util::StreamExt;
use rustls::server::ResolvesServerCert;
use rustls::{ClientConfig, RootCertStore, ServerConfig};
use rustls_acme::caches::DirCache;
use rustls_acme::{AcmeConfig, EventOk};
use tokio::task::JoinHandle;

use super::{AcmeSettings, TlsError, certificates, provider};

type Started = (Arc<dyn ResolvesServerCert>, Arc<ServerConfig>, JoinHandle<()>);

/// Takes up the certificate in the folder, if there is one; the task gets it and renews it when a third
/// of its time is left.
pub(super) fn start(settings: &AcmeSettings, name: Option<&str>) -> Result<Started, TlsError> {
    let name = name.ok_or(TlsError::NoName)?.to_owned();
    make_folder(&settings.folder)?;
    let roots = match &settings.root {
        Some(file) => root_of(file)?,
        None => webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect(),
    };
    let client = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let contact = settings.contact.iter().map(|address| format!("mailto:{address}"));
    let mut state = AcmeConfig::new_with_client_config([&name], Arc::new(client))
        .directory(&settings.directory)
        .contact(contact)
        .cache(DirCache::new(settings.folder.clone()))
        .state();
    let (resolver, challenge) = (state.resolver(), state.challenge_rustls_config());
    let keeping = tokio::spawn(async move {
        while let Some(event) = state.next().await {
            match event {
                Ok(EventOk::DeployedNewCert) => tracing::info!(name, "there is a new certificate"),
                Ok(EventOk::DeployedCachedCert) => {
                    tracing::info!(name, "the kept certificate is used");
                }
                Ok(EventOk::CertCacheStore | EventOk::AccountCacheStore) => {}
                // It is tried again by itself, after longer and longer pauses.
                Err(error) => tracing::error!(name, "no certificate could be had: {error}"),
            }
        }
    });
    Ok((resolver, challenge, keeping))
}

/// Nobody else may read the keys that are kept there.
fn make_folder(folder: &Path) -> Result<(), TlsError> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|error| TlsError::File { path: folder.to_owned(), error })
}

fn root_of(file: &Path) -> Result<RootCertStore, TlsError> {
    let unfit = |reason: String| TlsError::Content { path: file.to_owned(), reason };
    let mut roots = RootCertStore::empty();
    for certificate in certificates(file)? {
        roots.add(certificate).map_err(|error| unfit(error.to_string()))?;
    }
    Ok(roots)
}
