//! The way to the SMTP server.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use thiserror::Error;
use url::Url;

use super::texts::Text;
use crate::settings::MailSettings;

/// How long the server may take for one answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// Why the settings for mail cannot be used.
#[derive(Debug, Error)]
pub enum MailError {
    /// Links in mails need the site's address.
    #[error("mail needs public_url: the links in mails lead there")]
    NoPublicUrl,
    /// The address of the server is not understood.
    #[error(
        "'{0}' is not the address of a mail server: smtps://HOST, smtp://HOST or smtp://USER@HOST"
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
    /// The sender is not understood.
    #[error("'{0}' is not the sender of mails: Merels <merels@example.org>")]
    Sender(String),
    /// TLS cannot be used.
    #[error("the mail server cannot be reached safely: {0}")]
    Tls(lettre::transport::smtp::Error),
}

/// Why a mail was not sent, and whether it is of any use to try again.
#[derive(Debug)]
pub(super) struct SendError {
    pub(super) reason: String,
    pub(super) lasting: bool,
}

pub(super) struct Transport {
    smtp: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// The site's host, for the names of mails.
    host: String,
}

impl fmt::Debug for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transport").field("from", &self.from).finish_non_exhaustive()
    }
}

impl Transport {
    pub(super) fn new(settings: &MailSettings, site: &Url) -> Result<Transport, MailError> {
        let url = &settings.server;
        if url.password().is_some() {
            return Err(MailError::PasswordInAddress);
        }
        let unknown = || MailError::Server(url.to_string());
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or_else(unknown)?;
        let (tls, usual_port) = security(url, host).ok_or_else(unknown)?;
        let builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)
            .port(url.port().unwrap_or(usual_port))
            .tls(tls.map_err(MailError::Tls)?)
            .timeout(Some(PATIENCE));
        let own_host = site.host_str().unwrap_or("localhost").to_owned();
        let builder = builder.hello_name(ClientId::Domain(own_host.clone()));
        let builder = match (url.username(), &settings.password) {
            ("", None) => builder,
            (user, Some(password)) if !user.is_empty() => {
                let user = percent_encoding::percent_decode_str(user).decode_utf8_lossy();
                builder.credentials(Credentials::new(user.into_owned(), password.clone()))
            }
            _ => return Err(MailError::HalfLogin),
        };
        let from = settings.from.parse();
        let from = from.map_err(|_| MailError::Sender(settings.from.clone()))?;
        Ok(Transport { smtp: builder.build(), from, host: own_host })
    }

    pub(super) async fn send(&self, address: &str, text: Text) -> Result<(), SendError> {
        let lasting = |reason: String| SendError { reason, lasting: true };
        let to: Address = address.parse().map_err(|error| lasting(format!("{error}")))?;
        let message = self.message(to, text).map_err(|error| lasting(error.to_string()))?;
        let sent = self.smtp.send(message).await;
        sent.map(drop)
            .map_err(|error| SendError { lasting: error.is_permanent(), reason: error.to_string() })
    }

    fn message(&self, to: Address, text: Text) -> Result<Message, lettre::error::Error> {
        let mut number = [0; 16];
        // A mail without a number of its own is still a mail.
        let _ = getrandom::fill(&mut number);
        let number: String = number.iter().map(|byte| format!("{byte:02x}")).collect();
        let builder: MessageBuilder = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(text.subject)
            .message_id(Some(format!("<{number}@{}>", self.host)))
            .date_now()
            .header(ContentType::TEXT_PLAIN);
        // Whoever is on holiday need not say so to a machine.
        let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
        let builder = builder.raw_header(HeaderValue::new(automatic, "auto-generated".to_owned()));
        builder.body(text.body)
    }
}

/// How the connection is guarded, and the usual port. On this machine nobody listens in between.
fn security(url: &Url, host: &str) -> Option<(Result<Tls, lettre::transport::smtp::Error>, u16)> {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let is_here =
        bare == "localhost" || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    let parameters = || TlsParameters::new(bare.to_owned());
    match url.scheme() {
        "smtps" => Some((parameters().map(Tls::Wrapper), 465)),
        "smtp" if is_here => Some((Ok(Tls::None), 25)),
        "smtp" => Some((parameters().map(Tls::Required), 587)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transport(server: &str, password: Option<&str>) -> Result<Transport, MailError> {
        let settings = MailSettings {
            server: server.parse().unwrap(),
            password: password.map(str::to_owned),
            from: "Merels <merels@example.org>".to_owned(),
        };
        Transport::new(&settings, &"https://merels.example".parse().unwrap())
    }

    #[test]
    fn only_this_machine_is_reached_without_tls() {
        let plain = |text: &str| {
            let url: Url = text.parse().unwrap();
            let host = url.host_str().unwrap_or_default().to_owned();
            let tls = security(&url, &host).map(|(tls, port)| (tls.unwrap(), port));
            tls.map(|(tls, port)| (matches!(tls, Tls::None), port))
        };
        assert_eq!(plain("smtp://127.0.0.1"), Some((true, 25)));
        assert_eq!(plain("smtp://[::1]"), Some((true, 25)));
        assert_eq!(plain("smtp://mail.example"), Some((false, 587)));
        assert_eq!(plain("smtps://mail.example"), Some((false, 465)));
        assert_eq!(plain("smtps://127.0.0.1"), Some((false, 465)));
        assert_eq!(plain("http://mail.example"), None);
    }

    #[test]
    fn settings_that_cannot_work_are_refused() {
        assert!(transport("smtp://localhost", None).is_ok());
        assert!(transport("smtps://ada@mail.example", Some("secret")).is_ok());
        for (server, password) in [
            ("smtps://ada:secret@mail.example", None),
            ("smtps://ada@mail.example", None),
            ("smtps://mail.example", Some("secret")),
            ("https://mail.example", None),
        ] {
            let error = transport(server, password).unwrap_err().to_string();
            assert!(!error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn a_letter_is_plain_text_with_a_name_of_its_own() {
        let transport = transport("smtp://localhost", None).unwrap();
        let text = Text { subject: "Grüße".to_owned(), body: "Zwei\n\nAbsätze.\n".to_owned() };
        let message = transport.message("ada@example.org".parse().unwrap(), text).unwrap();
        let sent = String::from_utf8(message.formatted()).unwrap();
        for line in ["From: Merels <merels@example.org>", "To: ada@example.org", "Date: "] {
            assert!(sent.contains(line), "{line} in {sent}");
        }
        for line in ["Auto-Submitted: auto-generated", "@merels.example>", "charset=utf-8"] {
            assert!(sent.contains(line), "{line} in {sent}");
        }
    }
}
