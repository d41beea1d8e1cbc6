//! Games and standings of an arena.

use merels_model::arena::{ArenaGame, ArenaStanding, standings};

use crate::StoreError;
use crate::database::{Connection, Row};
use crate::events::{score, side_named, time};
use crate::handles::Arenas;
use merels_model::{ArenaId, GameKey, PlayerId};

const SELECT: &str = "SELECT id, white, black, score, ended, mover FROM games \
    WHERE arena = $1 ORDER BY created, id";

fn read(row: &Row) -> Result<ArenaGame, StoreError> {
    let player =
        |column| Ok::<_, StoreError>(row.get::<Option<String>>(column)?.map(PlayerId::new));
    let ended = row.get::<Option<i64>>(4)?.map(time).transpose()?;
    Ok(ArenaGame {
        key: GameKey::new(row.get::<String>(0)?),
        players: [player(1)?, player(2)?],
        end: row.get::<Option<String>>(3)?.as_deref().map(score).transpose()?.zip(ended),
        mover: side_named(&row.get::<String>(5)?)?,
    })
}

pub(super) async fn games_of(
    db: &mut Connection,
    arena: &ArenaId,
) -> Result<Vec<ArenaGame>, StoreError> {
    let rows = db.rows(SELECT, [arena.as_str().into()]).await?;
    rows.iter().map(read).collect()
}

impl Arenas<'_> {
    /// The games of an arena, in the order in which they began.
    pub async fn arena_games(self, arena: &ArenaId) -> Result<Vec<ArenaGame>, StoreError> {
        let rows = self.database.rows(SELECT, [arena.as_str().into()]).await?;
        rows.iter().map(read).collect()
    }

    /// The standings of an arena, the first first.
    pub async fn arena_standings(self, arena: &ArenaId) -> Result<Vec<ArenaStanding>, StoreError> {
        let sql = "SELECT a.player, p.name, a.since FROM arena_players a \
            JOIN players p ON p.id = a.player WHERE a.arena = $1";
        let rows = self.database.rows(sql, [arena.as_str().into()]).await?;
        let read = |row: &Row| {
            let (player, name) = (PlayerId::new(row.get::<String>(0)?), row.get(1)?);
            Ok((player, name, row.get::<Option<i64>>(2)?.is_some()))
        };
        let players: Vec<_> = rows.iter().map(read).collect::<Result<_, StoreError>>()?;
        Ok(standings(players, &self.arena_games(arena).await?))
    }
}
