//! Secrets that hold once and for a short time: links in mails and the steps of a login.

use jiff::Timestamp;

use crate::database::{Connection, values};
use crate::handles::Accounts;
use crate::write::Write;
use crate::{OneTimeSecret, Result};
use merels_model::PlayerId;

#[derive(Copy, Clone, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Purpose {
    /// To choose a new password.
    Reset,
    /// To confirm an e-mail address.
    Confirm,
    /// To come in with a passkey, whosever it is.
    Login,
    /// To give the second factor after the password.
    SecondFactor,
    /// To show with a passkey that it is still oneself.
    Reauthenticate,
    /// To add a passkey.
    Register,
    /// To remember for a while that somebody has shown again who it is; it is looked at, not used up.
    Proven,
    /// The same by a factor that is more than the password.
    ProvenFactor,
}

impl Purpose {
    const fn name(self) -> &'static str {
        self.into_str()
    }
}

/// A question for secrets that hold: `$1` by its hash, `$2` for its purpose, not over at `$3`.
const HOLDS: &str = "SELECT s.player, s.account, p.email_key, p.password \
    FROM one_time_secrets s LEFT JOIN players p ON p.id = s.player \
    WHERE s.id = $1 AND s.purpose = $2 AND s.expires > $3";

/// An account as far as it decides whether a secret holds: its address and its password.
type AccountState = (Option<String>, Option<String>);

fn account_hash((address, password): AccountState) -> String {
    let mut hasher = blake3::Hasher::new();
    for text in [address.unwrap_or_default(), password.unwrap_or_default()] {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// A secret that is kept: its player, the hash of the account when it was made, and the account now.
type Kept = (Option<PlayerId>, Option<String>, AccountState);

/// The holder of a secret: somebody's if it says so and the account is still what it was.
fn holder((player, made_with, account): Kept) -> Option<Holder> {
    let unchanged = player.is_none() || made_with == Some(account_hash(account));
    unchanged.then_some(player)
}

/// The holder of a secret, if it was given to somebody who is known.
type Holder = Option<PlayerId>;

struct Issue {
    id: String,
    purpose: Purpose,
    player: Holder,
    expires: Timestamp,
}

impl Write for Issue {
    type Answer = ();

    async fn write(&mut self, db: &mut Connection) -> Result<()> {
        let player = self.player.as_ref().map(PlayerId::as_str);
        let sql = "SELECT email_key, password FROM players WHERE id = $1";
        let account = match player {
            Some(player) => match db.first(sql, values![player]).await? {
                Some(account) => Some(account_hash(account)),
                // The account was deleted meanwhile.
                None => return Ok(()),
            },
            None => None,
        };
        let values = values![self.id, self.purpose.name(), player, account, self.expires];
        let sql = "INSERT INTO one_time_secrets (id, purpose, player, account, expires) \
            VALUES ($1, $2, $3, $4, $5)";
        db.execute(sql, values).await.map(drop)
    }
}

struct Redeem {
    id: String,
    purpose: Purpose,
    now: Timestamp,
}

impl Write for Redeem {
    type Answer = Option<Holder>;

    async fn write(&mut self, db: &mut Connection) -> Result<Self::Answer> {
        let values = values![self.id, self.purpose.name(), self.now];
        let Some(kept) = db.first(HOLDS, values).await? else { return Ok(None) };
        // Of two nodes that redeem it at once only one finds it here.
        let sql = "DELETE FROM one_time_secrets WHERE id = $1";
        let deleted = db.execute(sql, values![self.id]).await?;
        if deleted == 0 { Ok(None) } else { Ok(holder(kept)) }
    }
}

impl Accounts<'_> {
    /// Makes a secret that holds once, until `expires`; for a player, only as long as password and
    /// address of the account stay what they are.
    pub async fn issue_secret(
        self,
        purpose: Purpose,
        player: Option<&PlayerId>,
        expires: Timestamp,
    ) -> Result<OneTimeSecret> {
        let secret = OneTimeSecret::random();
        let issue = Issue { id: secret.id(), purpose, player: player.cloned(), expires };
        self.writer.write(issue).await?;
        Ok(secret)
    }

    /// Uses a secret up. Says whose it is, if it was given to somebody; nothing if it does not hold.
    pub async fn redeem_secret(
        self,
        secret: &OneTimeSecret,
        purpose: Purpose,
        now: Timestamp,
    ) -> Result<Option<Option<PlayerId>>> {
        self.writer.write(Redeem { id: secret.id(), purpose, now }).await
    }

    /// The holder of a secret that holds; it goes on holding.
    pub async fn secret_holder(
        self,
        secret: &OneTimeSecret,
        purpose: Purpose,
        now: Timestamp,
    ) -> Result<Option<PlayerId>> {
        let values = values![secret.id(), purpose.name(), now];
        Ok(self.database.first(HOLDS, values).await?.and_then(holder).flatten())
    }

    /// Forgets secrets whose time is over; says how many.
    pub async fn forget_secrets(self, now: Timestamp) -> Result<u64> {
        self.writer.execute("DELETE FROM one_time_secrets WHERE expires <= $1", values![now]).await
    }
}
