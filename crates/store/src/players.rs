//! Players, and their results.

use jiff::Timestamp;
use merels_rules::{GameScore, Side, Wdl};

use crate::Result;
use crate::database::{Columns, Connection, Line, read_columns, values};
use crate::handles::{Accounts, Games};
use crate::names::{free_name, is_known};
use crate::write::Write;
use merels_model::{Player, PlayerId, Results, bot_name, name_key, skeleton};

/// The credentials of an account: the player and the hash of the password, if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub player: PlayerId,
    /// The hash of the password, in the PHC format; nothing if only passkeys lead in.
    pub password: Option<String>,
}

read_columns!(Account { player, password });

#[derive(Clone, Debug)]
pub struct NewPlayer {
    pub id: PlayerId,
    /// The e-mail address and the hash of the password; guests have none.
    pub login: Option<(String, String)>,
    pub name: String,
    pub at: Timestamp,
}

/// A part of an account that somebody else has.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    Email,
    /// The name, or one that looks like it.
    Name,
}

impl Write for NewPlayer {
    type Answer = Result<(), Taken>;

    async fn write(&mut self, db: &mut Connection) -> Result<Self::Answer> {
        let (email, password) = self.login.as_ref().map(|(e, p)| (e.as_str(), p.as_str())).unzip();
        let email_key = email.map(name_key);
        if let Some(email_key) = &email_key {
            if is_known(db, email_key).await? {
                return Ok(Err(Taken::Email));
            }
            if !free_name(db, &self.name, &self.id).await? {
                return Ok(Err(Taken::Name));
            }
        }
        let values = values![
            self.id,
            email,
            email_key,
            password,
            self.name,
            name_key(&self.name),
            self.at,
            skeleton(&self.name)
        ];
        let created = db
            .execute(
                "INSERT INTO players (id, email, email_key, password, name, name_key, created, \
                 skeleton) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
                values,
            )
            .await?;
        if created > 0 {
            return Ok(Ok(()));
        }
        // Another node was quicker.
        let same_email = match &email_key {
            Some(email_key) => is_known(db, email_key).await?,
            None => false,
        };
        Ok(Err(if same_email { Taken::Email } else { Taken::Name }))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComputerResult {
    pub game: String,
    pub start: String,
    pub level: String,
    pub result: Wdl,
}

impl Columns for ComputerResult {
    fn read(line: &mut Line<'_>) -> Result<ComputerResult> {
        let (game, level, white, score, start) =
            line.take::<(_, _, Option<PlayerId>, GameScore, _)>()?;
        let side = if white.is_some() { Side::White } else { Side::Black };
        let result = score.for_side(side).unwrap_or(Wdl::Draw);
        Ok(ComputerResult { game, start, level, result })
    }
}

impl Accounts<'_> {
    /// The player of a name; a bot is found without the mark of its name too.
    pub async fn player_named(self, name: &str) -> Result<Option<Player>> {
        let sql = "SELECT id, email, name, created, bot FROM players \
            WHERE name_key = $1 OR (name_key = $2 AND bot <> 0) ORDER BY bot LIMIT 1";
        let values = values![name_key(name), name_key(&bot_name(name))];
        self.database.first(sql, values).await
    }

    pub async fn create_player(self, player: NewPlayer) -> Result<Result<(), Taken>> {
        self.writer.write(player).await
    }

    /// The parts of an address and a name that another account has.
    pub async fn taken(self, email: &str, name: &str) -> Result<Vec<Taken>> {
        let sql = "SELECT id FROM players WHERE email_key = $1";
        let email = self.database.exists(sql, values![name_key(email)]).await?;
        let sql = "SELECT id FROM players WHERE (name_key = $1 OR skeleton = $2) \
            AND email IS NOT NULL";
        let values = values![name_key(name), skeleton(name)];
        let name = self.database.exists(sql, values).await?;
        let taken = [email.then_some(Taken::Email), name.then_some(Taken::Name)];
        Ok(taken.into_iter().flatten().collect())
    }

    /// Deletes a player with all sessions; the games stay, with an empty seat.
    pub async fn delete_player(self, player: &PlayerId) -> Result<bool> {
        // Sessions and the waiting seat go along; seats in games become nobody's.
        let sql = "DELETE FROM players WHERE id = $1";
        Ok(self.writer.execute(sql, values![player]).await? > 0)
    }

    /// Deletes guests who came before `before` and whose sessions are over; says how many.
    pub async fn delete_old_guests(self, before: Timestamp) -> Result<u64> {
        let sql = "DELETE FROM players WHERE email IS NULL AND created < $1 \
            AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.player = players.id)";
        self.writer.execute(sql, values![before]).await
    }

    pub async fn account(self, email: &str) -> Result<Option<Account>> {
        let sql = "SELECT id, password FROM players WHERE email_key = $1";
        self.database.first(sql, values![name_key(email)]).await
    }
}

impl Games<'_> {
    /// A player's finished games against the computer without help, the last first.
    pub async fn computer_results(
        self,
        player: &PlayerId,
        most: u32,
    ) -> Result<Vec<ComputerResult>> {
        let sql = "SELECT g.game, COALESCE(g.white_level, g.black_level), g.white, g.score, g.start \
            FROM games g WHERE g.ended IS NOT NULL \
            AND ((g.white = $1 AND g.black_level IS NOT NULL) \
              OR (g.black = $1 AND g.white_level IS NOT NULL)) \
            AND NOT EXISTS (SELECT 1 FROM events e WHERE e.game = g.id \
              AND e.kind IN ('undo', 'hint')) \
            ORDER BY g.ended DESC, g.id LIMIT $2";
        let values = values![player, most];
        self.database.all(sql, values).await
    }

    /// The count of a player's results against people. Games against bots do not count.
    pub async fn tally(self, player: &PlayerId) -> Result<Results> {
        let sql = "SELECT \
            COUNT(CASE WHEN (white = $1 AND score = '1-0') OR (black = $1 AND score = '0-1') \
                THEN 1 END), \
            COUNT(CASE WHEN (white = $1 AND score = '0-1') OR (black = $1 AND score = '1-0') \
                THEN 1 END), \
            COUNT(CASE WHEN score = '1/2-1/2' THEN 1 END) \
            FROM games WHERE (white = $1 OR black = $1) AND ended IS NOT NULL \
            AND white_level IS NULL AND black_level IS NULL AND white IS DISTINCT FROM black \
            AND NOT EXISTS (SELECT 1 FROM players other WHERE other.bot <> 0 \
                AND other.id IN (games.white, games.black) AND other.id <> $1)";
        let counts = self.database.first(sql, values![player]).await?;
        let (wins, losses, draws) = counts.unwrap_or_default();
        Ok(Results { wins, losses, draws })
    }
}
