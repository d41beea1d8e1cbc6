//! The same two once more, with the colours exchanged.

use merels_rules::Side;

use crate::database::{Connection, values};
use crate::game_writes::{has_room, insert_game};
use crate::handles::Meeting;
use crate::write::Write;
use crate::{NewGame, Result};
use merels_model::{GameKey, PlayerId};

/// A side that would like a rematch, or agrees to one.
#[derive(Clone, Debug)]
pub struct OfferRematch {
    pub after: GameKey,
    pub side: Side,
    /// The player of that side.
    pub player: PlayerId,
    /// The game that begins when both want it.
    pub game: NewGame,
    pub most_running: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rematched {
    /// The other side is asked.
    Offered,
    /// Both want it: this is the game.
    Begun(GameKey),
    TooMany,
    NotOver,
}

impl Write for OfferRematch {
    type Answer = Rematched;

    fn locks(&self) -> &str {
        self.after.as_str()
    }

    async fn write(&mut self, db: &mut Connection) -> Result<Rematched> {
        let after = self.after.as_str();
        db.lock("SELECT 1 FROM games WHERE id = $1 FOR UPDATE", values![after]).await?;
        let sql = "SELECT rematch, next_game FROM games WHERE id = $1 AND ended IS NOT NULL";
        let found = db.first::<(Option<Side>, Option<GameKey>)>(sql, values![after]).await?;
        let Some((asked, next)) = found else { return Ok(Rematched::NotOver) };
        if let Some(next) = next {
            return Ok(Rematched::Begun(next));
        }
        if asked != Some(!self.side) {
            let sql = "UPDATE games SET rematch = $1 WHERE id = $2";
            db.execute(sql, values![self.side, after]).await?;
            return Ok(Rematched::Offered);
        }
        if !has_room(db, &self.player, self.most_running).await? {
            return Ok(Rematched::TooMany);
        }
        insert_game(db, &self.game).await?;
        let sql = "UPDATE games SET rematch = NULL, next_game = $1 WHERE id = $2";
        db.execute(sql, values![self.game.key, after]).await?;
        Ok(Rematched::Begun(self.game.key.clone()))
    }
}

impl Meeting<'_> {
    /// A side would like a rematch. When the other one does too, the game begins, once.
    pub async fn offer_rematch(self, offer: OfferRematch) -> Result<Rematched> {
        self.writer.write(offer).await
    }

    /// There is no wish for a rematch any more: it was declined or taken back.
    pub async fn drop_rematch(self, after: &GameKey) -> Result<()> {
        let sql = "UPDATE games SET rematch = NULL WHERE id = $1";
        self.writer.execute_locked(after, sql, values![after]).await.map(drop)
    }
}
