//! A site's mail over TLS and with a login, by a real mail server; and what the log says where that fails.

use std::fs::{self, File};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use merels_store::{MailKind, Store};
use merels_test_services::{MailServer, MailTls};
use tempfile::TempDir;

use crate::process::{DEADLINE, Running, serve};

const ADDRESS: &str = "ada@example.org";

/// A site's settings to reach its mail server.
struct Told<'a> {
    /// `smtps` or `smtp`.
    scheme: &'a str,
    /// The part behind the address.
    query: &'a str,
    password: Option<&'a str>,
    ca: Option<PathBuf>,
}

/// A site with a mail that waits to be sent.
struct Posting {
    folder: TempDir,
    store: Store,
    _site: Running,
}

impl Posting {
    async fn start(server: &MailServer, told: &Told<'_>) -> Posting {
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite://{}", folder.path().join("merels.db").display());
        let Told { scheme, query, password, ca } = told;
        let user =
            if password.is_some() { format!("{}@", MailServer::USER) } else { String::new() };
        let smtp = format!("{scheme}://{user}{}{query}", server.address());
        let arguments = ["--listen", "127.0.0.1:0", "--database", &database, "--smtp", &smtp];
        let mut command = serve(folder.path(), &arguments);
        // All that can be logged.
        command.args(["--public-url", "https://merels.example", "--log", "trace"]);
        if let Some(ca) = ca {
            command.arg("--smtp-ca").arg(ca);
        }
        if let Some(password) = password {
            command.env("MERELS_SMTP_PASSWORD", password);
        }
        command.stderr(File::create(folder.path().join("log")).unwrap());
        let site = Running::start_anywhere(&mut command);
        let store = Store::open(&database).await.unwrap();
        let (kind, now) = (MailKind::PasswordChanged, Timestamp::now());
        store.notices().queue_mail(kind, ADDRESS, "en", None, now).await.unwrap();
        Posting { folder, store, _site: site }
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap()
    }

    /// Waits until the log says why the mail was not sent; then it is still there.
    async fn fails(&self, reason: &str) {
        let said =
            || self.log().lines().find(|line| line.contains("was not sent")).map(str::to_owned);
        let line = eventually("a failure", said);
        assert!(line.contains(reason) && line.contains("gives_up=false"), "{line}");
        assert_eq!(self.store.notices().mails_to(ADDRESS).await.unwrap().len(), 1, "it waits");
        self.keeps_secrets();
    }

    fn keeps_secrets(&self) {
        let log = self.log();
        // As they are, and as they are sent: together with the user, in base64.
        let sent = ["AG1lcmVscwBhIHdvcmQgZm9yIHRoZSBwb3N0IG9mZmljZQ==", "AG1lcmVscwBndWVzc2Vk"];
        for secret in [MailServer::PASSWORD, "guessed", sent[0], sent[1], ADDRESS] {
            let line = log.lines().find(|line| line.contains(secret));
            assert_eq!(line, None, "{secret}");
        }
    }
}

#[track_caller]
fn eventually<T>(what: &str, look: impl Fn() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(seen) = look() {
            return seen;
        }
        assert!(begun.elapsed() < DEADLINE, "never: {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Sends a mail to a server that runs so; it arrives.
async fn arrives(tls: MailTls, scheme: &str, query: &str, password: Option<&str>) {
    let Some(mut server) = MailServer::to_be_started(tls, password.is_some()) else { return };
    server.open();
    let ca = Some(server.certificate());
    let posting = Posting::start(&server, &Told { scheme, query, password, ca }).await;
    let mail = eventually("a mail", || server.new_mails().pop());
    assert!(mail.contains("From: Merels <merels@merels.example>"), "{mail}");
    assert!(mail.contains("To: ada@example.org"), "{mail}");
    posting.keeps_secrets();
}

#[tokio::test(flavor = "multi_thread")]
async fn mail_goes_over_smtps_with_a_login() {
    arrives(MailTls::Smtps, "smtps", "", Some(MailServer::PASSWORD)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn mail_goes_over_starttls_with_a_login() {
    arrives(MailTls::StartTls, "smtp", "?tls=required", Some(MailServer::PASSWORD)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn mail_goes_over_starttls_without_a_login() {
    arrives(MailTls::StartTls, "smtp", "?tls=required", None).await;
}

/// A site whose mail cannot be sent says why, and keeps it.
async fn waits(tls: MailTls, login: bool, told: impl Fn(&MailServer) -> Told<'static>, why: &str) {
    let Some(mut server) = MailServer::to_be_started(tls, login) else { return };
    server.open();
    let posting = Posting::start(&server, &told(&server)).await;
    posting.fails(why).await;
    assert_eq!(server.new_mails(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn mail_waits_while_the_mail_servers_password_is_wrong() {
    for (tls, scheme, query) in
        [(MailTls::Smtps, "smtps", ""), (MailTls::StartTls, "smtp", "?tls=required")]
    {
        let told = |server: &MailServer| Told {
            scheme,
            query,
            password: Some("guessed"),
            ca: Some(server.certificate()),
        };
        waits(tls, true, told, "the mail server refuses the user or the password (535)").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn mail_waits_while_the_mail_server_wants_a_login_that_is_not_given() {
    let told = |server: &MailServer| Told {
        scheme: "smtps",
        query: "",
        password: None,
        ca: Some(server.certificate()),
    };
    waits(MailTls::Smtps, true, told, "refuses the user or the password (530)").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn mail_waits_while_the_mail_servers_certificate_is_not_trusted() {
    for (tls, scheme, query) in
        [(MailTls::Smtps, "smtps", ""), (MailTls::StartTls, "smtp", "?tls=required")]
    {
        let told =
            |_: &MailServer| Told { scheme, query, password: Some(MailServer::PASSWORD), ca: None };
        waits(tls, true, told, "invalid peer certificate").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn mail_waits_while_the_mail_server_offers_no_starttls() {
    let told = |server: &MailServer| {
        let (password, ca) = (Some(MailServer::PASSWORD), Some(server.certificate()));
        Told { scheme: "smtp", query: "?tls=required", password, ca }
    };
    waits(MailTls::None, true, told, "STARTTLS is not supported on this server").await;
}
