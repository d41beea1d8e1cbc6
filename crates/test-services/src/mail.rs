//! A real mail server: Debian's aiosmtpd, which puts every mail into a folder.

use std::collections::HashSet;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::wanted;

/// The longest time for the server's start.
const DEADLINE: Duration = Duration::from_secs(60);

/// The encryption of a mail server's connections.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MailTls {
    /// Not at all.
    None,
    /// After a word in plain.
    StartTls,
    /// From the first byte on.
    Smtps,
}

/// A mail server; it ends when it is dropped.
#[derive(Debug)]
pub struct MailServer {
    python: String,
    folder: TempDir,
    port: u16,
    tls: MailTls,
    login: bool,
    process: Option<Child>,
    /// Files that were read already.
    read: Mutex<HashSet<PathBuf>>,
}

impl MailServer {
    /// The one user of a server with a login.
    pub const USER: &str = "merels";
    /// The password of that user.
    pub const PASSWORD: &str = "a word for the post office";

    /// One that does not run yet; nothing, said loudly, where none is installed.
    pub fn to_be_started(tls: MailTls, login: bool) -> Option<MailServer> {
        let python = wanted("MERELS_TEST_SMTP")?;
        let folder = tempfile::tempdir().expect("a folder");
        let names = ["localhost".to_owned(), "127.0.0.1".to_owned()];
        let made = rcgen::generate_simple_self_signed(names).expect("a certificate");
        fs::write(folder.path().join("cert.pem"), made.cert.pem()).expect("a file");
        fs::write(folder.path().join("key.pem"), made.key_pair.serialize_pem()).expect("a file");
        // A port that was free a moment ago.
        let free = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        let port = free.expect("a free port").port();
        let (process, read) = Default::default();
        Some(MailServer { python, folder, port, tls, login, process, read })
    }

    /// Starts it.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub fn open(&mut self) {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/mail_server.py");
        let tls = match self.tls {
            MailTls::None => "none",
            MailTls::StartTls => "starttls",
            MailTls::Smtps => "smtps",
        };
        let mut command = Command::new(&self.python);
        command.arg(script).args(["--port", &self.port.to_string(), "--folder", "mail"]);
        command.args(["--tls", tls, "--cert", "cert.pem", "--key", "key.pem"]);
        if self.login {
            command.args(["--user", MailServer::USER, "--password", MailServer::PASSWORD]);
        }
        command.current_dir(self.folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        self.process = Some(command.spawn().expect("a mail server"));
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(begun.elapsed() < DEADLINE, "the mail server does not start");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Its host and port.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// The certificate to trust, in a file.
    pub fn certificate(&self) -> PathBuf {
        self.folder.path().join("cert.pem")
    }

    /// The mails that have come since this was asked last, as they were sent.
    ///
    /// # Panics
    ///
    /// If a mail cannot be read.
    pub fn new_mails(&self) -> Vec<String> {
        let Ok(files) = fs::read_dir(self.folder.path().join("mail/new")) else {
            return Vec::new();
        };
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let files = files.map(|file| file.expect("a mail").path());
        let new: Vec<PathBuf> = files.filter(|file| read.insert(file.clone())).collect();
        new.iter().map(|file| printed(&fs::read_to_string(file).expect("a mail"))).collect()
    }
}

/// A mail as it is read: long lines and other than plain letters come quoted.
fn printed(mail: &str) -> String {
    if !mail.contains("quoted-printable") {
        return mail.to_owned();
    }
    let mail = mail.replace("\r\n", "\n").replace("=\n", "");
    let mut parts = mail.split('=');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let quoted = part.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match quoted {
            Some(byte) => bytes.extend([&[byte], &part.as_bytes()[2..]].concat()),
            // In a header it is just this letter.
            None => bytes.extend([b"=", part.as_bytes()].concat()),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Drop for MailServer {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}
