//! Ratings as they are asked for.

use std::collections::HashMap;

use merels_model::{ClockClass, PlayerId, Rated, Rating, Seat, StoredGame, after_game};
use merels_rules::GameId;

use crate::StoreError;
use crate::database::Row;
use crate::events::{corrupt, score};
use crate::handles::Games;
use crate::rating_changes::{SELECT_RATING, read_rating};

/// A rating, of which player in which game and class.
pub type RatingKey = (PlayerId, String, String);

impl Games<'_> {
    /// The strongest players of a game and class with so many rated games at least and no provisional
    /// rating.
    pub async fn leaders(
        self,
        game: GameId,
        class: ClockClass,
        least_games: u32,
        most: u32,
    ) -> Result<Vec<Rated>, StoreError> {
        let sql = "SELECT r.player, p.name, r.rating, r.deviation, r.volatility, r.games \
            FROM ratings r JOIN players p ON p.id = r.player \
            WHERE r.game = $1 AND r.class = $2 AND r.games >= $3 AND r.deviation <= $4 \
            ORDER BY r.rating DESC, r.player LIMIT $5";
        let values = [
            game.id().into(),
            class.name().into(),
            least_games.into(),
            Rating::PROVISIONAL.into(),
            most.into(),
        ];
        let rows = self.database.rows(sql, values).await?;
        let read = |row: &Row| {
            let (player, name) = (PlayerId::new(row.get::<String>(0)?), row.get(1)?);
            Ok(Rated { player, name, rating: read_rating(row, 2)? })
        };
        rows.iter().map(read).collect()
    }

    /// The ratings of both players of a game that count in it; none for those who have none there.
    pub async fn seat_ratings(self, game: &StoredGame) -> Result<[Option<Rating>; 2], StoreError> {
        let mut ratings = [None; 2];
        if !game.is_between_people() {
            return Ok(ratings);
        }
        let class = ClockClass::of(game.terms.time).name();
        for (rating, seat) in ratings.iter_mut().zip(&game.seats) {
            let Seat::Player { id, .. } = seat else { continue };
            let values = [id.as_str().into(), game.game.id().into(), class.into()];
            let row = self.database.row(SELECT_RATING, values).await?;
            let known = row.map(|row| read_rating(&row, 0)).transpose()?;
            *rating = known.filter(|rating| rating.games > 0);
        }
        Ok(ratings)
    }

    /// The ratings of a player, by game and class.
    pub async fn ratings_of(
        self,
        player: &PlayerId,
    ) -> Result<Vec<(GameId, ClockClass, Rating)>, StoreError> {
        let sql = "SELECT game, class, rating, deviation, volatility, games FROM ratings \
            WHERE player = $1 AND games > 0 ORDER BY games DESC, game, class";
        let rows = self.database.rows(sql, [player.as_str().into()]).await?;
        let read = |row: &Row| {
            let (game, class): (String, String) = (row.get(0)?, row.get(1)?);
            let class = class.parse().map_err(|_| corrupt("a class", &class))?;
            let game = game.parse().map_err(|_| corrupt("a game", &game))?;
            Ok((game, class, read_rating(row, 2)?))
        };
        rows.iter().map(read).collect()
    }

    /// All ratings as they follow from the list of rated games, from the beginning: to check those that
    /// are kept.
    pub async fn recomputed_ratings(self) -> Result<HashMap<RatingKey, Rating>, StoreError> {
        let sql = "SELECT game, class, white, black, score FROM rating_changes ORDER BY seq";
        let mut ratings: HashMap<RatingKey, Rating> = HashMap::new();
        for row in self.database.rows(sql, []).await? {
            let (game, class): (String, String) = (row.get(0)?, row.get(1)?);
            let players: [String; 2] = [row.get(2)?, row.get(3)?];
            let score = score(&row.get::<String>(4)?)?;
            let keys = players.map(|id| (PlayerId::new(id), game.clone(), class.clone()));
            let before = [0, 1].map(|i| ratings.get(&keys[i]).copied().unwrap_or_default());
            if let Some(after) = after_game(before, score) {
                ratings.extend(keys.into_iter().zip(after));
            }
        }
        Ok(ratings)
    }

    /// All ratings as they are kept.
    pub async fn all_ratings(self) -> Result<HashMap<RatingKey, Rating>, StoreError> {
        let sql = "SELECT player, game, class, rating, deviation, volatility, games FROM ratings \
            WHERE games > 0";
        let rows = self.database.rows(sql, []).await?;
        let read = |row: &Row| {
            let player = PlayerId::new(row.get::<String>(0)?);
            Ok(((player, row.get(1)?, row.get(2)?), read_rating(row, 3)?))
        };
        rows.iter().map(read).collect()
    }
}
