//! A player's past: games by kind, opponent and result, ratings over time, first
//! moves.

use merels_rules::{GameId, GameScore, Side};

use crate::Result;
use crate::database::values;
use crate::games::GAMES_OF_PLAYER;
use crate::handles::Games;
use merels_model::{GameFilter, Opponents, PlayerId, RatingChange, Standing, StoredGame};

/// The first turns of a game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    pub game: GameId,
    pub start: String,
    pub side: Side,
    pub score: GameScore,
    /// The first turns as text, two at most.
    pub turns: Vec<String>,
}

const MILLIONTHS: f64 = 1_000_000.0;

impl Games<'_> {
    /// The games of a player that fit, the latest first.
    pub async fn games_of(self, player: &PlayerId, filter: &GameFilter) -> Result<Vec<StoredGame>> {
        let values = values![
            player,
            filter.game.map_or("", GameId::id),
            filter.opponents.map_or("", Opponents::name),
            filter.standing.map_or("", Standing::name),
            filter.most,
            filter.skip
        ];
        self.games(GAMES_OF_PLAYER, values).await
    }

    /// A player's ratings over time, the oldest first.
    pub async fn rating_history(self, player: &PlayerId) -> Result<Vec<RatingChange>> {
        let sql = "SELECT key, at, game, class, \
            CASE WHEN white = $1 THEN white_rating ELSE black_rating END \
            FROM rating_changes WHERE white = $1 OR black = $1 ORDER BY seq";
        let changes = self.database.all(sql, values![player]).await?.into_iter();
        let change = |(key, at, game, class, millionths): (_, _, _, _, i64)| {
            let points = (millionths as f64 / MILLIONTHS).round() as i64;
            RatingChange { key, at, game, class, points }
        };
        Ok(changes.map(change).collect())
    }

    /// The first turns of a player's last games that are over, so many at most.
    pub async fn openings_of(self, player: &PlayerId, most: u32) -> Result<Vec<Opening>> {
        // PostgreSQL's own choice for such small numbers would be another type.
        let sql = "SELECT g.id, g.game, g.start, \
            CASE WHEN g.white = $1 THEN CAST(0 AS BIGINT) ELSE 1 END, g.score, \
            e.move FROM (SELECT * FROM games WHERE (white = $1 OR black = $1) \
            AND ended IS NOT NULL AND score <> '*' AND COALESCE(white, '') <> COALESCE(black, '') \
            ORDER BY ended DESC, id LIMIT $2) g \
            JOIN events e ON e.game = g.id AND e.kind = 'move' AND e.version <= 4 AND e.ply <= 1 \
            ORDER BY g.ended DESC, g.id, e.ply";
        let values = values![player, most];
        let mut openings: Vec<(String, Opening)> = Vec::new();
        for (key, game, start, is_black, score, turn) in self.database.all(sql, values).await? {
            if let Some((_, last)) = openings.last_mut().filter(|(last, _)| *last == key) {
                last.turns.push(turn);
                continue;
            }
            let side = if is_black { Side::Black } else { Side::White };
            openings.push((key, Opening { game, start, side, score, turns: vec![turn] }));
        }
        Ok(openings.into_iter().map(|(_, opening)| opening).collect())
    }
}
