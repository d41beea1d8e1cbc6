//! The moments at which a player did something that makes a day count.

use jiff::Timestamp;
use merels_model::PlayerId;

use crate::Result;
use crate::database::values;
use crate::handles::Accounts;

/// Learning is kept by quarters of an hour: no time zone begins its day within one.
const QUARTER_MS: i64 = 15 * 60 * 1000;

/// The moments that are looked back upon.
const LOOKED_BACK: u32 = 10_000;

impl Accounts<'_> {
    /// A player has solved a puzzle or done a lesson.
    pub async fn has_learned(self, player: &PlayerId, at: Timestamp) -> Result<()> {
        let at = at.as_millisecond();
        let sql = "INSERT INTO learned (player, at) \
            SELECT $1, $2 WHERE EXISTS (SELECT 1 FROM players WHERE id = $1) \
            ON CONFLICT DO NOTHING";
        let values = values![player, at - at.rem_euclid(QUARTER_MS)];
        self.writer.execute_locked(player, sql, values).await.map(drop)
    }

    /// The moments at which a player learned something or a game of the player ended, the last first.
    /// A game that was broken off does not count.
    pub async fn active_at(self, player: &PlayerId) -> Result<Vec<Timestamp>> {
        let sql = "SELECT at FROM learned WHERE player = $1 \
            UNION SELECT ended FROM games \
            WHERE (white = $1 OR black = $1) AND ended IS NOT NULL AND score <> '*' \
            ORDER BY 1 DESC LIMIT $2";
        self.database.all(sql, values![player, LOOKED_BACK]).await
    }
}
