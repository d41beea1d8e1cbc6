//! The running games between people, by player and by the address from which they are played: what fair
//! play asks before it lets somebody be helped.
//!
//! An address is kept with games that have a live clock, and only as long as they run.

use crate::Result;
use crate::database::{read_columns, values};
use crate::handles::Games;
use merels_model::{GameKey, PlayerId, Terms};
use merels_rules::GameId;

/// A running game of a person against a person.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct GameWithPerson {
    pub game: GameId,
    pub terms: Terms,
}

read_columns!(GameWithPerson { game, terms });

impl Games<'_> {
    /// The running games of a player against persons; bots are none.
    pub async fn games_with_people(self, player: &PlayerId) -> Result<Vec<GameWithPerson>> {
        let sql = "SELECT g.game, g.clock, g.rated FROM games g JOIN players other ON other.id = \
            CASE WHEN g.white = $1 THEN g.black ELSE g.white END \
            WHERE (g.white = $1 OR g.black = $1) AND g.ended IS NULL \
            AND other.id <> $1 AND other.bot = 0";
        self.database.all(sql, values![player]).await
    }

    /// The running games against persons that are played from an address, as far as they were noted.
    pub async fn games_played_from(self, client: &str) -> Result<Vec<GameWithPerson>> {
        let sql = "SELECT g.game, g.clock, g.rated FROM seat_addresses a \
            JOIN games g ON g.id = a.game WHERE a.client = $1 AND g.ended IS NULL";
        self.database.all(sql, values![client]).await
    }

    /// Notes from where a seat of a running game is played.
    pub async fn note_address(self, game: &GameKey, client: String) -> Result<()> {
        let sql = "INSERT INTO seat_addresses (client, game) SELECT $1, id FROM games \
            WHERE id = $2 AND ended IS NULL ON CONFLICT DO NOTHING";
        let values = values![client, game];
        self.writer.execute_locked(game, sql, values).await.map(drop)
    }

    pub async fn forget_addresses(self) -> Result<()> {
        let sql = "DELETE FROM seat_addresses WHERE NOT EXISTS \
            (SELECT 1 FROM games WHERE id = seat_addresses.game AND ended IS NULL)";
        self.writer.execute(sql, []).await.map(drop)
    }
}
