//! Mails that wait to be sent, by whichever node comes first.

use jiff::{SignedDuration, Timestamp};

use crate::database::{Connection, values};
use crate::handles::Notices;
use crate::write::Write;
use crate::{OneTimeSecret, Result};

#[derive(Copy, Clone, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum MailKind {
    /// The way to a new password, if the address has an account.
    Reset,
    /// The way to confirm the address.
    Confirm,
    PasswordChanged,
    /// The account has another e-mail address than this.
    EmailChanged,
    /// Passkeys, recovery codes or the second factor were changed.
    SignInChanged,
    TokenMade,
    /// It is the player's turn in a game by days.
    YourTurn,
    /// An arena that the player wants to play in begins.
    ArenaBegins,
}

impl MailKind {
    pub const fn name(self) -> &'static str {
        self.into_str()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedMail {
    pub id: String,
    pub kind: MailKind,
    pub address: String,
    pub language: String,
    /// The key of the game or arena that it is about, if it is about one.
    pub about: Option<String>,
    /// The number of attempts, this one included.
    pub tries: u32,
}

struct TakeMail {
    now: Timestamp,
    patience: SignedDuration,
}

impl Write for TakeMail {
    type Answer = Option<QueuedMail>;

    async fn write(&mut self, db: &mut Connection) -> Result<Option<QueuedMail>> {
        let sql = "SELECT id, kind, address, language, game, tries, due FROM outbox \
            WHERE due <= $1 ORDER BY due, id LIMIT 1";
        let Some(found) = db.first(sql, values![self.now]).await? else { return Ok(None) };
        let (id, kind, address, language, about, tries, due): (String, String, _, _, _, u32, i64) =
            found;
        // Of two nodes only one finds it as it was.
        let sql = "UPDATE outbox SET due = $1, tries = tries + 1 WHERE id = $2 AND due = $3";
        if db.execute(sql, values![self.now + self.patience, id, due]).await? == 0 {
            return Ok(None);
        }
        // One that a newer node has posted is left to it.
        let Ok(kind) = kind.parse() else { return Ok(None) };
        let tries = tries.saturating_add(1);
        Ok(Some(QueuedMail { id, kind, address, language, about, tries }))
    }
}

impl Notices<'_> {
    /// Puts a mail into the outbox, which may be about a game or an arena.
    pub async fn queue_mail(
        self,
        kind: MailKind,
        address: &str,
        language: &str,
        about: Option<&str>,
        due: Timestamp,
    ) -> Result<()> {
        let id = OneTimeSecret::random();
        let sql = "INSERT INTO outbox (id, kind, address, language, game, due, tries) \
            VALUES ($1, $2, $3, $4, $5, $6, 0)";
        let values = values![id.secret(), kind.name(), address, language, about, due];
        self.writer.execute(sql, values).await.map(drop)
    }

    /// Takes the next mail that is due. For `patience` no other node will; it is to be sent and
    /// settled within that time.
    pub async fn take_mail(
        self,
        now: Timestamp,
        patience: SignedDuration,
    ) -> Result<Option<QueuedMail>> {
        self.writer.write(TakeMail { now, patience }).await
    }

    /// A mail is done with, or is tried again later.
    pub async fn settle_mail(self, mail: &QueuedMail, again: Option<Timestamp>) -> Result<()> {
        let settled = match again {
            Some(at) => {
                let sql = "UPDATE outbox SET due = $1 WHERE id = $2";
                self.writer.execute(sql, values![at, mail.id]).await
            }
            None => self.writer.execute("DELETE FROM outbox WHERE id = $1", values![mail.id]).await,
        };
        settled.map(drop)
    }

    /// The due times of an address's mails, the next first.
    pub async fn mails_to(self, address: &str) -> Result<Vec<(String, Timestamp)>> {
        let sql = "SELECT kind, due FROM outbox WHERE address = $1 ORDER BY due, id";
        self.database.all(sql, values![address]).await
    }
}
