//! A certificate and its key in two files. They are looked at again and again; what cannot be used is
//! said, and the old certificate stays.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use rustls::pki_types::PrivateKeyDer;
use rustls::pki_types::pem::PemObject;
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use tokio::task::JoinHandle;

use super::{TlsError, certificates_in, provider};

/// The interval at which the files are read again.
const GLANCE: Duration = Duration::from_secs(5);

/// The paths of the certificate and its key.
#[derive(Clone, Debug)]
pub(super) struct Files {
    pub(super) cert: PathBuf,
    pub(super) key: PathBuf,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Content {
    cert: Vec<u8>,
    key: Vec<u8>,
}

impl Files {
    fn read(&self) -> Result<Content, TlsError> {
        let read = |path: &Path| {
            std::fs::read(path).map_err(|error| TlsError::File { path: path.to_owned(), error })
        };
        Ok(Content { cert: read(&self.cert)?, key: read(&self.key)? })
    }

    /// The certificate, if the key belongs to it.
    fn parse(&self, content: &Content) -> Result<CertifiedKey, TlsError> {
        let unfit = |reason: String| TlsError::Content { path: self.key.clone(), reason };
        let chain = certificates_in(&self.cert, &content.cert)?;
        let key = PrivateKeyDer::from_pem_slice(&content.key)
            .map_err(|error| unfit(error.to_string()))?;
        CertifiedKey::from_der(chain, key, &provider()).map_err(|error| unfit(error.to_string()))
    }
}

#[derive(Debug)]
struct Current(RwLock<Arc<CertifiedKey>>);

impl ResolvesServerCert for Current {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// Reads the files; the task reads them again.
pub(super) fn start(
    files: Files,
) -> Result<(Arc<dyn ResolvesServerCert>, JoinHandle<()>), TlsError> {
    let content = files.read()?;
    let current = Arc::new(Current(RwLock::new(Arc::new(files.parse(&content)?))));
    let keeping = tokio::spawn(keep(files, content, Arc::clone(&current)));
    Ok((current, keeping))
}

async fn keep(files: Files, mut seen: Content, current: Arc<Current>) {
    let mut trouble = None;
    loop {
        tokio::time::sleep(GLANCE).await;
        let (reader, shown) = (files.clone(), Arc::clone(&current));
        // A disk may be slow.
        let looking = tokio::task::spawn_blocking(move || look(&reader, seen, &shown));
        let Ok((looked, now)) = looking.await else { return };
        seen = now;
        match looked.map_err(|error| error.to_string()) {
            Ok(true) => tracing::info!(file = %files.cert.display(), "a new certificate is used"),
            // Perhaps only one of the two was written yet.
            Err(error) if trouble.as_ref() != Some(&error) => {
                tracing::error!(error, "the old certificate stays");
                trouble = Some(error);
                continue;
            }
            Err(_) => continue,
            Ok(false) => {}
        }
        trouble = None;
    }
}

/// Takes up what is new in the files; gives what stands in them now.
fn look(files: &Files, seen: Content, current: &Current) -> (Result<bool, TlsError>, Content) {
    let content = match files.read() {
        Ok(content) => content,
        Err(error) => return (Err(error), seen),
    };
    if content == seen {
        return (Ok(false), seen);
    }
    match files.parse(&content) {
        Ok(certificate) => {
            *current.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(certificate);
            (Ok(true), content)
        }
        Err(error) => (Err(error), seen),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A certificate for this machine and its key.
    fn certificate() -> (String, String) {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        (made.cert.pem(), made.key_pair.serialize_pem())
    }

    #[test]
    fn what_cannot_be_used_leaves_the_old_certificate() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files { cert: folder.path().join("cert"), key: folder.path().join("key") };
        let write = |cert: &str, key: &str| {
            std::fs::write(&files.cert, cert).unwrap();
            std::fs::write(&files.key, key).unwrap();
        };
        let (cert, key) = certificate();
        write(&cert, &key);
        let mut seen = files.read().unwrap();
        let current = Current(RwLock::new(Arc::new(files.parse(&seen).unwrap())));
        let shown = || current.0.read().unwrap().cert[0].to_vec();
        let first = shown();
        let (other_cert, other_key) = certificate();
        for (cert, key) in
            [("", ""), (&*cert, "no key"), ("no certificate", &*key), (&*other_cert, &*key)]
        {
            write(cert, key);
            let (looked, now) = look(&files, seen, &current);
            assert!(looked.is_err(), "{looked:?}");
            assert_eq!(shown(), first);
            seen = now;
        }
        std::fs::remove_file(&files.key).unwrap();
        let (looked, seen) = look(&files, seen, &current);
        assert!(looked.unwrap_err().to_string().contains("cannot be read"));
        write(&other_cert, &other_key);
        let (looked, seen) = look(&files, seen, &current);
        assert!(looked.unwrap());
        assert_ne!(shown(), first);
        assert!(!look(&files, seen, &current).0.unwrap());
    }
}
