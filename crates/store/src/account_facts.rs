//! Facts about an account for its owner.

use jiff::Timestamp;

use crate::StoreError;
use crate::database::Row;
use crate::events::time;
use crate::handles::Accounts;
use crate::players::read_player;
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
    /// The number of recovery codes left.
    pub recovery_codes: u32,
    pub is_operator: bool,
    /// The time when an operator closed it.
    pub closed: Option<Timestamp>,
    /// The owner wants mails about turns in games by days.
    pub turn_mails: bool,
    /// The owner plays nobody without an account.
    pub refuses_guests: bool,
}

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

/// A count, as databases give it.
pub(crate) fn count(row: &Row, column: usize) -> Result<u32, StoreError> {
    Ok(u32::try_from(row.get::<i64>(column)?).unwrap_or(u32::MAX))
}

impl Accounts<'_> {
    /// The state of an account, or `None` if there is no such account.
    pub async fn account_facts(
        self,
        player: &PlayerId,
    ) -> Result<Option<AccountFacts>, StoreError> {
        let sql = "SELECT id, email, name, created, bot, confirmed, second_factor, \
            (SELECT COUNT(*) FROM recovery_codes c WHERE c.player = players.id), operator, closed, \
            CAST(CASE WHEN password IS NULL THEN 0 ELSE 1 END AS BIGINT), \
            (SELECT COUNT(*) FROM passkeys k WHERE k.player = players.id), turn_mails, \
            refuses_guests FROM players WHERE id = $1 AND email IS NOT NULL";
        let row = self.database.row(sql, [player.as_str().into()]).await?;
        let Some(row) = row else { return Ok(None) };
        let confirmed = row.get::<Option<i64>>(5)?.map(time).transpose()?;
        let is_operator = row.get::<i64>(8)? != 0;
        Ok(Some(AccountFacts {
            player: read_player(&row)?,
            confirmed,
            second_factor: is_operator || row.get::<i64>(6)? != 0,
            recovery_codes: count(&row, 7)?,
            is_operator,
            closed: row.get::<Option<i64>>(9)?.map(time).transpose()?,
            has_password: row.get::<i64>(10)? != 0,
            passkeys: count(&row, 11)?,
            turn_mails: row.get::<Option<i64>>(12)?.is_some(),
            refuses_guests: row.get::<i64>(13)? != 0,
        }))
    }
}
