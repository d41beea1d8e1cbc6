//! The security log: who did what to an account, when, from where. No secrets.

use jiff::Timestamp;

use crate::database::{Connection, Row};
use crate::events::{corrupt, time};
use crate::writer::Write;
use crate::{PlayerId, Store, StoreError};

/// What happened to an account.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SecurityKind {
    /// It was made.
    SignedUp,
    /// Somebody came in with its password.
    LoggedIn,
    /// Somebody tried a wrong password, or an address that nobody has.
    LoginRefused,
    /// Somebody tried too often.
    LoginLimited,
    /// Somebody signed out.
    LoggedOut,
    /// It has another password.
    PasswordChanged,
    /// It has another name.
    NameChanged,
    /// It has another e-mail address.
    EmailChanged,
    /// Its owner ended sessions elsewhere.
    SessionsEnded,
    /// A token was made for a program.
    TokenMade,
    /// A token was revoked.
    TokenRevoked,
    /// Somebody came with a token that does not hold.
    TokenRefused,
    /// It became a bot's.
    BecameBot,
    /// It was deleted by its owner.
    Deleted,
    /// Somebody asked for a letter with a way to a new password.
    ResetAsked,
    /// It has another password by way of a link.
    PasswordReset,
    /// It has no password any more.
    PasswordDropped,
    /// Its e-mail address was confirmed.
    EmailConfirmed,
    /// A passkey was added.
    PasskeyAdded,
    /// A passkey was removed.
    PasskeyRemoved,
    /// A password alone is not enough any more, or is again.
    SecondFactorChanged,
    /// Somebody came in with a passkey, or gave the second factor after the password.
    SecondFactorGiven,
    /// Somebody gave the password, but not the second factor.
    SecondFactorRefused,
    /// There are new recovery codes.
    CodesMade,
    /// A recovery code was used.
    CodeUsed,
    /// An operator gave it another name.
    RenamedByOperator,
    /// An operator closed it.
    ClosedByOperator,
    /// An operator opened it again.
    ReopenedByOperator,
    /// An operator ended its sessions.
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
    const ALL: [SecurityKind; 35] = [
        SecurityKind::SignedUp,
        SecurityKind::LoggedIn,
        SecurityKind::LoginRefused,
        SecurityKind::LoginLimited,
        SecurityKind::LoggedOut,
        SecurityKind::PasswordChanged,
        SecurityKind::NameChanged,
        SecurityKind::EmailChanged,
        SecurityKind::SessionsEnded,
        SecurityKind::TokenMade,
        SecurityKind::TokenRevoked,
        SecurityKind::TokenRefused,
        SecurityKind::BecameBot,
        SecurityKind::Deleted,
        SecurityKind::ResetAsked,
        SecurityKind::PasswordReset,
        SecurityKind::PasswordDropped,
        SecurityKind::EmailConfirmed,
        SecurityKind::PasskeyAdded,
        SecurityKind::PasskeyRemoved,
        SecurityKind::SecondFactorChanged,
        SecurityKind::SecondFactorGiven,
        SecurityKind::SecondFactorRefused,
        SecurityKind::CodesMade,
        SecurityKind::CodeUsed,
        SecurityKind::RenamedByOperator,
        SecurityKind::ClosedByOperator,
        SecurityKind::ReopenedByOperator,
        SecurityKind::SessionsEndedByOperator,
        SecurityKind::ReportsDismissed,
        SecurityKind::OperatorMade,
        SecurityKind::OperatorUnmade,
        SecurityKind::LinkMade,
        SecurityKind::ClosedRefused,
        SecurityKind::OperatorRefused,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            SecurityKind::SignedUp => "signed-up",
            SecurityKind::LoggedIn => "logged-in",
            SecurityKind::LoginRefused => "login-refused",
            SecurityKind::LoginLimited => "login-limited",
            SecurityKind::LoggedOut => "logged-out",
            SecurityKind::PasswordChanged => "password-changed",
            SecurityKind::NameChanged => "name-changed",
            SecurityKind::EmailChanged => "email-changed",
            SecurityKind::SessionsEnded => "sessions-ended",
            SecurityKind::TokenMade => "token-made",
            SecurityKind::TokenRevoked => "token-revoked",
            SecurityKind::TokenRefused => "token-refused",
            SecurityKind::BecameBot => "became-bot",
            SecurityKind::Deleted => "deleted",
            SecurityKind::ResetAsked => "reset-asked",
            SecurityKind::PasswordReset => "password-reset",
            SecurityKind::PasswordDropped => "password-dropped",
            SecurityKind::EmailConfirmed => "email-confirmed",
            SecurityKind::PasskeyAdded => "passkey-added",
            SecurityKind::PasskeyRemoved => "passkey-removed",
            SecurityKind::SecondFactorChanged => "second-factor-changed",
            SecurityKind::SecondFactorGiven => "second-factor-given",
            SecurityKind::SecondFactorRefused => "second-factor-refused",
            SecurityKind::CodesMade => "codes-made",
            SecurityKind::CodeUsed => "code-used",
            SecurityKind::RenamedByOperator => "renamed-by-operator",
            SecurityKind::ClosedByOperator => "closed-by-operator",
            SecurityKind::ReopenedByOperator => "reopened-by-operator",
            SecurityKind::SessionsEndedByOperator => "sessions-ended-by-operator",
            SecurityKind::ReportsDismissed => "reports-dismissed",
            SecurityKind::OperatorMade => "operator-made",
            SecurityKind::OperatorUnmade => "operator-unmade",
            SecurityKind::LinkMade => "link-made",
            SecurityKind::ClosedRefused => "closed-refused",
            SecurityKind::OperatorRefused => "operator-refused",
        }
    }
}

/// A line of the security log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityEvent {
    /// When.
    pub at: Timestamp,
    /// What.
    pub kind: SecurityKind,
    /// Whose account, if there is one.
    pub player: Option<PlayerId>,
    /// From which address.
    pub client: String,
    /// Who did it, if not the player: an operator, or the command line.
    pub actor: Option<String>,
}

impl SecurityEvent {
    fn read(row: &Row) -> Result<SecurityEvent, StoreError> {
        let kind: String = row.get(1)?;
        let known = SecurityKind::ALL.into_iter().find(|known| known.name() == kind);
        Ok(SecurityEvent {
            at: time(row.get(0)?)?,
            kind: known.ok_or_else(|| corrupt("the kind of a security event", &kind))?,
            player: row.get::<Option<String>>(2)?.map(PlayerId::new),
            client: row.get(3)?,
            actor: row.get(4)?,
        })
    }
}

impl Write for SecurityEvent {
    type Answer = ();

    async fn write(&mut self, db: &mut Connection) -> Result<(), StoreError> {
        let values = [
            self.at.as_millisecond().into(),
            self.kind.name().into(),
            self.player.as_ref().map(PlayerId::as_str).into(),
            self.client.as_str().into(),
            self.actor.as_deref().into(),
        ];
        let sql = "INSERT INTO security_log (at, kind, player, client, actor) \
            VALUES ($1, $2, $3, $4, $5)";
        db.execute(sql, values).await.map(drop)
    }
}

struct ForgetSecurityEvents(Timestamp);

impl Write for ForgetSecurityEvents {
    type Answer = u64;

    async fn write(&mut self, db: &mut Connection) -> Result<u64, StoreError> {
        let before = self.0.as_millisecond();
        db.execute("DELETE FROM security_log WHERE at < $1", [before.into()]).await
    }
}

impl Store {
    /// Adds a line to the security log.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn log_security(&self, event: SecurityEvent) -> Result<(), StoreError> {
        self.writer.write(event).await
    }

    /// The last lines of the security log, the last first.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn security_log(&self, most: u32) -> Result<Vec<SecurityEvent>, StoreError> {
        let sql = "SELECT at, kind, player, client, actor FROM security_log \
            ORDER BY at DESC LIMIT $1";
        let rows = self.database.rows(sql, [i64::from(most).into()]).await?;
        rows.iter().map(SecurityEvent::read).collect()
    }

    /// What the security log says of a player, the last first.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn security_log_of(
        &self,
        player: &PlayerId,
    ) -> Result<Vec<SecurityEvent>, StoreError> {
        let sql = "SELECT at, kind, player, client, actor FROM security_log WHERE player = $1 \
            ORDER BY at DESC";
        let rows = self.database.rows(sql, [player.as_str().into()]).await?;
        rows.iter().map(SecurityEvent::read).collect()
    }

    /// Whether a player has come in from this address since `since`.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn has_logged_in_from(
        &self,
        player: &PlayerId,
        client: &str,
        since: Timestamp,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM security_log WHERE player = $1 AND at >= $2 AND client = $3 \
                   AND kind = $4 LIMIT 1";
        let values = [
            player.as_str().into(),
            since.as_millisecond().into(),
            client.into(),
            SecurityKind::LoggedIn.name().into(),
        ];
        Ok(self.database.row(sql, values).await?.is_some())
    }

    /// Forgets lines from before `before`; says how many.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn forget_security_events(&self, before: Timestamp) -> Result<u64, StoreError> {
        self.writer.write(ForgetSecurityEvents(before)).await
    }
}
