//! Ratings: Glicko-2 for each game and clock class, changed in the same transaction as the end of a
//! rated game, so that nothing is ever counted twice or forgotten.
//!
//! Each game is a rating period of its own. Ratings are kept in whole millionths, and what is kept is
//! what is gone on with: whoever recomputes the list of changes from the beginning gets the same
//! numbers.

use std::collections::{BTreeSet, HashMap};

use jiff::Timestamp;
use merels_model::{ClockClass, Rating, after_game};
use merels_rules::{GameId, GameScore};

use crate::database::{Connection, Row, Value};
use crate::events::{corrupt, number, score, terms};
use crate::{GameKey, PlayerId, Seat, Store, StoreError, StoredGame};

/// Reads rating, deviation, volatility and games.
fn read_rating(row: &Row, column: usize) -> Result<Rating, StoreError> {
    let millionths = [row.get(column)?, row.get(column + 1)?, row.get(column + 2)?];
    Ok(Rating::from_millionths(
        millionths,
        number("a number of games", Some(row.get(column + 3)?))?,
    ))
}

const SELECT_RATING: &str = "SELECT rating, deviation, volatility, games FROM ratings \
    WHERE player = $1 AND game = $2 AND class = $3";

/// A game that changes ratings when it ends.
struct RatedGame {
    game: String,
    class: &'static str,
    players: [String; 2],
}

impl RatedGame {
    /// The game of a key, if it is rated and both players still have an account.
    async fn of(db: &mut Connection, key: &GameKey) -> Result<Option<RatedGame>, StoreError> {
        let sql = "SELECT g.game, w.id, b.id, g.clock, g.rated FROM games g \
            JOIN players w ON w.id = g.white AND w.email IS NOT NULL \
            JOIN players b ON b.id = g.black AND b.email IS NOT NULL AND b.id <> w.id \
            WHERE g.id = $1 AND g.rated <> 0";
        let Some(row) = db.row(sql, [key.as_str().into()]).await? else { return Ok(None) };
        let class = ClockClass::of(terms(&row, 3)?.time).name();
        Ok(Some(RatedGame { game: row.get(0)?, class, players: [row.get(1)?, row.get(2)?] }))
    }

    /// The keys of the ratings that it changes.
    fn keys(self) -> [(String, String, &'static str); 2] {
        let RatedGame { game, class, players } = self;
        players.map(|player| (player, game.clone(), class))
    }
}

/// Locks the ratings that the ends of these games change, before anything else is locked and in one
/// order on all nodes, so that they do not wait for each other in a circle.
pub(crate) async fn lock_ratings(db: &mut Connection, ended: &[GameKey]) -> Result<(), StoreError> {
    let mut keys = BTreeSet::new();
    for key in ended {
        keys.extend(RatedGame::of(db, key).await?.into_iter().flat_map(RatedGame::keys));
    }
    for (player, game, class) in keys {
        let values = rating_values(&player, &game, class, Rating::default());
        db.execute(INSERT_RATING, values).await?;
        let sql = "SELECT 1 FROM ratings WHERE player = $1 AND game = $2 AND class = $3 FOR UPDATE";
        db.lock(sql, [player.as_str().into(), game.as_str().into(), class.into()]).await?;
    }
    Ok(())
}

/// Changes the ratings of two players when their game ends, if it is rated. It belongs into the
/// transaction that ends the game, which has locked them.
pub(crate) async fn rate(
    db: &mut Connection,
    key: &GameKey,
    score: GameScore,
    at: Timestamp,
) -> Result<(), StoreError> {
    let Some(RatedGame { game, class, players }) = RatedGame::of(db, key).await? else {
        return Ok(());
    };
    for player in &players {
        let values = rating_values(player, &game, class, Rating::default());
        db.execute(INSERT_RATING, values).await?;
    }
    let mut before = [Rating::default(); 2];
    for (rating, player) in before.iter_mut().zip(&players) {
        let values = [player.as_str().into(), game.as_str().into(), class.into()];
        if let Some(row) = db.row(SELECT_RATING, values).await? {
            *rating = read_rating(&row, 0)?;
        }
    }
    let Some(after) = after_game(before, score) else { return Ok(()) };
    for (player, rating) in players.iter().zip(after) {
        let [value, deviation, volatility] = rating.millionths();
        db.execute(
            "UPDATE ratings SET rating = $1, deviation = $2, volatility = $3, games = $4 \
             WHERE player = $5 AND game = $6 AND class = $7",
            [
                value.into(),
                deviation.into(),
                volatility.into(),
                i64::from(rating.games).into(),
                player.as_str().into(),
                game.as_str().into(),
                class.into(),
            ],
        )
        .await?;
    }
    db.execute(
        "INSERT INTO rating_changes (key, at, game, class, score, white, black, white_rating, \
         black_rating) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        [
            key.as_str().into(),
            at.as_millisecond().into(),
            game.as_str().into(),
            class.into(),
            score.text().into(),
            players[0].as_str().into(),
            players[1].as_str().into(),
            after[0].millionths()[0].into(),
            after[1].millionths()[0].into(),
        ],
    )
    .await
    .map(drop)
}

const INSERT_RATING: &str = "INSERT INTO ratings \
    (player, game, class, rating, deviation, volatility, games) \
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";

fn rating_values(player: &str, game: &str, class: &str, rating: Rating) -> [Value; 7] {
    let [value, deviation, volatility] = rating.millionths();
    [
        player.into(),
        game.into(),
        class.into(),
        value.into(),
        deviation.into(),
        volatility.into(),
        i64::from(rating.games).into(),
    ]
}

/// The rating that counts for a player in a game and class, as it is shown; the first one if there is
/// none yet.
pub(crate) async fn points_of(
    db: &mut Connection,
    player: &PlayerId,
    game: GameId,
    class: ClockClass,
) -> Result<i64, StoreError> {
    let values = [player.as_str().into(), game.id().into(), class.name().into()];
    let row = db.row(SELECT_RATING, values).await?;
    let rating = row.map(|row| read_rating(&row, 0)).transpose()?;
    Ok(rating.unwrap_or_default().points())
}

/// A player on a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rated {
    /// Who.
    pub player: PlayerId,
    /// The name shown.
    pub name: String,
    /// How strong.
    pub rating: Rating,
}

/// A rating, of which player in which game and class.
pub type RatingKey = (PlayerId, String, String);

impl Store {
    /// The strongest players of a game and class with so many rated games at least and no provisional
    /// rating.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn leaders(
        &self,
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
            i64::from(least_games).into(),
            Rating::PROVISIONAL.into(),
            i64::from(most).into(),
        ];
        let rows = self.database.rows(sql, values).await?;
        let read = |row: &Row| {
            let (player, name) = (PlayerId::new(row.get::<String>(0)?), row.get(1)?);
            Ok(Rated { player, name, rating: read_rating(row, 2)? })
        };
        rows.iter().map(read).collect()
    }

    /// The ratings of both players of a game that count in it; none for those who have none there.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn seat_ratings(&self, game: &StoredGame) -> Result<[Option<Rating>; 2], StoreError> {
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
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn ratings_of(
        &self,
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
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn recomputed_ratings(&self) -> Result<HashMap<RatingKey, Rating>, StoreError> {
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
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn all_ratings(&self) -> Result<HashMap<RatingKey, Rating>, StoreError> {
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
