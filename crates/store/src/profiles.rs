//! A player's past: games by kind, opponent and result, ratings over time, first
//! moves.

use merels_rules::{GameId, GameScore, Side};

use crate::StoreError;
use crate::database::Row;
use crate::events::{corrupt, number, score, time};
use crate::games::GAMES_OF_PLAYER;
use crate::handles::Games;
use merels_model::{GameFilter, GameKey, Opponents, PlayerId, RatingChange, Standing, StoredGame};

/// The first turns of a game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    pub game: GameId,
    pub start: String,
    /// The player's side.
    pub side: Side,
    pub score: GameScore,
    /// The first turns as text, two at most.
    pub turns: Vec<String>,
}

const MILLIONTHS: f64 = 1_000_000.0;

impl Games<'_> {
    /// The games of a player that fit, the latest first.
    pub async fn games_of(
        self,
        player: &PlayerId,
        filter: &GameFilter,
    ) -> Result<Vec<StoredGame>, StoreError> {
        let values = [
            player.as_str().into(),
            filter.game.map_or("", GameId::id).into(),
            filter.opponents.map_or("", Opponents::name).into(),
            filter.standing.map_or("", Standing::name).into(),
            filter.most.into(),
            filter.skip.into(),
        ];
        self.games(GAMES_OF_PLAYER, values).await
    }

    /// A player's ratings over time, the oldest first.
    pub async fn rating_history(self, player: &PlayerId) -> Result<Vec<RatingChange>, StoreError> {
        let sql = "SELECT key, at, game, class, \
            CASE WHEN white = $1 THEN white_rating ELSE black_rating END \
            FROM rating_changes WHERE white = $1 OR black = $1 ORDER BY seq";
        let rows = self.database.rows(sql, [player.as_str().into()]).await?;
        let read = |row: &Row| {
            let (game, class): (String, String) = (row.get(2)?, row.get(3)?);
            Ok(RatingChange {
                key: GameKey::new(row.get::<String>(0)?),
                at: time(row.get(1)?)?,
                game: game.parse().map_err(|_| corrupt("a game", &game))?,
                class: class.parse().map_err(|_| corrupt("a class", &class))?,
                points: (row.get::<i64>(4)? as f64 / MILLIONTHS).round() as i64,
            })
        };
        rows.iter().map(read).collect()
    }

    /// The first turns of a player's last games that are over, so many at most.
    pub async fn openings_of(
        self,
        player: &PlayerId,
        most: u32,
    ) -> Result<Vec<Opening>, StoreError> {
        // PostgreSQL's own choice for such small numbers would be another type.
        let sql = "SELECT g.id, g.game, g.start, \
            CASE WHEN g.white = $1 THEN CAST(0 AS BIGINT) ELSE 1 END, g.score, \
            e.ply, e.move FROM (SELECT * FROM games WHERE (white = $1 OR black = $1) \
            AND ended IS NOT NULL AND score <> '*' AND COALESCE(white, '') <> COALESCE(black, '') \
            ORDER BY ended DESC, id LIMIT $2) g \
            JOIN events e ON e.game = g.id AND e.kind = 'move' AND e.version <= 4 AND e.ply <= 1 \
            ORDER BY g.ended DESC, g.id, e.ply";
        let values = [player.as_str().into(), most.into()];
        let mut openings: Vec<(String, Opening)> = Vec::new();
        for row in self.database.rows(sql, values).await? {
            let id: String = row.get(0)?;
            let turn: String = row.get(6)?;
            if let Some((_, last)) = openings.last_mut().filter(|(key, _)| *key == id) {
                last.turns.push(turn);
                continue;
            }
            let game: String = row.get(1)?;
            let is_black: u32 = number("a side", Some(row.get(3)?))?;
            let opening = Opening {
                game: game.parse().map_err(|_| corrupt("a game", &game))?,
                start: row.get(2)?,
                side: Side::ALL[is_black as usize % 2],
                score: score(&row.get::<String>(4)?)?,
                turns: vec![turn],
            };
            openings.push((id, opening));
        }
        Ok(openings.into_iter().map(|(_, opening)| opening).collect())
    }
}
