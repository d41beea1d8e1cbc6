//! Facts about an account for its owner.

use jiff::Timestamp;

use crate::Result;
use crate::database::{read_columns, values};
use crate::handles::Accounts;
use merels_model::{Player, PlayerId};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountFacts {
    pub player: Player,
    /// The time when its e-mail address was confirmed.
    pub confirmed: Option<Timestamp>,
    /// An account that was made with a first passkey may have no password.
    pub has_password: bool,
    pub passkeys: u32,
    /// The password alone does not suffice. For operators it never does.
    pub second_factor: bool,
    pub recovery_codes: u32,
    pub is_operator: bool,
    /// The time when an operator closed it.
    pub closed: Option<Timestamp>,
    /// The owner wants mails about turns in games by days.
    pub turn_mails: bool,
    /// The owner plays nobody without an account.
    pub refuses_guests: bool,
}

read_columns!(AccountFacts {
    player,
    confirmed,
    has_password,
    passkeys,
    second_factor,
    recovery_codes,
    is_operator,
    closed,
    turn_mails,
    refuses_guests,
});

impl AccountFacts {
    /// Returns `true` if there is a factor beside the password: a passkey or a recovery code.
    pub fn has_factor(&self) -> bool {
        self.passkeys > 0 || self.recovery_codes > 0
    }

    /// Returns `true` if factors change only for one who proves a factor: where there is one already, and for
    /// every operator.
    pub fn guards_factors(&self) -> bool {
        self.is_operator || self.has_factor()
    }

    /// Returns `true` if the ways in suffice without a password.
    pub fn can_do_without_password(&self) -> bool {
        suffice(self.passkeys, self.recovery_codes)
    }
}

/// Returns `true` if these ways into an account suffice without a password: a passkey, and another one or a
/// recovery code for the day on which it is lost.
pub(crate) fn suffice(passkeys: u32, recovery_codes: u32) -> bool {
    passkeys > 1 || (passkeys == 1 && recovery_codes > 0)
}

impl Accounts<'_> {
    /// The state of an account, or `None` if there is no such account.
    pub async fn account_facts(self, player: &PlayerId) -> Result<Option<AccountFacts>> {
        let sql = "SELECT id, email, name, created, bot, confirmed, \
            CAST(CASE WHEN password IS NULL THEN 0 ELSE 1 END AS BIGINT), \
            (SELECT COUNT(*) FROM passkeys k WHERE k.player = players.id), \
            CAST(CASE WHEN operator <> 0 OR second_factor <> 0 THEN 1 ELSE 0 END AS BIGINT), \
            (SELECT COUNT(*) FROM recovery_codes c WHERE c.player = players.id), operator, closed, \
            CAST(CASE WHEN turn_mails IS NULL THEN 0 ELSE 1 END AS BIGINT), refuses_guests \
            FROM players WHERE id = $1 AND email IS NOT NULL";
        self.database.first(sql, values![player]).await
    }
}
