//! Ratings as they are asked for.

use std::collections::HashMap;

use merels_model::{ClockClass, PlayerId, Rated, Rating, Seat, StoredGame, after_game};
use merels_rules::{GameId, GameScore};

use crate::Result;
use crate::database::values;
use crate::handles::Games;
use crate::rating_changes::SELECT_RATING;

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
    ) -> Result<Vec<Rated>> {
        let sql = "SELECT r.player, p.name, r.rating, r.deviation, r.volatility, r.games \
            FROM ratings r JOIN players p ON p.id = r.player \
            WHERE r.game = $1 AND r.class = $2 AND r.games >= $3 AND r.deviation <= $4 \
            ORDER BY r.rating DESC, r.player LIMIT $5";
        let values = values![game, class, least_games, Rating::PROVISIONAL, most];
        let rated = self.database.all(sql, values).await?.into_iter();
        Ok(rated.map(|(player, name, rating)| Rated { player, name, rating }).collect())
    }

    /// The ratings of both players of a game that count in it; none for those who have none there.
    pub async fn seat_ratings(self, game: &StoredGame) -> Result<[Option<Rating>; 2]> {
        let mut ratings = [None; 2];
        if !game.is_between_people() {
            return Ok(ratings);
        }
        let class = ClockClass::of(game.terms.time).name();
        for (rating, seat) in ratings.iter_mut().zip(&game.seats) {
            let Seat::Player { id, .. } = seat else { continue };
            let values = values![id, game.game, class];
            let known = self.database.first::<Rating>(SELECT_RATING, values).await?;
            *rating = known.filter(|rating| rating.games > 0);
        }
        Ok(ratings)
    }

    /// The ratings of a player, by game and class.
    pub async fn ratings_of(self, player: &PlayerId) -> Result<Vec<(GameId, ClockClass, Rating)>> {
        let sql = "SELECT game, class, rating, deviation, volatility, games FROM ratings \
            WHERE player = $1 AND games > 0 ORDER BY games DESC, game, class";
        self.database.all(sql, values![player]).await
    }

    /// All ratings as they follow from the list of rated games, from the beginning: to check those that
    /// are kept.
    pub async fn recomputed_ratings(self) -> Result<HashMap<RatingKey, Rating>> {
        let sql = "SELECT game, class, white, black, score FROM rating_changes ORDER BY seq";
        let mut ratings: HashMap<RatingKey, Rating> = HashMap::new();
        let changes = self.database.all::<(String, String, [PlayerId; 2], GameScore)>(sql, []);
        for (game, class, players, score) in changes.await? {
            let keys = players.map(|player| (player, game.clone(), class.clone()));
            let before = [0, 1].map(|i| ratings.get(&keys[i]).copied().unwrap_or_default());
            if let Some(after) = after_game(before, score) {
                ratings.extend(keys.into_iter().zip(after));
            }
        }
        Ok(ratings)
    }

    pub async fn all_ratings(self) -> Result<HashMap<RatingKey, Rating>> {
        let sql = "SELECT player, game, class, rating, deviation, volatility, games FROM ratings \
            WHERE games > 0";
        Ok(self.database.all(sql, []).await?.into_iter().collect())
    }
}
