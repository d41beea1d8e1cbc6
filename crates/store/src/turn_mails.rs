//! Mails to players whose turn it is in a game by days.

use jiff::Timestamp;

use crate::Result;
use crate::database::values;
use crate::handles::Notices;
use merels_model::PlayerId;

impl Notices<'_> {
    /// An account wants mails from now on, in this language; or none any more.
    pub async fn want_turn_mails(
        self,
        player: &PlayerId,
        language: Option<&str>,
        at: Timestamp,
    ) -> Result<()> {
        let since = language.map(|_| at.as_millisecond());
        let sql = "UPDATE players SET turn_mails = $1, turn_mails_language = $2 \
            WHERE id = $3 AND email IS NOT NULL";
        let values = values![since, language, player];
        self.writer.execute_locked(player, sql, values).await.map(drop)
    }

    /// The address and the language of one who wants mails and may get them: the address is confirmed
    /// and the account not closed.
    pub async fn turn_mail_address(self, player: &PlayerId) -> Result<Option<(String, String)>> {
        let sql = "SELECT email, turn_mails_language FROM players \
            WHERE id = $1 AND email IS NOT NULL AND turn_mails IS NOT NULL \
            AND turn_mails_language IS NOT NULL AND confirmed IS NOT NULL AND closed IS NULL";
        self.database.first(sql, values![player]).await
    }
}
