//! A real mail server for tests, and what comes of a site's mail there.

use std::ops::Deref;

use merels_test_services::{MailServer, MailTls};
use merels_web::{MailSettings, Settings};

use super::eventually;

/// A mail server; it ends when it is dropped.
pub(crate) struct Smtp(MailServer);

impl Deref for Smtp {
    type Target = MailServer;

    fn deref(&self) -> &MailServer {
        &self.0
    }
}

impl Smtp {
    /// One that runs; nothing, said loudly, where none is installed.
    pub(crate) fn start() -> Option<Smtp> {
        let mut smtp = Smtp::to_be_started()?;
        smtp.open();
        Some(smtp)
    }

    /// One that does not run yet.
    pub(crate) fn to_be_started() -> Option<Smtp> {
        MailServer::to_be_started(MailTls::None, false).map(Smtp)
    }

    pub(crate) fn open(&mut self) {
        self.0.open();
    }

    /// Has a site send its mail here.
    pub(crate) fn serves(&self, settings: &mut Settings) {
        settings.public_url = Some("http://merels.example".parse().unwrap());
        settings.mail = Some(MailSettings {
            server: format!("smtp://{}", self.address()).parse().unwrap(),
            password: None,
            from: "Merels <merels@merels.example>".to_owned(),
            ca: None,
        });
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
