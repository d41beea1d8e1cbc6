//! What an account's owner may know of it beside name and address.

use jiff::Timestamp;

use crate::events::time;
use crate::{Player, PlayerId, Store, StoreError};

/// How an account stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountFacts {
    /// Whose it is.
    pub player: Player,
    /// When its e-mail address was confirmed, if it was.
    pub confirmed: Option<Timestamp>,
    /// Whether the password alone is not enough to come in.
    pub second_factor: bool,
    /// How many recovery codes are left.
    pub recovery_codes: u32,
    /// Whether it is an operator's.
    pub is_operator: bool,
    /// When an operator closed it, if one did.
    pub closed: Option<Timestamp>,
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
            (SELECT COUNT(*) FROM recovery_codes c WHERE c.player = players.id), operator, closed \
            FROM players WHERE id = $1 AND email IS NOT NULL";
        let row = self.database.row(sql, [player.as_str().into()]).await?;
        let Some(row) = row else { return Ok(None) };
        let confirmed = row.get::<Option<i64>>(5)?.map(time).transpose()?;
        Ok(Some(AccountFacts {
            player: Player::read(&row)?,
            confirmed,
            second_factor: row.get::<i64>(6)? != 0,
            recovery_codes: u32::try_from(row.get::<i64>(7)?).unwrap_or(u32::MAX),
            is_operator: row.get::<i64>(8)? != 0,
            closed: row.get::<Option<i64>>(9)?.map(time).transpose()?,
        }))
    }
}
