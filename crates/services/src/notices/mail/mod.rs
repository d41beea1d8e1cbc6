//! Mails to players: what is to be sent waits in the store, and any node sends it.
//!
//! Whoever asks for a mail is answered before anybody looks whether the address has an account: from
//! answer and time nobody learns which addresses have one.

mod settings;
mod texts;
mod transport;

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use merels_messages::Language;
use merels_model::{ArenaId, GameKey, PlayerId};
use merels_store::{MailKind, QueuedMail};
use rustls::pki_types::CertificateDer;
use tokio::sync::Notify;
use tokio::time::timeout;
use url::Url;

use crate::error::Result;
use crate::site::Site;
pub use settings::{MailError, MailFlags, MailSettings};
use transport::Transport;

const LINK_LASTS: SignedDuration = SignedDuration::from_mins(30);

/// The period of looking for mails that other nodes have queued or could not send.
const LOOK: Duration = Duration::from_secs(1);

/// The time that a server may take for one mail; other nodes leave it alone a little longer.
const SENDING: Duration = Duration::from_secs(45);
const CLAIM: SignedDuration = SignedDuration::from_mins(1);

/// A mail that could not be sent is tried again after a minute, two, four, eight; then it is too late.
const MOST_TRIES: u32 = 5;
const FIRST_DELAY: SignedDuration = SignedDuration::from_mins(1);

#[derive(Debug)]
pub struct Mailer {
    transport: Transport,
    queued: Notify,
}

impl Mailer {
    /// Sets mail up for the site at `site`; `certificates` reads those of a file.
    ///
    /// # Errors
    ///
    /// If the settings cannot be used.
    pub fn new<E: Display>(
        settings: &MailSettings,
        site: Option<&Url>,
        certificates: impl FnOnce(&Path) -> Result<Vec<CertificateDer<'static>>, E>,
    ) -> Result<Mailer, MailError> {
        // The address in a link must never be what a request claims.
        let site = site.ok_or(MailError::NoPublicUrl)?;
        let transport = Transport::new(settings, site, certificates)?;
        Ok(Mailer { transport, queued: Notify::new() })
    }
}

/// The outbox of the site, and what it sends.
#[derive(Debug)]
pub struct Mails {
    pub(crate) site: Site,
    pub(crate) address: Option<Url>,
    pub(crate) mailer: Option<Mailer>,
}

impl Mails {
    /// Returns `true` if the site sends mails.
    pub fn are_sent(&self) -> bool {
        self.mailer.is_some()
    }

    fn address(&self, path: &str) -> String {
        let whole = self.address.as_ref().and_then(|site| site.join(path).ok());
        whole.map_or_else(|| path.to_owned(), String::from)
    }

    /// Tells the owner of an account what was changed, but not over and over.
    pub async fn notify(&self, kind: MailKind, address: &str, language: Language) -> Result<()> {
        if self.mailer.is_some() && self.site.limits.allows_notice(address).await? {
            self.queue(kind, address, language).await?;
        }
        Ok(())
    }

    /// Puts a mail into the outbox; without mail nothing happens.
    pub async fn queue(&self, kind: MailKind, address: &str, language: Language) -> Result<()> {
        let Some(mailer) = &self.mailer else { return Ok(()) };
        let (language, now) = (language.code(), self.site.clock.now());
        self.site.store.notices().queue_mail(kind, address, language, None, now).await?;
        mailer.queued.notify_one();
        Ok(())
    }

    /// Writes to a player whose turn it is in a game, if mails are wanted.
    pub(crate) async fn tell_turn(&self, player: &PlayerId, game: &GameKey) -> Result<()> {
        self.tell(MailKind::YourTurn, player, game.as_str()).await
    }

    /// Writes to a player that an arena begins, if mails are wanted.
    pub(crate) async fn tell_arena(&self, player: &PlayerId, arena: &ArenaId) -> Result<()> {
        self.tell(MailKind::ArenaBegins, player, arena.as_str()).await
    }

    async fn tell(&self, kind: MailKind, player: &PlayerId, about: &str) -> Result<()> {
        let Some(mailer) = &self.mailer else { return Ok(()) };
        let wanted = self.site.store.notices().turn_mail_address(player).await?;
        let Some((address, language)) = wanted else { return Ok(()) };
        let now = self.site.clock.now();
        self.site.store.notices().queue_mail(kind, &address, &language, Some(about), now).await?;
        mailer.queued.notify_one();
        Ok(())
    }

    /// Sends what is due until the server ends.
    pub async fn keep_sending(self: Arc<Self>) {
        let Some(mailer) = &self.mailer else { return };
        loop {
            match self.site.store.notices().take_mail(self.site.clock.now(), CLAIM).await {
                Ok(Some(mail)) => {
                    if let Err(error) = self.deliver(mailer, &mail).await {
                        tracing::warn!(%error, kind = mail.kind.name(), "a mail has to wait");
                    }
                }
                Ok(None) => {
                    let _ = timeout(LOOK, mailer.queued.notified()).await;
                }
                Err(error) => {
                    tracing::warn!(%error, "the outbox cannot be read");
                    tokio::time::sleep(LOOK).await;
                }
            }
        }
    }

    async fn deliver(&self, mailer: &Mailer, mail: &QueuedMail) -> Result<()> {
        let again = self.send(mailer, mail).await?;
        Ok(self.site.store.notices().settle_mail(mail, again).await?)
    }

    /// Writes a mail and sends it; says when it is tried again, if it is.
    async fn send(&self, mailer: &Mailer, mail: &QueuedMail) -> Result<Option<Timestamp>> {
        // Without a text the address has no account, or needs no mail any more.
        let Some((to, text)) = texts::write(self, mail).await? else { return Ok(None) };
        let failure = match timeout(SENDING, mailer.transport.send(&to, text)).await {
            Ok(Ok(())) => {
                metrics::counter!("merels_mails_total", "result" => "sent").increment(1);
                return Ok(None);
            }
            Ok(Err(failure)) => failure,
            Err(_) => {
                transport::SendError { reason: "it took too long".to_owned(), lasting: false }
            }
        };
        metrics::counter!("merels_mails_total", "result" => "failed").increment(1);
        let gives_up = failure.lasting || mail.tries >= MOST_TRIES;
        let (kind, reason) = (mail.kind.name(), failure.reason);
        tracing::warn!(kind, reason, gives_up, "a mail was not sent");
        let delay = FIRST_DELAY * (1 << mail.tries.min(MOST_TRIES).saturating_sub(1));
        Ok((!gives_up).then(|| self.site.clock.now() + delay))
    }
}
