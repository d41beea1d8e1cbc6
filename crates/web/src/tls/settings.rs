//! The settings of the site's own TLS.

use std::path::PathBuf;

use url::Url;

use super::TlsError;

/// The settings of the site's own TLS as they are given.
#[derive(Clone, Debug, clap::Args)]
pub struct TlsFlags {
    /// Speak https without a proxy: the file of the certificate (PEM); read again when it changes
    #[arg(long, value_name = "FILE", env = "MERELS_TLS_CERT")]
    tls_cert: Option<PathBuf>,
    /// The file of the certificate's key (PEM)
    #[arg(long, value_name = "FILE", env = "MERELS_TLS_KEY")]
    tls_key: Option<PathBuf>,
    /// Speak https without a proxy: get and renew a certificate by ACME, kept in this folder
    #[arg(long, value_name = "DIR", env = "MERELS_ACME")]
    acme: Option<PathBuf>,
    /// The mail address that the authority may write to
    #[arg(long, value_name = "MAIL", env = "MERELS_ACME_CONTACT")]
    acme_contact: Option<String>,
    /// The directory of the authority, Let's Encrypt's if no other is named
    #[arg(long, value_name = "URL", env = "MERELS_ACME_DIRECTORY")]
    #[arg(default_value = "https://acme-v02.api.letsencrypt.org/directory")]
    acme_directory: Url,
    /// The certificate by which the authority itself is known, if it is your own (PEM)
    #[arg(long, value_name = "FILE", env = "MERELS_ACME_ROOT")]
    acme_root: Option<PathBuf>,
}

impl TlsFlags {
    /// The settings, if the site speaks https without a proxy.
    ///
    /// # Errors
    ///
    /// If they do not go together, or TLS or redirects lack an https address of the site.
    pub fn settings(
        self,
        site: Option<&Url>,
        redirects: bool,
    ) -> Result<Option<TlsSettings>, TlsError> {
        let tls = match (self.tls_cert, self.tls_key, self.acme) {
            (None, None, None) => None,
            (Some(cert), Some(key), None) => Some(TlsSettings::Files { cert, key }),
            (None, None, Some(folder)) => Some(TlsSettings::Acme(AcmeSettings {
                folder,
                contact: self.acme_contact,
                directory: self.acme_directory.into(),
                root: self.acme_root,
            })),
            (_, _, Some(_)) => return Err(TlsError::TwoCertificates),
            _ => return Err(TlsError::HalfPair),
        };
        let is_https = site.is_some_and(|url| url.scheme() == "https");
        if (tls.is_some() || redirects) && !is_https {
            return Err(TlsError::NoAddress);
        }
        Ok(tls)
    }
}

/// The source of the site's certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TlsSettings {
    /// Files, which are read again when they change.
    Files {
        /// The certificate and those it rests on, in PEM.
        cert: PathBuf,
        /// Its key, in PEM.
        key: PathBuf,
    },
    /// An authority that speaks ACME, for the name in the site's public address.
    Acme(AcmeSettings),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcmeSettings {
    pub folder: PathBuf,
    /// The mail address that the authority may write to.
    pub contact: Option<String>,
    /// The authority: the address of its directory.
    pub directory: String,
    /// The certificate of the authority's own site, if it is none that everybody knows.
    pub root: Option<PathBuf>,
}
