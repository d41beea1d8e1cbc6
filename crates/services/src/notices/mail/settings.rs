//! The settings of mail.

use std::fmt;
use std::path::PathBuf;

use thiserror::Error;
use url::Url;

/// The settings of mail as they are given.
#[derive(Clone, Debug, clap::Args)]
pub struct MailFlags {
    /// The mail server: smtps://HOST, smtp://HOST (with STARTTLS, unless it is this machine), or
    /// smtp://USER@HOST with the password in --smtp-password-file or MERELS_SMTP_PASSWORD;
    /// smtp://localhost?tls=required demands STARTTLS of this machine too
    #[arg(long, value_name = "URL", env = "MERELS_SMTP", hide_env_values = true)]
    smtp: Option<Url>,
    /// A file with the password for the mail server
    #[arg(long, value_name = "FILE", env = "MERELS_SMTP_PASSWORD_FILE")]
    smtp_password_file: Option<PathBuf>,
    /// A certificate (PEM) to trust beside the system's, if the mail server has one of your own
    #[arg(long, value_name = "FILE", env = "MERELS_SMTP_CA")]
    smtp_ca: Option<PathBuf>,
    /// The sender: Merels <merels@example.org> [default: merels at the site's host]
    #[arg(long, value_name = "SENDER", env = "MERELS_MAIL_FROM")]
    mail_from: Option<String>,
}

impl MailFlags {
    /// The settings, if mails are to be sent. `password` is the environment's: on the command line
    /// everybody on the machine would see it.
    ///
    /// # Errors
    ///
    /// If there is no mail server for the rest, or the file with the password cannot be read.
    pub fn settings(
        self,
        password: Option<String>,
        site: Option<&Url>,
    ) -> Result<Option<MailSettings>, MailError> {
        let MailFlags { smtp, smtp_password_file, smtp_ca, mail_from } = self;
        let Some(server) = smtp else {
            let in_vain = smtp_password_file.is_some() || smtp_ca.is_some() || mail_from.is_some();
            return if in_vain { Err(MailError::NoServer) } else { Ok(None) };
        };
        let password = match smtp_password_file {
            Some(path) => match std::fs::read_to_string(&path) {
                Ok(text) => Some(text.trim_end_matches(['\r', '\n']).to_owned()),
                Err(error) => return Err(MailError::PasswordFile { path, error }),
            },
            None => password,
        };
        let host = site.and_then(Url::host_str).unwrap_or("localhost");
        let from = mail_from.unwrap_or_else(|| format!("Merels <merels@{host}>"));
        Ok(Some(MailSettings { server, password, from, ca: smtp_ca }))
    }
}

#[derive(Clone)]
pub struct MailSettings {
    /// The mail server: `smtps://HOST`, or `smtp://HOST`, which must offer STARTTLS unless it is this
    /// machine (`smtp://localhost?tls=required` must too); `smtp://USER@HOST` logs in.
    pub server: Url,
    pub password: Option<String>,
    /// The sender, such as `Merels <merels@example.org>`.
    pub from: String,
    /// Certificates in PEM that are trusted beside the system's, if the server's rests on none of those.
    pub ca: Option<PathBuf>,
}

/// Keeps the password out of logs.
impl fmt::Debug for MailSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailSettings").field("from", &self.from).finish_non_exhaustive()
    }
}

#[derive(Debug, Error)]
pub enum MailError {
    #[error("mail needs a mail server: smtp = \"smtps://HOST\"")]
    NoServer,
    #[error("the password {} cannot be read: {error}", path.display())]
    PasswordFile { path: PathBuf, error: std::io::Error },
    /// Links in mails need the site's address.
    #[error("mail needs public_url: the links in mails lead there")]
    NoPublicUrl,
    #[error(
        "'{0}' is not the address of a mail server: smtps://HOST, smtp://HOST or smtp://USER@HOST, and ?tls=required behind it"
    )]
    Server(String),
    /// Settings are shown and kept in many places.
    #[error(
        "the mail server's password belongs into smtp_password_file or MERELS_SMTP_PASSWORD, not into its address"
    )]
    PasswordInAddress,
    /// There is a user without a password, or the other way round.
    #[error("a mail server with a user (smtp://USER@HOST) needs a password, and only then")]
    HalfLogin,
    #[error("'{0}' is not the sender of mails: Merels <merels@example.org>")]
    Sender(String),
    /// The file of the authority cannot be used.
    #[error("smtp_ca: {0}")]
    Ca(String),
    /// There is no certificate to be checked.
    #[error("smtp_ca is for a mail server over TLS: smtps://HOST or smtp://HOST?tls=required")]
    CaWithoutTls,
    #[error("the mail server cannot be reached safely: {0}")]
    Tls(#[from] lettre::transport::smtp::Error),
}
