//! Mistakes of players in their reviewed games, and the puzzles that some of them are.

use merels_model::{GameKey, Mistake, PlayerId, Spacing};

use crate::Result;
use crate::database::{Connection, read_columns, values};
use crate::handles::{Accounts, Games};
use crate::write::Write;

/// The last mistakes of a player that are looked at.
const LOOKED_AT: u32 = 2000;

/// The mistakes in a game, each with the player who made it.
#[derive(Clone, Debug)]
pub struct MistakesOf {
    pub game: GameKey,
    pub mistakes: Vec<(PlayerId, Mistake)>,
}

read_columns!(Mistake { game, ply, kind, position, keeping, keeps, reason, phase, spent, spacing });

impl Write for MistakesOf {
    type Answer = ();

    /// A move that an earlier review took for a mistake and this one does not is forgotten; of the others
    /// it stays how far their players have come with them.
    async fn write(&mut self, db: &mut Connection) -> Result<()> {
        let sql = "SELECT ply, solved, last FROM mistakes WHERE game = $1";
        let before: Vec<(u32, Spacing)> = db.all(sql, values![self.game]).await?;
        db.execute("DELETE FROM mistakes WHERE game = $1", values![self.game]).await?;
        for (player, mistake) in &self.mistakes {
            let known = before.iter().find(|(ply, _)| *ply == mistake.ply);
            let spacing = known.map_or(mistake.spacing, |(_, spacing)| *spacing);
            insert(db, player, mistake, spacing).await?;
        }
        let sql = "UPDATE reviews SET mistakes_kept = 1 WHERE game = $1";
        db.execute(sql, values![self.game]).await.map(drop)
    }
}

async fn insert(
    db: &mut Connection,
    player: &PlayerId,
    mistake: &Mistake,
    spacing: Spacing,
) -> Result<()> {
    // Player and game may be gone since, and another node may have kept the same.
    let sql = "INSERT INTO mistakes (player, game, ply, kind, position, keeping, keeps, reason, \
        phase, spent, solved, last) \
        SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 \
        WHERE EXISTS (SELECT 1 FROM players WHERE id = $1) \
        AND EXISTS (SELECT 1 FROM games WHERE id = $2) \
        ON CONFLICT (player, game, ply) DO NOTHING";
    let Mistake { game, ply, kind, position, keeping, keeps, reason, phase, spent, .. } = mistake;
    let values = values![
        player,
        game,
        ply,
        kind,
        position,
        keeping,
        keeps,
        reason,
        phase,
        spent,
        spacing.solved,
        spacing.last
    ];
    db.execute(sql, values).await.map(drop)
}

impl Games<'_> {
    /// Keeps the mistakes that a review has found, in the place of those that an earlier one found.
    pub async fn keep_mistakes(self, mistakes: MistakesOf) -> Result<()> {
        self.writer.write(mistakes).await
    }
}

impl Accounts<'_> {
    /// A player's mistakes, the last first.
    pub async fn mistakes(self, player: &PlayerId) -> Result<Vec<Mistake>> {
        let sql = "SELECT m.game, ply, kind, position, keeping, keeps, reason, phase, spent, solved, \
            last FROM mistakes m JOIN games g ON g.id = m.game WHERE player = $1 \
            ORDER BY g.ended DESC, m.game, ply DESC LIMIT $2";
        self.database.all(sql, values![player, LOOKED_AT]).await
    }

    /// Keeps how far a player has come with a puzzle of a mistake.
    pub async fn space_mistake(
        self,
        player: &PlayerId,
        (game, ply): (&GameKey, u32),
        spacing: Spacing,
    ) -> Result<()> {
        let sql = "UPDATE mistakes SET solved = $1, last = $2 \
            WHERE player = $3 AND game = $4 AND ply = $5";
        let values = values![spacing.solved, spacing.last, player, game, ply];
        self.writer.execute_locked(player, sql, values).await.map(drop)
    }
}
