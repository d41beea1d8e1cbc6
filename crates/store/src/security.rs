//! The security log: who did what to an account, when, from where. No secrets.
//!
//! It does not grow without bound: of each player it keeps the last `MOST_OF_PLAYER` lines, of all
//! together the last `MOST_LINES`, and none for longer than the site wants. From where somebody came in
//! stands in a table of its own (`login_addresses`), so that a login takes as long however much was
//! logged.

use jiff::Timestamp;

use crate::Result;
use crate::database::{named_columns, read_columns, values};
use crate::handles::Accounts;
use merels_model::PlayerId;

const MOST_OF_PLAYER: i64 = 1000;

const MOST_LINES: i64 = 500_000;

/// The lines that are forgotten in one write: others want to write too.
const FORGET_AT_ONCE: i64 = 10_000;

#[derive(Copy, Clone, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum SecurityKind {
    SignedUp,
    LoggedIn,
    /// Somebody tried a wrong password, or an address that nobody has.
    LoginRefused,
    /// Somebody tried too often.
    LoginLimited,
    LoggedOut,
    PasswordChanged,
    NameChanged,
    /// It has another e-mail address.
    EmailChanged,
    /// Its owner ended sessions elsewhere.
    SessionsEnded,
    TokenMade,
    TokenRevoked,
    /// Somebody came with a token that does not hold.
    TokenRefused,
    BecameBot,
    Deleted,
    /// Somebody asked for a letter with a way to a new password.
    ResetAsked,
    /// It has another password by way of a link.
    PasswordReset,
    PasswordDropped,
    EmailConfirmed,
    PasskeyAdded,
    PasskeyRemoved,
    /// A password alone is not enough any more, or is again.
    SecondFactorChanged,
    /// Somebody came in with a passkey, or gave the second factor after the password.
    SecondFactorGiven,
    /// Somebody gave the password, but not the second factor.
    SecondFactorRefused,
    CodesMade,
    CodeUsed,
    /// An operator gave it another name.
    RenamedByOperator,
    ClosedByOperator,
    ReopenedByOperator,
    SessionsEndedByOperator,
    /// An operator found nothing wrong with its name.
    ReportsDismissed,
    OperatorMade,
    OperatorUnmade,
    /// An operator made a link to a new password.
    LinkMade,
    /// Somebody wanted to come in, but it is closed.
    ClosedRefused,
    /// Somebody wanted to see or do what only operators may.
    OperatorRefused,
}

impl SecurityKind {
    /// Returns `true` for what anybody can cause without having signed in: there is no end to such lines.
    pub const fn is_refusal(self) -> bool {
        matches!(
            self,
            SecurityKind::LoginRefused
                | SecurityKind::LoginLimited
                | SecurityKind::TokenRefused
                | SecurityKind::ResetAsked
                | SecurityKind::SecondFactorRefused
                | SecurityKind::ClosedRefused
                | SecurityKind::OperatorRefused
        )
    }

    pub const fn name(self) -> &'static str {
        self.into_str()
    }
}

named_columns! { SecurityKind: SecurityKind::name, "the kind of a security event"; }

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityEvent {
    pub at: Timestamp,
    pub kind: SecurityKind,
    pub player: Option<PlayerId>,
    pub client: String,
    /// The actor, if not the player: an operator, or the command line.
    pub actor: Option<String>,
}

read_columns!(SecurityEvent { at, kind, player, client, actor });

impl Accounts<'_> {
    pub async fn log_security(self, event: SecurityEvent) -> Result<()> {
        let SecurityEvent { at, kind, player, client, actor } = &event;
        let sql = "INSERT INTO security_log (at, kind, player, client, actor) \
            VALUES ($1, $2, $3, $4, $5)";
        let mut statements = vec![(sql, values![at, kind, player, client, actor].into())];
        if let Some(player) = player {
            if *kind == SecurityKind::LoggedIn {
                let sql = "INSERT INTO login_addresses (player, client, at) SELECT $1, $2, $3 \
                    WHERE EXISTS (SELECT 1 FROM players WHERE id = $1) \
                    ON CONFLICT (player, client) DO UPDATE SET at = excluded.at";
                statements.push((sql, values![player, client, at].into()));
            }
            let sql = "DELETE FROM security_log WHERE player = $1 AND at <= (SELECT at \
                FROM security_log WHERE player = $1 ORDER BY at DESC LIMIT 1 OFFSET $2)";
            statements.push((sql, values![player, MOST_OF_PLAYER].into()));
        }
        self.writer.execute_all("", statements).await.map(drop)
    }

    /// The last lines of the security log, the last first.
    pub async fn security_log(self, most: u32) -> Result<Vec<SecurityEvent>> {
        let sql = "SELECT at, kind, player, client, actor FROM security_log \
            ORDER BY at DESC LIMIT $1";
        self.database.all(sql, values![most]).await
    }

    /// A player's security log, the last first: a thousand lines at most.
    pub async fn security_log_of(self, player: &PlayerId) -> Result<Vec<SecurityEvent>> {
        let sql = "SELECT at, kind, player, client, actor FROM security_log WHERE player = $1 \
            ORDER BY at DESC LIMIT $2";
        let values = values![player, MOST_OF_PLAYER];
        self.database.all(sql, values).await
    }

    /// Returns `true` if a player has signed in from this address since `since`.
    pub async fn has_logged_in_from(
        self,
        player: &PlayerId,
        client: &str,
        since: Timestamp,
    ) -> Result<bool> {
        let sql = "SELECT 1 FROM login_addresses WHERE player = $1 AND client = $2 AND at >= $3";
        let values = values![player, client, since];
        self.database.exists(sql, values).await
    }

    /// From where a player has come in lately, and when last.
    pub async fn login_addresses(self, player: &PlayerId) -> Result<Vec<(String, Timestamp)>> {
        let sql =
            "SELECT client, at FROM login_addresses WHERE player = $1 ORDER BY at DESC, client";
        self.database.all(sql, values![player]).await
    }

    /// Forgets lines from before `before`, and those that are too many; says how many.
    pub async fn forget_security_events(self, before: Timestamp) -> Result<u64> {
        let sql = "SELECT at FROM security_log ORDER BY at DESC LIMIT 1 OFFSET $1";
        let too_many = self.database.first(sql, values![MOST_LINES]).await?.unwrap_or(i64::MIN);
        let before = before.as_millisecond().max(too_many.saturating_add(1));
        let sql = "DELETE FROM security_log WHERE at < $1 AND at <= COALESCE((SELECT at \
            FROM security_log ORDER BY at LIMIT 1 OFFSET $2), $1)";
        let mut forgotten = 0;
        loop {
            let values = values![before, (FORGET_AT_ONCE - 1)];
            let some = self.writer.execute(sql, values).await?;
            forgotten += some;
            if some < FORGET_AT_ONCE as u64 {
                return Ok(forgotten);
            }
        }
    }

    /// Forgets from where players came in before `before`; says how many addresses.
    pub async fn forget_login_addresses(self, before: Timestamp) -> Result<u64> {
        self.writer.execute("DELETE FROM login_addresses WHERE at < $1", values![before]).await
    }
}
