//! The way to the SMTP server.

use std::error::Error as _;
use std::fmt::{self, Display};
use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use rustls::pki_types::CertificateDer;
use url::Url;

use super::settings::{MailError, MailSettings};
use super::texts::Text;

/// The time that the server may take for one answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// The answers of a server that wants a login, or another one. That is no fault of the mail.
const LOGIN_REFUSED: [u16; 4] = [530, 534, 535, 538];

/// A mail that was not sent; some are worth another try.
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
    pub(super) fn new<E: Display>(
        settings: &MailSettings,
        site: &Url,
        certificates: impl FnOnce(&Path) -> Result<Vec<CertificateDer<'static>>, E>,
    ) -> Result<Transport, MailError> {
        let url = &settings.server;
        if url.password().is_some() {
            return Err(MailError::PasswordInAddress);
        }
        let unknown = || MailError::Server(url.to_string());
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or_else(unknown)?;
        let guard = Guard::of(url, host).ok_or_else(unknown)?;
        let ca = match settings.ca.as_deref() {
            Some(_) if guard == Guard::None => return Err(MailError::CaWithoutTls),
            Some(file) => certificates(file).map_err(|error| MailError::Ca(error.to_string()))?,
            None => Vec::new(),
        };
        let builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)
            .port(url.port().unwrap_or(guard.usual_port()))
            .tls(guard.tls(host, ca)?)
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
        self.smtp.send(message).await.map(drop).map_err(|error| SendError::from(&error))
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

impl From<&lettre::transport::smtp::Error> for SendError {
    /// Of a server's answer only the number is told: its words may repeat the address or the login.
    fn from(error: &lettre::transport::smtp::Error) -> SendError {
        let Some(code) = error.status() else {
            // What the client itself has to say stands behind the kind of error.
            let source = error.source().filter(|_| error.is_client());
            let reason = source.map_or_else(|| error.to_string(), ToString::to_string);
            return SendError { reason, lasting: false };
        };
        if LOGIN_REFUSED.contains(&code.into()) {
            let reason = format!("the mail server refuses the user or the password ({code})");
            return SendError { reason, lasting: false };
        }
        let reason = format!("the mail server answered {code}");
        SendError { reason, lasting: error.is_permanent() }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Guard {
    /// Not at all: on this machine nobody listens in between.
    None,
    StartTls,
    Smtps,
}

impl Guard {
    /// The transport that an address asks for; nothing if it is not understood.
    fn of(url: &Url, host: &str) -> Option<Guard> {
        let bare = bare(host);
        let is_here = bare == "localhost"
            || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        match (url.scheme(), url.query()) {
            ("smtps", None | Some("tls=required")) => Some(Guard::Smtps),
            ("smtp", None) if is_here => Some(Guard::None),
            ("smtp", None | Some("tls=required")) => Some(Guard::StartTls),
            _ => None,
        }
    }

    fn usual_port(self) -> u16 {
        match self {
            Guard::None => 25,
            Guard::StartTls => 587,
            Guard::Smtps => 465,
        }
    }

    /// Trusts the system's authorities, and those of `ca`.
    fn tls(self, host: &str, ca: Vec<CertificateDer<'static>>) -> Result<Tls, MailError> {
        if self == Guard::None {
            return Ok(Tls::None);
        }
        let mut parameters = TlsParameters::builder(bare(host).to_owned());
        for certificate in ca {
            parameters =
                parameters.add_root_certificate(Certificate::from_der(certificate.to_vec())?);
        }
        let parameters = parameters.build()?;
        Ok(if self == Guard::Smtps { Tls::Wrapper(parameters) } else { Tls::Required(parameters) })
    }
}

/// A host without the brackets around an IPv6 address.
fn bare(host: &str) -> &str {
    host.trim_start_matches('[').trim_end_matches(']')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transport(server: &str, password: Option<&str>) -> Result<Transport, MailError> {
        let settings = MailSettings {
            server: server.parse().unwrap(),
            password: password.map(str::to_owned),
            from: "Merels <merels@example.org>".to_owned(),
            ca: None,
        };
        let none = |_: &Path| Err("no file is read");
        Transport::new(&settings, &"https://merels.example".parse().unwrap(), none)
    }

    #[test]
    fn only_this_machine_is_reached_without_tls() {
        let guard = |text: &str| {
            let url: Url = text.parse().unwrap();
            Guard::of(&url, url.host_str().unwrap_or_default())
        };
        assert_eq!(guard("smtp://127.0.0.1"), Some(Guard::None));
        assert_eq!(guard("smtp://[::1]"), Some(Guard::None));
        assert_eq!(guard("smtp://localhost?tls=required"), Some(Guard::StartTls));
        assert_eq!(guard("smtp://mail.example"), Some(Guard::StartTls));
        assert_eq!(guard("smtps://mail.example"), Some(Guard::Smtps));
        assert_eq!(guard("smtps://127.0.0.1"), Some(Guard::Smtps));
        assert_eq!(guard("smtp://mail.example?tls=opportunistic"), None);
        assert_eq!(guard("http://mail.example"), None);
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
