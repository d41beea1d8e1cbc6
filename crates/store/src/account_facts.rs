//! What an account's owner may know of it beside name and address.

use jiff::Timestamp;

use crate::database::Row;
use crate::events::time;
use crate::{Player, PlayerId, Store, StoreError};

/// How an account stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountFacts {
    /// Whose it is.
    pub player: Player,
    /// When its e-mail address was confirmed, if it was.
    pub confirmed: Option<Timestamp>,
    /// Whether it has a password. One that was made with a first one may do without.
    pub has_password: bool,
    /// How many passkeys there are.
    pub passkeys: u32,
    /// Whether the password alone is not enough to come in. It never is for operators.
    pub second_factor: bool,
    /// How many recovery codes are left.
    pub recovery_codes: u32,
    /// Whether it is an operator's.
    pub is_operator: bool,
    /// When an operator closed it, if one did.
    pub closed: Option<Timestamp>,
    /// Whether mails are wanted when it is one's turn in a game by days.
    pub turn_mails: bool,
    /// Whether it plays nobody without an account.
    pub refuses_guests: bool,
}

impl AccountFacts {
    /// Whether there is a factor beside the password: a passkey or a recovery code.
    pub fn has_factor(&self) -> bool {
        self.passkeys > 0 || self.recovery_codes > 0
    }

    /// Whether factors change only for one who proves a factor: where there is one already, and for
    /// every operator.
    pub fn guards_factors(&self) -> bool {
        self.is_operator || self.has_factor()
    }

    /// Whether the ways in are enough without a password.
    pub fn can_do_without_password(&self) -> bool {
        suffice(self.passkeys, self.recovery_codes)
    }
}

/// Whether these are ways enough into an account without a password: a passkey, and another one or a
/// recovery code for the day on which it is lost.
pub(crate) fn suffice(passkeys: u32, recovery_codes: u32) -> bool {
    passkeys > 1 || (passkeys == 1 && recovery_codes > 0)
}

/// A count, as databases give it.
pub(crate) fn count(row: &Row, column: usize) -> Result<u32, StoreError> {
    Ok(u32::try_from(row.get::<i64>(column)?).unwrap_or(u32::MAX))
}

impl Store {
    /// How an account stands; nothing if there is no such account.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn account_facts(
        &self,
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
            player: Player::read(&row)?,
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
