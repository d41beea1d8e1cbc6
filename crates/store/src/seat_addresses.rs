//! The running games between people, by player and by the address from which they are played: what fair
//! play asks before it lets somebody be helped.
//!
//! An address is kept with games that have a live clock, and only as long as they run.

use crate::StoreError;
use crate::database::{Connection, Row, Value};
use crate::events::{corrupt, terms};
use crate::handles::Games;
use crate::write::Write;
use merels_model::{GameKey, PlayerId, Terms};
use merels_rules::GameId;

/// A running game of a person against a person.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct GameWithPerson {
    pub game: GameId,
    pub terms: Terms,
}

impl GameWithPerson {
    fn read(row: &Row) -> Result<GameWithPerson, StoreError> {
        let game: String = row.get(0)?;
        let game = game.parse().map_err(|_| corrupt("a game", &game))?;
        Ok(GameWithPerson { game, terms: terms(row, 1)? })
    }
}

struct NoteAddress {
    game: GameKey,
    client: String,
}

impl Write for NoteAddress {
    type Answer = ();

    fn locks(&self) -> &str {
        self.game.as_str()
    }

    async fn write(&mut self, db: &mut Connection) -> Result<(), StoreError> {
        let sql = "INSERT INTO seat_addresses (client, game) SELECT $1, id FROM games \
            WHERE id = $2 AND ended IS NULL ON CONFLICT DO NOTHING";
        db.execute(sql, [self.client.as_str().into(), self.game.as_str().into()]).await.map(drop)
    }
}

/// Forgets the addresses of games that are over.
struct ForgetAddresses;

impl Write for ForgetAddresses {
    type Answer = ();

    async fn write(&mut self, db: &mut Connection) -> Result<(), StoreError> {
        let sql = "DELETE FROM seat_addresses WHERE NOT EXISTS \
            (SELECT 1 FROM games WHERE id = seat_addresses.game AND ended IS NULL)";
        db.execute(sql, []).await.map(drop)
    }
}

impl Games<'_> {
    /// The running games of a player against persons; bots are none.
    pub async fn games_with_people(
        self,
        player: &PlayerId,
    ) -> Result<Vec<GameWithPerson>, StoreError> {
        let sql = "SELECT g.game, g.clock, g.rated FROM games g JOIN players other ON other.id = \
            CASE WHEN g.white = $1 THEN g.black ELSE g.white END \
            WHERE (g.white = $1 OR g.black = $1) AND g.ended IS NULL \
            AND other.id <> $1 AND other.bot = 0";
        self.games_with_people_by(sql, player.as_str().into()).await
    }

    /// The running games against persons that are played from an address, as far as they were noted.
    pub async fn games_played_from(self, client: &str) -> Result<Vec<GameWithPerson>, StoreError> {
        let sql = "SELECT g.game, g.clock, g.rated FROM seat_addresses a \
            JOIN games g ON g.id = a.game WHERE a.client = $1 AND g.ended IS NULL";
        self.games_with_people_by(sql, client.into()).await
    }

    async fn games_with_people_by(
        self,
        sql: &'static str,
        who: Value,
    ) -> Result<Vec<GameWithPerson>, StoreError> {
        self.database.rows(sql, [who]).await?.iter().map(GameWithPerson::read).collect()
    }

    /// Notes from where a seat of a running game is played.
    pub async fn note_address(self, game: &GameKey, client: String) -> Result<(), StoreError> {
        self.writer.write(NoteAddress { game: game.clone(), client }).await
    }

    /// Forgets the addresses of games that are over.
    pub async fn forget_addresses(self) -> Result<(), StoreError> {
        self.writer.write(ForgetAddresses).await
    }
}
