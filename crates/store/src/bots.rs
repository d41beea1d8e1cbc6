//! Accounts of programs.

use crate::Result;
use crate::database::{Connection, values};
use crate::handles::Accounts;
use crate::names::free_name;
use crate::write::Write;
use merels_model::{PlayerId, bot_name, name_key, skeleton};

/// The outcome of making an account a bot's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotMade {
    /// It is one, under this name.
    Done(String),
    /// Somebody has the name that it would have.
    NameTaken,
    HasPlayed,
}

struct MakeBot(PlayerId);

impl Write for MakeBot {
    type Answer = BotMade;

    fn locks(&self) -> &str {
        self.0.as_str()
    }

    async fn write(&mut self, db: &mut Connection) -> Result<BotMade> {
        let id = self.0.as_str();
        let sql = "SELECT 1 FROM games WHERE white = $1 OR black = $1 LIMIT 1";
        if db.exists(sql, values![id]).await? {
            return Ok(BotMade::HasPlayed);
        }
        let sql = "SELECT name FROM players WHERE id = $1";
        let Some(name) = db.first::<String>(sql, values![id]).await? else {
            return Ok(BotMade::HasPlayed);
        };
        let name = bot_name(&name);
        let (key, skeleton) = (name_key(&name), skeleton(&name));
        if !free_name(db, &name, &self.0).await? {
            return Ok(BotMade::NameTaken);
        }
        db.execute(
            "UPDATE players SET bot = 1, name = $1, name_key = $2, skeleton = $3 \
             WHERE id = $4 AND email IS NOT NULL",
            values![name, key, skeleton, id],
        )
        .await?;
        db.execute("DELETE FROM waiting WHERE player = $1", values![id]).await?;
        Ok(BotMade::Done(name))
    }
}

impl Accounts<'_> {
    /// Makes an account with which nobody has played yet a bot's, for good.
    pub async fn make_bot(self, player: &PlayerId) -> Result<BotMade> {
        self.writer.write(MakeBot(player.clone())).await
    }
}
