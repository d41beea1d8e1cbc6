//! The security log: who did what to an account, when, from where. No secrets.
//!
//! It does not grow without bound: of each player it keeps the last `MOST_OF_PLAYER` lines, of all
//! together the last `MOST_LINES`, and none for longer than the site wants. From where somebody came in
//! stands in a table of its own (`login_addresses`), so that a login takes as long however much was
//! logged.

use jiff::Timestamp;

use crate::StoreError;
use crate::database::Row;
use crate::events::{corrupt, time};
use crate::handles::Accounts;
use merels_model::PlayerId;

/// The lines that are kept of one player.
const MOST_OF_PLAYER: i64 = 1000;

/// The lines that are kept altogether.
const MOST_LINES: i64 = 500_000;

/// The lines that are forgotten in one write: others want to write too.
const FORGET_AT_ONCE: i64 = 10_000;

/// An event in the security log.
#[derive(Copy, Clone, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum SecurityKind {
    SignedUp,
    /// Somebody came in with its password.
    LoggedIn,
    /// Somebody tried a wrong password, or an address that nobody has.
    LoginRefused,
    /// Somebody tried too often.
    LoginLimited,
    /// Somebody signed out.
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
    /// Its e-mail address was confirmed.
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
    /// An operator opened it again.
    ReopenedByOperator,
    SessionsEndedByOperator,
    /// An operator found nothing wrong with its name.
    ReportsDismissed,
    /// It became an operator's.
    OperatorMade,
    /// It is no operator's any more.
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

/// A line of the security log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityEvent {
    pub at: Timestamp,
    pub kind: SecurityKind,
    /// The account, if there is one.
    pub player: Option<PlayerId>,
    /// From which address.
    pub client: String,
    /// The actor, if not the player: an operator, or the command line.
    pub actor: Option<String>,
}

impl SecurityEvent {
    fn read(row: &Row) -> Result<SecurityEvent, StoreError> {
        let kind: String = row.get(1)?;
        Ok(SecurityEvent {
            at: time(row.get(0)?)?,
            kind: kind.parse().map_err(|_| corrupt("the kind of a security event", &kind))?,
            player: row.get::<Option<String>>(2)?.map(PlayerId::new),
            client: row.get(3)?,
            actor: row.get(4)?,
        })
    }
}

impl Accounts<'_> {
    /// Adds a line to the security log.
    pub async fn log_security(self, event: SecurityEvent) -> Result<(), StoreError> {
        let SecurityEvent { at, kind, player, client, actor } = &event;
        let at = || (*at).into();
        let sql = "INSERT INTO security_log (at, kind, player, client, actor) \
            VALUES ($1, $2, $3, $4, $5)";
        let (named, by) = (player.as_ref().into(), actor.as_deref().into());
        let mut statements = vec![(sql, vec![at(), kind.name().into(), named, client.into(), by])];
        if let Some(player) = player {
            if *kind == SecurityKind::LoggedIn {
                let sql = "INSERT INTO login_addresses (player, client, at) SELECT $1, $2, $3 \
                    WHERE EXISTS (SELECT 1 FROM players WHERE id = $1) \
                    ON CONFLICT (player, client) DO UPDATE SET at = excluded.at";
                statements.push((sql, vec![player.into(), client.into(), at()]));
            }
            let sql = "DELETE FROM security_log WHERE player = $1 AND at <= (SELECT at \
                FROM security_log WHERE player = $1 ORDER BY at DESC LIMIT 1 OFFSET $2)";
            statements.push((sql, vec![player.into(), MOST_OF_PLAYER.into()]));
        }
        self.writer.execute_all("", statements).await.map(drop)
    }

    /// The last lines of the security log, the last first.
    pub async fn security_log(self, most: u32) -> Result<Vec<SecurityEvent>, StoreError> {
        let sql = "SELECT at, kind, player, client, actor FROM security_log \
            ORDER BY at DESC LIMIT $1";
        let rows = self.database.rows(sql, [most.into()]).await?;
        rows.iter().map(SecurityEvent::read).collect()
    }

    /// A player's security log, the last first: a thousand lines at most.
    pub async fn security_log_of(
        self,
        player: &PlayerId,
    ) -> Result<Vec<SecurityEvent>, StoreError> {
        let sql = "SELECT at, kind, player, client, actor FROM security_log WHERE player = $1 \
            ORDER BY at DESC LIMIT $2";
        let values = [player.as_str().into(), MOST_OF_PLAYER.into()];
        let rows = self.database.rows(sql, values).await?;
        rows.iter().map(SecurityEvent::read).collect()
    }

    /// Returns `true` if a player has signed in from this address since `since`.
    pub async fn has_logged_in_from(
        self,
        player: &PlayerId,
        client: &str,
        since: Timestamp,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM login_addresses WHERE player = $1 AND client = $2 AND at >= $3";
        let values = [player.as_str().into(), client.into(), since.into()];
        Ok(self.database.row(sql, values).await?.is_some())
    }

    /// From where a player has come in lately, and when last.
    pub async fn login_addresses(
        self,
        player: &PlayerId,
    ) -> Result<Vec<(String, Timestamp)>, StoreError> {
        let sql =
            "SELECT client, at FROM login_addresses WHERE player = $1 ORDER BY at DESC, client";
        let rows = self.database.rows(sql, [player.as_str().into()]).await?;
        rows.iter().map(|row| Ok((row.get(0)?, time(row.get(1)?)?))).collect()
    }

    /// Forgets lines from before `before`, and those that are too many; says how many.
    pub async fn forget_security_events(self, before: Timestamp) -> Result<u64, StoreError> {
        let sql = "SELECT at FROM security_log ORDER BY at DESC LIMIT 1 OFFSET $1";
        let too_many = self.database.row(sql, [MOST_LINES.into()]).await?;
        let too_many = too_many.map_or(Ok(i64::MIN), |row| row.get(0))?;
        let before = before.as_millisecond().max(too_many.saturating_add(1));
        let sql = "DELETE FROM security_log WHERE at < $1 AND at <= COALESCE((SELECT at \
            FROM security_log ORDER BY at LIMIT 1 OFFSET $2), $1)";
        let mut forgotten = 0;
        loop {
            let values = [before.into(), (FORGET_AT_ONCE - 1).into()];
            let some = self.writer.execute(sql, values).await?;
            forgotten += some;
            if some < FORGET_AT_ONCE as u64 {
                return Ok(forgotten);
            }
        }
    }

    /// Forgets from where players came in before `before`; says how many addresses.
    pub async fn forget_login_addresses(self, before: Timestamp) -> Result<u64, StoreError> {
        self.writer.execute("DELETE FROM login_addresses WHERE at < $1", [before.into()]).await
    }
}
