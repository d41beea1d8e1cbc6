//! A real mail server for tests: Debian's aiosmtpd, which puts every mail into a folder.

use std::collections::HashSet;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;

use merels_server::{MailSettings, Settings};
use tempfile::TempDir;

use super::eventually;

/// A mail server; it ends when it is dropped.
pub(crate) struct Smtp {
    program: String,
    folder: TempDir,
    port: u16,
    process: Option<Child>,
    /// Files that were read already.
    read: Mutex<HashSet<PathBuf>>,
}

impl Smtp {
    /// One that runs; nothing, said loudly, where none is installed.
    pub(crate) async fn start() -> Option<Smtp> {
        let mut smtp = Smtp::to_be_started()?;
        smtp.open().await;
        Some(smtp)
    }

    /// One that does not run yet.
    pub(crate) fn to_be_started() -> Option<Smtp> {
        let program = merels_test_services::wanted("MERELS_TEST_SMTP")?;
        let folder = tempfile::tempdir().unwrap();
        // A port that was free a moment ago.
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        Some(Smtp { program, folder, port: free.port(), process: None, read: Mutex::default() })
    }

    pub(crate) async fn open(&mut self) {
        let process = Command::new(&self.program)
            .args(["-n", "-l", &format!("127.0.0.1:{}", self.port)])
            .args(["-c", "aiosmtpd.handlers.Mailbox"])
            .arg(self.folder.path().join("mail"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        self.process = Some(process.unwrap());
        let port = self.port;
        let answers = async || TcpStream::connect(("127.0.0.1", port)).ok();
        eventually("a mail server", answers).await;
    }

    /// Has a site send its mail here.
    pub(crate) fn serves(&self, settings: &mut Settings) {
        settings.public_url = Some("http://merels.example".parse().unwrap());
        settings.mail = Some(MailSettings {
            server: format!("smtp://127.0.0.1:{}", self.port).parse().unwrap(),
            password: None,
            from: "Merels <merels@merels.example>".to_owned(),
        });
    }

    /// The mails that have come since this was asked last, as they were sent.
    pub(crate) fn new_mails(&self) -> Vec<String> {
        let Ok(files) = std::fs::read_dir(self.folder.path().join("mail/new")) else {
            return Vec::new();
        };
        let mut read = self.read.lock().unwrap();
        let files = files.map(|file| file.unwrap().path());
        let new: Vec<PathBuf> = files.filter(|file| read.insert(file.clone())).collect();
        new.iter().map(|file| printed(&std::fs::read_to_string(file).unwrap())).collect()
    }

    /// Waits for the next mail to an address with this in it.
    pub(crate) async fn mail(&self, address: &str, text: &str) -> String {
        let mut seen = Vec::new();
        let look = async || {
            seen.extend(self.new_mails());
            let wanted =
                |mail: &String| mail.contains(&format!("To: {address}")) && mail.contains(text);
            seen.iter().find(|mail| wanted(mail)).cloned()
        };
        eventually(&format!("a mail to {address}: {text}"), look).await
    }

    /// Waits for the next mail with a link to this page; gives the link as a path of the site.
    pub(crate) async fn link(&self, address: &str, page: &str) -> String {
        let start = format!("http://merels.example{page}?link=");
        let mail = self.mail(address, &start).await;
        let link = mail.lines().find(|line| line.starts_with(&start)).unwrap();
        link.trim_start_matches("http://merels.example").to_owned()
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

impl Drop for Smtp {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}
